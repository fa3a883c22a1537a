"""Claude's message contents: blocks as Markdown, tools' steps taken out of the answer.

A message has its words in ``content`` blocks, in ``text``, or both; blocks win because ``text``
replaces what old clients could not show by a placeholder. Shapes learned from the export's
fields as public issue reports describe them. Unknown blocks keep their text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from memdesk.importers.parsed import Attachment, Json
from memdesk.importers.values import (
    as_list,
    as_object,
    as_size,
    as_text,
    compact_json,
    fenced,
)

_PLACEHOLDER = re.compile(
    r"(?:```\s*)?This block is not supported on your current device yet\.(?:\s*```)?"
)
_Links = dict[str, str]


@dataclass(slots=True)
class Step:
    """A call of a tool or its result. ``own_writing`` marks a document that Claude wrote."""

    name: str
    text: str
    links: tuple[tuple[str, str], ...] = ()
    own_writing: bool = False


@dataclass(slots=True)
class Rendered:
    """A message taken apart. ``steps`` came before the answer in ``text``."""

    text: str = ""
    thinking: str = ""
    steps: list[Step] = field(default_factory=list)
    attachments: tuple[Attachment, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    unknown_types: tuple[str, ...] = ()


def render(message: dict[str, Json]) -> Rendered:
    """The readable parts of one message."""
    texts: list[str] = []
    thinking: list[str] = []
    links: _Links = {}
    unknown: dict[str, None] = {}
    result = Rendered()
    content = message.get("content")
    blocks: list[Json] = [content] if isinstance(content, str) else as_list(content)
    for block in blocks:
        if isinstance(block, str):
            texts.append(block)
            continue
        block = as_object(block)
        kind = as_text(block.get("type"))
        if kind == "text":
            texts.append(as_text(block.get("text")))
            for citation in as_list(block.get("citations")):
                _collect_links(as_object(citation), links)
        elif kind in ("thinking", "redacted_thinking"):
            thinking.append(as_text(block.get("thinking")))
        elif kind == "tool_use":
            result.steps.append(_tool_call(block))
        elif kind == "tool_result":
            result.steps.append(_tool_result(block))
        elif kind not in ("token_budget", "flag"):
            text = _readable(block)
            if text:
                texts.append(text)
                unknown[kind or "unknown"] = None
    words = [text.strip() for text in texts if text.strip()]
    plain = _PLACEHOLDER.sub("", as_text(message.get("text"))).strip()
    result.text = "\n\n".join(words) or plain
    result.thinking = "\n\n".join(text.strip() for text in thinking if text.strip())
    result.steps = [step for step in result.steps if step.text]
    result.attachments = _attachments(message)
    result.links = _as_links(links)
    result.unknown_types = tuple(unknown)
    return result


def _tool_call(block: dict[str, Json]) -> Step:
    name = as_text(block.get("name")) or "tool"
    arguments = block.get("input")
    given = as_object(arguments)
    written = as_text(given.get("content")) or as_text(given.get("file_text"))
    if name == "artifacts" or (name == "create_file" and written):
        return _document(name, given, written)
    if not arguments:
        return Step(name, "")
    if isinstance(arguments, str):
        return Step(name, fenced(arguments))
    code = as_text(given.get("code")) or as_text(given.get("command"))
    if code and len(given) == 1:
        return Step(name, fenced(code))
    return Step(name, fenced(compact_json(arguments), "json"))


def _document(name: str, given: dict[str, Json], written: str) -> Step:
    """An artifact, or the change of one, as Claude wrote it."""
    if not written:
        written = as_text(given.get("new_str"))
    if not written:
        return Step(name, "")
    title = as_text(given.get("title")) or as_text(given.get("path"))
    language = as_text(given.get("language"))
    kind = as_text(given.get("type"))
    is_markdown = kind == "text/markdown" or title.endswith(".md") or not (kind or language)
    shown = written.strip() if is_markdown else fenced(written, language)
    text = "\n\n".join(part for part in (title and f"**{title}**", shown) if part)
    return Step(name, text, own_writing=True)


def _tool_result(block: dict[str, Json]) -> Step:
    """Results are strings, dicts, or lists of either."""
    links: _Links = {}
    content = block.get("content")
    parts: list[str] = []
    for part in content if isinstance(content, list) else [content]:
        if isinstance(part, str):
            parts.append(part.strip())
        elif isinstance(part, dict):
            _collect_links(part, links)
            parts.append(_readable(part) or _remainder(part))
        elif part is not None:
            parts.append(compact_json(part))
    text = "\n\n".join(dict.fromkeys(part for part in parts if part))
    return Step(as_text(block.get("name")) or "tool", text, _as_links(links))


_PICTURE_KEYS = frozenset(("type", "source", "image", "file_uuid", "is_missing"))


def _remainder(part: dict[str, Json]) -> str:
    """A result without text, as JSON; pictures and empty ones say nothing."""
    kept: Json = {key: value for key, value in part.items() if value and key not in _PICTURE_KEYS}
    return fenced(compact_json(kept), "json") if kept else ""


def _readable(block: dict[str, Json]) -> str:
    """Title, address and text of a block of any type."""
    title = as_text(block.get("title")).strip()
    address = as_text(block.get("url")).strip()
    if address.startswith(("http://", "https://")):
        title = f"[{title or address}]({address})"
    body = [as_text(block.get("text")).strip(), as_text(block.get("thinking")).strip()]
    content = block.get("content")
    for inner in content if isinstance(content, list) else [content]:
        body.append(inner.strip() if isinstance(inner, str) else "")
        body.append(_readable(inner) if isinstance(inner, dict) else "")
    return "\n\n".join(dict.fromkeys(part for part in (title, *body) if part))


def _collect_links(entry: dict[str, Json], links: _Links) -> None:
    for place in (entry, as_object(entry.get("details")), as_object(entry.get("metadata"))):
        address = as_text(place.get("url"))
        if address.startswith(("http://", "https://")) and not links.get(address):
            links[address] = as_text(place.get("title")) or as_text(entry.get("title"))
    for source in as_list(entry.get("sources")):
        source = as_object(source)
        if source is not entry:
            _collect_links(source, links)


def _as_links(links: _Links) -> tuple[tuple[str, str], ...]:
    return tuple((title, address) for address, title in links.items())


def _attachments(message: dict[str, Json]) -> tuple[Attachment, ...]:
    """Pasted texts with their words, then files and images by name, each once."""
    found: dict[str, Attachment] = {}
    for index, entry in enumerate(as_list(message.get("attachments"))):
        entry = as_object(entry)
        text = as_text(entry.get("extracted_content")).strip()
        name = as_text(entry.get("file_name")).strip()
        if not name and not text:
            continue
        found[f"{index}:{name}"] = Attachment(
            name or "pasted text",
            as_text(entry.get("file_type")) or None,
            as_size(entry.get("file_size")),
            text or None,
        )
    names = {attachment.name for attachment in found.values()}
    for key in ("files_v2", "files"):
        for entry in as_list(message.get(key)):
            entry = as_object(entry)
            name = as_text(entry.get("file_name")) or as_text(entry.get("file_uuid"))
            if name and name not in names:
                names.add(name)
                found[name] = Attachment(name, as_text(entry.get("file_kind")) or None)
    return tuple(found.values())
