"""What each term of the default profile brings, and what another value of its weight would.

A term left out has weight zero; the others stay as they are. Dividing all weights by their sum
would change no list. Recall stays whole: without vectors, what only vectors found is still
among the candidates, but nothing of their figures counts.

Lists come from the features alone. Personal factors (nothing was ever opened or pinned in a
data set), rejection and the folding of near-duplicates have no part in them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from memdesk.bench import metrics
from memdesk.bench.candidates import Candidates, Scores, Sessions
from memdesk.bench.fusion import FUSIONS
from memdesk.retrieval.features import NAMES

FULL = "all terms"
GROUPS: dict[str, tuple[str, ...]] = {
    "vectors": ("meaning", "nearest", "near_context", "wide_context", "conversation_meaning"),
    "keyword": (
        "keyword",
        "words",
        "title",
        "all_words",
        "first_words",
        "context_words",
        "window_keyword",
        "conversation_keyword",
    ),
    "neighbours": ("near_context", "wide_context", "context_words", "window_keyword", "answer"),
    "conversation": ("conversation_keyword", "conversation_meaning"),
    "author": ("author", "first_person"),
    "time": ("says_when", "date", "order"),
}
_SHOWN = ("any@5", "mrr", "any@10", "recall@10", "session_any@10")
Scorer = Callable[[Candidates], Scores]


def ablate(
    asked: Sequence[Candidates], weights: Mapping[str, float], sessions: Sessions, protocol: str
) -> list[dict[str, Any]]:
    """Return a run for the whole, without each term that counts, each group, and each fusion."""
    counting = [name for name in NAMES if weights.get(name)]
    scorers: list[tuple[str, str, Scorer]] = [("whole", FULL, _without(weights, ()))]
    scorers += [("term", f"without {name}", _without(weights, (name,))) for name in counting]
    scorers += [
        ("group", f"no {name}", _without(weights, members)) for name, members in GROUPS.items()
    ]
    scorers += [("fusion", name, scorer) for name, scorer in FUSIONS.items()]
    return _runs(asked, scorers, sessions, protocol)


def sweep(
    asked: Sequence[Candidates],
    weights: Mapping[str, float],
    sessions: Sessions,
    protocol: str,
    parameter: str,
    values: Iterable[float],
) -> list[dict[str, Any]]:
    """Return a run for the profile's own weight of a term, and one for each other value."""
    own = weights.get(parameter, 0.0)
    scorers = [("whole", f"{parameter} = {own:g} (profile)", _without(weights, ()))]
    scorers += [
        ("value", f"{parameter} = {value:g}", _without({**weights, parameter: value}, ()))
        for value in values
    ]
    return _runs(asked, scorers, sessions, protocol)


def _without(weights: Mapping[str, float], left_out: Collection[str]) -> Scorer:
    kept = {name: weight for name, weight in weights.items() if name not in left_out}
    return lambda one: one.weighed(kept)


def _runs(
    asked: Sequence[Candidates],
    scorers: Sequence[tuple[str, str, Scorer]],
    sessions: Sessions,
    protocol: str,
) -> list[dict[str, Any]]:
    """Return the runs; the first is the whole, and ``change`` is against it."""
    runs: list[dict[str, Any]] = []
    for kind, name, scorer in scorers:
        rows = [(one.category, one.row(scorer(one), sessions)) for one in asked]
        answerable = [row for category, row in rows if category != 5]
        found = _shown(metrics.mean(answerable))
        every = _shown(metrics.mean([row for _, row in rows]))
        whole = runs[0] if runs else {"metrics": found, "all_evidence": every}
        runs.append(
            {
                "protocol": protocol,
                "row": name,
                "kind": kind,
                "questions": len(answerable),
                "metrics": found,
                "all_evidence": every,
                "change": _difference(found, whole["metrics"]),
                "change_all_evidence": _difference(every, whole["all_evidence"]),
            }
        )
    return runs


def _shown(row: Mapping[str, float]) -> dict[str, float]:
    return {name: row[name] for name in _SHOWN if name in row}


def _difference(row: Mapping[str, float], whole: Mapping[str, float]) -> dict[str, float]:
    return {name: row[name] - whole[name] for name in row}
