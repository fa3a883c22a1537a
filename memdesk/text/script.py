"""Which characters are written without spaces between words, and which belong to a letter."""

from __future__ import annotations

import unicodedata

# Han with its extensions and compatibility forms, kana, bopomofo and Hangul: the scripts whose
# runs are indexed as overlapping pairs because nothing marks where a word ends. Of the radicals
# those that NFKC makes ideographs of: the others are signs, which the index takes for separators.
CJK_CLASS = (
    "\u2e9f\u2ef3\u2f00-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3041-\u3096\u309d-\u309f"
    "\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9d"
    "\U00020000-\U0003134f"
)

# The same for Thai, Lao, Burmese and Khmer, whose runs hold vowel signs as well.
UNSPACED_CLASS = (
    CJK_CLASS + "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ebd\u0ec0-\u0ece\u0edc-\u0edf"
    "\u1000-\u103f\u1050-\u108f\u1780-\u17d3"
)

_MARK_BLOCKS = (range(0x0300, 0x2000), range(0xA600, 0xAC00), range(0xFB1E, 0xFB1F))

# Signs that are part of a word without being letters: accents, and the vowels of Hindi, Thai,
# Burmese and their relatives. Variation selectors only choose a picture and are left out.
MARKS = "".join(
    chr(code)
    for block in _MARK_BLOCKS
    for code in block
    if unicodedata.category(chr(code)) in ("Mn", "Mc")
)
