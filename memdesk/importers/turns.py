"""From turns that know their parents to a conversation's messages in reading order.

What format modules have in common that get a tree of plain turns: branches, turns without any
content (their replies hang on what is shown before them), times that are missing, titles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memdesk.importers.parsed import Attachment, Json, ParsedConversation, ParsedMessage, Role
from memdesk.importers.tree import reading_order, resolve_parents
from memdesk.importers.values import first_words

UNTITLED = "Untitled conversation"


@dataclass(slots=True)
class Turn:
    """One turn as a source has it; times are UTC milliseconds."""

    id: str
    role: Role
    content: str = ""
    parent: str | None = None
    created_at: int | None = None
    updated_at: int | None = None
    author: str | None = None
    model: str | None = None
    thinking: str | None = None
    attachments: tuple[Attachment, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    extra: Mapping[str, Json] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not (self.content.strip() or self.thinking or self.attachments)


def conversation(
    external_id: str,
    title: str,
    turns: Sequence[Turn],
    *,
    current: str | None = None,
    started_at: int | None = None,
    updated_at: int | None = None,
    model: str | None = None,
    project: str | None = None,
    archived: bool = False,
    starred: bool = False,
    extra: Mapping[str, Json] | None = None,
) -> ParsedConversation:
    """Return the conversation of some turns; ``current`` ends the branch that was last seen.

    Without it that is the branch of the newest turn, in doubt the last. Of turns with the same id
    the last one counts.
    """
    messages = _messages(turns, current, started_at)
    times = [message.created_at for message in messages if message.created_at is not None]
    models = (m.model for m in reversed(messages) if m.model and not m.branch)
    return ParsedConversation(
        external_id=external_id,
        title=" ".join(title.split()) or _title(messages),
        messages=tuple(messages),
        started_at=started_at if started_at is not None else min(times, default=None),
        updated_at=updated_at if updated_at is not None else max(times, default=None),
        model=model or next(models, None),
        project=project,
        archived=archived,
        starred=starred,
        extra=extra or {},
    )


def _messages(
    turns: Sequence[Turn], current: str | None, started: int | None
) -> list[ParsedMessage]:
    by_id = {turn.id: turn for turn in turns}
    parents = resolve_parents(list(by_id), {turn.id: turn.parent for turn in by_id.values()})
    shown: dict[str | None, str | None] = {None: None}
    times: dict[str | None, int | None] = {None: started}
    messages: list[ParsedMessage] = []
    for placed in reading_order(
        list(by_id), parents, current if current in by_id else _newest(turns)
    ):
        turn = by_id[placed.id]
        known = turn.created_at is not None
        time = times[placed.id] = turn.created_at if known else times[placed.parent]
        if turn.is_empty:
            shown[placed.id] = shown[placed.parent]
            continue
        shown[placed.id] = placed.id
        names = "\n".join(attachment.name for attachment in turn.attachments)
        extra = turn.extra if known or time is None else {**turn.extra, "time_from": "before"}
        messages.append(
            ParsedMessage(
                external_id=turn.id,
                role=turn.role,
                content=turn.content if turn.content.strip() or turn.thinking else names,
                position=len(messages),
                author=turn.author,
                created_at=time,
                updated_at=turn.updated_at,
                parent_external_id=shown[placed.parent],
                branch=placed.branch,
                model=turn.model,
                thinking=turn.thinking or None,
                attachments=turn.attachments,
                links=turn.links,
                extra=extra,
            )
        )
    return messages


def _newest(turns: Sequence[Turn]) -> str | None:
    places = range(len(turns))
    newest = max(places, key=lambda at: (turns[at].created_at or 0, at), default=None)
    return None if newest is None else turns[newest].id


def _title(messages: Sequence[ParsedMessage]) -> str:
    said = (m.content for m in messages if m.role == "user" and m.content.strip())
    return first_words(next(said, "")) or UNTITLED
