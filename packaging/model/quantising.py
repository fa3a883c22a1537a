"""Turns the weights of a float graph into 8-bit integers."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic

OPERATORS = ("MatMul", "Attention")


def to_int8(model: onnx.ModelProto, operators: tuple[str, ...] = OPERATORS) -> bytes:
    """Return the serialised graph with 8-bit weights, one scale per output channel.

    The range is reduced to seven bits because processors without VNNI saturate when they add up
    products of full eight-bit numbers. Activations are quantised as they come.
    """
    with TemporaryDirectory() as folder:
        before, after = Path(folder) / "float.onnx", Path(folder) / "int8.onnx"
        onnx.save(model, before)
        quantize_dynamic(
            before,
            after,
            op_types_to_quantize=list(operators),
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
            extra_options={
                # The fused operators are unknown to shape inference; all of them give floats.
                "DefaultTensorType": onnx.TensorProto.FLOAT,
                # The product that pools the tokens has no weights.
                "MatMulConstBOnly": True,
            },
        )
        return after.read_bytes()
