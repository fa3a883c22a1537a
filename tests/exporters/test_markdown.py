"""The folder of Markdown: what stands in it, and that nobody's own files are touched."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from memdesk.exporters import markdown
from memdesk.exporters.errors import ExportCancelledError, ExportError
from memdesk.exporters.markdown import Written
from memdesk.exporters.markdown.turn_text import closed, fenced
from memdesk.exporters.watching import Watch
from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.report import ImportReport
from memdesk.vault import conversations, editing, links, memories, trash
from memdesk.vault.portable.choice import Choice
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault
from tests.exporters.vaults import T0, content, fill

LIST = ".memdesk-export.json"


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "my.memdesk") as vault:
        yield vault


def _export(vault: Vault, folder: Path, choice: Choice | None = None) -> Written:
    chosen = choice or Choice()
    return vault.read(lambda db: markdown.write(db, chosen, folder, Watch()))


def _files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != LIST
    }


def _talk(vault: Vault, title: str, *texts: str, name: str = "c", at: int | None = T0) -> int:
    def work(db: apsw.Connection) -> int:
        talk, _ = conversations.store(db, NewConversation("chatgpt", name, title, at))
        for n, text in enumerate(texts):
            new = NewMemory(
                text,
                "chatgpt",
                role="assistant" if n % 2 else "user",
                conversation_id=talk,
                position=n,
                external_id=f"{name}{n}",
            )
            memories.add(db, new)
        return talk

    return vault.write(work)


def test_a_conversation_and_a_note_are_files_with_a_link_between(
    vault: Vault, tmp_path: Path
) -> None:
    fill(vault)
    assert _export(vault, tmp_path / "out") == Written(3, 2, ())
    files = _files(tmp_path / "out")
    assert list(files) == ["Conversations/2023/2023-11-14 Bread.md", "Notes/Undated/A note.md"]
    talk, note = files.values()
    assert talk.startswith(
        "---\ntitle: Bread\nsource: claude\ncreated: 2023-11-14T22:13:20Z\n"
        "updated: 2023-11-14T22:13:20Z\nmodel: m-1\nmessages: 2\nmemdesk-conversation: k1\n---\n\n"
        "# Bread\n\n## You\n\n*2023-11-14 22:13 UTC · edited*\n\nMy own words\n\n## Assistant\n\n"
    )
    assert "Turn 2" not in talk
    [mark] = {line.rpartition("^")[2] for line in talk.splitlines() if "^" in line}
    assert (
        f"- extends (both ways) [[Conversations/2023/2023-11-14 Bread#^{mark}"
        "|Turn 1 about rye and water]]" in note
    )


def test_other_versions_stand_below_the_one_last_seen(vault: Vault, tmp_path: Path) -> None:
    talk = _talk(vault, "Forks", "Question", "Answer")

    def fork(db: apsw.Connection) -> None:
        for n in (1, 2):
            new = NewMemory(
                f"Other answer {n}",
                "chatgpt",
                role="assistant",
                conversation_id=talk,
                position=1 + n,
                branch=n,
                external_id=f"b{n}",
                parent_external_id="c0",
            )
            memories.add(db, new)

    vault.write(fork)
    assert _export(vault, tmp_path / "out").memories == 4
    [text] = _files(tmp_path / "out").values()
    body = text.split("# Forks\n\n")[1]
    assert body == (
        "## You\n\nQuestion\n\n## Assistant\n\nAnswer\n\n"
        "---\n\n# Other versions\n\n"
        "## Version 1\n\n### Assistant\n\nOther answer 1\n\n"
        "## Version 2\n\n### Assistant\n\nOther answer 2\n\n"
    )


def test_what_belongs_to_a_turn_stands_with_it(vault: Vault, tmp_path: Path) -> None:
    talk = _talk(vault, "All", "plain")

    def rest(db: apsw.Connection) -> None:
        memories.add(
            db,
            NewMemory(
                "Answer\n```python\nprint()",
                "chatgpt",
                role="assistant",
                author="Ada",
                conversation_id=talk,
                position=1,
                tags=("to bake",),
                extra={
                    "thinking": "First\n\nthen",
                    "attachments": [{"name": "a[1].pdf"}, {"size": 3}],
                    "links": [["A | b", "https://x.example/a b"], ["", "javascript:<x>"], 7],
                },
            ),
        )
        memories.add(
            db,
            NewMemory(
                "raw ``` text\n# no heading",
                "chatgpt",
                type="attachment",
                format="text",
                conversation_id=talk,
                position=1,
                extra={"name": "a.txt"},
            ),
        )

    vault.write(rest)
    _export(vault, tmp_path / "out")
    [text] = _files(tmp_path / "out").values()
    assert text.split("plain\n\n")[1] == (
        "## Ada\n\n#to-bake\n\n"
        "> [!quote]- Thinking\n> First\n>\n> then\n\n"
        "Answer\n```python\nprint()\n```\n\n"
        "Attachments: a 1 .pdf\n\n"
        "Sources:\n\n- [A b](<https://x.example/a%20b>)\n- [javascript:%3Cx%3E]"
        "(<javascript:%3Cx%3E>)\n\n"
        "### Attachment: a.txt\n\n````text\nraw ``` text\n# no heading\n````\n\n"
    )


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("a", "a"),
        ("```\ncode", "```\ncode\n```"),
        ("````\n```\ncode", "````\n```\ncode\n````"),
        ("~~~ py\nx\n```", "~~~ py\nx\n```\n~~~"),
        ("``` a ` b\ntext", "``` a ` b\ntext"),
        ("```\nx\n```\nmore", "```\nx\n```\nmore"),
    ],
)
def test_a_code_block_never_swallows_the_next_turn(text: str, whole: str) -> None:
    assert closed(text) == whole


def test_fences_are_longer_than_those_within() -> None:
    assert fenced("````x") == "`````text\n````x\n`````"


def test_titles_that_are_one_on_some_system_get_numbers(vault: Vault, tmp_path: Path) -> None:
    for n, title in enumerate(["Same", "SAME", "same?", "Same (2)"]):
        _talk(vault, title, "x", name=f"c{n}-")
    _talk(vault, "", "What is rye? And why", name="d")
    _talk(vault, "x" * 300, "x", name="e", at=None)
    out = tmp_path / "out"
    _export(vault, out)
    names = [Path(name).stem for name in _files(out)]
    assert sorted(names) == sorted(
        [
            "2023-11-14 Same",
            "2023-11-14 SAME (2)",
            "2023-11-14 same (3)",
            "2023-11-14 Same (2) (2)",
            "2023-11-14 What is rye And why",
            "x" * 90,
        ]
    )
    before = _files(out)
    assert _export(vault, out).files == 6
    assert _files(out) == before


def test_exporting_again_changes_only_what_changed(vault: Vault, tmp_path: Path) -> None:
    ids = fill(vault)
    out = tmp_path / "out"
    _export(vault, out)
    old = (out / "Notes/Undated/A note.md").stat().st_mtime_ns
    vault.write(lambda db: editing.edit(db, ids[1], "Other words"))
    _talk(vault, "New", "x")
    assert _export(vault, out).kept == ()
    files = _files(out)
    assert "Other words" in files["Conversations/2023/2023-11-14 Bread.md"]
    assert "Conversations/2023/2023-11-14 New.md" in files
    # The link's label has changed with what it leads to; a third time nothing has.
    assert "Other words" in files["Notes/Undated/A note.md"]
    new = (out / "Notes/Undated/A note.md").stat().st_mtime_ns
    assert new != old
    _export(vault, out)
    assert (out / "Notes/Undated/A note.md").stat().st_mtime_ns == new


def test_what_left_the_vault_leaves_the_folder_with_everything_only(
    vault: Vault, tmp_path: Path
) -> None:
    ids = fill(vault)
    out = tmp_path / "out"
    _export(vault, out)
    vault.write(lambda db: trash.put(db, [ids[3]]))
    _export(vault, out, Choice((ids[0], ids[1])))
    assert "Notes/Undated/A note.md" in _files(out)
    _export(vault, out)
    assert list(_files(out)) == ["Conversations/2023/2023-11-14 Bread.md"]
    assert not (out / "Notes").exists()


def test_another_title_gives_the_file_another_name(vault: Vault, tmp_path: Path) -> None:
    _talk(vault, "Before", "x")
    out = tmp_path / "out"
    _export(vault, out)
    talk = vault.write(
        lambda db: conversations.store(db, NewConversation("chatgpt", "c", "After", T0))[0]
    )
    ids = vault.read(lambda db: [m.id for m in memories.get_many(db, [1])])
    assert talk == 1
    _export(vault, out, Choice(tuple(ids)))
    assert list(_files(out)) == ["Conversations/2023/2023-11-14 After.md"]


def test_a_part_of_a_conversation_does_not_replace_the_whole(vault: Vault, tmp_path: Path) -> None:
    ids = fill(vault)
    out = tmp_path / "out"
    _export(vault, out)
    _export(vault, out, Choice((ids[1],)))
    files = _files(out)
    assert "My own words" in files["Conversations/2023/2023-11-14 Bread.md"]
    excerpt = files["Conversations/2023/2023-11-14 Bread (excerpt).md"]
    assert "excerpt: true\n" in excerpt
    assert "My own words" not in excerpt


def test_files_of_others_are_never_touched(vault: Vault, tmp_path: Path) -> None:
    fill(vault)
    out = tmp_path / "out"
    theirs = out / "Notes/Undated/A note.md"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("Mine")
    (out / "diary.md").write_text("Dear diary")
    for _ in range(2):
        assert _export(vault, out).kept == ()
        files = _files(out)
        assert files["Notes/Undated/A note.md"] == "Mine"
        assert files["diary.md"] == "Dear diary"
        assert "A note" in files["Notes/Undated/A note (2).md"]
        assert len(files) == 4


def test_a_file_that_somebody_changed_stays_and_is_named(vault: Vault, tmp_path: Path) -> None:
    fill(vault)
    out = tmp_path / "out"
    _export(vault, out)
    note = out / "Notes/Undated/A note.md"
    note.write_text(note.read_text("utf-8") + "My remark")
    assert _export(vault, out).kept == ("Notes/Undated/A note.md",)
    files = _files(out)
    assert files["Notes/Undated/A note.md"].endswith("My remark")
    assert "My remark" not in files["Notes/Undated/A note (2).md"]
    # From now on that one is nobody's but theirs.
    assert _export(vault, out).kept == ()
    assert _files(out) == files


def test_a_cancelled_export_leaves_the_former_one_as_it_was(vault: Vault, tmp_path: Path) -> None:
    ids = fill(vault)
    out = tmp_path / "out"
    _export(vault, out)
    before = _files(out)
    vault.write(lambda db: editing.edit(db, ids[1], "Other words"))
    for after in range(6):
        answers = iter([False] * after + [True] * 9)
        watch = Watch(cancelled=lambda answers=answers: next(answers))
        with pytest.raises(ExportCancelledError):
            vault.read(lambda db, watch=watch: markdown.write(db, Choice(), out, watch))
        assert _files(out) == before
        assert sorted(path.name for path in out.iterdir()) == [LIST, "Conversations", "Notes"]


def test_a_cancelled_first_export_leaves_not_even_a_folder(vault: Vault, tmp_path: Path) -> None:
    fill(vault)
    answers = iter([False] * 5 + [True] * 9)
    watch = Watch(cancelled=lambda: next(answers))
    with pytest.raises(ExportCancelledError):
        vault.read(lambda db: markdown.write(db, Choice(), tmp_path / "a" / "b", watch))
    assert not (tmp_path / "a" / "b").exists()
    (tmp_path / "c").mkdir()
    answers = iter([False] * 5 + [True] * 9)
    with pytest.raises(ExportCancelledError):
        vault.read(lambda db: markdown.write(db, Choice(), tmp_path / "c", watch))
    assert list((tmp_path / "c").iterdir()) == []


def test_a_full_disk_is_told_and_leaves_nothing(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(vault)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("memdesk.exporters.markdown.own_files._Stream.write", full)
    with pytest.raises(ExportError, match="is full"):
        _export(vault, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_target_that_is_a_file_or_has_a_damaged_list_is_refused(
    vault: Vault, tmp_path: Path
) -> None:
    fill(vault)
    (tmp_path / "file").write_text("x")
    with pytest.raises(ExportError, match="is a file"):
        _export(vault, tmp_path / "file")
    out = tmp_path / "out"
    _export(vault, out)
    before = _files(out)
    (out / LIST).write_text("{")
    with pytest.raises(ExportError, match=r"memdesk-export\.json.* is damaged"):
        _export(vault, out)
    assert _files(out) == before


@pytest.mark.parametrize(
    "path", ["../mine.md", "/etc/x.md", "a/../../mine.md", "C:\\x.md", "a.txt"]
)
def test_a_list_that_somebody_wrote_cannot_reach_outside(
    vault: Vault, tmp_path: Path, path: str
) -> None:
    fill(vault)
    out = tmp_path / "out"
    out.mkdir()
    mine = tmp_path / "mine.md"
    mine.write_text("")
    empty = "cae66941d9efbd404e4d88758ea67670"[:24]
    value = {"format": "memdesk-markdown", "version": 1, "files": {path: ["k", empty]}}
    (out / LIST).write_text(json.dumps(value))
    _export(vault, out)
    assert mine.exists()


def _bring(vault: Vault, folder: Path) -> ImportReport:
    with open_inputs([folder]) as detected:
        [parser] = detected.parsers
        return ingest(parser, vault)


def test_importing_the_folder_again_brings_nothing_twice(vault: Vault, tmp_path: Path) -> None:
    ids = fill(vault)
    vault.write(lambda db: editing.edit(db, ids[3], " A note\r\nof two lines \n\n"))
    vault.write(lambda db: links.add(db, ids[3], ids[0], "related"))
    out = tmp_path / "out"
    _export(vault, out)
    before = content(vault)
    report = _bring(vault, out)
    assert (report.counts.added, report.counts.updated, report.counts.unchanged) == (0, 0, 1)
    assert content(vault) == before
    [left] = report.issues
    assert "a conversation that memdesk exported: left out" in left.reason
    assert not left.lost


def test_what_was_changed_in_a_notes_file_is_kept_among_its_former_texts(
    vault: Vault, tmp_path: Path
) -> None:
    fill(vault)
    out = tmp_path / "out"
    _export(vault, out)
    note = out / "Notes/Undated/A note.md"
    note.write_text(note.read_text("utf-8").replace("\nA note\n", "\nA better note\n"))
    assert _bring(vault, out).counts.updated == 1
    assert "A better note" in [row[1] for row in content(vault)["revision"]]
    assert _bring(vault, out).counts.updated == 0


def test_a_new_vault_gets_the_notes_as_they_were(vault: Vault, tmp_path: Path) -> None:
    fill(vault)
    _export(vault, tmp_path / "out")
    with Vault(tmp_path / "new.memdesk") as new:
        assert _bring(new, tmp_path / "out").counts.added == 1
        [memory] = new.read(lambda db: memories.get_many(db, [1]))
    [ours] = vault.read(lambda db: memories.get_many(db, [4]))
    assert (memory.uid, memory.content, memory.source) == (ours.uid, ours.content, ours.source)
    assert memory.tags == ("Home", "to-bake")
