"""Claude Code's session files (``~/.claude/projects/**/*.jsonl``), one event a line.

Shapes learned from public readers of these files: ``uuid``, ``parentUuid``, ``sessionId``, ``type``
(user, assistant, system and events of the program), ``message`` as the interface has it,
``timestamp``, ``cwd``, ``gitBranch``, ``version``, ``isSidechain``, ``isMeta``,
``isCompactSummary``; titles in ``customTitle``, ``aiTitle``, ``summary``. A resumed session may
repeat the lines of the one before: a line that another file had is left out.

Not covered: results of tools beyond their beginning, pictures' bytes, ``history.jsonl``, snapshots
of files.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from memdesk.importers.claude_code.session import Session
from memdesk.importers.json_decode import JsonFault, JsonObject
from memdesk.importers.json_files import JsonFiles, described
from memdesk.importers.parsed import Json, ParsedItem, ParseIssue
from memdesk.importers.values import as_object, as_text, latest_plausible_ms


class ClaudeCodeParser(JsonFiles):
    """Yields a conversation for each session in which something was said."""

    source = "claude-code"
    format_name = "Claude Code sessions"
    lined = True

    def __iter__(self) -> Iterator[ParsedItem]:
        latest = latest_plausible_ms()
        seen: set[int] = set()
        session: Session | None = None
        current = ""
        lines: set[int] = set()
        entries: Iterator[tuple[str, JsonObject[Json] | JsonFault]] = self._entries()
        for file, entry in entries:
            if session is None or file != current:
                if session is not None and not session.is_empty:
                    yield session.finished()
                seen |= lines
                current, lines = file, set()
                session = Session(PurePosixPath(file).stem, latest)
            if isinstance(entry, JsonFault):
                yield ParseIssue(file, entry.reason)
                continue
            if entry.cleaned:
                reason = f"{described(entry)} was cleaned: {entry.cleaned}"
                yield ParseIssue(file, reason, lost=False)
            line = as_object(entry.value)
            name = as_text(line.get("uuid"))
            if name:
                key = hash(name)
                if key in seen:
                    continue
                lines.add(key)
            session.take(line)
        if session is not None and not session.is_empty:
            yield session.finished()
