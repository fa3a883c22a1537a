"""Citation markers: taken out of the words, their sources kept as links.

ChatGPT writes markers into its answers as private-use characters around words, such as
U+E200 ``cite`` U+E202 ``turn5search9`` U+E201, and in older answers as ``【6†source】``. The
sources stand in ``metadata.content_references`` or ``metadata.citations``. Shapes learned from
public issue reports of exporters and from exports as they are described there.

Not covered: markers whose visible words exist nowhere but in the marker, other than the
``entity`` and ``url`` kinds.
"""

from __future__ import annotations

import json
import re

from memdesk.importers.parsed import Json
from memdesk.importers.values import as_list, as_object, as_text

_OPEN, _CLOSE, _SEPARATOR = "\ue200", "\ue201", "\ue202"
_PRIVATE = re.compile("[\ue200-\ue206]")

_MARKER = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")
# Some copies lost the private-use characters, some the closing one.
_BARE = re.compile(
    rf"{_OPEN}?\b(?:file)?cite(?:{_SEPARATOR}?turn\d+[a-z]+\d+)+{_CLOSE}?"
    rf"|{_OPEN}[a-z_]+(?:{_SEPARATOR}turn\d+[a-z]+\d+)*"
)
_DAGGER = re.compile(r"[ \t]{0,2}【\d+(?::\d+)?†[^】\n]{0,200}】")
_SPACES_BEFORE = re.compile("[ \t]{0,2}\ue206+(?=[\\s.,;:!?)\\]]|$)")


def without_markers(text: str) -> str:
    """``text`` as it was meant to be read."""
    if "†" in text:
        text = _DAGGER.sub("", text)
    if _OPEN not in text and "cite" not in text:
        return text
    text = _MARKER.sub(_visible, text)
    text = _BARE.sub("\ue206", text)
    # A removed marker leaves U+E206 for a moment, so that the space before it can go too
    # where punctuation or an end follows.
    text = _SPACES_BEFORE.sub("", text)
    return _PRIVATE.sub("", text)


def _visible(marker: re.Match[str]) -> str:
    """The words a marker shows: names of things and titles of links; nothing for sources."""
    kind, *arguments = marker[1].split(_SEPARATOR)
    if kind == "entity" and arguments:
        try:
            values = json.loads(arguments[0])
        except ValueError:
            return "\ue206"
        if isinstance(values, list) and len(values) > 1 and isinstance(values[1], str):
            return values[1]
    if kind in ("url", "link_title") and arguments:
        title, *target = arguments
        if target and target[0].startswith(("http://", "https://")):
            return f"[{title}]({target[0]})"
        return title
    return "\ue206"


def source_links(metadata: dict[str, Json]) -> tuple[tuple[str, str], ...]:
    """(title, address) of each source that a message's metadata names, without repeats."""
    found: dict[str, str] = {}
    for reference in as_list(metadata.get("content_references")):
        _collect(as_object(reference), found)
    for citation in as_list(metadata.get("citations")):
        citation = as_object(citation)
        _collect(as_object(citation.get("metadata")), found)
        _collect(citation, found)
    for group in as_list(metadata.get("search_result_groups")):
        for entry in as_list(as_object(group).get("entries")):
            _collect(as_object(entry), found)
    cite_metadata = as_object(metadata.get("_cite_metadata"))
    for entry in as_list(cite_metadata.get("metadata_list")):
        _collect(as_object(entry), found)
    return tuple((title, address) for address, title in found.items())


def _collect(entry: dict[str, Json], found: dict[str, str]) -> None:
    address = as_text(entry.get("url"))
    if address.startswith(("http://", "https://")):
        title = as_text(entry.get("title")) or as_text(entry.get("attribution"))
        if not found.get(address):
            found[address] = title
    for key in ("items", "sources", "fallback_items", "supporting_websites"):
        for inner in as_list(entry.get(key)):
            inner = as_object(inner)
            if inner is not entry:
                _collect(inner, found)
    for address_only in as_list(entry.get("safe_urls")):
        address = as_text(address_only)
        if address.startswith(("http://", "https://")):
            found.setdefault(address, "")
