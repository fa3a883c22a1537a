"""Every test has a home of its own, no keyring, and Qt without a screen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk import paths
from memdesk.embedding.holder import ModelHolder

# Read by Qt when its first application starts, so it is set before anything imports Qt.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

_HOMES = {
    "HOME": "",
    "USERPROFILE": "",
    "LOCALAPPDATA": "",
    "XDG_DATA_HOME": ".local/share",
    "XDG_CONFIG_HOME": ".config",
    "XDG_CACHE_HOME": ".cache",
    "XDG_STATE_HOME": ".local/state",
    "XDG_RUNTIME_DIR": "run",
}


@pytest.fixture(scope="session", autouse=True)
def _home_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps fixtures of any scope away from the developer's own folders."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for variable, folder in _HOMES.items():
            (home / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
            patch.setenv(variable, str(home / folder))
        patch.delenv("MEMDESK_HOME", raising=False)
        yield


@pytest.fixture(autouse=True)
def _home_of_the_test(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keeps tests from finding each other's vaults and settings."""
    monkeypatch.setenv("MEMDESK_HOME", str(tmp_path_factory.mktemp("memdesk")))


@pytest.fixture(scope="session")
def model_holder() -> ModelHolder:
    """The program's own embedding model, loaded when it is first needed."""
    return ModelHolder(paths.model_dir())


@pytest.fixture(scope="session")
def demo_vault(tmp_path_factory: pytest.TempPathFactory, model_holder: ModelHolder) -> Path:
    """A vault with both demo exports, imported and embedded. Copy it before changing it."""
    from memdesk.embedding.worker import EmbeddingWorker
    from memdesk.importers.detection import open_inputs
    from memdesk.importers.ingest import ingest
    from memdesk.vault.store import Vault

    path = tmp_path_factory.mktemp("demo") / "demo.memdesk"
    exports = [paths.demo_dir() / "chatgpt", paths.demo_dir() / "claude"]
    with open_inputs(exports) as detected, Vault(path) as vault:
        for parser in detected.parsers:
            ingest(parser, vault)
        EmbeddingWorker(vault, model_holder).embed_all()
    return path
