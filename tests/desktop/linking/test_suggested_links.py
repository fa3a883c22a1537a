"""Links are looked for after an import and answered, all of it beside the window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memdesk import paths
from memdesk.desktop.jobs import GuiCalls, Jobs
from memdesk.desktop.linking.links import SuggestedLinks
from memdesk.desktop.linking.suggested import Waiting
from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.worker import EmbeddingWorker
from memdesk.importers.ingest import ingest
from memdesk.vault import links
from memdesk.vault.store import Vault
from tests.importers.stub_parser import StubParser, talk, turn

DAY = 86_400_000


@pytest.fixture(scope="module")
def holder() -> ModelHolder:
    made = ModelHolder(paths.model_dir())
    made.get()
    return made


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "my.memdesk") as made:
        yield made


@pytest.fixture
def suggested(qtbot: QtBot, vault: Vault) -> Iterator[SuggestedLinks]:
    calls = GuiCalls()
    jobs = Jobs(calls)
    made = SuggestedLinks(calls, jobs)
    yield made
    made.leave()
    calls.close()
    made.stop()
    jobs.close()


def bring(vault: Vault) -> None:
    """Import two statements of which one restates the other."""
    said = [
        ("My router's address is 192.168.1.1", 0),
        ("My router's address is 192.168.1.47", 40),
    ]
    talks = []
    for number, (text, day) in enumerate(said, 1):
        message = replace(turn(0, text), created_at=1_700_000_000_000 + day * DAY)
        talks.append(talk(number, messages=(message,)))
    ingest(StubParser(talks), vault)


def test_links_of_an_import_are_found_told_and_answered(
    qtbot: QtBot, vault: Vault, holder: ModelHolder, suggested: SuggestedLinks
) -> None:
    with qtbot.waitSignal(suggested.counted) as counted:
        suggested.open(vault, holder)
    assert counted.args == [0]
    bring(vault)
    # What cannot be found by meaning yet is not looked through for good.
    suggested.look(came_in=True)
    EmbeddingWorker(vault, holder).embed_all()
    with qtbot.waitSignal(suggested.counted, timeout=60_000) as counted:
        suggested.look()
    assert counted.args == [1]

    with qtbot.waitSignal(suggested.loaded) as loaded:
        suggested.load()
    waiting = loaded.args[0]
    assert isinstance(waiting, Waiting)
    (one,) = waiting.first
    assert one.suggestion.type == "supersedes"
    assert one.source.memory.content.endswith("1.47")
    assert (one.source.title, one.target.title) == ("Talk 2", "Talk 1")

    for state, left, made in (("accepted", 0, 1), ("open", 1, 0), ("dismissed", 0, 0)):
        with qtbot.waitSignals([suggested.answered, suggested.counted], order="strict"):
            suggested.answer(one.suggestion.id, state)
        with qtbot.waitSignal(suggested.loaded) as loaded:
            suggested.load()
        assert loaded.args[0].total == left
        ends = [one.source.memory.id, one.target.memory.id]
        assert len(vault.read(lambda db, ends=ends: links.touching(db, ends))) == made


def test_nothing_is_looked_for_twice(
    qtbot: QtBot,
    vault: Vault,
    holder: ModelHolder,
    suggested: SuggestedLinks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    suggested.open(vault, holder)
    with qtbot.waitSignal(suggested.counted):
        suggested.look()

    looked: list[object] = []
    monkeypatch.setattr("memdesk.retrieval.link_process.finding", lambda *at: looked.append(at))
    suggested.look()
    with qtbot.waitSignal(suggested.counted):
        suggested.look(came_in=True)
    assert looked == []
