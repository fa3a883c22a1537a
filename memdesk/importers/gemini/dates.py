"""Reading the dates of "My Activity" pages, which are written in the account's language.

They are the medium date and time of the Unicode CLDR with a zone: three numbers, or two and a
month's name, in whatever order and digits, with a clock of 12 or 24 hours that shows seconds.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from memdesk.importers.month_names import month, persian_month

_CLOCK = re.compile(
    r"(?<![\d.:])(\d{1,2})(?:([:.])(\d{2})\2(\d{2})(?![\d.:]?\d)|\s*h\s*(\d{2})\s*min\s*(\d{2})\s*s\b)"
)
_NUMBER = re.compile(r"\d+")
_MONTH_NUMBER = re.compile(r"(?:thg|tháng)\s*(\d{1,2})", re.IGNORECASE)
_WORD_ENDS = re.compile(r"[\s,،;()/\d’]+")
# Where clocks have twelve hours. Elsewhere the words may mean something else, and are not needed.
_AFTERNOON = re.compile(
    r"\bp\.?\s?m\b|下午|午後|오후|晚上|傍晚|中午|μ\.?μ|\bم\b|अपराह्न|\bptg\b|pasdites|ከሰዓት",
    re.IGNORECASE,
)
_MORNING = re.compile(
    r"\ba\.?\s?m\b|上午|午前|오전|凌晨|清晨|早上|π\.?μ|\bص\b|पूर्वाह्न|\bpg\b|paradites|ጥዋት",
    re.IGNORECASE,
)
_OFFSET = re.compile(r"(?<=[^\W\d])\s*([+\u2212-])\s?(\d{1,2})(?::?(\d{2}))?\b")
_MARKS = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
# Abbreviations with one meaning, and those that Google writes for the zones it is used in most.
_ZONES = {
    "UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "MEZ": 1, "CEST": 2, "MESZ": 2,
    "EET": 2, "EEST": 3, "MSK": 3, "МСК": 3, "TRT": 3, "SEČ": 1, "SELČ": 2, "JST": 9, "KST": 9,
    "WIB": 7, "WITA": 8, "WIT": 9, "ICT": 7, "PKT": 5, "NPT": 5.75, "IDT": 3, "EAT": 3, "WAT": 1,
    "CAT": 2, "SAST": 2, "EST": -5, "EDT": -4, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8,
    "PDT": -7, "BRT": -3, "ART": -3, "CLT": -4, "CLST": -3, "COT": -5, "PET": -5, "AEST": 10,
    "AEDT": 11, "ACST": 9.5, "AWST": 8, "NZST": 12, "NZDT": 13, "SGT": 8, "MYT": 8, "PHT": 8,
    "HKT": 8,
}  # fmt: skip
_ZONE = re.compile(r"\b([A-ZČМСК]{3,4})\b")
_LONGEST = 60
_BUDDHIST_YEARS, _BUDDHIST_AHEAD = range(2513, 2700), 543
_PERSIAN_YEARS = range(1340, 1500)
_CIVIL_YEARS = range(1970, 2157)


def is_date(line: str) -> bool:
    """Tell whether a line is a date with a time of day and nothing else."""
    return len(line) <= _LONGEST and milliseconds_of(line) is not None


def may_be_date(line: str) -> bool:
    """Tell whether a line looks like a date of a kind that cannot be read."""
    plain = _plain(line)
    return len(plain) <= _LONGEST and _CLOCK.search(plain) is not None


def milliseconds_of(line: str) -> int | None:
    """Return UTC milliseconds of a written date, None for anything else.

    A zone that is not known counts as UTC; CST is China's in a date written year first in
    Chinese, else America's, and IST Israel's in Hebrew, else India's.
    """
    text = _plain(line)
    clock = _CLOCK.search(text)
    if clock is None:
        return None
    hour, minute, second = (int(one) for one in clock.group(1, 3, 4, 5, 6) if one is not None)
    if _AFTERNOON.search(text) and hour < 12:
        hour += 12
    elif _MORNING.search(text) and hour == 12:
        hour = 0
    day = _day(_OFFSET.sub(" ", f"{text[: clock.start()]} {text[clock.end() :]}"))
    if day is None:
        return None
    try:
        moment = datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=UTC)
        return round((moment - _offset(text)).timestamp() * 1000)
    except (ValueError, OverflowError):
        return None


def _plain(line: str) -> str:
    """Return a line with the digits 0 to 9 and single spaces, without marks of direction."""
    line = " ".join(_MARKS.sub("", line[: 4 * _LONGEST]).split())
    return "".join(str(int(one)) if one.isdecimal() else one for one in line)


def _day(text: str) -> date | None:
    """Return the day that a text tells besides its time of day."""
    numbers = [int(found) for found in _NUMBER.findall(text) if len(found) <= 4]
    year = next((one for one in numbers if one > 31), None)
    if year is None:
        return None
    words = [word for word in _WORD_ENDS.split(text) if word]
    year_is_first = numbers[0] == year
    numbers.remove(year)
    if year in _PERSIAN_YEARS:
        named = next(filter(None, map(persian_month, words)), None)
        if named is not None and numbers:
            return _from_persian(year, named, numbers[0])
        return _from_persian(year, *numbers[:2]) if year_is_first and len(numbers) == 2 else None
    if year in _BUDDHIST_YEARS:
        year -= _BUDDHIST_AHEAD
    if year not in _CIVIL_YEARS:
        return None
    if found := _MONTH_NUMBER.search(text):
        numbers.remove(int(found[1]))
        named = int(found[1])
    else:
        # In Croatian a year has a dot, as an ordinal.
        croatian = re.search(rf"{year}\.", text) is not None
        named = next(filter(None, (month(word, croatian=croatian) for word in words)), None)
    try:
        if named is not None and numbers:
            return date(year, named, numbers[0])
        if len(numbers) != 2:
            return None
        first, second = numbers
        # After the year comes the month; before it the day, unless it can only be the month.
        swapped = year_is_first or second > 12
        return date(year, first, second) if swapped else date(year, second, first)
    except ValueError:
        return None


def _from_persian(year: int, number: int, day: int) -> date | None:
    """Return a day of the Persian calendar: six months of 31 days, then of 30, and the last of 29
    but in leap years, eight of which fall in 33."""
    if not (1 <= number <= 12 and 1 <= day <= 31):
        return None
    began = date(1925, 3, 21) + timedelta(
        days=sum(366 if one % 33 in (1, 5, 9, 13, 17, 22, 26, 30) else 365
                 for one in range(1304, year))
    )  # fmt: skip
    before = 31 * (number - 1) if number <= 7 else 186 + 30 * (number - 7)
    return began + timedelta(days=before + day - 1)


def _offset(text: str) -> timedelta:
    if found := _OFFSET.search(text):
        away = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        return away if found[1] == "+" else -away
    for name in _ZONE.findall(text):
        if name == "CST":
            return timedelta(hours=8 if "年" in text else -6)
        if name == "IST":
            return timedelta(hours=2 if re.search("[א-ת]", text) else 5.5)
        if name in _ZONES:
            return timedelta(hours=_ZONES[name])
    return timedelta(0)
