"""Reading tables of which nobody knows whether they have all their columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import apsw

Tables = Mapping[str, frozenset[str]]
"""The names of a database's tables with those of their columns."""


def tables(connection: apsw.Connection) -> Tables:
    """Return what a database holds. Raises apsw.Error."""
    # A view or a table of a module that is not there has no columns.
    names = [
        row[0]
        for row in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type='table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        )
    ]
    return {
        str(name): frozenset(
            row[0] for row in connection.execute("SELECT name FROM pragma_table_info(?)", (name,))
        )
        for name in names
    }


def rows(
    connection: apsw.Connection, there: Tables, table: str, columns: Sequence[str]
) -> Iterator[tuple[Any, ...]]:
    """Yield a table's rows in the order they came in, with NULL for columns that it has not.

    Without the table, or its first column, there are none. Raises apsw.Error.
    """
    has = there.get(table, frozenset())
    if columns[0] in has:
        wanted = ", ".join(f'"{name}"' if name in has else "NULL" for name in columns)
        yield from connection.execute(f'SELECT {wanted} FROM "{table}" ORDER BY rowid')


def missing(there: Tables, wanted: Mapping[str, Sequence[str]]) -> str | None:
    """Return what a program of another version did not write, in words; None if all is there."""
    lacks = [f"table “{table}”" for table in wanted if table not in there]
    for table, columns in wanted.items():
        absent = [name for name in columns if table in there and name not in there[table]]
        if absent:
            names = ", ".join(f"“{name}”" for name in absent)
            lacks.append(f"{names} in table “{table}”")
    if not lacks:
        return None
    return f"it has no {' and no '.join(lacks)}; what is there was read"
