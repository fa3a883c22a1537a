"""Days of a conversation, in local time."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from memdesk.vault.records import Memory


def day_of(memory: Memory) -> date | None:
    """The local day a memory was said on."""
    if memory.created_at is None:
        return None
    return datetime.fromtimestamp(memory.created_at / 1000).date()


def day_name(day: date, today: date | None = None) -> str:
    """today, yesterday, or Thursday, 14 March 2024."""
    today = today or date.today()
    if day == today:
        return QCoreApplication.translate("Days", "today")
    if day == today - timedelta(days=1):
        return QCoreApplication.translate("Days", "yesterday")
    pattern = QCoreApplication.translate("Days", "dddd, d MMMM yyyy")
    return QLocale().toString(QDate(day.year, day.month, day.day), pattern)
