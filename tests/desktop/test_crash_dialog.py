from __future__ import annotations

import threading

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from memdesk.desktop.crash_dialog import CrashReporter
from memdesk.log import Crash

CRASH = Crash("ZeroDivisionError: division by zero", "Traceback …\nZeroDivisionError", "search")


def boxes() -> list[QMessageBox]:
    widgets = QApplication.topLevelWidgets()
    return [w for w in widgets if isinstance(w, QMessageBox) and w.isVisible()]


def test_a_crash_on_any_thread_is_shown_once_with_details_to_copy(qtbot: QtBot) -> None:
    reporter = CrashReporter()
    thread = threading.Thread(target=reporter.report, args=(CRASH,))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(boxes()) == 1)
    reporter.report(CRASH)
    qtbot.wait(20)
    (box,) = boxes()
    assert "Your memories are safe" in box.informativeText()
    copy = next(button for button in box.buttons() if button.text() == "Copy details")
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == f"{CRASH.summary}\n\n{CRASH.traceback}"
    box.close()
