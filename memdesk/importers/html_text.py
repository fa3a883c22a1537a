"""HTML as Markdown."""

from __future__ import annotations

import html
import re
from typing import Any

_TAG = re.compile(r"<[^>]*>")
_BREAK = re.compile(r"<(?:br|p|div|li|tr|h[1-6])\b[^>]*>", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\n{3,}")
_LANGUAGE = "language-"


def markdown_of(text: str) -> str:
    """Return the Markdown of a piece of HTML; of one nested beyond reason its plain text."""
    if "<" not in text:
        return html.unescape(text).strip()
    # Takes a tenth of a second to load, and most imports hold no HTML.
    from markdownify import markdownify

    try:
        written = markdownify(
            text, heading_style="ATX", bullets="-", code_language_callback=_language, strip=["img"]
        )
    except (RecursionError, AssertionError, ValueError):
        written = html.unescape(_TAG.sub("", _BREAK.sub("\n", text)))
    return _BLANK_LINES.sub("\n\n", str(written)).strip()


def _language(block: Any) -> str:
    """Return the language that a block of code names in its classes."""
    code = block.find("code")
    classes = [*(block.get("class") or ()), *((code.get("class") or ()) if code else ())]
    named = (str(one).removeprefix(_LANGUAGE) for one in classes if str(one).startswith(_LANGUAGE))
    return next(named, "")
