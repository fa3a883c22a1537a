"""A vault of its own for every test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from memdesk.vault.connection import connect
from memdesk.vault.store import Vault


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "my.memdesk"


@pytest.fixture
def vault(path: Path) -> Iterator[Vault]:
    with Vault(path) as vault:
        yield vault


@pytest.fixture
def db(tmp_path: Path) -> Iterator[apsw.Connection]:
    """A writing connection without a thread."""
    connection = connect(tmp_path / "direct.memdesk", "write")
    yield connection
    connection.close(True)
