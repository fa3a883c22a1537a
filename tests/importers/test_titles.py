"""Titles of every kind, through every importer that has some, into the vault and out again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.vault.store import Vault
from tests.importers.breaking import SAMPLES, files_of, write_files
from tests.importers.builders import claude_message, claude_talk, talk, write

TITLES = {
    "reserved on Windows": "CON",
    "a reserved file": "nul.txt",
    "a path": '../..\\C:\\*?"<>| 50% / half',
    "long": "Plum " * 60,
    "long without spaces": "x" * 300,
    "emoji": "👩‍👩‍👧‍👦 family 🏳️‍🌈",
    "right to left": "עברית (אחת) 1-2",
    "overrides": "\u202eevil\u202c and \u2067more",
    "combining": "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A",
    "markup": "<b>bold</b> & *stars* {x} %s",
    "lines": " two\nlines\tand  tabs ",
    "dots": "...",
}
# Where a sample's conversations have their titles.
_KEYS = {
    "chatgpt": "title",
    "claude": "name",
    "deepseek": "title",
    "grok": "title",
    "librechat": "title",
    "open-webui.json": "title",
    "claude-code": "summary",
}


def _renamed(value: Any, key: str, title: str) -> Any:
    if isinstance(value, dict):
        return {
            name: title if name == key and isinstance(one, str) else _renamed(one, key, title)
            for name, one in value.items()
        }
    return [_renamed(one, key, title) for one in value] if isinstance(value, list) else value


def _rewritten(data: bytes, key: str, title: str) -> bytes:
    try:
        return json.dumps(_renamed(json.loads(data), key, title)).encode()
    except ValueError:
        lines = [json.loads(line) for line in data.splitlines() if line.strip()]
        return "\n".join(json.dumps(_renamed(line, key, title)) for line in lines).encode()


def _titles(vault: Vault) -> list[str]:
    return vault.read(lambda db: [row[0] for row in db.execute("SELECT title FROM conversation")])


@pytest.mark.parametrize("sample", _KEYS)
def test_a_title_of_any_kind_is_kept_as_it_is(sample: str, tmp_path: Path) -> None:
    files = files_of(SAMPLES / sample)
    for number, title in enumerate(TITLES.values()):
        changed = {name: _rewritten(data, _KEYS[sample], title) for name, data in files.items()}
        folder = tmp_path / str(number)
        with Vault(folder / "my.memdesk") as vault:
            path = write_files(changed, folder / f"export{Path(sample).suffix}")
            for _ in range(2):
                with open_inputs([path]) as detected:
                    for parser in detected.parsers:
                        report = ingest(parser, vault)
                        assert report.complete, report.issues
                # One that has none is called by its first words.
                assert " ".join(title.split()) in _titles(vault), title
            assert report.counts.added == report.counts.updated == 0


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_a_note_or_row_of_any_title_is_kept(title: str, tmp_path: Path) -> None:
    quoted = json.dumps(title)
    write(tmp_path / "V" / "a.md", f"---\ntitle: {quoted}\n---\nText".encode())
    cell = title.replace('"', '""')
    write(tmp_path / "V" / "t.csv", f'title,text\n"{cell}",Text\n'.encode())
    with Vault(tmp_path / "my.memdesk") as vault, open_inputs([tmp_path / "V"]) as detected:
        for parser in detected.parsers:
            assert ingest(parser, vault).counts.added == 1
        found = vault.read(
            lambda db: [
                json.loads(row[0])["title"] for row in db.execute("SELECT extra FROM memory")
            ]
        )
    assert found == [title.strip()] * 2


def test_conversations_of_one_title_stay_apart(tmp_path: Path) -> None:
    same = [{**talk(number), "title": "Same"} for number in range(3)]
    write(tmp_path / "one" / "conversations.json", same)
    for number in range(3):
        message = claude_message(f"m{number}", text=f"Text {number}")
        write(tmp_path / "two" / f"{number}.json", claude_talk([message], uuid=f"k{number}"))
    with Vault(tmp_path / "my.memdesk") as vault:
        for folder in ("one", "two"):
            with open_inputs([tmp_path / folder]) as detected:
                for parser in detected.parsers:
                    ingest(parser, vault)
        assert sorted(_titles(vault)) == ["Bread"] * 3 + ["Same"] * 3


def test_a_file_for_each_conversation_is_one_export(tmp_path: Path) -> None:
    for number in range(300):
        write(tmp_path / "many" / f"{number:03}.json", talk(number))
    with Vault(tmp_path / "my.memdesk") as vault, open_inputs([tmp_path / "many"]) as detected:
        (parser,) = detected.parsers
        report = ingest(parser, vault)
    assert (report.counts.conversations, report.counts.added) == (300, 600)
    assert report.complete
