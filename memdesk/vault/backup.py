"""Copying a vault while it is in use, and putting a copy in its place."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from pathlib import Path

from memdesk.vault import copying
from memdesk.vault.connection import connect
from memdesk.vault.copying import BackupCancelledError, Progress
from memdesk.vault.errors import ReadOnlyVaultError, VaultError

__all__ = ["BackupCancelledError", "create", "restore"]


def create(
    vault: Path,
    target: Path,
    *,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Path:
    """Copy a vault as it is at this moment, whoever writes it meanwhile; returns ``target``.

    The copy is written beside the target, checked, and takes its name only then: the target is
    the former file or the whole copy, never half of it. ``progress`` gets (pages done, all
    pages). Runs on the calling thread. Raises a :class:`VaultError`, or
    :class:`BackupCancelledError` if ``cancelled`` said so between two steps.
    """
    if target.exists() and vault.exists() and target.samefile(vault):
        raise VaultError(f"{target} is the vault itself. Choose another file for the copy.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReadOnlyVaultError(
            f"The folder {target.parent} can't be made ({error.strerror}). Choose another place "
            "for the copy."
        ) from error
    part = target.with_name(f".{target.name}.{uuid.uuid4().hex[:8]}.part")
    source = connect(vault, "read")
    try:
        copying.write(source, target, part, progress=progress, cancelled=cancelled)
    finally:
        source.close(True)
    return target


def restore(copy: Path, vault: Path, *, progress: Progress = lambda done, total: None) -> Path:
    """Put a copy in a vault's place; the vault must be closed.

    Returns where the former vault was laid, beside the new one (``copy`` if there was none).
    """
    if not vault.exists():
        create(copy, vault, progress=progress)
        return copy
    former = _free_name(vault)
    create(vault, former)
    create(copy, vault, progress=progress)
    return former


def _free_name(vault: Path) -> Path:
    number = 1
    while (name := vault.with_name(f"{vault.stem}.before-restore-{number}{vault.suffix}")).exists():
        number += 1
    return name
