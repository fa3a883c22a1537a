from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memdesk import paths
from memdesk.desktop.conversation_part import WINDOW_TURNS, ConversationPart
from memdesk.desktop.session import Session
from memdesk.retrieval.results import Facets, SearchRequest, SearchResponse
from memdesk.vault import changes, conversations, memories
from memdesk.vault.connection import Connection
from memdesk.vault.records import NewConversation, NewMemory, VaultStats
from memdesk.vault.store import Vault
from tests import fake_model

TURNS = 150


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A vault with one long conversation and a note."""
    file = tmp_path / "v.memdesk"

    def fill(db: Connection) -> None:
        version = changes.next_version(db)
        owner, _ = conversations.store(db, NewConversation("chatgpt", "c", "Counting"))
        for number in range(TURNS):
            memories.add(
                db,
                NewMemory(
                    content=f"turn number {number}",
                    source="chatgpt",
                    role="user" if number % 2 == 0 else "assistant",
                    conversation_id=owner,
                    position=number,
                    external_id=str(number),
                ),
                version=version,
            )
        memories.add(db, NewMemory(content="a note on tea", source="note"), version=version)

    with Vault(file) as vault:
        vault.write(fill)
    return file


@pytest.fixture
def session(qtbot: QtBot, path: Path) -> Iterator[Session]:
    made = Session(path, fake_model.holder())
    with qtbot.waitSignal(made.opened):
        made.open()
    yield made
    made.leave()
    made.end()


def identity(path: Path, content: str) -> int:
    with Vault(path) as vault:
        return int(
            vault.read(
                lambda db: db.execute("SELECT id FROM memory WHERE content = ?", (content,)).get
            )
        )


def test_it_is_open_only_between_opening_and_leaving(qtbot: QtBot, path: Path) -> None:
    session = Session(path, fake_model.holder())
    assert not session.is_open
    with qtbot.waitSignal(session.opened):
        session.open()
    assert session.is_open
    session.leave()
    assert not session.is_open
    session.end()
    assert not path.with_name(path.name + "-wal").exists()


def test_a_file_that_is_no_vault_fails_with_its_name(qtbot: QtBot, tmp_path: Path) -> None:
    letter = tmp_path / "letter.memdesk"
    letter.write_text("Dear aunt")
    session = Session(letter, fake_model.holder())
    with qtbot.waitSignal(session.failed) as failed:
        session.open()
    assert "letter.memdesk is not a memdesk vault" in failed.args[0]
    assert not session.is_open
    session.leave()
    session.end()
    assert letter.read_text() == "Dear aunt"


def test_leaving_before_the_vault_is_open_closes_it_all_the_same(path: Path) -> None:
    session = Session(path, fake_model.holder())
    session.open()
    session.leave()
    session.end()
    assert not path.with_name(path.name + "-wal").exists()
    with sqlite3.connect(path) as alone:
        alone.execute("BEGIN EXCLUSIVE")


def test_a_question_is_answered(qtbot: QtBot, session: Session) -> None:
    with qtbot.waitSignal(session.answered) as answered:
        session.ask(SearchRequest("tea"))
    response: SearchResponse = answered.args[0]
    assert response.results[0].content == "a note on tea"


def test_a_conversation_is_loaded_around_a_memory(
    qtbot: QtBot, session: Session, path: Path
) -> None:
    memory = identity(path, "turn number 100")
    with qtbot.waitSignal(session.conversationLoaded) as loaded:
        session.load_conversation(memory, count=False)
    part: ConversationPart = loaded.args[0]
    assert (part.first, part.total, part.focus) == (80, TURNS, memory)
    assert [m.content for m in part.memories] == [f"turn number {n}" for n in range(80, 120)]
    assert len(part.memories) == WINDOW_TURNS


def test_more_of_it_is_loaded_by_number(qtbot: QtBot, session: Session, path: Path) -> None:
    memory = identity(path, "turn number 100")
    with qtbot.waitSignal(session.conversationLoaded) as loaded:
        session.load_conversation(memory, count=False)
    owner = loaded.args[0].conversation.id
    with qtbot.waitSignal(session.partLoaded) as more:
        session.load_part(owner, 120)
    assert [m.position for m in more.args[0].memories] == list(range(120, TURNS))


def test_a_note_has_no_conversation(qtbot: QtBot, session: Session, path: Path) -> None:
    with qtbot.waitSignal(session.conversationLoaded) as loaded:
        session.load_conversation(identity(path, "a note on tea"), count=False)
    part: ConversationPart = loaded.args[0]
    assert part.conversation is None
    assert [m.content for m in part.memories] == ["a note on tea"]


def test_a_memory_that_is_gone_gives_nothing(qtbot: QtBot, session: Session) -> None:
    with qtbot.waitSignal(session.conversationLoaded) as loaded:
        session.load_conversation(10**9, count=False)
    assert loaded.args == [None]


@pytest.mark.parametrize("count", [True, False])
def test_only_what_was_opened_counts_as_looked_at(
    qtbot: QtBot, session: Session, path: Path, count: bool
) -> None:
    memory = identity(path, "turn number 3")
    with qtbot.waitSignal(session.conversationLoaded):
        session.load_conversation(memory, count=count)
    session.leave()
    session.end()
    with Vault(path) as vault:
        seen = vault.read(lambda db: memories.get(db, memory))
    assert seen is not None
    assert seen.access_count == int(count)


def test_what_an_import_brings_is_told_with_its_counts(qtbot: QtBot, session: Session) -> None:
    counts: list[VaultStats] = []
    facets: list[Facets] = []
    session.vaultChanged.connect(counts.append)
    session.facetsLoaded.connect(facets.append)
    with qtbot.waitSignal(session.imported):
        assert session.start_import([paths.demo_dir() / "claude"])
    known = {"claude": 294, "chatgpt": TURNS, "note": 1}
    qtbot.waitUntil(lambda: bool(facets) and facets[-1].sources == known)
    assert counts[-1].memories == TURNS + 1 + 294


def test_without_a_change_it_does_nothing(qtbot: QtBot, session: Session) -> None:
    progress: list[bool] = []
    session.embeddingProgressed.connect(lambda p: progress.append(p.finished))
    qtbot.waitUntil(lambda: progress[-1:] == [True])
    # What the last commit changed is told first, after a while if counting takes long.
    qtbot.waitUntil(
        lambda: not (session._stale or session._reading_news or session._news.isActive())
    )
    with qtbot.assertNotEmitted(session.vaultChanged, wait=2_000):
        pass
    assert not session._news.isActive()


def test_the_report_of_a_former_import_can_be_read_again(qtbot: QtBot, session: Session) -> None:
    with qtbot.waitSignal(session.imported) as imported:
        session.start_import([paths.demo_dir() / "claude"])
    (report,) = imported.args[0]
    with qtbot.waitSignal(session.imported) as again:
        session.load_report(report.run_id)
    (read,) = again.args[0]
    assert (read.counts, read.outcome) == (report.counts, "done")


def test_after_leaving_every_wish_is_let_pass(qtbot: QtBot, path: Path) -> None:
    session = Session(path, fake_model.holder())
    with qtbot.waitSignal(session.opened):
        session.open()
    session.leave()
    session.end()
    session.ask(SearchRequest("tea"))
    session.drop_question()
    session.load_conversation(1, count=True)
    session.load_part(1, 0)
    session.load_history()
    session.load_report(1)
    session.remove_import(1)
    assert not session.preview([path])
    assert not session.start_import([path])
