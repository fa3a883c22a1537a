"""How English speaks of time: each form with the window it means."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import cast

from memdesk.text.calendar_windows import Calendar, Season, Unit
from memdesk.text.time_patterns import YEAR, YEAR_SIGNS, Meaning, pattern

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_AGO = (" ago", " back", " earlier")
_LAST = ("last ", "past ", "previous ")
_WHICH = ("last ", "this ", "next ", "previous ", "current ")
_DAYS = ("today", "yesterday", "tomorrow")
_SEASONS = ("spring", "summer", "autumn", "fall", "winter")
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20,
    "thirty": 30, "a couple of": 2, "a couple": 2, "couple of": 2, "couple": 2, "half a": 0.5,
}  # fmt: skip
_HOURS = {"morning": (0, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (18, 30)}
_BACK = {"this": 0, "current": 0, "next": -1, "last": 1, "previous": 1, "past": 1}

_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_WEEKDAY = (
    r"(?P<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?)\b"
)
_FULL_WEEKDAY = r"(?P<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
_YEAR = rf"(?P<year>{YEAR})(?![\w/:-]|[.,]\d)"
_VAGUE = r"(?P<vague>(?:a (?:good )?)?few|several)"
_COUNT = r"(?P<count>\d{1,3}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + ")"
_UNIT = r"(?P<unit>hour|day|week|month|year)s?\b"
_PART = r"(?P<part>morning|afternoon|evening|night)\b"
_SEASON = r"(?P<season>spring|summer|autumn|fall|winter)\b"
_DAY = r"(?P<day>3[01]|[12]\d|0?[1-9])(?P<ordinal>st|nd|rd|th)?\b"


_AHEAD = ("from", "by", "until", "till", "before", "through")
_PAST = re.compile(r"\b(?:did|was|were|had|have|has|used)\b", re.IGNORECASE)


def _month_number(name: str) -> int:
    return _MONTHS.index(name[:3].lower()) + 1


def _count(match: re.Match[str]) -> float:
    text = match["count"].lower()
    return float(text) if text.isdecimal() else float(_NUMBERS[text])


def _unit(match: re.Match[str]) -> Unit:
    return cast(Unit, match["unit"].lower())


def _back(match: re.Match[str]) -> int:
    return _BACK[match["which"].lower()]


def _day_of_month(match: re.Match[str], at: Calendar) -> Meaning | None:
    month, day = _month_number(match["month"]), int(match["day"])
    if match["year"] is None and match["ordinal"] is None and match["month"] == "may":
        return None  # "may 10 people come"
    year = int(match["year"]) if match["year"] else at.latest_year(month, day)
    return Meaning("day", at.days(date(year, month, day)), yearly=match["year"] is None)


def _part_of(day: date, match: re.Match[str], at: Calendar) -> Meaning:
    part = match["part"]
    return Meaning("day", at.hours(day, *_HOURS[part.lower()]) if part else at.days(day))


def _relative_day(match: re.Match[str], at: Calendar) -> Meaning:
    back = {"today": 0, "yesterday": 1, "tomorrow": -1}[match["day"].lower()]
    return _part_of(at.today - timedelta(days=2 * back if match["further"] else back), match, at)


def _part_of_today(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("day", at.hours(at.today, *_HOURS[(match["part"] or "evening").lower()]))


def _last_night(_: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("day", at.hours(at.today - timedelta(days=1), *_HOURS["night"]))


def _calendar_unit(match: re.Match[str], at: Calendar) -> Meaning:
    return _unit_back(match["unit"].lower(), _back(match), at)


def _before_last(match: re.Match[str], at: Calendar) -> Meaning:
    return _unit_back(match["unit"].lower(), 2, at)


def _unit_back(unit: str, back: int, at: Calendar) -> Meaning:
    if unit == "week":
        return Meaning("week", at.week(back))
    if unit == "weekend":
        return Meaning("day", at.days(at.monday(back) + timedelta(days=5), 2))
    if unit == "month":
        year, month = divmod(at.today.year * 12 + at.today.month - 1 - back, 12)
        return Meaning("month", at.month(year, month + 1))
    return Meaning("year", at.year(at.today.year - back))


def _ago(match: re.Match[str], at: Calendar) -> Meaning:
    unit = _unit(match)
    return Meaning(unit, at.ago(_count(match) + (0.5 if match["half"] else 0.0), unit))


def _few_ago(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("period", at.few_ago(_unit(match)))


def _last_few(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("period", at.recent(5, _unit(match)))


def _last_units(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("period", at.recent(_count(match), _unit(match)))


def _last_unit(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("period", at.recent(1, _unit(match)))


def _other_day(_: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("period", at.days(at.today - timedelta(days=10), 10))


def _weekday(match: re.Match[str], at: Calendar) -> Meaning:
    wanted = _WEEKDAYS.index(match["weekday"][:3].lower())
    which = (match["which"] or "").lower()
    back = (at.today.weekday() - wanted) % 7
    if which == "next":
        back -= 7
    elif which == "last" and back == 0:
        back = 7
    return _part_of(at.today - timedelta(days=back), match, at)


def _weekday_of_week(match: re.Match[str], at: Calendar) -> Meaning:
    wanted = _WEEKDAYS.index(match["weekday"][:3].lower())
    return _part_of(at.monday(_back(match)) + timedelta(days=wanted), match, at)


def _month_of_year(match: re.Match[str], at: Calendar) -> Meaning:
    year = int(match["year"]) if match["year"] else at.today.year - _back(match)
    return Meaning("month", at.month(year, _month_number(match["month"])))


def _bare_month(match: re.Match[str], at: Calendar) -> Meaning | None:
    name, sign = match["month"], match["sign"].lower()
    if name[0].islower() and sign not in ("in", "since", "during", "last"):
        return None  # "this may be", "they march by"
    month = _month_number(name)
    if sign in _AHEAD and at.comes_sooner(month) and not _PAST.search(match.string):
        return None  # "What is the rent from January?", asked in December
    year = at.latest_year(month)
    if sign == "last" and (year, month) == (at.today.year, at.today.month):
        year -= 1
    elif sign in ("this", "next"):
        year = at.today.year if sign == "this" else year + 1
    yearly = sign not in ("last", "this", "next")
    return Meaning("month", at.month(year, month), yearly=yearly)


def _months(match: re.Match[str], at: Calendar) -> Meaning | None:
    if match["year"] is None and (match["first"][0].islower() or match["month"][0].islower()):
        return None  # "they march and may"
    first, last = _month_number(match["first"]), _month_number(match["month"])
    year = int(match["year"]) if match["year"] else at.latest_year(last)
    start, _ = at.month(year if first <= last else year - 1, first)
    window = start, at.month(year, last)[1]
    return Meaning("period", window, yearly=match["year"] is None)


def _season_named(match: re.Match[str]) -> Season:
    name = match["season"].lower()
    return "autumn" if name == "fall" else cast(Season, name)


def _season(match: re.Match[str], at: Calendar) -> Meaning:
    season, which = _season_named(match), match["which"].lower()
    if which in ("this", "next"):
        return Meaning("season", at.season(season, at.today.year - _back(match)))
    over = which in ("last", "past")
    return Meaning("season", at.latest_season(season, over=over), yearly=not over)


def _season_of_year(match: re.Match[str], at: Calendar) -> Meaning:
    year = int(match["year"]) if match["year"] else at.today.year - _back(match)
    return Meaning("season", at.season(_season_named(match), year))


def _quarter(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("period", at.month(int(match["year"]), 3 * int(match["quarter"]) - 2, 3))


_OF_YEAR = rf",? (?:of )?(?:(?P<which>last|this|next) year\b|{_YEAR})"

PATTERNS = (
    pattern(_MONTHS, rf"\b{_MONTH} (?:the )?{_DAY}(?![:.]\d|%|/)(?:,? {_YEAR})?", _day_of_month),
    pattern(_MONTHS, rf"(?<![\w.:/$€£-]){_DAY} (?:of )?{_MONTH}(?:,? {_YEAR})?", _day_of_month),
    pattern(
        _DAYS,
        rf"\b(?P<further>day (?:before|after) )?(?P<day>yesterday|today|tomorrow)\b(?: {_PART})?",
        _relative_day,
    ),
    pattern(
        ("this ", "tonight"),
        r"\b(?:this (?P<part>morning|afternoon|evening)|tonight)\b",
        _part_of_today,
    ),
    pattern(("last night",), r"\blast night\b", _last_night),
    pattern(
        _WHICH,
        r"\b(?P<which>last|this|next|previous|current) (?P<unit>week(?:end)?|month|year)\b",
        _calendar_unit,
    ),
    pattern(_AGO, rf"\b{_COUNT} {_UNIT}(?P<half> and a half)? (?:ago|back|earlier)\b", _ago),
    pattern(_AGO, rf"\b{_VAGUE} {_UNIT} (?:ago|back|earlier)\b", _few_ago),
    pattern(_LAST, rf"\b(?:last|past|previous) {_VAGUE} {_UNIT}", _last_few),
    pattern(_LAST, rf"\b(?:last|past|previous) {_COUNT} {_UNIT}", _last_units),
    pattern(
        _LAST, rf"\b(?:(?:in|over|during|within) the (?:last|past)|the past) {_UNIT}", _last_unit
    ),
    pattern((" before last",), r"\b(?P<unit>week(?:end)?|month|year) before last\b", _before_last),
    pattern(("the other day",), r"\bthe other day\b", _other_day),
    pattern(
        _WEEKDAYS,
        rf"\b(?:on|since|until|before|after|by) (?P<which>)(?P<when>{_FULL_WEEKDAY}(?: {_PART})?)",
        _weekday,
    ),
    pattern(_WHICH, rf"\b(?P<which>last|this|next) {_WEEKDAY}(?: {_PART})?", _weekday),
    pattern(_WEEKDAYS, rf"\b(?P<which>){_FULL_WEEKDAY} {_PART}", _weekday),
    pattern(
        _WEEKDAYS,
        rf"\b{_FULL_WEEKDAY}(?: {_PART})?,? (?:of )?(?P<which>last|this|next) week\b",
        _weekday_of_week,
    ),
    pattern(_MONTHS, rf"\b{_MONTH}{_OF_YEAR}", _month_of_year),
    pattern(
        _MONTHS,
        rf"\b(?P<sign>in|since|during|until|till|before|after|from|by|through|around|early|late"
        rf"|mid|of) (?P<when>{_MONTH})",
        _bare_month,
    ),
    pattern(_WHICH, rf"\b(?P<sign>last|this|next) {_MONTH}", _bare_month),
    pattern(
        _MONTHS,
        rf"\b{_MONTH.replace('month', 'first')}(?: ?[-–—] ?| (?:to|through|until|till|and) )"
        rf"{_MONTH}(?:,? {_YEAR})?",
        _months,
    ),
    pattern(
        _SEASONS,
        rf"\b(?P<which>last|past|this|next|in(?: the)?|during(?: the)?) {_SEASON}",
        _season,
    ),
    pattern(_SEASONS, rf"\b{_SEASON}{_OF_YEAR}", _season_of_year),
    pattern(YEAR_SIGNS, rf"\bQ(?P<quarter>[1-4])[ /-]?{_YEAR}", _quarter),
)
