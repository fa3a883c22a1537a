"""Every test has a home of its own, no keyring, and Qt without a screen."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

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
