"""Whatever is dropped: content decides what it is, and nothing unknown passes silently."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.importers.chatgpt import ChatGPTParser
from memdesk.importers.claude import ClaudeParser
from memdesk.importers.detection import detect, open_inputs
from memdesk.importers.source import UnreadableInput
from tests.importers.builders import (
    claude_message,
    claude_talk,
    conversations,
    issues,
    talk,
    write,
    zip_bytes,
)

CLAUDE = [claude_talk([claude_message("a", text="Hi")])]


def found(*paths: Path) -> list[tuple[str, str, list[str]]]:
    """(source, path, conversations' ids) of each parser; no issue may come up."""
    with open_inputs(paths) as detected:
        assert detected.issues == []
        result = []
        for parser in detected.parsers:
            items = list(parser)
            assert issues(items) == []
            ids = [item.external_id for item in conversations(items)]
            result.append((parser.source, parser.path, ids))
        return result


def refusals(*paths: Path) -> list[str]:
    with open_inputs(paths) as detected:
        assert detected.parsers == []
        return [issue.reason for issue in detected.issues]


def test_content_decides_and_not_the_name(tmp_path: Path) -> None:
    one = write(tmp_path / "a" / "picture.png", [talk(1)])
    two = write(tmp_path / "b" / "notes.txt", CLAUDE)
    assert found(one, two) == [("chatgpt", "picture.png", ["c1"]), ("claude", "notes.txt", ["k1"])]


def test_a_zip_named_otherwise_is_opened(tmp_path: Path) -> None:
    path = write(tmp_path / "export.download", zip_bytes({"conversations.json": [talk(1)]}))
    assert found(path) == [("chatgpt", "export.download", ["c1"])]


def test_an_unpacked_export_in_a_folder_is_one_input(tmp_path: Path) -> None:
    box = tmp_path / "export"
    write(box / "conversations.json", [talk(1)])
    write(box / "user.json", {"id": "u", "email": "i@example.org"})
    write(box / "message_feedback.json", [])
    write(box / "shared_conversations.json", [{"id": "s", "conversation_id": "c1"}])
    write(box / "file-abc.png", b"\x89PNG")
    write(box / "audio" / "1.wav", b"RIFF")
    assert found(box) == [("chatgpt", "export", ["c1"])]


def test_a_zip_in_a_zip_is_opened(tmp_path: Path) -> None:
    inner = zip_bytes({"conversations.json": [talk(1)]})
    path = write(tmp_path / "outer.zip", zip_bytes({"inner.zip": inner}))
    assert found(path) == [("chatgpt", "outer.zip/inner.zip", ["c1"])]


def test_several_inputs_at_once_keep_their_order(tmp_path: Path) -> None:
    one = write(tmp_path / "1.zip", zip_bytes({"conversations.json": [talk(1)]}))
    two = write(tmp_path / "2.zip", zip_bytes({"conversations.json": CLAUDE}))
    assert found(two, one, two) == [("claude", "2.zip", ["k1"]), ("chatgpt", "1.zip", ["c1"])]


def test_loose_shards_dropped_together_are_one_input_in_natural_order(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"conversations-{n}.json", [talk(n)]) for n in (10, 9, 2)]
    ((source, _, ids),) = found(*paths)
    assert (source, ids) == ("chatgpt", ["c2", "c9", "c10"])


def test_one_conversation_in_a_file_of_its_own_is_read(tmp_path: Path) -> None:
    assert found(write(tmp_path / "talk.json", talk(1))) == [("chatgpt", "talk.json", ["c1"])]


def test_both_formats_in_one_folder_are_two_inputs(tmp_path: Path) -> None:
    write(tmp_path / "both" / "a.json", [talk(1)])
    write(tmp_path / "both" / "b.json", CLAUDE)
    assert found(tmp_path / "both") == [("chatgpt", "both", ["c1"]), ("claude", "both", ["k1"])]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_encodings_are_recognised(encoding: str, tmp_path: Path) -> None:
    path = write(tmp_path / "c.json", json.dumps([talk(1)]).encode(encoding))
    assert found(path) == [("chatgpt", "c.json", ["c1"])]


