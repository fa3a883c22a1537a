"""One entry of "My Activity": what was asked, when, and the answer."""

from __future__ import annotations

import hashlib
import re
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
_PRODUCT = re.compile(r"Gemini|Bard", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Activity:
    """``time`` in UTC milliseconds, ``answer`` as Markdown."""

    time: int | None
    asked: str
    answer: str
    attachments: tuple[str, ...] = ()

    @property
    def identity(self) -> str:
        """What it is known by: entries have no ids of their own."""
        digest = hashlib.blake2b(self.asked.encode("utf-8", "replace"), digest_size=6).hexdigest()
        return f"{self.time if self.time is not None else 'undated'}-{digest}"


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
