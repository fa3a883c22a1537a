"""``memdesk links``: what links were found between memories, and what becomes of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from memdesk import paths
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval import link_finding
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault import link_suggestions, memories
from memdesk.vault.errors import VaultError
from memdesk.vault.link_suggestions import Suggestion
from memdesk.vault.store import Vault

DONE, PARTLY = 0, 1
_SHOWN = 160


def run(
    vault_path: Path,
    *,
    find: bool,
    accept: Sequence[int],
    dismiss: Sequence[int],
    as_json: bool,
) -> int:
    """Look for links, answer suggestions, and print those that wait for an answer."""
    if not vault_path.exists():
        raise VaultError(f"There is no vault at {vault_path}. Import something first.")
    with Vault(vault_path) as vault:
        if find:
            link_finding.find(vault, SearchEngine(vault, ModelHolder(paths.model_dir())))
        unknown = vault.write(
            lambda db: [
                *(one for one in accept if not link_suggestions.accept(db, one)),
                *(one for one in dismiss if not link_suggestions.dismiss(db, one)),
            ]
        )
        waiting = vault.read(link_suggestions.open_ones)
        ends = {end for one in waiting for end in (one.source_id, one.target_id)}
        texts = vault.read(lambda db: memories.contents(db, sorted(ends)))
    if as_json:
        print(json.dumps({"suggestions": [asdict(one) for one in waiting], "unknown": unknown}))
    else:
        _print(waiting, texts)
        for number in unknown:
            print(f"There is no suggestion {number}.")
    return PARTLY if unknown else DONE


def _print(waiting: Sequence[Suggestion], texts: dict[int, str]) -> None:
    for one in waiting:
        print(f"{one.id}  {one.type} ({one.score:.0%})  {one.reason}")
        print(f"    {_short(texts[one.source_id])}")
        print(f"  → {_short(texts[one.target_id])}")
    if not waiting:
        print("No suggestions are waiting.")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
