"""From what a parser yields to batches, each of which becomes one transaction.

All that needs no vault is done here: making the vault's records, and deriving from their texts
what is stored beside them. It takes longer than storing them, and can be done elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from memdesk.importers.carrying import Carrying, Companion
from memdesk.importers.choice import EVERYTHING, Choice, LeftOut
from memdesk.importers.choosing import chosen
from memdesk.importers.mapping import (
    attached,
    conversation_record,
    memory_record,
    note_record,
    told_apart,
)
from memdesk.importers.parsed import (
    Input,
    NoteLink,
    ParsedConversation,
    ParsedItem,
    ParsedNote,
    ParseIssue,
    Parser,
)
from memdesk.vault import memories
from memdesk.vault.memories import Prepared
from memdesk.vault.portable.records import PortableConversation, PortableMemory
from memdesk.vault.portable.restoring import Carried
from memdesk.vault.records import NewConversation

# A batch is a transaction, and the longest that an edit has to wait.
_BATCH_CHARACTERS = 300_000
_BATCH_MESSAGES = 200


@dataclass(frozen=True, slots=True)
class Part:
    """Some messages of a conversation in reading order, texts of attachments after theirs.

    ``messages`` is their number without the attachments. Long conversations come in several
    parts, empty ones in one.
    """

    conversation: NewConversation
    is_first: bool
    messages: int
    memories: tuple[Prepared, ...]


@dataclass(frozen=True, slots=True)
class NoteLinks:
    """The links of a note that is known by its external id; they come after it."""

    note: str
    links: tuple[NoteLink, ...]


Piece = Part | Prepared | NoteLinks | Carried | Companion | ParseIssue | LeftOut
"""Part of a conversation, a note, its links, what comes from another vault, an issue, or word of
what is not wanted."""

Batch = tuple[Piece, ...]


class Feed(Input, Protocol):
    """One input in batches."""

    def __iter__(self) -> Iterator[Batch]: ...


class ParserFeed:
    """What a parser yields, in batches.

    What is derived from the texts comes with the conversations that ``is_new`` says yes to. The
    messages of one that is known are mostly unchanged, and nothing of them is stored.
    """

    def __init__(
        self,
        parser: Parser,
        is_new: Callable[[NewConversation], bool] = lambda conversation: False,
        choice: Choice = EVERYTHING,
    ) -> None:
        self._parser = parser
        self._choice = choice
        self._is_new = is_new
        self._carrying = Carrying(is_new)
        self.source = parser.source
        self.format_name = parser.format_name
        self.path = parser.path

    @property
    def total_bytes(self) -> int:
        return self._parser.total_bytes

    @property
    def bytes_read(self) -> int:
        return self._parser.bytes_read

    def __iter__(self) -> Iterator[Batch]:
        """Yield batches; where the input breaks off, first what was read, then its error."""
        pieces: list[Piece] = []
        messages = characters = 0
        problem: Exception | None = None
        try:
            for item in chosen(self._parser, self._choice):
                for piece in self._pieces(item):
                    pieces.append(piece)
                    piece_messages, piece_characters = _size(piece)
                    messages += piece_messages
                    characters += piece_characters
                    if messages >= _BATCH_MESSAGES or characters >= _BATCH_CHARACTERS:
                        yield tuple(pieces)
                        pieces = []
                        messages = characters = 0
        except Exception as raised:
            problem = raised
        if pieces:
            yield tuple(pieces)
        if problem is not None:
            raise problem

    def _pieces(self, item: ParsedItem | LeftOut) -> Iterator[Piece]:
        if isinstance(item, ParsedConversation):
            yield from self._parts(item)
        elif isinstance(item, ParsedNote):
            yield memories.prepare(note_record(item, self.source))
            if item.links:
                yield NoteLinks(item.external_id, item.links)
        elif isinstance(item, PortableMemory):
            yield self._carrying.memory(item)
        else:
            if isinstance(item, PortableConversation):
                self._carrying.conversation(item)
            yield item

    def _parts(self, conversation: ParsedConversation) -> Iterator[Part]:
        """Cut long conversations, so that no transaction keeps an edit waiting."""
        record = conversation_record(conversation, self.source)
        derive = self._is_new(record)
        messages = told_apart(conversation.messages)
        for first in range(0, max(len(messages), 1), _BATCH_MESSAGES):
            part = messages[first : first + _BATCH_MESSAGES]
            yield Part(
                record,
                first == 0,
                len(part),
                tuple(
                    memories.prepare(new, derive=derive)
                    for message in part
                    for new in (
                        memory_record(message, conversation, self.source),
                        *attached(message, self.source),
                    )
                ),
            )


def _size(piece: Piece) -> tuple[int, int]:
    """Return a piece's messages and characters."""
    if isinstance(piece, Part):
        return piece.messages, sum(len(memory.new.content) for memory in piece.memories)
    if isinstance(piece, Prepared):
        return 1, len(piece.new.content)
    if isinstance(piece, Carried):
        return 1, len(piece.prepared.new.content)
    return int(not isinstance(piece, ParseIssue)), 0
