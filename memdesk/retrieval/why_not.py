"""Why a memory that was expected is not among the results, or stands where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memdesk.retrieval import account, additive, memesh, memx, restrictions
from memdesk.retrieval.account_sentence import sentence
from memdesk.retrieval.placement import Outcome, Placement, Stage, Standing
from memdesk.retrieval.present import present
from memdesk.retrieval.query import ParsedQuery
from memdesk.retrieval.ranked import Context, RankedMemory, Ranking
from memdesk.retrieval.results import Filters, SearchRequest, SearchResult
from memdesk.retrieval.survey import Survey, rank_in
from memdesk.vault import memories

_SURVEYS: dict[str, Callable[[Context, int], Survey]] = {
    "additive": additive.survey,
    "memesh": memesh.survey,
    "memx": memx.survey,
}


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with what the search made of it: all that a placement is read from."""

    request: SearchRequest
    context: Context
    parsed: ParsedQuery
    filters: Filters
    ranking: Ranking
    results: tuple[SearchResult, ...]


def place(answered: Answered, memory: int) -> tuple[Placement, SearchResult | None]:
    """Return where the search put a memory, and the memory as a result, None if it is gone.

    Nothing is searched anew with other figures: the ranking's own steps are gone through again,
    and their outcome is the same.
    """
    context = answered.context
    at = context.columns.ordinals_of([memory])
    record = memories.get(context.connection, memory)
    if record is None or not len(at):
        return Placement(memory, "gone", account.GONE, (account.gone(),)), None
    ordinal = int(at[0])
    if not context.columns.field("alive")[ordinal]:
        stage = account.trashed()
        return Placement(memory, "trash", account.TRASH, (stage,)), _presented(answered, ordinal)
    barred = restrictions.against(context, answered.parsed, answered.filters, ordinal)
    stages = (account.kept(), account.filtered(barred, answered.filters, answered.parsed))
    shown = len(answered.results)
    if barred:
        placed = Placement(
            memory, "filtered", account.left_out(barred), stages, shown=shown, restrictions=barred
        )
        return placed, _presented(answered, ordinal)
    if answered.parsed.is_blank:
        return _listed(answered, memory, ordinal, stages)
    survey = _SURVEYS[context.profile.pipeline](context, ordinal)
    return _placed(answered, memory, ordinal, survey, stages)


def _listed(
    answered: Answered, memory: int, ordinal: int, stages: tuple[Stage, ...]
) -> tuple[Placement, SearchResult | None]:
    """Without a question there is an order in time, or nothing at all."""
    shown = len(answered.results)
    result = _presented(answered, ordinal)
    if not shown:
        return Placement(memory, "unasked", account.UNASKED, stages), result
    order = answered.ranking.matching
    rank = rank_in(order, ordinal)
    found = _in_results(answered, memory)
    outcome: Outcome = "shown" if found is not None else "below"
    stages = (*stages, account.by_time(rank, len(order), shown, outcome))
    placed = Placement(
        memory,
        outcome,
        stages[-1].text,
        stages,
        shown=shown,
        candidates=len(order),
        place=found,
        rank=rank,
    )
    return placed, result


def _placed(
    answered: Answered, memory: int, ordinal: int, survey: Survey, stages: tuple[Stage, ...]
) -> tuple[Placement, SearchResult | None]:
    ranking, shown = answered.ranking, answered.ranking.memories
    rank = rank_in(survey.order, ordinal)
    weighed = survey.explained(ordinal) if rank is not None else None
    own = None
    if weighed is not None and rank is not None:
        own = Standing(memory, rank, weighed.contributions)
    first = _standing(answered, survey, shown[0]) if shown else None
    last = _standing(answered, survey, shown[-1]) if shown else None
    under = _under(answered, memory, survey)
    listed = next((at for at, one in enumerate(shown) if one.ordinal == ordinal), None)
    outcome = _outcome(ranking, survey, listed is not None, under is not None)
    # Where the list is sorted by date, the place is that in the list as it is shown.
    place_of = memory if listed is not None else under
    place = _in_results(answered, place_of) if place_of is not None else None
    result = _presented(answered, ordinal, weighed)
    told = account.Told(
        outcome=outcome,
        survey=survey,
        own=own,
        first=first,
        last=last,
        shown=len(shown),
        place=place,
        refused=ranking.rejected,
        asked=tuple(term.word for term in answered.context.question.terms),
        matched=result.explanation.matched_terms if result is not None else (),
        profile=answered.context.profile.pipeline,
        typing=answered.request.mode == "typing",
        meaning_used=answered.context.profile.uses_meaning,
        judged=ranking.confidence,
    )
    placed = Placement(
        memory,
        outcome,
        sentence(told),
        (*stages, *account.stages(told)),
        shown=len(shown),
        candidates=len(survey.order),
        place=place,
        rank=rank,
        own=own,
        first=first,
        last=last,
        under=under,
    )
    return placed, result


def _outcome(ranking: Ranking, survey: Survey, listed: bool, folded: bool) -> Outcome:
    if listed:
        return "shown"
    if folded:
        return "folded"
    if not survey.recalled:
        return "missed"
    if ranking.rejected is not None:
        return "rejected"
    return "below" if survey.relevant else "irrelevant"


def _under(answered: Answered, memory: int, survey: Survey) -> int | None:
    """Return the id of the shown result that stands for the memory."""
    context, shown = answered.context, answered.ranking.memories
    for one in shown:
        if memory in one.similar or one.ordinal == survey.instead:
            return context.ids([one.ordinal])[0]
    return None


def _standing(answered: Answered, survey: Survey, one: RankedMemory) -> Standing:
    identifier = answered.context.ids([one.ordinal])[0]
    return Standing(identifier, rank_in(survey.order, one.ordinal) or 0, one.contributions)


def _in_results(answered: Answered, memory: int) -> int | None:
    identifiers: Sequence[int] = [result.id for result in answered.results]
    return identifiers.index(memory) + 1 if memory in identifiers else None


def _presented(
    answered: Answered, ordinal: int, weighed: RankedMemory | None = None
) -> SearchResult | None:
    """Return the memory as a result, the one that is shown if it is."""
    identifier = answered.context.ids([ordinal])[0]
    for result in answered.results:
        if result.id == identifier:
            return result
    one = weighed or RankedMemory(ordinal, ())
    return present(answered.context, (one,), by_relevance=False)[0]
