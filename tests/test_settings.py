from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk import paths, settings
from memdesk.settings import Settings, SettingsError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def written(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_without_a_file_the_defaults_hold_and_nothing_is_written(file: Path) -> None:
    loaded = settings.load(file)
    assert loaded.settings == Settings()
    assert loaded.problems == ()
    assert not file.parent.exists()


def test_settings_live_in_the_configuration_folder() -> None:
    settings.save(Settings(theme="dark"))
    assert json.loads(paths.settings_file().read_text())["theme"] == "dark"
    assert settings.load().settings.theme == "dark"


@given(
    st.builds(
        Settings,
        theme=st.sampled_from(["system", "light", "dark"]),
        text_scale=st.floats(0.5, 3.0),
        language=st.text(),
        vault=st.text(),
        weights=st.dictionaries(st.text(), st.floats(-10, 10)),
        hide_to_tray=st.booleans(),
    )
)
def test_what_is_saved_is_loaded(
    tmp_path_factory: pytest.TempPathFactory, wanted: Settings
) -> None:
    file = tmp_path_factory.getbasetemp() / "round-trip.json"
    settings.save(wanted, file)
    loaded = settings.load(file)
    assert loaded.settings == wanted
    assert loaded.problems == ()


def test_entries_of_another_version_survive_a_change(file: Path) -> None:
    written(file, '{"theme": "light", "sidebar": {"width": 240}}')
    settings.save(replace(settings.load(file).settings, theme="dark"), file)
    entries = json.loads(file.read_text())
    assert entries["theme"] == "dark"
    assert entries["sidebar"] == {"width": 240}


@pytest.mark.parametrize("text", ["", '{"theme": "dark"', "[1, 2]"])
def test_a_damaged_file_is_kept_aside_and_the_defaults_hold(file: Path, text: str) -> None:
    written(file, text)
    loaded = settings.load(file)
    assert loaded.settings == Settings()
    assert len(loaded.problems) == 1
    assert "settings.json.damaged" in loaded.problems[0]
    assert not file.exists()
    assert file.with_name("settings.json.damaged").read_text(encoding="utf-8") == text


def test_a_byte_order_mark_from_another_editor_does_no_harm(file: Path) -> None:
    written(file, '\ufeff{"theme": "dark"}')
    assert settings.load(file).settings.theme == "dark"


def test_bytes_that_are_no_text_are_kept_aside(file: Path) -> None:
    written(file, "").write_bytes(b'{"theme": "\xff\xfe"}')
    assert "settings.json.damaged" in settings.load(file).problems[0]


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ("theme", "purple"),
        ("text_scale", "1.5"),
        ("text_scale", True),
        ("hide_to_tray", 1),
        ("weights", {"recency": "high"}),
        ("language", None),
    ],
)
def test_one_unusable_value_costs_only_itself(file: Path, entry: str, value: object) -> None:
    written(file, json.dumps({"profile": "memx", entry: value}))
    loaded = settings.load(file)
    assert loaded.settings == Settings(profile="memx")
    assert len(loaded.problems) == 1
    assert repr(entry) in loaded.problems[0]
    assert file.exists()


def test_a_number_without_end_is_unusable(file: Path) -> None:
    written(file, '{"text_scale": Infinity}')
    assert settings.load(file).settings.text_scale == 1.0


def test_a_whole_number_is_good_enough_for_a_scale(file: Path) -> None:
    written(file, '{"text_scale": 2}')
    loaded = settings.load(file)
    assert (loaded.settings.text_scale, loaded.problems) == (2, ())


def test_problems_are_logged(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    problems = settings.load(written(file, "{")).problems
    assert caplog.messages == list(problems)


def test_a_failed_write_leaves_the_earlier_settings(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.save(Settings(theme="light"), file)

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(SettingsError, match="No space left on device"):
        settings.save(Settings(theme="dark"), file)
    assert settings.load(file).settings.theme == "light"
    assert os.listdir(file.parent) == ["settings.json"]


def test_a_file_that_is_a_folder_is_an_error_that_names_it(file: Path) -> None:
    file.mkdir(parents=True)
    with pytest.raises(SettingsError, match="settings.json"):
        settings.load(file)


def test_the_vault_is_the_chosen_one_or_the_usual_one(tmp_path: Path) -> None:
    assert Settings().vault_path == paths.default_vault()
    assert Settings(vault=str(tmp_path / "mine.memdesk")).vault_path == tmp_path / "mine.memdesk"
