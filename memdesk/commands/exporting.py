"""``memdesk export``."""

from __future__ import annotations

import contextlib
import json
import sys
import threading
from pathlib import Path

from memdesk.exporters.export_process import ExportProcess, Task
from memdesk.exporters.order import Everything, Exported, Found, How, Outcome, What
from memdesk.exporters.watching import ExportProgress
from memdesk.retrieval.results import SearchRequest
from memdesk.vault.errors import VaultError

DONE, PARTLY = 0, 1
_POLL_SECONDS = 0.2


def run(vault_path: Path, query: str, how: How, *, trash: bool, as_json: bool) -> int:
    """Export what the query finds, or everything; 1 if it was stopped."""
    if not vault_path.exists():
        raise VaultError(f"There is no vault at {vault_path}. Import something first.")
    what: What = Found(SearchRequest(query)) if query.strip() else Everything(trash)
    outcome = _awaited(ExportProcess(Task(vault_path.absolute(), what, how)), quiet=as_json)
    if not isinstance(outcome, Exported):
        print("memdesk: stopped; nothing of the export was left behind.", file=sys.stderr)
        return PARTLY
    if as_json:
        told = {
            "path": str(outcome.target),
            "format": how.format,
            "memories": outcome.memories,
            "files": outcome.files,
            "kept": list(outcome.kept),
        }
        print(json.dumps(told, ensure_ascii=False))
    else:
        files = f" in {outcome.files:,} files" if how.format == "markdown" else ""
        print(f"{outcome.target}: {outcome.memories:,} memories{files}")
        for name in outcome.kept:
            print(f"  {name}: you changed it, so it stays; the new one is beside it")
    return DONE


def _awaited(process: ExportProcess, *, quiet: bool) -> Outcome:
    """Run the process; Ctrl+C has it stop and clear up, which it could not if it were ended."""
    came: list[Outcome | Exception] = []
    shown = sys.stderr.isatty() and not quiet

    def told(progress: ExportProgress) -> None:
        if shown:
            share = progress.done / progress.total if progress.total else 1.0
            text = f"{share:4.0%}  {progress.done:,} of {progress.total:,} memories"
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def work() -> None:
        try:
            came.append(process.run(told))
        except Exception as error:
            came.append(error)

    thread = threading.Thread(target=work, name="export", daemon=True)
    while thread.ident is None or thread.is_alive():
        try:
            # Within the try: Ctrl+C may come while it starts.
            if thread.ident is None:
                thread.start()
            thread.join(_POLL_SECONDS)
        except KeyboardInterrupt:
            process.cancel()
            with contextlib.suppress(KeyboardInterrupt):
                thread.join()
    if shown:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    [outcome] = came
    if isinstance(outcome, Exception):
        raise outcome
    return outcome
