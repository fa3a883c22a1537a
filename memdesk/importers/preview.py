"""What an import would bring, before anything is written."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from memdesk.importers.choice import EVERYTHING, Choice, LeftOut, key_of
from memdesk.importers.choosing import carried_key, carried_title, chosen
from memdesk.importers.looking_back import look_back
from memdesk.importers.mapping import identity_of, told_apart
from memdesk.importers.parsed import ParsedConversation, ParsedNote, ParseIssue, Parser
from memdesk.importers.report import Counts, ImportPreview, ImportProgress, PreviewItem
from memdesk.importers.values import first_words
from memdesk.vault import conversations, identity
from memdesk.vault.connection import Connection
from memdesk.vault.identity import KnownMemory, content_hash
from memdesk.vault.portable import finding
from memdesk.vault.portable.records import (
    Identity,
    Portable,
    PortableConversation,
    PortableMemory,
)
from memdesk.vault.records import ATTACHMENT, NewConversation
from memdesk.vault.store import Vault

KEPT_ITEMS = 100_000
"""Conversations and notes that are told one by one: some 20 MB at the most."""
_KEPT_ISSUES = 200
_TELL_SECONDS = 0.1


def preview(
    parser: Parser,
    vault: Vault,
    *,
    choice: Choice = EVERYTHING,
    progress: Callable[[ImportProgress], None] = lambda progress: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ImportPreview:
    """Read an input to its end and count what is wanted of it, against what the vault knows.

    ``progress`` is told a few times a second how far it is. A cancelled preview returns what it
    had counted until then.
    """
    vault.read(lambda db: look_back(parser, db))
    counter = _Counter(parser, vault)
    started = told = time.monotonic()
    for item in chosen(parser, choice):
        if cancelled():
            break
        if isinstance(item, ParsedConversation):
            counter.conversation(item)
        elif isinstance(item, ParsedNote):
            counter.note(item)
        elif isinstance(item, LeftOut):
            counter.left_out += 1
        elif isinstance(item, ParseIssue):
            counter.issue(item)
        else:
            counter.carried(item)
        now = time.monotonic()
        if now - told >= _TELL_SECONDS:
            told = now
            progress(ImportProgress.of(parser, counter.counts(), now - started))
    return counter.result()


class _Counter:
    def __init__(self, parser: Parser, vault: Vault) -> None:
        self._parser = parser
        self._vault = vault
        self.left_out = 0
        self._issues: list[ParseIssue] = []
        self._lost = 0
        self._conversations = self._messages = self._notes = 0
        self._new = self._known = self._changed = 0
        self._first: int | None = None
        self._last: int | None = None
        self._items: list[PreviewItem] = []
        self._talks: dict[Identity, _Talk] = {}

    def conversation(self, item: ParsedConversation) -> None:
        item = replace(item, messages=told_apart(item.messages))
        self._conversations += 1
        self._messages += len(item.messages)
        new, changed = self._vault.read(lambda db: self._compared(db, item))
        times = [message.created_at for message in item.messages if message.created_at is not None]
        for moment in times:
            self._seen_at(moment)
        latest = item.updated_at if item.updated_at is not None else item.started_at
        self._count(
            PreviewItem(
                key_of(item, self._parser.source),
                item.title,
                latest if latest is not None else max(times, default=None),
                len(item.messages),
                new,
                changed,
                item.archived,
                item.temporary,
                item.project or "",
            )
        )

    def note(self, item: ParsedNote) -> None:
        self._notes += 1
        key = key_of(item, self._parser.source)
        known = self._vault.read(
            lambda db: identity.of_note(db, self._parser.source, item.external_id)
        )
        is_new = known is None or known.removed
        changed = not is_new and known is not None and _says_else(known, item.content)
        self._seen_at(item.created_at)
        self._count(
            PreviewItem(
                key,
                item.title or first_words(item.content),
                item.updated_at if item.updated_at is not None else item.created_at,
                1,
                int(is_new),
                int(changed),
                group=item.project or item.file or "",
            )
        )

    def carried(self, item: Portable) -> None:
        """Count what comes from another vault, where conversations come before their messages."""
        if isinstance(item, PortableConversation):
            self._conversations += 1
            self._talks[item.identity] = _Talk(item.new)
        elif isinstance(item, PortableMemory) and item.new.type != ATTACHMENT:
            known = self._vault.read(lambda db: finding.is_known(db, item))
            self._known += known
            self._new += not known
            self._seen_at(item.new.created_at)
            if item.conversation is None:
                self._notes += 1
                self._list(_carried_note(item, is_new=not known))
            else:
                self._messages += 1
                talk = self._talks.setdefault(item.conversation, _Talk())
                talk.messages += 1
                talk.new += not known

    def issue(self, issue: ParseIssue) -> None:
        self._lost += issue.lost
        if len(self._issues) < _KEPT_ISSUES:
            self._issues.append(issue)

    def counts(self) -> Counts:
        """What would become of what was read so far."""
        return Counts(
            conversations=self._conversations,
            messages=self._messages + self._notes,
            added=self._new,
            updated=self._changed,
            unchanged=self._known,
            skipped=self._lost,
            left_out=self.left_out,
        )

    def result(self) -> ImportPreview:
        return ImportPreview(
            path=self._parser.path,
            format=self._parser.format_name,
            source=self._parser.source,
            total_bytes=self._parser.total_bytes,
            conversations=self._conversations,
            messages=self._messages,
            notes=self._notes,
            new=self._new,
            known=self._known,
            changed=self._changed,
            left_out=self.left_out,
            first_at=self._first,
            last_at=self._last,
            items=tuple(self._all_items()),
            issues=tuple(self._issues),
        )

    def _compared(self, db: Connection, item: ParsedConversation) -> tuple[int, int]:
        """Return how many messages are new, and how many say something else than in the vault."""
        stored = conversations.find(db, self._parser.source, item.external_id)
        if stored is None:
            return len(item.messages), 0
        texts = {identity_of(message): message.content for message in item.messages}
        known = {
            name: memory
            for name, memory in identity.of_messages(db, stored.id, list(texts)).items()
            if not memory.removed
        }
        changed = sum(_says_else(memory, texts[name]) for name, memory in known.items())
        return len(item.messages) - len(known), changed

    def _count(self, item: PreviewItem) -> None:
        self._new += item.new
        self._changed += item.changed
        self._known += item.messages - item.new - item.changed
        self._list(item)

    def _list(self, item: PreviewItem) -> None:
        if len(self._items) < KEPT_ITEMS:
            self._items.append(item)

    def _all_items(self) -> list[PreviewItem]:
        talks = [talk.item(identity) for identity, talk in self._talks.items()]
        return [*talks, *self._items][:KEPT_ITEMS]

    def _seen_at(self, moment: int | None) -> None:
        if moment is not None:
            self._first = moment if self._first is None else min(self._first, moment)
            self._last = moment if self._last is None else max(self._last, moment)


@dataclass(slots=True)
class _Talk:
    """A conversation from another vault whose messages come one by one."""

    about: NewConversation | None = None
    messages: int = 0
    new: int = 0

    def item(self, identity: Identity) -> PreviewItem:
        source, external_id = identity
        about = self.about or NewConversation(source, external_id, "")
        return PreviewItem(
            (source, "conversation", external_id),
            about.title,
            about.updated_at if about.updated_at is not None else about.started_at,
            self.messages,
            self.new,
            archived=about.archived,
            group=about.project or "",
        )


def _carried_note(item: PortableMemory, *, is_new: bool) -> PreviewItem:
    new = item.new
    return PreviewItem(
        carried_key(item),
        carried_title(item) or first_words(new.content),
        new.updated_at if new.updated_at is not None else new.created_at,
        1,
        int(is_new),
        group=str(new.extra.get("project") or ""),
    )


def _says_else(known: KnownMemory, content: str) -> bool:
    return known.content_hash != content_hash(content)
