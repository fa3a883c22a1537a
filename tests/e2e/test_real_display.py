"""The first story on a real X server, with the program in a process of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect

from memdesk.desktop.theme.palette import LIGHT
from memdesk.settings import Settings, save
from memdesk.vault.connection import connect
from tests.e2e.display import Display, count, waits_for
from tests.e2e.drag_source import TITLE
from tests.e2e.exports import chatgpt_zip
from tests.screen import virtual_screen

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("Xvfb") is None,
    reason="Xvfb is not installed; `python3 dev.py test` installs it",
)

BUTTON = (30, 14)
"""An area that only a filled button has in the accent colour."""


@pytest.fixture
def display(tmp_path: Path) -> Iterator[Display]:
    home = tmp_path / "home"
    save(Settings(theme="light"), home / "config" / "settings.json")
    with virtual_screen("1400x900") as name:
        yield Display(name, home)


def asked(vault: Path, question: str, *values: object) -> object:
    """A figure from the vault while the program has it open."""
    connection = connect(vault, "read")
    try:
        return connection.execute(question, values).get
    finally:
        connection.close()


def filled_button(display: Display, unlike: QRect | None = None) -> QRect:
    """Where the page's one filled button is, once there is one elsewhere than ``unlike``."""
    found: list[QRect] = []

    def look() -> bool:
        place = display.finds(LIGHT.accent, width=BUTTON[0], height=BUTTON[1])
        found[:] = [place] if place is not None and place != unlike else []
        return bool(found)

    waits_for(look)
    return found[0]


def click(display: Display, place: QRect) -> None:
    display.clicks(place.left() + 4, place.top() + 4)


def test_an_export_dragged_from_another_window_becomes_an_answer(
    display: Display, tmp_path: Path
) -> None:
    vault = tmp_path / "mine.memdesk"
    program = display.starts("-m", "memdesk", "--vault", str(vault))
    source = display.starts("-m", "tests.e2e.drag_source", str(chatgpt_zip(tmp_path)))
    try:
        window = display.place(display.window("mine — memdesk"))
        file = display.place(display.window(TITLE))
        empty = filled_button(display)
        middle = window.center()
        display.drags((file.center().x(), file.center().y()), (middle.x(), middle.y()))
        preview = filled_button(display, unlike=empty)
        assert asked(vault, "SELECT count(*) FROM memory") == 0
        click(display, preview)
        waits_for(lambda: asked(vault, "SELECT count(*) FROM memory") == 439)
        waits_for(lambda: asked(vault, "SELECT outcome FROM import_run") == "done")
        click(display, filled_button(display))

        assert count(display.photograph(), LIGHT.keyword) == 0
        display.types("192.168.1.47")
        waits_for(lambda: count(display.photograph(), LIGHT.keyword) > 20)
        waits_for(lambda: count(display.photograph(), LIGHT.marked) > 100)
        display.presses("Return")
        display.presses("Return")
        waits_for(
            lambda: (
                asked(
                    vault,
                    "SELECT access_count FROM memory WHERE content LIKE ? AND role = 'user'",
                    "%192.168.1.47%",
                )
                == 1
            )
        )
        display.presses("ctrl+q")
        assert program.wait(timeout=20) == 0
        assert not vault.with_name(vault.name + "-wal").exists()
    finally:
        for process in (program, source):
            process.kill()
            process.wait()


def test_without_a_display_it_says_so_and_ends(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "memdesk", "--vault", str(tmp_path / "v.memdesk")],
        env={"PATH": "/usr/bin:/bin", "MEMDESK_HOME": str(tmp_path), "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 2
    assert "no display" in result.stderr
