"""What people write into notes as marks: ``[[names]]`` of other notes, and ``#tags``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

# Before the bar of an alias stands a backslash where the link is in a table.
_WIKI_LINK = re.compile(r"\[\[([^\[\]|#^\n]{1,300}?)(?:[#^][^\[\]|\n]*)?(?:\\?\|[^\[\]\n]*)?\]\]")
_MARKDOWN_LINK = re.compile(
    r"\]\(\s*(?:<([^<>\n]{1,600})>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))(?:\s+[\"'(][^\n]{0,300}?)?\s*\)"
    r"|^ {0,3}\[[^\]\n]+\]:\s*(?:<([^<>\n]{1,600})>|(\S{1,600}))",
    re.MULTILINE,
)
_EMBEDDED = re.compile(r"!\[\[[^\[\]\n]*\]\]")
# A tag needs a character that is no digit, and stands after a space or at the beginning.
_TAG = re.compile(r"(?<![^\s(\[{,;])#(?=[\w/-]*[^\W\d_])([\w/-]+)")
_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
# Obsidian shows nothing of what stands between these, and takes no marks from it.
_COMMENT = re.compile(r"%%.*?%%|<!--.*?-->", re.DOTALL)
_ADDRESS = re.compile(r"\w+://\S+|\[\[[^\[\]\n]*\]\]|\]\([^()\n]*\)")
_SCHEME = re.compile(r"[A-Za-z][\w+.-]*:")


@dataclass(frozen=True, slots=True)
class Reference:
    """What a link in a note names: by name, or by a path from the note's own folder."""

    name: str
    is_path: bool = False


def references(text: str) -> tuple[Reference, ...]:
    """Return what a note's links and embeddings name, each once, outside of code and comments.

    ``[[name#heading|alias]]``, ``![[name]]``, ``[words](path.md)`` and ``[words]: path.md``.
    """
    text = _COMMENT.sub(" ", _CODE.sub(" ", text))
    found = [Reference(name.strip()) for name in _WIKI_LINK.findall(text)]
    for groups in _MARKDOWN_LINK.findall(text):
        target = next(filter(None, groups), "")
        if not _SCHEME.match(target):
            path = unquote(target.partition("#")[0])
            found.append(Reference(path.strip(), is_path=True))
    return tuple(dict.fromkeys(one for one in found if one.name))


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
    """Return the tags in a text without their sign, each once.

    Those within code, comments, links and addresses are none.
    """
    if "#" not in text:
        return ()
    plain = _COMMENT.sub(" ", _CODE.sub(" ", text))
    return tuple(dict.fromkeys(_TAG.findall(_ADDRESS.sub(" ", plain))))
