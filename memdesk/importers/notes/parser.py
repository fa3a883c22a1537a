"""Notes as files, each of which becomes one memory.

Known by the path within what was dropped, or the one it had before (:mod:`known_places`). Front
matter gives title, tags and dates, as far as it has them; ``#tags`` in the text count as well.
Links of all kinds between the notes, by name, alias or path, become links, embedded or linked
files are named as attachments. A daily note's name is its date. Canvases are read as text.

Not covered: the bytes of embedded files, plug-ins' data, notes of more than 16 MB.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import PurePosixPath

from memdesk.importers import known_places
from memdesk.importers.notes import canvas, front_matter
from memdesk.importers.notes.naming import Names
from memdesk.importers.notes.own import conversations_left, is_own_conversation, own_note
from memdesk.importers.parsed import Json, NoteLink, ParsedItem, ParsedNote, ParseIssue
from memdesk.importers.source import SourceFile, UnreadableInput
from memdesk.importers.text_files import read_text
from memdesk.importers.values import EARLIEST_WRITTEN_MS, latest_plausible_ms
from memdesk.importers.whole_texts import WholeTexts
from memdesk.text.note_marks import Reference, embedded_files, references, tags
from memdesk.vault.identity import content_hash

_HEADING = re.compile(r"\A\s*# +(\S[^\n]*)", re.MULTILINE)
_DAY = re.compile(r"((?:19|20)\d{2})-(\d{2})-(\d{2})")
_FRONT_MATTER_BYTES = 64 * 1024
_NO_MARKDOWN = (".txt", ".text")
_CANVAS = ".canvas"


class NotesParser(WholeTexts):
    """Yields a note for each file."""

    source = "notes"
    format_name = "Notes"
    _moves: tuple[known_places.Move, ...] = ()

    def look_back(self, known: Mapping[str, bytes]) -> None:
        """Find out where the notes lay when they came in before."""
        found = {_identity(file): partial(_hash, file) for file in self.files}
        self._moves = known_places.moves(found, known)

    def __iter__(self) -> Iterator[ParsedItem]:
        latest = latest_plausible_ms()
        files = self._placed()
        identities = {file.name: identity for identity, file in files.items()}
        names = Names(files, _aliases(files, latest))
        conversations: list[str] = []
        for found in self._texts(files.values()):
            if isinstance(found, ParseIssue):
                yield found
                continue
            file = found[0]
            about, text = _content(*found, latest)
            if about.problem:
                yield ParseIssue(file.name, f"{about.problem}; it stays in the text", lost=False)
            if is_own_conversation(about):
                conversations.append(file.name)
                continue
            if own := own_note(about, text):
                yield own
                continue
            if not text.strip():
                yield ParseIssue(file.name, "it is empty", lost=False)
                continue
            yield _note(identities[file.name], file, about, text.strip(), names)
        if conversations:
            yield conversations_left(conversations)

    def _placed(self) -> dict[str, SourceFile]:
        """Return the files by what their notes are known by."""
        here = {_identity(file): file for file in self.files}
        placed: dict[str, SourceFile] = {}
        for identity, file in here.items():
            before = known_places.moved(identity, self._moves)
            taken = before in here or before in placed
            placed[identity if taken else before] = file
        return placed


def _identity(file: SourceFile) -> str:
    """Return the path from the folder that was dropped; of a loose file from the one it lies in."""
    if file.local is not None and "/" not in file.name:
        return f"{file.local.parent.name}/{file.name}"
    return file.name


def _suffix(file: SourceFile) -> str:
    return PurePosixPath(file.name).suffix.lower()


def _content(file: SourceFile, text: str, latest: int) -> tuple[front_matter.FrontMatter, str]:
    """Return what a file says of itself and what else it says."""
    if _suffix(file) == _CANVAS:
        said = canvas.as_markdown(text)
        if said is not None:
            return front_matter.FrontMatter(), said
        problem = "it is no canvas that can be read"
        return front_matter.FrontMatter(problem=problem), text
    return front_matter.read(text, latest)


def _hash(file: SourceFile) -> bytes | None:
    try:
        with file.open() as stream:
            found = read_text(stream)
    except UnreadableInput:
        return None
    return content_hash(_content(file, found.text, latest_plausible_ms())[1].strip())


def _aliases(files: Mapping[str, SourceFile], latest: int) -> dict[str, str]:
    """Return the other names that notes give themselves; of the same the first counts."""
    aliases: dict[str, str] = {}
    for identity, file in files.items():
        try:
            with file.open() as stream:
                head = stream.read(_FRONT_MATTER_BYTES)
        except UnreadableInput:
            continue
        if head.startswith(b"---") and b"alias" in head.lower():
            text = head.decode(errors="replace").replace("\r\n", "\n")
            for alias in front_matter.read(text, latest)[0].aliases:
                aliases.setdefault(alias, identity)
    return aliases


def _note(
    identity: str, file: SourceFile, about: front_matter.FrontMatter, text: str, names: Names
) -> ParsedNote:
    path = PurePosixPath(identity)
    is_plain = _suffix(file) in _NO_MARKDOWN
    heading = None if is_plain or _suffix(file) == _CANVAS else _HEADING.match(text)
    extra: dict[str, Json] = {}
    if about.properties:
        extra["properties"] = about.properties
    embedded = [
        name for name in embedded_files(text) if names.find(Reference(name), identity) is None
    ]
    if embedded:
        extra["attachments"] = [{"name": name} for name in embedded]
    targets = () if is_plain else (names.find(one, identity) for one in references(text))
    linked = dict.fromkeys(one for one in targets if one is not None and one != identity)
    folders = path.parent.parts[1:]
    written = file.modified_at
    if written is not None and written < EARLIEST_WRITTEN_MS:
        # Zips that keep no times have the first that they can.
        written = None
    return ParsedNote(
        external_id=identity,
        content=text,
        title=about.title
        or (heading[1].strip().rstrip("#").strip() if heading else None)
        or path.stem,
        created_at=about.created_at or _day(path.stem) or written,
        updated_at=about.updated_at or written,
        tags=tuple(dict.fromkeys((*about.tags, *(() if is_plain else tags(text))))),
        project="/".join(folders) or None,
        links=tuple(NoteLink(target) for target in linked),
        extra=extra,
    )


def _day(name: str) -> int | None:
    """Return the day that a daily note is called by, at noon: of no zone it is another day."""
    found = _DAY.search(name)
    if found is None:
        return None
    try:
        moment = datetime(int(found[1]), int(found[2]), int(found[3]), 12, tzinfo=UTC)
    except ValueError:
        return None
    return round(moment.timestamp() * 1000)
