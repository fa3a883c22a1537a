"""Perplexity's own export of a thread as Markdown.

Shape learned from such files in public repositories: the site's logo as an ``<img>``, then each
question as a heading, its answer, perhaps a hidden ``<span>`` of numbers, a line with ``⁂``, and
footnotes with the sources; a rule parts one question from the next. In a thread of several
questions the numbers are written ``[^2_7]``, in one of a single question ``[^7]``; both become
``[7]``, so that a thread that has grown is known again.

Not covered: where the heading's question goes on over several lines (nothing parts those from the
answer, where they stay), questions after an answer without sources (they stay in that answer),
times (the file's counts) and models (the export tells neither).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from memdesk.importers.parsed import Attachment, ParsedConversation, ParsedItem, ParseIssue
from memdesk.importers.source import SourceFile
from memdesk.importers.turns import Turn, conversation
from memdesk.importers.values import first_words, latest_plausible_ms, milliseconds
from memdesk.importers.whole_texts import WholeTexts

_LOGO = rb"\s*<img src=\"https?://[^\"\s]{0,40}perplexity\.ai/[^\"\s]{1,200}\"[^<>]{0,200}>"
_BEGINS = re.compile(_LOGO)
_BEGINNING = re.compile(_LOGO.decode())
_FOOTNOTE = re.compile(r"\[\^(?:\d+_)?\d+\]:[ \t]*(\S.*)")
_NUMBER = re.compile(r"\[\^(?:\d+_)?(\d+)\]")
_END = re.compile(r"<div [^<>]*>\s*⁂\s*</div>")
_HIDDEN = re.compile(r'<span style="display:\s*none">[\[\]^\d_\s]*</span>')
_RULE = "---"


@dataclass(frozen=True, slots=True)
class _Exchange:
    question: str
    answer: str
    links: tuple[tuple[str, str], ...]
    files: tuple[Attachment, ...]


def is_thread(file: SourceFile, head: bytes) -> bool:
    """Tell whether a file begins as an exported thread does."""
    return _BEGINS.match(head) is not None


class PerplexityMarkdownParser(WholeTexts):
    """Yields a conversation for each file."""

    source = "perplexity"
    format_name = "Perplexity thread (Markdown)"

    def __iter__(self) -> Iterator[ParsedItem]:
        latest = latest_plausible_ms()
        for found in self._texts(self.files):
            if isinstance(found, ParseIssue):
                yield found
                continue
            file, text = found
            exchanges = [_exchange(lines) for lines in _parts(_BEGINNING.sub("", text, 1))]
            said = [one for one in exchanges if one.question or one.answer]
            if said:
                yield _thread(said, file, latest)
            else:
                yield ParseIssue(file.name, "the thread is empty", lost=False)


def _parts(text: str) -> Iterator[list[str]]:
    """Yield the lines of each question with its answer and sources."""
    lines = text.strip().split("\n")
    part: list[str] = []
    sources_done = False
    for at, line in enumerate(lines):
        if line.strip() == _RULE and sources_done and _asks(lines, at + 1):
            yield part
            part = []
            sources_done = False
            continue
        part.append(line)
        if line.strip():
            sources_done = bool(_FOOTNOTE.fullmatch(line) or _END.fullmatch(line.strip()))
    yield part


def _asks(lines: Sequence[str], start: int) -> bool:
    """Tell whether the next line that is not blank is a question."""
    for at in range(start, len(lines)):
        if lines[at].strip():
            return lines[at].startswith("# ")
    return False


def _exchange(lines: list[str]) -> _Exchange:
    named: list[str] = []
    while lines and (not lines[-1].strip() or _FOOTNOTE.fullmatch(lines[-1])):
        footnote = _FOOTNOTE.fullmatch(lines.pop())
        if footnote is not None:
            named.append(footnote[1].strip().replace("\\&", "&"))
    named.reverse()
    if lines and _END.fullmatch(lines[-1].strip()):
        lines.pop()
    question, answer = "", _HIDDEN.sub("", "\n".join(lines)).strip()
    if answer.startswith("# "):
        heading, _, answer = answer.partition("\n")
        question = heading[2:].replace("\\&", "&").strip()
        answer = answer.strip()
        # Older files have a rule between the two.
        if answer.partition("\n")[0].strip() == _RULE:
            answer = answer.partition("\n")[2].strip()
    return _Exchange(
        question,
        _NUMBER.sub(r"[\1]", answer),
        tuple(("", name) for name in named if _is_address(name)),
        tuple(Attachment(name) for name in named if not _is_address(name)),
    )


def _is_address(name: str) -> bool:
    return name.startswith(("http://", "https://"))


def _thread(exchanges: Sequence[_Exchange], file: SourceFile, latest: int) -> ParsedConversation:
    first = f"{exchanges[0].question}\0{exchanges[0].answer}".encode("utf-8", "replace")
    turns: list[Turn] = []
    for number, one in enumerate(exchanges, start=1):
        parent = turns[-1].id if turns else None
        asked = Turn(f"{number}:query", "user", one.question, parent)
        answered = Turn(
            f"{number}:answer",
            "assistant",
            one.answer,
            asked.id,
            attachments=one.files,
            links=one.links,
        )
        turns += (asked, answered)
    written = milliseconds(file.modified_at, latest)
    return conversation(
        f"markdown:{hashlib.blake2b(first, digest_size=12).hexdigest()}",
        first_words(exchanges[0].question, 120) or PurePosixPath(file.base_name).stem,
        turns,
        current=turns[-1].id,
        started_at=written,
        updated_at=written,
    )
