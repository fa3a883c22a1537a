"""A small window to drag a file from: ``python -m tests.e2e.drag_source FILE``."""

from __future__ import annotations

import sys

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel

TITLE = "memdesk-drag-source"


class File(QLabel):
    """Begins a drag as soon as the pointer moves with the button held down."""

    def __init__(self, path: str) -> None:
        super().__init__("file")
        self._path = path
        self.setWindowTitle(TITLE)
        self.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.resize(120, 80)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(self._path)])
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


if __name__ == "__main__":
    application = QApplication(sys.argv)
    shown = File(sys.argv[1])
    shown.move(QPoint(0, 0))
    shown.show()
    sys.exit(application.exec())
