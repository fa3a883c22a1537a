"""Links found on the way: restated facts, named notes, and what points back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from memdesk.retrieval import link_finding
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault import conversations, editing, link_suggestions, memories
from memdesk.vault.records import NewConversation, NewMemory, Role
from memdesk.vault.store import Vault

DAY = 86_400_000
T0 = 1_700_000_000_000


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "my.memdesk") as vault:
        yield vault


def _say(
    vault: Vault, *turns: str, day: int, role: Role = "user", title: str = "Chat"
) -> list[int]:
    def work(db: apsw.Connection) -> list[int]:
        new = NewConversation("chatgpt", f"{title}-{day}", title)
        owner, _ = conversations.store(db, new)
        return [
            memories.add(
                db,
                NewMemory(
                    text,
                    source="chatgpt",
                    role=role,
                    conversation_id=owner,
                    position=place,
                    created_at=T0 + day * DAY + place,
                ),
            )
            for place, text in enumerate(turns)
        ]

    return vault.write(work)


def _find(vault: Vault) -> int:
    return link_finding.find(vault, SearchEngine(vault, None))


def _found(vault: Vault) -> list[tuple[int, str, int]]:
    return [
        (one.source_id, one.type, one.target_id) for one in vault.read(link_suggestions.open_ones)
    ]


def test_a_restated_fact_supersedes_the_latest_that_says_otherwise(vault: Vault) -> None:
    (first,) = _say(vault, "The allotment's gate code is 4711.", day=0)
    (second,) = _say(vault, "Allotment gate code: 0815", day=9)
    (third,) = _say(vault, "The gate code of the allotment is 2203 now", day=30)
    _say(vault, "The allotment needs a new gate", "Thanks", day=31)
    assert _find(vault) == 2
    assert sorted(_found(vault)) == [
        (second, "supersedes", first),
        (third, "supersedes", second),
    ]


def test_what_an_assistant_said_and_what_was_said_at_once_supersedes_nothing(
    vault: Vault,
) -> None:
    _say(vault, "The gate code is 4711, you said", "The gate code is 4712, I mean", day=0)
    _say(vault, "Your gate code is 4711.", day=3, role="assistant")
    assert _find(vault) == 0


def test_only_what_is_new_is_looked_at_again_against_everything(vault: Vault) -> None:
    _say(vault, "The allotment's gate code is 4711.", day=0)
    assert _find(vault) == 0
    assert _find(vault) == 0
    (second,) = _say(vault, "The allotment's gate code is 0815.", day=5)
    assert _find(vault) == 1
    (one,) = vault.read(link_suggestions.open_ones)
    vault.write(lambda db: link_suggestions.dismiss(db, one.id))
    vault.write(lambda db: editing.edit(db, second, "The allotment's gate code is 0816."))
    assert _find(vault) == 0


def test_a_name_in_double_brackets_leads_to_the_note_or_the_conversation(vault: Vault) -> None:
    note = vault.write(
        lambda db: memories.add(
            db, NewMemory("Three bar.", source="note", extra={"title": "Boiler"})
        )
    )
    opening, _ = _say(vault, "How do I prune it?", "In March.", day=1, title="Plum tree")
    (naming,) = _say(vault, "Look at [[boiler]] and [[Plum Tree]], not [[Nothing]]", day=2)
    assert _find(vault) == 2
    assert sorted(_found(vault)) == sorted(
        [(naming, "related", note), (naming, "related", opening)]
    )


def test_what_points_back_leads_to_what_was_said_in_another_conversation_before(
    vault: Vault,
) -> None:
    _say(vault, "Weather report: rain", "The roof garden drains badly", day=0)
    said, _ = _say(vault, "Our roof garden's drain clogs every autumn", "Oh dear", day=1)
    (pointing,) = _say(vault, "As I said, the roof garden drain clogs every autumn", day=20)
    _say(vault, "The roof garden drain clogs every autumn, says my neighbour", day=40)
    assert _find(vault) >= 1
    assert (pointing, "related", said) in _found(vault)


def test_a_run_that_is_cancelled_is_made_up_for(vault: Vault) -> None:
    _say(vault, "The allotment's gate code is 4711.", day=0)
    _say(vault, "The allotment's gate code is 0815.", day=9)
    assert link_finding.find(vault, SearchEngine(vault, None), lambda: True) == 0
    assert _find(vault) == 1
