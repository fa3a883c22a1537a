"""Reading the dates of "My Activity" pages, which are written in the account's language."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_MONTHS = (
    "jan|ene|gen|januar|يناير",
    "feb|fév|fev|fevereiro",
    "mar|mär|mrz|maart",
    "apr|avr|abr",
    "may|mai|mag|mei",
    "jun|juin|giu",
    "jul|juil|lug",
    "aug|aoû|ago",
    "sep|set",
    "oct|okt|ott|out",
    "nov",
    "dec|dez|déc|dic",
)
_CLOCK = re.compile(r"(?<![\d.:])(\d{1,2})([:.])(\d{2})\2(\d{2})(?![\d.:]?\d)")
_YEAR_FIRST = re.compile(r"((?:19|20)\d{2})\s*[年./-]\s*(\d{1,2})\s*[月./-]\s*(\d{1,2})")
_DAY_FIRST = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-]((?:19|20)\d{2})")
_YEAR = re.compile(r"(?:19|20)\d{2}")
_DAY = re.compile(r"(?<![\d:])\d{1,2}(?![\d:])")
_WORD = re.compile(r"[^\W\d_]{3,}")
_AFTERNOON = re.compile(r"\bp\.?\s?m\b|下午|午後|오후", re.IGNORECASE)
_MORNING = re.compile(r"\ba\.?\s?m\b|上午|午前|오전", re.IGNORECASE)
_OFFSET = re.compile(r"(?:GMT|UTC)\s*([+-])(\d{1,2})(?::?(\d{2}))?")
# Abbreviations with one meaning, and those that Google writes for the zones it is used in most.
_ZONES = {
    "UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "MEZ": 1, "CEST": 2, "MESZ": 2,
    "EET": 2, "EEST": 3, "MSK": 3, "JST": 9, "KST": 9, "EST": -5, "EDT": -4, "CDT": -5, "MST": -7,
    "MDT": -6, "PST": -8, "PDT": -7, "BRT": -3, "AEST": 10, "AEDT": 11, "SGT": 8, "HKT": 8,
}  # fmt: skip
_ZONE = re.compile(r"\b([A-Z]{3,4})\b")
_LONGEST = 60


def is_date(line: str) -> bool:
    """Tell whether a line is a date with a time of day and nothing else."""
    return len(line) <= _LONGEST and milliseconds_of(line) is not None


def milliseconds_of(line: str) -> int | None:
    """Return UTC milliseconds of a written date, None for anything else.

    A zone that is not known counts as UTC; CST is China's in a date written year first in
    Chinese, else America's.
    """
    text = " ".join(line.replace("\u202f", " ").replace("\u00a0", " ").split())
    clock = _CLOCK.search(text)
    if clock is None:
        return None
    hour, minute, second = (int(clock[group]) for group in (1, 3, 4))
    if _AFTERNOON.search(text) and hour < 12:
        hour += 12
    elif _MORNING.search(text) and hour == 12:
        hour = 0
    day = _day(text[: clock.start()] + " " + text[clock.end() :])
    if day is None:
        return None
    try:
        moment = datetime(*day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return None
    return round((moment - _offset(text)).timestamp() * 1000)


def _day(text: str) -> tuple[int, int, int] | None:
    if found := _YEAR_FIRST.search(text):
        return int(found[1]), int(found[2]), int(found[3])
    if found := _DAY_FIRST.search(text):
        return int(found[3]), int(found[2]), int(found[1])
    words = [word.lower() for word in _WORD.findall(text)]
    month = next(
        (
            number
            for word in words
            for number, names in enumerate(_MONTHS, start=1)
            if word.startswith(tuple(names.split("|")))
        ),
        None,
    )
    year, date = _YEAR.search(text), _DAY.search(text)
    if month is None or year is None or date is None:
        return None
    return int(year[0]), month, int(date[0])


def _offset(text: str) -> timedelta:
    if found := _OFFSET.search(text):
        hours = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        return hours if found[1] == "+" else -hours
    for name in _ZONE.findall(text):
        if name == "CST":
            return timedelta(hours=8 if "年" in text else -6)
        if name in _ZONES:
            return timedelta(hours=_ZONES[name])
    return timedelta(0)
