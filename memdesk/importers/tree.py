"""Putting a tree of messages into reading order, however damaged its links are.

Parents decide; children lists only order siblings and stand in where a parent is missing
(some exports leave out one, some the other). Cycles are cut at their first node.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Placed:
    """A node in reading order. ``branch`` is 0 on the current path, 1, 2, … elsewhere;
    ``parent`` is ``None`` at a root."""

    id: str
    parent: str | None
    branch: int


def resolve_parents(
    ids: Sequence[str],
    parents: Mapping[str, str | None],
    children: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, str | None]:
    """A parent within ``ids`` for each node, or ``None`` for roots; free of cycles."""
    known = dict.fromkeys(ids)
    resolved: dict[str, str | None] = {}
    for node in ids:
        parent = parents.get(node)
        resolved[node] = parent if parent in known and parent != node else None
    for node, listed in (children or {}).items():
        for child in listed:
            if child in known and child != node and resolved[child] is None:
                resolved[child] = node
    _cut_cycles(ids, resolved)
    return resolved


def _cut_cycles(ids: Sequence[str], parents: dict[str, str | None]) -> None:
    order = {node: index for index, node in enumerate(ids)}
    safe: set[str] = set()
    for start in ids:
        trail: dict[str, None] = {}
        node: str | None = start
        while node is not None and node not in safe and node not in trail:
            trail[node] = None
            node = parents[node]
        if node is not None and node in trail:
            nodes = list(trail)
            cycle = nodes[nodes.index(node) :]
            parents[min(cycle, key=order.__getitem__)] = None
        safe.update(trail)


def reading_order(
    ids: Sequence[str],
    parents: Mapping[str, str | None],
    current: str | None,
    children: Mapping[str, Sequence[str]] | None = None,
) -> list[Placed]:
    """Every node once, parents before children, the current path's branch first at each fork.

    ``parents`` must come from :func:`resolve_parents`. ``current`` is the leaf of the branch
    that the person last saw; ``None`` stands for the last leaf in order. Within the other
    branches the last sibling, which is the newest, carries the branch on.
    """
    siblings = _ordered_children(ids, parents, children or {})
    path: set[str] = set()
    node = current if current in parents else _last_leaf(ids, siblings)
    while node is not None:
        path.add(node)
        node = parents[node]

    placed: list[Placed] = []
    branches = 0
    # A root or sibling off the current path starts a branch of its own, numbered on visiting.
    stack: list[tuple[str, int | None]] = []

    def push(nodes: Sequence[str], inherited: int | None) -> None:
        if not nodes:
            return
        on_path = next((node for node in nodes if node in path), None)
        first = nodes[-1] if on_path is None else on_path
        rest = [node for node in nodes if node != first]
        stack.extend((node, None) for node in reversed(rest))
        stack.append((first, inherited if on_path is None else 0))

    push(siblings.get(None, []), None)
    while stack:
        node_id, branch = stack.pop()
        if branch is None:
            branches += 1
            branch = branches
        placed.append(Placed(node_id, parents[node_id], branch))
        push(siblings.get(node_id, []), branch if branch else None)
    return placed


def _ordered_children(
    ids: Sequence[str],
    parents: Mapping[str, str | None],
    listed: Mapping[str, Sequence[str]],
) -> dict[str | None, list[str]]:
    siblings: dict[str | None, list[str]] = {}
    for node in ids:
        siblings.setdefault(parents[node], []).append(node)
    for parent, nodes in siblings.items():
        if len(nodes) > 1 and parent is not None and listed.get(parent):
            rank = {child: index for index, child in enumerate(listed[parent])}
            nodes.sort(key=lambda node: rank.get(node, len(rank)))
    return siblings


def _last_leaf(ids: Sequence[str], siblings: Mapping[str | None, list[str]]) -> str | None:
    return next((node for node in reversed(ids) if node not in siblings), None)
