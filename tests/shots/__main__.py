"""Draws every registered view in both themes: ``python -m tests.shots FOLDER [--only NAME]``.

The files are called PANE-STATE-light.png and PANE-STATE-dark.png. Without a screen Qt's offscreen
platform is used; fonts then come through fontconfig, so CJK and emoji fonts must be installed.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
from pathlib import Path

if sys.platform.startswith("linux") and "DISPLAY" not in os.environ:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QLocale, QTimer
from PySide6.QtWidgets import QApplication

from memdesk.desktop.theme import theme
from tests.shots.registry import SHOTS, Shot


def main() -> int:
    """Draw the views; 2 if no view has the wanted name."""
    arguments = argparse.ArgumentParser(prog="python -m tests.shots", description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--only", default="", help="draw the views whose name contains this")
    options = arguments.parse_args()
    folder = Path(__file__).parent
    for module in pkgutil.iter_modules([str(folder)]):
        if not module.name.startswith("_") and module.name != "registry":
            importlib.import_module(f"tests.shots.{module.name}")
    wanted = [entry for name, entry in sorted(SHOTS.items()) if options.only in name]
    if not wanted:
        print(f"No view has {options.only!r} in its name.", file=sys.stderr)
        return 2
    options.folder.mkdir(parents=True, exist_ok=True)
    # The pictures must not depend on the machine's language.
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    application = QApplication(sys.argv[:1])
    for choice in ("light", "dark"):
        for entry in wanted:
            theme.install(application, choice, entry.text_scale)
            _draw(entry, options.folder / f"{entry.name}-{choice}.png")
    return 0


def _draw(entry: Shot, file: Path) -> None:
    widget = entry.build()
    widget.resize(*entry.size)
    widget.show()
    _wait(entry.settle_ms)
    if not widget.grab().save(str(file)):
        raise OSError(f"cannot write {file}")
    widget.close()
    widget.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _wait(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


if __name__ == "__main__":
    sys.exit(main())
