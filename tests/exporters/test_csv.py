"""A table of memories that spreadsheets open safely and programs read back exactly."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.exporters import csv_table
from memdesk.exporters.csv_table import guarded, unguarded
from memdesk.exporters.errors import ExportError
from memdesk.exporters.watching import Watch
from memdesk.vault import memories
from memdesk.vault.portable.choice import Choice
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from tests.exporters.vaults import fill


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "my.memdesk") as vault:
        yield vault


def _export(
    vault: Vault, target: Path, choice: Choice | None = None, *, mark: bool = False
) -> bytes:
    chosen = choice or Choice()
    vault.read(lambda db: csv_table.write(db, chosen, target, Watch(), mark=mark))
    return target.read_bytes()


def _rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_each_memory_is_a_row(vault: Vault, tmp_path: Path) -> None:
    fill(vault)
    edited, pinned, note = _rows(_export(vault, tmp_path / "all.csv"))
    assert edited["content"] == "My own words"
    assert pinned["content"] == "Turn 1 about rye\nand water"
    assert (pinned["conversation"], pinned["role"], pinned["pinned"]) == ("Bread", "assistant", "1")
    assert (pinned["created_at"], pinned["importance"]) == ("2023-11-14T22:14:20.000Z", "0.0")
    assert (note["tags"], note["conversation"], note["created_at"]) == ("Home;to bake", "", "")


def test_rows_end_as_the_standard_has_it_and_texts_keep_their_own(
    vault: Vault, tmp_path: Path
) -> None:
    vault.write(lambda db: memories.add(db, NewMemory("one\r\ntwo\rthree\n", "note")))
    data = _export(vault, tmp_path / "all.csv")
    assert data.endswith(b"\r\n")
    assert _rows(data)[0]["content"] == "one\r\ntwo\rthree\n"


def test_the_mark_for_excel_is_there_when_asked_for(vault: Vault, tmp_path: Path) -> None:
    fill(vault)
    target = tmp_path / "all.csv"
    assert _export(vault, target)[:4] == b"uid,"
    # Either kind of former export is replaced by either.
    assert _export(vault, target, mark=True)[:7] == b"\xef\xbb\xbfuid,"
    assert _export(vault, target)[:4] == b"uid,"


def test_another_table_is_not_replaced(vault: Vault, tmp_path: Path) -> None:
    target = tmp_path / "costs.csv"
    target.write_text("date,sum\n")
    with pytest.raises(ExportError, match="is no former export"):
        _export(vault, target)
    assert target.read_text() == "date,sum\n"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "\n=1", "＝1"])
def test_a_formula_is_written_as_text(vault: Vault, tmp_path: Path, text: str) -> None:
    vault.write(lambda db: memories.add(db, NewMemory(text, "note", author=text)))
    [row] = _rows(_export(vault, tmp_path / "all.csv"))
    assert (row["content"], row["author"]) == (f"'{text}", f"'{text}")


def test_a_time_beyond_the_calendar_is_its_number(vault: Vault, tmp_path: Path) -> None:
    vault.write(lambda db: memories.add(db, NewMemory("x", "note", created_at=2**60)))
    assert _rows(_export(vault, tmp_path / "all.csv"))[0]["created_at"] == str(2**60)


@given(st.text())
def test_the_guard_can_be_taken_off(text: str) -> None:
    cell = guarded(text)
    assert unguarded(cell) == text
    assert not cell.startswith(csv_table.GUARDED)
