"""The generator of large exports, and what reading one costs."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

from memdesk.importers.chatgpt import ChatGPTParser
from memdesk.importers.parsed import ParsedConversation
from memdesk.importers.source import SourceFile
from tests.importers.large_export import write_export


def parser(path: Path) -> ChatGPTParser:
    file = SourceFile(path.name, path.stat().st_size, lambda: path.open("rb"))
    return ChatGPTParser(path.name, [file])


def test_the_same_seed_writes_the_same_export(tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        write_export(tmp_path / name, 0.3, seed)
    first, same, other = ((tmp_path / name).read_bytes() for name in "abc")
    assert first == same != other
    assert 300_000 <= len(first) < 1_500_000


def test_a_large_export_is_read_whole_in_bounded_memory(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    count = write_export(path, 12)
    read = messages = 0
    tracemalloc.start()
    for item in parser(path):
        assert isinstance(item, ParsedConversation), item
        read += 1
        messages += len(item.messages)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert read == count
    assert messages > 4 * count
    assert peak < 6_000_000
