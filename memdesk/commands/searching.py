"""``memdesk search``: an answer for people, or as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from memdesk import paths
from memdesk.commands import why_not
from memdesk.embedding.holder import ModelHolder
from memdesk.errors import MemdeskError
from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.results import (
    Filters,
    SearchRequest,
    SearchResponse,
    SearchResult,
    Understood,
)
from memdesk.retrieval.voice import Confidence, Voice, percent
from memdesk.vault.errors import VaultError
from memdesk.vault.store import Vault

DONE, PARTLY = 0, 1
_NOTHING_ASKED = "There is nothing to search for. Write words, or a filter such as role:user."

_VOICES: dict[Voice, str] = {
    "unsure": "Less certain: these may be related.",
    "nothing": "Probably nothing here answers this; these come nearest.",
}


class BadDateError(MemdeskError):
    """The date given on the command line can't be read."""


class NothingAskedError(MemdeskError):
    """The question is blank."""


def run(
    vault_path: Path,
    query: str,
    *,
    limit: int,
    profile: str,
    explain: bool,
    now: str | None,
    as_json: bool,
    expected: str | None = None,
    as_typed: bool = False,
    anyway: bool = False,
) -> int:
    """Search, print the answer; 1 if nothing was found.

    ``expected`` names a memory whose place in the search is to be told; ``as_typed`` leaves slips
    in the query unmended; ``anyway`` shows what comes nearest, however little it answers.
    """
    if not query.strip():
        raise NothingAskedError(_NOTHING_ASKED)
    if not vault_path.exists():
        raise VaultError(f"There is no vault at {vault_path}. Import something first.")
    request = SearchRequest(
        query, limit=limit, profile=profile, now=_moment(now), mend=not as_typed, anyway=anyway
    )
    with Vault(vault_path) as vault:
        if expected is not None:
            request = replace(request, expected=why_not.resolved(vault, expected))
        response = SearchEngine(vault, ModelHolder(paths.model_dir())).search(request)
    if as_json:
        print(json.dumps(to_json(query, response), ensure_ascii=False, indent=1))
    else:
        _print(response, explain=explain)
        if response.placement is not None:
            print("", *why_not.lines(response.placement, response.expected), sep="\n")
    return DONE if response.results else PARTLY


def _moment(now: str | None) -> int | None:
    if now is None:
        return None
    try:
        return int(datetime.fromisoformat(now).timestamp() * 1000)
    except (ValueError, OverflowError, OSError) as error:
        raise BadDateError(f"“{now}” is no ISO date; write for example 2025-03-14.") from error


def _print(response: SearchResponse, *, explain: bool) -> None:
    if not response.results and response.rejected is None:
        understood = response.understood
        restricted = understood.filters != Filters() or bool(understood.excluded)
        print("No memory fits these filters." if restricted else _NOTHING_ASKED)
    for problem in response.understood.problems:
        print(f"({problem})")
    if mended := response.understood.mended:
        read = ", ".join(f"“{one.read}{'…' if one.unfinished else ''}”" for one in mended)
        typed = ", ".join(f"“{one.typed}”" for one in mended)
        print(f"(Showing results for {read}; you typed {typed}. --as-typed searches just that.)")
    if response.rejected is not None:
        print(f"Nothing relevant found. {response.rejected.reason}")
        nearest = response.rejected.nearest
        if nearest is not None:
            print(f"Nearest: [{nearest.id}] {_excerpt(nearest)}")
        if response.rejected.shows_more:
            print("(--anyway shows what comes nearest.)")
        return
    if response.confidence is not None and response.confidence.voice != "sure":
        chance = percent(response.confidence.probability)
        print(f"({_VOICES[response.confidence.voice]} Chance of an answer: about {chance}.)")
    for place, result in enumerate(response.results, start=1):
        said = datetime.fromtimestamp(result.created_at / 1000) if result.created_at else None
        when = f"{said.day} {said:%b %Y}" if said else "no date"
        title = result.title or "no title"
        print(f"{place:2}. {result.score:.3f}  {title} · {result.role} · {when}  [{result.id}]")
        print(f"    {_excerpt(result)}")
        if explain:
            print(f"    {result.explanation.sentence}")
            for part in result.explanation.contributions:
                if abs(part.value) >= 0.0005:
                    print(f"      {part.stage:<22}{part.value:+.3f}  {part.detail}")


def _excerpt(result: SearchResult) -> str:
    start, end = result.passage
    return " ".join(result.content[start:end].split())


def to_json(query: str, response: SearchResponse) -> dict[str, object]:
    """Return the answer in the command line's JSON shape."""
    rejected = response.rejected
    placement = response.placement
    told = {} if placement is None else {"why_not": why_not.to_json(placement)}
    return {
        "query": query,
        "understood": _understood(response.understood),
        "profile": response.profile,
        "results": [_result(result) for result in response.results],
        "rejected": None
        if rejected is None
        else {
            "reason": rejected.reason,
            "nearest": None if rejected.nearest is None else _result(rejected.nearest),
            "rule": rejected.rule,
        },
        "confidence": _confidence(response.confidence),
        **told,
        "elapsed_ms": response.elapsed_ms,
    }


def _confidence(confidence: Confidence | None) -> dict[str, object] | None:
    if confidence is None:
        return None
    return {
        "probability": confidence.probability,
        "voice": confidence.voice,
        "missing": list(confidence.missing),
        "basis": confidence.basis,
        "figures": dict(confidence.figures),
    }


def _understood(understood: Understood) -> dict[str, object]:
    return {
        "text": understood.text,
        "phrases": list(understood.phrases),
        "excluded": list(understood.excluded),
        "filters": _filters(understood.filters),
        "period": list(understood.period) if understood.period else None,
        "author": understood.author,
        "mended": [
            {"typed": one.typed, "read": one.read, "unfinished": one.unfinished}
            for one in understood.mended
        ],
        "problems": list(understood.problems),
    }


def _filters(filters: Filters) -> dict[str, object]:
    return {
        "source": sorted(filters.sources),
        "role": sorted(filters.roles),
        "type": sorted(filters.types),
        "tag": sorted(filters.tags),
        "in": filters.in_title,
        "after": filters.after,
        "before": filters.before,
        "is": sorted(filters.is_),
        "has": sorted(filters.has),
    }


def _result(result: SearchResult) -> dict[str, object]:
    return {
        "id": result.id,
        "external_id": result.external_id,
        "score": result.score,
        "content": result.content,
        "passage": list(result.passage),
        "conversation": None
        if result.conversation_id is None
        else {"id": result.conversation_id, "title": result.title},
        "role": result.role,
        "source": result.source,
        "created_at": result.created_at,
        "tags": list(result.tags),
        "similar": list(result.similar),
        "explanation": {
            "sentence": result.explanation.sentence,
            "contributions": [
                {
                    "stage": part.stage,
                    "raw": part.raw,
                    "feature": part.feature,
                    "weight": part.weight,
                    "value": part.value,
                    "detail": part.detail,
                }
                for part in result.explanation.contributions
            ],
            "matched_terms": list(result.explanation.matched_terms),
            "notes": [note.text for note in result.explanation.notes],
        },
    }
