"""Exports as they lie in a person's download folder."""

from __future__ import annotations

import zipfile
from pathlib import Path

from memdesk import paths


def chatgpt_zip(folder: Path) -> Path:
    """The demo's ChatGPT export, zipped as it is downloaded."""
    file = folder / "chatgpt-2025-11-23.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(paths.demo_dir() / "chatgpt" / "conversations.json", "conversations.json")
    return file


def damaged_zip(folder: Path) -> Path:
    """The same, broken off in the middle of the download."""
    whole = chatgpt_zip(folder).read_bytes()
    file = folder / "broken-off.zip"
    file.write_bytes(whole[: len(whole) // 2])
    return file
