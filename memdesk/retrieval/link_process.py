"""Looking for links in a process of its own: it reads much of the vault and searches often."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from memdesk.embedding.holder import ModelHolder
from memdesk.process import OwnProcess
from memdesk.retrieval import link_finding
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault import changes, link_suggestions
from memdesk.vault.store import Vault


def is_due(vault: Vault) -> bool:
    """Whether something has come or changed since links were looked for."""
    since = vault.read(link_suggestions.found_up_to)
    return vault.read(changes.latest_version) > since


def finding(vault: Path, model: Path) -> OwnProcess[None, int]:
    """Return the process that looks for links in a vault; its result is how many are new."""
    return OwnProcess(f"Looking for links in {vault.name}", partial(_find, vault, model))


def _find(
    path: Path, model: Path, tell: Callable[[None], None], cancelled: Callable[[], bool]
) -> int:
    with Vault(path) as vault:
        return link_finding.find(vault, SearchEngine(vault, ModelHolder(model)), cancelled)
