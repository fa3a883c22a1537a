"""Notes of a knowledge graph: entities with observations, and relations between them.

A relation's type is free text in such graphs and one of a few kinds in a vault, so it stands in
the note's text as well as being a link.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from memdesk.importers.parsed import NoteLink, ParsedNote


@dataclass(slots=True)
class Entity:
    """What is known under one name, each thing once; ``created_at`` in UTC milliseconds."""

    kind: str = ""
    observations: dict[str, None] = field(default_factory=dict)
    relations: dict[tuple[str, str], None] = field(default_factory=dict)
    tags: list[str] = field(default_factory=list)
    created_at: int | None = None


@dataclass(slots=True)
class Graph:
    """Entities by name, in the order in which they came up."""

    entities: dict[str, Entity] = field(default_factory=dict)

    def entity(self, name: str) -> Entity:
        """Return the entity of a name, a new one if there is none."""
        return self.entities.setdefault(name, Entity())

    def observe(self, name: str, text: str) -> None:
        """Add an observation, unless it is known."""
        if text.strip():
            self.entity(name).observations.setdefault(text)

    def relate(self, start: str, kind: str, end: str) -> None:
        """Add a relation, unless it is known; a name that only relations know is one as well."""
        self.entity(end)
        self.entity(start).relations.setdefault((kind, end))

    def notes(self) -> Iterator[ParsedNote]:
        """Yield a note for each entity."""
        for name, entity in self.entities.items():
            lines = [f"{name} ({entity.kind})" if entity.kind else name, ""]
            lines += [f"- {' '.join(text.split())}" for text in entity.observations]
            lines += [f"- {kind}: {target}" for kind, target in entity.relations]
            targets = dict.fromkeys(target for _, target in entity.relations if target != name)
            kinds = (entity.kind,) if entity.kind else ()
            yield ParsedNote(
                external_id=name,
                content="\n".join(lines).strip(),
                title=name,
                type="memory",
                created_at=entity.created_at,
                tags=tuple(dict.fromkeys((*kinds, *entity.tags))),
                links=tuple(NoteLink(target) for target in targets),
            )
