"""The shipped model against vectors of the untrimmed float graph it was made from."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from memdesk.embedding.model import EmbeddingModel, ModelCard, ModelError

REPOSITORY = Path(__file__).parents[2]
MODEL = REPOSITORY / "resources" / "model"
REFERENCE = REPOSITORY / "tests" / "data" / "model" / "reference.json"
CHARACTERS = REFERENCE.with_name("characters.txt")
LANGUAGES = ("de", "en", "es", "ja", "ru", "zh")
BEGIN, END, UNKNOWN = 0, 2, 3


@dataclass(frozen=True, slots=True)
class Reference:
    texts: list[str]
    ids: list[list[int]]
    vectors: NDArray[np.float32]


@pytest.fixture(scope="module")
def model() -> EmbeddingModel:
    return EmbeddingModel.load(MODEL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(MODEL, tmp_path / "model"))


def reference(language: str) -> Reference:
    entries = [
        entry
        for entry in json.loads(REFERENCE.read_text(encoding="utf-8"))
        if entry["language"] == language
    ]
    vectors = [np.frombuffer(base64.b64decode(entry["vector"]), "<f2") for entry in entries]
    return Reference(
        texts=[entry["text"] for entry in entries],
        ids=[entry["ids"] for entry in entries],
        vectors=np.array(vectors, np.float32),
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_vectors_stay_near_those_of_the_source_model(model: EmbeddingModel, language: str) -> None:
    expected = reference(language)
    cosines = np.sum(model.embed_passages(expected.texts) * expected.vectors, axis=1)
    assert len(cosines) >= 10
    assert cosines.min() >= 0.97
    assert cosines.mean() >= 0.99


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_split_into_the_expected_pieces(model: EmbeddingModel, language: str) -> None:
    expected = reference(language)
    assert model.encode(expected.texts, kind="passage") == expected.ids


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json"])
def test_the_card_names_the_files_beside_it(file: str) -> None:
    card = json.loads((MODEL / "model.json").read_text(encoding="utf-8"))
    assert card["sha256"][file] == hashlib.sha256((MODEL / file).read_bytes()).hexdigest()


def test_the_card_describes_the_model() -> None:
    card = ModelCard.read(MODEL)
    assert (card.name, card.dimensions, card.token_limit) == ("multilingual-e5-small", 384, 512)
    assert (card.passage_prefix, card.query_prefix) == ("passage: ", "query: ")
    assert card.identity.startswith(f"multilingual-e5-small-1-{card.model_sha256[:12]}-")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When does my passport run out?", "我的护照二〇二七年三月到期。"),
        ("How do I back up my server?", "我每天晚上用脚本把服务器的数据备份到移动硬盘。"),
        ("¿Qué perro adoptamos?", "Вчера мы взяли из приюта собаку."),
        ("Wo ist die Katze?", "猫はソファの上で寝ています。"),
    ],
)
def test_a_question_finds_its_answer_in_another_language(
    model: EmbeddingModel, question: str, answer: str
) -> None:
    decoys = [
        "昨天我们去公园放风筝,天气很好。",
        "洗衣机脱水到一半就停了。",
        "The meeting was moved to Thursday afternoon.",
        "She plays the cello in an amateur orchestra.",
        "Средняя температура моря выросла на один градус.",
        "Die Straßenbahn fährt sonntags nur alle halbe Stunde.",
    ]
    scores = model.embed_passages([*decoys, answer]) @ model.embed_query(question)
    assert int(scores.argmax()) == len(decoys)


def test_questions_and_passages_get_their_own_prefix(model: EmbeddingModel) -> None:
    passage, query = (model.encode(["tea"], kind=kind)[0] for kind in ("passage", "query"))
    assert passage != query
    assert passage[-2:] == query[-2:]
    assert passage == model.encode(["  tea\n"], kind="passage")[0]


def test_no_character_that_the_source_knows_is_unknown(model: EmbeddingModel) -> None:
    characters = CHARACTERS.read_text(encoding="utf-8").replace("\n", "")
    assert len(characters) > 15_000
    assert _unknown(model, characters) == ""


@pytest.mark.parametrize(
    ("encoding", "first", "last", "known_share"),
    [("gb2312", 0xB0, 0xD7, 0.99), ("shift_jis", 0x88, 0x97, 0.97)],
)
def test_the_everyday_chinese_and_japanese_characters_are_known(
    model: EmbeddingModel, encoding: str, first: int, last: int, known_share: float
) -> None:
    pairs = (bytes((row, cell)) for row in range(first, last + 1) for cell in range(0x40, 0xFF))
    characters = "".join(filter(_is_ideograph, (pair.decode(encoding, "ignore") for pair in pairs)))
    assert len(characters) > 2_900
    assert len(_unknown(model, characters)) <= (1 - known_share) * len(characters)


def _is_ideograph(text: str) -> bool:
    return len(text) == 1 and "\u4e00" <= text <= "\u9fff"


def _unknown(model: EmbeddingModel, characters: str) -> str:
    encoded = model.encode(list(characters), kind="passage")
    return "".join(
        character for character, ids in zip(characters, encoded, strict=True) if UNKNOWN in ids
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t",
        "😀😀👩‍👩‍👧‍👧",
        "\ud800",
        "before \udfff after",
        "\x00\x01\x02",
        "word " * 20_000,
        "x" * 100_000,
        "水" * 100_000,
        " " * 100_000 + "end",
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_any_text_has_a_vector_of_length_one(model: EmbeddingModel, text: str) -> None:
    vectors = model.embed_passages([text])
    assert vectors.shape == (1, 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors[0]) == pytest.approx(1.0, abs=1e-5)


def test_surrogates_that_belong_together_are_one_character(model: EmbeddingModel) -> None:
    assert model.encode(["\ud83d\ude00"], kind="passage") == model.encode(["😀"], kind="passage")


def test_long_texts_are_cut_at_the_token_limit(model: EmbeddingModel) -> None:
    ids = model.encode(["Every word of this goes on and on. " * 500], kind="passage")[0]
    assert len(ids) == 512
    assert (ids[0], ids[-1]) == (BEGIN, END)


@settings(max_examples=200, deadline=None)
@given(texts=st.lists(st.text(st.characters(exclude_categories=())), max_size=4))
def test_every_text_encodes_to_known_ids_between_the_marks(
    model: EmbeddingModel, texts: list[str]
) -> None:
    encoded = model.encode(texts, kind="query")
    assert len(encoded) == len(texts)
    for ids in encoded:
        assert (ids[0], ids[-1]) == (BEGIN, END)
        assert len(ids) <= 512


def test_vectors_come_back_in_the_order_of_the_texts(model: EmbeddingModel) -> None:
    texts = reference("en").texts
    mixed = [texts[0] * 6, texts[1], "tea", texts[2] * 3, texts[3], "a", texts[4] * 9]
    together = model.embed_passages(mixed)
    alone = np.concatenate([model.embed_passages([text]) for text in mixed])
    assert (together @ alone.T).argmax(axis=1).tolist() == list(range(len(mixed)))
    assert np.sum(together * alone, axis=1).min() >= 0.98


def test_padding_does_not_change_which_text_is_meant(model: EmbeddingModel) -> None:
    short, long = model.encode(["tea", reference("en").texts[3]], kind="passage")
    padded = model.run([short, long])[0]
    assert float(padded @ model.run([short])[0]) >= 0.98


def test_no_texts_give_no_vectors(model: EmbeddingModel) -> None:
    assert model.embed_passages([]).shape == (0, 384)
    assert model.run([]).shape == (0, 384)


def test_two_threads_may_run_it_at_once(model: EmbeddingModel) -> None:
    texts = [text for language in LANGUAGES for text in reference(language).texts]
    batches = [[ids] for ids in model.encode(texts, kind="passage")]
    expected = [model.run(batch) for batch in batches]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(model.run, batches))
    np.testing.assert_array_equal(np.concatenate(found), np.concatenate(expected))


def test_importing_the_module_loads_neither_library() -> None:
    program = (
        "import sys, memdesk.embedding.model\n"
        "print([name for name in ('onnxruntime', 'tokenizers') if name in sys.modules])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert finished.stdout.strip() == "[]"


@pytest.mark.parametrize("file", ["model.json", "model.onnx", "tokenizer.json"])
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(ModelError, match=f"{file}: it cannot be read"):
        EmbeddingModel.load(folder)


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json"])
def test_a_shortened_file_is_named(folder: Path, file: str) -> None:
    content = (folder / file).read_bytes()
    (folder / file).write_bytes(content[: len(content) // 2])
    with pytest.raises(ModelError, match=f"{file}: it is not the file"):
        EmbeddingModel.load(folder)


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("model.onnx", "onnxruntime cannot run it"),
        ("tokenizer.json", "the tokenizer cannot be loaded"),
    ],
)
def test_a_file_of_another_kind_is_named(folder: Path, file: str, reason: str) -> None:
    (folder / file).write_bytes(b"something else")
    sha256 = hashlib.sha256(b"something else").hexdigest()
    _edit_card(folder, lambda card: card["sha256"].update({file: sha256}))
    with pytest.raises(ModelError, match=f"{file}: {reason}"):
        EmbeddingModel.load(folder)


def test_a_graph_of_other_dimensions_than_the_card_says_is_refused(folder: Path) -> None:
    _edit_card(folder, lambda card: card.update(dimensions=512))
    with pytest.raises(ModelError, match="its inputs and output do not fit model.json"):
        EmbeddingModel.load(folder)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "it is not valid JSON"),
        (b"\xff", "it is not valid JSON"),
        (b"[]", "it is not a JSON object"),
    ],
)
def test_a_card_that_is_not_a_json_object_is_refused(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    (tmp_path / "model.json").write_bytes(content)
    with pytest.raises(ModelError, match=f"model.json: {reason}"):
        ModelCard.read(tmp_path)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda card: card.pop("name"), "“name” is missing"),
        (lambda card: card.update(version=1), "“version” is missing or not of the right kind"),
        (lambda card: card.update(dimensions=0), "“dimensions” must be a number above zero"),
        (lambda card: card.update(token_limit=True), "“token_limit” must be a number above zero"),
        (lambda card: card["prefixes"].pop("query"), "“query” is missing"),
        (lambda card: card["sha256"].update({"model.onnx": "12"}), "“model.onnx” must be 64"),
        (lambda card: card.update(pooling="mean"), "only models that pool and normalise"),
        (lambda card: card.update(normalised=False), "only models that pool and normalise"),
    ],
)
def test_a_card_with_a_wrong_entry_names_the_entry(
    folder: Path, change: Callable[[dict[str, object]], object], reason: str
) -> None:
    _edit_card(folder, change)
    with pytest.raises(ModelError, match=reason):
        ModelCard.read(folder)


def _edit_card(folder: Path, change: Callable[..., object]) -> None:
    card = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    change(card)
    (folder / "model.json").write_text(json.dumps(card), encoding="utf-8")
