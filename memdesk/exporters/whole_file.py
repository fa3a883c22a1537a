"""A file that takes its name only when it is complete and on the disk."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from memdesk.exporters.errors import ExportError, writing


@contextmanager
def whole_file(target: Path, former: bytes) -> Iterator[IO[bytes]]:
    """Yield a stream that becomes ``target``; whatever is raised leaves nothing of it behind.

    A file that is there already is only replaced if it begins with ``former``, as a former
    export does. Raises :class:`ExportError`.
    """
    _refuse_foreign(target, former)
    part = target.with_name(f".{target.name}.{uuid.uuid4().hex[:8]}.part")
    with writing(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("xb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            # A file that came here meanwhile is nobody's to replace either.
            _refuse_foreign(target, former)
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)


def _refuse_foreign(target: Path, former: bytes) -> None:
    if target.is_dir():
        raise ExportError(f"{target} is a folder. Give the export the name of a file.")
    with writing(target):
        if not target.exists():
            return
        with target.open("rb") as file:
            is_former = file.read(len(former)) == former
    if not is_former:
        raise ExportError(
            f"{target} is there already and is no former export of this kind. Choose another "
            "name; it was not changed."
        )
