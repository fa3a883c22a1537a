"""Finding expressions of time in English and Chinese text, and the windows they mean.

Windows are read as of a given moment in local time: "in March" is the last March that has begun,
"three weeks ago" a week around that day. "From January", asked in December of what is and not of
what was, looks ahead and is no time that anything was said at. Dates whose order of day and month
is uncertain (14/03/2024) are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, tzinfo

from memdesk.text import chinese_times, english_times, time_patterns
from memdesk.text.calendar_windows import EARLIEST_YEAR, Calendar
from memdesk.text.time_patterns import Kind, Pattern

_PATTERNS = (*time_patterns.PATTERNS, *english_times.PATTERNS, *chinese_times.PATTERNS)


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """An expression of time: the characters [start, end), and the window [after, before).

    The window is in UTC milliseconds; ``kind`` tells how precise the expression is, ``yearly``
    that it names no year and may mean another one's.
    """

    start: int
    end: int
    after: int
    before: int
    kind: Kind
    yearly: bool = False


# Words around an expression that choose a part of its window. Months and years only.
_PART_BEFORE = re.compile(
    r"\b(?:(?P<first>early|(?:the )?(?:beginning|start) of)|(?P<middle>mid|(?:the )?middle of)"
    r"|(?P<last>late|(?:the )?end of))(?: in)?[ -]$",
    re.IGNORECASE,
)
_PART_AFTER = re.compile(
    r"[年月]?(?:(?P<first>初(?![中次级始]))|(?P<middle>中旬|年中)|(?P<last>底|末))"
)
# Words around an expression that open its window to one side.
_RELATION_BEFORE = re.compile(
    r"(?:\b(?:(?P<since>since)|(?P<after>after)|(?P<before>before|prior to)"
    r"|(?P<until>until|till|up to))(?: in)?(?: the)? |(?P<since_zh>自从?))$",
    re.IGNORECASE,
)
_RELATION_AFTER = re.compile(
    r"(?P<before>以前|之前|前(?![一二两三四五六七八九十几半\d]))|(?P<since>以来|至今)"
    r"|(?P<after>以后|之后|后(?![来面续半天年]))"
)
# "The week before the 3rd of August" is that week alone.
_UNIT_BESIDE = re.compile(
    r"\bthe (?P<unit>day|night|week|weekend|month|year) (?P<side>before|after)(?: the)? $",
    re.IGNORECASE,
)
_UNIT_DAYS = {"day": 1, "night": 1, "week": 7, "weekend": 7, "month": 31, "year": 365}
_DAY = 86_400_000
_TO = re.compile(r" ?(?:to|until|till|through|[-–—]|到|至|~) ?", re.IGNORECASE)
_AND = re.compile(r" and |和|与", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:\bbetween |在)$", re.IGNORECASE)
_CONTEXT = 24


def find(text: str, now: int, tz: tzinfo | None = None) -> list[TimeExpression]:
    """Return the expressions of time in a text, in order, as of ``now`` (UTC milliseconds).

    ``tz`` None means the computer's own time zone. Expressions that lie wholly in the future
    are left out: nothing has been said then yet.
    """
    at = Calendar(now, tz)
    chosen = _longest(_candidates(text, at))
    parts = [_part(text, expression) for expression in chosen]
    related = [_related(text, expression, at) for expression in _joined(text, parts)]
    return [e for e in related if e.after <= now and e.after < e.before]


def has_time_expression(text: str) -> bool:
    """Tell whether a text speaks of a time, past or future. Quick: used on thousands of texts."""
    return any(pattern.form.search(text) for pattern in _likely(text))


def _likely(text: str) -> Iterator[Pattern]:
    """Yield the patterns whose signs are in the text, in their order."""
    lower = text.lower()
    groups = _PLAIN_GROUPS if lower.isascii() else _GROUPS
    there = set()
    for signs, places in groups:
        for sign in signs:
            if sign in lower:
                there.update(places)
                break
    return (_PATTERNS[place] for place in sorted(there))


def _grouped() -> dict[tuple[str, ...], list[int]]:
    """Return the places of the patterns by their signs."""
    found: dict[tuple[str, ...], list[int]] = {}
    for place, pattern in enumerate(_PATTERNS):
        found.setdefault(pattern.signs, []).append(place)
    return found


_GROUPS = tuple(_grouped().items())
# Those that can be in ASCII text.
_PLAIN_GROUPS = tuple(
    (plain, places)
    for signs, places in _GROUPS
    if (plain := tuple(sign for sign in signs if sign.isascii()))
)


def _candidates(text: str, at: Calendar) -> Iterator[TimeExpression]:
    for pattern in _likely(text):
        for match in pattern.form.finditer(text):
            try:
                meaning = pattern.reading(match, at)
            except (ValueError, OverflowError):
                continue  # The 30th of February, or 900,000 days ago: not a time.
            if meaning is not None:
                yield TimeExpression(
                    *pattern.span(match), *meaning.window, meaning.kind, meaning.yearly
                )


def _longest(candidates: Iterator[TimeExpression]) -> list[TimeExpression]:
    """Keep the longest of those that overlap."""
    kept: list[TimeExpression] = []
    for candidate in sorted(candidates, key=lambda e: (e.start, -e.end)):
        if not kept or candidate.start >= kept[-1].end:
            kept.append(candidate)
        elif candidate.end - candidate.start > kept[-1].end - kept[-1].start:
            kept[-1] = candidate
    return kept


def _part(text: str, expression: TimeExpression) -> TimeExpression:
    """Narrow "early 2024" or "去年底" to a third of the month or year."""
    if expression.kind not in ("month", "year"):
        return expression
    start, end = expression.start, expression.end
    match = _PART_BEFORE.search(text[max(0, start - _CONTEXT) : start])
    if match is not None:
        start -= len(match.group())
    else:
        match = _PART_AFTER.match(text, end)
        if match is None:
            return expression
        end = match.end()
    third = (expression.before - expression.after) // 3
    number = ("first", "middle", "last").index(match.lastgroup or "")
    after = expression.after + number * third
    return TimeExpression(start, end, after, after + third, "period", expression.yearly)


def _joined(text: str, expressions: list[TimeExpression]) -> list[TimeExpression]:
    """Make one of two expressions in "2020 to 2022" or "between May 2020 and 2022"."""
    joined: list[TimeExpression] = []
    for expression in expressions:
        if joined and joined[-1].after < expression.before:
            former = joined[-1]
            between = text[former.end : expression.start]
            lead = text[max(0, former.start - _CONTEXT) : former.start]
            if _TO.fullmatch(between) or (_AND.fullmatch(between) and _BETWEEN.search(lead)):
                joined[-1] = TimeExpression(
                    former.start, expression.end, former.after, expression.before, "period"
                )
                continue
        joined.append(expression)
    return joined


def _related(text: str, expression: TimeExpression, at: Calendar) -> TimeExpression:
    """Open the window of "since March", "after 2020" or "去年以前" to the side it names."""
    start, end = expression.start, expression.end
    unit = _UNIT_BESIDE.search(text[max(0, start - _CONTEXT) : start])
    if unit is not None:
        return _beside(expression, unit)
    match = _RELATION_BEFORE.search(text[max(0, start - _CONTEXT) : start])
    if match is not None:
        start -= len(match.group())
    else:
        match = _RELATION_AFTER.match(text, end)
        if match is None:
            return expression
        end = match.end()
    after, before = expression.after, expression.before
    beginning = at.moment(date(EARLIEST_YEAR, 1, 1))
    window = {
        "since": (after, at.now + 1),
        "since_zh": (after, at.now + 1),
        "after": (before, at.now + 1),
        "before": (beginning, after),
        "until": (beginning, before),
    }[match.lastgroup or ""]
    return replace(
        expression,
        start=start,
        end=end,
        after=window[0],
        before=window[1],
        kind="period",
        yearly=False,
    )


def _beside(expression: TimeExpression, unit: re.Match[str]) -> TimeExpression:
    """Return the day, week, month or year just before or after an expression."""
    width = _UNIT_DAYS[unit["unit"].lower()] * _DAY
    before = unit["side"].lower() == "before"
    first = expression.after - width if before else expression.before
    return replace(
        expression,
        start=expression.start - len(unit.group()),
        after=first,
        before=first + width,
        kind="period",
    )
