"""``memdesk bench foreign``: questions that a vault answers beside questions of other people.

Each LoCoMo conversation is asked its own questions, and as many of the other conversations' with
the speakers' names swapped in, so that names give nothing away. Single sessions do the same for
small vaults; they are fitted on, not reported. What is said of a conversation was fitted without
it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from memdesk.bench import haystack
from memdesk.bench.asked import Asked, ask
from memdesk.bench.locomo import CATEGORIES, Query, Sample
from memdesk.bench.retrieval_run import request, with_evidence
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval import profiles

SEED = 1
_SESSIONS = 10
_SHORTEST_NICKNAME = 3


def swapped(text: str, names: Sequence[str], others: Sequence[str]) -> str:
    """Return a text with names, and what they are cut to, replaced by others in their order."""

    def of_word(match: re.Match[str]) -> str:
        word = match[0]
        for name, other in zip(names, others, strict=False):
            nickname = len(word) >= _SHORTEST_NICKNAME and word[0].isupper()
            if word == name or (nickname and name.startswith(word)):
                return other
        return word

    return re.sub(r"\w+", of_word, text)


def gather(
    samples: Sequence[Sample],
    holder: ModelHolder,
    progress: Callable[[str], None] = lambda line: None,
) -> list[Asked]:
    """Ask every question; the same ones every time."""
    generator = random.Random(SEED)
    asked: list[Asked] = []
    for sample in samples:
        progress(f"questions to {sample.id}")
        others = [other for other in samples if other is not sample]
        for whole, vault in _vaults(sample, generator):
            asked += _ask(vault, _foreign(vault, others, generator), holder, whole)
    return asked


def _vaults(sample: Sample, generator: random.Random) -> Iterator[tuple[bool, Sample]]:
    """Yield the whole conversation, and some of its sessions that answer something alone."""
    yield True, replace(sample, queries=tuple(with_evidence(sample)))
    sessions = sorted({turn.session for turn in sample.turns})
    generator.shuffle(sessions)
    for session in sessions[:_SESSIONS]:
        turns = tuple(turn for turn in sample.turns if turn.session == session)
        held = {turn.id for turn in turns}
        own = tuple(q for q in sample.queries if q.evidence and set(q.evidence) <= held)
        if own and len(sessions) > 1:
            yield False, replace(sample, turns=turns, queries=own)


def _foreign(sample: Sample, others: Sequence[Sample], generator: random.Random) -> list[Query]:
    pool = [(other, query) for other in others for query in with_evidence(other)]
    generator.shuffle(pool)
    found = []
    for other, query in pool[: len(sample.queries)]:
        own = _speakers(sample)
        generator.shuffle(own)
        text = swapped(query.text, _speakers(other), own)
        found.append(replace(query, text=text, evidence=()))
    return found


def _speakers(sample: Sample) -> list[str]:
    return list(dict.fromkeys(turn.speaker for turn in sample.turns))


def _ask(
    sample: Sample, foreign: Sequence[Query], holder: ModelHolder, whole: bool
) -> Iterator[Asked]:
    with haystack.of_samples([sample], holder) as built, built.vault.reader() as db:
        numbers = {turn: number for number, (_, turn) in built.turns.items()}
        for query in (*sample.queries, *foreign):
            yield ask(
                built.engine.context(db, request(sample, query, profiles.DEFAULT)),
                [numbers[turn] for turn in query.evidence],
                part="conversations" if whole else "sessions",
                group=sample.id,
                kind=CATEGORIES.get(query.category, str(query.category)),
            )
