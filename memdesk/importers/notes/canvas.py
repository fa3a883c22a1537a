"""Obsidian's canvases (``.canvas``, JSON Canvas 1.0): cards on a plane, lines between them.

A card's text is kept with its words, in the order of the file; names of notes become links, lines
between cards with a word on them a line of text. Places, sizes and colours are not kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from memdesk.importers.parsed import Json
from memdesk.importers.values import as_list, as_object, as_text

_SHOWN = 60


def as_markdown(text: str) -> str | None:
    """Return what a canvas says; "" for an empty one, None if it is no canvas."""
    if not text.strip():
        return ""
    try:
        board: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(board, dict) or not board.keys() <= {"nodes", "edges", "metadata"}:
        return None
    cards = [as_object(card) for card in as_list(board.get("nodes"))]
    names = {as_text(card.get("id")): _name(card) for card in cards}
    lines = [as_object(line) for line in as_list(board.get("edges"))]
    parts = [*filter(None, map(_said, cards)), "\n".join(_joined(lines, names))]
    return "\n\n".join(part for part in parts if part.strip())


def _said(card: dict[str, Json]) -> str:
    if file := as_text(card.get("file")):
        return f"![[{file}{as_text(card.get('subpath'))}]]"
    if address := as_text(card.get("url")):
        return f"<{address}>"
    if label := as_text(card.get("label")):
        return f"## {label}"
    return as_text(card.get("text")).strip()


def _name(card: dict[str, Json]) -> str:
    keys = ("label", "file", "url", "text")
    words = next(filter(None, (as_text(card.get(key)) for key in keys)), "")
    first = words.strip().partition("\n")[0].lstrip("# ")
    return first if len(first) <= _SHOWN else first[:_SHOWN].rstrip() + " …"


def _joined(lines: list[dict[str, Json]], names: dict[str, str]) -> Iterator[str]:
    for line in lines:
        start, end = (names.get(as_text(line.get(key)), "") for key in ("fromNode", "toNode"))
        label = as_text(line.get("label")).strip()
        if label and start and end:
            yield f"- {start} → {end}: {label}"
