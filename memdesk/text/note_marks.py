"""What people write into notes as marks: ``[[names]]`` of other notes, and ``#tags``."""

from __future__ import annotations

import re

_WIKI_LINK = re.compile(r"\[\[([^\[\]|#^\n]{1,300})(?:[#^][^\[\]|\n]*)?(?:\|[^\[\]\n]*)?\]\]")
_EMBEDDED = re.compile(r"!\[\[[^\[\]\n]*\]\]")
# A tag needs a character that is no digit, and stands after a space or at the beginning.
_TAG = re.compile(r"(?<![^\s(\[{,;])#(?=[\w/-]*[^\W\d_])([\w/-]+)")
_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
_ADDRESS = re.compile(r"\w+://\S+")


def wiki_links(text: str) -> tuple[str, ...]:
    """Return the names in double brackets, each once, outside of code and not embedded ones."""
    if "[[" not in text:
        return ()
    found = _WIKI_LINK.findall(_EMBEDDED.sub(" ", _CODE.sub(" ", text)))
    return tuple(dict.fromkeys(name.strip() for name in found if name.strip()))


def embedded_files(text: str) -> tuple[str, ...]:
    """Return the names in ``![[double brackets]]``, each once, outside of code."""
    if "![[" not in text:
        return ()
    found = (match[3:-2] for match in _EMBEDDED.findall(_CODE.sub(" ", text)))
    names = (re.split(r"[|#^]", name, maxsplit=1)[0].strip() for name in found)
    return tuple(dict.fromkeys(filter(None, names)))


def tags(text: str) -> tuple[str, ...]:
    """Return the tags in a text without their sign, each once, outside of code and addresses."""
    if "#" not in text:
        return ()
    return tuple(dict.fromkeys(_TAG.findall(_ADDRESS.sub(" ", _CODE.sub(" ", text)))))
