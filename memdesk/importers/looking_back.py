"""What some parsers have to know of the vault before they read: where things were found before.

Without it all is read as if for the first time, which is right for an empty vault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, runtime_checkable

import apsw

from memdesk.importers.parsed import Parser
from memdesk.vault import identity


@runtime_checkable
class Placed(Protocol):
    """A parser whose notes are known by where they lie, which may have another name by now."""

    def look_back(self, known: Mapping[str, bytes]) -> None:
        """Be told the identities and hashes of the notes that the vault has of this source."""
        ...


@runtime_checkable
class Repeating(Protocol):
    """A parser of conversations that repeat others' turns, whichever of them comes first."""

    def remember(self, known: Iterable[tuple[str, str]]) -> None:
        """Be told the identities of the vault's turns of this source, each with that of its
        conversation."""
        ...


def look_back(parser: Parser, connection: apsw.Connection) -> None:
    """Tell a parser what the vault knows, if it is one that has to know."""
    if isinstance(parser, Placed):
        parser.look_back(identity.notes_of(connection, parser.source))
    if isinstance(parser, Repeating):
        parser.remember(identity.turns_of(connection, parser.source))
