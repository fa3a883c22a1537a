"""Dates and times as people say them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

translate = QCoreApplication.translate


def said(milliseconds: int | None, now: datetime | None = None) -> str:
    """A UTC time as a short local date: today 09:31, yesterday, 14 Mar 2024."""
    if milliseconds is None:
        return translate("Dates", "no date")
    moment = datetime.fromtimestamp(milliseconds / 1000)
    today = (now or datetime.now()).date()
    if moment.date() == today:
        return translate("Dates", "today {time}").format(time=clock(milliseconds))
    if moment.date() == today - timedelta(days=1):
        return translate("Dates", "yesterday")
    return QLocale().toString(_local(milliseconds), translate("Dates", "d MMM yyyy"))


def full(milliseconds: int | None) -> str:
    """A UTC time in full, local: Thursday, 14 March 2024, 09:31."""
    if milliseconds is None:
        return translate("Dates", "no date")
    day = QLocale().toString(_local(milliseconds), translate("Dates", "dddd, d MMMM yyyy"))
    return f"{day}, {clock(milliseconds)}"


def clock(milliseconds: int) -> str:
    """The local time of day of a UTC time: 09:31."""
    return QLocale().toString(_local(milliseconds), "HH:mm")


def duration(seconds: float) -> str:
    """A length of time, rounded as one would say it: 40 seconds, 3 minutes, 2 hours."""
    if seconds < 50:
        count = max(1, round(seconds / 5) * 5) if seconds > 10 else max(1, round(seconds))
        return _plain(translate("Dates", "%n second(s)", "", count), count)
    if seconds < 50 * 60:
        count = max(1, round(seconds / 60))
        return _plain(translate("Dates", "%n minute(s)", "", count), count)
    if seconds < 36 * 3600:
        count = max(1, round(seconds / 3600))
        return _plain(translate("Dates", "%n hour(s)", "", count), count)
    count = round(seconds / 86400)
    return _plain(translate("Dates", "%n day(s)", "", count), count)


def number(value: int) -> str:
    """A count with the locale's separators: 218,402."""
    return QLocale().toString(value)


def in_column(values: Iterable[int]) -> list[str]:
    """Counts that stand one below the other, digit below digit where they begin at one place."""
    texts = [number(value) for value in values]
    longest = max(texts, key=len, default="")
    # Spaces as wide as a digit, and as a comma.
    blank = "".join("\u2007" if sign.isdigit() else "\u2008" for sign in longest)
    return [blank[: len(longest) - len(text)] + text for text in texts]


def rough(value: int) -> str:
    """A count where there is little room, in at most four signs: 981, 9.8k, 218k."""
    if value < 1000:
        return number(value)
    tenths = value // 100
    exact = tenths % 10 == 0 or tenths >= 100
    thousands = number(tenths // 10) if exact else QLocale().toString(tenths / 10, "f", 1)
    return translate("Dates", "{thousands}k").format(thousands=thousands)


def _local(milliseconds: int) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(milliseconds)


def _plain(text: str, count: int) -> str:
    """Give English, the source language, its plural; translations bring their own."""
    return text.replace("(s)", "" if count == 1 else "s")
