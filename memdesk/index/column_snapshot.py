"""The columns as one block in the vault, so that opening it need not read every row."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from typing import Any

import numpy as np

from memdesk.index.columns import Columns
from memdesk.vault import changes, snapshots
from memdesk.vault.connection import Connection
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

_NAME = "columns"
_NAMES = "names"
_STALE = 5_000
"""Reading so many changed rows takes less than a tenth of a second."""

_logger = logging.getLogger(__name__)


def load(connection: Connection, columns: Columns) -> None:
    """Fill empty columns from the last snapshot; they stay empty if there is none to be used."""
    found = snapshots.load(connection, _NAME)
    if found is None:
        return
    version, data = found
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            names = json.loads(bytes(arrays[_NAMES]))
            values = {name: arrays[name] for name in arrays.files if name != _NAMES}
        columns.restore(version, values, names)
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile) as error:
        # Another memdesk's, or damaged: the rows tell the same.
        _logger.warning("the columns' snapshot can't be used: %s", error)


def tend(vault: Vault) -> None:
    """Save the columns if so much has changed since the last snapshot that it pays."""
    columns = vault.read(_if_stale)
    if columns is None:
        return
    values, names = columns.state()
    arrays: dict[str, Any] = {
        **values,
        _NAMES: np.frombuffer(json.dumps(names).encode(), dtype=np.uint8),
    }
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    data = buffer.getvalue()
    vault.write(lambda db: snapshots.save(db, _NAME, columns.version, data), Urgency.BULK)


def _if_stale(connection: Connection) -> Columns | None:
    known = snapshots.version(connection, _NAME)
    if known is not None and changes.count_since(connection, known) < _STALE:
        return None
    columns = Columns()
    load(connection, columns)
    columns.refresh(connection)
    return columns
