"""The one way out of the vault: what is chosen, written in one of the formats."""

from __future__ import annotations

from pathlib import Path

from memdesk.exporters import csv_table, jsonl, markdown
from memdesk.exporters.errors import NothingToExportError
from memdesk.exporters.order import Exported, How, What
from memdesk.exporters.selection import choose
from memdesk.exporters.watching import Watch
from memdesk.vault.connection import Connection
from memdesk.vault.portable import choice as choosing
from memdesk.vault.portable.choice import Choice
from memdesk.vault.store import Vault


def export(vault: Vault, what: What, how: How, watch: Watch, model: Path | None) -> Exported:
    """Write what was chosen, as one moment of the vault; ``model`` as in :func:`choose`.

    Raises an :class:`ExportError`, and what searching and reading raise.
    """
    choice = choose(what, vault, model)
    return vault.read(lambda db: _write(db, choice, how, watch))


def _write(connection: Connection, choice: Choice, how: How, watch: Watch) -> Exported:
    if choice.ids is not None and not choosing.count(connection, choice):
        raise NothingToExportError(
            "What was chosen is not in the vault any more; nothing was exported."
        )
    if how.format == "markdown":
        done = markdown.write(connection, choice, how.target, watch)
        return Exported(how.target, done.memories, done.files, done.kept)
    if how.format == "csv":
        count = csv_table.write(connection, choice, how.target, watch, mark=how.mark)
    else:
        count = jsonl.write(connection, choice, how.target, watch)
    return Exported(how.target, count)
