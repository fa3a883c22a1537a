"""Chooses the pieces of the vocabulary that stay, by how often everyday words use them.

The tokenizer library takes about a kilobyte for each piece, most of it for its tree of bytes, so
that the full vocabulary would cost 300 MB. The model's own piece scores are no guide to what may
go: they are estimated over a hundred languages at once, and cutting by them loses common English
words before rare scripts. Word lists with frequencies are.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np
import wordfreq
from e5s1 import Pieces
from numpy.typing import NDArray
from tokenizers import Tokenizer
from unigram import SPACE

# Chosen so that model and tokenizer stay under 200 MB; see PROVENANCE.md for what it costs.
PIECES = 124_000
WORDS_PER_LANGUAGE = 80_000

# The lists are in lower case. These are the shares at which a word is counted once more with a
# capital and in capitals, for names, beginnings of sentences and abbreviations.
CAPITAL_SHARE = 0.3
CAPITAL_SHARE_GERMAN = 0.6
CAPITALS_SHARE = 0.03

# All 42 languages count; these count more, by how much people are expected to write in them.
LANGUAGE_WEIGHTS = {
    "en": 16.0,
    "de": 10.0,
    "ru": 10.0,
    "es": 8.0,
    "ja": 8.0,
    "zh": 8.0,
    **dict.fromkeys(("ar", "fr", "id", "it", "ko", "nl", "pl", "pt", "tr", "uk", "vi"), 2.0),
}

# Few pieces, used by many: all of them stay. Traditional Chinese has no word list either.
WHOLE_SCRIPTS = {"CJK", "HANGUL", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}

# Scripts that no word list covers keep this many of their most probable pieces.
UNLISTED_SCRIPT_PIECES = 400
LISTED_SCRIPTS = {
    "ARABIC",
    "BENGALI",
    "CYRILLIC",
    "DEVANAGARI",
    "GREEK",
    "HEBREW",
    "LATIN",
    "TAMIL",
}

# The words that the model's prefixes consist of.
PREFIX_PIECES = {f"{SPACE}passage", f"{SPACE}que", "ry"}


def choose(pieces: Pieces, tokenizer: Tokenizer) -> NDArray[np.int64]:
    """Return the numbers of the PIECES pieces that stay, ascending.

    `tokenizer` has all the pieces. No single character is ever given up.
    """
    stays = _always_kept(pieces)
    use = use_of_pieces(tokenizer)
    for number in sorted(use, key=lambda number: (-use[number], number)):
        if len(stays) >= PIECES:
            break
        stays.add(number)
    return np.array(sorted(stays), np.int64)


def use_of_pieces(tokenizer: Tokenizer) -> dict[int, float]:
    """Return the weighted frequency with which the languages' words use each piece."""
    use: defaultdict[int, float] = defaultdict(float)
    for language in sorted(wordfreq.available_languages()):
        forms = list(_weighted_forms(language))
        encodings = tokenizer.encode_batch_fast(
            [form for form, _ in forms], add_special_tokens=False
        )
        for (_, weight), encoding in zip(forms, encodings, strict=True):
            for number in encoding.ids:
                use[number] += weight
    return use


def _weighted_forms(language: str) -> Iterator[tuple[str, float]]:
    weight = LANGUAGE_WEIGHTS.get(language, 1.0)
    capital_share = CAPITAL_SHARE_GERMAN if language == "de" else CAPITAL_SHARE
    frequencies = wordfreq.get_frequency_dict(language, "best")
    words = sorted(frequencies.items(), key=lambda entry: (-entry[1], entry[0]))
    for word, frequency in words[:WORDS_PER_LANGUAGE]:
        yield word, weight * frequency
        yield word.capitalize(), weight * frequency * capital_share
        yield word.upper(), weight * frequency * CAPITALS_SHARE


def _always_kept(pieces: Pieces) -> set[int]:
    stays = {pieces.begin, pieces.end, pieces.padding, pieces.unknown}
    unlisted: Counter[str | None] = Counter()
    # The file lists pieces of a kind by falling score; the special ones at its ends are no text.
    for number, text in enumerate(pieces.texts):
        if text.startswith("<") and text.endswith(">"):
            continue
        script = script_of(text)
        if _stays_whole(text, script):
            stays.add(number)
        elif script not in LISTED_SCRIPTS and unlisted[script] < UNLISTED_SCRIPT_PIECES:
            unlisted[script] += 1
            stays.add(number)
    return stays


def _stays_whole(text: str, script: str | None) -> bool:
    character = len(text.removeprefix(SPACE)) <= 1
    return character or text in PREFIX_PIECES or script is None or script in WHOLE_SCRIPTS


def script_of(text: str) -> str | None:
    """Return the first word of the Unicode name of the first letter, or None without letters."""
    letter = next((character for character in text if character.isalpha()), None)
    return unicodedata.name(letter, "UNNAMED").split()[0] if letter else None
