"""Claude Code's session files (``~/.claude/projects/**/*.jsonl``), one event a line.

Shapes learned from public readers of these files: ``uuid``, ``parentUuid``, ``sessionId``, ``type``
(user, assistant, system and events of the program), ``message`` as the interface has it,
``timestamp``, ``cwd``, ``gitBranch``, ``version``, ``isSidechain``, ``isMeta``,
``isCompactSummary``; titles in ``customTitle``, ``aiTitle``, ``summary``; what was typed meanwhile
in ``attachment`` {``type``: queued_command, ``prompt``}. A resumed session may repeat the lines of
the one before: a line that another file had is left out.

Not covered: results of tools beyond their beginning, pictures' bytes, ``history.jsonl``, snapshots
of files.
"""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.importers.claude_code.session import ClaudeCodeSession
from memdesk.importers.session_files import SessionFiles
from memdesk.importers.source import SourceFile


class ClaudeCodeParser(SessionFiles):
    """Yields a conversation for each session in which something was said."""

    source = "claude-code"
    format_name = "Claude Code sessions"

    def __init__(self, path: str, files: Sequence[SourceFile]) -> None:
        super().__init__(path, files)
        self._met_in: dict[int, str] = {}

    def _session(self, file: str, latest: int) -> ClaudeCodeSession:
        return ClaudeCodeSession(file, latest, self._met_in)
