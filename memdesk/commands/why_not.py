"""``memdesk search --why-not``: where the search put a memory, for people or as JSON."""

from __future__ import annotations

from dataclasses import asdict

from memdesk.errors import MemdeskError
from memdesk.retrieval.placement import Compared, Placement, Standing, compared
from memdesk.retrieval.results import SearchResult
from memdesk.vault import memories
from memdesk.vault.store import Vault

_SMALLEST = 0.0005
_OPENING = 70


class UnknownMemoryError(MemdeskError):
    """No memory is called so."""


def resolved(vault: Vault, name: str) -> int:
    """Return the id of the memory that is called so: by id, or as in the export it came with."""
    found = vault.read(lambda db: memories.resolve(db, name))
    if found is None:
        raise UnknownMemoryError(
            f"There is no memory “{name}”. Write the number in brackets that “memdesk search” "
            "shows at the end of a result."
        )
    return found


def lines(placement: Placement, memory: SearchResult | None) -> list[str]:
    """Return the account as it is printed."""
    opening = " ".join(memory.content.split()) if memory is not None else ""
    if len(opening) > _OPENING:
        opening = f"{opening[: _OPENING - 1].rstrip()}…"
    found = [f"Why not [{placement.id}] {opening}".rstrip(), f"  {placement.sentence}", ""]
    found += [f"  {stage.name:<10}{stage.verdict:<9}{stage.text}" for stage in placement.stages]
    rows = [row for row in compared(placement) if _counts(row)]
    if rows:
        found += ["", f"  {'':<22}{'it':>8}{'last':>8}{'first':>8}"]
        found += [_row(row.stage, row.own, row.last, row.first) for row in rows]
        found.append(_row("score", *_scores(placement), sign=False))
    return found


def to_json(placement: Placement) -> dict[str, object]:
    """Return the account in the command line's JSON shape."""
    return {
        "id": placement.id,
        "outcome": placement.outcome,
        "sentence": placement.sentence,
        "place": placement.place,
        "shown": placement.shown,
        "rank": placement.rank,
        "candidates": placement.candidates,
        "under": placement.under,
        "restrictions": list(placement.restrictions),
        "stages": [asdict(stage) for stage in placement.stages],
        "own": _standing(placement.own),
        "last": _standing(placement.last),
        "first": _standing(placement.first),
    }


def _standing(standing: Standing | None) -> dict[str, object] | None:
    if standing is None:
        return None
    return {
        "id": standing.id,
        "rank": standing.rank,
        "score": standing.score,
        "contributions": [asdict(part) for part in standing.contributions],
    }


def _counts(row: Compared) -> bool:
    return any(abs(value or 0.0) >= _SMALLEST for value in (row.own, row.last, row.first))


def _scores(placement: Placement) -> tuple[float, float | None, float | None]:
    assert placement.own is not None
    last, first = placement.last, placement.first
    return (
        placement.own.score,
        last.score if last is not None else None,
        first.score if first is not None else None,
    )


def _row(
    name: str, own: float, last: float | None, first: float | None, *, sign: bool = True
) -> str:
    shape = "+.3f" if sign else ".3f"
    figures = ("—" if value is None else format(value, shape) for value in (own, last, first))
    return f"  {name:<22}" + "".join(f"{figure:>8}" for figure in figures)
