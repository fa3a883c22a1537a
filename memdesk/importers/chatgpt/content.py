"""ChatGPT's message contents, each ``content_type`` as Markdown.

Shapes learned from the export's documented fields and from public issue reports. What is not
known keeps its text parts and says its type in ``extra``; assets (images, sound) are named,
their bytes are not read.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from memdesk.importers.chatgpt.citations import source_links, without_markers
from memdesk.importers.parsed import Attachment, Json
from memdesk.importers.values import as_list, as_object, as_size, as_text, fenced


@dataclass(slots=True)
class Rendered:
    """A message's content taken apart. ``thinking`` is never part of ``text``; ``as_tool``
    marks what a tool wrote or was told, whatever the author says, ``own_writing`` what the
    assistant wrote itself although it went through a tool."""

    text: str = ""
    thinking: str = ""
    attachments: tuple[Attachment, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    as_tool: bool = False
    own_writing: bool = False
    unknown_type: str | None = None


def render(
    content: dict[str, Json], metadata: dict[str, Json], role: str, recipient: str
) -> Rendered:
    """The readable parts of one message."""
    content_type = as_text(content.get("content_type")) or "text"
    result = Rendered()
    named = _named_attachments(metadata)
    renderer = _RENDERERS.get(content_type)
    if renderer is None:
        result.text = _any_text(content)
        result.unknown_type = content_type
    else:
        renderer(content, result, named)
    if recipient.startswith("canmore."):
        _render_canvas(result, content)
    if role != "user":
        result.text = without_markers(result.text)
        if metadata:
            result.links = _merged(source_links(metadata), result.links)
    result.text = result.text.strip()
    if named:
        known = {attachment.name for attachment in result.attachments}
        more = [item for item in named.values() if item.name not in known]
        result.attachments = (*result.attachments, *more)
    return result


def _merged(
    first: tuple[tuple[str, str], ...], second: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    known = {address for _, address in first}
    return (*first, *(link for link in second if link[1] not in known))


def _named_attachments(metadata: dict[str, Json]) -> dict[str, Attachment]:
    named: dict[str, Attachment] = {}
    for index, entry in enumerate(as_list(metadata.get("attachments"))):
        entry = as_object(entry)
        identity = as_text(entry.get("id")) or str(index)
        name = as_text(entry.get("name")) or identity
        media_type = as_text(entry.get("mime_type")) or as_text(entry.get("mimeType")) or None
        named[identity] = Attachment(name, media_type, as_size(entry.get("size")))
    return named


_Named = dict[str, Attachment]


def _render_text(content: dict[str, Json], result: Rendered, named: _Named) -> None:
    parts = content.get("parts")
    if isinstance(parts, list):
        if len(parts) == 1 and isinstance(parts[0], str):
            result.text = parts[0]
            return
        _render_parts(parts, result, named)
    else:
        result.text = as_text(content.get("text"))


def _render_parts(parts: list[Json], result: Rendered, named: _Named) -> None:
    texts: list[str] = []
    attachments: list[Attachment] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
            continue
        part = as_object(part)
        pointers = _pointers(part)
        if pointers:
            attachments += [_asset(pointer, part, named) for pointer in pointers]
        elif as_text(part.get("content_type")) != "audio_asset_pointer":
            texts.append(_any_text(part))
    result.text = "\n\n".join(text for text in texts if text.strip())
    result.attachments = (*result.attachments, *attachments)


def _pointers(part: dict[str, Json]) -> list[str]:
    """The assets a part points to; video calls carry sound and pictures in one part."""
    pointers = [as_text(part.get("asset_pointer"))]
    for key in ("audio_asset_pointer", "video_container_asset_pointer", "screenshot"):
        value = part.get(key)
        pointers.append(as_text(value) or as_text(as_object(value).get("asset_pointer")))
    for frame in as_list(part.get("frames_asset_pointers")):
        pointers.append(as_text(frame) or as_text(as_object(frame).get("asset_pointer")))
    return [pointer for pointer in pointers if pointer]


def _asset(pointer: str, part: dict[str, Json], named: _Named) -> Attachment:
    identity = pointer.partition("://")[2] or pointer
    if identity in named:
        return named[identity]
    kind = as_text(part.get("content_type"))
    sound = as_text(part.get("format"))
    if "audio" in kind and "video" not in kind:
        media_type = f"audio/{sound}" if sound else "audio"
    elif "image" in kind:
        media_type = "image"
    else:
        media_type = None
    return Attachment(identity, media_type, as_size(part.get("size_bytes")))


def _render_code(content: dict[str, Json], result: Rendered, _: _Named) -> None:
    result.as_tool = True
    text = as_text(content.get("text"))
    language = as_text(content.get("language"))
    if text.strip():
        result.text = fenced(text, "" if language == "unknown" else language)


def _render_output(content: dict[str, Json], result: Rendered, _: _Named) -> None:
    result.as_tool = True
    text = as_text(content.get("text"))
    result.text = fenced(text) if text.strip() else ""


def _render_thoughts(content: dict[str, Json], result: Rendered, _: _Named) -> None:
    steps: list[str] = []
    for thought in as_list(content.get("thoughts")):
        if isinstance(thought, str):
            steps.append(thought)
            continue
        thought = as_object(thought)
        summary = as_text(thought.get("summary")).strip()
        body = as_text(thought.get("content")).strip()
        steps.append("\n\n".join(part for part in (summary and f"**{summary}**", body) if part))
    result.thinking = without_markers("\n\n".join(step for step in steps if step.strip()))


def _render_recap(content: dict[str, Json], result: Rendered, _: _Named) -> None:
    result.thinking = as_text(content.get("content")).strip() or _any_text(content)


def _render_browsing(content: dict[str, Json], result: Rendered, _: _Named) -> None:
    result.as_tool = True
    summary = as_text(content.get("summary")).strip()
    text = as_text(content.get("result")).strip()
    result.text = "\n\n".join(part for part in (summary, text) if part)


def _render_page(content: dict[str, Json], result: Rendered, _: _Named) -> None:
    result.as_tool = True
    title = as_text(content.get("title")).strip()
    address = as_text(content.get("url")).strip()
    text = (as_text(content.get("text")) or as_text(content.get("snippet"))).strip()
    heading = ""
    if address.startswith(("http://", "https://")):
        heading = f"[{title or address}]({address})"
        result.links = ((title, address),)
    else:
        heading = title or as_text(content.get("domain"))
    quoted = "\n".join(f"> {line}".rstrip() for line in text.splitlines())
    result.text = "\n\n".join(part for part in (heading, quoted) if part)


def _render_error(content: dict[str, Json], result: Rendered, _: _Named) -> None:
    result.as_tool = True
    name = as_text(content.get("name")).strip()
    text = as_text(content.get("text")).strip()
    result.text = ": ".join(part for part in (name, text) if part)


def _render_computer(content: dict[str, Json], result: Rendered, named: _Named) -> None:
    result.as_tool = True
    pointers = _pointers(content)
    screenshot = as_object(content.get("screenshot"))
    result.attachments = tuple(_asset(pointer, screenshot, named) for pointer in pointers)
    state = as_object(content.get("state"))
    lines = [as_text(state.get("title")), as_text(state.get("url")), _any_text(content)]
    result.text = "\n\n".join(line for line in lines if line)


def _render_pairing(content: dict[str, Json], result: Rendered, _: _Named) -> None:
    result.as_tool = True
    result.text = _any_text(content)
    parts = [_any_text(as_object(part)) for part in as_list(content.get("context_parts"))]
    result.text = "\n\n".join(part for part in (result.text, *parts) if part)


_RENDERERS: dict[str, Callable[[dict[str, Json], Rendered, _Named], None]] = {
    "text": _render_text,
    "multimodal_text": _render_text,
    "code": _render_code,
    "execution_output": _render_output,
    "thoughts": _render_thoughts,
    "reasoning_recap": _render_recap,
    "tether_browsing_display": _render_browsing,
    "tether_quote": _render_page,
    "sonic_webpage": _render_page,
    "system_error": _render_error,
    "computer_output": _render_computer,
    "app_pairing_content": _render_pairing,
}

_TEXT_KEYS = (
    "title",
    "name",
    "summary",
    "text",
    "result",
    "content",
    "snippet",
    "transcript",
    "caption",
    "description",
    "shared_prompt",
    "url",
)


def _any_text(content: dict[str, Json]) -> str:
    """Whatever a person could read in a content of unknown shape."""
    texts = [as_text(content.get(key)).strip() for key in _TEXT_KEYS]
    for part in as_list(content.get("parts")):
        texts.append(part.strip() if isinstance(part, str) else _any_text(as_object(part)))
    return "\n\n".join(dict.fromkeys(text for text in texts if text))


def _render_canvas(result: Rendered, content: dict[str, Json]) -> None:
    """A call of the canvas tool is the assistant's own writing: the document, or its edits."""
    try:
        call = json.loads(
            as_text(content.get("text"))
            or "\n".join(part for part in as_list(content.get("parts")) if isinstance(part, str))
        )
    except ValueError:
        return
    call = as_object(call)
    body = as_text(call.get("content"))
    name = as_text(call.get("name"))
    if body:
        language = as_text(call.get("type")).partition("/")[2]
        shown = fenced(body, language) if language else body
        result.text = "\n\n".join(part for part in (name and f"**{name}**", shown) if part)
        result.own_writing = True
        return
    replacements = [
        as_text(as_object(update).get("replacement")) for update in as_list(call.get("updates"))
    ]
    replacements = [text for text in replacements if text.strip()]
    if replacements:
        result.text = "\n\n".join(replacements)
        result.own_writing = True
