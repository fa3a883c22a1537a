"""Our own suites: what a person told an assistant, among its long answers, and questions.

A language has one store and three sets of questions over it: *default*; *confusion*, whose
statements come in groups that differ only in a person, date, number, place or version; and
*paraphrase*, the default's questions in other words than the statement's. *cross-lingual* has
stores of its own, in which each statement is made in one language only and asked in the other.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache

from memdesk.bench.suites import material
from memdesk.bench.suites.composer import Record, compose
from memdesk.bench.suites.halves import Half, half_of
from memdesk.bench.suites.material import Query
from memdesk.errors import MemdeskError

SEED = 20251215
NOW = int(datetime(2025, 12, 15, 9, tzinfo=UTC).timestamp() * 1000)
"""The moment at which every question is asked, UTC milliseconds."""


@dataclass(frozen=True, slots=True)
class _Store:
    """``files`` hold the statements, ``size`` is how many records there are with the chats."""

    language: str
    files: tuple[str, ...]
    size: int


_STORES = {
    "en": _Store("en", ("en/default.txt", "en/confusion.txt"), 1_240),
    "zh": _Store("zh", ("zh/default.txt", "zh/confusion.txt"), 1_240),
    "en apart": _Store("en", ("apart/en.txt",), 620),
    "zh apart": _Store("zh", ("apart/zh.txt",), 620),
}
_SUITES = {
    "en-default": (("en",), ("en/default.txt",), ">"),
    "en-confusion": (("en",), ("en/confusion.txt",), ">"),
    "en-paraphrase": (("en",), ("en/default.txt",), "~"),
    "zh-default": (("zh",), ("zh/default.txt",), ">"),
    "zh-confusion": (("zh",), ("zh/confusion.txt",), ">"),
    "zh-paraphrase": (("zh",), ("zh/default.txt",), "~"),
    "cross-lingual": (("en apart", "zh apart"), ("apart/en.txt", "apart/zh.txt"), ">"),
}
"""The stores of a suite, the file of questions about each, and the questions' mark."""


class UnknownSuiteError(MemdeskError):
    """A suite was asked for that does not exist."""


@dataclass(frozen=True, slots=True)
class Suite:
    """The records of one or two stores, and what is asked of them.

    ``stores`` names them; suites with the same stores have the same records. ``subjects`` are those
    of the statements, by record id.
    """

    name: str
    stores: tuple[str, ...]
    records: tuple[Record, ...]
    queries: tuple[Query, ...]
    subjects: dict[str, str]

    def half(self, query: Query) -> Half | None:
        """Return which half a question belongs to, None if nothing answers it."""
        return half_of(self.subjects[query.wanted[0]]) if query.wanted else None

    @property
    def sha256(self) -> str:
        """The hash of everything that is stored and asked."""
        text = json.dumps(
            [[asdict(record) for record in self.records], [asdict(q) for q in self.queries]],
            ensure_ascii=False,
            sort_keys=True,
        )
        return hashlib.sha256(text.encode()).hexdigest()


def names() -> tuple[str, ...]:
    """Return the names of all suites."""
    return tuple(_SUITES)


@lru_cache(maxsize=8)
def load(name: str) -> Suite:
    """Return a suite by name; the same one every time. Raises UnknownSuiteError."""
    if name not in _SUITES:
        raise UnknownSuiteError(f"There is no suite “{name}”. Choose one of {', '.join(_SUITES)}.")
    stores, files, mark = _SUITES[name]
    return Suite(
        name=name,
        stores=stores,
        records=tuple(record for store in stores for record in _records(store)),
        queries=tuple(
            replace(query, wanted=tuple(f"{_STORES[store].language}:{one}" for one in query.wanted))
            for store, file in zip(stores, files, strict=True)
            for query in material.queries(file, mark)
        ),
        subjects={
            f"{_STORES[store].language}:{statement.id}": statement.subject
            for store in stores
            for file in _STORES[store].files
            for statement in material.statements(file)
        },
    )


@lru_cache(maxsize=len(_STORES))
def _records(name: str) -> tuple[Record, ...]:
    store = _STORES[name]
    told = [statement for file in store.files for statement in material.statements(file)]
    subjects, words = material.subjects(f"{store.language}/subjects.txt")
    return compose(told, subjects, words, language=store.language, seed=SEED, size=store.size)
