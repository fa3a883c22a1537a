"""Reading objects out of JSON in any state."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.importers import json_decode, json_stream
from memdesk.importers.json_decode import JsonFault, JsonObject, Split
from memdesk.importers.json_stream import MAX_DEPTH, stream_objects
from memdesk.importers.source import Utf8Stream


class Pieces:
    """A raw stream that hands its bytes out in pieces of given sizes."""

    def __init__(self, data: bytes, sizes: Iterator[int]) -> None:
        self._file = io.BytesIO(data)
        self._sizes = sizes

    def read(self, size: int = -1) -> bytes:
        return self._file.read(min(size, next(self._sizes)))

    def close(self) -> None:
        self._file.close()


def read(data: bytes, after: re.Pattern[bytes] | None = None) -> list[JsonObject[Any] | JsonFault]:
    return list(stream_objects(Utf8Stream(io.BytesIO(data), "x.json"), after))


def values(data: bytes) -> list[object]:
    entries = read(data)
    assert [entry for entry in entries if isinstance(entry, JsonFault)] == []
    return [entry.value for entry in entries if isinstance(entry, JsonObject)]


def cleaned(data: bytes) -> tuple[object, str | None]:
    (entry,) = read(data)
    assert isinstance(entry, JsonObject)
    return entry.value, entry.cleaned


def faults(data: bytes) -> list[str]:
    return [entry.reason for entry in read(data) if isinstance(entry, JsonFault)]


# NULs and half surrogate pairs are replaced; tests of their own say so.
texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | texts | st.floats(-1e9, 1e9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=12,
)


@given(
    st.lists(st.dictionaries(texts, json_values, max_size=4), max_size=5),
    st.integers(1, 9),
    st.booleans(),
    st.sampled_from([None, 1]),
)
def test_every_object_is_read_wherever_the_chunks_are_cut(
    items: list[object], size: int, ascii_only: bool, indent: int | None
) -> None:
    data = json.dumps(items, ensure_ascii=ascii_only, indent=indent)
    raw = Pieces(data.encode(), iter(lambda: size, None))
    entries = list(stream_objects(Utf8Stream(raw, "x.json")))
    assert [entry.value for entry in entries if isinstance(entry, JsonObject)] == items
    assert [entry for entry in entries if isinstance(entry, JsonFault)] == []


def test_a_large_object_reads_the_same_as_a_small_one() -> None:
    item = {f"k{n}": ['text \\ " 😀 é', n, n / 7, None, {"a": True}] for n in range(20_000)}
    data = json.dumps([item]).encode()
    assert len(data) > json_decode.PIECEWISE_BYTES
    assert values(data) == [item]


@pytest.mark.parametrize("rows", [1, 9000])
def test_a_member_is_split_off_and_converted_entry_by_entry(rows: int) -> None:
    item = {"a": 1, "rows": {f"r{n}": {"text": "x" * 40, "n": n} for n in range(rows)}, "z": [2]}
    split = Split("rows", lambda row: row["n"])  # type: ignore[index, call-overload]
    stream = Utf8Stream(io.BytesIO(json.dumps([item]).encode()), "x.json")
    (entry,) = stream_objects(stream, split=split)
    assert isinstance(entry, JsonObject)
    assert entry.value == {"a": 1, "z": [2]}
    assert entry.members == {f"r{n}": n for n in range(rows)}


@pytest.mark.parametrize("rows", ["text", None, [1]])
def test_an_object_without_the_member_has_no_members(rows: object) -> None:
    split = Split("rows", lambda row: row)
    stream = Utf8Stream(io.BytesIO(json.dumps([{"rows": rows}]).encode()), "x.json")
    (entry,) = stream_objects(stream, split=split)
    assert isinstance(entry, JsonObject)
    assert entry.members is None


def test_the_pure_python_backend_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    import ijson.backends.python

    item = {f"k{n}": ["text", n, n / 7, None, {"a": True}] for n in range(12_000)}
    monkeypatch.setattr(json_decode, "backend", ijson.backends.python)
    assert values(json.dumps([item]).encode()) == [item]


@pytest.mark.parametrize(
    "data",
    [
        b'{"a": 1}',
        b'{"a": 1}\n{"a": 2}\n',
        b'[{"a": 1}][{"a": 2}]',
        b' [ {"a" : 1} , null , {"a" : 2} ] \n',
    ],
)
def test_single_objects_lines_and_lists_in_a_row_are_read(data: bytes) -> None:
    assert values(data) == [{"a": 1}, {"a": 2}][: data.count(b"a")]


def test_offsets_and_order_are_told() -> None:
    entries = read(b'[{"a": 1},\n {"b": 2}]')
    assert [(entry.index, entry.offset) for entry in entries] == [(0, 1), (1, 12)]


@pytest.mark.parametrize(
    ("inside", "value", "reason"),
    [
        (b"NaN", None, "NaN is not a value"),
        (b"-Infinity", None, "-Infinity is not a value"),
        (b"1e999", None, "beyond any range"),
        (b"9" * 5000, None, "too many digits"),
        (b'"a\\ud83db"', "a\ufffdb", "half surrogate pairs"),
        (b'"a\\udc00b"', "a\ufffdb", "half surrogate pairs"),
        (b'"a\\u0000b"', "a\ufffdb", "NUL"),
        (b'"a\x00b"', "a\ufffdb", "NUL"),
        (b'"a\tb"', "a\tb", "control characters"),
        (b'"a\xffb"', "a\ufffdb", "not UTF-8"),
        (b'"a\xed\xa0\x80b"', "a\ufffd\ufffd\ufffdb", "not UTF-8"),
    ],
)
@pytest.mark.parametrize("padding", [0, 400_000])
def test_what_is_not_json_is_cleaned_and_said_so(
    inside: bytes, value: object, reason: str, padding: int
) -> None:
    pad = b'"' + b"x" * padding + b'"'
    read_value, said = cleaned(b'[{"p": ' + pad + b', "v": ' + inside + b"}]")
    assert read_value == {"p": "x" * padding, "v": value}
    assert said is not None
    assert reason in said


@pytest.mark.parametrize("padding", [0, 400_000])
def test_integers_beyond_64_bits_are_exact(padding: int) -> None:
    data = json.dumps([{"p": "x" * padding, "v": 10**30}]).encode()
    assert cleaned(data) == ({"p": "x" * padding, "v": 10**30}, None)


def test_whole_surrogate_pairs_and_escaped_backslashes_are_clean() -> None:
    assert cleaned(b'[{"v": "\\ud83d\\ude00 \\\\n"}]') == ({"v": "😀 \\n"}, None)


def test_of_duplicate_keys_the_last_one_counts() -> None:
    assert values(b'[{"a": 1, "a": 2}]') == [{"a": 2}]


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_a_million_levels_are_refused_and_the_next_entry_is_read(opening: bytes) -> None:
    closing = b"]" if opening == b"[" else b"}"
    deep = opening * 1_000_000 + b"1" + closing * 1_000_000
    first, second = read(b'[{"d": ' + deep + b'}, {"a": 1}]')
    assert isinstance(first, JsonFault)
    assert f"more than {MAX_DEPTH} levels" in first.reason
    assert isinstance(second, JsonObject)
    assert second.value == {"a": 1}


def test_an_unclosed_million_levels_end_in_one_fault() -> None:
    (reason,) = faults(b'[{"d": ' + b"[" * 1_000_000)
    assert "in the middle of entry 1" in reason


def test_brackets_inside_texts_do_not_count() -> None:
    assert values(json.dumps([{"a": "[[[{" * 1000}]).encode()) == [{"a": "[[[{" * 1000}]


def test_an_object_beyond_the_limit_is_refused_without_being_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(json_stream, "MAX_OBJECT_BYTES", 1000)
    data = json.dumps([{"a": "x" * 200_000}, {"a": 1}]).encode()
    first, second = read(data)
    assert isinstance(first, JsonFault)
    assert "larger than 1,000 bytes" in first.reason
    assert isinstance(second, JsonObject)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no list and no object"),
        (b" \n", "no list and no object"),
        (b"[", "before its list is closed"),
        (b'[{"a": 1}', "the 1 entries before it were read"),
        (b'[{"a": 1},', "before its list is closed"),
        (b'[{"a": 1}, {"b": "', "in the middle of entry 2, which starts at byte 11, line 1"),
        (b'[{"a" 1}]', "at byte 6, line 1: this entry is not valid JSON"),
        (b'[\n{"a": 1},\n{"b": tru}]', "line 3: this entry is not valid JSON"),
        (b'[{"a": 1}]]', "closing bracket"),
        (b'[{"a": 1}] words', "“words” is not an entry"),
        (b'["text", {"a": 1}]', "is not an entry"),
    ],
)
def test_faults_name_their_place(data: bytes, said: str) -> None:
    (reason,) = faults(data)
    assert said in reason


def test_a_page_is_read_behind_the_mark_and_no_further() -> None:
    page = b"<html>" + b"[ {" * 50_000 + b' var x = [{"a": "</script>"}]; more ] { text'
    entries = read(page, re.compile(rb"var x = (?=\[)"))
    assert [entry.value for entry in entries if isinstance(entry, JsonObject)] == [
        {"a": "</script>"}
    ]
    assert len(entries) == 1


def test_a_file_of_rubbish_ends_after_a_bounded_number_of_faults() -> None:
    assert len(faults(b"[" + b"{x}," * 5000 + b"]")) == json_stream.MAX_FAULTS + 1


@settings(max_examples=200)
@given(st.binary(max_size=300))
def test_random_bytes_never_crash(data: bytes) -> None:
    for start in (b"", b"[", b'[{"a":'):
        for entry in read(start + data):
            assert isinstance(entry, JsonObject | JsonFault)


@given(st.randoms(use_true_random=False), st.integers(1, 6))
def test_mutated_exports_never_crash_and_keep_their_order(rng: random.Random, hits: int) -> None:
    items = [{"id": n, "text": 'a [b] {c} \\ " d', "list": [n, {"x": None}]} for n in range(6)]
    data = bytearray(json.dumps(items).encode())
    for _ in range(hits):
        data[rng.randrange(len(data))] = rng.choice(b'[]{}",:\\x0\xff\x00\n')
    entries = read(bytes(data))
    assert [entry.offset for entry in entries] == sorted(entry.offset for entry in entries)
