"""memdesk's own export: everything that a vault holds, a record a line.

The shape is ``docs/jsonl-format.md``. Not covered: what a later version adds to it; its lines of
unknown kinds are listed as not read.
"""

from __future__ import annotations

from memdesk.importers.memdesk_jsonl.parser import MemdeskParser, is_own

__all__ = ["MemdeskParser", "is_own"]
