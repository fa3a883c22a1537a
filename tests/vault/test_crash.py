"""A process that is killed, and a disk that fills up, leave a vault that opens."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from memdesk.vault import check, memories
from memdesk.vault.errors import DiskFullError
from memdesk.vault.migrations import APPLICATION_ID
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault

_WRITE_FOR_EVER = """
import sys
from pathlib import Path
from memdesk.vault import memories
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

vault = Vault(Path(sys.argv[1]))
first = int(sys.argv[2])
for batch in range(first, first + 100_000):
    def work(db):
        for n in range(20):
            memories.add(db, NewMemory(f"batch {batch} memory {n} " * 20, source="note",
                                       external_id=f"{batch}/{n}"))
    vault.write(work, Urgency.BULK)
    print(batch, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="kills by signal")
@pytest.mark.parametrize("delay", [0.0, 0.013, 0.05, 0.11, 0.3])
def test_a_kill_keeps_every_committed_transaction(path: Path, delay: float) -> None:
    committed: set[int] = set()
    for run in range(2):
        process = subprocess.Popen(
            [sys.executable, "-c", _WRITE_FOR_EVER, str(path), str(run * 1_000_000)],
            stdout=subprocess.PIPE,
        )
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        told = [first, *process.stdout.read().splitlines(keepends=True)]
        process.wait()
        committed |= {int(line) for line in told if line.endswith(b"\n")}

    with Vault(path) as vault:
        rows = vault.read(lambda db: db.execute("SELECT external_id FROM memory").fetchall())
        assert vault.read(check.problems) == []
        vault.write(lambda db: memories.add(db, NewMemory("after", source="note")))
    found: dict[int, int] = {}
    for (name,) in rows:
        batch = int(str(name).split("/")[0])
        found[batch] = found.get(batch, 0) + 1
    assert committed <= found.keys()
    assert set(found.values()) == {20}


@pytest.mark.skipif(os.name == "nt", reason="kills by signal")
@pytest.mark.parametrize("delay", [0.15, 0.2, 0.25, 0.3, 0.35])
def test_a_kill_during_the_first_opening_leaves_a_vault_or_nothing(
    path: Path, delay: float
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _WRITE_FOR_EVER, str(path), "0"], stdout=subprocess.DEVNULL
    )
    time.sleep(delay)
    process.kill()
    process.wait()
    with Vault(path) as vault:
        assert vault.read(check.problems) == []


@pytest.mark.parametrize("named_before", [True, False])
@pytest.mark.parametrize("missing", [0, 5])
def test_a_first_opening_killed_while_it_writes_its_pages_is_rolled_back(
    path: Path, tmp_path: Path, named_before: bool, missing: int
) -> None:
    """The header already names all pages, the last are missing, the rollback journal knows it."""
    half = tmp_path / "half" / path.name
    half.parent.mkdir()
    database = apsw.Connection(str(path))
    database.pragma("cache_size", 2)
    if named_before:
        database.pragma("application_id", APPLICATION_ID)
    database.execute("BEGIN IMMEDIATE")
    database.pragma("application_id", APPLICATION_ID)
    database.execute("CREATE TABLE filler(content)")
    database.executemany("INSERT INTO filler VALUES(zeroblob(?))", [(3000,)] * 40)
    shutil.copy(path.with_name(f"{path.name}-journal"), half.with_name(f"{half.name}-journal"))
    database.execute("COMMIT")
    database.close()
    whole = path.read_bytes()
    assert int.from_bytes(whole[28:32], "big") * 4096 == len(whole) > 40 * 3000
    half.write_bytes(whole[: len(whole) - missing * 4096])

    with Vault(half) as vault:
        assert vault.read(check.problems) == []
        assert (
            vault.read(
                lambda db: db.execute("SELECT count(*) FROM sqlite_schema WHERE name='filler'").get
            )
            == 0
        )


_CHANGE_FOR_EVER = """
import sys
from pathlib import Path
import numpy as np
from memdesk.vault import connection, editing, memories, trash, vectors
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

# The journal is folded into the file every few batches, so that some copies catch it half-way.
connection._JOURNAL_PAGES = 300
vault = Vault(Path(sys.argv[1]))
for batch in range(100_000):
    def work(db):
        for n in range(20):
            memories.add(db, NewMemory(f"batch {batch} memory {n} " * 20, source="note"))
        model = vectors.model_id(db, "e5", "hash", 8)
        waiting = [identifier for identifier, _ in vectors.pending(db, model, 15)]
        vectors.store(db, model, waiting, np.ones((len(waiting), 8), np.float32))
        trash.put(db, [batch * 20 + 1, batch * 20 + 2])
        trash.restore(db, [batch * 20 + 1])
        editing.edit(db, batch * 20 + 3, f"edited in batch {batch}")
    vault.write(work, Urgency.BULK)
    print(batch, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="stops by signal")
def test_a_power_cut_at_any_moment_leaves_whole_transactions(path: Path, tmp_path: Path) -> None:
    """Imitated by copying file and journal while the process that writes them stands still."""
    process = subprocess.Popen(
        [sys.executable, "-c", _CHANGE_FOR_EVER, str(path)], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        for cut in range(12):
            committed = int(process.stdout.readline())
            for _ in range(cut * 3):
                committed = int(process.stdout.readline())
            time.sleep(0.002 * cut)
            process.send_signal(signal.SIGSTOP)
            os.waitpid(process.pid, os.WUNTRACED)
            copy = tmp_path / f"cut {cut}" / path.name
            copy.parent.mkdir()
            for end in ("", "-wal"):
                if (file := path.with_name(path.name + end)).exists():
                    shutil.copy(file, copy.with_name(copy.name + end))
            process.send_signal(signal.SIGCONT)
            with Vault(copy) as vault:
                assert vault.read(check.problems) == []
                count = vault.read(lambda db: db.execute("SELECT count(*) FROM memory").get)
                edited = vault.read(
                    lambda db: db.execute("SELECT count(*) FROM memory WHERE edited_at>0").get
                )
            assert count % 20 == 0
            assert edited == count // 20 > committed
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("may not mount")
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True).returncode:
        pytest.skip("may not mount")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_disk_that_fills_up_loses_nothing(small_disk: Path) -> None:
    path = small_disk / "my.memdesk"
    kept: list[int] = []
    with Vault(path) as vault:
        with pytest.raises(DiskFullError, match="free some space") as caught:
            for n in range(1000):
                new = NewMemory(f"memory {n} " * 2000, source="note")
                kept.append(vault.write(lambda db, new=new: memories.add(db, new)))
        assert str(path) in str(caught.value)
        assert len(kept) > 3
        found = vault.read(lambda db: memories.get_many(db, kept))
        assert [memory.id for memory in found] == kept
    with Vault(path) as vault:
        found = vault.read(lambda db: memories.get_many(db, kept))
        assert [memory.id for memory in found] == kept
        assert vault.read(check.problems) == []
