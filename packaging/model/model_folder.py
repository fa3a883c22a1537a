"""Writes a model folder: the graph, its tokenizer, and the card that names and describes both."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer


@dataclass(frozen=True, slots=True)
class Description:
    """What the card says beside the hashes. The token limit counts the special tokens."""

    name: str
    version: str
    dimensions: int
    token_limit: int
    passage_prefix: str
    query_prefix: str


def write(folder: Path, graph: bytes, tokenizer: Tokenizer, description: Description) -> None:
    """Write model.onnx, tokenizer.json and model.json into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    contents = {"model.onnx": graph, "tokenizer.json": tokenizer.to_str().encode()}
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    card = {
        "name": description.name,
        "version": description.version,
        "sha256": {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()},
        "dimensions": description.dimensions,
        "token_limit": description.token_limit,
        "prefixes": {
            "passage": description.passage_prefix,
            "query": description.query_prefix,
        },
        "pooling": "in graph",
        "normalised": True,
    }
    (folder / "model.json").write_bytes((json.dumps(card, indent=2) + "\n").encode())
