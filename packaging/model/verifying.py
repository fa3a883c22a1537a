"""Compares the finished model with the untrimmed float graph of its source."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from encoder import Floats
from tokenizers import Tokenizer

LEAST_MEAN_COSINE = 0.99
SENTENCES = Path(__file__).with_name("sentences")
# Every how many sentences one goes into the tests' reference.
REFERENCE_STEP = 4


class VerificationError(Exception):
    """The finished model is too far from its source."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """The sentences of one language with their vectors, shape (sentences, dimensions)."""

    language: str
    texts: list[str]
    source: Floats
    finished: Floats

    @property
    def cosines(self) -> Floats:
        """Return how near each finished vector is to that of the source."""
        cosines: Floats = np.sum(self.source * self.finished, axis=1)
        return cosines


class Embedder:
    """The plainest way to a vector: one text at a time."""

    def __init__(self, graph: bytes, tokenizer: Tokenizer, prefix: str, unknown: str) -> None:
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            graph, options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = tokenizer
        self._prefix = prefix
        self._unknown = tokenizer.token_to_id(unknown)

    def ids(self, text: str) -> list[int]:
        """Return the token ids of a text with its prefix."""
        ids: list[int] = self._tokenizer.encode(self._prefix + text).ids
        return ids

    def knows(self, character: str) -> bool:
        """Return whether a character that is text by itself has a piece."""
        if not character.isprintable() or character.isspace():
            return False
        return self._unknown not in self.ids(character)

    def vectors(self, texts: list[str]) -> Floats:
        """Return the vectors of the texts, shape (texts, dimensions)."""
        return np.concatenate([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Floats:
        ids = np.array([self.ids(text)], np.int64)
        feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        vector: Floats = self._session.run(None, feeds)[0]
        return vector


def compare(source: Embedder, finished: Embedder) -> Iterator[Sentences]:
    """Yield the sentences of each language with both models' vectors."""
    for path in sorted(SENTENCES.glob("*.txt")):
        texts = path.read_text(encoding="utf-8").splitlines()
        yield Sentences(path.stem, texts, source.vectors(texts), finished.vectors(texts))


def report(compared: list[Sentences]) -> None:
    """Print the cosines of each language. Raises VerificationError if one's mean is too low."""
    for sentences in compared:
        cosines = sentences.cosines
        print(
            f"{sentences.language}: cosine to the source {cosines.mean():.4f} on average, "
            f"{cosines.min():.3f} at least, {len(cosines)} sentences"
        )
        if cosines.mean() < LEAST_MEAN_COSINE:
            raise VerificationError(f"{sentences.language} is below {LEAST_MEAN_COSINE}")


def write_test_data(
    folder: Path, compared: list[Sentences], source: Embedder, finished: Embedder
) -> None:
    """Write what the tests hold the model against.

    reference.json has some sentences with the source's vectors (base64 of float16) and the token
    ids; characters.txt has every character that the source's vocabulary knows.
    """
    lines = [
        json.dumps(
            {
                "language": sentences.language,
                "text": text,
                "ids": finished.ids(text),
                "vector": base64.b64encode(vector.astype("<f2").tobytes()).decode(),
            },
            ensure_ascii=False,
        )
        for sentences in compared
        for text, vector in list(zip(sentences.texts, sentences.source, strict=True))[
            ::REFERENCE_STEP
        ]
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "reference.json").write_bytes(("[\n" + ",\n".join(lines) + "\n]\n").encode())
    rows = [
        "".join(filter(source.knows, map(chr, range(first, first + 256))))
        for first in range(0, 0x110000, 256)
    ]
    (folder / "characters.txt").write_bytes("".join(f"{row}\n" for row in rows if row).encode())
