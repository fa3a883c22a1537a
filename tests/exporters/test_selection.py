"""What each choice comes to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.exporters.errors import NothingToExportError
from memdesk.exporters.order import Conversation, Everything, Found, Memories
from memdesk.exporters.selection import choose
from memdesk.retrieval.results import Filters, SearchRequest
from memdesk.vault import memories
from memdesk.vault.portable import choice as choosing
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from tests.exporters.vaults import fill


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "my.memdesk") as vault:
        fill(vault)
        yield vault


def _ids(vault: Vault, what: Everything | Memories | Conversation | Found) -> list[int]:
    choice = choose(what, vault, None)
    return vault.read(lambda db: [i for page in choosing.pages(db, choice) for i in page])


def test_everything_is_what_is_not_in_the_trash(vault: Vault) -> None:
    assert _ids(vault, Everything()) == [1, 2, 4]
    assert _ids(vault, Everything(trash=True)) == [1, 2, 3, 4]


def test_named_memories_come_once_each_and_not_from_the_trash(vault: Vault) -> None:
    assert _ids(vault, Memories((4, 1, 4, 3, 99))) == [1, 4]


def test_a_conversation_is_its_memories(vault: Vault) -> None:
    assert _ids(vault, Conversation(1)) == [1, 2]


def test_a_search_gives_what_it_finds(vault: Vault) -> None:
    vault.write(lambda db: memories.add(db, NewMemory("Clouds over the bay", "clipboard")))
    found = _ids(vault, Found(SearchRequest("rye water")))
    assert 2 in found
    assert 5 not in found


def test_filters_give_all_that_passes_them(vault: Vault) -> None:
    vault.write(
        lambda db: [
            memories.add(db, NewMemory(f"note {n}", "clipboard", tags=("many",)))
            for n in range(700)
        ]
    )
    assert len(_ids(vault, Found(SearchRequest("tag:many")))) == 700
    assert len(_ids(vault, Found(SearchRequest("source:clipboard", limit=5)))) == 700
    filters = Filters(sources=frozenset(("claude",)))
    assert _ids(vault, Found(SearchRequest("", filters=filters))) == [1, 2]
    assert len(_ids(vault, Found(SearchRequest("note source:clipboard -699")))) > 50


def test_a_search_that_finds_nothing_is_said(vault: Vault) -> None:
    with pytest.raises(NothingToExportError, match="“tag:none” finds nothing"):
        choose(Found(SearchRequest("tag:none")), vault, None)


def test_an_export_does_not_count_as_use(vault: Vault) -> None:
    choose(Found(SearchRequest("rye water")), vault, None)
    [memory] = vault.read(lambda db: memories.get_many(db, [2]))
    assert memory.retrieval_count == 0
