"""Which writing system a text is mostly in.

Embeddings of texts in one writing system lie nearer to each other than to equal statements in
another; knowing the system lets a search take that difference out.
"""

from __future__ import annotations

import re
from typing import Literal

Writing = Literal["latin", "han", "japanese", "hangul", "cyrillic", "other"]

_SAMPLE = 2_000
# A Han character carries about as much as a word of several letters.
_WEIGHTS: tuple[tuple[Writing, re.Pattern[str], float], ...] = (
    ("latin", re.compile(r"[A-Za-z\u00c0-\u024f]+"), 1.0),
    ("han", re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]"), 0.6),
    ("japanese", re.compile(r"[\u3041-\u30ff]"), 0.6),
    ("hangul", re.compile(r"[\uac00-\ud7a3]+"), 1.0),
    ("cyrillic", re.compile(r"[\u0400-\u052f]+"), 1.0),
    ("other", re.compile(r"[\u0370-\u03ff\u0530-\u10ff\u1780-\u17ff]+"), 1.0),
)
_KANA_SHARE = 0.15


def writing_system(text: str) -> Writing:
    """Return the writing system of most of the text's beginning; Latin where there is none.

    Japanese mixes Han with kana: a text counts as Japanese where kana are a fair share of both.
    """
    sample = text[:_SAMPLE]
    if sample.isascii():
        return "latin"
    weights = {name: len(pattern.findall(sample)) * weight for name, pattern, weight in _WEIGHTS}
    kana, han = weights["japanese"], weights["han"]
    if kana and kana >= _KANA_SHARE * (kana + han):
        weights["japanese"], weights["han"] = kana + han, 0.0
    else:
        weights["han"], weights["japanese"] = han + kana, 0.0
    best = max(weights, key=lambda name: weights[name])
    return best if weights[best] else "latin"
