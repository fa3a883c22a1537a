"""``memdesk links``: found, shown, accepted, dismissed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memdesk.cli import main
from memdesk.vault import links, memories
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault

DAY = 86_400_000
T0 = 1_700_000_000_000
TEXTS = (
    "The allotment's gate code is 4711.",
    "The allotment's gate code is 0815.",
    "I am allergic to walnuts and hazelnuts.",
    "I am no longer allergic to walnuts and hazelnuts.",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "my.memdesk"
    with Vault(path) as vault:
        for day, text in enumerate(TEXTS):
            new = NewMemory(text, source="note", role="user", created_at=T0 + day * DAY)
            vault.write(lambda db, new=new: memories.add(db, new))
    return path


def test_links_are_found_and_shown_with_both_texts(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--vault", str(path), "links"]) == 0
    assert capsys.readouterr().out == "No suggestions are waiting.\n"
    assert main(["--vault", str(path), "links", "--find"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("supersedes") == 2
    assert f"    {TEXTS[1]}\n  → {TEXTS[0]}\n" in shown


def test_an_answer_is_kept_and_an_unknown_number_is_named(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--vault", str(path), "links", "--find", "--json"])
    first, second = json.loads(capsys.readouterr().out)["suggestions"]
    answer = ["--accept", str(first["id"]), "--dismiss", str(second["id"]), "77"]
    assert main(["--vault", str(path), "links", *answer]) == 1
    assert capsys.readouterr().out == "No suggestions are waiting.\nThere is no suggestion 77.\n"
    with Vault(path) as vault:
        (link,) = vault.read(lambda db: links.touching(db, [first["source_id"]]))
    assert (link.source_id, link.target_id) == (first["source_id"], first["target_id"])


def test_a_vault_that_is_not_there_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--vault", str(tmp_path / "none.memdesk"), "links"]) == 2
    assert "Import something first" in capsys.readouterr().err
    assert not (tmp_path / "none.memdesk").exists()
