"""``memdesk import`` and ``memdesk embed``."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from memdesk import paths
from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.worker import EmbeddingProgress, EmbeddingWorker
from memdesk.errors import MemdeskError
from memdesk.importers.choice import EVERYTHING, Choice
from memdesk.importers.detection import Detected, open_inputs
from memdesk.importers.import_process import Imported, ImportProcess, Task
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.preview import preview
from memdesk.importers.report import ImportPreview, ImportProgress, ImportReport, to_json
from memdesk.index import upkeep
from memdesk.retrieval import link_finding
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault import vectors
from memdesk.vault.errors import VaultError
from memdesk.vault.store import Vault

DONE, PARTLY, FAILED = 0, 1, 2


class NothingToImportError(MemdeskError):
    """None of the inputs is anything memdesk reads."""


def run(
    vault_path: Path,
    inputs: Sequence[Path],
    *,
    choice: Choice = EVERYTHING,
    dry_run: bool,
    embed: bool,
    as_json: bool,
) -> int:
    """Import what is wanted of the inputs, embed what came in, and print the report."""
    show = _Progress(quiet=as_json)
    with open_inputs(inputs) as detected:
        if not detected.parsers:
            raise NothingToImportError(
                "\n".join(issue.reason for issue in detected.issues)
                or "There is nothing to import."
            )
        if dry_run:
            return _dry_run(detected, vault_path, choice, as_json=as_json)
    task = Task("import", vault_path.absolute(), tuple(inputs), choice)
    outcome = ImportProcess(task).run(show.imported)
    assert isinstance(outcome, Imported)
    show.end()
    if as_json:
        print(json.dumps(to_json(outcome.reports, outcome.issues), ensure_ascii=False, indent=1))
    else:
        _print(outcome.reports, outcome.issues)
    sys.stdout.flush()
    with Vault(vault_path) as vault:
        upkeep.tend(vault)
        if embed:
            holder = ModelHolder(paths.model_dir())
            _embed_waiting(vault, holder, show)
            found = link_finding.find(vault, SearchEngine(vault, holder))
            if found:
                show.note(
                    f"Suggested links between memories: {found:,}. “memdesk links” shows them."
                )
    failed = all(report.outcome == "failed" for report in outcome.reports)
    complete = all(report.complete for report in outcome.reports)
    complete = complete and not any(issue.lost for issue in outcome.issues)
    # A choice that fits nothing is mostly a slip.
    complete = complete and (
        choice.everything or any(report.counts.messages for report in outcome.reports)
    )
    return FAILED if failed else DONE if complete else PARTLY


def _embed_waiting(vault: Vault, holder: ModelHolder, show: _Progress) -> None:
    """Embed all that waits, this import's passages and older ones, and say so beforehand."""
    waiting = vault.read(lambda db: vectors.waiting(db, holder.get().card.identity))
    if waiting:
        show.note(
            f"Preparing {waiting:,} passages for search by meaning. Ctrl+C stops; what is done "
            "is kept, and the window or “memdesk embed” does the rest."
        )
    EmbeddingWorker(vault, holder, on_progress=show.embedded).embed_all()
    show.end()


def embed(vault_path: Path, *, as_json: bool) -> int:
    """Embed what still lacks a vector."""
    if not vault_path.exists():
        raise VaultError(f"There is no vault at {vault_path}. Import something first.")
    last: list[EmbeddingProgress] = []
    show = _Progress(quiet=as_json)

    def told(progress: EmbeddingProgress) -> None:
        last[:] = [progress]
        show.embedded(progress)

    with Vault(vault_path) as vault:
        EmbeddingWorker(vault, ModelHolder(paths.model_dir()), on_progress=told).embed_all()
    show.end()
    if as_json:
        print(json.dumps({"embedded": last[0].done, "passages": last[0].total}))
    return DONE


def _dry_run(detected: Detected, vault_path: Path, choice: Choice, *, as_json: bool) -> int:
    """Look without leaving anything behind, not even an empty vault."""
    if vault_path.exists():
        with Vault(vault_path) as vault:
            return _preview(detected, vault, choice, as_json=as_json)
    with (
        tempfile.TemporaryDirectory(prefix="memdesk-preview-") as folder,
        Vault(Path(folder) / "empty.memdesk") as vault,
    ):
        return _preview(detected, vault, choice, as_json=as_json)


def _preview(detected: Detected, vault: Vault, choice: Choice, *, as_json: bool) -> int:
    found = [preview(parser, vault, choice=choice) for parser in detected.parsers]
    if as_json:
        print(json.dumps({"previews": [_preview_json(one) for one in found]}, ensure_ascii=False))
        return DONE
    for one in found:
        print(
            f"{one.path}: {one.format}, {one.conversations:,} conversations, "
            f"{one.messages:,} messages, {one.notes:,} notes: {one.new:,} new, "
            f"{one.changed:,} changed, {one.known:,} known{_left_out(one.left_out)}"
        )
        _print_issues(one.issues)
    _print_issues(detected.issues)
    return DONE


def _preview_json(one: ImportPreview) -> dict[str, object]:
    return {
        "path": one.path,
        "format": one.format,
        "conversations": one.conversations,
        "messages": one.messages,
        "notes": one.notes,
        "new": one.new,
        "changed": one.changed,
        "known": one.known,
        "left_out": one.left_out,
    }


def _print(reports: Sequence[ImportReport], issues: Sequence[ParseIssue]) -> None:
    for report in reports:
        counts = report.counts
        print(
            f"{report.path}: {report.format}, {counts.conversations:,} conversations, "
            f"{counts.messages:,} messages: {counts.added:,} added, {counts.updated:,} updated, "
            f"{counts.unchanged:,} unchanged, {counts.skipped:,} skipped"
            f"{_left_out(counts.left_out)}"
        )
        if report.error:
            print(f"  The import ended early: {report.error}")
        _print_issues(report.issues)
    _print_issues(issues)


def _left_out(count: int) -> str:
    return f"; {count:,} conversations and notes left out by choice" if count else ""


def _print_issues(issues: Sequence[ParseIssue]) -> None:
    for issue in issues:
        place = " · ".join(part for part in (issue.file, issue.conversation, issue.message) if part)
        print(f"  {place}: {issue.reason}")


class _Progress:
    """One line on standard error that is written over while it changes."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._shown = sys.stderr.isatty() and not quiet
        self._used = False
        self._waits = False

    def imported(self, progress: ImportProgress) -> None:
        share = progress.bytes_read / progress.total_bytes if progress.total_bytes else 1.0
        self._say(f"{share:4.0%}  {progress.counts.messages:,} messages")

    def note(self, text: str) -> None:
        self.end()
        if not self._quiet:
            print(text, file=sys.stderr, flush=True)

    def embedded(self, progress: EmbeddingProgress) -> None:
        if progress.elsewhere and not self._waits:
            self.note(
                "Another memdesk is preparing this vault. Waiting until it is done; should it end "
                "before, this one goes on. Ctrl+C stops the waiting only."
            )
        elif self._waits and progress.tokens_per_second > 0:
            self.note("The other memdesk has ended; going on here.")
        self._waits = progress.elsewhere
        speed = f", {progress.tokens_per_second:,.0f} tokens/s" if not progress.elsewhere else ""
        self._say(f"embedding {progress.done:,} of {progress.total:,}{speed}")

    def end(self) -> None:
        if self._used:
            print(file=sys.stderr)
            self._used = False

    def _say(self, text: str) -> None:
        if self._shown:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
            self._used = True
