"""Taking an import back, and taking that back."""

from __future__ import annotations

from pathlib import Path

from memdesk.vault import imports, memories
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault


def test_an_import_taken_back_comes_back_whole_and_nothing_else_does(tmp_path: Path) -> None:
    with Vault(tmp_path / "v.memdesk") as vault:
        run = vault.write(lambda db: imports.start(db, "a.zip", "ChatGPT export", "chatgpt"))
        added = [
            vault.write(
                lambda db, n=number: memories.add(
                    db, NewMemory(f"number {n}", source="chatgpt"), import_id=run
                )
            )
            for number in range(5)
        ]
        vault.write(lambda db: memories.trash(db, added[:1]))
        vault.write(lambda db: db.execute("UPDATE memory SET deleted_at=deleted_at-60000"))
        moved = vault.write(lambda db: imports.remove_added(db, run))
        since = vault.read(lambda db: memories.get(db, added[1])).deleted_at
        assert moved == 4
        counts = [vault.write(lambda db: imports.bring_back(db, run, since, 3)) for _ in range(3)]
        assert counts == [3, 1, 0]
        alive = [vault.read(lambda db, i=i: memories.get(db, i)).deleted_at is None for i in added]
        assert alive == [False, True, True, True, True]
        assert vault.read(lambda db: db.execute("SELECT count(*) FROM memory_fts").get) == 4
