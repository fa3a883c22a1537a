"""Dates as people and spreadsheets write them: ISO 8601, figures of either order, with the name of
a month, as Excel's serial days.

Times without a zone count as UTC. What stands first in ``3/4/2024``, a column tells by a row that
can only be read one way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from memdesk.importers.month_names import month
from memdesk.importers.values import EARLIEST_WRITTEN_MS, milliseconds

_NUMBER = re.compile(r"\d{1,15}(?:[.,]\d{1,12})?")
_FIGURES = re.compile(
    r"(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})\.?"
    r"(?:,?[T\s]\s*(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?\s*(?:([ap])\.?\s?m\.?)?)?",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d_][^\s\d,;/()-]*")
_CLOCK = re.compile(r"\b(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s*([ap])\.?\s?m\b)?", re.IGNORECASE)
_LONGEST = 60
# Excel counts days from here, since it takes 1900 for a leap year.
_SERIAL_START = datetime(1899, 12, 30, tzinfo=UTC)
_SERIAL_DAYS = range(20_000, 100_000)


def is_date(text: str) -> bool:
    """Tell whether a text is written like a date; a bare number is not."""
    if _FIGURES.fullmatch(text.strip()) or _with_name(text) is not None:
        return True
    return milliseconds(text, 2**53, EARLIEST_WRITTEN_MS) is not None


def day_comes_first(texts: Iterable[str]) -> bool | None:
    """Return which of day and month comes first in dates of figures, None where none tells."""
    certain: bool | None = None
    for text in texts:
        found = _FIGURES.fullmatch(text.strip())
        if found is None or len(found[1]) > 2:
            continue
        if found[2] == "." or int(found[1]) > 12:
            return True
        if int(found[3]) > 12:
            certain = False
    return certain


def is_ambiguous(text: str) -> bool:
    """Tell whether a date of figures can be read in two ways."""
    found = _FIGURES.fullmatch(text.strip())
    if found is None or len(found[1]) > 2 or found[2] == ".":
        return False
    return max(int(found[1]), int(found[3])) <= 12 and int(found[1]) != int(found[3])


def read(text: str, day_first: bool, latest: int) -> int | None:
    """Return a date's UTC milliseconds; None for what is none, before 1980 or after ``latest``."""
    text = text.strip()
    if _NUMBER.fullmatch(text):
        number = float(text.replace(",", "."))
        if int(number) in _SERIAL_DAYS:
            return _plausible(_SERIAL_START + timedelta(days=number), latest)
        return milliseconds(number, latest, EARLIEST_WRITTEN_MS)
    found = _FIGURES.fullmatch(text)
    if found is None:
        named = _with_name(text)
        if named is not None:
            return _plausible(named, latest)
        return milliseconds(text, latest, EARLIEST_WRITTEN_MS)
    first, second, last = int(found[1]), int(found[3]), int(found[4])
    if len(found[1]) == 4:
        year, month, day = first, second, last
    else:
        year = last if len(found[4]) == 4 else 2000 + last if last < 70 else 1900 + last
        # What can only be read the other way is.
        day, month = (first, second) if day_first else (second, first)
        if month > 12:
            day, month = month, day
    hour, minute, seconds = (int(found[group] or 0) for group in (5, 6, 7))
    if found[8]:
        hour = hour % 12 + (12 if found[8].lower() == "p" else 0)
    try:
        return _plausible(datetime(year, month, day, hour, minute, seconds, tzinfo=UTC), latest)
    except ValueError:
        return None


def _with_name(text: str) -> datetime | None:
    """Return the moment of a date with the name of a month, a day and a year, and little else."""
    if len(text) > _LONGEST:
        return None
    clock = _CLOCK.search(text)
    rest = f"{text[: clock.start()]} {text[clock.end() :]}" if clock else text
    words = _WORDS.findall(rest)
    named = next(filter(None, map(month, words)), None)
    numbers = [int(one) for one in re.findall(r"\d+", rest) if len(one) <= 4]
    if named is None or len(numbers) != 2 or len(words) > 4:
        return None
    year, day = max(numbers), min(numbers)
    hour, minute, second = (int(clock[group] or 0) for group in (1, 2, 3)) if clock else (0, 0, 0)
    if clock and clock[4]:
        hour = hour % 12 + (12 if clock[4].lower() == "p" else 0)
    try:
        return datetime(year, named, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return None


def _plausible(moment: datetime, latest: int) -> int | None:
    result = round(moment.timestamp() * 1000)
    return result if EARLIEST_WRITTEN_MS <= result <= latest else None
