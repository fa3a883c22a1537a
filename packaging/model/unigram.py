"""Builds the tokenizer of a SentencePiece Unigram vocabulary for the `tokenizers` library."""

from __future__ import annotations

import numpy as np
from e5s1 import Pieces
from numpy.typing import NDArray
from tokenizers import Regex, Tokenizer, normalizers
from tokenizers.models import Unigram
from tokenizers.pre_tokenizers import Metaspace
from tokenizers.processors import TemplateProcessing

# The mark that stands for the space before a word in the pieces.
SPACE = "\u2581"


def build(pieces: Pieces, numbers: NDArray[np.int64]) -> Tokenizer:
    """Return a tokenizer over the given pieces; token ids are places in `numbers`.

    The special pieces must be among `numbers`.
    """
    kept = numbers.tolist()
    vocabulary = [(pieces.texts[number], pieces.scores[number]) for number in kept]
    tokenizer = Tokenizer(Unigram(vocabulary, kept.index(pieces.unknown), byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Nmt(),
            normalizers.NFKC(),
            normalizers.Replace(Regex(" {2,}"), " "),
            normalizers.Strip(),
        ]
    )
    tokenizer.pre_tokenizer = Metaspace(replacement=SPACE, prepend_scheme="always", split=True)
    begin, end = pieces.texts[pieces.begin], pieces.texts[pieces.end]
    tokenizer.post_processor = TemplateProcessing(
        single=f"{begin} $A {end}",
        special_tokens=[
            (begin, kept.index(pieces.begin)),
            (end, kept.index(pieces.end)),
        ],
    )
    return tokenizer
