"""The one way into the vault: takes what a parser yields and stores it in short transactions.

Importing the same export twice changes nothing, a newer export adds what is new: a conversation
is known by (source, id), a message by (conversation, id), and its text by a hash. Each batch is
one transaction, so an import that is cancelled or killed leaves whole messages behind, and the
same import started again finishes the work.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from typing import Literal

from memdesk.errors import MemdeskError
from memdesk.importers import note_linking
from memdesk.importers.batching import Batch, Feed, NoteLinks, ParserFeed, Part
from memdesk.importers.carrying import take
from memdesk.importers.choice import EVERYTHING, Choice, LeftOut
from memdesk.importers.looking_back import look_back
from memdesk.importers.parsed import ParseIssue, Parser
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
from memdesk.vault.memories import Prepared
from memdesk.vault.portable.restoring import Known, Restoring
from memdesk.vault.records import ATTACHMENT, ImportConversation, ImportIssue
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

# Enough that whoever reads goes on while the writer folds its journal into the file.
_BATCHES_AHEAD = 8
_PROGRESS_SECONDS = 0.1
_KEPT_ISSUES = 10_000
_KEPT_CONVERSATIONS = 50_000

_Outcome = Literal["added", "updated", "unchanged"]


def ingest(
    parser: Parser,
    vault: Vault,
    *,
    choice: Choice = EVERYTHING,
    progress: Callable[[ImportProgress], None] = lambda progress: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ImportReport:
    """Import what is wanted of what a parser yields; see :func:`store`."""
    vault.read(lambda db: look_back(parser, db))
    feed = ParserFeed(parser, choice=choice)
    return store(feed, vault, progress=progress, cancelled=cancelled)


def store(
    feed: Feed,
    vault: Vault,
    *,
    progress: Callable[[ImportProgress], None] = lambda progress: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ImportReport:
    """Store everything a feed brings; returns when all of it is committed.

    Runs on the calling thread and writes through the vault's writer. An error of the world (a
    disk that is full, an archive that breaks off) ends the import early: what was committed
    stays, and the report says what happened.
    """
    run_id = vault.write(
        lambda db: imports.start(db, feed.path, feed.format_name, feed.source), Urgency.BULK
    )
    import_ = _Import(feed, vault, run_id, progress)
    problem: MemdeskError | None = None
    outcome: Outcome = "done"
    try:
        for batch in feed:
            if cancelled():
                outcome = "cancelled"
                break
            import_.take(batch)
    except MemdeskError as raised:
        problem = raised
    except BaseException:
        import_.settle()
        raise
    # What was read before an input broke off is kept like everything else.
    problem = import_.settle(problem)
    if problem is None and outcome == "done":
        problem = import_.link()
    if problem is not None:
        outcome = "failed"
        import_.issue(ParseIssue(feed.path, str(problem)))
    return import_.finish(outcome, None if problem is None else str(problem))


class _Import:
    """One import under way: the batches that are being stored, and what was counted so far."""

    def __init__(
        self,
        feed: Feed,
        vault: Vault,
        run_id: int,
        progress: Callable[[ImportProgress], None],
    ) -> None:
        self._feed = feed
        self._vault = vault
        self._run_id = run_id
        self._progress = progress
        self._known = Known()
        self._ahead: list[Future[list[tuple[str | None, Counts]]]] = []
        self._counts = Counts()
        self._issues: list[ParseIssue] = []
        self._links: list[NoteLinks] = []
        self._left_out: set[str] = set()
        self._conversations: dict[str, Counts] = {}
        self._titles: dict[str, str] = {}
        self._started = self._reported = time.monotonic()

    def take(self, batch: Batch) -> None:
        """Hand a batch to the writer, waiting while it is too far behind."""
        for piece in batch:
            if isinstance(piece, ParseIssue):
                self.issue(piece)
            elif isinstance(piece, NoteLinks):
                self._links.append(piece)
            elif isinstance(piece, LeftOut):
                self._left_out.add(piece.external_id)
        run_id = self._run_id
        self._ahead.append(
            self._vault.writer.submit(
                lambda db: _store(db, batch, run_id, self._known), Urgency.BULK
            )
        )
        while len(self._ahead) > _BATCHES_AHEAD:
            self._collect(self._ahead.pop(0))

    def issue(self, issue: ParseIssue) -> None:
        """Note something that could not be kept as it was."""
        if len(self._issues) < _KEPT_ISSUES:
            self._issues.append(issue)

    def settle(self, problem: MemdeskError | None = None) -> MemdeskError | None:
        """Wait for the batches under way.

        Returns ``problem``, else the first error of the world among the batches.
        """
        while self._ahead:
            try:
                self._collect(self._ahead.pop(0))
            except MemdeskError as raised:
                problem = problem or raised
        return problem

    def link(self) -> MemdeskError | None:
        """Make the links between notes, now that all of these are stored."""
        try:
            for issue in note_linking.link(self._links, self._vault, self._feed, self._left_out):
                self.issue(issue)
        except MemdeskError as raised:
            return raised
        return None

    def finish(self, outcome: Outcome, error: str | None) -> ImportReport:
        """Write the run's record and return the report."""
        counts, run_id, issues = self._counts, self._run_id, tuple(self._issues)
        told = [(self._titles[key], part) for key, part in self._conversations.items()]

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
                left_out=counts.left_out,
            )
            imports.add_conversations(
                db,
                run_id,
                (
                    ImportConversation(title, c.added, c.updated, c.unchanged, c.skipped)
                    for title, c in told
                ),
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
            path=self._feed.path,
            format=self._feed.format_name,
            source=self._feed.source,
            outcome=outcome,
            counts=counts,
            issues=issues,
            conversations=tuple(ConversationReport(title, part) for title, part in told),
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
        elapsed = self._reported - self._started
        self._progress(ImportProgress.of(self._feed, self._counts, elapsed))


def _store(
    db: Connection, batch: Batch, run_id: int, known: Known
) -> list[tuple[str | None, Counts]]:
    """Store one batch; returns the counts of each piece with the conversation it belongs to."""
    storing = _Storing(db, run_id)
    restoring = Restoring(db, run_id, known)
    results: list[tuple[str | None, Counts]] = []
    for piece in batch:
        if isinstance(piece, ParseIssue):
            results.append((None, Counts(skipped=1 if piece.lost else 0)))
        elif isinstance(piece, LeftOut):
            results.append((None, Counts(left_out=1)))
        elif isinstance(piece, Part):
            counts = storing.messages(piece)
            conversation = piece.conversation
            results.append((f"{conversation.external_id}\0{conversation.title}", counts))
        elif isinstance(piece, Prepared):
            results.append((None, storing.note(piece)))
        elif not isinstance(piece, NoteLinks):
            results.append((None, take(restoring, piece)))
    storing.add_new()
    restoring.add_new()
    return results


class _Storing:
    """One transaction's work. What is new is collected and added with few statements."""

    def __init__(self, db: Connection, run_id: int) -> None:
        self._db = db
        self._run_id = run_id
        self._version = changes.next_version(db)
        self._new: list[tuple[int | None, Prepared]] = []
        self._touched: set[int | None] = set()

    def messages(self, part: Part) -> Counts:
        """Store some messages of a conversation."""
        identifier, stored = conversations.store(self._db, part.conversation, self._run_id)
        if identifier in self._touched:
            # An export may hold a conversation twice: the second must see what the first brought.
            self.add_new()
        known: dict[str, KnownMemory] = {}
        if stored is not Stored.ADDED:
            names = [str(memory.new.external_id) for memory in part.memories]
            known = identity.of_messages(self._db, identifier, names)
        self._touched.add(identifier)
        outcomes = Counter[_Outcome]()
        for memory in part.memories:
            outcome = self._one(identifier, memory, known.get(str(memory.new.external_id)))
            # A message and the texts attached to it count as one.
            if memory.new.type != ATTACHMENT:
                outcomes[outcome] += 1
        return Counts(
            conversations=1 if part.is_first else 0,
            messages=part.messages,
            added=outcomes["added"],
            updated=outcomes["updated"],
            unchanged=outcomes["unchanged"],
        )

    def note(self, note: Prepared) -> Counts:
        """Store a note."""
        if None in self._touched:
            self.add_new()
        known = identity.of_note(self._db, note.new.source, str(note.new.external_id))
        self._touched.add(None)
        outcome = self._one(None, note, known)
        return Counts(
            messages=1,
            added=outcome == "added",
            updated=outcome == "updated",
            unchanged=outcome == "unchanged",
        )

    def add_new(self) -> None:
        """Write what was collected."""
        if self._new:
            memories.add_many(self._db, self._new, import_id=self._run_id, version=self._version)
        self._new = []
        self._touched.clear()

    def _one(
        self, conversation: int | None, memory: Prepared, known: KnownMemory | None
    ) -> _Outcome:
        if known is None:
            self._new.append((conversation, memory))
            return "added"
        new = memory.new
        if known.removed:
            imports.adopt(self._db, self._run_id, [known.id])
            editing.update_from_source(self._db, known.id, new, version=self._version)
            return "added"
        same_text = known.content_hash == memory.content_hash
        if same_text and (known.position, known.branch) == (new.position, new.branch):
            return "unchanged"
        editing.update_from_source(self._db, known.id, new, version=self._version)
        # A message that only moved within its conversation says the same as before.
        return "unchanged" if same_text else "updated"
