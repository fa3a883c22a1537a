"""Days, weeks, months and seasons of the local calendar as windows of UTC milliseconds."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Literal

Window = tuple[int, int]
Unit = Literal["hour", "day", "week", "month", "year"]
Season = Literal["spring", "summer", "autumn", "winter"]

EARLIEST_YEAR = 1900
LATEST_YEAR = 2099

_FIRST_MONTH: dict[Season, int] = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
_HOUR = 3_600_000


@dataclass(frozen=True, slots=True)
class Calendar:
    """The calendar as seen at a moment (UTC milliseconds) and place.

    Windows are half-open and follow the clock's changes: a day in spring may have 23 hours.
    Dates that do not exist and years outside 1900 to 2099 raise ValueError or OverflowError.
    """

    now: int
    zone: tzinfo | None = None

    @property
    def today(self) -> date:
        """The present day."""
        return datetime.fromtimestamp(self.now / 1000, self.zone).date()

    def moment(self, day: date, hour: int = 0) -> int:
        """Return when the clock shows this hour of this day."""
        if not EARLIEST_YEAR <= day.year <= LATEST_YEAR + 1:
            raise ValueError(f"the year {day.year} is out of range")
        # Some systems know no local time before their epoch; there, hours don't matter.
        zone = UTC if day.year < 1971 else self.zone
        local = datetime(day.year, day.month, day.day, hour, tzinfo=zone)
        return int(local.timestamp() * 1000)

    def days(self, first: date, count: int = 1) -> Window:
        """Return the window of ``count`` days from ``first`` on."""
        return self.moment(first), self.moment(first + timedelta(days=count))

    def hours(self, day: date, first: int, last: int) -> Window:
        """Return the window between two hours of a day; 24 and more lie in the next."""
        return (
            self.moment(day + timedelta(days=first // 24), first % 24),
            self.moment(day + timedelta(days=last // 24), last % 24),
        )

    def week(self, back: int = 0) -> Window:
        """Return the week, Monday to Sunday, that lies ``back`` weeks before this one."""
        return self.days(self.monday(back), 7)

    def monday(self, back: int = 0) -> date:
        """Return the Monday of the week that lies ``back`` weeks before this one."""
        return self.today - timedelta(days=self.today.weekday() + 7 * back)

    def month(self, year: int, month: int, count: int = 1) -> Window:
        """Return the window of ``count`` months from this one on."""
        first = date(year, month, 1)
        return self.moment(first), self.moment(shifted(first, count))

    def year(self, year: int) -> Window:
        """Return the window of a year."""
        return self.month(year, 1, 12)

    def season(self, season: Season, year: int) -> Window:
        """Return a northern season; a winter begins in December of its year."""
        return self.month(year, _FIRST_MONTH[season], 3)

    def latest_year(self, month: int, day: int = 1) -> int:
        """Return the year of the last such day, today included."""
        today = self.today
        return today.year if (month, day) <= (today.month, today.day) else today.year - 1

    def comes_sooner(self, month: int) -> bool:
        """Tell whether the next such month begins sooner than the last one is over."""
        year = self.latest_year(month)
        return self.month(year + 1, month)[0] - self.now < self.now - self.month(year, month)[1]

    def latest_season(self, season: Season, *, over: bool = False) -> Window:
        """Return the last such season that has begun, or that is ``over``."""
        year = self.today.year
        while True:
            window = self.season(season, year)
            if window[1 if over else 0] <= self.now:
                return window
            year -= 1

    def ago(self, count: float, unit: Unit) -> Window:
        """Return a window one unit wide (or half, for half a unit) around ``count`` units ago."""
        if unit == "hour":
            middle = self.now - int(count * _HOUR)
            return middle - _HOUR // 2, middle + _HOUR // 2
        middle_day = self.before_today(count, unit)
        whole = {"day": 1, "week": 7, "month": 31, "year": 365}[unit]
        width = max(1, round(whole * min(count, 1)))
        return self.days(middle_day - timedelta(days=width // 2), width)

    def few_ago(self, unit: Unit) -> Window:
        """Return the window of what was a few units ago: two to six of them."""
        return self.ago(6, unit)[0], self.ago(2, unit)[1]

    def recent(self, count: float, unit: Unit) -> Window:
        """Return the window from ``count`` units ago to the end of today."""
        if unit == "hour":
            return self.now - int(count * _HOUR), self.now + 1
        first = self.before_today(count, unit)
        return self.moment(first), self.moment(self.today + timedelta(days=1))

    def before_today(self, count: float, unit: Unit) -> date:
        """Return the day that lies ``count`` units (not hours) before today."""
        if unit == "year":
            return shifted(self.today, -round(count * 12))
        if unit == "month":
            whole = int(count)
            return shifted(self.today, -whole) - timedelta(days=round((count - whole) * 30))
        return self.today - timedelta(days=round(count * (7 if unit == "week" else 1)))


def shifted(day: date, months: int) -> date:
    """Return the same day of another month, or the last one if that month is shorter."""
    number = day.year * 12 + day.month - 1 + months
    year, month = number // 12, number % 12 + 1
    if not EARLIEST_YEAR <= year <= LATEST_YEAR + 1:
        raise ValueError(f"the year {year} is out of range")
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))
