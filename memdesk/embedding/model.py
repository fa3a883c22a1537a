"""Turns texts into vectors of length one with an ONNX sentence encoder."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from memdesk.embedding.model_card import (
    CARD_FILE,
    MODEL_FILE,
    TOKENIZER_FILE,
    ModelCard,
    ModelError,
)

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

__all__ = ["EmbeddingModel", "Kind", "ModelCard", "ModelError"]

Kind = Literal["passage", "query"]

# Small batches of similar length waste little on padding and let a second thread run its own.
BATCH_SIZE = 4
# The longest piece of the vocabularies in use has 16 characters, so that a longer beginning of a
# text cannot matter except for runs of spaces.
_CHARACTERS_PER_TOKEN = 16
_INPUTS = {"input_ids", "attention_mask"}
_ERRORS_ONLY = 3
_SURROGATE = re.compile("[\ud800-\udfff]")


class EmbeddingModel:
    """A loaded model. All methods may be called from several threads at once."""

    def __init__(self, card: ModelCard, tokenizer: Tokenizer, session: InferenceSession) -> None:
        self.card = card
        self._tokenizer = tokenizer
        self._session = session

    @classmethod
    def load(cls, folder: Path, *, threads: int = 1) -> EmbeddingModel:
        """Load the model in `folder`; one run uses `threads` threads.

        This takes a few tenths of a second and about 200 MB, so it belongs on a worker thread.
        Raises ModelError if a file is missing, is not the one `model.json` names, or cannot
        be run.
        """
        card = ModelCard.read(folder)
        tokenizer = _load_tokenizer(folder / TOKENIZER_FILE, card)
        session = _load_session(folder / MODEL_FILE, card, threads)
        return cls(card, tokenizer, session)

    def encode(self, texts: Sequence[str], *, kind: Kind) -> list[list[int]]:
        """Return the token ids of each text, prefix and special tokens included.

        Longer texts are cut at the token limit.
        """
        prefix = self.card.passage_prefix if kind == "passage" else self.card.query_prefix
        limit = self.card.token_limit * _CHARACTERS_PER_TOKEN
        prepared = [prefix + _whole_characters(text.strip()[:limit]) for text in texts]
        return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(prepared)]

    def run(self, batch: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """Return the vectors of a batch of token id lists, shape (texts, dimensions).

        The batch runs at once, padded to its longest list: lists of equal length are best.
        """
        if not batch:
            return np.empty((0, self.card.dimensions), np.float32)
        shape = len(batch), max(len(ids) for ids in batch)
        input_ids, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for row, ids in enumerate(batch):
            input_ids[row, : len(ids)] = ids
            mask[row, : len(ids)] = 1
        feeds = {"input_ids": input_ids, "attention_mask": mask}
        vectors: NDArray[np.float32] = self._session.run(None, feeds)[0]
        return vectors

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of texts to be found, shape (texts, dimensions), in their order."""
        encoded = self.encode(texts, kind="passage")
        order = sorted(range(len(encoded)), key=lambda place: len(encoded[place]))
        vectors = np.empty((len(encoded), self.card.dimensions), np.float32)
        for first in range(0, len(order), BATCH_SIZE):
            places = order[first : first + BATCH_SIZE]
            vectors[places] = self.run([encoded[place] for place in places])
        return vectors

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a question, shape (dimensions,)."""
        vector: NDArray[np.float32] = self.run(self.encode([text], kind="query"))[0]
        return vector


def _whole_characters(text: str) -> str:
    """Join surrogates that belong together and replace the others, which have no UTF-8 form."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _load_tokenizer(path: Path, card: ModelCard) -> Tokenizer:
    from tokenizers import Tokenizer

    _check(path, card.tokenizer_sha256)
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # The library raises nothing more special than this.
        raise ModelError(path, f"the tokenizer cannot be loaded ({error}).") from error
    tokenizer.enable_truncation(card.token_limit)
    return tokenizer


def _load_session(path: Path, card: ModelCard, threads: int) -> InferenceSession:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    # Waiting threads would otherwise keep a processor busy between two questions.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # With texts of all lengths the arena grows by 100 MB and never shrinks, without being faster.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    _check(path, card.model_sha256)
    providers = ["CPUExecutionProvider"]
    try:
        # Given the bytes instead, the session would keep them next to its own copy.
        session = onnxruntime.InferenceSession(str(path), options, providers=providers)
    except Exception as error:  # The library's own errors share no base below this one.
        raise ModelError(path, f"onnxruntime cannot run it ({error}).") from error
    inputs = {value.name for value in session.get_inputs()}
    output = session.get_outputs()[0].shape
    if inputs != _INPUTS or output[-1] != card.dimensions:
        reason = f"its inputs and output do not fit {CARD_FILE} ({sorted(inputs)}, {output})."
        raise ModelError(path, reason)
    return session


def _check(path: Path, sha256: str) -> None:
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(path, f"it cannot be read ({error.strerror}).") from error
    if found != sha256:
        raise ModelError(path, f"it is not the file that {CARD_FILE} was written for.")
