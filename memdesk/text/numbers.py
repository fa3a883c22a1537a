"""Numbers that are the same in digits and in words, English and Chinese."""

from __future__ import annotations

from memdesk.text.terms import stem

_SMALL = "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_TEENS = "sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_DIGITS = "零一二三四五六七八九"


def _groups() -> list[tuple[str, ...]]:
    """Return the ways to write a number, each one index term long."""
    found = [
        (str(number), word, *_chinese(number))
        for number, word in enumerate(f"{_SMALL} {_TEENS}".split(), 2)
    ]
    for tens, word in enumerate(_TENS.split(), 2):
        # Who turned seventy had a 70th birthday.
        ordinal = f"{word.removesuffix('y')}ieth"
        found.append((f"{tens}0", f"{tens}0th", word, ordinal, f"{_DIGITS[tens]}十"))
    return [*found, ("100", "hundred", "一百"), ("1000", "thousand", "一千"), ("10000", "一万")]


def _chinese(number: int) -> tuple[str, ...]:
    """Return a number from 11 to 19, whose two characters are a term of the index."""
    return (f"十{_DIGITS[number - 10]}",) if number > 10 else ()


_SAME: dict[str, tuple[str, ...]] = {}
for _group in _groups():
    _forms = tuple(dict.fromkeys(map(stem, _group)))
    _SAME.update((form, tuple(other for other in _forms if other != form)) for form in _forms)


def same_as(form: str) -> tuple[str, ...]:
    """Return the other index forms of the number that a term says, none if it is no number."""
    return _SAME.get(form, ())
