"""What a vault says, whatever the numbers its rows were given."""

from __future__ import annotations

import hashlib
from pathlib import Path

from memdesk.vault.connection import Connection
from memdesk.vault.store import Vault

_MEMORIES = """
SELECT c.external_id, c.title, c.started_at, c.updated_at, m.external_id, m.role, m.content,
       m.position, m.branch, m.created_at, m.deleted_at, m.extra
FROM memory m LEFT JOIN conversation c ON c.id = m.conversation_id
ORDER BY c.external_id, m.external_id, m.content
"""
_PASSAGES = """
SELECT m.external_id, p.start, p."end" FROM passage p JOIN memory m ON m.id = p.memory_id
ORDER BY m.external_id, p.start
"""


def digest(path: Path) -> str:
    """A hash over conversations, memories and passages."""

    def read(connection: Connection) -> str:
        sums = hashlib.sha256()
        for question in (_MEMORIES, _PASSAGES):
            for row in connection.execute(question):
                sums.update(repr(row).encode("utf-8", "surrogatepass"))
        return sums.hexdigest()

    with Vault(path) as vault:
        return vault.read(read)
