"""Words by which a text points to what was said before."""

from __future__ import annotations

import re

_SAID = r"(?:said|mentioned|told you|wrote|explained|described|noted|asked)"
_BACK = re.compile(
    rf"\b(?:as|like) i(?: have|['’]ve)?(?: already)? {_SAID}\b"
    rf"|\bi(?: have|['’]ve)?(?: already)? {_SAID} (?:this |that |it |you )?"
    r"(?:before|earlier|last (?:time|week|month|year)|yesterday|the other day|in our last)"
    r"|\bas (?:we|you and i) (?:discussed|talked about|agreed)\b"
    r"|\bremember (?:when|that|how|what) (?:i|we)\b"
    r"|\bwie (?:schon |bereits )?(?:gesagt|erwähnt|besprochen)\b"
    r"|\bcomme (?:je (?:l['’])?(?:ai dit|disais)|dit|mentionné)\b"
    r"|\bcomo (?:dije|ya dije|mencioné|te dije)\b"
    r"|(?:我|咱们?|我们)?(?:之前|以前|上次|前面|刚才)(?:就|已经|也)?(?:说|提|讲|聊|讨论|告诉)(?:过|到|了)",
    re.IGNORECASE,
)
_REST = 25
"""So many characters besides the pointing words say what is pointed at."""


def points_back(text: str) -> str | None:
    """Return the text without the words that point back, None if nothing points back.

    None as well if nothing is left that would say to what.
    """
    if not _BACK.search(text):
        return None
    rest = " ".join(_BACK.sub(" ", text).split()).strip(" ,;:.，。：")
    return rest if len(rest) >= _REST or (len(rest) >= 6 and not rest.isascii()) else None
