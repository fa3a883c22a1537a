"""Knowing a folder again that goes by another name, or lies elsewhere, since its last import.

Notes are known by their path within what was dropped. The same vault may come as a folder, as a
zip of it, or as one that was renamed; then its notes are those that are known, of the same name
and the same text, in the same folders below some other folder. Only where that holds for half of
the notes, or half of those that are known there, it is taken for the same: two folders that merely
share some files stay apart, and neither overwrites the other's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

_MOST_READ = 200
_MOST_OF_A_NAME = 50
_MOST_MOVES = 20

Move = tuple[str, str]
"""A folder as it is called now, and as it was."""


def moves(
    found: Mapping[str, Callable[[], bytes | None]], known: Mapping[str, bytes]
) -> tuple[Move, ...]:
    """Return which folders have moved; ``found`` gives the hash of each note that is there now.

    Of many notes only some are read.
    """
    if not known or sum(one in known for one in found) * 2 >= len(found):
        return ()
    by_name: dict[str, list[str]] = {}
    for one in known:
        by_name.setdefault(_name(one), []).append(one)
    candidates = [one for one in found if _name(one) in by_name]
    looked_at = candidates[:: -(-len(candidates) // _MOST_READ) or 1]
    votes = Counter[Move]()
    for one in looked_at:
        digest = found[one]()
        for other in by_name[_name(one)][:_MOST_OF_A_NAME]:
            if known[other] == digest:
                votes[_parted(one, other)] += 1
    accepted: dict[str, str] = {}
    for (now, before), same in votes.most_common(_MOST_MOVES):
        likely = same * len(candidates) / len(looked_at)
        fewer = min(_count(found, now), _count(known, before))
        if now != before and now not in accepted and likely * 2 >= fewer:
            accepted[now] = before
    # The innermost folder first.
    return tuple(sorted(accepted.items(), key=lambda move: -len(move[0])))


def moved(one: str, folders: Sequence[Move]) -> str:
    """Return where a note lay before its folder moved."""
    for now, before in folders:
        if _is_in(one, now):
            rest = one[len(now) :].lstrip("/")
            return f"{before}/{rest}" if before else rest
    return one


def _name(one: str) -> str:
    return one.rpartition("/")[2]


def _parted(one: str, other: str) -> Move:
    """Return what is left of two paths without the end that they share."""
    first, second = one.split("/"), other.split("/")
    while first and second and first[-1] == second[-1]:
        first.pop()
        second.pop()
    return "/".join(first), "/".join(second)


def _is_in(one: str, folder: str) -> bool:
    return not folder or one.startswith(folder + "/")


def _count(identities: Mapping[str, object], folder: str) -> int:
    return sum(_is_in(one, folder) for one in identities)
