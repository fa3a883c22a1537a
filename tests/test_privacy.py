"""What is left on a person's machine: nothing but memdesk's own folders."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EMBED_A_TEXT = """
import memdesk
import numpy
import onnxruntime
from memdesk import paths
session = onnxruntime.InferenceSession(str(paths.model_dir() / "model.onnx"))
tokens = numpy.array([[0, 5, 2]], dtype=numpy.int64)
session.run(None, {"input_ids": tokens, "attention_mask": numpy.ones_like(tokens)})
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the home is another variable's elsewhere")
def test_embedding_a_text_leaves_no_usage_report_in_the_home(tmp_path: Path) -> None:
    hidden = ("ORT_", "XDG_")
    environment = {name: text for name, text in os.environ.items() if not name.startswith(hidden)}
    environment["HOME"] = str(tmp_path)
    subprocess.run([sys.executable, "-c", EMBED_A_TEXT], env=environment, check=True)
    assert list(tmp_path.rglob("*")) == []
