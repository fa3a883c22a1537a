"""Our own suites: what a person told an assistant, among its long answers, and questions.

A language has one store and three sets of questions over it: *default*; *confusion*, whose
statements come in groups that differ only in a person, date, number, place or version; and
*paraphrase*, the default's questions in other words than the statement's. *cross-lingual* asks
each language's statements in the other, over both stores together.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache

from memdesk.bench.suites import material
from memdesk.bench.suites.composer import Record, compose
from memdesk.bench.suites.material import Query
from memdesk.errors import MemdeskError

SEED = 20251215
STORES = {"en": 1_240, "zh": 1_240}
"""How many records each language's store holds."""
NOW = int(datetime(2025, 12, 15, 9, tzinfo=UTC).timestamp() * 1000)
"""The moment at which every question is asked, UTC milliseconds."""

_SUITES = {
    "en-default": (("en",), "en/default.txt", ">"),
    "en-confusion": (("en",), "en/confusion.txt", ">"),
    "en-paraphrase": (("en",), "en/default.txt", "~"),
    "zh-default": (("zh",), "zh/default.txt", ">"),
    "zh-confusion": (("zh",), "zh/confusion.txt", ">"),
    "zh-paraphrase": (("zh",), "zh/default.txt", "~"),
    "cross-lingual": (("en", "zh"), "cross_lingual.txt", ">"),
}


class UnknownSuiteError(MemdeskError):
    """A suite was asked for that does not exist."""


@dataclass(frozen=True, slots=True)
class Suite:
    """The records of one or two stores, and what is asked of them.

    ``stores`` names the languages; suites with the same stores have the same records.
    """

    name: str
    stores: tuple[str, ...]
    records: tuple[Record, ...]
    queries: tuple[Query, ...]

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
    stores, file, mark = _SUITES[name]
    return Suite(
        name=name,
        stores=stores,
        records=tuple(record for store in stores for record in _store(store)),
        queries=tuple(
            replace(query, wanted=tuple(_full(stores[0], name) for name in query.wanted))
            for query in material.queries(file, mark)
        ),
    )


def _full(language: str, name: str) -> str:
    return name if ":" in name else f"{language}:{name}"


@lru_cache(maxsize=4)
def _store(language: str) -> tuple[Record, ...]:
    statements = (
        *material.statements(f"{language}/default.txt"),
        *material.statements(f"{language}/confusion.txt"),
    )
    subjects, words = material.subjects(f"{language}/subjects.txt")
    return compose(statements, subjects, words, language=language, seed=SEED, size=STORES[language])