def test_a_long_first_entry_is_seen_through(tmp_path: Path) -> None:
    first = talk(1)
    first = {"plugin_ids": ["x" * 100_000], "safe": [1] * 1000, **first}
    assert found(write(tmp_path / "c.json", [None, first])) == [("chatgpt", "c.json", ["c1"])]


def test_a_head_that_is_not_quite_json_is_recognised(tmp_path: Path) -> None:
    data = json.dumps([{"x": float("nan"), "y": "\ud800\x01", **talk(1)}]).encode()
    with open_inputs([write(tmp_path / "c.json", data)]) as detected:
        (parser,) = detected.parsers
        (read,) = conversations(parser)
    assert read.external_id == "c1"


def test_other_json_beside_conversations_is_named_and_loses_nothing(tmp_path: Path) -> None:
    export = zip_bytes({"conversations.json": [talk(1)], "file-recipe.json": {"eggs": 3}})
    with open_inputs([write(tmp_path / "e.zip", export)]) as detected:
        (issue,) = detected.issues
    assert (issue.file, issue.lost) == ("e.zip/file-recipe.json", False)


def test_a_broken_shard_among_good_ones_is_reported_in_place(tmp_path: Path) -> None:
    export = zip_bytes({"conversations-000.json": [talk(1)], "conversations-001.json": b'[{"t'})
    with open_inputs([write(tmp_path / "e.zip", export)]) as detected:
        (parser,) = detected.parsers
        items = list(parser)
    assert len(conversations(items)) == 1
    (issue,) = issues(items)
    assert issue.file == "e.zip/conversations-001.json"
    assert "ends at byte 4" in issue.reason


UNKNOWN: dict[str, tuple[Any, str]] = {
    "empty file": (b"", "holds no export"),
    "binary": (bytes(range(256)), "holds no export"),
    "words": (b"Dear diary", "holds no export"),
    "other JSON": ({"eggs": 3}, "no export that can be read"),
    "broken JSON": (b'[{"eggs": }]', "at byte 10, line 1"),
    "empty list": (b"[]", "its list is empty"),
    "empty zip": (zip_bytes({}), "holds no export"),
    "zip of pictures": (zip_bytes({"a.png": b"x"}), "holds no export"),
    "page": (b"<html><script>var x = 1</script></html>", "holds no export"),
    "deep": (b"[" * 400_000, "in the middle of entry 1"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_is_not_known_says_what_is_read(name: str, tmp_path: Path) -> None:
    data, said = UNKNOWN[name]
    (reason,) = refusals(write(tmp_path / "input.json", data))
    assert said in reason
    assert "exports of ChatGPT, Claude and other assistants" in reason
    with pytest.raises(UnreadableInput, match="ChatGPT, Claude and other"):
        detect(tmp_path / "input.json")


def test_unreadable_paths_are_issues_and_the_rest_is_read(tmp_path: Path) -> None:
    good = write(tmp_path / "c.json", [talk(1)])
    cut = write(tmp_path / "cut.zip", zip_bytes({"conversations.json": [talk(2)]})[:60])
    with open_inputs([tmp_path / "gone.zip", cut, good]) as detected:
        assert [type(parser) for parser in detected.parsers] == [ChatGPTParser]
        assert [issue.file for issue in detected.issues] == ["gone.zip", "cut.zip"]


def test_detect_gives_the_parsers(tmp_path: Path) -> None:
    (parser,) = detect(write(tmp_path / "c.json", CLAUDE))
    assert isinstance(parser, ClaudeParser)
    assert len(conversations(parser)) == 1
    # A second pass starts anew.
    assert len(conversations(parser)) == 1
    assert parser.bytes_read == parser.total_bytes


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(noise=st.binary(max_size=200), place=st.integers(0, 3000))
def test_any_bytes_are_read_or_refused_never_a_crash(
    noise: bytes, place: int, tmp_path: Path
) -> None:
    zipped = zip_bytes({"conversations.json": [talk(1)], "inner.zip": zip_bytes({"a": CLAUDE})})
    place %= len(zipped)
    for data in (noise, b"PK\x03\x04" + noise, zipped[:place] + noise + zipped[place + 1 :]):
        with open_inputs([write(tmp_path / "x", data)]) as detected:
            assert detected.parsers or detected.issues
            for parser in detected.parsers:
                list(parser)
