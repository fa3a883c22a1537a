"""Reading order of damaged trees."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.importers.tree import reading_order, resolve_parents
from tests.importers.builders import (
    chain,
    claude_message,
    claude_messages,
    message,
    node,
    only_messages,
    read_chatgpt,
)

IDS = [f"n{number}" for number in range(9)]
targets = st.none() | st.sampled_from([*IDS, "missing"])
forests = st.fixed_dictionaries(
    {},
    optional={
        identity: st.tuples(targets, st.lists(st.sampled_from([*IDS, "missing"]), max_size=3))
        for identity in IDS
    },
)


@settings(max_examples=300)
@given(forests, targets)
def test_every_node_comes_once_after_its_parent_and_branches_are_numbered_in_order(
    forest: dict[str, tuple[str | None, list[str]]], current: str | None
) -> None:
    ids = list(forest)
    children = {identity: listed for identity, (_, listed) in forest.items()}
    parents = resolve_parents(ids, {key: parent for key, (parent, _) in forest.items()}, children)
    placed = reading_order(ids, parents, current, children)
    assert sorted(item.id for item in placed) == sorted(ids)
    position = {item.id: index for index, item in enumerate(placed)}
    branch = {item.id: item.branch for item in placed}
    for item in placed:
        assert item.parent is None or position[item.parent] < position[item.id]
    firsts = list(dict.fromkeys(item.branch for item in placed))
    assert sorted(firsts) == list(range(len(firsts)))
    # A branch is a path: each of its nodes but the first hangs below another one of it.
    for number in firsts:
        nodes = [item for item in placed if item.branch == number]
        for above, below in pairwise(nodes):
            assert below.parent == above.id
    if current in forest:
        above_current = current
        while above_current is not None:
            assert branch[above_current] == 0
            above_current = parents[above_current]


@settings(max_examples=200)
@given(forests, targets, st.sets(st.sampled_from(IDS)))
def test_every_text_of_a_chatgpt_forest_is_read_exactly_once(
    forest: dict[str, tuple[str | None, list[str]]], current: str | None, silent: set[str]
) -> None:
    mapping: dict[str, Any] = {}
    for identity, (parent, children) in forest.items():
        body = None if identity in silent else message(f"Words of {identity}")
        mapping[identity] = node(identity, parent, body, children)
    read = only_messages(read_chatgpt([chain([], mapping=mapping, current_node=current)]))
    spoken = sorted(f"Words of {identity}" for identity in forest if identity not in silent)
    assert sorted(item.content for item in read) == spoken
    place = {item.external_id: item.position for item in read}
    assert len(set(place.values())) == len(read)
    for item in read:
        if item.parent_external_id is not None:
            assert place[item.parent_external_id] < item.position


@given(st.lists(st.tuples(st.sampled_from(IDS), targets), max_size=9, unique_by=lambda x: x[0]))
def test_every_text_of_a_claude_forest_is_read_exactly_once(
    links: list[tuple[str, str | None]],
) -> None:
    entries = [
        claude_message(identity, text=f"Words of {identity}", parent_message_uuid=parent)
        for identity, parent in links
    ]
    read = claude_messages(*entries)
    assert sorted(item.content for item in read) == sorted(f"Words of {key}" for key, _ in links)


def test_a_branch_off_the_current_path_goes_on_with_its_newest_sibling() -> None:
    parents = {"a": None, "b": None, "b1": "b", "b2": "b"}
    placed = reading_order(list(parents), parents, "a")
    assert [(item.id, item.branch) for item in placed] == [
        ("a", 0),
        ("b", 1),
        ("b2", 1),
        ("b1", 2),
    ]
