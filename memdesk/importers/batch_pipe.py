"""Batches from the process that reads an export to the one that stores them.

For each input its description, its batches and its end; after the last one what belongs to no
input. Whoever sends waits while the other is behind, and stops quietly once it has gone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

from memdesk.errors import MemdeskError
from memdesk.importers.batching import Batch, ParserFeed
from memdesk.importers.choice import EVERYTHING, Choice
from memdesk.importers.detection import open_inputs
from memdesk.importers.looking_back import look_back
from memdesk.importers.parsed import ParseIssue, Parser
from memdesk.vault import conversations
from memdesk.vault.connection import Connection, connect
from memdesk.vault.errors import VaultError, known_errors
from memdesk.vault.migrations import schema_version
from memdesk.vault.records import NewConversation

_POLL_SECONDS = 0.1


class ReadingEndedError(MemdeskError):
    """The input broke off, or the process that read it ended without a word."""


@dataclass(frozen=True, slots=True)
class _Begun:
    source: str
    format_name: str
    path: str
    total_bytes: int


@dataclass(frozen=True, slots=True)
class _Read:
    batch: Batch
    bytes_read: int


@dataclass(frozen=True, slots=True)
class _Ended:
    bytes_read: int
    error: str | None


@dataclass(frozen=True, slots=True)
class _AllEnded:
    issues: tuple[ParseIssue, ...]


_Word = _Begun | _Read | _Ended | _AllEnded


def send(
    vault: Path,
    inputs: Sequence[Path],
    connection: Pipe,
    cancelled: Callable[[], bool],
    choice: Choice = EVERYTHING,
) -> None:
    """Read the inputs and send what is wanted; ``vault`` tells what is known already."""
    with (
        open_inputs(inputs) as detected,
        _Known(vault) as known,
        # Whoever stores has ended, and will have said why.
        contextlib.suppress(BrokenPipeError, ConnectionResetError),
    ):
        for parser in detected.parsers:
            known.look_back(parser)
            feed = ParserFeed(parser, known.is_new, choice)
            connection.send(
                _Begun(feed.source, feed.format_name, feed.path, feed.total_bytes),
            )
            error: str | None = None
            try:
                for batch in feed:
                    connection.send(_Read(batch, feed.bytes_read))
                    if cancelled():
                        return
            except MemdeskError as raised:
                error = str(raised)
            connection.send(_Ended(feed.bytes_read, error))
        connection.send(_AllEnded(tuple(detected.issues)))


class _Known:
    """Tells which conversations a vault did not hold when reading began, if there was one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._vault: Connection | None = None
        # What is wrong with a vault is for its writer to say; of one that is not there yet, or is
        # just being made, nothing is known.
        with contextlib.suppress(VaultError):
            reader = connect(path, "read")
            if schema_version(reader):
                self._vault = reader
            else:
                reader.close(True)

    def is_new(self, conversation: NewConversation) -> bool:
        """Tell whether the vault does not hold a conversation. Raises a VaultError."""
        if self._vault is None:
            return True
        with known_errors(self._path):
            return not conversations.exists(
                self._vault, conversation.source, conversation.external_id
            )

    def look_back(self, parser: Parser) -> None:
        """Tell a parser what is known of its source. Raises a VaultError."""
        if self._vault is not None:
            with known_errors(self._path):
                look_back(parser, self._vault)

    def __enter__(self) -> _Known:
        return self

    def __exit__(self, *_: object) -> None:
        if self._vault is not None:
            self._vault.close(True)


class Receiver:
    """The other end: iterates over the inputs' feeds; each is to be read to its end.

    ``issues`` are those that belong to no input; they are there after the last one, when
    ``complete`` tells that nothing is missing.
    """

    def __init__(self, connection: Pipe, cancelled: Callable[[], bool]) -> None:
        self.issues: tuple[ParseIssue, ...] = ()
        self.complete = False
        self._connection = connection
        self._cancelled = cancelled

    def __iter__(self) -> Iterator[ReceivedFeed]:
        """Yield one feed after the other; none any more once it is cancelled.

        If the process that reads has ended too early, that is for its starter to tell.
        """
        while not self._cancelled():
            try:
                word = self.next_word()
            except ReadingEndedError:
                return
            if isinstance(word, _Begun):
                yield ReceivedFeed(word, self)
            elif isinstance(word, _AllEnded):
                self.issues = word.issues
                self.complete = True
                return

    def next_word(self) -> _Word | None:
        """Wait for the next word; None if it is cancelled before there is one."""
        try:
            while not self._connection.poll(_POLL_SECONDS):
                if self._cancelled():
                    return None
            word: _Word = self._connection.recv()
        except (EOFError, OSError) as error:
            raise ReadingEndedError("The process that read it has ended.") from error
        return word


class ReceivedFeed:
    """A feed that another process reads."""

    def __init__(self, begun: _Begun, receiver: Receiver) -> None:
        self.source = begun.source
        self.format_name = begun.format_name
        self.path = begun.path
        self.total_bytes = begun.total_bytes
        self.bytes_read = 0
        self._receiver = receiver

    def __iter__(self) -> Iterator[Batch]:
        """Yield the batches; once it is cancelled an empty one, so that this is noticed.

        Raises:
            ReadingEndedError: the input broke off, or the process that reads it has ended.
        """
        while True:
            word = self._receiver.next_word()
            if isinstance(word, _Read):
                self.bytes_read = word.bytes_read
                yield word.batch
            elif isinstance(word, _Ended):
                self.bytes_read = word.bytes_read
                if word.error is not None:
                    raise ReadingEndedError(word.error)
                return
            else:
                yield ()
