"""``memdesk stats``, ``memdesk check`` and ``memdesk doctor``."""

from __future__ import annotations

import json
import platform
import sys
from dataclasses import asdict
from datetime import datetime
from importlib import metadata
from pathlib import Path

import keyring

from memdesk import __version__, paths
from memdesk.embedding.model_card import ModelCard
from memdesk.vault import check as checking
from memdesk.vault import stats as counting
from memdesk.vault.connection import SQLITE_VERSION
from memdesk.vault.errors import VaultError
from memdesk.vault.store import Vault

DONE, PARTLY = 0, 1
_PACKAGES = ("PySide6-Essentials", "apsw-sqlite3mc", "onnxruntime", "tokenizers", "numpy", "ijson")


def stats(vault_path: Path, *, as_json: bool) -> int:
    """Print what the vault holds."""
    with _existing(vault_path) as vault:
        found = vault.read(counting.stats)
    if as_json:
        print(json.dumps({"vault": str(vault_path), **asdict(found)}, ensure_ascii=False))
        return DONE
    print(f"{vault_path} ({found.bytes / 1e6:,.1f} MB)")
    print(f"{found.memories:,} memories in {found.conversations:,} conversations")
    for source, count in found.sources.items():
        print(f"  {source}: {count:,}")
    if found.first_at is not None and found.last_at is not None:
        first, last = (datetime.fromtimestamp(t / 1000) for t in (found.first_at, found.last_at))
        print(f"from {first:%Y-%m-%d} to {last:%Y-%m-%d}")
    print(f"{found.embedded:,} of {found.passages:,} passages embedded")
    print(f"{found.tags:,} tags, {found.links:,} links, {found.trashed:,} in the trash")
    return DONE


def check(vault_path: Path) -> int:
    """Print what is wrong with the vault; 1 if anything is."""
    with _existing(vault_path) as vault:
        problems = vault.read(checking.problems)
    for problem in problems:
        print(problem)
    if not problems:
        print(f"{vault_path} is in order.")
    return PARTLY if problems else DONE


def doctor(vault_path: Path) -> int:
    """Print what this installation is made of and where its files are."""
    card = ModelCard.read(paths.model_dir())
    print(f"memdesk {__version__}, Python {platform.python_version()} on {platform.platform()}")
    print(f"frozen: {'yes' if getattr(sys, 'frozen', False) else 'no'}")
    for package in _PACKAGES:
        try:
            print(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            print(f"{package}: version unknown")
    print(f"SQLite {SQLITE_VERSION}")
    print(f"model: {card.name} {card.version}, {card.dimensions} dimensions")
    print(f"keyring: {type(keyring.get_keyring()).__module__}")
    print(f"vault: {vault_path}{'' if vault_path.exists() else ' (not made yet)'}")
    print(f"settings: {paths.settings_file()}")
    print(f"log: {paths.log_dir()}")
    return DONE


def _existing(vault_path: Path) -> Vault:
    if not vault_path.exists():
        raise VaultError(f"There is no vault at {vault_path}. Import something first.")
    return Vault(vault_path)
