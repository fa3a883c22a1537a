"""Links in a search: what is linked with a good result, what is superseded or contradicted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.index.columns import Columns
from memdesk.retrieval import link_expansion
from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.results import Mode, SearchRequest, SearchResult
from memdesk.vault import links, memories, trash
from memdesk.vault.records import LINK_TYPES, NewMemory
from memdesk.vault.store import Vault

_TEXTS = {
    "sister": "My sister Bea moved to the lake house in April.",
    "lake": "That place has a leaking roof above the stove.",
    "roofer": "Mister Okafor repairs tiles on weekends only.",
    "rent old": "The rent of the workshop is 410 a month.",
    "rent new": "The workshop rent has gone up: 455 a month it is.",
    "garden": "Tomatoes want a wall behind them.",
    "workshop": "A workshop with a bench and two vices.",
}


class Store:
    """A vault of a few statements, each told by its key."""

    def __init__(self, vault: Vault) -> None:
        self.vault = vault
        self.engine = SearchEngine(vault, None)
        self.ids = {
            key: vault.write(
                lambda db, at=at, text=text: memories.add(
                    db, NewMemory(text, source="note", created_at=1_700_000_000_000 + at)
                )
            )
            for at, (key, text) in enumerate(_TEXTS.items())
        }

    def link(self, source: str, target: str, type: str, strength: float = 1.0) -> None:
        ends = self.ids[source], self.ids[target]
        self.vault.write(lambda db: links.add(db, *ends, type, strength=strength))

    def everything(self, text: str) -> tuple[SearchResult, ...]:
        """All that is found, whatever it is called here."""
        return self.engine.search(SearchRequest(text, count=False, limit=100)).results

    def ask(self, text: str, mode: Mode = "asked", **weights: float) -> dict[str, SearchResult]:
        request = SearchRequest(text, count=False, mode=mode, weights=weights)
        keys = {identifier: key for key, identifier in self.ids.items()}
        return {keys[one.id]: one for one in self.engine.search(request).results}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Vault(tmp_path / "v.memdesk") as vault:
        yield Store(vault)


def _value(result: SearchResult, stage: str) -> float:
    return sum(p.value for p in result.explanation.contributions if p.stage == stage)


@pytest.mark.parametrize("mode", ["typing", "asked"])
def test_a_memory_without_a_word_of_the_question_is_found_by_way_of_a_link(
    store: Store, mode: Mode
) -> None:
    assert "lake" not in store.ask("sister Bea", mode)
    store.link("sister", "lake", "related")
    found = store.ask("sister Bea", mode)
    assert list(found) == ["sister", "lake"]
    assert found["sister"].score > found["lake"].score > 0
    parts = found["lake"].explanation.contributions
    assert sum(part.value for part in parts) == pytest.approx(found["lake"].score, abs=1e-9)
    assert _value(found["lake"], "linked") > 0 == _value(found["sister"], "linked")
    assert "it is linked with a memory that fits" in found["lake"].explanation.sentence


def test_two_links_lead_less_far_than_one(store: Store) -> None:
    store.link("sister", "lake", "extends")
    store.link("lake", "roofer", "extends")
    found = store.ask("sister Bea")
    assert list(found) == ["sister", "lake", "roofer"]
    roofer = next(p for p in found["roofer"].explanation.contributions if p.stage == "linked")
    assert roofer.raw == pytest.approx(0.9 * 0.9 * link_expansion.SECOND_STEP)
    assert roofer.detail == "extends → extends"


def test_a_third_link_is_not_followed(store: Store) -> None:
    store.link("sister", "lake", "extends")
    store.link("lake", "roofer", "extends")
    store.link("roofer", "garden", "extends")
    assert "garden" not in store.ask("sister Bea")


def test_a_weak_link_draws_less_than_a_strong_one(store: Store) -> None:
    store.link("sister", "lake", "related", 0.2)
    store.link("sister", "roofer", "related", 0.9)
    assert list(store.ask("sister Bea")) == ["sister", "roofer", "lake"]


def test_a_type_that_says_little_draws_less(store: Store) -> None:
    store.link("sister", "lake", "temporal")
    store.link("sister", "roofer", "extends")
    assert list(store.ask("sister Bea")) == ["sister", "roofer", "lake"]


def test_whoever_takes_the_weight_away_finds_nothing_by_links(store: Store) -> None:
    store.link("sister", "lake", "related")
    assert "lake" not in store.ask("sister Bea", linked=0.0)


def test_a_link_to_the_trash_leads_nowhere(store: Store) -> None:
    store.link("sister", "lake", "related")
    store.vault.write(lambda db: trash.put(db, [store.ids["lake"]]))
    assert list(store.ask("sister Bea")) == ["sister"]


def test_filters_hold_for_what_links_lead_to(store: Store) -> None:
    store.link("sister", "lake", "related")
    request = SearchRequest("sister Bea is:pinned", count=False)
    assert not store.engine.search(request).results


def test_what_supersedes_comes_before_what_it_supersedes(store: Store) -> None:
    question = "rent of the workshop a month"
    assert next(iter(store.ask(question))) == "rent old"
    store.link("rent new", "rent old", "supersedes")
    found = store.ask(question)
    assert list(found)[:2] == ["rent new", "rent old"]
    assert _value(found["rent old"], "superseded") < 0
    kinds = {note.kind for note in found["rent old"].explanation.notes}
    assert "superseded" in kinds
    assert not [n for n in found["rent new"].explanation.notes if n.kind == "superseded"]


def test_what_is_superseded_stands_back_wherever_it_stands(store: Store) -> None:
    """Whether any of the best results has a link makes no difference."""

    def fill(db: apsw.Connection) -> None:
        for number in range(12):
            text = f"Rent of the workshop a month, note {number}."
            memories.add(db, NewMemory(text, source="note"))
        for text in ("A month of rain over the hill.", "Rain again."):
            memories.add(db, NewMemory(text, source="note"))

    store.vault.write(fill)
    by_text = {one.content: one.id for one in store.everything("rent workshop month rain")}
    old, new = by_text["A month of rain over the hill."], by_text["Rain again."]
    store.vault.write(lambda db: links.add(db, new, old, "supersedes"))
    found = store.everything("Which rent of the workshop a month did I note?")
    places = [one.id for one in found]
    assert places.index(old) > 10
    assert _value(found[places.index(old)], "superseded") < 0


def test_whoever_asks_for_the_first_gets_what_was_superseded(store: Store) -> None:
    store.link("rent new", "rent old", "supersedes")
    found = store.ask("What was the rent of the workshop originally?")
    assert _value(found["rent old"], "superseded") == 0


def test_what_is_contradicted_says_so_on_both_sides(store: Store) -> None:
    store.link("rent old", "workshop", "contradicts")
    found = store.ask("workshop")
    for key in ("rent old", "workshop"):
        assert "contradicted" in {note.kind for note in found[key].explanation.notes}
    assert "contradicted" not in {n.kind for n in found["rent new"].explanation.notes}


def test_a_hub_with_many_links_leads_on_by_the_strongest(store: Store) -> None:
    hub = store.ids["sister"]

    def fill(db: apsw.Connection) -> None:
        for number in range(200):
            one = memories.add(db, NewMemory(f"Filler {number}.", source="note"))
            links.add(db, hub, one, "related", strength=0.1)

    store.vault.write(fill)
    store.link("sister", "lake", "related", 0.9)
    columns = Columns()
    store.vault.read(columns.refresh)
    at = columns.ordinals_of([hub])
    reached = store.vault.read(lambda db: link_expansion.around(db, columns, at))
    assert len(reached) == 50
    assert int(columns.ordinals_of([store.ids["lake"]])[0]) in reached


_LINK = st.tuples(
    st.integers(0, 5), st.integers(0, 5), st.sampled_from(LINK_TYPES), st.floats(0.0, 1.0)
).filter(lambda link: link[0] != link[1])


@settings(max_examples=40, deadline=None)
@given(made=st.lists(_LINK, max_size=12))
def test_no_way_is_worth_more_than_one_and_none_leads_back(
    tmp_path_factory: pytest.TempPathFactory, made: list[tuple[int, int, str, float]]
) -> None:
    with Vault(tmp_path_factory.mktemp("ways") / "v.memdesk") as vault:
        ids = [
            vault.write(lambda db, n=n: memories.add(db, NewMemory(f"Text {n}.", source="note")))
            for n in range(6)
        ]
        for source, target, type, strength in made:
            vault.write(
                lambda db, s=source, t=target, y=type, w=strength: links.add(
                    db, ids[s], ids[t], y, strength=w
                )
            )
        columns = Columns()
        vault.read(columns.refresh)
        everything = columns.ordinals_of(ids)
        found = vault.read(lambda db: link_expansion.ways(db, columns, everything))
    for start, ends in found.items():
        for end, way in ends.items():
            assert (way.start, way.end) == (start, end)
            assert start != end
            assert 0.0 <= way.share <= 1.0
            assert 1 <= len(way.types) <= link_expansion.STEPS
