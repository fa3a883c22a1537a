"""Folders of notes: front matter, tags, links as Obsidian finds them, strange files."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.notes import front_matter
from memdesk.importers.notes.naming import Names
from memdesk.importers.parsed import ParsedItem, ParsedNote
from memdesk.importers.preview import preview
from memdesk.importers.values import latest_plausible_ms
from memdesk.text.note_marks import Reference
from memdesk.vault.store import Vault
from tests.importers.breaking import files_of, write_files
from tests.importers.builders import issues, notes, talk, write, zip_bytes

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
    names = Names(
        ["V/Plum.md", "V/sub/Plum.md", "V/sub/Pear.md", "V/a/b/Fig.markdown", "V/x.y.md"],
        {"Zwetschge": "V/Plum.md", "pear": "V/x.y.md"},
    )
    for name, start, found in [
        ("plum", "V/sub/Pear.md", "V/Plum.md"),
        ("sub/plum", "V/Plum.md", "V/sub/Plum.md"),
        ("../a/b/fig", "V/sub/Pear.md", "V/a/b/Fig.markdown"),
        ("/sub/plum", "V/a/b/Fig.markdown", "V/sub/Plum.md"),
        ("Pear.md", "V/Plum.md", "V/sub/Pear.md"),
        ("b/Fig", "V/Plum.md", "V/a/b/Fig.markdown"),
        ("x.y", "V/Plum.md", "V/x.y.md"),
        ("zwetschge", "V/x.y.md", "V/Plum.md"),
        ("Pear", "V/x.y.md", "V/sub/Pear.md"),
        ("Quince", "V/Plum.md", None),
    ]:
        assert names.find(Reference(name), start) == found, name
    assert names.find(Reference("plum.md", is_path=True), "V/sub/Pear.md") == "V/sub/Plum.md"
    assert names.find(Reference("../plum.md", is_path=True), "V/sub/Pear.md") == "V/Plum.md"


def test_links_lead_from_note_to_note(tmp_path: Path) -> None:
    write(tmp_path / "V" / "a.md", b"[[B]] and [[b|again]], [[a]], [[gone]], ![[pic.png]]")
    write(tmp_path / "V" / "sub" / "b.md", b"Nothing")
    first, _ = notes(_read(tmp_path / "V"))
    assert [link.target for link in first.links] == ["V/sub/b.md"]
    assert first.extra["attachments"] == [{"name": "pic.png"}]


@pytest.mark.parametrize(
    "mark",
    [
        "[[B c]]", "![[b c]]", "[[B c#Part|that]]", "[[b c#Part#Sub]]", "[[b c^1f2e]]",
        "[[b c#^1f2e|x]]", "| a | [[sub/b c\\|that]] |", "[[b c.md]]", "[[../V/sub/b c]]",
        "[x](sub/b%20c.md)", "[x](<sub/b c.md>)", "[x](./sub/b%20c.md#part)", "![x](sub/b%20c.md)",
        '[x](sub/b%20c.md "Title")', "[x][1]\n\n[1]: sub/b%20c.md", "[x](b%20c)", "[[Pflaume]]",
        "[[other NAME|x]]", "> [!note] See\n> [[b c]]",
    ],
)  # fmt: skip
def test_links_of_all_kinds_lead_to_the_note(mark: str, tmp_path: Path) -> None:
    write(tmp_path / "V" / "a.md", mark.encode())
    write(tmp_path / "V" / "sub" / "b c.md", b"---\naliases: [Pflaume, Other name]\n---\nText")
    first, _ = notes(_read(tmp_path / "V"))
    assert [link.target for link in first.links] == ["V/sub/b c.md"]
    assert "attachments" not in first.extra


@pytest.mark.parametrize(
    "mark",
    ["`[[b]]`", "%%[[b]] #x%%", "<!-- [[b]] -->", "[x](https://b.md)", "[x](mailto:b)", "[[#b]]"],
)
def test_what_is_no_link_makes_none(mark: str, tmp_path: Path) -> None:
    write(tmp_path / "V" / "a.md", mark.encode())
    write(tmp_path / "V" / "b.md", b"Text")
    first, _ = notes(_read(tmp_path / "V"))
    assert (first.links, first.tags, first.content) == ((), (), mark)


def test_names_from_a_mac_are_found(tmp_path: Path) -> None:
    write(tmp_path / "V" / "a.md", "[[Äpfel]]".encode())
    write(tmp_path / "V" / unicodedata.normalize("NFD", "Äpfel.md"), b"Text")
    assert sum(len(note.links) for note in notes(_read(tmp_path / "V"))) == 1


@pytest.mark.parametrize(
    "line",
    [
        "created: 2001-03-02 12:00", "date created: 02.03.2001 12:00", "created-at: 983534400",
        "Creation Date: 2001-03-02T12:00:00Z", "dateCreated: 2001/03/02 12:00",
    ],
)  # fmt: skip
def test_dates_are_read_under_their_names(line: str, tmp_path: Path) -> None:
    assert _one(tmp_path, "a.md", f"---\n{line}\n---\nText").created_at == 983_534_400_000


@pytest.mark.parametrize("value", ["[[2001-03-02]]", '"[[2001-03-02]]"', "2001-03-02 (Friday)"])
def test_a_day_is_read_whatever_is_around_it(value: str, tmp_path: Path) -> None:
    note = _one(tmp_path, "a.md", f"---\nday: {value}\nlastmod: {value}\n---\nText")
    assert (note.created_at, note.updated_at) == (983_491_200_000, 983_491_200_000)


def test_a_canvas_is_a_note_with_links(tmp_path: Path) -> None:
    board = {
        "nodes": [
            {"id": "1", "type": "text", "text": "# Idea\nPlant early #spring"},
            {"id": "2", "type": "file", "file": "sub/b.md", "subpath": "#When"},
            {"id": "3", "type": "link", "url": "https://example.org"},
            {"id": "4", "type": "group", "label": "Later"},
        ],
        "edges": [{"id": "e", "fromNode": "1", "toNode": "2", "label": "see"}],
    }
    write(tmp_path / "V" / "Plan.canvas", board)
    write(tmp_path / "V" / "Empty.canvas", {})
    write(tmp_path / "V" / "sub" / "b.md", b"Text")
    items = _read(tmp_path / "V")
    assert [(issue.file, issue.reason) for issue in issues(items)] == [
        ("V/Empty.canvas", "it is empty")
    ]
    plan = next(note for note in notes(items) if note.title == "Plan")
    assert plan.content == (
        "# Idea\nPlant early #spring\n\n![[sub/b.md#When]]\n\n<https://example.org>\n\n"
        "## Later\n\n- Idea → sub/b.md: see"
    )
    assert (plan.tags, [link.target for link in plan.links]) == (("spring",), ["V/sub/b.md"])


def test_files_that_are_no_text_or_empty_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "V"
    write(folder / "a.md", b"Here")
    write(folder / "nothing.md", b"")
    write(folder / "zeros.txt", b"\x00" * 5_000)
    write(folder / "odd.md", b"A word\x00 and many others" * 30)
    write(folder / "late.md", b"word " * 4_000 + b"\x00")
    write(folder / "rows.csv", b"\x01\x02\x00" * 500)
    write(folder / "none.csv", b"")
    items = _read(folder)
    assert sorted((issue.file, issue.lost) for issue in issues(items)) == [
        ("V/late.md", False), ("V/none.csv", False), ("V/nothing.md", False), ("V/odd.md", True),
        ("V/rows.csv", True), ("V/zeros.txt", True),
    ]  # fmt: skip
    assert {note.title for note in notes(items)} == {"a", "late"}


def _imported(vault: Vault, path: Path) -> tuple[int, int, int]:
    with open_inputs([path]) as detected:
        counts = [ingest(parser, vault).counts for parser in detected.parsers]
    return (
        sum(one.added for one in counts),
        sum(one.updated for one in counts),
        sum(one.unchanged for one in counts),
    )


_NOTES = {f"{folder}/n{n}.md": f"{folder} {n}".encode() for folder in "ab" for n in range(3)}


@pytest.mark.parametrize(
    "way", ["renamed folder", "zip", "zip with folder", "renamed zip", "deeper", "part of it"]
)
def test_a_vault_of_another_name_is_known_again(way: str, tmp_path: Path) -> None:
    first = write_files(_NOTES, tmp_path / "Vault")
    changed = {**_NOTES, "a/n0.md": b"Rewritten", "c/new.md": b"New"}
    within = {f"Vault/{name}": data for name, data in changed.items()}
    if way == "renamed folder":
        path = write_files(changed, tmp_path / "Vault copy")
    elif way == "zip":
        path = write(tmp_path / "Vault.zip", zip_bytes(changed))
    elif way == "zip with folder":
        path = write(tmp_path / "backup.zip", zip_bytes(within))
    elif way == "renamed zip":
        first = write(tmp_path / "one.zip", zip_bytes(_NOTES))
        path = write(tmp_path / "one (1).zip", zip_bytes(changed))
    elif way == "deeper":
        path = write_files(within, tmp_path / "Backups" / "Monday")
    else:
        write_files(changed, tmp_path / "Copy")
        path = tmp_path / "Copy" / "a"
    with Vault(tmp_path / "my.memdesk") as vault:
        assert _imported(vault, first) == (6, 0, 0)
        again = (0, 1, 2) if way == "part of it" else (1, 1, 5)
        assert _imported(vault, path) == again
        assert _imported(vault, path) == (0, 0, sum(again))
        with open_inputs([path]) as detected:
            (parser,) = detected.parsers
            assert preview(parser, vault).new == 0


def test_another_vault_with_some_of_the_same_files_overwrites_nothing(tmp_path: Path) -> None:
    first = write_files({**_NOTES, "README.md": b"One"}, tmp_path / "One")
    others = {f"x/o{n}.md": f"Other {n}".encode() for n in range(9)}
    files = {**others, "README.md": b"Two", "a/n0.md": b"a 0", "a/n1.md": b"Mine"}
    second = write_files(files, tmp_path / "Two")
    with Vault(tmp_path / "my.memdesk") as vault:
        assert _imported(vault, first) == (7, 0, 0)
        assert _imported(vault, second) == (12, 0, 0)
        for path, count in ((first, 7), (second, 12)):
            assert _imported(vault, path) == (0, 0, count)


def test_two_vaults_in_one_folder_are_each_known_again(tmp_path: Path) -> None:
    one = write_files(_NOTES, tmp_path / "One")
    two = write_files({f"q{n}.md": f"Q {n}".encode() for n in range(3)}, tmp_path / "Two")
    both = tmp_path / "Both"
    for name, path in (("eins", one), ("zwei", two)):
        write_files(files_of(path), both / name)
    with Vault(tmp_path / "my.memdesk") as vault:
        assert (_imported(vault, one), _imported(vault, two)) == ((6, 0, 0), (3, 0, 0))
        assert _imported(vault, both) == (0, 0, 9)


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
