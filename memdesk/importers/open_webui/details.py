"""The ``<details>`` blocks that Open WebUI writes into an answer's text.

Reasoning, tool calls and results of code stand in the text itself, in HTML with escaped contents.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from memdesk.importers.values import fenced

_BEGIN, _END = "<details", "</details>"
_ATTRIBUTE = re.compile(r'(?<![\w-])([\w-]+)="([^"]*)"')
_SPACE = re.compile(r"\s*")
_QUOTE = re.compile(r"^> ?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer's text without its blocks; tool calls remain in it as code."""

    text: str
    thinking: str


def read(content: str) -> Answer:
    """Take the blocks out of a text; a block of another kind stays as it is."""
    thinking: list[str] = []
    shown: list[str] = []
    done = 0
    # By hand: of blocks that never end, a pattern would look for the end of each anew.
    while (start := content.find(_BEGIN, done)) >= 0:
        head = content.find(">", start)
        end = content.find(_END, head)
        if head < 0 or end < 0:
            break
        attributes = dict(_ATTRIBUTE.findall(content, start + len(_BEGIN), head))
        inner = html.unescape(_without_summary(content[head + 1 : end])).strip()
        kind = attributes.get("type", "")
        shown.append(content[done:start])
        done = end + len(_END)
        if kind == "reasoning":
            thinking.append(_QUOTE.sub("", inner).strip())
        elif kind == "tool_calls":
            shown.append(_tool_call(attributes, inner))
        elif kind == "code_interpreter":
            shown.append(f"{inner}\n\n" if inner else "")
        else:
            shown.append(content[start:done])
            continue
        space = _SPACE.match(content, done)
        done = space.end() if space else done
    if not shown:
        return Answer(content, "")
    text = "".join((*shown, content[done:]))
    return Answer(text.strip(), "\n\n".join(filter(None, thinking)))


def _without_summary(inner: str) -> str:
    start = inner.find("<summary>")
    end = inner.find("</summary>", start)
    if start < 0 or end < 0:
        return inner
    return inner[:start].rstrip() + inner[end + len("</summary>") :].lstrip()


def _tool_call(attributes: dict[str, str], inner: str) -> str:
    called = html.unescape(attributes.get("arguments", "")).strip()
    result = html.unescape(attributes.get("result", "")).strip()
    parts = [f"{attributes.get('name', 'tool')} {called}".strip(), result or inner]
    return fenced("\n".join(filter(None, parts))) + "\n\n"
