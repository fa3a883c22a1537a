"""What can go wrong with a vault's file, in words for its owner."""

from __future__ import annotations

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


@contextmanager
def known_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's reports about the world into vault errors; bugs pass through."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        raise VaultBusyError(
            f"{path} is in use by another program. Close the program that holds it "
            "(another memdesk, a backup or a sync tool) and try again."
        ) from error
    except (apsw.ReadOnlyError, apsw.PermissionsError) as error:
        raise ReadOnlyVaultError(
            f"{path} can't be written. Check the permissions of the file and of the folder "
            f"{path.parent}, or choose another place for the vault."
        ) from error
    except apsw.FullError as error:
        raise DiskFullError(
            f"The disk that holds {path} is full. Nothing was lost; free some space and try again."
        ) from error
    except apsw.NotADBError as error:
        raise NotAVaultError(
            f"{path} is not a memdesk vault. Choose another file, or import it if it is an export."
        ) from error
    except apsw.CorruptError as error:
        raise DamagedVaultError(
            f"{path} is damaged: {error}. Nothing was changed. Restore a backup, or run "
            f"“memdesk check” to see what can still be read."
        ) from error
    except apsw.CantOpenError as error:
        raise VaultError(
            f"{path} can't be opened. Check that the folder {path.parent} exists and that you "
            "may read and write it."
        ) from error
    except apsw.IOError as error:
        raise VaultError(
            f"Reading or writing {path} failed ({error}). The disk may be full, unplugged or "
            "failing; what was saved before is kept."
        ) from error
