"""One entry of "My Activity": what was asked, when, and the answer."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

# What stands before the person's own words, as far as it is known; of another language it stays.
_ASKED = re.compile(
    r"(?:Prompted with:|Prompted|Asked Gemini:|Asked Bard:|Asked|Said|Answered|Branched"
    r"|Eingegebener Prompt:|Gefragt:|Requête envoyée :|Prompt saisi :|Preguntaste:"
    r"|Has dicho|Ha chiesto:|Enviou:|送信したメッセージ:|提示了|提问|입력한 프롬프트:)[\s\u00a0]*"
)
_DONE = re.compile(
    r"(?:Created|Used|Gave|Selected|Shared|Deleted|Added|Turned|Viewed|Visited)[\s\u00a0]"
)
_ATTACHED = re.compile(r"\s*Attached \d+ files?\.\s*\Z")
_MARKED_END = re.compile(r"[^:：\u00a0\n]{2,40}?(?:\s?[:：]|\u00a0)")
_WORD_END = re.compile(r"\w{2,30} ")
_PRODUCT = re.compile(r"Gemini|Bard", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Activity:
    """``time`` in UTC milliseconds, ``answer`` as Markdown; ``remark`` says what is odd of it."""

    time: int | None
    asked: str
    answer: str
    attachments: tuple[str, ...] = ()
    remark: str | None = None

    @property
    def identity(self) -> str:
        """What it is known by: entries have no ids of their own."""
        said = _spaced(self.asked)
        if self.time is None:
            # The same may have been asked on several days.
            said = f"{said}\0{self.answer}"
        digest = hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=6).hexdigest()
        return f"{self.time if self.time is not None else 'undated'}-{digest}"

    def without(self, opening: str) -> str:
        """Return what was asked without the page's own words before it."""
        said = _spaced(self.asked)
        words = said[len(opening) :].strip() if opening and said.startswith(opening) else said
        return words or said


def common_opening(activities: Sequence[Activity]) -> str:
    """Return the words of an unknown language that stand before what people asked, "" for none.

    They end with a colon or a space that does not break, as they do in most languages, and begin
    most entries; or they are a word that begins nearly all of many.
    """
    said = [one.asked for one in activities]
    for end, least, share in ((_MARKED_END, 3, 0.6), (_WORD_END, 20, 0.9)):
        openings = Counter(
            _spaced(one[: found.end()]) for one in said if (found := end.match(one)) is not None
        )
        if openings:
            opening, count = openings.most_common(1)[0]
            if count >= least and count >= share * len(said):
                return opening
    return ""


def _spaced(text: str) -> str:
    return text.replace("\u00a0", " ")


def is_gemini(product: str) -> bool:
    """Tell whether a header or product names Gemini, in whatever language."""
    return _PRODUCT.search(product) is not None


def asked(title: str) -> str | None:
    """Return the person's own words of an entry's title; None if nothing was asked."""
    if _DONE.match(title):
        return None
    found = _ASKED.match(title)
    words = title[found.end() :] if found else title
    return _ATTACHED.sub("", words).strip() or None
