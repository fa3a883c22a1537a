"""The full-text indexes of MemX and memesh, as they define them, beside memdesk's own.

Both tokenise with ``unicode61 remove_diacritics 1`` and do not stem. They are built in memory
when one of the parents' profiles is first used, follow the vault from then on, and are never
stored.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import apsw

from memdesk.text.script import CJK_CLASS
from memdesk.vault import changes, memories

_CJK = re.compile(rf"([{CJK_CLASS}])")
_MEMESH_CHARACTERS = 8_000
_MEMESH_WORDS = 20
_MEMESH_SHORTEST = 3

_ALIVE = changes.COLUMNS.index("alive")
_AUTHOR = changes.COLUMNS.index("author")

Hits = list[tuple[int, float]]


class ParentIndex:
    """An FTS5 table in memory over the texts of all memories, as one parent writes them."""

    def __init__(self, prepare: Callable[[str], str]) -> None:
        self._prepare = prepare
        self._version = 0
        self._connection = apsw.Connection(":memory:")
        self._connection.execute(
            "CREATE VIRTUAL TABLE fts USING fts5(content, content='', contentless_delete=1,"
            " tokenize='unicode61 remove_diacritics 1')"
        )

    def refresh(self, vault: apsw.Connection) -> None:
        """Take over what changed in the vault."""
        latest = changes.latest_version(vault)
        if latest == self._version:
            return
        changed = {row[0]: row for row in changes.since(vault, self._version)}
        gone = changes.purged_since(vault, self._version)
        texts = memories.contents(vault, [i for i, row in changed.items() if row[_ALIVE]])
        with self._connection:
            for identifier in (*changed, *gone):
                self._connection.execute("DELETE FROM fts WHERE rowid=?", (identifier,))
            self._connection.executemany(
                "INSERT INTO fts (rowid, content) VALUES (?,?)",
                (
                    (i, self._prepare(_record(changed[i][_AUTHOR], text)))
                    for i, text in texts.items()
                ),
            )
        self._version = latest

    def match(self, expression: str, limit: int) -> Hits:
        """Return (memory id, bm25 as a positive number), best first."""
        if not expression:
            return []
        rows = self._connection.execute(
            "SELECT rowid, -bm25(fts) FROM fts WHERE fts MATCH ? ORDER BY bm25(fts), rowid LIMIT ?",
            (expression, limit),
        )
        return [(int(identifier), float(score)) for identifier, score in rows]


def _record(author: str | None, text: str) -> str:
    """Return a record as the parents would hold it: who spoke is part of the text."""
    return f"{author}: {text}" if author else text


def memx_text(text: str) -> str:
    """MemX separates CJK characters by spaces before indexing."""
    return _CJK.sub(r" \1 ", text)


def memx_expression(query: str) -> str:
    """MemX asks for the whole query as one quoted phrase."""
    words = " ".join(memx_text(query).replace('"', " ").split())
    return f'"{words}"' if words else ""


def memesh_text(text: str) -> str:
    """memesh cuts a record at 8,000 characters."""
    return text[:_MEMESH_CHARACTERS]


def memesh_expression(query: str) -> str:
    """memesh's rule: other signs out, words of three letters on, the first 20, any of them."""
    words = [w for w in re.sub(r"[^\w\s]|_", " ", query).split() if len(w) >= _MEMESH_SHORTEST]
    return " OR ".join(f'"{word}"' for word in words[:_MEMESH_WORDS])
