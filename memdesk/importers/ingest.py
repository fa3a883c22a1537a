"""The one way into the vault: takes what a parser yields and stores it in short transactions.

Importing the same export twice changes nothing, a newer export adds what is new: a conversation
is known by (source, id), a message by (conversation, id), and its text by a hash. Each batch is
one transaction, so an import that is cancelled or killed leaves whole messages behind, and the
same import started again finishes the work.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace

from memdesk.errors import MemdeskError
from memdesk.importers.mapping import (
    ATTACHMENT,
    attached,
    conversation_record,
    memory_record,
    note_record,
    told_apart,
)
from memdesk.importers.parsed import (
    ParsedConversation,
    ParsedItem,
    ParsedMessage,
    ParsedNote,
    ParseIssue,
    Parser,
)
from memdesk.importers.report import (
    ConversationReport,
    Counts,
    ImportProgress,
    ImportReport,
    Outcome,
)
from memdesk.vault import changes, conversations, editing, identity, imports, memories
from memdesk.vault.connection import Connection
from memdesk.vault.conversations import Stored
from memdesk.vault.identity import KnownMemory
from memdesk.vault.records import ImportIssue, NewMemory
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

_BATCH_CHARACTERS = 300_000
_BATCH_MESSAGES = 200
_BATCHES_AHEAD = 2
_PROGRESS_SECONDS = 0.1
_KEPT_ISSUES = 10_000
_KEPT_CONVERSATIONS = 50_000

Piece = tuple[ParsedConversation, tuple[ParsedMessage, ...]] | ParsedNote | ParseIssue


def ingest(
    parser: Parser,
    vault: Vault,
    *,
    progress: Callable[[ImportProgress], None] = lambda progress: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ImportReport:
    """Import everything a parser yields; returns when all of it is committed.

    Runs on the calling thread and writes through the vault's writer. An error of the world (a
    disk that is full, an archive that breaks off) ends the import early: what was committed
    stays, and the report says what happened.
    """
    run_id = vault.write(
        lambda db: imports.start(db, parser.path, parser.format_name, parser.source), Urgency.BULK
    )
    import_ = _Import(parser, vault, run_id, progress)
    problem: MemdeskError | None = None
    outcome: Outcome = "done"
    try:
        for item in parser:
            if cancelled():
                outcome = "cancelled"
                break
            import_.take(item)
    except MemdeskError as raised:
        problem = raised
    except BaseException:
        import_.settle()
        raise
    # What was read before an input broke off is kept like everything else.
    problem = import_.settle(problem)
    if problem is not None:
        outcome = "failed"
        import_.issue(ParseIssue(parser.path, str(problem)))
    return import_.finish(outcome, None if problem is None else str(problem))


class _Import:
    """One import under way: the batch being filled, and what was counted so far."""

    def __init__(
        self,
        parser: Parser,
        vault: Vault,
        run_id: int,
        progress: Callable[[ImportProgress], None],
    ) -> None:
        self._parser = parser
        self._vault = vault
        self._run_id = run_id
        self._progress = progress
        self._pieces: list[Piece] = []
        self._messages = self._characters = 0
        self._ahead: list[Future[list[tuple[str | None, Counts]]]] = []
        self._counts = Counts()
        self._issues: list[ParseIssue] = []
        self._conversations: dict[str, Counts] = {}
        self._titles: dict[str, str] = {}
        self._started = self._reported = time.monotonic()

    def take(self, item: ParsedItem) -> None:
        """Put an item into the batch, committing batches as they fill."""
        for piece in _pieces(item):
            self._pieces.append(piece)
            if isinstance(piece, ParseIssue):
                self.issue(piece)
            elif isinstance(piece, ParsedNote):
                self._messages += 1
                self._characters += len(piece.content)
            else:
                self._messages += len(piece[1])
                self._characters += sum(len(message.content) for message in piece[1])
            if self._messages >= _BATCH_MESSAGES or self._characters >= _BATCH_CHARACTERS:
                self.flush()

    def issue(self, issue: ParseIssue) -> None:
        """Note something that could not be kept as it was."""
        if len(self._issues) < _KEPT_ISSUES:
            self._issues.append(issue)

    def flush(self) -> None:
        """Hand the batch to the writer, waiting while it is too far behind."""
        if not self._pieces:
            return
        pieces = self._pieces
        self._pieces, self._messages, self._characters = [], 0, 0
        source, run_id = self._parser.source, self._run_id
        self._ahead.append(
            self._vault.writer.submit(lambda db: _store(db, pieces, source, run_id), Urgency.BULK)
        )
        while len(self._ahead) > _BATCHES_AHEAD:
            self._collect(self._ahead.pop(0))

    def settle(self, problem: MemdeskError | None = None) -> MemdeskError | None:
        """Hand over the last batch and wait for those under way.

        Returns ``problem``, else the first error of the world among the batches.
        """
        try:
            self.flush()
        except MemdeskError as raised:
            problem = problem or raised
        while self._ahead:
            try:
                self._collect(self._ahead.pop(0))
            except MemdeskError as raised:
                problem = problem or raised
        return problem

    def finish(self, outcome: Outcome, error: str | None) -> ImportReport:
        """Write the run's record and return the report."""
        counts, run_id, issues = self._counts, self._run_id, tuple(self._issues)

        def record(db: Connection) -> None:
            imports.count(
                db,
                run_id,
                conversations=counts.conversations,
                messages=counts.messages,
                added=counts.added,
                updated=counts.updated,
                unchanged=counts.unchanged,
                skipped=counts.skipped,
            )
            imports.add_issues(
                db,
                run_id,
                (ImportIssue(i.file, i.reason, i.conversation, i.message, i.lost) for i in issues),
            )
            imports.finish(db, run_id, outcome)

        try:
            self._vault.write(record, Urgency.BULK)
        except MemdeskError as problem:
            error = error or str(problem)
            outcome = "failed"
        self._tell()
        return ImportReport(
            run_id=run_id,
            path=self._parser.path,
            format=self._parser.format_name,
            source=self._parser.source,
            outcome=outcome,
            counts=counts,
            issues=issues,
            conversations=tuple(
                ConversationReport(self._titles[key], part)
                for key, part in self._conversations.items()
            ),
            error=error,
        )

    def _collect(self, future: Future[list[tuple[str | None, Counts]]]) -> None:
        for key, counts in future.result():
            self._counts = self._counts + counts
            if key is None:
                continue
            identity, _, title = key.partition("\0")
            known = identity in self._conversations
            if known or len(self._conversations) < _KEPT_CONVERSATIONS:
                self._titles[identity] = title
                self._conversations[identity] = self._conversations.get(identity, Counts()) + counts
        if time.monotonic() - self._reported >= _PROGRESS_SECONDS:
            self._tell()

    def _tell(self) -> None:
        self._reported = time.monotonic()
        elapsed = max(self._reported - self._started, 1e-6)
        read, total = self._parser.bytes_read, self._parser.total_bytes
        self._progress(
            ImportProgress(
                path=self._parser.path,
                bytes_read=read,
                total_bytes=total,
                counts=self._counts,
                messages_per_second=self._counts.messages / elapsed,
                seconds_left=elapsed * (total - read) / read if read and elapsed > 1 else None,
            )
        )


