"""Confidence in assistants' chats: the questions of our own suites, half to tune, half held out.

A suite's questions are its own and those of the suites across languages that are in its language,
which are about another store's statements: nothing here answers them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from memdesk.bench import suite_vault, suites
from memdesk.bench.asked import Asked, Part, ask
from memdesk.bench.suites.material import MISSES, Query
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval.results import SearchRequest
from memdesk.text.writing import writing_system

LIMIT = 50
LANGUAGES = ("en", "zh")
_OWN = ("default", "confusion", "paraphrase")
_ELSEWHERE = "cross-lingual"
_FOLDS = 5


def part(text: str) -> Part:
    """Return whether a question is fitted on or held out, by the hash of its text."""
    return "held out" if _hash(text) % 2 else "tuning"


def fold(text: str) -> int:
    """Return which fifth of the questions is left out together with this one."""
    return _hash(text) // 2 % _FOLDS


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def gather(holder: ModelHolder, progress: Callable[[str], None] = lambda line: None) -> list[Asked]:
    """Ask every question; the same ones every time."""
    asked: list[Asked] = []
    for language in LANGUAGES:
        progress(f"questions to the {language} suites")
        records = suites.load(f"{language}-{_OWN[0]}").records
        with suite_vault.of_records(records, holder) as built, built.vault.reader() as db:
            numbers = {record: memory for memory, record in built.records.items()}
            for suite, query in _questions(language):
                request = SearchRequest(query.text, limit=LIMIT, now=suites.NOW, count=False)
                asked.append(
                    ask(
                        built.engine.context(db, request),
                        [numbers[one] for one in query.wanted if one in numbers],
                        part=part(query.text),
                        group=f"{language} {fold(query.text)}",
                        kind=query.kind if suite != _ELSEWHERE else MISSES[0],
                        language=language,
                    )
                )
    return asked


def _questions(language: str) -> Iterator[tuple[str, Query]]:
    for name in _OWN:
        for query in suites.load(f"{language}-{name}").queries:
            yield name, query
    for query in suites.load(_ELSEWHERE).queries:
        if (writing_system(query.text) == "latin") == (language == "en"):
            yield _ELSEWHERE, query
