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
from memdesk.exporters.errors import ExportError
from memdesk.exporters.watching import Watch
from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.report import ImportReport
from memdesk.vault import memories
from memdesk.vault.portable.choice import Choice
from memdesk.vault.portable.table import GUARDED, guarded, unguarded
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from tests.exporters.vaults import T0, content, fill


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


def _bring(vault: Vault, path: Path) -> ImportReport:
    with open_inputs([path]) as detected:
        assert detected.issues == []
        [parser] = detected.parsers
        return ingest(parser, vault)


@pytest.mark.parametrize("mark", [False, True])
def test_a_table_of_ours_comes_back_as_what_it_was(
    vault: Vault, tmp_path: Path, mark: bool
) -> None:
    fill(vault)
    texts = ["=1+1", "'quoted", "one\r\ntwo\rthree\n", '"a",;b\n\n', " spaces ", "\u2028", ""]
    for text in texts:
        new = NewMemory(
            text, "note", tags=("a;b", "c", "back\\", "slash\\;"), created_at=T0 + 7, format="text"
        )
        vault.write(lambda db, new=new: memories.add(db, new))
    target = tmp_path / "all.csv"
    _export(vault, target, Choice(trash=True), mark=mark)
    with Vault(tmp_path / "new.memdesk") as new_vault:
        report = _bring(new_vault, target)
        assert report.complete
        ours, theirs = content(vault), content(new_vault)
        assert theirs["tag"] == ours["tag"]
        # Counters, hashes of what the source had said and extra are not in a table.
        kept = [*range(20), 27]
        assert [[row[at] for at in kept] for row in theirs["memory"]] == [
            [row[at] for at in kept] for row in ours["memory"]
        ]
        assert [row[:3] for row in theirs["conversation"]] == [("claude", "k1", "Bread")]


def test_a_table_of_ours_brings_nothing_twice(vault: Vault, tmp_path: Path) -> None:
    fill(vault)
    before = content(vault)
    target = tmp_path / "all.csv"
    _export(vault, target, Choice(trash=True))
    report = _bring(vault, target)
    assert (report.counts.added, report.counts.updated, report.counts.unchanged) == (0, 0, 4)
    assert content(vault) == before


def test_a_row_without_a_uid_is_named(vault: Vault, tmp_path: Path) -> None:
    fill(vault)
    target = tmp_path / "all.csv"
    rows = _export(vault, target).split(b"\r\n")
    rows[2] = rows[2][rows[2].index(b",") :]
    target.write_bytes(b"\r\n".join(rows))
    with Vault(tmp_path / "new.memdesk") as new_vault:
        report = _bring(new_vault, target)
        assert report.counts.added == 2
        assert [issue.reason for issue in report.issues] == [
            "row 3 could not be read: it has no uid"
        ]


@given(st.text())
def test_the_guard_can_be_taken_off(text: str) -> None:
    cell = guarded(text)
    assert unguarded(cell) == text
    assert not cell.startswith(GUARDED)
