"""The YAML at the beginning of a file: names and texts, lists of texts, numbers and times."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# What no reader of YAML takes for a number, a date, a truth or a mark.
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_/-]*(?: [A-Za-z][A-Za-z0-9_/-]*)*")
_WORDS_OF_YAML = frozenset(["null", "true", "false", "yes", "no", "on", "off", "y", "n"])
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_NO_TAG = re.compile(r"[^\w/-]+")


@dataclass(frozen=True, slots=True)
class Moment:
    """A time, in UTC milliseconds."""

    at: int


Value: TypeAlias = "str | int | float | bool | Moment | Sequence[str] | None"


def front_matter(values: Mapping[str, Value]) -> str:
    """Return the block with its fences; what is None, False or empty is left out."""
    lines = [
        f"{name}: {_said(value)}"
        for name, value in values.items()
        if value is not None and value is not False and value != "" and value != []
    ]
    return "\n".join(("---", *lines, "---", ""))


def as_tag(tag: str) -> str:
    """Return a tag as Obsidian takes it: without spaces and marks, and no number alone."""
    text = _NO_TAG.sub("-", tag).strip("-/")
    return f"{text}_" if text.isdigit() else text


def said_time(moment: int) -> str | None:
    """Return a time as ``2024-03-02T12:00:00Z``, None beyond the calendar."""
    try:
        value = _EPOCH + timedelta(milliseconds=moment)
    except OverflowError:
        return None
    return f"{value.year:04}-{value:%m-%dT%H:%M:%S}Z"


def _said(value: Value) -> str:
    if isinstance(value, bool):
        return "true"
    if isinstance(value, Moment):
        return said_time(value.at) or str(value.at)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float):
        return repr(value)
    assert value is not None
    return f"[{', '.join(_text(one) for one in value)}]"


def _text(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS_OF_YAML:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)
