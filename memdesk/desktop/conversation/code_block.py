"""A block of code in a frame: its language, a button that copies it, long lines that scroll."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QGridLayout, QTextEdit, QWidget

from memdesk.desktop.conversation.text import Text
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_M, GAP_S, GAP_XS
from memdesk.desktop.widgets.buttons import IconButton, QuietButton
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.direction import without_overrides
from memdesk.desktop.widgets.labels import label
from memdesk.desktop.widgets.slices import Slices

SHOWN_CHARACTERS = 8000
"""What is shown of a long block until all of it is wanted."""

_PORTION = 2000
# Qt lays out a line as a whole, so endless ones are broken where they are shown.
_LONGEST_LINE = 2000
_COPIED_MS = 1500


class CodeBlock(QFrame):
    """Empty until :meth:`build` has been run; copies the whole code even if less is shown."""

    def __init__(
        self, text: str, language: str, slices: Slices, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._code = text
        self._slices = slices
        self._portions = portions(without_overrides(text))
        self._left = len(text)
        self.setProperty("surface", "raised")
        self.editor = Code(self)
        self.copyButton = IconButton("copy", self.tr("Copy code"), self, size=24, icon_size=14)
        self.copyButton.clicked.connect(self._copy)
        self.moreButton: QuietButton | None = None
        self._copied = QTimer(self, singleShot=True, interval=_COPIED_MS)
        self._copied.timeout.connect(lambda: self._say_copied(False))
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(GAP_M, GAP_XS, GAP_XS, GAP_S)
        grid.setSpacing(0)
        grid.setColumnStretch(0, 1)
        corner = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        if language:
            named = label(language, "tag", "secondary", parent=self)
            grid.addWidget(named, 0, 0, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(self.copyButton, 0, 1, corner)
            grid.addWidget(self.editor, 1, 0, 1, 2)
        else:
            grid.setContentsMargins(GAP_M, GAP_S, GAP_XS, GAP_S)
            grid.addWidget(self.editor, 1, 0)
            grid.addWidget(self.copyButton, 1, 1, corner)
        name = self.tr("Code in {language}").format(language=language)
        self.editor.setAccessibleName(name if language else self.tr("Code"))

    def setPattern(self, pattern: re.Pattern[str] | None) -> None:
        """Mark what the pattern matches."""
        self.editor.setPattern(pattern)

    def code(self) -> str:
        """The code as it was written."""
        return self._code

    def build(self) -> Iterator[None]:
        """Show the beginning, or all that is left after it."""
        limit = self._left if self.moreButton is not None else SHOWN_CHARACTERS
        shown = 0
        for portion in self._portions:
            self.editor.add(portion)
            shown += len(portion) + 1
            if limit <= shown < self._left:
                self._left -= shown
                self._offer_rest()
                return
            yield

    def _offer_rest(self) -> None:
        self.moreButton = QuietButton(
            self.tr("Show all {count} characters").format(count=number(len(self._code))), self
        )
        self.moreButton.clicked.connect(self._show_all)
        self._grid.addWidget(self.moreButton, 2, 0, Qt.AlignmentFlag.AlignLeft)
        self.moreButton.show()

    def _show_all(self) -> None:
        if self.moreButton is not None:
            self.moreButton.hide()
            self._slices.add(self.build(), self, first=True)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._code)
        self._say_copied(True)
        self._copied.start()

    def _say_copied(self, copied: bool) -> None:
        self.copyButton.setIconName("check" if copied else "copy")
        self.copyButton.setName(self.tr("Copied") if copied else self.tr("Copy code"))


def portions(text: str) -> Iterator[str]:
    """The code in parts of some thousand characters, too long lines broken."""
    held: list[str] = []
    size = 0
    for line in text.split("\n"):
        for start in range(0, max(len(line), 1), _LONGEST_LINE):
            part = line[start : start + _LONGEST_LINE]
            held.append(part)
            size += len(part) + 1
            if size >= _PORTION:
                yield "\n".join(held)
                held, size = [], 0
    if held:
        yield "\n".join(held)


class Code(Text):
    """The code itself: as tall as its lines, not wrapped."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, across=True)
        self._text_size = QSizeF()
        self.setLineWrapMode(QTextEdit.LineWrapMode.NoWrap)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        # Code runs from left to right, whatever its comments are written in.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self.document().setDefaultTextOption(option)
        # Lines that go on must not seem to run into the frame.
        self.setViewportMargins(0, 0, GAP_S, 0)
        self._style()

    def add(self, text: str) -> None:
        """Put lines below those that are there."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        # Qt's own append() would take code that looks like HTML for rich text.
        cursor.insertText(text if self.document().isEmpty() else f"\n{text}")
        self._renew()

    def heightForWidth(self, width: int) -> int:
        height = math.ceil(self._text_size.height())
        if self._text_size.width() > width - GAP_S:
            height += self.horizontalScrollBar().sizeHint().height()
        return height

    def sizeHint(self) -> QSize:
        return QSize(200, math.ceil(self._text_size.height()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.restyles(event) and hasattr(self, "_text_size"):
            self._style()
            self._renew()

    def _renew(self) -> None:
        """Take the size that the text needs, and mark its words."""
        self._text_size = self.document().size()
        self.mark()
        self.updateGeometry()

    def _style(self) -> None:
        font = QFont(theme.current().font("mono"))
        # Two characters of code must not be drawn as one.
        font.setFeature(QFont.Tag("calt"), 0)
        self.document().setDefaultFont(font)
        self.setTabStopDistance(4 * QFontMetricsF(font).horizontalAdvance(" "))
