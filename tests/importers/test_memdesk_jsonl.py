"""A damaged export of memdesk's own keeps what can be read and lists the rest."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.importers.detection import open_inputs
from memdesk.importers.memdesk_jsonl import MemdeskParser
from memdesk.importers.parsed import ParsedItem, ParseIssue
from memdesk.importers.source import SourceFile
from memdesk.vault import check
from memdesk.vault.portable.records import PortableMemory
from memdesk.vault.store import Vault
from tests.exporters.vaults import bring, content, export, fill


@pytest.fixture
def data(tmp_path: Path) -> bytes:
    with Vault(tmp_path / "from.memdesk") as vault:
        fill(vault)
        return export(vault, tmp_path / "all.jsonl")


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "my.memdesk") as vault:
        yield vault
        assert vault.read(check.problems) == []


def _read(data: bytes) -> list[ParsedItem]:
    return list(
        MemdeskParser("a.jsonl", [SourceFile("a.jsonl", len(data), partial(io.BytesIO, data))])
    )


def _issues(items: list[ParsedItem]) -> list[str]:
    return [item.reason for item in items if isinstance(item, ParseIssue)]


def _memory(**fields: Any) -> bytes:
    return json.dumps(
        {"kind": "memory", "uid": "u", "source": "s", "content": "c", **fields}
    ).encode()


@pytest.mark.parametrize("first", range(6))
def test_a_file_of_ours_is_known_by_any_of_its_lines(
    data: bytes, tmp_path: Path, first: int
) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(b"".join(data.splitlines(keepends=True)[first:]))
    with open_inputs([path]) as detected:
        assert [parser.format_name for parser in detected.parsers] == ["memdesk export"]


def test_a_file_cut_off_within_a_line_says_so(data: bytes, vault: Vault, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    rows = data.splitlines(keepends=True)
    path.write_bytes(b"".join(rows[:4]) + rows[4][:30])
    report = bring(vault, path)
    assert report.counts.added == 2
    assert not report.complete
    torn, incomplete = [issue.reason for issue in report.issues]
    assert "line 5: this line breaks off" in torn
    assert incomplete == (
        "the file is incomplete; by its first line, this is missing: memories: 2, links: 1, saved "
        "searches: 1. If the vault it came from is still there, export it again"
    )


def test_a_file_cut_off_between_lines_says_so(data: bytes) -> None:
    rows = data.splitlines(keepends=True)
    assert _issues(_read(b"".join(rows[:-1]))) == [
        "the file is incomplete; by its first line, this is missing: saved searches: 1. If the "
        "vault it came from is still there, export it again"
    ]


def test_a_damaged_line_costs_its_own_record_only(
    data: bytes, vault: Vault, tmp_path: Path
) -> None:
    rows = data.splitlines(keepends=True)
    rows[1] = b"{oh dear\n"
    path = tmp_path / "damaged.jsonl"
    path.write_bytes(b"".join(rows))
    report = bring(vault, path)
    assert report.counts.added == 4
    assert len(report.issues) == 1
    # The messages whose conversation was lost stay together, and get their title back.
    assert [row[:3] for row in content(vault)["conversation"]] == [("claude", "k1", "")]
    path.write_bytes(data)
    assert bring(vault, path).counts.added == 0
    assert [row[:3] for row in content(vault)["conversation"]] == [("claude", "k1", "Bread")]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"kind":"memory","uid":"","content":"c","source":"s"}', "its uid is empty"),
        (b'{"kind":"memory","uid":"u","source":"s"}', "it has no text called “content”"),
        (b'{"kind":"sonata"}', "“sonata” is no kind of record"),
        (b'{"kind":[]}', "“[]” is no kind of record"),
        (b'{"kind":"memory","uid":NaN}', "it has no text called “uid”"),
        (
            b'{"kind":"link","source":"a","target":"b","type":"likes","created_at":1}',
            "“likes” is no type of link",
        ),
        (
            b'{"kind":"link","source":"a","target":"b","type":"related"}',
            "it has no time called “created_at”",
        ),
    ],
)
def test_what_is_no_record_is_listed_with_its_place(line: bytes, reason: str) -> None:
    items = _read(_memory() + b"\n" + line + b"\n" + _memory())
    assert _issues(items)[-1] == f"entry 2 (at byte 62) could not be read: {reason}"
    assert isinstance(items[-1], PortableMemory)


@pytest.mark.parametrize("line", [b"[1]", b"nonsense", b"[" * 100_000, b'{"kind":"memory","uid'])
def test_what_is_no_object_costs_only_itself(line: bytes) -> None:
    items = _read(_memory() + b"\n" + line + b"\n" + _memory())
    assert [isinstance(item, PortableMemory) for item in items] == [True, False, True]
    assert isinstance(items[1], ParseIssue)
    assert items[1].lost


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("role", "narrator"),
        ("role", ["user"]),
        ("format", 3),
        ("position", 2**70),
        ("importance", 7),
        ("importance", True),
        ("created_at", "yesterday"),
        ("tags", [1]),
        ("conversation", ["only one"]),
        ("conversation", 5),
        ("source_hash", "zz"),
        ("extra", []),
        ("revisions", [{"content": 1}]),
    ],
)
def test_a_value_of_another_kind_is_left_out_and_named(name: str, value: object) -> None:
    memory, *rest = sorted(_read(_memory(**{name: value})), key=lambda i: isinstance(i, ParseIssue))
    assert isinstance(memory, PortableMemory)
    assert memory.new.content == "c"
    assert rest == [
        ParseIssue(
            "a.jsonl", f"entry 1 (at byte 0): “{name}” made no sense and was left out", lost=False
        )
    ]


def test_a_newer_format_is_read_as_far_as_it_is_known() -> None:
    header = b'{"kind":"header","format":"memdesk-jsonl","version":2}\n'
    items = _read(header + _memory())
    assert ["newer memdesk" in reason for reason in _issues(items)] == [True]
    assert isinstance(items[-1], PortableMemory)


def test_two_files_put_together_are_read_as_both(data: bytes) -> None:
    assert _issues(_read(data + data)) == []


def test_halves_of_pairs_and_nuls_are_replaced(vault: Vault, tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_bytes(_memory(uid="\ud800", content="a\0b\udc00", tags=["\0"], extra={"k": "\0"}))
    assert bring(vault, path).counts.added == 1
    assert bring(vault, path).counts.added == 0
    assert content(vault)["memory"][0][27] == "a\ufffdb\ufffd"


def test_a_memory_that_stands_twice_comes_in_once(vault: Vault, tmp_path: Path) -> None:
    path = tmp_path / "twice.jsonl"
    path.write_bytes(
        b"\n".join(
            [
                _memory(),
                _memory(),
                _memory(uid="v", external_id="x"),
                _memory(uid="w", external_id="x"),
            ]
        )
    )
    assert bring(vault, path).counts.added == 2


def test_a_link_to_nothing_is_skipped(vault: Vault, tmp_path: Path) -> None:
    path = tmp_path / "link.jsonl"
    path.write_bytes(
        _memory() + b'\n{"kind":"link","source":"u","target":"x","type":"related","created_at":1}'
    )
    assert bring(vault, path).counts.skipped == 1


@given(st.binary(max_size=200))
def test_any_bytes_are_read_to_their_end(noise: bytes) -> None:
    items = _read(b"\n".join([_memory(), noise, _memory(uid="v")]))
    assert isinstance(items[0], PortableMemory)
    assert isinstance(items[-1], PortableMemory)


def test_a_line_damaged_anywhere_never_ends_the_import(data: bytes) -> None:
    for place in range(0, len(data), 7):
        damaged = data[:place] + b"\xff{" + data[place + 2 :]
        items = _read(damaged)
        # A line break that is gone costs the lines on both sides of it.
        assert sum(isinstance(item, PortableMemory) for item in items) >= 2