def _pieces(item: ParsedItem) -> Iterator[Piece]:
    """Cut long conversations, so that no transaction keeps an edit waiting."""
    if not isinstance(item, ParsedConversation):
        yield item
        return
    item = replace(item, messages=told_apart(item.messages))
    for first in range(0, max(len(item.messages), 1), _BATCH_MESSAGES):
        yield item, item.messages[first : first + _BATCH_MESSAGES]


def _store(
    db: Connection, pieces: list[Piece], source: str, run_id: int
) -> list[tuple[str | None, Counts]]:
    """Store one batch; returns the counts of each piece with the conversation it belongs to."""
    batch = _Batch(db, source, run_id)
    results: list[tuple[str | None, Counts]] = []
    for piece in pieces:
        if isinstance(piece, ParseIssue):
            results.append((None, Counts(skipped=1 if piece.lost else 0)))
        elif isinstance(piece, ParsedNote):
            results.append((None, batch.note(piece)))
        else:
            conversation, messages = piece
            counts = batch.messages(conversation, messages)
            results.append((f"{conversation.external_id}\0{conversation.title}", counts))
    batch.add_new()
    return results


class _Batch:
    """One transaction's work. What is new is collected and added with few statements."""

    def __init__(self, db: Connection, source: str, run_id: int) -> None:
        self._db = db
        self._source = source
        self._run_id = run_id
        self._version = changes.next_version(db)
        self._new: list[NewMemory] = []
        self._touched: set[int | None] = set()

    def messages(
        self, conversation: ParsedConversation, messages: tuple[ParsedMessage, ...]
    ) -> Counts:
        """Store some messages of a conversation."""
        record = conversation_record(conversation, self._source)
        identifier, stored = conversations.store(self._db, record, self._run_id)
        first = not messages or messages[0] is conversation.messages[0]
        counts = Counts(conversations=1 if first else 0, messages=len(messages))
        news = [
            record
            for message in messages
            for record in (
                memory_record(message, conversation, self._source, identifier),
                *attached(message, conversation, self._source, identifier),
            )
        ]
        if identifier in self._touched:
            # An export may hold a conversation twice: the second must see what the first brought.
            self.add_new()
        known: dict[str, KnownMemory] = {}
        if stored is not Stored.ADDED:
            names = [str(new.external_id) for new in news]
            known = identity.of_messages(self._db, identifier, names)
        self._touched.add(identifier)
        for new in news:
            outcome = self._one(new, known.get(str(new.external_id)))
            # A message and the texts attached to it count as one.
            counts = counts if new.type == ATTACHMENT else counts + outcome
        return counts

    def note(self, note: ParsedNote) -> Counts:
        """Store a note."""
        if None in self._touched:
            self.add_new()
        known = identity.of_note(self._db, self._source, note.external_id)
        self._touched.add(None)
        return replace(self._one(note_record(note, self._source), known), messages=1)

    def add_new(self) -> None:
        """Write what was collected."""
        if self._new:
            memories.add_many(self._db, self._new, import_id=self._run_id, version=self._version)
        self._new = []
        self._touched.clear()

    def _one(self, new: NewMemory, known: KnownMemory | None) -> Counts:
        if known is None:
            self._new.append(new)
            return Counts(added=1)
        if known.removed:
            imports.adopt(self._db, self._run_id, [known.id])
            editing.update_from_source(self._db, known.id, new, version=self._version)
            return Counts(added=1)
        same_text = known.content_hash == identity.content_hash(new.content)
        if same_text and (known.position, known.branch) == (new.position, new.branch):
            return Counts(unchanged=1)
        editing.update_from_source(self._db, known.id, new, version=self._version)
        # A message that only moved within its conversation says the same as before.
        return Counts(unchanged=1) if same_text else Counts(updated=1)
