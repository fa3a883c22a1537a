"""The schema, as a list of numbered steps, each run once and in order.

``user_version`` holds the number of steps a file has seen. All outstanding steps run in one
transaction, after a copy of the file was laid beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw

from memdesk.text.terms import TOKENIZER
from memdesk.vault import copying
from memdesk.vault.errors import NewerVaultError

APPLICATION_ID = 0x6D656D64  # "memd"


def m001_initial(connection: apsw.Connection) -> None:
    """Create the first schema."""
    connection.execute(_M001)


_M001 = f"""
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;

CREATE TABLE import_run (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  format TEXT NOT NULL,
  source TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  removed_at INTEGER,
  outcome TEXT NOT NULL DEFAULT 'running',
  conversations INTEGER NOT NULL DEFAULT 0,
  messages INTEGER NOT NULL DEFAULT 0,
  added INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE import_issue (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES import_run(id) ON DELETE CASCADE,
  file TEXT NOT NULL,
  conversation TEXT,
  message TEXT,
  reason TEXT NOT NULL,
  lost INTEGER NOT NULL
) STRICT;
CREATE INDEX import_issue_run ON import_issue(run_id);

CREATE TABLE conversation (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  external_id TEXT NOT NULL,
  title TEXT NOT NULL,
  started_at INTEGER,
  updated_at INTEGER,
  model TEXT,
  project TEXT,
  archived INTEGER NOT NULL DEFAULT 0,
  starred INTEGER NOT NULL DEFAULT 0,
  import_id INTEGER REFERENCES import_run(id) ON DELETE SET NULL,
  extra TEXT,
  UNIQUE (source, external_id)
) STRICT;
CREATE INDEX conversation_newest ON conversation(coalesce(updated_at, started_at, 0) DESC, id DESC);

-- version numbers every change of a memory, ascending over the whole vault, so that the search
-- arrays can ask for what has changed since they last looked. The long columns stand last: the
-- others are read without walking through them.
CREATE TABLE memory (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  role TEXT NOT NULL,
  author TEXT,
  format TEXT NOT NULL,
  conversation_id INTEGER REFERENCES conversation(id) ON DELETE CASCADE,
  position INTEGER NOT NULL DEFAULT 0,
  branch INTEGER NOT NULL DEFAULT 0,
  parent_external_id TEXT,
  source TEXT NOT NULL,
  external_id TEXT,
  model TEXT,
  importance REAL NOT NULL DEFAULT 0.5,
  pinned INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER,
  updated_at INTEGER,
  edited_at INTEGER,
  valid_until INTEGER,
  deleted_at INTEGER,
  content_hash BLOB NOT NULL,
  term_count INTEGER NOT NULL,
  writing TEXT NOT NULL,
  access_count INTEGER NOT NULL DEFAULT 0,
  last_accessed_at INTEGER,
  retrieval_count INTEGER NOT NULL DEFAULT 0,
  last_retrieved_at INTEGER,
  import_id INTEGER REFERENCES import_run(id) ON DELETE SET NULL,
  version INTEGER NOT NULL,
  content TEXT NOT NULL,
  extra TEXT
) STRICT;
CREATE INDEX memory_conversation ON memory(conversation_id, position);
CREATE UNIQUE INDEX memory_note ON memory(source, external_id)
  WHERE conversation_id IS NULL AND external_id IS NOT NULL;
CREATE INDEX memory_external ON memory(external_id, conversation_id)
  WHERE external_id IS NOT NULL;
CREATE INDEX memory_source ON memory(source, created_at) WHERE deleted_at IS NULL;
CREATE INDEX memory_version ON memory(version);
CREATE INDEX memory_import ON memory(import_id);
CREATE INDEX memory_trash ON memory(deleted_at) WHERE deleted_at IS NOT NULL;

-- Memories that are gone for good, for the search arrays' sake.
CREATE TABLE purged (memory_id INTEGER PRIMARY KEY, version INTEGER NOT NULL) STRICT;
CREATE INDEX purged_version ON purged(version);

CREATE TABLE model (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  identity TEXT NOT NULL UNIQUE,
  dimensions INTEGER NOT NULL
) STRICT;

-- model_id is the model that embedded a passage last, and priority with created_at the place in
-- the queue for the next one: what is pending is then read off an index, however much is done.
CREATE TABLE passage (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  memory_id INTEGER NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  priority INTEGER NOT NULL,
  created_at INTEGER,
  model_id INTEGER REFERENCES model(id) ON DELETE SET NULL
) STRICT;
CREATE INDEX passage_memory ON passage(memory_id);
CREATE INDEX passage_pending ON passage(model_id, priority, created_at DESC, id DESC);

CREATE TABLE vector (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  passage_id INTEGER NOT NULL REFERENCES passage(id) ON DELETE CASCADE,
  model_id INTEGER NOT NULL REFERENCES model(id) ON DELETE CASCADE,
  data BLOB NOT NULL,
  UNIQUE (passage_id, model_id)
) STRICT;

CREATE VIRTUAL TABLE memory_fts USING fts5(
  content, content='', contentless_delete=1, tokenize="{TOKENIZER}"
);
-- Merging less often makes an import a fifth faster; a search has a few more segments to read.
INSERT INTO memory_fts (memory_fts, rank) VALUES ('automerge', 8);
CREATE VIRTUAL TABLE conversation_fts USING fts5(
  title, content='', contentless_delete=1, tokenize="{TOKENIZER}"
);

-- folded is the name without regard to case, in any script.
CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE,
  folded TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE memory_tag (
  memory_id INTEGER NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag(id) ON DELETE CASCADE,
  PRIMARY KEY (memory_id, tag_id)
) WITHOUT ROWID, STRICT;
CREATE INDEX memory_tag_tag ON memory_tag(tag_id);

CREATE TABLE link (
  id INTEGER PRIMARY KEY,
  source_id INTEGER NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  target_id INTEGER NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  strength REAL NOT NULL DEFAULT 0.7,
  bidirectional INTEGER NOT NULL DEFAULT 0,
  origin TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (source_id, target_id, type)
) STRICT;
CREATE INDEX link_target ON link(target_id);

CREATE TABLE revision (
  id INTEGER PRIMARY KEY,
  memory_id INTEGER NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  content TEXT NOT NULL,
  origin TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX revision_memory ON revision(memory_id);

CREATE TABLE saved_search (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  query TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
"""


def m002_vectors_in_the_trash(connection: apsw.Connection) -> None:
    """Let passages stay, with their vectors, while their memory lies in the trash."""
    connection.execute(_M002)


_M002 = """
ALTER TABLE passage ADD COLUMN set_aside INTEGER NOT NULL DEFAULT 0;
-- Only passages that are not set aside are counted and queued.
DROP INDEX passage_pending;
CREATE INDEX passage_pending ON passage(model_id, priority, created_at DESC, id DESC)
  WHERE set_aside=0;
"""


def m003_search_arrays(connection: apsw.Connection) -> None:
    """Keep posting arrays beside the full-text index, and arrays that take long to derive."""
    connection.execute(_M003)


_M003 = """
-- Derived from the texts: see postings.py. Segments that are not published don't count.
CREATE TABLE posting_segment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  after_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  memories INTEGER NOT NULL,
  published INTEGER NOT NULL
) STRICT;
CREATE TABLE posting (
  segment_id INTEGER NOT NULL,
  term TEXT NOT NULL,
  count INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (segment_id, term)
) WITHOUT ROWID, STRICT;
CREATE TABLE array_snapshot (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;
"""


def m004_ids_by_conversation(connection: apsw.Connection) -> None:
    """Keep the sources' ids by conversation."""
    connection.execute(_M004)


_M004 = """
-- The ids are random: in one order for the whole vault each message of an import would change a
-- page of its own, and all of these would be written again with every batch.
DROP INDEX memory_external;
CREATE INDEX memory_external ON memory(conversation_id, external_id)
  WHERE external_id IS NOT NULL;
"""


def m005_link_suggestions(connection: apsw.Connection) -> None:
    """Keep links that were found until somebody says yes or no."""
    connection.execute(_M005)


_M005 = """
CREATE TABLE link_suggestion (
  id INTEGER PRIMARY KEY,
  source_id INTEGER NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  target_id INTEGER NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  reason TEXT NOT NULL,
  score REAL NOT NULL,
  state TEXT NOT NULL DEFAULT 'open',
  created_at INTEGER NOT NULL,
  UNIQUE (source_id, target_id, type)
) STRICT;
CREATE INDEX link_suggestion_target ON link_suggestion(target_id);
CREATE INDEX link_suggestion_open ON link_suggestion(score) WHERE state='open';
"""


def m006_import_details(connection: apsw.Connection) -> None:
    """Keep what was left out of an import by choice, and its result by conversation."""
    connection.execute(_M006)


_M006 = """
ALTER TABLE import_run ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;
CREATE TABLE import_conversation (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES import_run(id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  added INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  skipped INTEGER NOT NULL
) STRICT;
CREATE INDEX import_conversation_run ON import_conversation(run_id);
"""

Migration = Callable[[apsw.Connection], None]
MIGRATIONS: tuple[Migration, ...] = (
    m001_initial,
    m002_vectors_in_the_trash,
    m003_search_arrays,
    m004_ids_by_conversation,
    m005_link_suggestions,
    m006_import_details,
)


def schema_version(connection: apsw.Connection) -> int:
    """Return how many migrations the open file has seen."""
    return int(connection.pragma("user_version"))


def refuse_newer(version: int, path: Path, migrations: tuple[Migration, ...] = MIGRATIONS) -> None:
    """Raise :class:`NewerVaultError` for a schema that this memdesk does not know."""
    if version > len(migrations):
        raise NewerVaultError(
            f"{path} was written by a newer memdesk (schema {version}, this one knows "
            f"{len(migrations)}). Update memdesk to open it; the file was not changed."
        )


def migrate(
    connection: apsw.Connection, path: Path, migrations: tuple[Migration, ...] = MIGRATIONS
) -> Path | None:
    """Bring the open file up to the present schema.

    Returns the copy that was laid beside an older vault, or None where none was needed. Raises
    :class:`NewerVaultError` without touching the file if a newer memdesk wrote it.
    """
    refuse_newer(schema_version(connection), path, migrations)
    if schema_version(connection) == len(migrations):
        return None
    copy: Path | None = None
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Under the lock, so that of two processes one copies and migrates, and the other finds
        # it done.
        version = schema_version(connection)
        refuse_newer(version, path, migrations)
        if 0 < version < len(migrations):
            copy = _copy_beside(path, version)
        for step in migrations[version:]:
            step(connection)
        connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("user_version", len(migrations))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if copy is not None:
            # Or an upgrade that fails whenever it is tried would fill the disk with copies.
            copy.unlink(missing_ok=True)
        raise
    return copy


def _copy_beside(path: Path, version: int) -> Path:
    name = f"{path.stem}.before-upgrade-from-{version}"
    copy = path.with_name(f"{name}{path.suffix}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{name}-{number}{path.suffix}")
    # The connection that migrates may not be copied from: it is about to write.
    source = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        # What is left of an upgrade that was killed while copying is written over.
        copying.write(source, copy, path.with_name(f".{name}.part"))
    finally:
        source.close(True)
    return copy
