"""The YAML at the beginning of a note, as far as it is what such YAML mostly is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import islice
from typing import Any

import yaml

from memdesk.importers import written_dates as dates
from memdesk.importers.parsed import Json
from memdesk.importers.values import EARLIEST_WRITTEN_MS, milliseconds

_FENCED = re.compile(r"\A---[ \t]*\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_LONGEST = 64 * 1024
_MOST_NODES = 10_000
_LARGEST = 10**300
_LONGEST_NUMBER = 100
# Written without spaces, hyphens and underscores.
_CREATED = ("created", "createdat", "datecreated", "creationdate", "ctime", "date", "day")
_UPDATED = (
    "updated", "updatedat", "dateupdated", "modified", "modifiedat", "datemodified", "lastmodified",
    "lastupdated", "lastmod", "modificationdate", "mtime",
)  # fmt: skip
_DAY = re.compile(r"\A[\[\s]*((?:19|20)\d{2}-\d{2}-\d{2})")
_SPLIT = re.compile(r"[,\s]+")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a note says of itself; ``problem`` if its YAML cannot be read. Times in UTC ms."""

    title: str | None = None
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    created_at: int | None = None
    updated_at: int | None = None
    properties: dict[str, Json] = field(default_factory=dict)
    problem: str | None = None


def read(text: str, latest: int) -> tuple[FrontMatter, str]:
    """Return a text's front matter and the rest; YAML that cannot be read stays in the text."""
    found = _FENCED.match(text)
    if found is None:
        return FrontMatter(), text
    if len(found[1] or "") > _LONGEST:
        return FrontMatter(problem="its front matter is too long to be read"), text
    try:
        value: Any = yaml.safe_load(found[1] or "")
        if _nodes(value) > _MOST_NODES:
            return FrontMatter(problem="its front matter is too long to be read"), text
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError) as error:
        reason = " ".join(str(error).split())[:200]
        return FrontMatter(problem=f"its front matter is no YAML ({reason})"), text
    if value is None:
        return FrontMatter(), text[found.end() :]
    if not isinstance(value, dict):
        return FrontMatter(), text
    given = {str(_plain(key)).lower(): one for key, one in value.items()}
    times = {re.sub(r"[\s_-]", "", key): one for key, one in given.items()}
    title = _plain(given.get("title"))
    return (
        FrontMatter(
            title=str(title).strip() or None if isinstance(title, str | int | float) else None,
            tags=tuple(dict.fromkeys((*_names(given.get("tags")), *_names(given.get("tag"))))),
            aliases=tuple(_listed(given.get("aliases", given.get("alias")))),
            created_at=_first_time(times, _CREATED, latest),
            updated_at=_first_time(times, _UPDATED, latest),
            properties={str(_plain(key)): _plain(one) for key, one in value.items()},
        ),
        text[found.end() :],
    )


def _nodes(value: Any) -> int:
    """Count the values within a value, up to a few more than are read: aliases can name one many
    thousand times."""
    waiting, count = [value], 0
    while waiting and count <= _MOST_NODES:
        one = waiting.pop()
        count += 1
        inner = one if isinstance(one, list) else one.values() if isinstance(one, dict) else ()
        waiting.extend(islice(inner, _MOST_NODES))
    return count


def _listed(value: Any) -> Iterator[str]:
    for one in value if isinstance(value, list) else [value]:
        plain = _plain(one) if not isinstance(one, list | dict) else None
        if isinstance(plain, str | int | float) and str(plain).strip():
            yield str(plain).strip()


def _names(value: Any) -> Iterator[str]:
    """Yield tags: a list of them, or one text with commas or spaces between."""
    for one in _listed(value):
        yield from (name.lstrip("#") for name in _SPLIT.split(one) if name.lstrip("#"))


def _first_time(given: dict[str, Any], names: tuple[str, ...], latest: int) -> int | None:
    for name in names:
        value = given.get(name)
        # A link to the day's note without quotation marks is a list in a list.
        while isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, datetime):
            value = (value if value.tzinfo else value.replace(tzinfo=UTC)).isoformat()
        elif isinstance(value, date):
            value = value.isoformat()
        elif not isinstance(value, str | int | float):
            continue
        found = milliseconds(value, latest, EARLIEST_WRITTEN_MS)
        if found is None and isinstance(value, str):
            found = dates.read(value, dates.day_comes_first([value]) is True, latest)
        if found is None and (day := _DAY.match(str(value))):
            found = milliseconds(day[1], latest, EARLIEST_WRITTEN_MS)
        if found is not None:
            return found
    return None


def _plain(value: Any, depth: int = 0) -> Json:
    """Return a value as JSON has it; what is nested deeper than notes do is written out."""
    if isinstance(value, str):
        # In YAML that was written as JSON a character may stand as two halves.
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        # Of more digits no number is written.
        return value if abs(value) < _LARGEST else hex(value)[:_LONGEST_NUMBER]
    if isinstance(value, float):
        return value if abs(value) < 1e308 else str(value)
    if isinstance(value, list) and depth < 4:
        return [_plain(one, depth + 1) for one in value[:1_000]]
    if isinstance(value, dict) and depth < 4:
        return {str(key): _plain(one, depth + 1) for key, one in [*value.items()][:1_000]}
    if isinstance(value, date):
        return value.isoformat()
    return type(value).__name__
