"""Logs that crashes tore apart: each torn record costs only itself."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.importers import json_lines
from memdesk.importers.json_decode import JsonFault, JsonObject
from memdesk.importers.json_lines import stream_lines
from memdesk.importers.source import Utf8Stream


def _read(data: bytes) -> tuple[list[Any], list[str]]:
    found: list[JsonObject[Any] | JsonFault] = list(stream_lines(Utf8Stream(io.BytesIO(data), "f")))
    values = [one.value for one in found if isinstance(one, JsonObject)]
    return values, [one.reason for one in found if isinstance(one, JsonFault)]


def _line(number: int) -> bytes:
    return json.dumps({"n": number, "message": {"content": [{"type": "text"}]}}).encode()


def _numbers(data: bytes) -> list[int]:
    return [value["n"] for value in _read(data)[0]]


CUTS = range(2, len(_line(2)))


@pytest.mark.parametrize("cut", CUTS)
def test_a_record_cut_off_anywhere_costs_only_itself(cut: int) -> None:
    data = b"\n".join((_line(1), _line(2)[:cut], _line(3), _line(4)))
    assert _numbers(data) == [1, 3, 4]
    (reason,) = _read(data)[1]
    assert f"at byte {len(_line(1)) + 1:,}, line 2" in reason


@pytest.mark.parametrize("cut", CUTS)
def test_what_was_appended_to_a_cut_off_record_is_found(cut: int) -> None:
    torn = _line(2)[:cut]
    data = b"\n".join((_line(1), torn + _line(3), _line(4)))
    before_a_value = torn.rstrip().endswith((b":", b",", b"["))
    assert _numbers(data) == ([1, 4] if before_a_value else [1, 3, 4])
    assert len(_read(data)[1]) == 1


def test_zeros_of_a_crash_are_passed_over() -> None:
    zeros = b"\0" * 9_000
    assert _read(b"\n".join((_line(1) + zeros, zeros, _line(2), zeros)))[1] == []
    assert _numbers(b"\n".join((_line(1) + zeros, zeros, _line(2), zeros))) == [1, 2]


def test_records_that_span_lines_and_whole_lists_are_read() -> None:
    values = [{"n": 1, "a": {"b": [1, 2]}}, {"n": 2}]
    indented = b"\n".join(json.dumps(value, indent=2).encode() for value in values)
    assert _read(indented) == (values, [])
    assert _read(b"\n " + json.dumps(values).encode()) == (values, [])
    assert _read(b"") == ([], [])


def test_numbers_stay_when_the_last_record_is_finished_later() -> None:
    def numbered(data: bytes) -> list[int]:
        stream = Utf8Stream(io.BytesIO(data), "f")
        return [one.index for one in stream_lines(stream)]

    assert numbered(_line(1) + b"\n" + _line(2)[:9]) == [0, 1]
    assert numbered(b"\n".join((_line(1), _line(2), _line(3)))) == [0, 1, 2]


def test_a_record_without_end_is_named_and_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "MAX_OBJECT_BYTES", 100_000)
    long = b'{"n": 2, "x": "' + b"x" * 300_000 + b'"}'
    data = b"\n".join((_line(1), long, _line(3)))
    assert _numbers(data) == [1, 3]
    (reason,) = _read(data)[1]
    assert "larger than 100,000 bytes" in reason


def test_a_file_of_nothing_but_faults_ends() -> None:
    reasons = _read(b'{"a\n' * 3_000)[1]
    assert len(reasons) == 1_001
    assert "the rest was left out" in reasons[-1]


@given(st.lists(st.integers(0, 9), max_size=8), st.integers(1, 40))
def test_whole_files_are_read_whole_whatever_the_chunks(numbers: list[int], size: int) -> None:
    class Slow:
        def __init__(self, data: bytes) -> None:
            self._data = io.BytesIO(data)

        def read(self, _: int = 0) -> bytes:
            return self._data.read(size)

    found: list[JsonObject[Any] | JsonFault] = list(
        stream_lines(Slow(b"\n".join(map(_line, numbers))))
    )
    assert [one.value["n"] for one in found if isinstance(one, JsonObject)] == numbers
    assert len(found) == len(numbers)


@given(st.binary(max_size=300))
def test_no_bytes_are_too_strange(data: bytes) -> None:
    _read(data)
    _read(b'{"a": 1}\n' + data + b'\n{"a": 2}')
