"""Files that others published: what they are, and what is wrong with them."""

from __future__ import annotations

import hashlib
from pathlib import Path

from memdesk.errors import MemdeskError

_BLOCK = 1024 * 1024


class DatasetError(MemdeskError):
    """A data set's file is not what it should be."""


def sha256(path: Path) -> str:
    """Return the hash of a file of any size. Raises DatasetError."""
    found = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                found.update(block)
    except OSError as error:
        raise DatasetError(f"{path} can't be read ({error.strerror}).") from error
    return found.hexdigest()
