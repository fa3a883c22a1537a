"""From ranked ordinals to results that can be shown: texts, marks, excerpts, sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from memdesk.retrieval import excerpt, link_expansion
from memdesk.retrieval.contributions import by_group
from memdesk.retrieval.explanation import Explanation, Group, Note
from memdesk.retrieval.ranked import Context, RankedMemory
from memdesk.retrieval.results import SearchResult, Span
from memdesk.retrieval.sentence import sentence
from memdesk.vault import conversations, memories, vectors

_RARE = 3


def present(
    context: Context, ranked: Sequence[RankedMemory], *, by_relevance: bool = True
) -> tuple[SearchResult, ...]:
    """Return the results for ranked memories, in their order."""
    identifiers = context.ids([memory.ordinal for memory in ranked])
    records = {m.id: m for m in memories.get_many(context.connection, identifiers)}
    owners = {m.conversation_id for m in records.values() if m.conversation_id is not None}
    titles = conversations.titles(context.connection, sorted(owners))
    nearest = _nearest_spans(context, ranked)
    usual = _usual(ranked)
    counts = [
        len(context.keywords.posting(context.connection, term.forms).ordinals)
        for term in context.question.terms
    ]
    weights = {
        place: context.keywords.posting(context.connection, term.forms).idf
        for place, term in enumerate(context.question.terms)
    }
    said = link_expansion.remarks(
        context.connection, context.columns, np.array([one.ordinal for one in ranked], np.int64)
    )
    results = []
    for place, (memory, identifier) in enumerate(zip(ranked, identifiers, strict=True)):
        record = records[identifier]
        matches = excerpt.match(record.content, context.question.terms)
        matched = sorted(matches.places)
        words = [context.question.terms[at].word for at in matched]
        rare = [context.question.terms[at].word for at in matched if counts[at] <= _RARE]
        explanation = Explanation(
            contributions=memory.contributions,
            matched_terms=tuple(words),
            sentence=sentence(
                place if by_relevance else None,
                memory.contributions,
                usual,
                rare_words=rare,
                matched=words,
                author=context.question.author.label if context.question.author else None,
            ),
            notes=(*_notes(memory), *said.get(memory.ordinal, ())),
            ranks=memory.ranks,
        )
        results.append(
            SearchResult(
                id=identifier,
                score=memory.score,
                content=record.content,
                passage=excerpt.choose(
                    record.content, matches, weights, nearest.get(memory.ordinal)
                ),
                marks=matches.spans,
                conversation_id=record.conversation_id,
                title=titles.get(record.conversation_id or 0, "")
                or str(record.extra.get("title", "")),
                role=record.role,
                author=record.author,
                source=record.source,
                type=record.type,
                model=record.model,
                created_at=record.created_at,
                importance=record.importance,
                pinned=record.pinned,
                tags=record.tags,
                explanation=explanation,
                similar=memory.similar,
                external_id=record.external_id,
            )
        )
    return tuple(results)


def _notes(memory: RankedMemory) -> tuple[Note, ...]:
    notes = []
    if not memory.embedded:
        notes.append(Note("not-embedded", "Not embedded yet: ranked by its words."))
    if memory.similar:
        notes.append(Note("similar", f"{len(memory.similar)} similar"))
    return tuple(notes)


def _usual(ranked: Sequence[RankedMemory]) -> Mapping[Group, float]:
    sums: dict[Group, float] = {}
    for memory in ranked:
        for group, value in by_group(memory.contributions).items():
            sums[group] = sums.get(group, 0.0) + value / len(ranked)
    return sums


def _nearest_spans(context: Context, ranked: Sequence[RankedMemory]) -> dict[int, Span]:
    if context.aim is None or context.vectors is None or not ranked:
        return {}
    ordinals = np.array([memory.ordinal for memory in ranked], dtype=np.int64)
    passages = context.vectors.passage_of(ordinals, context.aim)
    spans = vectors.spans(context.connection, list(passages.values()))
    return {o: spans[passage] for o, passage in passages.items() if passage in spans}
