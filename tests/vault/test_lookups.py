"""Filters that only the vault itself can answer."""

from __future__ import annotations

import apsw

from memdesk.vault import conversations, counters, lookups, memories, trash
from memdesk.vault.records import NewConversation, NewMemory


def add(db: apsw.Connection, content: str, **extra: object) -> int:
    return memories.add(db, NewMemory(content, source="note", extra=extra))


def test_code_links_and_attachments_are_found(db: apsw.Connection) -> None:
    add(db, "plain text about http and code")
    fenced = add(db, "look:\n```python\nx = 1\n```")
    other_fence = add(db, "~~~\nx\n~~~")
    address = add(db, "see https://example.org")
    cited = add(db, "cited", links=[["Title", "https://example.org"]])
    attached = add(db, "a picture", attachments=[{"name": "cat.png"}])
    trash.put(db, [add(db, "```trashed```")])
    assert lookups.having(db, "code") == [fenced, other_fence]
    assert lookups.having(db, "link") == [address, cited]
    assert lookups.having(db, "attachment") == [attached]


def test_titles_are_found_by_a_part_with_no_wildcards(db: apsw.Connection) -> None:
    percent, _ = conversations.store(db, NewConversation("chatgpt", "1", "100% Wool"))
    plain, _ = conversations.store(db, NewConversation("chatgpt", "2", "wool_socks\\"))
    assert lookups.conversations_titled(db, "WOOL") == [percent, plain]
    assert lookups.conversations_titled(db, "%") == [percent]
    assert lookups.conversations_titled(db, "_") == [plain]
    assert lookups.conversations_titled(db, "\\") == [plain]


def test_texts_and_uses_of_many_memories(db: apsw.Connection) -> None:
    with db:
        ids = [add(db, f"memory {n}") for n in range(700)]
        counters.looked_at(db, ids[0])
        counters.returned(db, ids[-1:], at=5)
    rows = lookups.rows(db, ids)
    assert rows[ids[0]] == (ids[0], "memory 0", 1, 0, None)
    assert rows[ids[-1]] == (ids[-1], "memory 699", 0, 1, 5)
    assert len(rows) == 700
    assert lookups.rows(db, []) == {}
