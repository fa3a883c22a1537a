"""The rooms of the package and who may import whom.

Every import is read from the source, also those inside functions, under ``TYPE_CHECKING`` and
through ``importlib``. CONTRIBUTING.md explains the table in words.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "memdesk"

# Plain modules that every room may import. The package itself only holds the version.
SHARED = {"memdesk", "errors", "log", "paths", "process", "settings"}

# Each room may import the ones after it.
CORE = ["retrieval", "index", "embedding", "vault", "text"]
EDGES = {"importers", "exporters", "capture"}
FRONTS = {"desktop", "commands", "assistant", "bench"}

MAY_IMPORT: dict[str, set[str]] = {
    **{room: set(CORE[place + 1 :]) for place, room in enumerate(CORE)},
    **{room: set(CORE) for room in EDGES},
    **{room: {*CORE, *EDGES} for room in FRONTS},
    "cli": {*CORE, *EDGES, *FRONTS},
    "__main__": {"cli"},
    **dict.fromkeys(SHARED, SHARED),
}

# Other people's packages that only some rooms may import. Of apsw, text/ takes FTS5's tokeniser,
# a pure function of its text; most others only hand a vault's connection on to the vault's own
# functions, and commands/ tells which SQLite there is. Views hold no connection.
OUTSIDE: dict[str, set[str]] = {
    "PySide6": {"desktop", "capture"},
    "shiboken6": {"desktop", "capture"},
    "apsw": {*CORE, *EDGES, "bench", "commands"},
    "sqlite3": set(),
}

SQL_PLACES = ("vault/", "retrieval/recall", "importers/stores/")
SQL = re.compile(
    r"\s*(SELECT\b.*\bFROM\b|WITH\s+(RECURSIVE\s+)?\w+.*\bAS\b|INSERT\b.*\bINTO\b|REPLACE\s+INTO\b"
    r"|UPDATE\s+\w+\s+SET\b|DELETE\s+FROM\b|(CREATE|DROP|ALTER)\s+(\w+\s+)*(TABLE|INDEX|TRIGGER)\b"
    r"|PRAGMA\s+\w)",
    re.DOTALL,
)


def breaches(package: Path) -> list[str]:
    """Every place in ``package`` that breaks a rule, as ``file:line reason``."""
    found = []
    for file in sorted(package.rglob("*.py")):
        inside = file.relative_to(package)
        room = _room(inside)
        tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        if room not in MAY_IMPORT:
            found.append(f"{inside.as_posix()}:1 the room {room} is not in the table")
            continue
        for line, name in _imports(tree, _module(inside)):
            if reason := _refusal(room, name):
                found.append(f"{inside.as_posix()}:{line} {reason}")
        if not inside.as_posix().startswith(SQL_PLACES):
            found += [f"{inside.as_posix()}:{line} holds SQL" for line in _sql_lines(tree)]
    return found


def _room(inside: Path) -> str:
    if len(inside.parts) > 1:
        return inside.parts[0]
    return "memdesk" if inside.stem == "__init__" else inside.stem


def _module(inside: Path) -> tuple[str, ...]:
    """Dotted name of the package that a file's relative imports start from."""
    return ("memdesk", *inside.parts[:-1])


