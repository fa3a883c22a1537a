"""Times that come every year: "in March" names no year, and another one's March may be meant."""

from __future__ import annotations

from datetime import datetime, tzinfo

from memdesk.text.calendar_windows import EARLIEST_YEAR, Calendar, Window, shifted

YEARS_BACK = 9


def earlier_years(window: Window, now: int, tz: tzinfo | None = None) -> tuple[Window, ...]:
    """Return the same days of the nine years before a window of whole days, the latest first.

    Windows are in UTC milliseconds, in the calendar of ``tz`` (None: the computer's own).
    """
    at = Calendar(now, tz)
    first, end = (datetime.fromtimestamp(moment / 1000, tz).date() for moment in window)
    return tuple(
        (at.moment(shifted(first, -12 * back)), at.moment(shifted(end, -12 * back)))
        for back in range(1, YEARS_BACK + 1)
        if first.year - back >= EARLIEST_YEAR
    )
