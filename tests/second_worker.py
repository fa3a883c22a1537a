"""A second process that embeds a vault, or keeps others from it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[1]

# Has the turn until it is given a line.
HOLDS = """
import sys
from pathlib import Path
from memdesk.vault.turn import Turn

turn = Turn(Path(sys.argv[1]), "embedding")
print(turn.take(), flush=True)
sys.stdin.readline()
turn.give_back()
"""

# Embeds a batch for each line it is given, and everything when its input ends.
EMBEDS = """
import sys
from pathlib import Path
from memdesk.embedding import slices, worker
from memdesk.embedding.worker import EmbeddingWorker
from memdesk.vault.store import Vault
from tests.fake_model import FakeHolder, FakeModel

slices._COMMIT_SECONDS = 0.0

class Told(FakeModel):
    def run(self, batch):
        if not self.embedded:
            print("embedding", flush=True)
        sys.stdin.readline()
        return super().run(batch)

model = Told()
with Vault(Path(sys.argv[1])) as vault:
    EmbeddingWorker(vault, FakeHolder(model), threads=1).embed_all()
print(sum(model.embedded), flush=True)
"""


@contextmanager
def another(script: str, path: Path) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
    """A second process, and what it prints."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout is not None
    try:
        yield process, process.stdout
    finally:
        process.kill()
        process.communicate()


def go_on(process: subprocess.Popen[bytes], batches: int) -> None:
    assert process.stdin is not None
    process.stdin.write(b"\n" * batches)
    process.stdin.flush()


def finish(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    process.stdin.close()
    process.stdin = None