def _imports(tree: ast.Module, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything that is imported."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                start = package[: len(package) - level + 1] if level else ()
                base = ".".join([*start, *([module] if module else [])])
                yield from ((node.lineno, f"{base}.{alias.name}") for alias in names)
            case ast.Call(func=function, args=[ast.Constant(value=str(name)), *_]):
                if ast.unparse(function) in {
                    "importlib.import_module",
                    "import_module",
                    "__import__",
                }:
                    yield node.lineno, name


def _refusal(room: str, name: str) -> str | None:
    parts = name.split(".")
    if parts[0] != "memdesk":
        allowed = OUTSIDE.get(parts[0])
        return None if allowed is None or room in allowed else f"{room} imports {parts[0]}"
    target = parts[1] if len(parts) > 1 and parts[1] in MAY_IMPORT else "memdesk"
    if target == room or target in SHARED or target in MAY_IMPORT[room]:
        return None
    return f"{room} imports {target}"


def _sql_lines(tree: ast.Module) -> Iterator[int]:
    """Lines that hold a statement, or run one that was put together elsewhere."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if SQL.match(text):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr="execute" | "executemany")):
                yield node.lineno


def test_imports_only_go_from_the_outer_rooms_inwards() -> None:
    assert breaches(PACKAGE) == []


def test_the_table_has_no_way_round() -> None:
    def reach(room: str, seen: frozenset[str] = frozenset()) -> set[str]:
        assert room not in seen, f"{room} reaches itself"
        onward = MAY_IMPORT[room] - SHARED
        return onward.union(*(reach(next_room, seen | {room}) for next_room in onward))

    for room in MAY_IMPORT:
        assert "cli" not in reach(room) or room == "__main__"
        assert "desktop" not in reach(room) or room in {"__main__", "cli"}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package that keeps every rule."""
    root = tmp_path / "memdesk"
    write(root, "__init__.py", "__version__ = '1'")
    write(root, "paths.py", "from memdesk import errors")
    write(root, "errors.py", "")
    write(root, "__main__.py", "from memdesk.cli import main")
    write(root, "cli.py", "def main():\n    from memdesk.desktop.app import run")
    write(root, "text/__init__.py", "")
    write(root, "text/terms.py", "import apsw\nfrom memdesk import __version__, paths")
    write(root, "vault/store.py", "import apsw\nQUERY = 'SELECT id FROM memory'")
    write(root, "retrieval/recall/keywords.py", "QUERY = 'SELECT id FROM memory'")
    write(root, "retrieval/pipeline.py", "from memdesk.text import terms\nfrom . import recall")
    write(root, "desktop/app.py", "from PySide6 import QtCore\nfrom ..retrieval import pipeline")
    write(root, "desktop/labels.py", "HINT = 'Select a memory from the list'")
    return root


def write(root: Path, name: str, text: str) -> None:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def test_a_package_that_keeps_the_rules_passes(package: Path) -> None:
    assert breaches(package) == []


@pytest.mark.parametrize(
    ("file", "source", "breach"),
    [
        ("text/bad.py", "import memdesk.vault", "1 text imports vault"),
        ("vault/bad.py", "from memdesk.retrieval.pipeline import run", "1 vault imports retrieval"),
        ("vault/bad.py", "from memdesk import paths, embedding", "1 vault imports embedding"),
        ("index/bad.py", "from ..retrieval import pipeline", "1 index imports retrieval"),
        ("index/bad.py", "from .. import importers", "1 index imports importers"),
        (
            "importers/bad.py",
            "def f():\n  from memdesk import exporters",
            "2 importers imports exporters",
        ),
        ("bench/bad.py", "import memdesk.desktop.app as app", "1 bench imports desktop"),
        ("desktop/bad.py", "from memdesk.cli import main", "1 desktop imports cli"),
        ("paths.py", "from memdesk.vault import store", "1 paths imports vault"),
        ("__main__.py", "from memdesk.desktop import app", "1 __main__ imports desktop"),
        (
            "retrieval/bad.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  import memdesk.desktop",
            "3 retrieval imports desktop",
        ),
        (
            "retrieval/bad.py",
            "import importlib\nimportlib.import_module('memdesk.desktop.app')",
            "2 retrieval imports desktop",
        ),
        ("retrieval/bad.py", "from PySide6.QtCore import QObject", "1 retrieval imports PySide6"),
        ("cli.py", "def f():\n  import shiboken6", "2 cli imports shiboken6"),
        ("vault/bad.py", "import sqlite3", "1 vault imports sqlite3"),
        ("cli.py", "import apsw.bestpractice", "1 cli imports apsw"),
        ("desktop/bad.py", "q = 'SELECT *\\n FROM memory'", "1 holds SQL"),
        ("index/bad.py", "q = f'DELETE FROM {table}'", "1 holds SQL"),
        ("retrieval/bad.py", "q = 'PRAGMA user_version'", "1 holds SQL"),
        ("importers/bad.py", "def f(db, q):\n  db.execute(q)", "2 holds SQL"),
        ("text/bad.py", "q = 'INSERT OR REPLACE INTO tag VALUES (1)'", "1 holds SQL"),
        ("helpers/bad.py", "", "1 the room helpers is not in the table"),
    ],
)
def test_a_breach_is_found(package: Path, file: str, source: str, breach: str) -> None:
    write(package, file, source)
    assert breaches(package) == [f"{file}:{breach}"]
