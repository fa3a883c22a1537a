"""What moves a candidate once its own figures are added up, as contributions like any other.

Three things that no figure of a single memory can tell: links lead to it from what fits
(:mod:`memdesk.retrieval.link_expansion`), another memory supersedes it, and what already stands
before it in the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from memdesk.retrieval import link_expansion
from memdesk.retrieval.explanation import Contribution
from memdesk.retrieval.link_expansion import Way
from memdesk.retrieval.ranked import Context
from memdesk.retrieval.recall.pool import Pool

_STARTS = 10
_SETTLED = 3
"""So many places at the top stay as their own figures put them."""
_SPREAD_OVER = 60
_PLACED = 20
_FREE = 2
_MOST_REPEATS = 4


@dataclass(slots=True)
class Rearranged:
    """Scores with what was added, ``(n,)``, and the added contributions by place of the pool.

    ``linked`` are the places that links lead to from the best, and that may be shown for it.
    """

    scores: NDArray[np.float64]
    added: dict[int, list[Contribution]] = field(default_factory=dict)
    linked: list[int] = field(default_factory=list)

    def add(self, at: int, part: Contribution) -> None:
        """Add a contribution to a candidate's score; one of nothing is left out."""
        if part.value:
            self.scores[at] += part.value
            self.added.setdefault(at, []).append(part)


def rearrange(
    context: Context,
    pool: Pool,
    scores: NDArray[np.float64],
    relevant: NDArray[np.bool_],
) -> Rearranged:
    """Return the scores of the pool after links and what stands before a candidate.

    ``relevant`` tells which candidates may be shown for what they are.
    """
    result = Rearranged(scores.copy())
    _follow_links(context, pool, result, relevant)
    _put_back_superseded(context, pool, result, scores)
    if not context.question.is_lookup:
        shown = relevant.copy()
        shown[result.linked] = True
        _spread(context, pool, result, shown)
    return result


def _follow_links(
    context: Context, pool: Pool, result: Rearranged, relevant: NDArray[np.bool_]
) -> None:
    """Draw what is linked with one of the best towards it, by the share that links let through.

    It never gets past what it is linked with.
    """
    own = result.scores.copy()
    best = np.flatnonzero(relevant)
    best = best[np.lexsort((pool.ordinals[best], -own[best]))][:_STARTS]
    starts = pool.ordinals[best]
    ways = link_expansion.ways(context.connection, context.columns, starts)
    if not ways:
        return
    places = {int(ordinal): at for at, ordinal in enumerate(pool.ordinals)}
    drawn: dict[int, tuple[float, Way]] = {}
    for start, ends in ways.items():
        for end, way in ends.items():
            at = places.get(end)
            if at is None:
                continue
            pull = way.share * (own[places[start]] - own[at])
            if pull > drawn.get(at, (0.0, way))[0]:
                drawn[at] = (float(pull), way)
    weight = context.weight("linked")
    result.linked.extend(sorted(drawn) if weight else ())
    for at, (pull, way) in sorted(drawn.items()):
        detail = " → ".join(way.types)
        result.add(
            at,
            Contribution("linked", "personal", way.share, pull, weight, weight * pull, detail),
        )


def _put_back_superseded(
    context: Context, pool: Pool, result: Rearranged, own: NDArray[np.float64]
) -> None:
    """Take something off what another memory supersedes, by its ``own`` score.

    Unless how it was at first, or at some time, is asked for.
    """
    if context.question.order == "first" or context.question.period is not None:
        return
    old = link_expansion.superseded(context.connection, context.columns, pool.ordinals)
    weight = context.weight("superseded")
    for at in np.flatnonzero(np.isin(pool.ordinals, sorted(old))).tolist():
        loss = -abs(float(own[at]))
        result.add(at, Contribution("superseded", "penalty", 1.0, loss, weight, weight * loss))


def _spread(
    context: Context,
    pool: Pool,
    result: Rearranged,
    shown: NDArray[np.bool_],
) -> None:
    """Let no conversation and no part of the question fill the list alone.

    One place after the other goes to the highest score; a candidate loses something for each
    result beyond the third from its conversation, and gains something for words of the question
    that no result has had yet (by idf), but never gets past one that is placed.
    """
    leading = np.flatnonzero(shown)
    order = np.lexsort((pool.ordinals[leading], -result.scores[leading]))
    leading = leading[order][:_SPREAD_OVER]
    # Plain numbers from here on: for so few, arrays take several times as long.
    own: list[float] = result.scores[leading].tolist()
    group: list[int] = context.columns.group[pool.ordinals[leading]].tolist()
    holding = _terms_held(pool, pool.ordinals[leading])
    rarity = _rarity(context, pool).tolist()
    part, step = context.weight("other_part"), context.weight("same_chat")
    left = list(range(len(leading)))
    members: dict[int, list[int]] = {}
    for one in left:
        members.setdefault(group[one], []).append(one)
    repeats = dict.fromkeys(members, 0)
    often, lost = [0] * len(left), own.copy()
    new = [_worth(held, rarity) for held in holding]
    said, last = 0, np.inf
    for place in range(min(_PLACED, len(leading))):
        if place < _SETTLED:
            chosen = place
        else:
            # What is gained must not lead past what is placed.
            gained = {one: max(lost[one], min(lost[one] + part * new[one], last)) for one in left}
            chosen = max(left, key=gained.__getitem__)
            at = int(leading[chosen])
            result.add(at, _other_part(new[chosen], gained[chosen] - lost[chosen], part))
            result.add(at, _again(often[chosen], step))
        left.remove(chosen)
        last = float(result.scores[leading[chosen]])
        repeats[group[chosen]] += 1
        for one in members[group[chosen]]:
            often[one] = min(max(repeats[group[chosen]] - _FREE, 0), _MOST_REPEATS)
            lost[one] = own[one] - step * often[one]
        if holding[chosen] & ~said:
            said |= holding[chosen]
            new = [_worth(held & ~said, rarity) for held in holding]
    for one in left:
        result.add(int(leading[one]), _again(often[one], step))


def _worth(held: int, rarity: Sequence[float]) -> float:
    """Return the share of the question's idf that some of its terms have, one bit a term."""
    return sum(share for bit, share in enumerate(rarity) if held >> bit & 1)


def _other_part(words: float, gain: float, weight: float) -> Contribution:
    detail = f"{words:.0%} of the words"
    value = gain / weight if weight else 0.0
    return Contribution("other_part", "keyword", words, value, weight, gain, detail)


def _again(often: int, step: float) -> Contribution:
    detail = f"number {often + _FREE + 1} of its conversation"
    return Contribution(
        "same_chat", "penalty", float(often), -float(often), step, -step * often, detail
    )


def _rarity(context: Context, pool: Pool) -> NDArray[np.float64]:
    """Return each term's share of the question's idf; words that occur nowhere don't count."""
    idf = np.array(
        [
            posting.idf if len(posting.ordinals) and not term.is_name else 0.0
            for posting, term in zip(pool.postings, context.question.terms, strict=True)
        ]
    )
    return np.asarray(idf / max(float(idf.sum()), 1e-9))


def _terms_held(pool: Pool, ordinals: NDArray[np.int64]) -> list[int]:
    """Return the terms that each memory holds, one bit a term."""
    held = [0] * len(ordinals)
    for bit, posting in enumerate(pool.postings):
        for at in np.flatnonzero(posting.holds(ordinals)).tolist():
            held[at] |= 1 << bit
    return held
