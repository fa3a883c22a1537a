"""A small vault made by hand, and the demo vault with the program's own model."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault.store import Vault
from tests.retrieval.small_vault import Small, build, opened


@pytest.fixture(scope="session")
def _built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, dict[str, int]]:
    folder = tmp_path_factory.mktemp("small")
    return (
        folder / "embedded.memdesk",
        folder / "unembedded.memdesk",
        build(folder / "embedded.memdesk", folder / "unembedded.memdesk"),
    )


@pytest.fixture(scope="session")
def kept(_built: tuple[Path, Path, dict[str, int]]) -> Iterator[Small]:
    """Some forty memories, embedded by a fake model; to be searched, never changed."""
    with opened(_built[0], _built[2]) as small:
        yield small


@pytest.fixture
def small(_built: tuple[Path, Path, dict[str, int]], tmp_path: Path) -> Iterator[Small]:
    """The same as a copy of the test's own."""
    copied = shutil.copy(_built[0], tmp_path / "small.memdesk")
    with opened(copied, _built[2]) as small:
        yield small


@pytest.fixture
def unembedded(_built: tuple[Path, Path, dict[str, int]], tmp_path: Path) -> Iterator[Small]:
    """A copy without vectors."""
    copied = shutil.copy(_built[1], tmp_path / "unembedded.memdesk")
    with opened(copied, _built[2]) as small:
        yield small


@pytest.fixture(scope="session")
def demo(demo_vault: Path, model_holder: ModelHolder) -> Iterator[SearchEngine]:
    with Vault(demo_vault) as vault:
        engine = SearchEngine(vault, model_holder)
        engine.warm()
        yield engine
