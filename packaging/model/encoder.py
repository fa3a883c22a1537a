"""The weights of a BERT-like encoder, as the graph builder takes them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from e5s1 import Blocks, EncoderSource, Shape
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear map x · weight + bias; `weight` has shape (inputs, outputs)."""

    weight: Floats
    bias: Floats


@dataclass(frozen=True, slots=True)
class Norm:
    """A layer normalisation."""

    weight: Floats
    bias: Floats


@dataclass(frozen=True, slots=True)
class Layer:
    """One transformer layer. `attention_input` makes queries, keys and values side by side."""

    attention_input: Linear
    attention_output: Linear
    attention_norm: Norm
    inner: Linear
    outer: Linear
    outer_norm: Norm


@dataclass(frozen=True, slots=True)
class Encoder:
    """A whole encoder. `positions` has the (always equal) token type already added."""

    shape: Shape
    words: Blocks | Floats
    positions: Floats
    input_norm: Norm
    layers: list[Layer]


def from_e5s1(source: EncoderSource, rows: NDArray[np.int64]) -> Encoder:
    """Return the encoder of an E5S1 file with only the given rows of its word table."""
    floats = source.floats

    def linear(*names: str) -> Linear:
        weight = np.concatenate([source.weights[f"{name}.w"].dense() for name in names])
        bias = np.concatenate([floats[f"{name}.b"] for name in names])
        return Linear(np.ascontiguousarray(weight.T), bias)

    def norm(name: str) -> Norm:
        return Norm(floats[f"{name}.w"], floats[f"{name}.b"])

    layers = [
        Layer(
            attention_input=linear(f"{layer}.q", f"{layer}.k", f"{layer}.v"),
            attention_output=linear(f"{layer}.ao"),
            attention_norm=norm(f"{layer}.aln"),
            inner=linear(f"{layer}.fi"),
            outer=linear(f"{layer}.fo"),
            outer_norm=norm(f"{layer}.oln"),
        )
        for layer in (f"l{number}" for number in range(source.shape.layers))
    ]
    positions = floats["emb.pos"] + floats["emb.type"][0]
    return Encoder(source.shape, source.words.rows(rows), positions, norm("emb.ln"), layers)
