"""What the user has chosen, kept as JSON in the configuration folder.

Settings say how the program looks and behaves on this machine. What belongs to the memories
themselves travels with the vault and is kept there.

A setting is added by adding a field with a default; its annotation decides what a file may hold.
Keys of other versions are carried along unchanged, so that going back and forth between versions
loses nothing.
"""

from __future__ import annotations

import json
import logging
import math
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args, get_type_hints

from memdesk import paths
from memdesk.errors import MemdeskError

Theme = Literal["system", "light", "dark"]

_logger = logging.getLogger(__name__)


class SettingsError(MemdeskError):
    """The settings cannot be read from or written to disk."""


def _no_entries() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default."""

    theme: Theme = "system"
    text_scale: float = 1.0
    """Size of all text, 1.0 being the system's own."""
    language: str = ""
    """Language tag such as ``zh_CN``; empty follows the system."""
    vault: str = ""
    """Path of the vault to open; empty stands for :func:`memdesk.paths.default_vault`."""
    profile: str = "memdesk"
    """Name of the retrieval profile."""
    weights: Mapping[str, float] = field(default_factory=_no_entries)
    """Weights of stages that differ from the profile's, by stage name."""
    window_geometry: str = ""
    """Size and place of the main window, as the window system's opaque text."""
    hide_to_tray: bool = False
    """Whether closing the window leaves the program running in the tray."""
    watch_downloads: bool = False
    """Whether a folder is watched for new exports."""
    watched_folder: str = ""
    """The folder; empty stands for :func:`memdesk.paths.downloads_dir`."""
    settled_exports: Mapping[str, float] = field(default_factory=_no_entries)
    """Exports of that folder that were imported or dismissed: when each was last written (seconds
    since 1970), by path."""
    unknown: Mapping[str, Any] = field(default_factory=_no_entries)
    """Entries of the file that this version does not know, written back as they were."""

    @property
    def vault_path(self) -> Path:
        """The vault to open."""
        return Path(self.vault).expanduser() if self.vault else paths.default_vault()

    @property
    def watched_path(self) -> Path:
        """The folder to watch for new exports."""
        if self.watched_folder:
            return Path(self.watched_folder).expanduser()
        return paths.downloads_dir()


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings as read, and in plain words what was wrong with their file."""

    settings: Settings
    problems: tuple[str, ...] = ()


def load(file: Path | None = None) -> LoadedSettings:
    """Read the settings from ``file`` or from their usual place.

    No file means the defaults. A file that is not a JSON object is renamed to ``*.damaged`` and
    the defaults are used; a single value of the wrong kind is replaced by its default. Both are
    logged and listed in ``problems``.

    :raises SettingsError: the file is there but the system does not let it be read or renamed.
    """
    file = file or paths.settings_file()
    try:
        text = file.read_bytes()
    except FileNotFoundError:
        return LoadedSettings(Settings())
    except OSError as error:
        raise SettingsError(f"Cannot read the settings in {file}: {error.strerror}.") from error
    try:
        entries = json.loads(text)
        if not isinstance(entries, dict):
            raise ValueError("it does not hold a JSON object")
    except ValueError as error:
        problems: tuple[str, ...] = (_set_aside(file, error),)
        settings = Settings()
    else:
        settings, problems = _from_entries(entries, file)
    for problem in problems:
        _logger.warning("%s", problem)
    return LoadedSettings(settings, problems)


def save(settings: Settings, file: Path | None = None) -> None:
    """Write the settings so that a crash at any moment leaves either the old or the new file.

    :raises SettingsError: the folder or file cannot be written; the old file is untouched.
    """
    file = file or paths.settings_file()
    entries = dict(settings.unknown)
    for name in _SETTING_TYPES:
        value = getattr(settings, name)
        entries[name] = dict(value) if isinstance(value, Mapping) else value
    text = json.dumps(entries, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=file.name, suffix=".new")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(temporary, file)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SettingsError(
            f"Cannot write the settings to {file}: {error.strerror}. "
            "The earlier settings are still in place."
        ) from error


def _from_entries(entries: dict[str, Any], file: Path) -> tuple[Settings, tuple[str, ...]]:
    known: dict[str, Any] = {}
    problems = []
    for name, expected in _SETTING_TYPES.items():
        if name not in entries:
            continue
        value = entries.pop(name)
        if _fits(value, expected):
            known[name] = MappingProxyType(value) if isinstance(value, dict) else value
        else:
            problems.append(f"{file}: the value of {name!r} is unusable; using the default.")
    return replace(Settings(unknown=MappingProxyType(entries)), **known), tuple(problems)


def _fits(value: object, expected: Any) -> bool:
    """Whether a JSON value can stand in a field of this type."""
    if expected == Theme:
        return value in get_args(Theme)
    if expected == Mapping[str, float]:
        return isinstance(value, dict) and all(_fits(entry, float) for entry in value.values())
    if expected is float:
        # JSON writes 1.0 as 1 in other hands; true is an int to Python but no number to a reader.
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return math.isfinite(value)
    return isinstance(value, expected)


def _set_aside(file: Path, reason: ValueError) -> str:
    damaged = file.with_name(file.name + ".damaged")
    try:
        os.replace(file, damaged)
    except OSError as error:
        raise SettingsError(
            f"The settings in {file} are damaged ({reason}) and cannot be renamed: "
            f"{error.strerror}. Move the file away by hand."
        ) from error
    return f"The settings in {file} were damaged ({reason}) and are kept as {damaged.name}."


_SETTING_TYPES: dict[str, Any] = {
    name: expected
    for name, expected in get_type_hints(Settings).items()
    if name in {entry.name for entry in fields(Settings)} - {"unknown"}
}
