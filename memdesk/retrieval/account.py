"""A placement stage by stage, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memdesk.retrieval.placement import Outcome, Stage, Standing, Verdict
from memdesk.retrieval.query import ParsedQuery
from memdesk.retrieval.results import Filters
from memdesk.retrieval.survey import Path, Survey
from memdesk.retrieval.voice import Confidence, percent

GONE = "There is no such memory."
TRASH = "It is in the trash, where nothing is searched."
UNASKED = "Nothing was asked, so it has no place yet."


@dataclass(frozen=True, slots=True)
class Told:
    """What the words are made from.

    ``asked`` are the question's words and ``matched`` those of them that the memory holds, both
    as typed; ``refused`` is why the whole answer was turned away and ``judged`` the confidence in
    it; ``place`` is that in the list, of the memory or of the result it is folded under.
    """

    outcome: Outcome
    survey: Survey
    own: Standing | None
    first: Standing | None
    last: Standing | None
    shown: int
    place: int | None
    refused: str | None
    asked: tuple[str, ...]
    matched: tuple[str, ...]
    profile: str
    typing: bool
    meaning_used: bool
    judged: Confidence | None = None


def nth(number: int) -> str:
    """Return 1st, 2nd, 3rd, 11th, 1,022nd."""
    ending = "th"
    if number % 100 not in (11, 12, 13):
        ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{ending}"


def gone() -> Stage:
    """The memory was never there, or deleted for good."""
    return Stage("vault", "stopped", GONE)


def trashed() -> Stage:
    """The memory is in the trash."""
    return Stage("vault", "stopped", TRASH)


def kept() -> Stage:
    """The memory is in the vault."""
    return Stage("vault", "passed", "It is in the vault and not in the trash.")


def filtered(barred: Sequence[str], filters: Filters, parsed: ParsedQuery) -> Stage:
    """What the filters made of it."""
    if barred:
        return Stage("filters", "stopped", f"It does not meet {joined(barred)}.")
    if filters == Filters() and not parsed.excluded and not parsed.phrases:
        return Stage("filters", "passed", "There are no filters.")
    return Stage("filters", "passed", "It meets all the filters.")


def left_out(barred: Sequence[str]) -> str:
    """Return the sentence for a memory that filters leave out."""
    return f"Left out by {joined(barred)}; without that it would be searched."


def by_time(rank: int | None, listed: int, shown: int, outcome: Outcome) -> Stage:
    """Its place where filters alone were given."""
    if rank is None:
        return Stage("answer", "stopped", "It is not among those listed.", of=listed)
    if outcome == "shown":
        text = f"{nth(rank)} of the {listed:,} that meet the filters."
        return Stage("answer", "passed", text, rank, listed)
    text = f"{nth(rank)} of the {listed:,} that meet the filters, of which {shown:,} are shown."
    return Stage("answer", "stopped", text, rank, listed)


def stages(told: Told) -> tuple[Stage, ...]:
    """Return the stages from recall to the list, in the order in which they come."""
    found = [_words(told)]
    if told.meaning_used:
        found.append(_meaning(told))
    if told.survey.company:
        found.append(_company(told.survey.company))
    if told.survey.recalled and told.profile == "additive":
        found.append(_relevance(told.survey))
    found.append(_score(told))
    if told.outcome == "folded":
        text = f"It says nearly the same as the {nth(told.place or 0)} result."
        found.append(Stage("folding", "stopped", text))
    if told.judged is not None:
        found.append(_confidence(told, told.judged))
    if told.outcome in ("shown", "below", "rejected"):
        found.append(_answer(told))
    return tuple(found)


def _words(told: Told) -> Stage:
    way = told.survey.words
    if way is None or way.rank is None:
        text = "It has none of the words that were searched for."
        if told.profile == "memx":
            text = "It does not hold the question as one phrase."
        return Stage("words", "missed", text, of=way.hits if way else None)
    return _way("words", way, f"{nth(way.rank)} of {way.hits:,} by words", "best")


def _meaning(told: Told) -> Stage:
    way = told.survey.meaning
    if way is None:
        text = "While you type, only words are compared."
        if not told.typing:
            text = "The question was not compared by meaning."
        return Stage("meaning", "missed", text)
    if way.rank is None:
        text = "It is not prepared for search by meaning yet."
        return Stage("meaning", "missed", text, of=way.hits, cutoff=way.cutoff)
    return _way("meaning", way, f"{nth(way.rank)} of {way.hits:,} by meaning", "nearest")


def _way(name: str, way: Path, opening: str, superlative: str) -> Stage:
    verdict: Verdict = "passed" if way.found else "missed"
    text = f"{opening}."
    cutoff = way.cutoff
    if not way.found and way.floor is not None and way.score < way.floor:
        cutoff = way.floor
        asked, has = _apart(way.floor, way.score)
        text = f"{opening}; {asked} is asked for, and it has {has}."
    elif not way.found and way.cutoff is not None and way.score < way.cutoff:
        least, has = _apart(way.cutoff, way.score)
        text = (
            f"{opening}; the {superlative} {way.taken:,} are looked at, down to {least}, and it "
            f"has {has}."
        )
    elif not way.found:
        # Of equals, or after a quick scan of very many, not all can be taken.
        text = f"{opening}, but it was passed over for others as good."
    return Stage(
        "words" if name == "words" else "meaning",
        verdict,
        text,
        way.rank,
        way.hits,
        way.score,
        cutoff,
    )


def _apart(one: float, other: float) -> tuple[str, str]:
    """Return two different figures with as many digits as it takes to tell them apart."""
    for digits in (2, 3, 4):
        texts = f"{one:.{digits}f}", f"{other:.{digits}f}"
        if texts[0] != texts[1]:
            break
    return texts


def _company(company: str) -> Stage:
    text = {
        "period": "It was looked at as one of the best of the time that was asked about.",
        "writing": "It was looked at as one of the nearest that are written in another script.",
        "beside": "It was looked at because it stands beside a message that was found.",
        "linked": "It was looked at because links lead to it from a message that was found.",
    }.get(company, "It opens a conversation whose title holds the words.")
    return Stage("company", "passed", text)


def _relevance(survey: Survey) -> Stage:
    if survey.relevant:
        text = "It has something in common with the question."
        return Stage("relevance", "passed", text)
    return Stage("relevance", "stopped", f"{IRRELEVANT}.")


IRRELEVANT = (
    "Neither it nor what stands around it has a word of the question or is near enough in meaning"
)


def _score(told: Told) -> Stage:
    own, last = told.own, told.last
    recalled = told.survey.recalled
    if own is None:
        return Stage("score", "stopped", "It was not looked at, so it has no score.")
    cutoff = last.score if last is not None else None
    of = len(told.survey.order)
    text = f"{nth(own.rank)} of {of:,} candidates, with {own.score:.3f}"
    if not recalled:
        text = (
            f"It was not looked at; it would have been {nth(own.rank)} of {of:,}, "
            f"with {own.score:.3f}"
        )
    if cutoff is not None and told.outcome != "shown":
        text = f"{text}; the last shown has {cutoff:.3f}"
    verdict: Verdict = "passed" if recalled else "stopped"
    return Stage("score", verdict, f"{text}.", own.rank, of, own.score, cutoff)


def _confidence(told: Told, judged: Confidence) -> Stage:
    chance = f"The chance that one of the first ten answers is put at {percent(judged.probability)}"
    if judged.voice == "sure":
        return Stage("confidence", "passed", f"{chance}.")
    if judged.voice == "unsure":
        return Stage("confidence", "passed", f"{chance}: the answer counts as less certain.")
    if told.refused is None:
        return Stage("confidence", "passed", f"{chance}: shown because it was asked for anyway.")
    return Stage("confidence", "stopped", f"{chance}: too little to show anything.")


def _answer(told: Told) -> Stage:
    if told.outcome == "shown":
        return Stage("answer", "passed", shown(told), told.place, told.shown)
    if told.outcome == "rejected":
        return Stage("answer", "stopped", f"Nothing was shown. {told.refused}")
    text = f"{told.shown:,} are shown; it comes {places(behind(told))} later."
    if told.shown == 1:
        text = f"1 is shown; it comes {places(behind(told))} later."
    return Stage("answer", "stopped", text, of=told.shown)


def shown(told: Told) -> str:
    """Return the place of what is in the list."""
    if told.shown == 1:
        return "It is the only result."
    return f"{nth(told.place or 0)} of the {told.shown:,} shown."


def behind(told: Told) -> int:
    """Return how many places it stands below the last shown; 0 if the list has no such order."""
    if told.own is None or told.last is None:
        return 0
    return told.own.rank - told.last.rank


def places(count: int) -> str:
    """Return a number of places in words."""
    return "1 place" if count == 1 else f"{count:,} places"


def joined(parts: Sequence[str]) -> str:
    """Return parts of a sentence as a list: a, b and c."""
    if len(parts) == 1:
        return parts[0]
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
