"""Finding links between memories, as suggestions: nothing is linked unless a person says so.

Three kinds. A statement that repeats an older one of the same person with another figure or word
is suggested as superseding it. What names a note or a conversation in ``[[double brackets]]`` is
related to it. And what points back ("as I said") is related to the earlier memory that the rest of
the sentence finds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import apsw

from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.results import Filters, SearchRequest
from memdesk.text.back_references import points_back
from memdesk.text.note_marks import wiki_links
from memdesk.text.restatement import MOST_WORDS, Statement, restates, statement
from memdesk.vault import changes, link_suggestions, statements
from memdesk.vault.link_suggestions import NewSuggestion
from memdesk.vault.statements import Said
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

_SURE_ENOUGH = 0.75
_MOST_ALIKE = 200
"""Of more statements with the same rare words each is news by habit, like the entries of a log."""
_APART_MS = 3_600_000
_POINTING_SCORE = 0.6
_NAMED_SCORE = 0.9
_LONGEST_POINTING = 600
_ALIKE_BY = 2


@dataclass(frozen=True, slots=True)
class _Read:
    said: Said
    statement: Statement


def find(vault: Vault, engine: SearchEngine, cancelled: Callable[[], bool] = lambda: False) -> int:
    """Look for links of what came or changed since the last time; returns how many are new.

    A run that is cancelled notes nothing, and the next one does all of it.
    """
    since = vault.read(link_suggestions.found_up_to)
    latest = vault.read(changes.latest_version)
    if latest <= since:
        return 0
    found: list[NewSuggestion] = []
    for one in _all(vault, engine, since):
        if cancelled():
            return 0
        if one is not None:
            found.append(one)

    def work(db: apsw.Connection) -> int:
        added = link_suggestions.add(db, found)
        link_suggestions.set_found_up_to(db, latest)
        return added

    return vault.write(work, Urgency.BULK)


def _all(vault: Vault, engine: SearchEngine, since: int) -> Iterator[NewSuggestion | None]:
    """Yield what is found, and None now and then where nothing is."""
    yield from _superseding(vault, since)
    yield from _named(vault, since)
    yield from _pointing_back(vault, engine, since)


def _superseding(vault: Vault, since: int) -> Iterator[NewSuggestion | None]:
    read: list[_Read] = []
    for said in vault.read(lambda db: list(statements.short(db, MOST_WORDS))):
        found = statement(said.content)
        if found is not None:
            read.append(_Read(said, found))
        yield None
    holding: dict[str, int] = defaultdict(int)
    for one in read:
        for word in one.statement.subject:
            holding[word] += 1
    alike: dict[tuple[str | None, str, str], list[_Read]] = defaultdict(list)
    for one in read:
        rarest = sorted(one.statement.subject, key=lambda word: (holding[word], word))
        for first, word in enumerate(rarest[: _ALIKE_BY + 1]):
            for other in rarest[first + 1 : _ALIKE_BY + 1]:
                alike[one.said.author, word, other].append(one)
    best: dict[int, NewSuggestion] = {}
    for group in alike.values():
        yield None
        if 1 < len(group) <= _MOST_ALIKE:
            for suggestion in _within(group, since):
                known = best.get(suggestion.source_id)
                if known is None or _rank(suggestion) > _rank(known):
                    best[suggestion.source_id] = suggestion
    yield from best.values()


def _rank(suggestion: NewSuggestion) -> tuple[float, int]:
    return suggestion.score, suggestion.target_id


def _within(group: list[_Read], since: int) -> Iterator[NewSuggestion]:
    """Yield for each statement the latest before it that it says anew."""
    ordered = sorted(group, key=lambda one: (one.said.created_at, one.said.id))
    for place, new in enumerate(ordered):
        for old in reversed(ordered[:place]):
            fresh = max(new.said.version, old.said.version) > since
            if not fresh or new.said.created_at - old.said.created_at < _APART_MS:
                continue
            score = restates(new.statement, old.statement)
            if score >= _SURE_ENOUGH:
                reason = "It says the same with another figure or word, later."
                yield NewSuggestion(new.said.id, old.said.id, "supersedes", reason, score)
                break


def _named(vault: Vault, since: int) -> Iterator[NewSuggestion | None]:
    for said in vault.read(lambda db: list(statements.holding(db, "[[", since))):
        yield None
        for name in wiki_links(said.content):
            target = vault.read(partial(statements.titled, name=name, but=said.id))
            if target is not None:
                reason = f"It names “{name}” in double brackets."
                yield NewSuggestion(said.id, target, "related", reason, _NAMED_SCORE)


def _pointing_back(
    vault: Vault, engine: SearchEngine, since: int
) -> Iterator[NewSuggestion | None]:
    """Only what a person says points back to what that person has said."""
    for said in vault.read(lambda db: list(statements.since(db, since, _LONGEST_POINTING))):
        yield None
        rest = points_back(said.content)
        if rest is None:
            continue
        answer = engine.search(
            SearchRequest(
                rest, limit=5, count=False, filters=Filters(before=said.created_at), mend=False
            )
        )
        if answer.rejected is not None:
            continue
        for result in answer.results:
            elsewhere = (
                result.conversation_id is None or result.conversation_id != said.conversation_id
            )
            if result.id != said.id and result.role == said.role and elsewhere:
                reason = "It points back to what was said before."
                yield NewSuggestion(said.id, result.id, "related", reason, _POINTING_SCORE)
                break
