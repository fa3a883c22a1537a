"""Starting the window: the application object, the first session, the way out."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from memdesk import log, paths, settings
from memdesk.desktop.crash_dialog import CrashReporter
from memdesk.desktop.jobs import GuiCalls, Jobs
from memdesk.desktop.session import Session
from memdesk.desktop.theme import theme
from memdesk.desktop.window import MainWindow
from memdesk.embedding.holder import ModelHolder
from memdesk.settings import Settings

_logger = logging.getLogger(__name__)


class Application(QObject):
    """The window and the session it shows; opens another vault when asked to."""

    def __init__(self, application: QApplication, vault: Path, inputs: Sequence[Path]) -> None:
        super().__init__()
        loaded = settings.load()
        self._chosen = loaded.settings
        theme.install(application, self._chosen.theme, self._chosen.text_scale)
        self._holder = ModelHolder(paths.model_dir())
        self._session: Session | None = None
        self._writing = Jobs(GuiCalls(self), threads=1)
        self.window = MainWindow(self._chosen, self._save)
        self.window.demoWanted.connect(lambda: self.open(paths.demo_vault(), demo_inputs()))
        for warning in loaded.problems:
            self.window.toast.say(warning)
        self._first = (vault, list(inputs))

    def start(self) -> None:
        """Show the window at once; the vault opens behind it."""
        self.window.show()
        QTimer.singleShot(0, lambda: self.open(*self._first))

    def open(self, vault: Path, inputs: Sequence[Path] = ()) -> None:
        """Show a vault in place of the present one, and import the inputs if it is empty."""
        self._end()
        session = Session(vault, self._holder, self)
        self._session = session
        self.window.use(session)
        if vault == paths.demo_vault():
            session.opened.connect(lambda: session.start_import(demo_inputs()))
        elif inputs:
            session.opened.connect(lambda: self.window.preview(list(inputs)))
        session.open()

    def finish(self) -> None:
        """Write what is still to be written; called once the window is gone."""
        self._end()
        self._writing.finish()

    def _end(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session.deleteLater()
            self._session = None

    def _save(self, chosen: Settings) -> None:
        """Write the settings on a thread of their own; the latest state wins."""
        self._chosen = chosen

        def write() -> None:
            if self._chosen is chosen:
                settings.save(chosen)

        self._writing.run(write, lambda _: None, lambda text, _: self.window.toast.say(text))


def demo_inputs() -> list[Path]:
    """Return the exports that the demo vault is made of."""
    return [paths.demo_dir() / "chatgpt", paths.demo_dir() / "claude"]


def run(vault: Path, inputs: Sequence[Path] = ()) -> int:
    """Show the window until it is closed; returns the exit status."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName("memdesk")
    application.setApplicationDisplayName("memdesk")
    application.setDesktopFileName("memdesk")
    reporter = CrashReporter()
    try:
        log.start(on_crash=reporter.report)
    except log.LogError as error:
        print(error, file=sys.stderr)
    started = Application(application, vault, inputs)
    started.start()
    status = application.exec()
    started.finish()
    return status


def display_problem() -> str | None:
    """Return what is wrong if no window can be shown here, None if one can."""
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return None
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return None
    return (
        "There is no display to show a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). "
        "Start memdesk from a desktop, or use the command line: memdesk search, memdesk import "
        "(memdesk --help lists all commands)."
    )
