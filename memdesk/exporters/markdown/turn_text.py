"""What one memory looks like in a Markdown file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from memdesk.exporters.markdown.front_matter import as_tag, said_time
from memdesk.vault.records import ATTACHMENT, DEFAULT_IMPORTANCE, Memory

_SPEAKERS = {"user": "You", "assistant": "Assistant", "tool": "Tool", "system": "System"}
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)
_TICKS = re.compile(r"`{3,}")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class LinkOut:
    """A link to another memory: ``path`` without ending, ``block`` the mark of a turn in it."""

    type: str
    both_ways: bool
    path: str
    block: str | None
    label: str


def turn(memory: Memory, level: int, block: str | None, links: Sequence[LinkOut]) -> str:
    """Return a turn with its heading; ``block`` is a mark that links can lead to."""
    return "\n\n".join(_parts(memory, level, block, links)) + "\n\n"


def links_out(links: Sequence[LinkOut]) -> str:
    """Return a list of wiki links, a line each."""
    return "\n".join(f"- {_link(one)}" for one in links)


def one_line(text: str, most: int = 60) -> str:
    """Return the beginning of a text on one line, without what would end a wiki link."""
    plain = _SPACES.sub(" ", re.sub(r"[\[\]|]", " ", text[: most * 4])).strip()
    return plain if len(plain) <= most else f"{plain[:most].rstrip()}…"


def fenced(text: str) -> str:
    """Return a text as it is, between fences longer than any in it."""
    longest = max((len(found) for found in _TICKS.findall(text)), default=2)
    marks = "`" * (longest + 1)
    return f"{marks}text\n{text}\n{marks}"


def closed(text: str) -> str:
    """Return a Markdown text whose last code block is closed, so that it does not go on."""
    opened = ""
    for found in _FENCE.finditer(text):
        marks, rest = found[1], found[2]
        if not opened:
            # Ticks in its own line make it code within a line.
            opened = "" if marks[0] == "`" and "`" in rest else marks
        elif marks.startswith(opened) and not rest.strip():
            opened = ""
    return f"{text}\n{opened}" if opened else text


def _parts(
    memory: Memory, level: int, block: str | None, links: Sequence[LinkOut]
) -> Iterator[str]:
    extra = memory.extra
    if memory.type == ATTACHMENT:
        name = one_line(str(extra.get("name") or "text"))
        yield f"{'#' * (level + 1)} Attachment: {name}"
    else:
        yield f"{'#' * level} {_speaker(memory)}"
    if about := _about(memory, block):
        yield about
    if thinking := str(extra.get("thinking") or "").strip():
        quoted = "\n".join(f"> {line}".rstrip() for line in closed(thinking).split("\n"))
        yield f"> [!quote]- Thinking\n{quoted}"
    content = memory.content
    if content.strip():
        plain = memory.format == "text" or memory.type == ATTACHMENT
        yield fenced(content) if plain else closed(content.strip("\n"))
    if names := [one_line(name, 200) for name in _names(extra.get("attachments"))]:
        yield f"Attachments: {', '.join(names)}"
    if sources := list(_sources(extra.get("links"))):
        yield "Sources:\n\n" + "\n".join(sources)
    if links:
        yield "Links:\n\n" + links_out(links)


def _speaker(memory: Memory) -> str:
    named = one_line(memory.author or "")
    return named or _SPEAKERS.get(memory.role, memory.role)


def _about(memory: Memory, block: str | None) -> str:
    said = []
    when = None if memory.created_at is None else said_time(memory.created_at)
    if when:
        said.append(f"{when[:10]} {when[11:16]} UTC")
    if memory.model:
        said.append(one_line(memory.model))
    if memory.edited_at is not None:
        said.append("edited")
    if memory.pinned:
        said.append("pinned")
    if memory.importance != DEFAULT_IMPORTANCE:
        said.append(f"importance {memory.importance:g}")
    about = " · ".join(said)
    tags = " ".join(f"#{tag}" for tag in map(as_tag, memory.tags) if tag)
    if block and not about and not tags:
        about = "no date"
    marked = f"*{about.replace('*', '')}*" if about else ""
    return " ".join(filter(None, (marked, tags, f"^{block}" if block else "")))


def _names(attachments: Any) -> Iterator[str]:
    for one in attachments if isinstance(attachments, list) else ():
        name = one.get("name") if isinstance(one, dict) else one
        if isinstance(name, str) and name.strip():
            yield name


def _sources(links: Any) -> Iterator[str]:
    for one in links if isinstance(links, list) else ():
        if isinstance(one, list) and len(one) == 2 and all(isinstance(part, str) for part in one):
            address = _SPACES.sub("%20", one[1].strip()).replace("<", "%3C").replace(">", "%3E")
            if address:
                yield f"- [{one_line(one[0]) or address}](<{address}>)"


def _link(one: LinkOut) -> str:
    target = f"{one.path}#^{one.block}" if one.block else one.path
    kind = one.type.replace("_", " ")
    ways = " (both ways)" if one.both_ways else ""
    return f"{kind}{ways} [[{target}|{one.label}]]"
