"""The query language: free text with phrases, exclusions and ``name:value`` operators.

    sourdough starter "bulk rise" -pizza role:user source:chatgpt after:2024-03

A query is never refused. What can't be read as an operator is searched as text, and
:attr:`ParsedQuery.problems` says so in the person's words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from memdesk.retrieval.results import Filters, Mended
from memdesk.text import time_expressions
from memdesk.vault.records import MEMORY_TYPES, ROLES, storable

OPERATORS: dict[str, str] = {
    "tag": "memories with this tag",
    "source": "where it came from: chatgpt, claude, note …",
    "role": "who said it: user, assistant, tool",
    "type": "kind of memory: episodic, semantic, procedural …",
    "in": "conversations with this in their title",
    "before": "before a day, month or year: before:2024-03",
    "after": "from a day, month or year on: after:2024",
    "on": "on a day, in a month or year: on:yesterday",
    "is": "pinned, edited or linked",
    "has": "code, link or attachment",
}
IS_VALUES = frozenset({"pinned", "edited", "linked"})
HAS_VALUES = frozenset({"code", "link", "attachment"})
_ROLE_NAMES = {"me": "user", "you": "assistant", "i": "user", "ai": "assistant"}

_PART = re.compile(
    r"""(?P<sign>-?)(?:(?P<name>[A-Za-z]+):)?(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"]+))""",
)
_ISO = re.compile(r"^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$")


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query as read: ``text`` is the free part, searched by words and by meaning.

    ``ends_in_word`` is False once a space follows the last word: it is then typed to its end.
    ``mended`` are the slips in ``text`` that were mended after reading.
    """

    text: str
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    filters: Filters = field(default_factory=Filters)
    problems: tuple[str, ...] = ()
    ends_in_word: bool = True
    mended: tuple[Mended, ...] = ()

    @property
    def is_blank(self) -> bool:
        """Whether nothing is left to search for by words."""
        return not self.text.strip() and not self.phrases


def parse(query: str, now: int) -> ParsedQuery:
    """Read a query. ``now`` (UTC milliseconds) is what relative dates refer to."""
    words: list[str] = []
    phrases: list[str] = []
    excluded: list[str] = []
    problems: list[str] = []
    filters = Filters()
    query = storable(query)
    if query.count('"') % 2:
        problems.append("A quotation mark is not closed; the text after it was read as words.")
        at = query.rindex('"')
        query = f"{query[:at]} {query[at + 1 :]}"
    for match in _PART.finditer(query):
        name = (match["name"] or "").lower()
        value = match["quoted"] if match["quoted"] is not None else match["bare"]
        whole = match.group()
        if name in OPERATORS and not match["sign"]:
            read = _apply(filters, name, value, now)
            if isinstance(read, Filters):
                filters = read
            else:
                problems.append(read)
                words.append(value)
        elif name in OPERATORS:
            problems.append(f"“{whole}” was read as words: only words and phrases can be excluded.")
            words.append(value)
        elif value.endswith(":") and value[:-1].lower() in OPERATORS and match["quoted"] is None:
            problems.append(f"“{value}” has no value yet.")
        elif match["sign"] and not name and value.strip() and not value.startswith("-"):
            excluded.append(value)
        elif match["quoted"] is not None and not name and value.strip():
            phrases.append(value)
        else:
            words.append(whole)
    return ParsedQuery(
        text=" ".join(words),
        phrases=tuple(phrases),
        excluded=tuple(excluded),
        filters=filters,
        problems=tuple(problems),
        ends_in_word=query == query.rstrip(),
    )


def _apply(filters: Filters, name: str, value: str, now: int) -> Filters | str:
    """Return the filters with one operator more, or what is wrong with its value."""
    lowered = value.lower()
    if not value.strip():
        return f"“{name}:” has no value yet."
    if name == "tag":
        return replace(filters, tags=filters.tags | {value})
    if name == "source":
        return replace(filters, sources=filters.sources | {lowered})
    if name == "role":
        role = _ROLE_NAMES.get(lowered, lowered)
        if role not in ROLES:
            return f"There is no role “{value}”: the roles are user, assistant, tool, system."
        return replace(filters, roles=filters.roles | {role})
    if name == "type":
        if lowered not in MEMORY_TYPES and not lowered.isalpha():
            return f"There is no type “{value}”."
        return replace(filters, types=filters.types | {lowered})
    if name == "in":
        return replace(filters, in_title=value)
    if name in ("is", "has"):
        known = IS_VALUES if name == "is" else HAS_VALUES
        if lowered not in known:
            return f"“{name}:” takes {', '.join(sorted(known))}; “{value}” was read as a word."
        if name == "is":
            return replace(filters, is_=filters.is_ | {lowered})
        return replace(filters, has=filters.has | {lowered})
    window = period(value, now)
    if window is None:
        return f"“{value}” is no date; write 2024, 2024-03, 2024-03-14, yesterday or last week."
    first, end = window
    if name == "before":
        return replace(filters, before=first)
    if name == "after":
        return replace(filters, after=first)
    return replace(filters, after=first, before=end)


def period(value: str, now: int) -> tuple[int, int] | None:
    """Return [first, end) in UTC milliseconds of a date as typed, in local time; None if none."""
    match = _ISO.match(value)
    if match:
        month, day = (int(part) if part else None for part in match.group(2, 3))
        try:
            return _calendar(int(match[1]), month, day)
        except (ValueError, OverflowError, OSError):
            return None
    found = time_expressions.find(value.replace("-", " ").replace("_", " "), now)
    return (found[0].after, found[0].before) if found else None


def _calendar(year: int, month: int | None, day: int | None) -> tuple[int, int]:
    first = datetime(year, 1 if month is None else month, 1 if day is None else day)
    if day is not None:
        end = first + timedelta(days=1)
    elif month is not None:
        end = datetime(year + month // 12, month % 12 + 1, 1)
    else:
        end = datetime(year + 1, 1, 1)
    return _milliseconds(first), _milliseconds(end)


def _milliseconds(local: datetime) -> int:
    return int(local.astimezone().timestamp() * 1000)
