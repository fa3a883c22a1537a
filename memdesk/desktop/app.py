"""Starting the window: the application object, the first session, the way out."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from memdesk import log, paths, settings
from memdesk.desktop.crash_dialog import CrashReporter
from memdesk.desktop.interruption import Interruption
from memdesk.desktop.jobs import GuiCalls, Jobs
from memdesk.desktop.theme import theme
from memdesk.desktop.window import MainWindow
from memdesk.settings import Settings

if TYPE_CHECKING:
    from memdesk.desktop.session import Session
    from memdesk.embedding.holder import ModelHolder


class Application(QObject):
    """The window and the session it shows; opens another vault when asked to."""

    def __init__(
        self,
        application: QApplication,
        vault: Path,
        inputs: Sequence[Path] = (),
        holder: ModelHolder | None = None,
    ) -> None:
        super().__init__()
        loaded = settings.load()
        self._chosen = loaded.settings
        theme.install(application, self._chosen.theme, self._chosen.text_scale)
        self._holder = holder
        self._session: Session | None = None
        # One thread, so that a vault is closed before the next one opens.
        self._chores = Jobs(GuiCalls(self), threads=1)
        self.window = MainWindow(self._chosen, self._save)
        self.window.demoWanted.connect(lambda: self.open(paths.demo_vault()))
        self.window.retryWanted.connect(self.open)
        for warning in loaded.problems:
            self.window.toast.say(warning)
        self._first = (vault, tuple(inputs))

    def start(self) -> None:
        """Show the window at once; the vault opens behind it."""
        self.window.show()
        QTimer.singleShot(0, self, self._load_machinery)

    def open(self, vault: Path, inputs: Sequence[Path] = ()) -> None:
        """Show a vault in place of the present one, and offer the inputs for import."""
        # Search, importers and model take longer to load than the window takes to appear.
        from memdesk.desktop.session import Session
        from memdesk.embedding.holder import ModelHolder

        if self._holder is None:
            self._holder = ModelHolder(paths.model_dir())
        former = self._leave()
        session = Session(vault, self._holder, self)
        self._session = session
        self.window.use(session)
        if vault == paths.demo_vault():
            session.opened.connect(lambda: session.import_once(demo_inputs()))
        if inputs:
            self.window.preview(inputs)
        if former is None:
            session.open()
        else:
            self._end_and_open(former, session)

    def finish(self) -> None:
        """Write what is still to be written; called once the window is gone."""
        session = self._leave()
        self._chores.finish()
        if session is not None:
            session.end()

    def _load_machinery(self) -> None:
        def load() -> None:
            importlib.import_module("memdesk.desktop.session")
            # Modules stay for good: no collection need look through them again.
            gc.freeze()

        self._chores.run(load, lambda _: self._open_first(), self.window.tellFault)

    def _open_first(self) -> None:
        if self._session is None:
            self.open(*self._first)

    def _end_and_open(self, former: Session, session: Session) -> None:
        def proceed() -> None:
            former.deleteLater()
            # A third vault may have been chosen meanwhile.
            if self._session is session:
                session.open()

        def failed(text: str, _: str) -> None:
            self.window.toast.say(text)
            proceed()

        self._chores.run(former.end, lambda _: proceed(), failed)

    def _leave(self) -> Session | None:
        """Hear no more of the session shown; :meth:`Session.end` is still to be called."""
        session, self._session = self._session, None
        if session is not None:
            session.leave()
        return session

    def _save(self, chosen: Settings) -> None:
        """Write the settings on a thread of their own; the latest state wins."""
        self._chosen = chosen

        def write() -> None:
            if self._chosen is chosen:
                settings.save(chosen)

        self._chores.run(write, lambda _: None, lambda text, _: self.window.toast.say(text))


def demo_inputs() -> list[Path]:
    """Return the exports that the demo vault is made of."""
    return [paths.demo_dir() / "chatgpt", paths.demo_dir() / "claude"]


_SWITCH_SECONDS = 0.002
"""After how long a busy thread lets the window's thread have its turn; Python's own is 5 ms."""


def run(vault: Path, inputs: Sequence[Path] = ()) -> int:
    """Show the window until it is closed; returns the exit status."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("memdesk")
    application.setApplicationDisplayName("memdesk")
    application.setDesktopFileName("org.memdesk.memdesk")
    application.setWindowIcon(QIcon(str(paths.resources() / "icons" / "memdesk.svg")))
    reporter = CrashReporter()
    try:
        log.start(on_crash=reporter.report)
    except log.LogError as error:
        print(error, file=sys.stderr)
    started = Application(application, vault, inputs)
    started.start()
    interruption = Interruption(started.window.close)
    status = application.exec()
    started.finish()
    interruption.end()
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
