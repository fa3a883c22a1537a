"""What an import would bring, before anything is written."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from memdesk.importers.looking_back import look_back
from memdesk.importers.mapping import ATTACHMENT, identity_of, told_apart
from memdesk.importers.parsed import ParsedConversation, ParsedNote, ParseIssue, Parser
from memdesk.importers.report import ImportPreview
from memdesk.vault import conversations, identity
from memdesk.vault.connection import Connection
from memdesk.vault.portable import finding
from memdesk.vault.portable.records import Portable, PortableConversation, PortableMemory
from memdesk.vault.store import Vault

_TITLES = 5
_KEPT_ISSUES = 200
_TELL_SECONDS = 0.1


def preview(
    parser: Parser,
    vault: Vault,
    *,
    progress: Callable[[ImportPreview, int], None] = lambda preview, bytes_read: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ImportPreview:
    """Read an input to its end and count what it holds, against what the vault knows.

    ``progress`` gets what was counted so far and the bytes read. A cancelled preview returns
    what it had counted until then.
    """
    vault.read(lambda db: look_back(parser, db))
    counter = _Counter(parser, vault)
    told = time.monotonic()
    for item in parser:
        if cancelled():
            break
        if isinstance(item, ParsedConversation):
            counter.conversation(item)
        elif isinstance(item, ParsedNote):
            counter.note(item)
        elif isinstance(item, ParseIssue):
            counter.issues.append(item)
        else:
            counter.carried(item)
        if time.monotonic() - told >= _TELL_SECONDS:
            told = time.monotonic()
            progress(counter.result(), parser.bytes_read)
    return counter.result()


class _Counter:
    def __init__(self, parser: Parser, vault: Vault) -> None:
        self._parser = parser
        self._vault = vault
        self.issues: list[ParseIssue] = []
        self._conversations = self._messages = self._notes = self._new = self._known = 0
        self._first: int | None = None
        self._last: int | None = None
        self._titles: list[str] = []

    def conversation(self, item: ParsedConversation) -> None:
        item = replace(item, messages=told_apart(item.messages))
        self._conversations += 1
        self._messages += len(item.messages)
        if len(self._titles) < _TITLES:
            self._titles.append(item.title)
        known = self._vault.read(lambda db: self._known_messages(db, item))
        self._known += known
        self._new += len(item.messages) - known
        for message in item.messages:
            self._seen_at(message.created_at)

    def _known_messages(self, db: Connection, item: ParsedConversation) -> int:
        stored = conversations.find(db, self._parser.source, item.external_id)
        if stored is None:
            return 0
        known = identity.of_messages(db, stored.id, [identity_of(m) for m in item.messages])
        present = {name for name, memory in known.items() if not memory.removed}
        return sum(identity_of(message) in present for message in item.messages)

    def note(self, item: ParsedNote) -> None:
        self._notes += 1
        known = self._vault.read(
            lambda db: identity.of_note(db, self._parser.source, item.external_id)
        )
        present = known is not None and not known.removed
        self._known += present
        self._new += not present
        self._seen_at(item.created_at)

    def carried(self, item: Portable) -> None:
        if isinstance(item, PortableConversation):
            self._conversations += 1
            if len(self._titles) < _TITLES:
                self._titles.append(item.new.title)
        elif isinstance(item, PortableMemory) and item.new.type != ATTACHMENT:
            in_conversation = item.conversation is not None
            self._messages += in_conversation
            self._notes += not in_conversation
            known = self._vault.read(lambda db: finding.is_known(db, item))
            self._known += known
            self._new += not known
            self._seen_at(item.new.created_at)

    def _seen_at(self, moment: int | None) -> None:
        if moment is not None:
            self._first = moment if self._first is None else min(self._first, moment)
            self._last = moment if self._last is None else max(self._last, moment)

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
            first_at=self._first,
            last_at=self._last,
            titles=tuple(self._titles),
            issues=tuple(self.issues[:_KEPT_ISSUES]),
        )
