"""Messages and conversations as text to paste elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QTextDocument

from memdesk.desktop.conversation.blocks import Code, Prose, Table, blocks
from memdesk.desktop.conversation.pieces import pieces
from memdesk.desktop.widgets.dates import full
from memdesk.desktop.widgets.names import source_name, speaker
from memdesk.vault.records import ATTACHMENT, Conversation, Memory


def message_text(memory: Memory) -> str:
    """A message as it reads, without Markdown's marks."""
    parts: list[str] = []
    for piece in pieces(memory.content, markdown=memory.format == "markdown"):
        if piece.kind == "plain":
            parts.append(piece.text)
            continue
        for block in blocks(piece):
            if isinstance(block, Code):
                parts.append(block.text)
            elif isinstance(block, (Prose, Table)):
                document = QTextDocument()
                document.setHtml(block.html)
                parts.append(document.toPlainText().strip())
    return "\n\n".join(parts)


def message_markdown(memory: Memory) -> str:
    """A message as it was written."""
    return memory.content


def conversation_markdown(conversation: Conversation, memories: Sequence[Memory]) -> str:
    """A conversation under its title, each message under its speaker and time."""
    parts = [f"# {conversation.title or source_name(conversation.source)}"]
    origin = [source_name(conversation.source)]
    if conversation.started_at is not None:
        origin.append(full(conversation.started_at))
    if conversation.model:
        origin.append(conversation.model)
    parts.append(" · ".join(origin))
    for memory in memories:
        heading = speaker(memory.role, memory.source, memory.author)
        if memory.type == ATTACHMENT and memory.extra.get("name"):
            heading = f"{heading} · {memory.extra['name']}"
        if memory.created_at is not None:
            heading = f"{heading} · {full(memory.created_at)}"
        parts.append(f"## {heading}")
        if memory.content.strip():
            parts.append(memory.content.strip("\n"))
    return "\n\n".join(parts) + "\n"
