"""MemX's rule for saying that nothing is relevant (arXiv 2603.16171).

No word of the question occurs, and the best cosine stays under a threshold. MemX's own threshold
(0.50) belongs to its embedder; ours is for centred cosines.
"""

from __future__ import annotations

from memdesk.retrieval.recall.pool import Pool

NO_WORDS = "No memory holds any of these words."
NOTHING_NEAR = "No memory holds any of these words, and none is near enough in meaning."


def by_rule(pool: Pool, threshold: float) -> bool:
    """Tell whether the rule turns an answer away."""
    if pool.has_keyword_hits:
        return False
    if pool.nearness is None or not len(pool.nearness.cosine):
        return True
    return float(pool.nearness.cosine.max()) < threshold


def reason(pool: Pool) -> str:
    """Return in plain words what the rule found."""
    compared = pool.nearness is not None and len(pool.nearness.cosine)
    return NOTHING_NEAR if compared else NO_WORDS
