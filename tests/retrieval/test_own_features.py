"""What a turn says itself, and what kind of turn it is in a chat with an assistant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import numpy as np
import pytest

from memdesk.retrieval import additive
from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.features import NAMES
from memdesk.retrieval.results import SearchRequest
from memdesk.vault import conversations, memories
from memdesk.vault.records import NewConversation, NewMemory, Role
from memdesk.vault.store import Vault
from tests.fake_model import holder
from tests.retrieval.small_vault import NOW

ESSAY = "Descale the boiler with vinegar. " * 10 + "Shall I write down the steps for you?"
_TURNS: tuple[tuple[Role, str], ...] = (
    ("user", "How often should I descale a boiler?"),
    ("assistant", ESSAY),
    ("user", "My boiler is a Fenwick 14, and the flat has 16 sockets."),
    ("assistant", "Which boiler does your neighbour have?"),
    ("user", "Hers is blue."),
    ("user", "At work the boiler is a Fenwick 16. Who repairs those?"),
    ("user", "Thanks for all of it"),
)


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    path: Path = tmp_path_factory.mktemp("own") / "own.memdesk"
    with Vault(path) as opened:
        opened.write(_fill)
        yield opened


def _fill(db: apsw.Connection) -> None:
    talk, _ = conversations.store(
        db, NewConversation(source="x", external_id="talk", title="", started_at=NOW)
    )
    for position, (role, text) in enumerate(_TURNS):
        memories.add(
            db,
            NewMemory(
                text,
                source="x",
                role=role,
                conversation_id=talk,
                position=position,
                created_at=NOW + position,
            ),
        )


def _feature(vault: Vault, question: str, name: str) -> dict[str, float]:
    """Return a feature of every candidate by the beginning of its text."""

    def read(db: apsw.Connection) -> dict[str, float]:
        engine = SearchEngine(vault, holder())
        context = engine.context(db, SearchRequest(question, now=NOW, count=False))
        pool, table = additive.candidates(context)
        ids = context.ids(pool.ordinals)
        texts = memories.contents(db, ids)
        column = np.round(table.values[:, NAMES.index(name)], 3).tolist()
        return {texts[i][:16]: value for i, value in zip(ids, column, strict=True)}

    return vault.read(read)


def test_words_that_stand_together_in_the_question_stand_together_in_the_answer(
    vault: Vault,
) -> None:
    pairs = _feature(vault, "Where is the boiler that is a Fenwick 16?", "pairs")
    assert pairs["At work the boil"] > 2 * pairs["My boiler is a F"] > 0.0


def test_a_request_to_an_assistant_tells_nothing(vault: Vault) -> None:
    request = _feature(vault, "Where is the boiler from Fenwick?", "request")
    assert request["How often should"] == 1.0
    assert request["My boiler is a F"] == 0.0
    # An assistant's question is no request, nor is that of a turn no assistant stands beside.
    assert request["Which boiler doe"] == 0.0
    assert request["At work the boil"] == 0.0


def test_who_asks_for_a_question_wants_requests(vault: Vault) -> None:
    request = _feature(vault, "What did I ask about the boiler of Fenwick?", "request")
    assert set(request.values()) == {0.0}


def test_an_essay_is_advice_where_it_was_not_asked_for(vault: Vault) -> None:
    advice = _feature(vault, "Where is the boiler from Fenwick?", "advice")
    assert advice["Descale the boil"] > 0.5
    assert advice["Which boiler doe"] == 0.0
    assert advice["My boiler is a F"] == 0.0
    asked = _feature(vault, "How did you say to descale the boiler?", "advice")
    assert asked["Descale the boil"] == 0.0


def test_words_looked_up_are_neither_requests_nor_advice(vault: Vault) -> None:
    for name in ("pairs", "request", "advice"):
        assert set(_feature(vault, "boiler fenwick", name).values()) == {0.0}


def test_an_essay_lends_no_words_to_what_is_said_beside_it(vault: Vault) -> None:
    question = "Where did I read about the steps with vinegar?"
    assert _feature(vault, question, "context_words")["My boiler is a F"] == 0.0
    asked = "Which steps with vinegar did you suggest?"
    assert _feature(vault, asked, "context_words")["My boiler is a F"] > 0.0


def test_what_follows_an_essay_that_ends_in_a_question_is_no_answer_to_it(vault: Vault) -> None:
    answer = _feature(vault, "Which boiler does my neighbour have at home?", "answer")
    assert answer["My boiler is a F"] == 0.0
    assert answer["Hers is blue."] > 0.0


def test_a_number_is_found_however_it_is_written(vault: Vault) -> None:
    words = _feature(vault, "What has sixteen sockets in it?", "words")
    assert words["My boiler is a F"] == 1.0
