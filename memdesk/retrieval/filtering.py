"""Filters as a mask over all memories."""

from __future__ import annotations

import unicodedata

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import NO_TIME, Columns, Names
from memdesk.retrieval.results import Filters
from memdesk.text.terms import analyse, index_text
from memdesk.vault import fulltext, lookups, tags

Mask = NDArray[np.bool_]


def mask(
    columns: Columns,
    connection: apsw.Connection,
    filters: Filters,
    *,
    excluded: tuple[str, ...] = (),
) -> Mask:
    """Return which memories may be answers, ``(size,)``: alive and within every restriction."""
    allowed: Mask = columns.field("alive").copy()
    for values, names, field in (
        (filters.sources, columns.sources, "source"),
        (filters.roles, columns.roles, "role"),
        (filters.types, columns.types, "type"),
    ):
        if values:
            allowed &= np.isin(columns.field(field), _numbers(names, values))
    created = columns.field("created_at")
    if filters.after is not None:
        allowed &= created >= filters.after
    if filters.before is not None:
        allowed &= (created < filters.before) & (created != NO_TIME)
    for tag in sorted(filters.tags):
        allowed &= _mask_of(columns, tags.memories_with(connection, tag))
    if "pinned" in filters.is_:
        allowed &= columns.field("pinned")
    if "edited" in filters.is_:
        allowed &= columns.field("edited")
    if "linked" in filters.is_:
        allowed &= _mask_of(columns, lookups.linked(connection))
    for kind in sorted(filters.has):
        allowed &= _mask_of(columns, lookups.having(connection, kind))
    if filters.in_title is not None:
        conversations = lookups.conversations_titled(connection, filters.in_title)
        allowed &= np.isin(columns.field("conversation"), conversations)
    for phrase in excluded:
        allowed &= ~_mask_of(columns, _with_phrase(connection, phrase))
    return allowed


def holding(columns: Columns, connection: apsw.Connection, phrases: tuple[str, ...]) -> Mask:
    """Return which memories hold every one of the phrases word for word, ``(size,)``."""
    held = np.ones(columns.size, dtype=np.bool_)
    for phrase in phrases:
        held &= _mask_of(columns, _with_phrase(connection, phrase))
    return held


def _with_phrase(connection: apsw.Connection, phrase: str) -> list[int]:
    """Return the ids of the memories that hold the phrase; all its words in a row."""
    text = index_text(unicodedata.normalize("NFKC", phrase))[0]
    # Plain text is indexed as it stands: signs by themselves are no words.
    words = [word for word in text.split() if analyse(word)]
    if not words:
        return []
    if len(words) > 1 and len(words[-1]) == 1 and words[-1] == words[-2][-1]:
        # The single character that closes a CJK run need not be followed by anything.
        words.pop()
    # One character by itself begins the pairs it is part of.
    single = len(words[-1]) == 1 and analyse(words[-1])[0].is_cjk
    return [int(i) for i in fulltext.phrase_matches(connection, words, as_prefix=single)]


def _numbers(names: Names, values: frozenset[str]) -> list[int]:
    return [names.find(value) for value in sorted(values)]


def _mask_of(columns: Columns, ids: list[int]) -> Mask:
    result = np.zeros(columns.size, dtype=np.bool_)
    result[columns.ordinals_of(ids)] = True
    return result
