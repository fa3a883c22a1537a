"""Something folded away under one line, made only when it is opened."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import GAP_S, GAP_XS
from memdesk.desktop.widgets.buttons import DrawnButton, paint_focus


class Fold(QWidget):
    """A line with a sign that opens it; ``make`` builds the content the first time."""

    toggled = Signal(bool)

    def __init__(
        self,
        title: str,
        make: Callable[[], QWidget],
        parent: QWidget | None = None,
        *,
        icon: str = "",
        detail: str = "",
    ) -> None:
        super().__init__(parent)
        self._make = make
        self.content: QWidget | None = None
        self._holder = QWidget(self)
        self._holder.hide()
        self.line = _Line(title, icon, detail)
        self.line.toggled.connect(self._toggle)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GAP_XS)
        self._column.addWidget(self.line)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def open(self) -> None:
        """Unfold it."""
        self.line.setChecked(True)

    def isOpen(self) -> bool:
        """Whether its content is shown."""
        return self.line.isChecked()

    def _toggle(self, shown: bool) -> None:
        if self.content is None:
            self.content = self._make()
            row = QHBoxLayout(self._holder)
            row.setContentsMargins(theme.current().px(12) + GAP_S, 0, 0, GAP_XS)
            row.addWidget(self.content)
            self._column.addWidget(self._holder)
        self._holder.setVisible(shown)
        self.toggled.emit(shown)


class _Line(DrawnButton):
    """Sign, icon, title, and a detail that is cut short where there is no room."""

    def __init__(self, title: str, icon: str, detail: str) -> None:
        super().__init__()
        self._icon = icon
        self._detail = detail
        self.setText(title)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(", ".join(part for part in (title, detail) if part))

    def sizeHint(self) -> QSize:
        look = theme.current()
        return QSize(look.px(120), look.px(24))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        colour = look.palette.text if self.underMouse() else look.palette.secondary
        ratio = self.devicePixelRatioF()
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        closed = "chevron-left" if mirrored else "chevron-right"
        names = ["chevron-down" if self.isChecked() else closed]
        if self._icon:
            names.append(self._icon)
        side = look.px(12)
        left = 0
        for name in names:
            size = side if name.startswith("chevron") else look.px(14)
            at = self.width() - left - size if mirrored else left
            drawn = icons.pixmap(name, colour, size, ratio)
            painter.drawPixmap(at, (self.height() - size) // 2, drawn)
            left += size + GAP_S
        for text, tone in ((self.text(), colour), (self._detail, look.palette.faint)):
            font = look.font("meta")
            metrics = QFontMetrics(font)
            room = self.width() - left
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(room, 0))
            width = metrics.horizontalAdvance(shown)
            at = self.width() - left - width if mirrored else left
            painter.setFont(font)
            painter.setPen(tone)
            painter.drawText(
                QRectF(at, 0, width + 1, self.height()), Qt.AlignmentFlag.AlignVCenter, shown
            )
            left += width + GAP_S
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()))
