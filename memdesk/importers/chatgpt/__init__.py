"""ChatGPT's data export: parser, tree, contents, citations."""

from __future__ import annotations

from memdesk.importers.chatgpt.parser import ChatGPTParser

__all__ = ["ChatGPTParser"]
