"""Folders of notes: front matter, tags, links as Obsidian finds them, strange files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.importers.detection import open_inputs
from memdesk.importers.notes import front_matter
from memdesk.importers.notes.naming import Names
from memdesk.importers.parsed import ParsedItem, ParsedNote
from memdesk.importers.values import latest_plausible_ms
from tests.importers.builders import issues, notes, talk, write

NOON = 1_709_380_800_000


def _read(folder: Path) -> list[ParsedItem]:
    with open_inputs([folder]) as detected:
        return [*detected.issues, *(item for parser in detected.parsers for item in parser)]


def _one(folder: Path, name: str, text: str) -> ParsedNote:
    path = folder / "Vault" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    items = _read(folder / "Vault")
    assert issues(items) == []
    (note,) = notes(items)
    return note


def test_front_matter_gives_title_tags_and_dates_and_is_kept(tmp_path: Path) -> None:
    note = _one(
        tmp_path,
        "a.md",
        "---\ntitle: Plums\ntags: garden, trees\ntag:\n  - fruit\ncreated: 2024-03-02T12:00:00\n"
        "updated: 2024-03-03\nrating: 4\n---\n\nText with #more\n",
    )
    assert (note.external_id, note.title) == ("Vault/a.md", "Plums")
    assert note.tags == ("garden", "trees", "fruit", "more")
    assert (note.created_at, note.content) == (NOON, "Text with #more")
    properties = note.extra["properties"]
    assert isinstance(properties, dict)
    assert (properties["rating"], properties["updated"]) == (4, "2024-03-03")


def test_without_it_heading_name_and_file_tell(tmp_path: Path) -> None:
    assert _one(tmp_path / "1", "x.md", "# A heading #\n\nText").title == "A heading"
    daily = _one(tmp_path / "2", "Daily/2024-03-02.md", "Text")
    assert (daily.title, daily.created_at, daily.project) == ("2024-03-02", NOON, "Daily")
    plain = _one(tmp_path / "3", "loose.txt", "# no heading, #no tag, [[no link]]")
    assert (plain.title, plain.tags, plain.links) == ("loose", (), ())
    assert plain.created_at == int((tmp_path / "3/Vault/loose.txt").stat().st_mtime * 1000)


def test_yaml_that_cannot_be_read_stays_in_the_text(tmp_path: Path) -> None:
    path = write(tmp_path / "Vault" / "a.md", b"---\ntitle: [\n---\nText")
    items = _read(path.parent)
    (issue,) = issues(items)
    assert "front matter is no YAML" in issue.reason
    assert not issue.lost
    assert notes(items)[0].content == "---\ntitle: [\n---\nText"


def test_names_find_the_note_that_obsidian_would() -> None:
    names = Names(["V/Plum.md", "V/sub/Plum.md", "V/sub/Pear.md", "V/a/b/Fig.markdown", "V/x.y.md"])
    assert names.find("plum", "V/sub/Pear.md") == "V/Plum.md"
    assert names.find("sub/plum", "V/Plum.md") == "V/sub/Plum.md"
    assert names.find("Pear.md", "V/Plum.md") == "V/sub/Pear.md"
    assert names.find("b/Fig", "V/Plum.md") == "V/a/b/Fig.markdown"
    assert names.find("x.y", "V/Plum.md") == "V/x.y.md"
    assert names.find("Quince", "V/Plum.md") is None


def test_links_lead_from_note_to_note(tmp_path: Path) -> None:
    write(tmp_path / "V" / "a.md", b"[[B]] and [[b|again]], [[a]], [[gone]], ![[pic.png]]")
    write(tmp_path / "V" / "sub" / "b.md", b"Nothing")
    first, _ = notes(_read(tmp_path / "V"))
    assert [link.target for link in first.links] == ["V/sub/b.md"]
    assert first.extra["attachments"] == [{"name": "pic.png"}]


def test_hidden_folders_are_not_looked_into_and_uploads_beside_an_export_left_out(
    tmp_path: Path,
) -> None:
    write(tmp_path / "V" / ".obsidian" / "app.json", {})
    write(tmp_path / "V" / ".trash" / "old.md", b"Gone")
    write(tmp_path / "V" / "a.md", b"Here")
    assert [note.content for note in notes(_read(tmp_path / "V"))] == ["Here"]
    write(tmp_path / "E" / "conversations.json", [talk(1)])
    write(tmp_path / "E" / "file-1-notes.md", b"Uploaded once")
    items = _read(tmp_path / "E")
    assert notes(items) == []
    (issue,) = issues(items)
    assert "drop them alone" in issue.reason


def test_files_of_all_kinds_are_read_or_named(tmp_path: Path) -> None:
    folder = tmp_path / "V"
    write(folder / "empty.md", b" \n")
    write(folder / "utf16.md", "Grüße".encode("utf-16"))
    write(folder / "old.txt", "Grüße".encode("cp1252"))
    write(folder / ("x" * 200 + "🍑 עברית.md"), b"Long name")
    write(folder / "same.md", b"Twice")
    write(folder / "sub" / "same.md", b"Twice")
    write(folder / "many.md", b"word\n" * 200_000)
    items = _read(folder)
    texts = [note.content for note in notes(items)]
    assert texts.count("Grüße") == 2
    assert texts.count("Twice") == 2
    assert len(texts) == 6
    assert sorted(issue.reason[:13] for issue in issues(items)) == ["it is empty", "it is not in "]


def test_a_note_without_end_is_read_in_part(tmp_path: Path) -> None:
    items = _read(write(tmp_path / "V" / "big.md", b"word " * 3_500_000).parent)
    (issue,) = issues(items)
    assert issue.lost
    assert "first 16 MB" in issue.reason


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=200))
def test_front_matter_of_any_kind_is_read_or_left(text: str) -> None:
    whole = f"---\n{text}\n---\nEnd"
    about, rest = front_matter.read(whole, latest_plausible_ms())
    assert rest.endswith("End") or about.problem is None


@pytest.mark.parametrize("bomb", ["a: &a [x]\nb: [*a, *a]", "a: !!python/object:os.x {}"])
def test_yaml_makes_no_objects(bomb: str) -> None:
    about, _ = front_matter.read(f"---\n{bomb}\n---\n", latest_plausible_ms())
    assert set(about.properties) <= {"a", "b"}


def test_aliases_and_numbers_without_end_are_not_followed() -> None:
    many = ", ".join(["*a"] * 1_000)
    once, more = ", ".join("x" * 1_000), many.replace("*a", "*b")
    bomb = f"---\na: &a [{once}]\nb: &b [{many}]\nc: [{more}]\n---\n"
    about, rest = front_matter.read(bomb, latest_plausible_ms())
    assert about.problem == "its front matter is too long to be read"
    assert rest == bomb
    huge = f"---\ntitle: 0x{'f' * 20_000}\nnumber: 0x{'f' * 20_000}\n---\nText"
    about, rest = front_matter.read(huge, latest_plausible_ms())
    assert rest == "Text"
    assert len(str(about.properties["number"])) == 100
