"""Cut and mutated exports: what is complete is kept, one issue says where it ends."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.importers.detection import open_inputs
from memdesk.importers.parsed import ParsedConversation, ParsedNote, ParseIssue
from tests.importers.builders import (
    claude_message,
    claude_talk,
    conversations,
    issues,
    read_chatgpt,
    read_claude,
    talk,
    write,
    zip_bytes,
)

CHATGPT = [talk(1), talk(2), talk(3)]
CLAUDE = [
    claude_talk([claude_message("a", text=f'Words [{n}] \\ "')], uuid=f"c{n}") for n in (1, 2, 3)
]


def ends(items: list[object]) -> list[int]:
    """Behind which byte each entry of the encoded list is complete."""
    return [len(json.dumps(items[: n + 1])) - 1 for n in range(len(items))]


@pytest.mark.parametrize(("items", "read"), [(CHATGPT, read_chatgpt), (CLAUDE, read_claude)])
def test_cut_at_every_byte_complete_conversations_are_kept(items, read) -> None:  # type: ignore[no-untyped-def]
    data = json.dumps(items).encode()
    complete = ends(items)
    for cut in range(len(data)):
        result = read(data[:cut])
        expected = [f"c{n + 1}" for n, end in enumerate(complete) if end <= cut]
        assert [item.external_id for item in conversations(result)] == expected, cut
        (issue,) = issues(result)
        assert issue.lost
        assert issue.file == "conversations.json"
        assert not cut or f"ends at byte {cut:,}" in issue.reason


def test_a_damaged_zip_keeps_the_conversations_before_the_damage(tmp_path: Path) -> None:
    talks = [talk(n, note=random.Random(n).randbytes(300).hex()) for n in range(1000)]
    data = bytearray(zip_bytes({"conversations.json": talks}))
    middle = len(data) // 2
    data[middle : middle + 40] = b"\xff" * 40
    with open_inputs([write(tmp_path / "export.zip", bytes(data))]) as detected:
        (parser,) = detected.parsers
        items = list(parser)
    read = [item.external_id for item in conversations(items)]
    assert read == [f"c{n}" for n in range(len(read))]
    assert 300 < len(read) < 600
    # The damage itself may first show as an entry that is no JSON.
    *_, issue = issues(items)
    assert issue.lost
    assert "export.zip/conversations.json cannot be read after byte" in issue.reason
    assert "download the export again" in issue.reason


@settings(max_examples=300)
@given(
    st.sampled_from([(CHATGPT, read_chatgpt), (CLAUDE, read_claude)]),
    st.lists(st.tuples(st.integers(0, 10_000), st.binary(min_size=0, max_size=3)), max_size=5),
)
def test_mutated_exports_never_crash(source, changes) -> None:  # type: ignore[no-untyped-def]
    items, read = source
    data = bytearray(json.dumps(items).encode())
    for place, replacement in changes:
        start = place % len(data)
        data[start : start + 1] = replacement
    for item in read(bytes(data)):
        assert isinstance(item, ParsedConversation | ParsedNote | ParseIssue)


# fmt: off
keys = st.sampled_from([
    "id", "title", "mapping", "current_node", "parent", "children", "message", "author", "role",
    "content", "content_type", "parts", "text", "metadata", "create_time", "recipient",
    "thoughts", "chat_messages", "uuid", "sender", "attachments",
])
# fmt: on
odd_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | keys,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=20,
)


@settings(max_examples=300)
@given(odd_values, odd_values, odd_values)
def test_values_of_wrong_types_never_crash(first: object, second: object, third: object) -> None:
    entries = [
        {"mapping": first, "title": second, "current_node": third},
        {"mapping": {"a": first, "b": {"message": second, "parent": "a"}}, "create_time": third},
        {"mapping": {"a": {"message": {"content": first, "author": second, "metadata": third}}}},
        {"mapping": {"a": {"message": {"content": {"content_type": "text", "parts": first}}}}},
        {"chat_messages": first, "name": second},
        {"chat_messages": [first, {"content": second, "text": third}, {"attachments": first}]},
        {"docs": [first], "name": second},
        {"conversations_memory": first, "project_memories": second},
    ]
    data = json.dumps(entries).encode()
    for read in (read_chatgpt, read_claude):
        for item in read(data):
            assert isinstance(item, ParsedConversation | ParsedNote | ParseIssue)
