"""Which characters are written without spaces between words."""

from __future__ import annotations

# Han with its extensions and compatibility forms, kana, bopomofo and Hangul: the scripts whose
# runs are indexed as overlapping pairs because nothing marks where a word ends.
CJK_CLASS = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3041-\u3096\u309d-\u309f"
    "\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9d"
    "\U00020000-\U0003134f"
)
