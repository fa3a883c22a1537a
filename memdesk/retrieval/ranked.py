"""What every pipeline hands back: a ranked list of ordinals with the figures behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Columns
from memdesk.index.keywords import KeywordIndex
from memdesk.index.vectors import Aim, VectorIndex
from memdesk.retrieval.contributions import total
from memdesk.retrieval.explanation import Contribution
from memdesk.retrieval.filtering import Mask
from memdesk.retrieval.profiles import Profile
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall.parents import ParentIndex
from memdesk.retrieval.results import Mode
from memdesk.retrieval.text_forms import TextForms
from memdesk.retrieval.voice import Confidence, Rule


@dataclass(frozen=True, slots=True)
class RankedMemory:
    """A memory in its place; its score is the sum of its contributions."""

    ordinal: int
    contributions: Sequence[Contribution]
    ranks: tuple[tuple[str, int], ...] = ()
    embedded: bool = True
    similar: tuple[int, ...] = ()

    @property
    def score(self) -> float:
        """The sum of the contributions."""
        return total(self.contributions)


@dataclass(frozen=True, slots=True)
class Ranking:
    """A pipeline's answer. ``matching`` are the ordinals of all memories that fit the question.

    With ``rejected`` (the reason) the list is empty, ``nearest`` is what came closest and ``rule``
    what turned the answer away. ``confidence`` is None where it was not judged.
    """

    memories: tuple[RankedMemory, ...]
    matching: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    rejected: str | None = None
    nearest: RankedMemory | None = None
    rule: Rule = "profile"
    confidence: Confidence | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """All that a pipeline may look at. It changes none of it.

    ``quoted``: what is allowed holds the phrases as they were quoted. ``anyway``: what comes
    nearest is wanted even if it hardly answers.
    """

    question: Question
    aim: Aim | None
    now: int
    limit: int
    profile: Profile
    multipliers: Mapping[str, float]
    allowed: Mask
    columns: Columns
    keywords: KeywordIndex
    vectors: VectorIndex | None
    connection: apsw.Connection
    parents: Mapping[str, ParentIndex]
    forms: TextForms
    mode: Mode = "asked"
    quoted: bool = False
    anyway: bool = False

    def ids(self, ordinals: Sequence[int] | NDArray[np.int64]) -> list[int]:
        """Return the memory ids of ordinals."""
        found: list[int] = self.columns.field("id")[np.asarray(ordinals, dtype=np.int64)].tolist()
        return found

    def weight(self, stage: str, default: float = 0.0) -> float:
        """Return a stage's weight: the profile's, times what the person set."""
        return self.profile.weights.get(stage, default) * self.multipliers.get(stage, 1.0)
