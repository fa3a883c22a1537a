"""Where an expected memory stands, in the few words of a chip, and what its stages are called."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from memdesk.desktop.search.excerpt import excerpt
from memdesk.desktop.widgets.dates import number, said
from memdesk.desktop.widgets.names import source_name, speaker, type_name
from memdesk.retrieval.account import nth
from memdesk.retrieval.placement import Placement, StageName
from memdesk.retrieval.results import SearchResult
from memdesk.vault.records import Memory

translate = QCoreApplication.translate

_SHOWN = 180


@dataclass(frozen=True, slots=True)
class Expected:
    """The memory that was pinned: enough to know it by, before anything is asked."""

    id: int
    title: str
    meta: str
    text: str


def of_result(result: SearchResult) -> Expected:
    """A result as it is pinned."""
    who = speaker(result.role, result.source, result.author)
    title = result.title or type_name(result.type)
    text = excerpt(result.content, result.passage, result.marks, _SHOWN).text
    return Expected(result.id, title, f"{who} · {said(result.created_at)}", text)


def of_memory(memory: Memory, title: str) -> Expected:
    """A message of a conversation as it is pinned."""
    who = speaker(memory.role, memory.source, memory.author)
    text = excerpt(memory.content, (0, min(len(memory.content), 2 * _SHOWN)), (), _SHOWN).text
    name = title or source_name(memory.source)
    return Expected(memory.id, name, f"{who} · {said(memory.created_at)}", text)


def place_words(placement: Placement) -> str:
    """Its place as a chip tells it: 3rd, or why it has none."""
    rank = nth(placement.rank) if placement.rank is not None else ""
    match placement.outcome:
        case "shown":
            return nth(placement.place or 0)
        case "folded":
            return translate("PlaceWords", "under the {place}").format(
                place=nth(placement.place or 0)
            )
        case "below":
            return translate("PlaceWords", "not among the {count} · {rank}").format(
                count=number(placement.shown), rank=rank
            )
        case "missed":
            return translate("PlaceWords", "not looked at")
        case "irrelevant":
            return translate("PlaceWords", "nothing in common")
        case "rejected":
            return translate("PlaceWords", "nothing shown")
        case "filtered":
            return translate("PlaceWords", "left out by {filter}").format(
                filter=placement.restrictions[0]
            )
        case "trash":
            return translate("PlaceWords", "in the trash")
        case "gone":
            return translate("PlaceWords", "deleted")
        case _:
            return translate("PlaceWords", "nothing asked")


def stage_title(name: StageName) -> str:
    """A stage as the account names it."""
    known: dict[StageName, str] = {
        "vault": translate("PlaceWords", "In the vault"),
        "filters": translate("PlaceWords", "Filters"),
        "words": translate("PlaceWords", "Found by words"),
        "meaning": translate("PlaceWords", "Found by meaning"),
        "company": translate("PlaceWords", "Found in company"),
        "relevance": translate("PlaceWords", "In common"),
        "score": translate("PlaceWords", "Score"),
        "folding": translate("PlaceWords", "Said once"),
        "confidence": translate("PlaceWords", "How certain"),
        "answer": translate("PlaceWords", "In the list"),
    }
    return known[name]


def place_title(placement: Placement) -> str:
    """The heading of the account: whether it asks why here, or why not."""
    if placement.outcome == "shown":
        return translate("PlaceWords", "Why there")
    return translate("PlaceWords", "Why not")
