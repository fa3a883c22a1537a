"""A sentence encoder without a model: words become fixed directions, and synonyms share one."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.model_card import ModelCard

DIMENSIONS = 64
# Every text shares this direction, as the texts of a real encoder crowd into a cone.
_CROWD = 1.5


class FakeModel:
    """Stands for :class:`memdesk.embedding.model.EmbeddingModel`; the same text, the same vector.

    ``concepts`` maps words to the name of what they mean: two texts without a common word are
    near each other if their words mean the same.
    """

    def __init__(self, concepts: Mapping[str, str] | None = None, name: str = "fake") -> None:
        self.card = ModelCard(
            name=name,
            version="1",
            model_sha256="0" * 64,
            tokenizer_sha256="0" * 64,
            dimensions=DIMENSIONS,
            token_limit=512,
            passage_prefix="",
            query_prefix="",
        )
        self._concepts = dict(concepts or {})
        self.embedded: list[int] = []

    def encode(self, texts: Sequence[str], *, kind: str) -> list[list[int]]:
        return [
            [zlib.crc32(self._concepts.get(word, word).encode()) for word in words(text)]
            for text in texts
        ]

    def run(self, batch: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        self.embedded.append(len(batch))
        crowd = _direction(0) * _CROWD
        rows = [sum((_direction(code) for code in codes), crowd) for codes in batch]
        matrix = np.array(rows, dtype=np.float32).reshape(-1, DIMENSIONS)
        return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.run(self.encode(texts, kind="passage"))

    def embed_query(self, text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self.run(self.encode([text], kind="query"))[0]
        return vector


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]", text.lower())


def _direction(code: int) -> NDArray[np.float64]:
    vector = np.random.default_rng(code).normal(size=DIMENSIONS)
    return vector / np.linalg.norm(vector)


class FakeHolder:
    """Holds a model that is already loaded."""

    def __init__(self, model: FakeModel | None = None) -> None:
        self.model = model or FakeModel()

    def get(self) -> FakeModel:
        return self.model

    def if_loaded(self) -> FakeModel | None:
        return self.model


def holder(concepts: Mapping[str, str] | None = None, name: str = "fake") -> ModelHolder:
    """A holder of a fake model, in the type that the program asks for."""
    return held(FakeModel(concepts, name))


def held(model: FakeModel) -> ModelHolder:
    """A holder of this model, in the type that the program asks for."""
    return cast(ModelHolder, cast(Any, FakeHolder(model)))
