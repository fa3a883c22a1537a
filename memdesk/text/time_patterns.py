"""A pattern of time and its meaning; and the numeric forms, which belong to no language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from memdesk.text.calendar_windows import Calendar, Window

Kind = Literal["hour", "day", "week", "month", "season", "year", "period"]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an expression means: its kind and its window; ``yearly`` if it names no year."""

    kind: Kind
    window: Window
    yearly: bool = False


Reading = Callable[[re.Match[str], Calendar], Meaning | None]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A form of expression.

    It is looked for where one of its ``signs`` is in the text's lower case.
    A group ``when`` marks the expression where the pattern needs to see more than that. The
    reading returns None for what only looks like a time, or raises ValueError or OverflowError
    for one that does not exist.
    """

    signs: tuple[str, ...]
    form: re.Pattern[str]
    reading: Reading

    def span(self, match: re.Match[str]) -> tuple[int, int]:
        """Return where the expression stands."""
        return match.span("when") if "when" in self.form.groupindex else match.span()


def pattern(signs: tuple[str, ...], form: str, reading: Reading) -> Pattern:
    """Return a pattern; letters match in either case."""
    return Pattern(signs, re.compile(form, re.IGNORECASE), reading)


YEAR = r"(?:19|20)[0-9]{2}"
YEAR_SIGNS = ("19", "20")
# What follows a number that is no year: a further digit, a part of an identifier, a measure.
NO_YEAR_AFTER = (
    r"(?![\w/:%-]|[.,]\d"
    r"| ?(?:k|mb|gb|tokens?|words?|characters|chars|lines|rows|px|pixels|dollars|euros|usd|eur|rmb"
    r"|km|meters|metres|miles|feet|kg|calories|kcal|steps|people|users|times|items|votes|points"
    r"|x ?\d|块|元|人|个|次|字|米|公里|步|卡)\b)"
)
_NO_YEAR_BEFORE = r"(?:(?<![\w$€£¥#.,:/+*=-])|(?<=\bmid-))"


def _day(match: re.Match[str], at: Calendar) -> Meaning:
    day = date(int(match["year"]), int(match["month"]), int(match["day"]))
    return Meaning("day", at.days(day))


def _month(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("month", at.month(int(match["year"]), int(match["month"])))


def _year(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("year", at.year(int(match["year"])))


PATTERNS = (
    pattern(
        YEAR_SIGNS,
        rf"(?<![\w.,/-])(?P<year>{YEAR})(?P<sign>[-/.])(?P<month>1[0-2]|0?[1-9])(?P=sign)"
        r"(?P<day>3[01]|[12]\d|0?[1-9])(?:(?![\w/.-])|(?=T\d)|(?=\.(?:\s|$)))",
        _day,
    ),
    pattern(
        YEAR_SIGNS,
        rf"(?<![\w.,/-])(?P<year>{YEAR})[-/](?P<month>1[0-2]|0[1-9])(?![\w/-]|\.\d)",
        _month,
    ),
    pattern(YEAR_SIGNS, rf"{_NO_YEAR_BEFORE}(?P<year>{YEAR}){NO_YEAR_AFTER}", _year),
)
