"""Claude Code's session files (``~/.claude/projects/**/*.jsonl``), one event a line.

Shapes learned from public readers of these files: ``uuid``, ``parentUuid``, ``sessionId``, ``type``
(user, assistant, system and events of the program), ``message`` as the interface has it,
``timestamp``, ``cwd``, ``gitBranch``, ``version``, ``isSidechain``, ``isMeta``,
``isCompactSummary``; titles in ``customTitle``, ``aiTitle``, ``summary``; what was typed meanwhile
in ``attachment`` {``type``: queued_command, ``prompt``}. A ``summary`` is of the session that holds
its ``leafUuid``, not always of the file it stands in. A resumed session may repeat the lines of the
one before: a line stays in the session that brought it first, in this import or an earlier one.

Not covered: results of tools beyond their beginning, pictures' bytes, ``history.jsonl``, snapshots
of files.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memdesk.importers.claude_code.session import ClaudeCodeSession
from memdesk.importers.session_files import SessionFiles
from memdesk.importers.source import SourceFile


class ClaudeCodeParser(SessionFiles):
    """Yields a conversation for each session in which something was said."""

    source = "claude-code"
    format_name = "Claude Code sessions"

    def __init__(self, path: str, files: Sequence[SourceFile]) -> None:
        # Within one import the older file of two is the one that was resumed.
        super().__init__(path, sorted(files, key=lambda file: file.modified_at or 0))
        self._met_in: dict[int, str] = {}

    def remember(self, known: Iterable[tuple[str, str]]) -> None:
        """Take which session brought which line."""
        for turn, session in known:
            self._met_in.setdefault(hash(turn.partition("/")[0]), session)

    def _session(self, file: str, latest: int) -> ClaudeCodeSession:
        return ClaudeCodeSession(file, latest, self._met_in)
