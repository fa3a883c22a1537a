"""What can go wrong while exporting, in words for the person."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memdesk.errors import MemdeskError

_FULL = (errno.ENOSPC, errno.EDQUOT)


class ExportError(MemdeskError):
    """The target can't be written; what was there before is as it was."""


class NothingToExportError(ExportError):
    """What was chosen holds no memory."""


class ExportCancelledError(ExportError):
    """The person stopped it; nothing was left behind."""


@contextmanager
def writing(target: Path) -> Iterator[None]:
    """Turn the system's errors while writing to ``target`` into export errors."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            text = (
                f"The disk that holds {target} is full. Nothing of the export was kept; free some "
                "space, or choose another disk."
            )
        elif isinstance(error, PermissionError):
            text = (
                f"{target} can't be written. Check the permissions of {target.parent}, or choose "
                "another place."
            )
        else:
            reason = error.strerror or str(error)
            text = f"{target} can't be written ({reason}). Choose another place for the export."
        raise ExportError(text) from error
