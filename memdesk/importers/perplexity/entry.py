"""One question of a Perplexity thread with its answer, in whichever shape it was written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from memdesk.importers.parsed import Attachment, Json
from memdesk.importers.values import as_list, as_object, as_text, milliseconds

_IDS = ("entry_uuid", "backend_uuid", "uuid")
_TIMES = (
    "created_at",
    "timestamp",
    "entry_created_datetime",
    "entry_updated_datetime",
    "updated_datetime",
)
_MODELS = ("display_model", "user_selected_model", "model")
_DONE = ("", "COMPLETED")


@dataclass(frozen=True, slots=True)
class Entry:
    """A question and its answer; ``asked_at`` in UTC milliseconds.

    ``is_done`` is False where the source says itself that no answer came of it.
    """

    id: str
    question: str
    answer: str
    asked_at: int | None = None
    model: str | None = None
    links: tuple[tuple[str, str], ...] = ()
    attachments: tuple[Attachment, ...] = ()
    is_done: bool = True
    extra: dict[str, Json] = field(default_factory=dict)


def read(item: dict[str, Json], number: int, latest: int) -> Entry:
    """Return what an entry holds; ``number`` stands in for an id that is missing."""
    final = _final(item.get("text"))
    extra: dict[str, Json] = {}
    if mode := first_text(item, ("engine_mode", "mode")):
        extra["mode"] = mode
    status = first_text(item, ("query_status", "status")).upper()
    if status not in _DONE:
        extra["status"] = status
    times = (milliseconds(item.get(key), latest) for key in _TIMES)
    return Entry(
        id=first_text(item, _IDS) or f"entry-{number}",
        question=first_text(item, ("query", "query_str")),
        answer=as_text(item.get("answer")) or _from_blocks(item) or as_text(final.get("answer")),
        asked_at=next((time for time in times if time is not None), None),
        model=first_text(item, _MODELS) or None,
        links=tuple(_links(item, final)),
        attachments=tuple(_attachments(item)),
        is_done=status in _DONE,
        extra=extra,
    )


def first_text(item: dict[str, Json], keys: tuple[str, ...]) -> str:
    """Return the first text among some fields that is not blank, else ""."""
    return next((text for key in keys if (text := as_text(item.get(key))).strip()), "")


def _from_blocks(item: dict[str, Json]) -> str:
    """Return the answer among an entry's blocks, which may hold it several times."""
    for value in as_list(item.get("blocks")):
        block = as_object(as_object(value).get("markdown_block"))
        chunks = "".join(map(as_text, as_list(block.get("chunks"))))
        if text := as_text(block.get("answer")).strip() or chunks.strip():
            return text
    return ""


def _final(value: Json) -> dict[str, Json]:
    """Return the answer with its sources that the steps of an older entry end with.

    They are JSON within a text, and so is the answer within the last of them.
    """
    steps = _unfolded(value)
    if isinstance(steps, dict):
        return steps
    for step in reversed(as_list(steps)):
        if as_text(as_object(step).get("step_type")) == "FINAL":
            content = as_object(as_object(step).get("content"))
            inner = _unfolded(content.get("answer"))
            return inner if isinstance(inner, dict) else content
    return {}


def _unfolded(value: Json) -> Json:
    text = as_text(value)
    if not text.lstrip().startswith(("{", "[")):
        return value
    try:
        inner: Json = json.loads(text)
    except (ValueError, RecursionError):
        return value
    return inner


def _links(item: dict[str, Json], final: dict[str, Json]) -> Iterator[tuple[str, str]]:
    """Yield (title, address) of the sources, each once."""
    results = [*as_list(item.get("sources"))]
    for block in map(as_object, as_list(item.get("blocks"))):
        results += as_list(as_object(block.get("web_result_block")).get("web_results"))
    results += as_list(final.get("web_results"))
    seen: set[str] = set()
    for one in map(as_object, results):
        address = as_text(one.get("url"))
        if address and address not in seen:
            seen.add(address)
            yield first_text(one, ("title", "name")), address


def _attachments(item: dict[str, Json]) -> Iterator[Attachment]:
    for value in as_list(item.get("attachments")):
        file = as_object(value)
        address = as_text(value) or first_text(file, ("name", "file_name", "url"))
        if name := address.partition("?")[0].rstrip("/").rpartition("/")[2]:
            yield Attachment(name)
