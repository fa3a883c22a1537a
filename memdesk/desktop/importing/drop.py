"""Files dropped anywhere on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_XL, RADIUS_CARD


def local_paths(data: QMimeData) -> list[Path]:
    """The files and folders on this computer that a drop names, each once, in order."""
    paths = (Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
    return list(dict.fromkeys(paths))


class DropOverlay(QWidget):
    """Lies over a window while files are dragged across it, and takes the drop.

    Drags that carry no files are left to whatever lies beneath.
    """

    dropped = Signal(list)
    """Paths of the files and folders."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._text = self.tr("Drop to import")
        self.setAccessibleName(self._text)
        self.setAcceptDrops(True)
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window:
            if isinstance(event, QDragEnterEvent):
                if not local_paths(event.mimeData()):
                    return False
                self._cover()
                event.setDropAction(Qt.DropAction.CopyAction)
                event.accept()
                return True
            if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
                # A drop right after the drag came in reaches the window itself.
                return self._take(event)
            if event.type() == QEvent.Type.Resize and self.isVisible():
                self._cover()
        return False

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_paths(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dragLeaveEvent(self, event: QEvent) -> None:
        self.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._take(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(look.palette.window)
        veil.setAlphaF(0.9)
        painter.fillRect(self.rect(), veil)
        frame = QRectF(self.rect()).adjusted(GAP_XL, GAP_XL, -GAP_XL, -GAP_XL)
        painter.setPen(QPen(look.colour("accent"), 2, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = look.px(RADIUS_CARD)
        painter.drawRoundedRect(frame, radius, radius)
        side = look.px(40)
        middle = self.rect().center()
        drawn = icons.pixmap(
            "arrow-down-to-line", look.palette.accent, side, self.devicePixelRatioF()
        )
        painter.drawPixmap(middle.x() - side // 2, middle.y() - side, drawn)
        painter.setFont(look.font("head"))
        painter.setPen(look.colour("text"))
        below = QRectF(0, middle.y() + GAP_L, self.width(), look.px(32))
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, self._text)

    def _cover(self) -> None:
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()

    def _take(self, event: QDropEvent) -> bool:
        self.hide()
        paths = local_paths(event.mimeData())
        if not paths:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.dropped.emit(paths)
        return True
