"""Reads the E5S1 file: a multilingual-e5-small encoder with 4-bit weights and its vocabulary.

Layout, little-endian: magic, version, dimensions of the encoder, epsilon, block size, special
piece numbers, the pieces (offsets, scores, one blob of UTF-8), a table of code-point
replacements, then the tensors, each with a small header and its place in the file.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from source_wheel import SourceError

MAGIC = b"E5S1"
BLOCK = 32
BLOCK_BYTES = 2 + BLOCK // 2
_HEADER = struct.Struct("<4sI7ifi5iQ")
_TENSOR = struct.Struct("<BIQQ")


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of the encoder."""

    hidden: int
    layers: int
    heads: int
    inner: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Pieces:
    """The vocabulary: piece texts and their log probabilities, by piece number."""

    texts: list[str]
    scores: list[float]
    begin: int
    end: int
    padding: int
    unknown: int


@dataclass(frozen=True, slots=True)
class Blocks:
    """A 4-bit table of whole rows: value = level · scale, one scale for 32 neighbours.

    `levels` is int8 in -8…7, shape (rows, columns); `scales` is float16, (rows, columns / 32).
    """

    levels: NDArray[np.int8]
    scales: NDArray[np.float16]

    def dense(self) -> NDArray[np.float32]:
        """Return the table as float32, shape (rows, columns)."""
        scales = np.repeat(self.scales.astype(np.float32), BLOCK, axis=1)
        return self.levels.astype(np.float32) * scales

    def rows(self, numbers: NDArray[np.int64]) -> Blocks:
        """Return a table of the given rows in the given order."""
        return Blocks(self.levels[numbers], self.scales[numbers])


@dataclass(frozen=True, slots=True)
class EncoderSource:
    """Everything the E5S1 file holds that the recipe needs."""

    shape: Shape
    pieces: Pieces
    words: Blocks
    floats: Mapping[str, NDArray[np.float32]]
    weights: Mapping[str, Blocks]


def read(content: bytes) -> EncoderSource:
    """Parse a whole E5S1 file. Raises SourceError if it is not one."""
    if content[:4] != MAGIC:
        raise SourceError("the source file does not begin with E5S1")
    header = _HEADER.unpack_from(content)
    version, block = header[1], header[10]
    if (version, block) != (1, BLOCK):
        raise SourceError(f"E5S1 version {version} with blocks of {block} is not known")
    hidden, layers, heads, inner, vocabulary, positions, types = header[2:9]
    shape = Shape(hidden, layers, heads, inner, positions, header[9])
    pieces, place = _read_pieces(content, header[11:16], header[16])
    floats, packed = _read_tensors(content, _after_replacements(content, place))
    weights = {
        name: _unpack(raw, inner if name.endswith(".fo.w") else hidden)
        for name, raw in packed.items()
    }
    words = weights.pop("emb.word")
    if words.levels.shape != (vocabulary, hidden):
        raise SourceError(f"the word table has shape {words.levels.shape}")
    floats["emb.pos"] = floats["emb.pos"].reshape(positions, hidden)
    floats["emb.type"] = floats["emb.type"].reshape(types, hidden)
    return EncoderSource(shape, pieces, words, floats, weights)


def _read_pieces(content: bytes, numbers: tuple[int, ...], blob_bytes: int) -> tuple[Pieces, int]:
    count, begin, end, padding, unknown = numbers
    place = _HEADER.size
    offsets = np.frombuffer(content, "<u4", count + 1, place)
    place += offsets.nbytes
    scores = np.frombuffer(content, "<f4", count, place)
    place += scores.nbytes
    texts = [
        content[place + first : place + last].decode()
        for first, last in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)
    ]
    pieces = Pieces(texts, scores.tolist(), begin, end, padding, unknown)
    return pieces, place + blob_bytes


def _after_replacements(content: bytes, place: int) -> int:
    # The table says what NFKC with the usual control-character rules says; the tokenizer
    # library has those built in.
    _, size = struct.unpack_from("<iI", content, place)
    return int(place + 8 + size)


def _read_tensors(
    content: bytes, place: int
) -> tuple[dict[str, NDArray[np.float32]], dict[str, NDArray[np.uint8]]]:
    floats: dict[str, NDArray[np.float32]] = {}
    packed: dict[str, NDArray[np.uint8]] = {}
    (count,) = struct.unpack_from("<i", content, place)
    place += 4
    for _ in range(count):
        (length,) = struct.unpack_from("<H", content, place)
        name = content[place + 2 : place + 2 + length].decode()
        kind, elements, offset, size = _TENSOR.unpack_from(content, place + 2 + length)
        place += 2 + length + _TENSOR.size
        if kind == 0:
            floats[name] = np.frombuffer(content, "<f4", elements, offset)
        else:
            packed[name] = np.frombuffer(content, np.uint8, size, offset)
    return floats, packed


def _unpack(raw: NDArray[np.uint8], columns: int) -> Blocks:
    blocks = raw.reshape(-1, BLOCK_BYTES)
    scales = np.ascontiguousarray(blocks[:, :2]).view("<f2").reshape(-1, columns // BLOCK)
    nibbles = blocks[:, 2:]
    levels = np.concatenate([nibbles & 0x0F, nibbles >> 4], axis=1).astype(np.int8) - 8
    return Blocks(levels.reshape(-1, columns), scales)
