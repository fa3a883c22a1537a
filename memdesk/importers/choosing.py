"""What is wanted of what a parser yields."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.importers.choice import Choice, ItemKey, LeftOut, key_of
from memdesk.importers.parsed import (
    ParsedConversation,
    ParsedItem,
    ParsedNote,
    ParseIssue,
    Parser,
)
from memdesk.vault.portable.records import (
    Identity,
    Portable,
    PortableConversation,
    PortableLink,
    PortableMemory,
)
from memdesk.vault.records import ATTACHMENT


def chosen(parser: Parser, choice: Choice) -> Iterator[ParsedItem | LeftOut]:
    """Yield what a parser yields, with a :class:`LeftOut` for each item that is not wanted.

    Issues about a conversation go with it. They name it by its title alone, and stand directly
    before it, or behind it if they are about a message.
    """
    if choice.everything:
        yield from parser
        return
    waiting: list[ParseIssue] = []
    without: str | None = None
    carried = _Carried(choice)
    for item in parser:
        if isinstance(item, ParseIssue):
            if item.message is None or item.conversation != without:
                if waiting and waiting[-1].conversation != item.conversation:
                    yield from waiting
                    waiting.clear()
                waiting.append(item)
            continue
        if not isinstance(item, ParsedConversation | ParsedNote):
            yield from waiting
            waiting.clear()
            yield from carried.take(item)
            continue
        wanted = _wants(choice, item, parser.source)
        if isinstance(item, ParsedConversation):
            without = None if wanted else item.title
        yield from (issue for issue in waiting if without is None or issue.conversation != without)
        waiting.clear()
        yield item if wanted else LeftOut(item.external_id)
    yield from waiting


def carried_key(note: PortableMemory) -> ItemKey:
    """Return what a note from another vault is named by in a choice."""
    return note.new.source, "note", note.uid


def carried_title(note: PortableMemory) -> str:
    """Return the title of a note from another vault, if it has one."""
    return str(note.new.extra.get("title") or "")


class _Carried:
    """Chooses among the records of another vault, in which conversations come before messages."""

    def __init__(self, choice: Choice) -> None:
        self._choice = choice
        self._conversations: set[Identity] = set()
        self._memories: set[str] = set()

    def take(self, item: Portable) -> Iterator[Portable | LeftOut]:
        """Yield the record if it is wanted; word of each conversation and note that is not."""
        if isinstance(item, PortableConversation):
            new = item.new
            key: ItemKey = (new.source, "conversation", new.external_id)
            if not self._choice.wants(key, new.title, archived=new.archived):
                self._conversations.add(item.identity)
                yield LeftOut(new.external_id)
                return
        elif isinstance(item, PortableMemory):
            if self._leaves_out(item):
                self._memories.add(item.uid)
                if item.conversation is None:
                    yield LeftOut(item.uid)
                return
        elif isinstance(item, PortableLink) and (
            item.source_uid in self._memories or item.target_uid in self._memories
        ):
            return
        yield item

    def _leaves_out(self, memory: PortableMemory) -> bool:
        if memory.conversation is not None:
            return memory.conversation in self._conversations
        if memory.new.type == ATTACHMENT:
            return False
        return not self._choice.wants(carried_key(memory), carried_title(memory))


def _wants(choice: Choice, item: ParsedConversation | ParsedNote, source: str) -> bool:
    key, title = key_of(item, source), item.title or ""
    if isinstance(item, ParsedNote):
        return choice.wants(key, title)
    return choice.wants(key, title, archived=item.archived, temporary=item.temporary)
