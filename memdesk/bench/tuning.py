"""The questions of our own suites for the fit of weights, and the figures of both halves.

A data set of people's conversations can't teach what chats with an assistant need: there the
neighbour of a statement is a long general answer, and most turns of the person are questions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from memdesk.bench import metrics, suite_vault, suites
from memdesk.bench.fit import Choice
from memdesk.bench.suites import NOW, Suite
from memdesk.bench.suites.halves import HALVES, Half
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval import additive
from memdesk.retrieval.features import NAMES
from memdesk.retrieval.results import SearchRequest

LANGUAGES = (("en",), ("zh",))
"""The stores that weights are learnt on: not those of questions across languages."""
UNTAUGHT = ("title", "length")
"""What the suites must not teach: titles there are but subjects' names, and everyday chats are
composed of shorter lines than the statements."""
_LIMIT = 50


@dataclass(frozen=True, slots=True)
class OwnQuestion:
    """A suite's question with its candidates; ``wanted`` counts all that answers it."""

    suite: str
    stores: tuple[str, ...]
    half: Half
    choice: Choice
    wanted: int


def gather(
    holder: ModelHolder, progress: Callable[[str], None] = lambda line: None
) -> list[OwnQuestion]:
    """Ask every question that something answers of an embedded vault with its suite's records."""
    asked: list[OwnQuestion] = []
    each = [suite for suite in map(suites.load, suites.names()) if suite.stores in LANGUAGES]
    for stores, group in groupby(each, key=lambda suite: suite.stores):
        together = list(group)
        progress(f"candidates of {', '.join(suite.name for suite in together)}")
        with suite_vault.of_records(together[0].records, holder) as vault:
            for suite in together:
                asked += _of_suite(vault, suite, stores)
    return asked


def _of_suite(
    vault: suite_vault.SuiteVault, suite: Suite, stores: tuple[str, ...]
) -> list[OwnQuestion]:
    asked = []
    with vault.vault.reader() as db:
        for query in suite.queries:
            half = suite.half(query)
            if half is None:
                continue
            request = SearchRequest(query.text, limit=_LIMIT, now=NOW, count=False)
            context = vault.engine.context(db, request)
            pool, table = additive.candidates(context)
            wanted = [vault.records[i] in query.wanted for i in context.ids(pool.ordinals)]
            choice = Choice(suite.name, table.values, np.array(wanted, dtype=np.bool_))
            asked.append(OwnQuestion(suite.name, stores, half, choice, len(query.wanted)))
    return asked


def choices(asked: Sequence[OwnQuestion], counted: float) -> list[Choice]:
    """Return the tuning half's choices: a store's suites share ``counted``, in equal parts."""
    tuned = [one for one in asked if one.half == HALVES[0] and one.choice.evidence.any()]
    made = []
    for one in tuned:
        fellows = sum(other.suite == one.suite for other in tuned)
        of_store = len({other.suite for other in tuned if other.stores == one.stores})
        made.append(
            replace(
                one.choice,
                values=_taught(one.choice.values),
                counted=counted / of_store / fellows,
            )
        )
    return made


def _taught(values: NDArray[np.float64]) -> NDArray[np.float64]:
    values = values.copy()
    values[:, [NAMES.index(name) for name in UNTAUGHT]] = 0.0
    return values


def figures(
    asked: Sequence[OwnQuestion], weights: Mapping[str, float]
) -> dict[str, dict[str, float]]:
    """Return each half's figures: the mean over the suites of the means over their questions.

    Lists come from the features alone, without folding and personal factors.
    """
    vector = np.array([weights[name] for name in NAMES])
    rows: dict[tuple[Half, str], list[dict[str, float]]] = {}
    for one in asked:
        order = np.argsort(-(one.choice.values @ vector), kind="stable")[:_LIMIT]
        relevant = one.choice.evidence[order]
        hits = np.flatnonzero(relevant)
        row = {
            "hit@1": float(relevant[:1].any()),
            "any@5": float(relevant[:5].any()),
            "any@10": float(relevant[:10].any()),
            "mrr": 1.0 / (1 + hits[0]) if len(hits) else 0.0,
            "recall@10": float(relevant[:10].sum()) / one.wanted,
        }
        rows.setdefault((one.half, one.suite), []).append(row)
    return {
        half: metrics.mean([metrics.mean(some) for (its, _), some in rows.items() if its == half])
        for half in HALVES
    }
