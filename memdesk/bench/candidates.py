"""Every question's candidates with their features, computed once and scored many times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memdesk.bench import metrics
from memdesk.bench.haystack import TurnKey
from memdesk.bench.locomo import Sample
from memdesk.bench.retrieval_run import LIMIT, haystacks, request, with_evidence
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval import additive, profiles
from memdesk.retrieval.features import NAMES

Scores = NDArray[np.float64]
Sessions = Mapping[TurnKey, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Candidates:
    """One question. ``values`` is ``(n, features)``; ``keyword`` (BM25, 0 without a hit) and
    ``cosine`` (centred) are ``(n,)``; ``turns`` are in the same order.
    """

    sample: str
    category: int
    values: Scores
    keyword: Scores
    cosine: Scores
    turns: tuple[TurnKey, ...]
    wanted: frozenset[TurnKey]

    def weighed(self, weights: Mapping[str, float]) -> Scores:
        """Return the additive model's score of every candidate, ``(n,)``."""
        scores: Scores = self.values @ np.array([weights.get(name, 0.0) for name in NAMES])
        return scores

    def row(self, scores: Scores, sessions: Sessions) -> dict[str, float]:
        """Return the metrics of the list that scores give; of equals the older one is first."""
        order = np.argsort(-scores, kind="stable")[:LIMIT]
        return metrics.of_list([self.turns[at] for at in order], self.wanted, sessions)


def gather(
    samples: Sequence[Sample],
    protocol: str,
    holder: ModelHolder,
    progress: Callable[[str], None] = lambda line: None,
) -> Iterator[Candidates]:
    """Yield the candidates of every question with evidence, asked of the protocol's vaults."""
    with haystacks(samples, protocol, holder) as each:
        for built, group in each:
            with built.vault.reader() as db:
                for sample in group:
                    progress(f"{protocol}: candidates of {sample.id}")
                    for query in with_evidence(sample):
                        context = built.engine.context(db, request(sample, query, profiles.DEFAULT))
                        pool, table = additive.candidates(context)
                        yield Candidates(
                            sample=sample.id,
                            category=query.category,
                            values=table.values,
                            keyword=table.raw_of("keyword"),
                            cosine=table.raw_of("meaning"),
                            turns=tuple(built.turns[i] for i in context.ids(pool.ordinals)),
                            wanted=frozenset((sample.id, turn) for turn in query.evidence),
                        )
