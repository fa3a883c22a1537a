"""A question put to a vault, and all that confidence in the answer is fitted and measured on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from memdesk.retrieval import additive, confidence, judging
from memdesk.retrieval.confidence import Figures
from memdesk.retrieval.ranked import Context

Part = Literal["conversations", "sessions", "tuning", "held out"]
_FIRST = 10


@dataclass(frozen=True, slots=True)
class Asked:
    """A question put to a vault.

    ``part``: what it is used for; ``group``: what is left out together with it; ``language``: that
    of a suite.
    ``valid``: its evidence is there; ``answered``: among the first ten. ``basis`` names the set of
    coefficients that judges it, ``judged`` tells whether it is judged at all. ``figures`` with
    meaning and ``words`` without are None where there was no candidate.
    """

    part: Part
    group: str
    kind: str
    valid: bool
    answered: bool
    answered_by_words: bool
    keyword_hits: bool
    basis: str
    judged: bool
    in_pairs: bool
    language: str
    figures: Figures | None
    words: Figures | None


def ask(
    context: Context,
    wanted: Iterable[int],
    *,
    part: Part,
    group: str,
    kind: str,
    language: str = "",
) -> Asked:
    """Return what a question comes to; ``wanted`` are the memories that answer it."""
    both = additive.weigh(context)
    words = additive.weigh(replace(context, aim=None, vectors=None))
    answers = set(wanted)
    found = len(both.order) > 0
    writings = context.columns.field("writing")[both.pool.ordinals]
    return Asked(
        part=part,
        group=group,
        kind=kind,
        valid=bool(answers),
        answered=_answers(both, answers),
        answered_by_words=_answers(words, answers),
        keyword_hits=both.pool.has_keyword_hits,
        basis=confidence.basis(context.question, both.pool, both.table, writings)
        if found
        else "words",
        judged=found and judging.is_judged(context, both.pool, both.table),
        in_pairs=confidence.is_in_pairs(context.question),
        language=language,
        figures=additive.figures(both) if found else None,
        words=additive.figures(words) if len(words.order) else None,
    )


def _answers(weighed: additive.Weighed, wanted: set[int]) -> bool:
    first = weighed.pool.ordinals[weighed.order[:_FIRST]]
    return not wanted.isdisjoint(weighed.context.ids(first))
