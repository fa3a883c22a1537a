"""Which filters and operators leave one memory out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from memdesk.retrieval import filtering
from memdesk.retrieval.query import ParsedQuery
from memdesk.retrieval.ranked import Context
from memdesk.retrieval.results import Filters


def against(
    context: Context, parsed: ParsedQuery, filters: Filters, ordinal: int
) -> tuple[str, ...]:
    """Return each restriction of a question that a memory does not meet, as it is typed.

    ``filters`` are all that are in force, set by chips or typed.
    """
    columns, connection = context.columns, context.connection
    found = [
        words
        for words, single in _singly(filters)
        if not filtering.mask(columns, connection, single)[ordinal]
    ]
    for phrase in parsed.excluded:
        without = filtering.mask(columns, connection, Filters(), excluded=(phrase,))
        if not without[ordinal]:
            found.append(f"-{_quoted(phrase)}")
    passing = filtering.mask(columns, connection, filters, excluded=parsed.excluded)
    if (passing & filtering.holding(columns, connection, parsed.phrases)).any():
        # Otherwise the phrases were searched as words, and shut nothing out.
        for phrase in parsed.phrases:
            if not filtering.holding(columns, connection, (phrase,))[ordinal]:
                found.append(f'"{phrase}"')
    return tuple(found)


def _singly(filters: Filters) -> Iterator[tuple[str, Filters]]:
    """Yield each restriction by itself; the values of one field are alternatives."""
    if filters.sources:
        yield _either("source", filters.sources), Filters(sources=filters.sources)
    if filters.roles:
        yield _either("role", filters.roles), Filters(roles=filters.roles)
    if filters.types:
        yield _either("type", filters.types), Filters(types=filters.types)
    for tag in sorted(filters.tags):
        yield f"tag:{_quoted(tag)}", Filters(tags=frozenset({tag}))
    if filters.in_title is not None:
        yield f"in:{_quoted(filters.in_title)}", Filters(in_title=filters.in_title)
    if filters.after is not None:
        yield f"after:{_day(filters.after)}", Filters(after=filters.after)
    if filters.before is not None:
        yield f"before:{_day(filters.before)}", Filters(before=filters.before)
    for kind in sorted(filters.is_):
        yield f"is:{kind}", Filters(is_=frozenset({kind}))
    for kind in sorted(filters.has):
        yield f"has:{kind}", Filters(has=frozenset({kind}))


def _either(name: str, values: frozenset[str]) -> str:
    return " or ".join(f"{name}:{_quoted(value)}" for value in sorted(values))


def _quoted(text: str) -> str:
    return f'"{text}"' if any(c.isspace() for c in text) else text


def _day(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000).date().isoformat()
