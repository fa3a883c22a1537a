"""What belongs to no conversation: projects' documents and instructions, Claude's memory."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from memdesk.importers.parsed import Json, ParsedNote
from memdesk.importers.values import as_list, as_object, as_text, milliseconds


def project_notes(item: dict[str, Json], latest: int) -> Iterator[ParsedNote]:
    """A project's description, instructions and documents, one note each."""
    name = as_text(item.get("name")).strip() or None
    identity = as_text(item.get("uuid")) or _hashed(name or "")
    created = milliseconds(item.get("created_at"), latest)
    updated = milliseconds(item.get("updated_at"), latest)
    for key, kind, title in (
        ("description", "note", name),
        ("prompt_template", "instruction", name and f"{name}: instructions"),
    ):
        text = as_text(item.get(key)).strip()
        if text:
            yield ParsedNote(f"{identity}:{key}", text, title, kind, created, updated, project=name)
    for document in as_list(item.get("docs")):
        document = as_object(document)
        text = as_text(document.get("content")).strip()
        file_name = as_text(document.get("filename")) or as_text(document.get("file_name"))
        if text:
            yield ParsedNote(
                as_text(document.get("uuid")) or f"{identity}:{_hashed(file_name, text)}",
                text,
                file_name or None,
                "document",
                milliseconds(document.get("created_at"), latest) or created,
                project=name,
            )


def memory_notes(item: dict[str, Json]) -> Iterator[ParsedNote]:
    """What Claude remembers of the person: over all conversations, and for each project."""
    owner = as_text(item.get("account_uuid"))
    text = as_text(item.get("conversations_memory")).strip()
    if text:
        yield ParsedNote(f"memory:{owner}", text, "Claude's memory", "memory")
    for project, memory in as_object(item.get("project_memories")).items():
        text = as_text(memory).strip()
        if text:
            yield ParsedNote(
                f"memory:{owner}:{project}",
                text,
                "Claude's memory of a project",
                "memory",
                extra={"project_id": project},
            )


def _hashed(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
