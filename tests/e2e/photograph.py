"""Saves what the X screen shows: ``python -m tests.e2e.photograph FILE.png``."""

from __future__ import annotations

import sys

from PySide6.QtGui import QGuiApplication

if __name__ == "__main__":
    application = QGuiApplication(sys.argv)
    screen = QGuiApplication.primaryScreen()
    sys.exit(0 if screen.grabWindow(0).save(sys.argv[1]) else 1)
