"""What `model.json` says about an embedding model."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from memdesk.errors import MemdeskError

CARD_FILE = "model.json"
MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"

_SHA256 = re.compile(r"[0-9a-f]{64}")
_REMEDY = "Choose another model folder or install memdesk again."
_Value = TypeVar("_Value")


class ModelError(MemdeskError):
    """An embedding model is missing, damaged or not one that memdesk can run."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"The embedding model cannot be used: {path}: {reason} {_REMEDY}")
        self.path = path


@dataclass(frozen=True, slots=True)
class ModelCard:
    """The description of a model folder.

    `model_sha256` and `tokenizer_sha256` are the hashes of its two files. `token_limit` counts
    the special tokens too. The prefixes are put before a text by what it is for.
    """

    name: str
    version: str
    model_sha256: str
    tokenizer_sha256: str
    dimensions: int
    token_limit: int
    passage_prefix: str
    query_prefix: str

    @property
    def identity(self) -> str:
        """Return what tells this model's vectors from those of any other model."""
        hashes = f"{self.model_sha256[:12]}-{self.tokenizer_sha256[:12]}"
        return f"{self.name}-{self.version}-{hashes}"

    @classmethod
    def read(cls, folder: Path) -> ModelCard:
        """Read `model.json` in `folder`. Raises ModelError naming the file and the entry."""
        path = folder / CARD_FILE
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise ModelError(path, f"it cannot be read ({error.strerror}).") from error
        except ValueError as error:
            raise ModelError(path, f"it is not valid JSON ({error}).") from error
        if not isinstance(content, dict):
            raise ModelError(path, "it is not a JSON object.")
        hashes = _entry(path, content, "sha256", dict)
        prefixes = _entry(path, content, "prefixes", dict)
        if content.get("pooling") != "in graph" or content.get("normalised") is not True:
            reason = "only models that pool and normalise in their graph are supported."
            raise ModelError(path, reason)
        return cls(
            name=_entry(path, content, "name", str),
            version=_entry(path, content, "version", str),
            model_sha256=_hash(path, hashes, MODEL_FILE),
            tokenizer_sha256=_hash(path, hashes, TOKENIZER_FILE),
            dimensions=_count(path, content, "dimensions"),
            token_limit=_count(path, content, "token_limit"),
            passage_prefix=_entry(path, prefixes, "passage", str),
            query_prefix=_entry(path, prefixes, "query", str),
        )


def _entry(path: Path, content: dict[str, object], key: str, kind: type[_Value]) -> _Value:
    value = content.get(key)
    if not isinstance(value, kind):
        raise ModelError(path, f"the entry “{key}” is missing or not of the right kind.")
    return value


def _count(path: Path, content: dict[str, object], key: str) -> int:
    value = _entry(path, content, key, int)
    if isinstance(value, bool) or value < 1:
        raise ModelError(path, f"the entry “{key}” must be a number above zero.")
    return value


def _hash(path: Path, hashes: dict[str, object], file: str) -> str:
    value = _entry(path, hashes, file, str)
    if not _SHA256.fullmatch(value):
        raise ModelError(path, f"the sha256 of “{file}” must be 64 hexadecimal digits.")
    return value
