"""What can go wrong with a vault's file, in words for its owner."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from memdesk.errors import MemdeskError


class VaultError(MemdeskError):
    """Something about the vault's file or its disk; the vault itself is as it was."""


class NotAVaultError(VaultError):
    """The file is something else."""


class DamagedVaultError(VaultError):
    """The file is a vault whose content can't be read in full."""


class NewerVaultError(VaultError):
    """The vault was written by a newer memdesk."""


class VaultBusyError(VaultError):
    """Another program holds the file."""


class ReadOnlyVaultError(VaultError):
    """The file or its folder can't be written."""


class DiskFullError(VaultError):
    """There is no room left."""


# What Python makes of the bytes of a file name that are no text.
_UNDECODED = re.compile("[\ud800-\udfff]")


@contextmanager
def known_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's reports about the world into vault errors; bugs pass through."""
    try:
        yield
    except apsw.Error as error:
        described = _described(_reason(error), path)
        if described is None:
            raise
        raise described from error
    except UnicodeEncodeError as error:
        if not _UNDECODED.search(str(path)):
            raise
        raise VaultError(
            f"{path} can't be opened: its name is no text in UTF-8. Rename the file, or the "
            "folder whose name it is."
        ) from error


def _reason(error: apsw.Error) -> BaseException:
    """Return what went wrong first.

    After some errors SQLite has ended the transaction already, and the attempt to end it hides
    the error itself.
    """
    first = error.__context__
    return first if isinstance(error, apsw.SQLError) and isinstance(first, apsw.Error) else error


def _described(error: BaseException, path: Path) -> VaultError | None:
    match error:
        case apsw.BusyError() | apsw.LockedError():
            return VaultBusyError(
                f"{path} is in use by another program. Close the program that holds it "
                "(another memdesk, a backup or a sync tool) and try again."
            )
        case apsw.ReadOnlyError() | apsw.PermissionsError():
            return ReadOnlyVaultError(
                f"{path} can't be written. Check the permissions of the file and of the folder "
                f"{path.parent}, or choose another place for the vault."
            )
        case apsw.FullError():
            return DiskFullError(
                f"The disk that holds {path} is full. Nothing was lost; free some space and try "
                "again."
            )
        case apsw.NotADBError():
            return NotAVaultError(
                f"{path} is not a memdesk vault. Choose another file, or import it if it is an "
                "export."
            )
        case apsw.CorruptError():
            return DamagedVaultError(
                f"{path} is damaged: {error}. Nothing was changed. Restore a backup, or run "
                "“memdesk check” to see what can still be read."
            )
        case apsw.CantOpenError():
            return VaultError(
                f"{path} can't be opened. Check that the folder {path.parent} exists and that you "
                "may read and write it."
            )
        case apsw.IOError():
            return VaultError(
                f"Reading or writing {path} failed ({error}). The disk may be full, unplugged or "
                "failing; what was saved before is kept."
            )
    return None
