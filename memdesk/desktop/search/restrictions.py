"""Filters in words, one at a time, and ways to loosen a search that found nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from memdesk.desktop.widgets.names import role_name, source_name, type_name
from memdesk.retrieval.results import Filters

_OPERATOR = re.compile(
    r'(?<!\S)-?(?:tag|source|role|type|in|before|after|on|is|has):(?:"[^"]*"|\S*)', re.IGNORECASE
)


translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Restriction:
    """One filter value in words, and the filters without it."""

    words: str
    without: Filters


@dataclass(frozen=True, slots=True)
class Loosening:
    """A wider search: what it is called, its text and filters."""

    words: str
    text: str
    filters: Filters


def restrictions(filters: Filters) -> list[Restriction]:
    """Every single filter value that is set, in a fixed order."""
    found: list[Restriction] = []
    for source in sorted(filters.sources):
        found.append(
            Restriction(source_name(source), replace(filters, sources=filters.sources - {source}))
        )
    for role in sorted(filters.roles):
        found.append(Restriction(role_name(role), replace(filters, roles=filters.roles - {role})))
    for type_ in sorted(filters.types):
        found.append(Restriction(type_name(type_), replace(filters, types=filters.types - {type_})))
    for tag in sorted(filters.tags):
        found.append(Restriction(f"#{tag}", replace(filters, tags=filters.tags - {tag})))
    if filters.after is not None or filters.before is not None:
        words = period_words(filters.after, filters.before)
        found.append(Restriction(words, replace(filters, after=None, before=None)))
    return found


def period_words(after: int | None, before: int | None) -> str:
    """A period in UTC milliseconds as words: 2024, Mar 2024, since 14 Mar 2024."""
    start = datetime.fromtimestamp(after / 1000) if after is not None else None
    end = datetime.fromtimestamp(before / 1000) if before is not None else None
    if start is not None and end is not None:
        if start == datetime(start.year, 1, 1) and end == datetime(start.year + 1, 1, 1):
            return str(start.year)
        return f"{_day(start)} – {_day(end)}"
    if start is not None:
        return translate("Restrictions", "since {day}").format(day=_day(start))
    return (
        translate("Restrictions", "before {day}").format(day=_day(end)) if end is not None else ""
    )


def loosenings(text: str, filters: Filters) -> list[Loosening]:
    """Searches that leave out one thing each, the most likely culprit first."""
    found = [
        Loosening(
            translate("Restrictions", "Without “{name}”").format(name=one.words), text, one.without
        )
        for one in restrictions(filters)
    ]
    if len(found) > 1:
        found.insert(0, Loosening(translate("Restrictions", "Without filters"), text, Filters()))
    plain = " ".join(_OPERATOR.sub(" ", text).split())
    if plain and plain != " ".join(text.split()):
        found.append(Loosening(translate("Restrictions", "Without operators"), plain, filters))
    if '"' in plain:
        unquoted = " ".join(text.replace('"', " ").split())
        found.append(Loosening(translate("Restrictions", "Words in any order"), unquoted, filters))
    kept = [word for word in text.split() if not (word.startswith("-") and len(word) > 1)]
    if kept and len(kept) < len(text.split()):
        found.append(
            Loosening(translate("Restrictions", "Without exclusions"), " ".join(kept), filters)
        )
    return found[:4]


def _day(moment: datetime) -> str:
    return QLocale().toString(
        QDate(moment.year, moment.month, moment.day), translate("Restrictions", "d MMM yyyy")
    )
