"""A person's hands and eyes on an X screen: xdotool, and photographs of the screen."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage

PATIENCE_SECONDS = 30.0
ROOT = Path(__file__).resolve().parents[2]


class Display:
    """One X display with programs on it."""

    def __init__(self, name: str, home: Path) -> None:
        self.home = home
        self.environment: Mapping[str, str] = {
            **{key: value for key, value in os.environ.items() if key != "WAYLAND_DISPLAY"},
            "DISPLAY": name,
            "QT_QPA_PLATFORM": "xcb",
            "MEMDESK_HOME": str(home),
        }

    def starts(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Run ``python ARGUMENTS`` on the display."""
        return subprocess.Popen(
            [sys.executable, *arguments], cwd=ROOT, env=self.environment, stdin=subprocess.DEVNULL
        )

    def window(self, title: str) -> str:
        """The window whose title holds this, once the window manager shows it."""
        found: list[str] = []

        def look() -> bool:
            listed = self._says("wmctrl", "-l", check=False).splitlines()
            found[:] = [line.split()[0] for line in listed if title in line]
            return bool(found)

        waits_for(look)
        return found[0]

    def place(self, window: str) -> QRect:
        """Where a window's inside stands on the screen."""
        lines = self._xdotool("getwindowgeometry", "--shell", window).splitlines()
        values = dict(line.split("=") for line in lines)
        return QRect(*(int(values[name]) for name in ("X", "Y", "WIDTH", "HEIGHT")))

    def clicks(self, x: int, y: int) -> None:
        """Click a place of the screen."""
        self._xdotool("mousemove", str(x), str(y), "click", "1")

    def drags(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the button, move in steps as a hand does, let go."""
        self._xdotool("mousemove", *map(str, start), "mousedown", "1")
        for step in range(1, 11):
            x, y = (round(a + (b - a) * step / 10) for a, b in zip(start, end, strict=True))
            self._xdotool("mousemove", str(x), str(y))
            time.sleep(0.04)
        time.sleep(0.2)
        self._xdotool("mouseup", "1")

    def types(self, text: str) -> None:
        """Type into the window that has the keyboard."""
        self._xdotool("type", "--delay", "15", text)

    def presses(self, key: str) -> None:
        """Press a key or a combination such as ``ctrl+q``."""
        self._xdotool("key", key)

    def photograph(self) -> QImage:
        """What the screen shows."""
        file = self.home / "screen.png"
        subprocess.run(
            [sys.executable, "-m", "tests.e2e.photograph", str(file)],
            cwd=ROOT,
            env=self.environment,
            check=True,
        )
        return QImage(str(file))

    def finds(self, colour: str, *, width: int, height: int) -> QRect | None:
        """The first area at least this large that shows one colour, in reading order."""
        return area(self.photograph(), colour, width, height)

    def _xdotool(self, *arguments: str) -> str:
        return self._says("xdotool", *arguments)

    def _says(self, *command: str, check: bool = True) -> str:
        result = subprocess.run(
            command, env=self.environment, capture_output=True, encoding="utf-8", check=check
        )
        return result.stdout


def waits_for(true: Callable[[], object], seconds: float = PATIENCE_SECONDS) -> None:
    """Look again and again until something is so."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.1)


def area(image: QImage, colour: str, width: int, height: int) -> QRect | None:
    """The first ``width`` × ``height`` of one colour; only its left and top edge are looked at."""
    wanted = QColor(colour).rgb()
    for y in range(0, image.height() - height, max(height // 2, 1)):
        run = 0
        for x in range(image.width()):
            run = run + 1 if image.pixel(x, y) == wanted else 0
            if run >= width and _column(image, wanted, x - width + 1, y, height):
                return QRect(x - width + 1, y, width, height)
    return None


def count(image: QImage, colour: str) -> int:
    """Pixels of exactly this colour."""
    wanted = QColor(colour).rgb()
    return sum(
        image.pixel(x, y) == wanted for y in range(image.height()) for x in range(image.width())
    )


def _column(image: QImage, wanted: int, x: int, y: int, height: int) -> bool:
    top = y
    while top > 0 and image.pixel(x, top - 1) == wanted:
        top -= 1
    return all(image.pixel(x, row) == wanted for row in range(top, top + height))
