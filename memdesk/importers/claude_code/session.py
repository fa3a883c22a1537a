"""One session: from its lines to a conversation.

An assistant's message comes in several lines with the same message id, one for each block; they
are one turn here, with a turn of its own for each tool called. Sidechains (the turns of a
sub-agent within the session) become branches; what starts one is not the person's word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from memdesk.importers.parsed import Attachment, Json, ParsedConversation
from memdesk.importers.session_files import project
from memdesk.importers.tool_turns import ToolTurns, output_turn
from memdesk.importers.turns import Turn, conversation
from memdesk.importers.values import (
    as_list,
    as_object,
    as_text,
    compact_json,
    first_words,
    milliseconds,
)

# What the program itself writes as if the person had said it.
_WRITTEN_BY_PROGRAM = (
    "<command-name>",
    "<command-message>",
    "<local-command-stdout>",
    "<local-command-stderr>",
    "<local-command-caveat>",
    "<bash-stdout>",
    "<bash-stderr>",
    "<task-notification>",
    "<system-reminder>",
    "Caveat: The messages below were generated",
    "[Request interrupted by user",
)
_MARKS_OF_PROGRAM = ("isMeta", "isCompactSummary", "isSidechain")
_NAMES = ("customTitle", "aiTitle")
_OF_AGENT = "Sub-agent: "
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


class ClaudeCodeSession:
    """Takes the lines of one file one after the other.

    ``met_in`` tells, by their ids' hashes, which session brought which line; it is added to.
    """

    def __init__(self, file: str, latest: int, met_in: dict[int, str]) -> None:
        self._stem = PurePosixPath(file).stem
        self._is_named = _UUID.fullmatch(self._stem) is not None
        self._latest = latest
        self._met_in = met_in
        self._turns: list[Turn] = []
        # Lines that are part of another line's turn, or of none, by the turn they stand for.
        self._stands_for: dict[str, str | None] = {}
        self._answers: dict[str, Turn] = {}
        self._tools = ToolTurns()
        self._names: dict[str, str] = {}
        self._summaries: list[tuple[str, str]] = []
        self._lines: set[str] = set()
        self._sides: set[str] = set()
        self._session = ""
        self._agent = ""
        self._about: dict[str, Json] = {}
        self._last: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said in it."""
        return all(turn.is_empty for turn in self._turns)

    def take(self, line: dict[str, Json], number: int) -> None:
        """Read one line."""
        identity = as_text(line.get("uuid"))
        if identity:
            self._lines.add(identity)
            session = self._session or as_text(line.get("sessionId"))
            mine = self._identity(session, self._agent or as_text(line.get("agentId")))
            if self._met_in.setdefault(hash(identity), mine) != mine:
                self._stands_for[identity] = None
                return
        for name in _NAMES:
            if text := " ".join(as_text(line.get(name)).split()):
                self._names[name] = text
        if text := " ".join(as_text(line.get("summary")).split()):
            self._summaries.append((as_text(line.get("leafUuid")), text))
        self._session = self._session or as_text(line.get("sessionId"))
        self._agent = self._agent or as_text(line.get("agentId"))
        for key in ("cwd", "gitBranch", "version"):
            if text := as_text(line.get(key)):
                self._about.setdefault(key, text)
        if not identity:
            return
        message = line.get("message")
        kind = as_text(line.get("type"))
        if kind in ("user", "assistant") and isinstance(message, dict):
            self._message(identity, kind, line, message)
        elif kind == "attachment" and (queued := _queued(line)) is not None:
            self._message(identity, "user", line, queued)
        elif kind == "system" and as_text(line.get("content")).strip():
            self._add(self._turn(identity, line, "system", as_text(line.get("content"))), line)
        else:
            self._stands_for[identity] = self._parent(line)

    def finished(self) -> ParsedConversation:
        """Return the conversation."""
        self._bridge_gaps()
        return conversation(
            self._identity(self._session, self._agent),
            self._title(),
            self._turns,
            current=self._last,
            project=project(self._about),
            extra=self._about,
        )

    def _identity(self, session: str, agent: str) -> str:
        """Return what the conversation is known by. A file is called as its session, whatever
        the lines it repeats say."""
        identity = self._stem if self._is_named else session or self._stem
        if agent or (self._stem.startswith("agent-") and self._stem != identity):
            return f"{identity}/{agent or self._stem}"
        return identity

    def _title(self) -> str:
        for name in _NAMES:
            if name in self._names:
                return self._names[name]
        own = [text for leaf, text in self._summaries if not leaf or leaf in self._lines]
        if own:
            return own[-1]
        if any(turn.role == "user" for turn in self._turns):
            return ""
        # What starts an agent is not the person's word, but says what it was to do.
        task = next((turn.content for turn in self._turns if turn.content.strip()), "")
        return _OF_AGENT + first_words(task) if task else ""

    def _bridge_gaps(self) -> None:
        """Let what hangs on a line that could not be read follow what stands before the gap."""
        known = {turn.id for turn in self._turns} | self._lines
        before: dict[bool, str] = {}
        for turn in self._turns:
            side = turn.id in self._sides
            if turn.parent is not None and turn.parent not in known:
                turn.parent = before.get(side)
            before[side] = turn.id

    def _message(
        self, identity: str, kind: str, line: dict[str, Json], message: dict[str, Json]
    ) -> None:
        texts, thinking, attachments = _read_blocks(message.get("content"))
        if kind == "assistant":
            name = as_text(message.get("id"))
            known = self._answers.get(name) if name else None
            turn = known or self._turn(identity, line, "assistant", "")
            turn.content = "\n\n".join(filter(None, (turn.content, *texts)))
            turn.thinking = "\n\n".join(filter(None, (turn.thinking, *thinking))) or None
            model = as_text(message.get("model"))
            turn.model = model if model and not model.startswith("<") else None
            if known is None:
                self._answers[name] = turn
                self._add(turn, line)
            else:
                self._stands_for[identity] = self._parent(line)
            self._calls(identity, line, message)
            return
        whole = any(line.get(mark) is True for mark in _MARKS_OF_PROGRAM)
        written = [t for t in texts if whole or t.lstrip().startswith(_WRITTEN_BY_PROGRAM)]
        said = [text for text in texts if text not in written]
        if written and (said or attachments):
            # The program's own words stand in the same message as the person's.
            added = self._turn(f"{identity}/added", line, "system", "\n\n".join(written))
            self._add(added, line)
            turn = self._turn(identity, line, "user", "\n\n".join(said))
            turn.parent = added.id
        else:
            role = "system" if written else "user"
            turn = self._turn(identity, line, role, "\n\n".join(texts))
        turn.attachments = attachments
        self._results(turn, message)
        if turn.is_empty:
            self._stands_for.setdefault(identity, self._parent(line))
        else:
            self._add(turn, line)

    def _calls(self, identity: str, line: dict[str, Json], message: dict[str, Json]) -> None:
        for block in map(as_object, as_list(message.get("content"))):
            if as_text(block.get("type")) != "tool_use":
                continue
            call = as_text(block.get("id"))
            turn = self._turn(f"{identity}/{call}", line, "tool", "")
            turn.parent = self._stands_for.get(identity, identity)
            self._tools.call(call, as_text(block.get("name")), block.get("input"), turn)
            self._add(turn, line)
            # What follows the line follows the call.
            self._stands_for[identity] = turn.id

    def _results(self, turn: Turn, message: dict[str, Json]) -> None:
        for block in map(as_object, as_list(message.get("content"))):
            if as_text(block.get("type")) != "tool_result":
                continue
            output = "\n".join(_plain(block.get("content")))
            called = self._tools.result(as_text(block.get("tool_use_id")), output)
            if called is not None:
                self._stands_for[turn.id] = called.id
            elif output.strip():
                output_turn(output, turn)

    def _turn(self, identity: str, line: dict[str, Json], role: str, text: str) -> Turn:
        return Turn(
            id=identity,
            role="assistant" if role == "assistant" else "user" if role == "user" else "system",
            content=text,
            parent=self._parent(line),
            created_at=milliseconds(line.get("timestamp"), self._latest),
        )

    def _parent(self, line: dict[str, Json]) -> str | None:
        """Return the turn that a line hangs on, past those that stand for another."""
        parent = as_text(line.get("parentUuid")) or as_text(line.get("logicalParentUuid")) or None
        seen: set[str] = set()
        while parent is not None and parent in self._stands_for and parent not in seen:
            seen.add(parent)
            parent = self._stands_for[parent]
        return parent

    def _add(self, turn: Turn, line: dict[str, Json]) -> None:
        self._turns.append(turn)
        if line.get("isSidechain") is True:
            self._sides.add(turn.id)
        else:
            self._last = turn.id


