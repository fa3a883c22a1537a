"""From a line's JSON value to a portable record, whoever may have edited it.

A value of the wrong kind is left out and said so, as long as the record makes sense without it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from memdesk.vault.portable.lines import COUNTS
from memdesk.vault.portable.records import (
    Identity,
    Portable,
    PortableConversation,
    PortableLink,
    PortableMemory,
    PortableRevision,
    PortableRun,
    PortableSearch,
)
from memdesk.vault.records import (
    DEFAULT_IMPORTANCE,
    DEFAULT_LINK_STRENGTH,
    LINK_TYPES,
    ROLES,
    NewConversation,
    NewMemory,
    Role,
)

_LARGEST = 2**63 - 1
_ORIGINS = ("user", "import", "suggested")
_REVISION_ORIGINS = ("edit", "import", "restore")
_HASH_BYTES = 16


class BadRecordError(ValueError):
    """The line is no record; the message says why."""


def record(value: Mapping[str, Any]) -> tuple[Portable, tuple[str, ...]]:
    """Return the record and the names of the values that were left out.

    Raises :class:`BadRecordError` where too little is left.
    """
    fields = _Fields(value)
    kind = value.get("kind")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise BadRecordError(f"“{kind}” is no kind of record")
    read = reader(fields)
    return read, tuple(dict.fromkeys(fields.left_out))


class _Fields:
    """Reads values by name and kind, and notes those that are of another kind."""

    def __init__(self, value: Mapping[str, Any]) -> None:
        self.value = value
        self.left_out: list[str] = []

    def needed(self, name: str) -> str:
        value = self.value.get(name)
        if not isinstance(value, str):
            raise BadRecordError(f"it has no text called “{name}”")
        return value

    def text(self, name: str) -> str | None:
        return cast("str | None", self._checked(name, lambda value: isinstance(value, str)))

    def one_of(self, name: str, allowed: tuple[str, ...], otherwise: str) -> str:
        value = self._checked(name, lambda value: value in allowed)
        return otherwise if value is None else str(value)

    def flag(self, name: str) -> bool:
        return bool(self._checked(name, lambda value: isinstance(value, bool)))

    def integer(self, name: str) -> int | None:
        return cast("int | None", self._checked(name, _is_integer))

    def whole(self, name: str) -> int:
        return self.integer(name) or 0

    def moment(self, name: str) -> int:
        found = self.integer(name)
        if found is None:
            raise BadRecordError(f"it has no time called “{name}”")
        return found

    def share(self, name: str, otherwise: float) -> float:
        value = self._checked(name, _is_share)
        return otherwise if value is None else float(value)

    def mapping(self, name: str) -> dict[str, Any]:
        return cast(
            "dict[str, Any]", self._checked(name, lambda value: isinstance(value, dict)) or {}
        )

    def entries(self, name: str) -> list[Any]:
        return cast("list[Any]", self._checked(name, lambda value: isinstance(value, list)) or [])

    def _checked(self, name: str, fits: Callable[[Any], bool]) -> Any:
        value = self.value.get(name)
        if value is None or fits(value):
            return value
        self.left_out.append(name)
        return None


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST


def _is_share(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and math.isfinite(value)
        and 0 <= value <= 1
    )


def _memory(fields: _Fields) -> PortableMemory:
    uid = fields.needed("uid")
    if not uid:
        raise BadRecordError("its uid is empty")
    new = NewMemory(
        content=fields.needed("content"),
        source=fields.needed("source"),
        role=cast(Role, fields.one_of("role", ROLES, "user")),
        type=fields.text("type") or "episodic",
        author=fields.text("author"),
        format=cast(
            Literal["markdown", "text"],
            fields.one_of("format", ("markdown", "text"), "markdown"),
        ),
        position=fields.whole("position"),
        branch=fields.whole("branch"),
        parent_external_id=fields.text("parent"),
        external_id=fields.text("external_id"),
        model=fields.text("model"),
        importance=fields.share("importance", DEFAULT_IMPORTANCE),
        created_at=fields.integer("created_at"),
        updated_at=fields.integer("updated_at"),
        tags=_tags(fields),
        extra=fields.mapping("extra"),
    )
    return PortableMemory(
        uid=uid,
        new=new,
        conversation=_identity(fields),
        pinned=fields.flag("pinned"),
        edited_at=fields.integer("edited_at"),
        valid_until=fields.integer("valid_until"),
        deleted_at=fields.integer("deleted_at"),
        access_count=fields.whole("access_count"),
        last_accessed_at=fields.integer("last_accessed_at"),
        retrieval_count=fields.whole("retrieval_count"),
        last_retrieved_at=fields.integer("last_retrieved_at"),
        source_hash=_hash(fields),
        run=fields.integer("import"),
        revisions=_revisions(fields),
    )


def _identity(fields: _Fields) -> Identity | None:
    given = fields.entries("conversation")
    if len(given) == 2 and all(isinstance(part, str) for part in given):
        return given[0], given[1]
    if given:
        fields.left_out.append("conversation")
    return None


def _tags(fields: _Fields) -> tuple[str, ...]:
    given = fields.entries("tags")
    kept = tuple(tag for tag in given if isinstance(tag, str))
    if len(kept) < len(given):
        fields.left_out.append("tags")
    return kept


def _hash(fields: _Fields) -> bytes | None:
    text = fields.text("source_hash")
    if text is None:
        return None
    try:
        digest = bytes.fromhex(text)
    except ValueError:
        digest = b""
    if len(digest) != _HASH_BYTES:
        fields.left_out.append("source_hash")
        return None
    return digest


def _revisions(fields: _Fields) -> tuple[PortableRevision, ...]:
    kept: list[PortableRevision] = []
    for given in fields.entries("revisions"):
        inner = _Fields(given if isinstance(given, dict) else {})
        try:
            kept.append(
                PortableRevision(
                    inner.needed("content"),
                    inner.one_of("origin", _REVISION_ORIGINS, "edit"),
                    inner.moment("created_at"),
                )
            )
        except BadRecordError:
            fields.left_out.append("revisions")
    return tuple(kept)


def _conversation(fields: _Fields) -> PortableConversation:
    return PortableConversation(
        NewConversation(
            source=fields.needed("source"),
            external_id=fields.needed("external_id"),
            title=fields.text("title") or "",
            started_at=fields.integer("started_at"),
            updated_at=fields.integer("updated_at"),
            model=fields.text("model"),
            project=fields.text("project"),
            archived=fields.flag("archived"),
            starred=fields.flag("starred"),
            extra=fields.mapping("extra"),
        )
    )


def _link(fields: _Fields) -> PortableLink:
    kind = fields.needed("type")
    if kind not in LINK_TYPES:
        raise BadRecordError(f"“{kind}” is no type of link")
    return PortableLink(
        source_uid=fields.needed("source"),
        target_uid=fields.needed("target"),
        type=kind,
        strength=fields.share("strength", DEFAULT_LINK_STRENGTH),
        bidirectional=fields.flag("bidirectional"),
        origin=fields.one_of("origin", _ORIGINS, "import"),
        created_at=fields.moment("created_at"),
    )


def _run(fields: _Fields) -> PortableRun:
    counts = [fields.whole(name) for name in COUNTS]
    return PortableRun(
        number=fields.moment("number"),
        path=fields.needed("path"),
        format=fields.needed("format"),
        source=fields.needed("source"),
        started_at=fields.moment("started_at"),
        finished_at=fields.integer("finished_at"),
        removed_at=fields.moment("removed_at"),
        outcome=fields.one_of("outcome", ("done", "cancelled", "failed"), "done"),
        counts=(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]),
    )


def _search(fields: _Fields) -> PortableSearch:
    return PortableSearch(fields.needed("name"), fields.needed("query"), fields.whole("created_at"))


_READERS: dict[str, Callable[[_Fields], Portable]] = {
    "memory": _memory,
    "conversation": _conversation,
    "link": _link,
    "import": _run,
    "search": _search,
}
