"""Counts, names and times of imports in words."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QLocale

from memdesk.desktop.widgets.dates import number, said


def _tr(text: str) -> str:
    return QCoreApplication.translate("Figures", text)


def conversations(count: int) -> str:
    """1 conversation, 1,204 conversations."""
    if count == 1:
        return _tr("1 conversation")
    return _tr("{count} conversations").format(count=number(count))


def messages(count: int) -> str:
    """1 message, 28,113 messages."""
    return _tr("1 message") if count == 1 else _tr("{count} messages").format(count=number(count))


def notes(count: int) -> str:
    """1 note, 12 notes."""
    return _tr("1 note") if count == 1 else _tr("{count} notes").format(count=number(count))


def found(conversations: int, count: int) -> str:
    """What came with so many conversations: messages, or notes if there are none."""
    return messages(count) if conversations else notes(count)


def problems(count: int) -> str:
    """1 problem, 12 problems."""
    return _tr("1 problem") if count == 1 else _tr("{count} problems").format(count=number(count))


def size(count: int) -> str:
    """A file's size: 18.4 MB."""
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def period(first: int | None, last: int | None) -> str:
    """From the first to the last message, as dates; empty if neither is known."""
    if first is None or last is None:
        return ""
    start, end = said(first), said(last)
    return start if start == end else _tr("{start} to {end}").format(start=start, end=end)


def file_name(path: str) -> str:
    """The last part of a path, as people call a file."""
    return PurePath(path).name or path
