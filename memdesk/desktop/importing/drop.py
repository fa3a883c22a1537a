"""Files dropped anywhere on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import GAP_M, GAP_S, GAP_XL, RADIUS_CARD


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
            if isinstance(event, QResizeEvent) and self.isVisible():
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
        radius = look.px(RADIUS_CARD)
        painter.setPen(QPen(look.colour("accent"), 2, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        frame = QRectF(self.rect()).adjusted(GAP_S, GAP_S, -GAP_S, -GAP_S)
        painter.drawRoundedRect(frame, radius, radius)
        # The words stand on a card: what is beneath the veil must not be read together with them.
        side = look.px(40)
        font = look.font("head")
        metrics = QFontMetrics(font)
        width = metrics.horizontalAdvance(self._text) + 4 * GAP_XL
        height = side + metrics.height() + GAP_M + 2 * GAP_XL
        card = QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height)
        painter.setPen(look.colour("hairline"))
        painter.setBrush(look.colour("surface"))
        painter.drawRoundedRect(card, radius, radius)
        drawn = icons.pixmap(
            "arrow-down-to-line", look.palette.accent, side, self.devicePixelRatioF()
        )
        painter.drawPixmap(QPointF(card.center().x() - side / 2, card.top() + GAP_XL), drawn)
        painter.setFont(font)
        painter.setPen(look.colour("text"))
        words = card.adjusted(0, GAP_XL + side + GAP_M, 0, -GAP_XL)
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, self._text)

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
