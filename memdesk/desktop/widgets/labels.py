"""Labels: with a role and tone, shortened where there is no room, and hairlines."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QStyle, QStyleOption, QWidget

from memdesk.desktop.theme.metrics import TextRole
from memdesk.desktop.widgets.direction import without_overrides


def label(
    text: str = "",
    role: TextRole = "body",
    tone: str = "",
    *,
    wrap: bool = False,
    selectable: bool = False,
    parent: QWidget | None = None,
) -> QLabel:
    """A plain-text label in a text role and tone of the palette."""
    made = QLabel(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("textRole", role)
    made.setProperty("tone", tone)
    made.setWordWrap(wrap)
    if selectable:
        made.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        # As a stop for the Tab key it would show nothing.
        made.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    return made


class ElidedLabel(QLabel):
    """One line that ends in … where it does not fit; the whole of it is the tooltip.

    A shorter text may be given that is shown in place of one that does not fit.
    """

    def __init__(
        self,
        text: str = "",
        role: TextRole = "body",
        tone: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._short = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("textRole", role)
        self.setProperty("tone", tone)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.setToolTip(self.text() if self._cut() else "")
        super().resizeEvent(event)

    def setText(self, text: str, short: str = "") -> None:
        self._short = without_overrides(short)
        # Names come from imported files.
        text = without_overrides(text)
        super().setText(text)
        self.setToolTip(text if self._cut() else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        shown = self._fitted(self._short if self._short and self._cut() else self.text())
        alignment = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        self.style().drawItemText(
            painter,
            self.contentsRect(),
            alignment,
            option.palette,
            self.isEnabled(),
            shown,
            self.foregroundRole(),
        )

    def _fitted(self, text: str) -> str:
        width = self.contentsRect().width()
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)

    def _cut(self) -> bool:
        # By its own measure: a width rounded to pixels may be told to fit where the text does not.
        return self._fitted(self.text()) != self.text()


def hairline(vertical: bool = False, parent: QWidget | None = None) -> QFrame:
    """A line of one pixel."""
    line = QFrame(parent)
    line.setProperty("hairline", True)
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line
