"""Links between notes of one import, made once all of them are stored.

Importing again changes no link that is there, so that what a person made of it stays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial

import apsw

from memdesk.importers.batching import NoteLinks
from memdesk.importers.parsed import Input, ParseIssue
from memdesk.vault import identity, links
from memdesk.vault.records import DEFAULT_LINK_STRENGTH, LINK_TYPES
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

_AT_ONCE = 200
ORIGIN = "import"
"""The ``origin`` of these links."""


def link(
    found: Sequence[NoteLinks], vault: Vault, source: Input, left_out: Collection[str] = ()
) -> Iterator[ParseIssue]:
    """Make the links; yields what leads nowhere, unless to a note that was left out by choice.

    Raises a VaultError like any writing.
    """
    for first in range(0, len(found), _AT_ONCE):
        some = found[first : first + _AT_ONCE]
        work = partial(_make, found=some, source=source.source)
        for note, target in vault.write(work, Urgency.BULK):
            if target in left_out:
                continue
            reason = f"its link to “{target}” leads to no note of this import"
            yield ParseIssue(source.path, reason, message=note, lost=False)


def _make(
    connection: apsw.Connection, found: Sequence[NoteLinks], source: str
) -> list[tuple[str, str]]:
    """Make some notes' links; returns (note, target) of those whose target is not known."""
    lost: list[tuple[str, str]] = []
    for one in found:
        start = identity.of_note(connection, source, one.note)
        if start is None:
            continue
        for wanted in one.links:
            end = identity.of_note(connection, source, wanted.target)
            if end is None:
                lost.append((one.note, wanted.target))
            elif end.id != start.id:
                links.add_new(
                    connection,
                    start.id,
                    end.id,
                    wanted.type if wanted.type in LINK_TYPES else "related",
                    strength=DEFAULT_LINK_STRENGTH if wanted.strength is None else wanted.strength,
                    bidirectional=wanted.both_ways,
                    origin=ORIGIN,
                )
    return lost
