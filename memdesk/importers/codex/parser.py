"""Codex's session files (``~/.codex/sessions/**/rollout-*.jsonl``), one event a line.

Shapes learned from public readers of these files: ``{timestamp, type, payload}`` with type
session_meta (``id``, ``cwd``, ``git``), turn_context (``model``), response_item (message,
reasoning, function_call, custom_tool_call, local_shell_call and their outputs, web_search_call)
and event_msg, which says most of it a second time and is left out. The first versions wrote the
payloads of response items alone, after a line with ``id`` and ``instructions``.

What the program adds in the person's name (the environment, AGENTS.md, what is open in the editor)
is kept as system turns.
Not covered: results of tools beyond their beginning, encrypted reasoning, ``history.jsonl``.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from memdesk.importers.parsed import Attachment, Json, ParsedConversation
from memdesk.importers.session_files import SessionFiles, project
from memdesk.importers.tool_turns import ToolTurns, output_turn
from memdesk.importers.turns import Turn, conversation
from memdesk.importers.values import (
    as_list,
    as_object,
    as_text,
    compact_json,
    embedded,
    milliseconds,
)

_ADDED = (
    "<environment_context>",
    "<user_instructions>",
    "<permissions instructions>",
    "<collaboration_mode>",
    "<turn_aborted",
    "<recommended_plugins>",
    "<skill>",
    "<subagent_notification>",
    "<INSTRUCTIONS>",
    "# AGENTS.md instructions",
)
# What the editor's plug-in puts around the person's words.
_AROUND = ("# Context from my IDE setup", "# Files mentioned by the user")
_REQUEST = re.compile(r"^## My request for Codex:[ \t]*", re.MULTILINE)
_CALLS = ("function_call", "custom_tool_call", "local_shell_call", "web_search_call")
_OUTPUTS = ("function_call_output", "custom_tool_call_output")


class CodexParser(SessionFiles):
    """Yields a conversation for each session in which something was said."""

    source = "codex"
    format_name = "Codex sessions"

    def _session(self, file: str, latest: int) -> _Session:
        return _Session(PurePosixPath(file).stem, latest)


class _Session:
    """Takes the lines of one file one after the other."""

    def __init__(self, stem: str, latest: int) -> None:
        self._stem = stem
        self._latest = latest
        self._id = ""
        self._model: str | None = None
        self._about: dict[str, Json] = {}
        self._turns: list[Turn] = []
        self._tools = ToolTurns()
        self._thinking: list[str] = []

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said in it, but for what the program added."""
        return all(turn.is_empty or turn.role == "system" for turn in self._turns)

    def take(self, line: dict[str, Json], number: int) -> None:
        """Read line ``number``, counted from 0."""
        kind = as_text(line.get("type"))
        payload = as_object(line.get("payload"))
        if kind == "session_meta" or (not kind and as_text(line.get("id"))):
            self._meta(payload or line)
        elif kind == "turn_context":
            self._model = as_text(payload.get("model")) or self._model
        elif kind == "compacted":
            self._add(number, line, "system", as_text(payload.get("message")))
        elif kind == "response_item":
            self._item(number, line, payload)
        elif not payload:
            self._item(number, line, line)

    def finished(self) -> ParsedConversation:
        """Return the conversation."""
        if self._thinking and self._turns:
            # Reasoning that no answer followed.
            self._add(-1, {}, "assistant", "").thinking = "\n\n".join(self._thinking)
        return conversation(
            self._id or self._stem,
            "",
            self._turns,
            current=self._turns[-1].id if self._turns else None,
            model=self._model,
            project=project(self._about),
            extra=self._about,
        )

    def _meta(self, meta: dict[str, Json]) -> None:
        self._id = self._id or as_text(meta.get("id"))
        git = as_object(meta.get("git"))
        for name, text in (
            ("cwd", as_text(meta.get("cwd"))),
            ("gitBranch", as_text(git.get("branch"))),
            ("version", as_text(meta.get("cli_version"))),
        ):
            if text:
                self._about.setdefault(name, text)

    def _item(self, number: int, line: dict[str, Json], item: dict[str, Json]) -> None:
        kind = as_text(item.get("type"))
        if kind == "message":
            self._message(number, line, item)
        elif kind == "reasoning":
            parts = (*as_list(item.get("summary")), *as_list(item.get("content")))
            texts = (as_text(as_object(part).get("text")) for part in parts)
            self._thinking += [text for text in texts if text.strip()]
        elif kind in _CALLS:
            given = item.get("arguments", item.get("input", item.get("action")))
            given = embedded(given) if isinstance(given, str) else given
            command = as_object(given).get("command")
            if isinstance(command, list):
                given = " ".join(as_text(word) for word in command)
            name = as_text(item.get("name")) or kind.removesuffix("_call")
            call = as_text(item.get("call_id")) or as_text(item.get("id")) or f"call-{number}"
            self._tools.call(call, name, given, self._add(number, line, "assistant", ""))
        elif kind in _OUTPUTS:
            output = _output(item.get("output"))
            if self._tools.result(as_text(item.get("call_id")), output) is None:
                output_turn(output, self._add(number, line, "assistant", ""))

    def _message(self, number: int, line: dict[str, Json], item: dict[str, Json]) -> None:
        texts: list[str] = []
        around: list[str] = []
        pictures = 0
        content = item.get("content")
        for value in [content] if isinstance(content, str) else as_list(content):
            text = as_text(value) or as_text(as_object(value).get("text"))
            if text.strip():
                before, words = _apart(text)
                around += [before] if before else []
                texts += filter(None, (before, words))
            elif as_text(as_object(value).get("type")) == "input_image":
                pictures += 1
        role = as_text(item.get("role"))
        if role == "assistant":
            turn = self._add(number, line, "assistant", "\n\n".join(texts))
            turn.model = self._model
            turn.thinking = "\n\n".join(self._thinking) or None
            self._thinking = []
            return
        added = [
            text
            for text in texts
            if role != "user" or text in around or text.lstrip().startswith(_ADDED)
        ]
        said = [text for text in texts if text not in added]
        if added:
            self._add(number, line, "system", "\n\n".join(added))
        if said or pictures:
            self._thinking = []
            turn = self._add(number, line, "user", "\n\n".join(said), suffix="/said" * bool(added))
            turn.attachments = (Attachment("image", "image"),) * pictures

    def _add(
        self, number: int, line: dict[str, Json], role: str, text: str, suffix: str = ""
    ) -> Turn:
        turn = Turn(
            # Lines have no ids of their own, and are only ever added to a file.
            id=f"{number}{suffix}" if number >= 0 else "reasoning",
            role="user" if role == "user" else "assistant" if role == "assistant" else "system",
            content=text,
            parent=self._turns[-1].id if self._turns else None,
            created_at=milliseconds(line.get("timestamp"), self._latest),
        )
        self._turns.append(turn)
        return turn


def _apart(text: str) -> tuple[str, str]:
    """Return what the editor put before the person's words, and these."""
    request = _REQUEST.search(text) if text.lstrip().startswith(_AROUND) else None
    said = text[request.end() :].strip() if request else ""
    return (text[: request.start()].rstrip(), said) if request and said else ("", text)


def _output(value: Json) -> str:
    """Return a tool's output; some stand in JSON within a text."""
    if isinstance(value, str):
        value = embedded(value)
    if isinstance(value, list):
        return "\n".join(as_text(as_object(one).get("text")) or as_text(one) for one in value)
    if isinstance(value, dict):
        return as_text(value.get("output")) or as_text(value.get("content")) or compact_json(value)
    return as_text(value)
