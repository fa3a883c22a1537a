"""Saying that nothing is relevant, by MemX's rule (arXiv 2603.16171).

Nothing is returned when no word of the question occurs and the best cosine stays under a
threshold. MemX's own threshold (0.50) belongs to its embedder; ours is for centred cosines.
"""

from __future__ import annotations

from memdesk.retrieval.recall.pool import Pool


def reason(pool: Pool, threshold: float) -> str | None:
    """Return why nothing is relevant, in plain words; None if something may be."""
    if pool.has_keyword_hits:
        return None
    if pool.nearness is None or not len(pool.nearness.cosine):
        return "No memory holds any of these words."
    best = float(pool.nearness.cosine.max())
    if best >= threshold:
        return None
    return (
        "No memory holds any of these words, and none is near enough in meaning "
        f"(the nearest has cosine {best:.2f}, {threshold:.2f} is asked for)."
    )
