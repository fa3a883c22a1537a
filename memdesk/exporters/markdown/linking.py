"""Where links lead: which file holds a memory, and by which mark a turn in it is found."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from memdesk.exporters.markdown.note_file import note_title
from memdesk.exporters.markdown.turn_text import LinkOut, one_line
from memdesk.text import markdown
from memdesk.vault import memories
from memdesk.vault.connection import Connection
from memdesk.vault.portable import reading
from memdesk.vault.portable.choice import Choice
from memdesk.vault.records import Memory


class Linking:
    """The links of one export. Holds the links' ends, and the paths of all files."""

    def __init__(self, connection: Connection, choice: Choice) -> None:
        self._db = connection
        self.conversation_paths: dict[int, str] = {}
        self.note_paths: dict[int, str] = {}
        self._out: dict[int, list[tuple[int, str, bool]]] = {}
        self._targets: set[int] = set()
        for source, target, link in reading.links(connection, choice):
            self._out.setdefault(source, []).append((target, link.type, link.bidirectional))
            self._targets.add(target)

    def block(self, memory: Memory) -> str | None:
        """Return the mark of a turn that a link leads to."""
        return _mark(memory.uid) if memory.id in self._targets else None

    def of(self, page: Sequence[int]) -> dict[int, list[LinkOut]]:
        """Return the links of some memories."""
        wanted = {target for one in page for target, _, _ in self._out.get(one, ())}
        if not wanted:
            return {}
        ends = {memory.id: memory for memory in memories.get_many(self._db, sorted(wanted))}
        return {
            one: [
                self._link(ends[target], type_, both_ways)
                for target, type_, both_ways in self._out[one]
            ]
            for one in page
            if one in self._out
        }

    def _link(self, end: Memory, type_: str, both_ways: bool) -> LinkOut:
        if end.conversation_id is None:
            path, block, label = self.note_paths[end.id], None, one_line(note_title(end))
        else:
            path = self.conversation_paths[end.conversation_id]
            block, label = _mark(end.uid), one_line(markdown.strip(end.content[:400]))
        return LinkOut(type_, both_ways, path, block, label or "…")


def _mark(uid: str) -> str:
    digest = hashlib.blake2b(uid.encode("utf-8", "replace"), digest_size=5)
    return f"m{digest.hexdigest()}"
