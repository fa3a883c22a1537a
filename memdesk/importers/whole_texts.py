"""Files that are read as one text each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memdesk.importers.files import Files
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.source import SourceFile, UnreadableInput
from memdesk.importers.text_files import read_text


class WholeTexts(Files):
    """The text files of one export. Format modules derive their parser from it."""

    def _texts(self, files: Iterable[SourceFile]) -> Iterator[ParseIssue | tuple[SourceFile, str]]:
        """Yield the files with their texts, and what could not be read or had to be changed."""
        self._finished_bytes = 0
        for file in files:
            try:
                with self._reading(file) as stream:
                    found = read_text(stream)
            except UnreadableInput as error:
                yield ParseIssue(file.name, str(error))
                continue
            if found.is_binary:
                yield ParseIssue(file.name, "it is called a text and holds none; it was left out")
                continue
            if found.remark:
                yield ParseIssue(file.name, found.remark, lost=found.is_cut)
            yield file, found.text
