"""Suggested links wait for an answer, and an answer is for good."""

from __future__ import annotations

import pytest

from memdesk.vault import link_suggestions, links, memories, trash
from memdesk.vault.link_suggestions import NewSuggestion
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault


@pytest.fixture
def three(vault: Vault) -> list[int]:
    return vault.write(
        lambda db: [memories.add(db, NewMemory(text, source="note")) for text in ("a", "b", "c")]
    )


def _suggest(vault: Vault, source: int, target: int, score: float = 0.8) -> int:
    one = NewSuggestion(source, target, "supersedes", "It is newer.", score)
    return vault.write(lambda db: link_suggestions.add(db, [one]))


def _open(vault: Vault) -> list[tuple[int, int]]:
    return [(s.source_id, s.target_id) for s in vault.read(link_suggestions.open_ones)]


def test_the_surest_comes_first_and_none_comes_twice(vault: Vault, three: list[int]) -> None:
    a, b, c = three
    assert _suggest(vault, a, b, 0.7) == 1
    assert _suggest(vault, c, b, 0.9) == 1
    assert _suggest(vault, a, b) == _suggest(vault, b, a) == 0
    assert _open(vault) == [(c, b), (a, b)]


def test_accepting_makes_the_link_and_settles_it(vault: Vault, three: list[int]) -> None:
    a, b, _ = three
    _suggest(vault, b, a)
    (one,) = vault.read(link_suggestions.open_ones)
    assert vault.write(lambda db: link_suggestions.accept(db, one.id))
    (link,) = vault.read(lambda db: links.touching(db, [a]))
    assert (link.source_id, link.target_id) == (b, a)
    assert (link.type, link.strength, link.origin) == ("supersedes", 0.8, "suggestion")
    assert _open(vault) == []
    # Nor is it suggested again once the link is gone.
    vault.write(lambda db: links.remove(db, link.id))
    assert _suggest(vault, b, a) == 0


def test_accepting_leaves_a_link_that_was_made_meanwhile_as_it_is(
    vault: Vault, three: list[int]
) -> None:
    a, b, _ = three
    _suggest(vault, b, a)
    (one,) = vault.read(link_suggestions.open_ones)
    vault.write(lambda db: links.add(db, b, a, "supersedes", strength=0.3))
    assert vault.write(lambda db: link_suggestions.accept(db, one.id))
    (link,) = vault.read(lambda db: links.touching(db, [a]))
    assert (link.strength, link.origin) == (0.3, "user")


def test_what_no_link_can_be_is_no_suggestion() -> None:
    for wrong in ((1, 1, "related", 0.5), (1, 2, "friend", 0.5), (1, 2, "related", 1.5)):
        source, target, kind, score = wrong
        with pytest.raises(ValueError):
            NewSuggestion(source, target, kind, "It says so.", score)


def test_what_was_dismissed_or_linked_is_not_suggested_again(
    vault: Vault, three: list[int]
) -> None:
    a, b, c = three
    _suggest(vault, a, b)
    (one,) = vault.read(link_suggestions.open_ones)
    assert vault.write(lambda db: link_suggestions.dismiss(db, one.id))
    vault.write(lambda db: links.add(db, c, a, "related"))
    assert _suggest(vault, a, b) == _suggest(vault, a, c) == 0
    assert _open(vault) == []
    assert not vault.write(lambda db: link_suggestions.accept(db, 99))
    assert not vault.write(lambda db: link_suggestions.dismiss(db, 99))


def test_an_end_in_the_trash_hides_a_suggestion_and_one_that_is_gone_ends_it(
    vault: Vault, three: list[int]
) -> None:
    a, b, _ = three
    _suggest(vault, a, b)
    vault.write(lambda db: trash.put(db, [b]))
    assert _open(vault) == []
    vault.write(lambda db: trash.restore(db, [b]))
    assert _open(vault) == [(a, b)]
    vault.write(lambda db: trash.put(db, [b]))
    vault.write(lambda db: trash.purge(db, [b]))
    assert vault.read(lambda db: db.execute("SELECT count(*) FROM link_suggestion").get) == 0


def test_an_answer_can_be_taken_back_with_the_link_it_made(vault: Vault, three: list[int]) -> None:
    a, b, c = three
    _suggest(vault, b, a)
    _suggest(vault, c, a, 0.7)
    first, second = vault.read(link_suggestions.open_ones)
    vault.write(lambda db: link_suggestions.accept(db, first.id))
    vault.write(lambda db: link_suggestions.dismiss(db, second.id))
    assert vault.read(link_suggestions.count_open) == 0
    assert vault.write(lambda db: link_suggestions.reopen(db, first.id))
    assert vault.write(lambda db: link_suggestions.reopen(db, second.id))
    assert _open(vault) == [(b, a), (c, a)]
    assert vault.read(lambda db: links.touching(db, three)) == []
    assert not vault.write(lambda db: link_suggestions.reopen(db, 99))


def test_taking_back_leaves_a_link_that_somebody_else_made(vault: Vault, three: list[int]) -> None:
    a, b, _ = three
    _suggest(vault, b, a)
    vault.write(lambda db: links.add(db, b, a, "supersedes"))
    (one,) = vault.read(link_suggestions.open_ones)
    vault.write(lambda db: link_suggestions.accept(db, one.id))
    vault.write(lambda db: link_suggestions.reopen(db, one.id))
    (link,) = vault.read(lambda db: links.touching(db, [a]))
    assert link.origin == "user"


def test_some_are_read_and_all_are_counted(vault: Vault, three: list[int]) -> None:
    a, b, c = three
    _suggest(vault, b, a)
    _suggest(vault, c, a)
    _suggest(vault, c, b)
    vault.write(lambda db: trash.put(db, [b]))
    assert vault.read(link_suggestions.count_open) == 1
    vault.write(lambda db: trash.restore(db, [b]))
    assert vault.read(link_suggestions.count_open) == 3
    assert len(vault.read(lambda db: link_suggestions.open_ones(db, 2))) == 2
