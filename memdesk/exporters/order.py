"""What somebody wants exported, how and where to. Light enough to be imported by the window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from memdesk.retrieval.results import SearchRequest

Format = Literal["markdown", "jsonl", "csv"]


@dataclass(frozen=True, slots=True)
class Everything:
    """All memories; those in the trash only if they are asked for."""

    trash: bool = False


@dataclass(frozen=True, slots=True)
class Memories:
    """These memories, by id."""

    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """All memories of a conversation, by its id."""

    id: int


@dataclass(frozen=True, slots=True)
class Found:
    """All that a search finds: with filters only, whatever passes them."""

    request: SearchRequest


What: TypeAlias = Everything | Memories | Conversation | Found


@dataclass(frozen=True, slots=True)
class How:
    """In which format and where: for Markdown a folder, else a file.

    ``mark`` begins a CSV with the byte order mark for Excel.
    """

    format: Format
    target: Path
    mark: bool = False


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written.

    ``kept`` names the files of a former export that a person has changed: they stay as they are.
    """

    target: Path
    memories: int
    files: int = 1
    kept: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cancelled:
    """It was stopped, and left nothing behind."""


Outcome: TypeAlias = Exported | Cancelled
