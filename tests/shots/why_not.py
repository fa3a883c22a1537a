"""The pinned memory and the account of where a search put it, in every state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from memdesk.desktop.search.pane import SearchPane
from memdesk.desktop.search.place_words import of_result
from memdesk.retrieval.placement import Outcome, Placement, Stage, Standing
from memdesk.retrieval.results import SearchResponse, SearchResult
from tests.shots import samples
from tests.shots.registry import shot
from tests.shots.search import QUESTION, framed, pane

VAULT = Stage("vault", "passed", "It is in the vault and not in the trash.")
FILTERS = Stage("filters", "passed", "It meets all the filters.")


def missed_memory() -> SearchResult:
    """What was expected and is not among the finds."""
    return samples.result(
        77,
        "Invoice of the mill",
        "The invoice for the two sacks came to 28.40; I paid it when I fetched the new starter "
        "flour, and the man at the counter asked what I call mine.",
        samples.explained(
            keyword=0.16, meaning=0.04, near_context=0.05, recency=0.006, author=0.1, title=0.003
        ),
        "starter",
        created=samples.local(2024, 2, 9),
        tags=("shopping",),
    )


def standing(result: SearchResult, rank: int) -> Standing:
    return Standing(result.id, rank, result.explanation.contributions)


def below() -> Placement:
    """Twelve places below the last shown."""
    finds = samples.few()
    return Placement(
        id=77,
        outcome="below",
        sentence="12 places below the last shown; it shares only “starter” with the question. It "
        "would take 0.081 more; it falls behind most in meaning.",
        stages=(
            VAULT,
            FILTERS,
            Stage("words", "passed", "31st of 44 by words.", 31, 44, 2.1, 1.2),
            Stage(
                "meaning",
                "missed",
                "1,212th of 209,666 by meaning; the nearest 150 are looked at, down to 0.31, and "
                "it has 0.12.",
                1212,
                209666,
                0.12,
                0.31,
            ),
            Stage("relevance", "passed", "It has something in common with the question."),
            Stage(
                "score", "passed", "17th of 163 candidates, with 0.359; the last shown has 0.44."
            ),
            Stage("answer", "stopped", "5 are shown; it comes 12 places later."),
        ),
        shown=5,
        candidates=163,
        rank=17,
        own=standing(missed_memory(), 17),
        first=standing(finds[0], 1),
        last=standing(finds[4], 5),
    )


def shown() -> Placement:
    """The third result."""
    finds = samples.few()
    return Placement(
        id=3,
        outcome="shown",
        sentence="3rd of the 5 shown.",
        stages=(
            VAULT,
            FILTERS,
            Stage("words", "passed", "2nd of 44 by words.", 2, 44),
            Stage("meaning", "passed", "9th of 209,666 by meaning.", 9, 209666),
            Stage("relevance", "passed", "It has something in common with the question."),
            Stage("score", "passed", "3rd of 163 candidates, with 0.450."),
            Stage("answer", "passed", "3rd of the 5 shown."),
        ),
        shown=5,
        candidates=163,
        place=3,
        rank=3,
        own=standing(finds[2], 3),
        first=standing(finds[0], 1),
        last=standing(finds[4], 5),
    )


def short(outcome: Outcome, sentence: str, *stages: Stage, **fields: Any) -> Placement:
    """A memory that fell early, so that it has no score."""
    return Placement(77, outcome, sentence, stages, shown=5, **fields)


def filtered() -> Placement:
    return short(
        "filtered",
        "Left out by role:assistant and after:2024-06-01; without that it would be searched.",
        VAULT,
        Stage("filters", "stopped", "It does not meet role:assistant and after:2024-06-01."),
        restrictions=("role:assistant", "after:2024-06-01"),
    )


def answer(placement: Placement | None, memory: SearchResult | None = None) -> SearchResponse:
    """The usual answer, with the place of a memory in it."""
    return samples.response(samples.few(), placement=placement, expected=memory or missed_memory())


def expecting(
    placement: Placement | None, memory: SearchResult | None = None, *, open_: bool = True
) -> SearchPane:
    """A pane with a pinned memory, its question answered."""
    made = pane(QUESTION)
    made.expect(of_result(memory or missed_memory()))
    if placement is not None:
        made.showResponse(answer(placement, memory))
    if open_:
        made.expecting.show_(True)
    return made


@shot("why-not-below", size=(1280, 900))
def below_shot() -> QWidget:
    return framed(expecting(below()))


@shot("why-not-below-900x600", size=(900, 600))
def below_small() -> QWidget:
    return framed(expecting(below()))


@shot("why-not-below-200", size=(1280, 900), text_scale=2.0)
def below_large_text() -> QWidget:
    return framed(expecting(below()))


@shot("why-not-wide", size=(1680, 1000))
def wide() -> QWidget:
    return framed(expecting(below()))


@shot("why-not-shown")
def shown_shot() -> QWidget:
    return framed(expecting(shown(), samples.few()[2]))


@shot("why-not-filtered")
def filtered_shot() -> QWidget:
    return framed(expecting(filtered()))


@shot("why-not-pinned-900x600", size=(900, 600))
def pinned() -> QWidget:
    return framed(expecting(below(), open_=False))


@shot("why-not-nothing-pinned")
def nothing_pinned() -> QWidget:
    made = pane(QUESTION, samples.response(samples.few()))
    made.askWhyNot()
    return framed(made)


@shot("why-not-no-question")
def no_question() -> QWidget:
    made = pane()
    made.expect(of_result(missed_memory()))
    made.expecting.show_(True)
    return framed(made)


@shot("why-not-rejected")
def rejected() -> QWidget:
    refused = samples.rejection()
    assert refused.rejected is not None
    sentence = f"Nothing was shown. {refused.rejected.reason} It was the 4th candidate."
    placement = short(
        "rejected",
        sentence,
        VAULT,
        Stage("words", "missed", "It has none of the words that were searched for."),
        Stage("meaning", "missed", "It is not prepared for search by meaning yet."),
        Stage("score", "passed", "4th of 163 candidates, with 0.100."),
        Stage(
            "confidence",
            "stopped",
            "The chance that one of the first ten answers is put at 4 %: too little to show "
            "anything.",
        ),
        Stage("answer", "stopped", f"Nothing was shown. {refused.rejected.reason}"),
    )
    made = expecting(None)
    made.showResponse(replace(refused, placement=placement, expected=missed_memory()))
    return framed(made)


@shot("why-not-lookup")
def lookup() -> QWidget:
    return framed(_looking_up(samples.response((*samples.few()[:3], *samples.difficult()[:3]))))


@shot("why-not-lookup-nothing", size=(900, 600))
def lookup_nothing() -> QWidget:
    return framed(_looking_up(samples.response(())))


def _looking_up(found: SearchResponse) -> SearchPane:
    made = pane(QUESTION, samples.response(samples.few()))
    made.askWhyNot()
    made.why_not.lookup.field.setText("starter flour")
    made.showFound(found)
    QTimer.singleShot(0, made.why_not.focusLookup)
    return made
