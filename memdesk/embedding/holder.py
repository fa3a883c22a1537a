"""One loaded model for the whole program, loaded when it is first needed."""

from __future__ import annotations

import threading
from pathlib import Path

from memdesk.embedding.model import EmbeddingModel


class ModelHolder:
    """Loads the model of a folder once, on the thread that asks first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._model: EmbeddingModel | None = None

    @property
    def folder(self) -> Path:
        """Where the model's files are."""
        return self._folder

    def get(self) -> EmbeddingModel:
        """Return the model, loading it (about a second) if nobody has yet."""
        with self._lock:
            if self._model is None:
                self._model = EmbeddingModel.load(self._folder)
            return self._model

    def if_loaded(self) -> EmbeddingModel | None:
        """Return the model if it is there already; never waits."""
        return self._model
