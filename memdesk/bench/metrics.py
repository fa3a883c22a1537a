"""Figures of one ranked list against the evidence, and their means."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


def of_list(
    ranked: Sequence[Item], wanted: Collection[Item], session: Mapping[Item, Hashable]
) -> dict[str, float]:
    """Return the metrics of a ranked list, best first.

    ``wanted`` is the evidence (not empty); ``session`` maps every item to its session. Sessions
    are ranked by their best item. ``answered`` is 0 where the list is empty. MRR counts the first
    wanted item wherever it stands.
    """
    relevant = [item in wanted for item in ranked]
    first = relevant.index(True) + 1 if True in relevant else 0
    ideal = sum(1 / math.log2(at + 2) for at in range(min(len(wanted), 10)))
    gained = sum(1 / math.log2(at + 2) for at, hit in enumerate(relevant[:10]) if hit)
    sessions = list(dict.fromkeys(session[item] for item in ranked))
    wanted_sessions = {session[item] for item in wanted}
    return {
        "answered": float(bool(ranked)),
        "hit@1": float(any(relevant[:1])),
        "any@5": float(any(relevant[:5])),
        "any@10": float(any(relevant[:10])),
        "mrr": 1 / first if first else 0.0,
        "recall@10": sum(relevant[:10]) / len(wanted),
        "ndcg@10": gained / ideal,
        "session_recall@5": _share(sessions[:5], wanted_sessions),
        "session_any@10": float(bool(wanted_sessions & set(sessions[:10]))),
        "session_recall@10": _share(sessions[:10], wanted_sessions),
    }


def _share(found: Sequence[Hashable], wanted: Collection[Hashable]) -> float:
    return len(set(found) & set(wanted)) / len(wanted)


def mean(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each metric over the rows; an empty dictionary for none."""
    if not rows:
        return {}
    return {name: sum(row[name] for row in rows) / len(rows) for name in rows[0]}