def _queued(line: dict[str, Json]) -> dict[str, Json] | None:
    """Return what was typed while the assistant was at work as a message, None if it is not that.

    Such lines also bring word of other programs' ends and other sessions' messages.
    """
    attachment = as_object(line.get("attachment"))
    origin = as_text(as_object(attachment.get("origin")).get("kind"))
    if (
        as_text(attachment.get("type")) != "queued_command"
        or as_text(attachment.get("commandMode")) not in ("", "prompt")
        or origin not in ("", "human")
        or attachment.get("isMeta") is True
    ):
        return None
    return {"content": attachment.get("prompt")}


def _read_blocks(content: Json) -> tuple[list[str], list[str], tuple[Attachment, ...]]:
    """Return the texts, the reasoning and the pictures among a message's blocks."""
    texts: list[str] = []
    thinking: list[str] = []
    attachments: list[Attachment] = []
    blocks: list[Json] = [content] if isinstance(content, str) else as_list(content)
    for value in blocks:
        block = as_object(value)
        kind = as_text(block.get("type"))
        if isinstance(value, str):
            texts.append(value)
        elif kind == "text":
            texts.append(as_text(block.get("text")))
        elif kind == "thinking":
            thinking.append(as_text(block.get("thinking")))
        elif kind in ("image", "document"):
            source = as_object(block.get("source"))
            media = as_text(source.get("media_type")) or None
            attachments.append(Attachment(as_text(block.get("title")) or kind, media))
    return [t for t in texts if t.strip()], [t for t in thinking if t.strip()], tuple(attachments)


def _plain(content: Json) -> Iterator[str]:
    """Yield a result's texts; pictures are named."""
    for value in content if isinstance(content, list) else [content]:
        block = as_object(value)
        if isinstance(value, str):
            yield value
        elif as_text(block.get("type")) == "image":
            yield "[image]"
        elif block:
            yield as_text(block.get("text")) or compact_json(block)
