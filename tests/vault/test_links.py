"""Typed links between memories."""

from __future__ import annotations

import apsw
import pytest

from memdesk.vault import links, lookups, memories, trash
from memdesk.vault.records import Link, NewMemory


@pytest.fixture
def three(db: apsw.Connection) -> list[int]:
    return [memories.add(db, NewMemory(f"memory {n}", source="note")) for n in range(3)]


def test_a_link_is_found_from_both_ends(db: apsw.Connection, three: list[int]) -> None:
    first, second, third = three
    link = links.add(db, first, second, "extends", strength=0.4, bidirectional=True)
    expected = [Link(link, first, second, "extends", 0.4, True, "user")]
    assert links.touching(db, [first]) == expected
    assert links.touching(db, [second]) == expected
    assert links.touching(db, [first, second]) == expected
    assert links.touching(db, [third]) == links.touching(db, []) == []
    assert lookups.linked(db) == [first, second]


def test_linking_again_updates_the_link(db: apsw.Connection, three: list[int]) -> None:
    first, second, _ = three
    link = links.add(db, first, second, "related", origin="suggestion")
    assert links.add(db, first, second, "related", strength=1.0) == link
    [found] = links.touching(db, [first])
    assert (found.strength, found.origin) == (1.0, "user")
    assert links.add(db, second, first, "related") != link


def test_links_end_with_their_memories_and_by_hand(db: apsw.Connection, three: list[int]) -> None:
    first, second, third = three
    by_hand = links.add(db, first, third, "similar")
    links.add(db, first, second, "similar")
    links.remove(db, by_hand)
    assert [link.target_id for link in links.touching(db, [first])] == [second]
    trash.purge(db, [second])
    assert links.touching(db, three) == []


def test_mistakes_are_refused(db: apsw.Connection, three: list[int]) -> None:
    with pytest.raises(ValueError, match="no link type"):
        links.add(db, three[0], three[1], "friend")
    with pytest.raises(ValueError, match="linked to itself"):
        links.add(db, three[0], three[0], "related")
    with pytest.raises(ValueError, match="between 0 and 1"):
        links.add(db, three[0], three[1], "related", strength=1.5)
