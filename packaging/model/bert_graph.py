"""Builds the ONNX graph of an encoder out of onnxruntime's fused operators.

Inputs `input_ids` and `attention_mask`, int64, shape (texts, tokens); output
`sentence_embedding`, float32, shape (texts, hidden), mean-pooled over the tokens that the mask
keeps and of length one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from e5s1 import BLOCK, Blocks
from encoder import Encoder, Layer, Linear, Norm
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

FUSED = "com.microsoft"
OPSET = 21
# The oldest format that has 4-bit tensors, so that older runtimes can read the file.
IR_VERSION = 10


def build(encoder: Encoder) -> onnx.ModelProto:
    """Return the float graph of the encoder (the word table stays 4-bit if it comes so)."""
    graph = _Graph()
    hidden = _embedding(graph, encoder)
    mask = graph.node("Cast", ["attention_mask"], to=TensorProto.INT32)
    for number, layer in enumerate(encoder.layers):
        hidden = _layer(graph, encoder, layer, f"layer{number}", hidden, mask)
    _pooling(graph, hidden)
    return graph.model(encoder.shape.hidden)


class _Graph:
    """Nodes and constants in the order they were added; values are named by their number."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []

    def node(
        self,
        operator: str,
        inputs: list[str],
        *,
        domain: str = "",
        outputs: int = 1,
        name: str | None = None,
        **attributes: Any,
    ) -> str:
        """Add a node and return the name of its first output."""
        first = name or f"value{len(self._nodes)}"
        names = [first, *(f"{first}_{extra}" for extra in range(1, outputs))]
        self._nodes.append(
            helper.make_node(
                operator, inputs, names, name=f"node_{first}", domain=domain, **attributes
            )
        )
        return first

    def constant(self, name: str, values: NDArray[np.generic]) -> str:
        """Add a constant and return its name."""
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def packed(self, name: str, levels: NDArray[np.int8]) -> str:
        """Add a constant of 4-bit signed integers, two to a byte, and return its name."""
        nibbles = (levels & 0x0F).astype(np.uint8)
        raw = (nibbles[:, 0::2] | nibbles[:, 1::2] << 4).tobytes()
        self._constants.append(
            helper.make_tensor(name, TensorProto.INT4, levels.shape, raw, raw=True)
        )
        return name

    def model(self, hidden: int) -> onnx.ModelProto:
        """Return the finished model."""
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"])
            for name in ("input_ids", "attention_mask")
        ]
        output = helper.make_tensor_value_info(
            "sentence_embedding", TensorProto.FLOAT, ["texts", hidden]
        )
        graph = helper.make_graph(
            self._nodes, "sentence_encoder", inputs, [output], initializer=self._constants
        )
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(FUSED, 1)]
        return helper.make_model(
            graph, opset_imports=opsets, ir_version=IR_VERSION, producer_name="memdesk"
        )


def _embedding(graph: _Graph, encoder: Encoder) -> str:
    words = _word_vectors(graph, encoder.words)
    # The graph takes any number of tokens up to the length of the position table.
    shape = graph.node("Shape", ["input_ids"], start=1, end=2)
    zero = graph.constant("zero", np.array([0], np.int64))
    table = graph.constant("position_table", encoder.positions)
    positions = graph.node("Slice", [table, zero, shape, zero])
    return _skip_norm(graph, encoder, "input", words, positions, encoder.input_norm)


def _word_vectors(graph: _Graph, words: Blocks | NDArray[np.float32]) -> str:
    if not isinstance(words, Blocks):
        return graph.node("Gather", [graph.constant("word_table", words), "input_ids"])
    gathered = graph.node(
        "GatherBlockQuantized",
        [
            graph.packed("word_levels", words.levels),
            "input_ids",
            graph.constant("word_scales", words.scales),
        ],
        domain=FUSED,
        block_size=BLOCK,
        gather_axis=0,
        quantize_axis=1,
    )
    return graph.node("Cast", [gathered], to=TensorProto.FLOAT)


def _layer(graph: _Graph, encoder: Encoder, layer: Layer, name: str, hidden: str, mask: str) -> str:
    attended = graph.node(
        "Attention",
        [
            hidden,
            graph.constant(f"{name}_attention_input_weight", layer.attention_input.weight),
            graph.constant(f"{name}_attention_input_bias", layer.attention_input.bias),
            mask,
        ],
        domain=FUSED,
        num_heads=encoder.shape.heads,
    )
    mixed = _linear(graph, f"{name}_mixed", attended, layer.attention_output)
    hidden = _skip_norm(
        graph,
        encoder,
        f"{name}_mixed",
        mixed,
        hidden,
        layer.attention_norm,
        layer.attention_output,
    )
    inner = _linear(graph, f"{name}_inner", hidden, layer.inner)
    bias = graph.constant(f"{name}_inner_bias", layer.inner.bias)
    active = graph.node("BiasGelu", [inner, bias], domain=FUSED)
    outer = _linear(graph, f"{name}_outer", active, layer.outer)
    return _skip_norm(
        graph, encoder, f"{name}_output", outer, hidden, layer.outer_norm, layer.outer
    )


def _linear(graph: _Graph, name: str, value: str, linear: Linear) -> str:
    # The bias is added by the fused operator that comes next.
    return graph.node("MatMul", [value, graph.constant(f"{name}_weight", linear.weight)])


def _skip_norm(
    graph: _Graph,
    encoder: Encoder,
    name: str,
    value: str,
    skip: str,
    norm: Norm,
    linear: Linear | None = None,
) -> str:
    inputs = [
        value,
        skip,
        graph.constant(f"{name}_norm_weight", norm.weight),
        graph.constant(f"{name}_norm_bias", norm.bias),
    ]
    if linear is not None:
        inputs.append(graph.constant(f"{name}_bias", linear.bias))
    return graph.node("SkipLayerNormalization", inputs, domain=FUSED, epsilon=encoder.shape.epsilon)


def _pooling(graph: _Graph, hidden: str) -> None:
    mask = graph.node("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    one = graph.constant("one", np.array([1], np.int64))
    row = graph.node("Unsqueeze", [mask, one])
    total = graph.node("MatMul", [row, hidden])
    # Dividing by the number of tokens would not change the direction, and length becomes one.
    flat = graph.node("Squeeze", [total, one])
    graph.node("LpNormalization", [flat], name="sentence_embedding", axis=1, p=2)
