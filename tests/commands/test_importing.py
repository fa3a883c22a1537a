"""`memdesk import` and `memdesk embed`."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdesk import paths
from memdesk.commands import importing
from memdesk.embedding.worker import EmbeddingProgress
from memdesk.vault.store import Vault
from tests.commands.conftest import Run
from tests.fake_model import FakeHolder, FakeModel
from tests.importers.builders import chain, message, talk, write
from tests.second_worker import EMBEDS, HOLDS, another, finish

CHATGPT = paths.demo_dir() / "chatgpt"
CLAUDE = paths.demo_dir() / "claude"
RUN_KEYS = {
    "path",
    "format",
    "conversations",
    "messages",
    "added",
    "updated",
    "unchanged",
    "skipped",
    "issues",
}


def test_both_demo_exports_are_imported_with_a_report(run: Run) -> None:
    outcome = run("import", CHATGPT, CLAUDE, "--no-embed", "--json")
    assert outcome.status == 0
    first, second = outcome.data["runs"]
    assert set(first) >= RUN_KEYS
    assert (first["path"], first["format"]) == ("chatgpt", "ChatGPT export")
    assert (second["path"], second["format"]) == ("claude", "Claude export")
    assert (first["conversations"], second["conversations"]) == (37, 24)
    assert first["added"] == first["messages"] > 400
    assert (first["issues"], first["skipped"], first["updated"], first["unchanged"]) == (
        [],
        0,
        0,
        0,
    )
    with Vault(paths.default_vault()) as vault:
        # A text attached to a message is counted with its message.
        stored = vault.read(
            lambda db: db.execute("SELECT count(*) FROM memory WHERE type<>'attachment'").get
        )
    assert stored == first["added"] + second["added"]


def test_importing_again_leaves_everything_unchanged(run: Run) -> None:
    added = run("import", CLAUDE, "--no-embed", "--json").data["runs"][0]["added"]
    again = run("import", CLAUDE, "--no-embed", "--json")
    assert again.status == 0
    assert again.data["runs"][0]["unchanged"] == added
    assert again.data["runs"][0]["added"] == 0


def test_the_report_for_people_is_one_line_an_export(run: Run, tmp_path: Path) -> None:
    export = write(tmp_path / "conversations.json", [talk(1), talk(2)])
    outcome = run("import", export, "--no-embed")
    assert outcome.status == 0
    assert outcome.out == (
        "conversations.json: ChatGPT export, 2 conversations, 4 messages: 4 added, 0 updated, "
        "0 unchanged, 0 skipped\n"
    )
    assert outcome.err == ""


def test_importing_embeds_unless_told_not_to(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "ModelHolder", lambda folder: FakeHolder())
    export = write(tmp_path / "conversations.json", [talk(1)])
    assert run("import", export, "--no-embed", "--json").status == 0
    assert run("stats", "--json").data["embedded"] == 0
    outcome = run("embed", "--json")
    assert (outcome.status, outcome.data) == (0, {"embedded": 2, "passages": 2})
    more = write(tmp_path / "more" / "conversations.json", [talk(2)])
    assert run("import", more, "--json").status == 0
    assert run("stats", "--json").data["embedded"] == 4


def test_a_dry_run_tells_and_leaves_nothing_behind(run: Run) -> None:
    outcome = run("import", CHATGPT, "--dry-run", "--json")
    assert outcome.status == 0
    [found] = outcome.data["previews"]
    assert (found["conversations"], found["known"]) == (37, 0)
    assert found["new"] == found["messages"] + found["notes"] > 400
    assert not paths.default_vault().exists()
    assert "37 conversations" in run("import", CHATGPT, "--dry-run").out


def test_a_dry_run_knows_what_the_vault_has(run: Run) -> None:
    run("import", CHATGPT, "--no-embed", "--json")
    [found] = run("import", CHATGPT, "--dry-run", "--json").data["previews"]
    assert found["new"] == 0
    assert found["known"] == found["messages"] + found["notes"]


def test_a_named_vault_is_used_wherever_the_option_stands(run: Run, tmp_path: Path) -> None:
    export = write(tmp_path / "conversations.json", [talk(1)])
    one, two = tmp_path / "one.memdesk", tmp_path / "two.memdesk"
    assert run("--vault", one, "import", export, "--no-embed").status == 0
    assert run("import", export, "--no-embed", "--vault", two).status == 0
    assert one.exists()
    assert two.exists()
    assert not paths.default_vault().exists()


def test_skipped_messages_give_status_one_and_are_listed(run: Run, tmp_path: Path) -> None:
    broken = chain([message("Hello"), message("World")])
    broken["mapping"]["m2"]["message"]["content"] = 7
    export = write(tmp_path / "conversations.json", [broken, talk(2), "no conversation"])
    outcome = run("import", export, "--no-embed", "--json")
    assert outcome.status == 1
    [report] = outcome.data["runs"]
    assert report["skipped"] >= 1
    assert report["issues"]
    assert all(set(i) == {"file", "conversation", "message", "reason"} for i in report["issues"])
    again = run("import", export, "--no-embed")
    assert again.status == 1
    assert report["issues"][0]["reason"] in again.out


def test_a_file_beside_the_export_that_holds_nothing_is_no_failure(
    run: Run, tmp_path: Path
) -> None:
    write(tmp_path / "export" / "conversations.json", [talk(1)])
    write(tmp_path / "export" / "recipes.json", {"rye": 1})
    outcome = run("import", tmp_path / "export", "--no-embed", "--json")
    assert [issue["file"] for issue in outcome.data["issues"]] == ["export/recipes.json"]
    assert outcome.status == 0


def test_one_unreadable_input_among_good_ones_gives_status_one(run: Run, tmp_path: Path) -> None:
    export = write(tmp_path / "conversations.json", [talk(1)])
    outcome = run("import", export, tmp_path / "missing.zip", "--no-embed", "--json")
    assert outcome.status == 1
    assert outcome.data["runs"][0]["added"] == 2
    assert "missing.zip" in outcome.data["issues"][0]["reason"]


@pytest.mark.parametrize("content", [None, b"PK\x03\x04 no zip", b"just text", b""])
def test_nothing_readable_gives_status_two_and_makes_no_vault(
    run: Run, tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "export.zip"
    if content is not None:
        path.write_bytes(content)
    outcome = run("import", path, "--json")
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.startswith("memdesk: ")
    assert "export.zip" in outcome.err
    assert not paths.default_vault().exists()


def test_a_vault_that_is_none_is_refused(run: Run, tmp_path: Path) -> None:
    export = write(tmp_path / "conversations.json", [talk(1)])
    (tmp_path / "notes.memdesk").write_text("Dear diary, " * 100, "utf-8")
    outcome = run("--vault", tmp_path / "notes.memdesk", "import", export)
    assert outcome.status == 2
    assert "notes.memdesk is not a memdesk vault" in outcome.err


def test_while_another_memdesk_embeds_the_command_waits_and_goes_on_when_it_ends(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "ModelHolder", lambda folder: FakeHolder())
    export = write(tmp_path / "conversations.json", [talk(1)])
    run("import", export, "--no-embed")
    with another(HOLDS, paths.default_vault()) as (process, out):
        assert out.readline() == b"True\n"
        embedded = importing._Progress.embedded

        def told(progress: importing._Progress, state: EmbeddingProgress) -> None:
            embedded(progress, state)
            if state.elsewhere and process.poll() is None:
                process.kill()
                process.wait()

        monkeypatch.setattr(importing._Progress, "embedded", told)
        outcome = run("embed")
    assert outcome.status == 0
    first, second = outcome.err.splitlines()
    assert first.startswith("Another memdesk is preparing this vault. Waiting until it is done;")
    assert second == "The other memdesk has ended; going on here."
    assert run("stats", "--json").data["embedded"] == 2


def test_what_another_memdesk_embeds_is_waited_for_and_not_done_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = FakeModel()
    monkeypatch.setattr(importing, "ModelHolder", lambda folder: FakeHolder(model))
    export = write(tmp_path / "conversations.json", [talk(1)])
    run("import", export, "--no-embed")
    with another(EMBEDS, paths.default_vault()) as (process, out):
        assert out.readline() == b"embedding\n"
        embedded = importing._Progress.embedded

        def told(progress: importing._Progress, state: EmbeddingProgress) -> None:
            embedded(progress, state)
            if state.elsewhere and process.stdin is not None:
                finish(process)

        monkeypatch.setattr(importing._Progress, "embedded", told)
        # Nothing new comes in, but what waits is waited for.
        outcome = run("import", export)
        assert out.readline() == b"2\n"
    assert outcome.status == 0
    assert "Another memdesk is preparing this vault." in outcome.err
    assert "going on here" not in outcome.err
    assert model.embedded == []


def test_embedding_without_a_vault_is_refused(run: Run) -> None:
    outcome = run("embed")
    assert outcome.status == 2
    assert "There is no vault at" in outcome.err
    assert not paths.default_vault().exists()
