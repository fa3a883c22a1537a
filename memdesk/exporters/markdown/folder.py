"""Writing the folder: conversations and notes by year, links between them as wiki links."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memdesk.exporters.markdown import own_files, turn_text
from memdesk.exporters.markdown.conversation_file import ConversationFile
from memdesk.exporters.markdown.file_names import safe_name
from memdesk.exporters.markdown.front_matter import said_time
from memdesk.exporters.markdown.linking import Linking
from memdesk.exporters.markdown.note_file import note_text, note_title
from memdesk.exporters.markdown.own_files import OwnFiles
from memdesk.exporters.watching import Watch
from memdesk.vault import conversations, memories
from memdesk.vault import tags as tagging
from memdesk.vault.connection import Connection
from memdesk.vault.portable import choice as choosing
from memdesk.vault.portable.choice import Choice
from memdesk.vault.records import Conversation

_UNDATED = "Undated"


@dataclass(frozen=True, slots=True)
class Written:
    """What was written; ``kept`` are files of a former export that somebody has changed."""

    memories: int
    files: int
    kept: tuple[str, ...]


def write(connection: Connection, choice: Choice, target: Path, watch: Watch) -> Written:
    """Write the folder within the caller's transaction.

    Everything replaces what a former export of everything left in the folder, as far as nobody
    changed it; a part adds to it. Holds a page of memories, and the names of all files, at a
    time. Raises :class:`ExportError`.
    """
    total = choosing.count(connection, choice)
    watch.begin(total)
    files = OwnFiles(target)
    try:
        folder = _Folder(connection, choice, files, watch)
        count = folder.write()
        watch.check()
        files.finish(all_of_them=choice.ids is None)
    except BaseException:
        files.clear()
        raise
    return Written(total, count, tuple(sorted(set(files.kept))))


class _Folder:
    def __init__(
        self, connection: Connection, choice: Choice, files: OwnFiles, watch: Watch
    ) -> None:
        self._db = connection
        self._choice = choice
        self._files = files
        self._watch = watch
        self._linking = Linking(connection, choice)

    def write(self) -> int:
        """Write all files; returns how many. Names first: a link may lead to a later file."""
        talks = choosing.conversation_ids(self._db, self._choice)
        for identifier in talks:
            self._watch.check()
            self._name_conversation(identifier)
        for page in choosing.memories_of(self._db, self._choice, None):
            self._watch.check()
            self._name_notes(page)
        for identifier in talks:
            self._write_conversation(identifier)
        notes = 0
        for page in choosing.memories_of(self._db, self._choice, None):
            notes += len(page)
            self._write_notes(page)
        return len(talks) + notes

    def _name_conversation(self, identifier: int) -> None:
        talk = self._conversation(identifier)
        key = f"conversation\0{talk.source}\0{talk.external_id}"
        title = talk.title.strip() or self._beginning(identifier)
        if self._is_excerpt(talk):
            # It must not take the place of the whole conversation.
            key, title = f"excerpt\0{key}", f"{title[:70]} (excerpt)"
        name = _dated(talk.started_at or talk.updated_at, safe_name(title, "Untitled"))
        folder = f"Conversations/{_year(talk.started_at or talk.updated_at)}"
        path = self._files.name(own_files.digest(key), folder, name)
        self._linking.conversation_paths[identifier] = path

    def _name_notes(self, page: list[int]) -> None:
        for memory in memories.get_many(self._db, page):
            name = _dated(memory.created_at, safe_name(note_title(memory), "Note"))
            folder = f"Notes/{_year(memory.created_at)}"
            path = self._files.name(own_files.digest(f"note\0{memory.uid}"), folder, name)
            self._linking.note_paths[memory.id] = path

    def _write_conversation(self, identifier: int) -> None:
        talk = self._conversation(identifier)
        file = ConversationFile(talk, is_excerpt=self._is_excerpt(talk))
        others: dict[int, list[int]] = {}
        with self._files.open(self._linking.conversation_paths[identifier]) as stream:
            tags = tagging.in_conversation(self._db, identifier)
            otherwise = "" if talk.title.strip() else self._beginning(identifier)
            stream.write(file.beginning(tags, otherwise))
            for page in choosing.memories_of(self._db, self._choice, identifier):
                links = self._linking.of(page)
                for memory in memories.get_many(self._db, page):
                    if memory.branch:
                        others.setdefault(memory.branch, []).append(memory.id)
                        continue
                    block = self._linking.block(memory)
                    stream.write(turn_text.turn(memory, 2, block, links.get(memory.id, ())))
                    self._watch.step()
            for number, branch in enumerate(sorted(others), 1):
                stream.write(file.branch_beginning(number))
                for page in _pages(others[branch]):
                    links = self._linking.of(page)
                    for memory in memories.get_many(self._db, page):
                        block = self._linking.block(memory)
                        stream.write(turn_text.turn(memory, 3, block, links.get(memory.id, ())))
                        self._watch.step()

    def _write_notes(self, page: list[int]) -> None:
        links = self._linking.of(page)
        for memory in memories.get_many(self._db, page):
            with self._files.open(self._linking.note_paths[memory.id]) as stream:
                stream.write(note_text(memory, links.get(memory.id, ())))
            self._watch.step()

    def _conversation(self, identifier: int) -> Conversation:
        found = conversations.get(self._db, identifier)
        assert found is not None
        return found

    def _is_excerpt(self, talk: Conversation) -> bool:
        if self._choice.ids is None:
            return False
        chosen = sum(map(len, choosing.memories_of(self._db, self._choice, talk.id)))
        return chosen < len(choosing.of_conversation(self._db, talk.id))

    def _beginning(self, identifier: int) -> str:
        """Return the first words of a conversation, for one without a title."""
        for page in choosing.memories_of(self._db, self._choice, identifier):
            for memory in memories.get_many(self._db, page[:1]):
                return turn_text.one_line(memory.content)
        return ""


def _pages(identifiers: list[int]) -> Iterator[list[int]]:
    for first in range(0, len(identifiers), choosing.PAGE):
        yield identifiers[first : first + choosing.PAGE]


def _year(moment: int | None) -> str:
    said = None if moment is None else said_time(moment)
    return said[:4] if said else _UNDATED


def _dated(moment: int | None, name: str) -> str:
    said = None if moment is None else said_time(moment)
    return f"{said[:10]} {name}" if said else name
