"""Inserting many rows with few statements.

SQLite runs without Python's interpreter lock, but has to take it again after each statement, and
waits for it as long as another thread computes. One statement for fifty rows leaves the other
threads, the window's above all, fifty times fewer turns to wait for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

_ROWS = 50


def insert(
    connection: apsw.Connection, head: str, width: int, rows: Sequence[tuple[Any, ...]]
) -> None:
    """Run ``INSERT INTO {head} VALUES …`` for all rows, each ``width`` values wide."""
    one = f"({','.join('?' * width)})"
    for first in range(0, len(rows), _ROWS):
        part = rows[first : first + _ROWS]
        connection.execute(
            f"INSERT INTO {head} VALUES {','.join([one] * len(part))}",
            [value for row in part for value in row],
        )
