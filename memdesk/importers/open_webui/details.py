"""The ``<details>`` blocks that Open WebUI writes into an answer's text.

Reasoning, tool calls and results of code stand in the text itself, in HTML with escaped contents.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from memdesk.importers.values import fenced

_BLOCK = re.compile(r"<details(?P<attributes>[^>]*)>(?P<inner>.*?)</details>\s*", re.DOTALL)
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_SUMMARY = re.compile(r"\s*<summary>.*?</summary>\s*", re.DOTALL)
_QUOTE = re.compile(r"^> ?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer's text without its blocks; tool calls remain in it as code."""

    text: str
    thinking: str


def read(content: str) -> Answer:
    """Take the blocks out of a text; a block of another kind stays as it is."""
    if "<details" not in content:
        return Answer(content, "")
    thinking: list[str] = []

    def replaced(match: re.Match[str]) -> str:
        attributes = dict(_ATTRIBUTE.findall(match["attributes"]))
        kind = attributes.get("type", "")
        inner = html.unescape(_SUMMARY.sub("", match["inner"], count=1)).strip()
        if kind == "reasoning":
            thinking.append(_QUOTE.sub("", inner).strip())
            return ""
        if kind == "tool_calls":
            called = html.unescape(attributes.get("arguments", "")).strip()
            result = html.unescape(attributes.get("result", "")).strip()
            name = attributes.get("name", "tool")
            parts = [f"{name} {called}".strip(), result or inner]
            return fenced("\n".join(filter(None, parts))) + "\n\n"
        if kind == "code_interpreter":
            return f"{inner}\n\n" if inner else ""
        return match[0]

    text = _BLOCK.sub(replaced, content)
    return Answer(text.strip(), "\n\n".join(filter(None, thinking)))
