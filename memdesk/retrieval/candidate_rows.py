"""What the vault itself has to be asked about candidates, each asked about once."""

from __future__ import annotations

from memdesk.index.columns import Ordinals
from memdesk.retrieval.ranked import Context
from memdesk.vault import lookups
from memdesk.vault.lookups import Row, Use


class CandidateRows:
    """Texts and uses of memories, kept for as long as one question is answered."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._read: dict[int, Row] = {}

    def texts(self, ordinals: Ordinals) -> list[str]:
        """Return the texts of memories."""
        return [row[1] for row in self._rows(ordinals)]

    def uses(self, ordinals: Ordinals) -> list[Use]:
        """Return how memories were used."""
        return [row[2:] for row in self._rows(ordinals)]

    def _rows(self, ordinals: Ordinals) -> list[Row]:
        identifiers = self._context.ids(ordinals)
        missing = [identifier for identifier in identifiers if identifier not in self._read]
        if missing:
            self._read.update(lookups.rows(self._context.connection, missing))
        return [self._read[identifier] for identifier in identifiers]
