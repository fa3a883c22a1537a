"""Which memories an order comes to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from memdesk.embedding.holder import ModelHolder
from memdesk.exporters.errors import NothingToExportError
from memdesk.exporters.order import Conversation, Everything, Memories, What
from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.query import parse
from memdesk.retrieval.results import Filters, SearchRequest
from memdesk.vault.clock import now as present_time
from memdesk.vault.portable import choice as choosing
from memdesk.vault.portable.choice import Choice
from memdesk.vault.store import Vault

_ALL_RESULTS = 1_000_000


def choose(what: What, vault: Vault, model: Path | None) -> Choice:
    """Return which memories are meant; ``model`` is the folder of the one searches need.

    Raises :class:`NothingToExportError` for a search that finds nothing, and as a search does.
    """
    if isinstance(what, Everything):
        return Choice(trash=what.trash)
    if isinstance(what, Memories):
        return Choice(tuple(sorted(set(what.ids))))
    if isinstance(what, Conversation):
        return Choice(tuple(vault.read(lambda db: choosing.of_conversation(db, what.id))))
    found = _found(what.request, vault, model)
    if not found:
        raise NothingToExportError(
            f"The search “{what.request.text}” finds nothing, so nothing was exported."
        )
    return Choice(tuple(sorted(found)))


def _found(request: SearchRequest, vault: Vault, model: Path | None) -> set[int]:
    moment = present_time() if request.now is None else request.now
    request = replace(request, now=moment, limit=_ALL_RESULTS, mode="asked", count=False)
    engine = SearchEngine(vault, None if model is None else ModelHolder(model))
    parsed = parse(request.text, moment)
    filtered = request.filters != Filters() or parsed.filters != Filters() or parsed.excluded
    if parsed.is_blank and filtered:
        # What passes the filters needs neither ranks nor excerpts, however much it is.
        context = vault.read(lambda db: engine.context(db, request))
        return set(context.ids(np.flatnonzero(context.allowed)))
    results = engine.search(request).results
    return {identifier for result in results for identifier in (result.id, *result.similar)}
