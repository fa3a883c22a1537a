"""Notes as files, each of which becomes one memory.

Known by the path within what was dropped. Front matter gives title, tags and dates, as far as it
has them; ``#tags`` in the text count as well, ``[[names]]`` become links between the notes, and
embedded or linked files are named as attachments. A daily note's name is its date.

Not covered: the bytes of embedded files, canvases and plug-ins' data, notes of more than 16 MB.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import PurePosixPath

from memdesk.importers.files import Files
from memdesk.importers.notes import front_matter
from memdesk.importers.notes.naming import Names
from memdesk.importers.notes.own import conversations_left, is_own_conversation, own_note
from memdesk.importers.parsed import Json, NoteLink, ParsedItem, ParsedNote, ParseIssue
from memdesk.importers.source import SourceFile, UnreadableInput
from memdesk.importers.text_files import read_text
from memdesk.importers.values import latest_plausible_ms
from memdesk.text.note_marks import embedded_files, tags, wiki_links

_HEADING = re.compile(r"\A\s*# +(\S[^\n]*)", re.MULTILINE)
_DAY = re.compile(r"((?:19|20)\d{2})-(\d{2})-(\d{2})")


class NotesParser(Files):
    """Yields a note for each file."""

    source = "notes"
    format_name = "Notes"

    def __iter__(self) -> Iterator[ParsedItem]:
        self._finished_bytes = 0
        latest = latest_plausible_ms()
        files = {_identity(file): file for file in self.files}
        names = Names(files)
        conversations: list[str] = []
        for identity, file in files.items():
            try:
                with self._reading(file) as stream:
                    found = read_text(stream)
            except UnreadableInput as error:
                yield ParseIssue(file.name, str(error))
                continue
            if found.remark:
                yield ParseIssue(file.name, found.remark, lost=found.is_cut)
            about, text = front_matter.read(found.text, latest)
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
            yield _note(identity, file, about, text.strip(), names)
        if conversations:
            yield conversations_left(conversations)


def _identity(file: SourceFile) -> str:
    """Return the path from the folder that was dropped; of a loose file from the one it lies in."""
    if file.local is not None and "/" not in file.name:
        return f"{file.local.parent.name}/{file.name}"
    return file.name


def _note(
    identity: str, file: SourceFile, about: front_matter.FrontMatter, text: str, names: Names
) -> ParsedNote:
    path = PurePosixPath(identity)
    is_plain = path.suffix.lower() in (".txt", ".text")
    heading = None if is_plain else _HEADING.match(text)
    extra: dict[str, Json] = {}
    if about.properties:
        extra["properties"] = about.properties
    if files := embedded_files(text):
        extra["attachments"] = [{"name": name} for name in files]
    targets = () if is_plain else (names.find(name, identity) for name in wiki_links(text))
    linked = dict.fromkeys(one for one in targets if one is not None and one != identity)
    folders = path.parent.parts[1:]
    return ParsedNote(
        external_id=identity,
        content=text,
        title=about.title
        or (heading[1].strip().rstrip("#").strip() if heading else None)
        or path.stem,
        created_at=about.created_at or _day(path.stem) or file.modified_at,
        updated_at=about.updated_at or file.modified_at,
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
