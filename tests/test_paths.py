from __future__ import annotations

from pathlib import Path

import pytest

from memdesk import paths
from memdesk.errors import MemdeskError


def test_one_variable_moves_every_folder_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMDESK_HOME", str(tmp_path))
    assert paths.data_dir() == tmp_path / "data"
    assert paths.settings_file() == tmp_path / "config" / "settings.json"
    assert paths.demo_vault() == tmp_path / "cache" / "demo.memdesk"
    assert paths.log_file() == tmp_path / "log" / "memdesk.log"


def test_without_the_variable_the_platform_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEMDESK_HOME")
    assert paths.data_dir().name == "memdesk"
    assert paths.default_vault() == paths.data_dir() / "memories.memdesk"


def test_asking_for_a_place_makes_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMDESK_HOME", str(tmp_path / "home"))
    paths.default_vault()
    paths.backup_dir()
    assert not (tmp_path / "home").exists()


def test_a_checkout_has_its_resources_beside_the_package() -> None:
    assert paths.resources() == Path(paths.__file__).parents[1] / "resources"


def test_an_installed_package_has_its_resources_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "memdesk"
    (package / "resources" / "model").mkdir(parents=True)
    monkeypatch.setattr(paths, "__file__", str(package / "paths.py"))
    assert paths.model_dir() == package / "resources" / "model"


def test_missing_resources_are_an_error_that_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "memdesk" / "paths.py"))
    with pytest.raises(MemdeskError, match="Install memdesk again"):
        paths.resources()
