"""One turn for a tool's call and its result, kept short.

Coding assistants call tools hundreds of times, with whole files as results: what was called and
how it began to answer is worth finding, the rest lies on the disk.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from memdesk.importers.parsed import Json
from memdesk.importers.turns import Turn
from memdesk.importers.values import as_object, as_text, compact_json, fenced

MOST_INPUT = 2_000
MOST_OUTPUT = 4_000
_COMMANDS = ("command", "cmd", "code", "script", "query", "file_path", "path", "pattern", "url")


@dataclass(slots=True)
class ToolTurns:
    """Makes the turns of calls, and finds them again for their results."""

    _called: dict[str, Turn] = field(default_factory=dict)

    def call(self, identity: str, name: str, given: Json, turn: Turn) -> Turn:
        """Fill in a turn for a call; ``given`` is the tool's input."""
        turn.role = "tool"
        turn.author = name or "tool"
        turn.content = fenced(_cut(_shown(given), MOST_INPUT)) if given else f"{turn.author}()"
        self._called[identity] = turn
        return turn

    def result(self, identity: str, output: str) -> Turn | None:
        """Add a call's result to its turn, which is returned; None if nothing called it."""
        turn = self._called.get(identity)
        if turn is None:
            return None
        if output.strip():
            turn.content += "\n\n" + fenced(_cut(output.strip(), MOST_OUTPUT))
            if len(output) > MOST_OUTPUT:
                turn.extra = {**turn.extra, "shortened_from": len(output)}
        return turn


def output_turn(output: str, turn: Turn) -> Turn:
    """Fill in a turn for a result whose call is not known."""
    turn.role = "tool"
    turn.content = fenced(_cut(output.strip(), MOST_OUTPUT)) if output.strip() else ""
    return turn


def _shown(given: Json) -> str:
    if isinstance(given, str):
        return given
    item = as_object(given)
    main = next((key for key in _COMMANDS if as_text(item.get(key))), None)
    if main is not None and all(
        not isinstance(value, str) or len(value) < 200 for key, value in item.items() if key != main
    ):
        rest = {key: value for key, value in item.items() if key not in (main, "description")}
        return "\n".join(filter(None, (as_text(item[main]), compact_json(rest) if rest else "")))
    return compact_json(given)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return f"{text[:most]}\n… {len(text) - most:,} more characters"
