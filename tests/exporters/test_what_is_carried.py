"""Every column of the schema either travels in memdesk's own export, or is named here with why not.

A migration that adds a table or a column fails this test until somebody has decided.
"""

from __future__ import annotations

from pathlib import Path

from memdesk.vault.store import Vault

_CARRIED = {
    "conversation": "source external_id title started_at updated_at model project archived starred"
    " extra",
    "memory": "uid type role author format conversation_id position branch parent_external_id"
    " source external_id model importance pinned created_at updated_at edited_at valid_until"
    " deleted_at content_hash access_count last_accessed_at retrieval_count last_retrieved_at"
    " import_id content extra",
    "tag": "name",
    "memory_tag": "memory_id tag_id",
    "link": "source_id target_id type strength bidirectional origin created_at",
    "link_suggestion": "source_id target_id type reason score state created_at",
    "revision": "memory_id content origin created_at",
    "saved_search": "name query created_at",
    # Those that were taken back, with what they brought: it can be brought again.
    "import_run": "path format source started_at finished_at removed_at outcome conversations"
    " messages added updated unchanged skipped",
}
_NOT_CARRIED = {
    # Row ids: what refers to something does so by uid, or by source and id there.
    "conversation": "id",
    "link": "id",
    "link_suggestion": "id",
    "revision": "id",
    "saved_search": "id",
    # How much a run left out by choice belongs to its report.
    "import_run": "id left_out",
    # Folded is made from the name.
    "tag": "id folded",
    # Counted anew from the text; the version numbers changes of one vault.
    "memory": "id term_count writing version",
}
_TABLES_NOT_CARRIED = {
    "import_issue": "the reports of imports belong to the vault they were made into",
    "import_conversation": "the same",
    "setting": "how far this vault's links were looked for",
    "purged": "what the search arrays of this vault have to forget",
    "model": "derived",
    "passage": "derived",
    "vector": "derived",
    "posting_segment": "derived",
    "posting": "derived",
    "array_snapshot": "derived",
}
_OF_THE_DATABASE = ("sqlite_", "memory_fts", "conversation_fts")
_PARTLY = {"conversation": "import_id"}
"""A conversation's import is the one that brings it."""


def test_every_table_and_column_is_carried_or_named(tmp_path: Path) -> None:
    with Vault(tmp_path / "new.memdesk") as vault:
        schema = vault.read(
            lambda db: {
                name: {row[1] for row in db.execute(f'PRAGMA table_info("{name}")')}
                for (name,) in db.execute(
                    "SELECT name FROM sqlite_schema WHERE type='table'"
                ).fetchall()
                if not name.startswith(_OF_THE_DATABASE)
            }
        )
    decided = {
        name: {
            *_CARRIED[name].split(),
            *_NOT_CARRIED.get(name, "").split(),
            *_PARTLY.get(name, "").split(),
        }
        for name in _CARRIED
    }
    assert set(schema) == {*_CARRIED, *_TABLES_NOT_CARRIED}
    assert {name: schema[name] for name in _CARRIED} == decided
