"""Reading single values out of untrusted JSON: texts, numbers, times, objects of unsure type."""

from __future__ import annotations

import json
import re
import time
from datetime import UTC, datetime

from memdesk.importers.parsed import Json

# No assistant existed before; a clock may run ahead by a time zone and then some.
_EARLIEST_MS = int(datetime(2015, 1, 1, tzinfo=UTC).timestamp() * 1000)
EARLIEST_WRITTEN_MS = int(datetime(1980, 1, 2, tzinfo=UTC).timestamp() * 1000)
"""What people wrote themselves may be older; before is where clocks begin that were never set."""
_CLOCK_AHEAD_MS = 2 * 86_400_000
_LONGEST_EMBEDDED = 200_000
_FENCES = re.compile("`{3,}")


def as_text(value: Json) -> str:
    """The string itself, and "" for everything else."""
    return value if isinstance(value, str) else ""


def as_object(value: Json) -> dict[str, Json]:
    """The object itself, and an empty one for everything else."""
    return value if isinstance(value, dict) else {}


def as_list(value: Json) -> list[Json]:
    """The list itself, and an empty one for everything else."""
    return value if isinstance(value, list) else []


def as_size(value: Json) -> int | None:
    """A count of bytes, where the export tells one."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53:
        return value
    return None


def latest_plausible_ms() -> int:
    """Times after this one (UTC milliseconds) are taken for mistakes."""
    return int(time.time() * 1000) + _CLOCK_AHEAD_MS


def milliseconds(value: Json, latest: int, earliest: int = _EARLIEST_MS) -> int | None:
    """UTC milliseconds of a time given in seconds, milliseconds or ISO 8601.

    ``None`` for what is missing, no time, before ``earliest`` (2015) or after ``latest``.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        result = _from_iso(value)
    elif isinstance(value, int | float) and abs(value) < 1e15:
        result = round(value if value > 1e11 else value * 1000)
    else:
        return None
    return result if result is not None and earliest <= result <= latest else None


def _from_iso(text: str) -> int | None:
    try:
        moment = datetime.fromisoformat(text.strip())
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return round(moment.timestamp() * 1000)
    except (ValueError, OverflowError):
        return None


def fenced(text: str, language: str = "") -> str:
    """``text`` as a Markdown code block; the fence is longer than any in the text."""
    text = text.strip("\n")
    longest = max(map(len, _FENCES.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def compact_json(value: Json) -> str:
    """One-line JSON for showing a tool's input or result."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def embedded(text: str) -> Json:
    """The JSON object that a text holds, and the text itself where it holds none."""
    if text[:1] == "{" and len(text) < _LONGEST_EMBEDDED:
        try:
            value: Json = json.loads(text)
        except (ValueError, RecursionError):
            return text
        return value if isinstance(value, dict) else text
    return text


def share(value: object) -> float | None:
    """A number from 0 to 1; None for everything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0.0 <= value <= 1.0 else None


def first_words(text: str, limit: int = 60) -> str:
    """The beginning of ``text`` as a title, cut between words."""
    words = " ".join(text[: limit * 4].split())
    if len(words) <= limit:
        return words
    cut = words.rfind(" ", limit // 2, limit + 1)
    return words[: cut if cut > 0 else limit].rstrip(" ,;:") + " …"
