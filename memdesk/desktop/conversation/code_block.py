"""A block of code in a frame: its language, a button that copies it, long lines that scroll."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QTextEdit, QWidget

from memdesk.desktop.conversation.marked_words import places
from memdesk.desktop.conversation.rich_text import is_for_transcript, marked
from memdesk.desktop.conversation.slices import Slices
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_M, GAP_S, GAP_XS
from memdesk.desktop.widgets.buttons import IconButton, QuietButton
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.direction import without_overrides
from memdesk.desktop.widgets.labels import label

SHOWN_CHARACTERS = 8000
"""What is shown of a long block until all of it is wanted."""

_PORTION = 4000
# Qt lays out a line as a whole, so endless ones are broken where they are shown.
_LONGEST_LINE = 2000
_COPIED_MS = 1500


class CodeBlock(QFrame):
    """Copies the whole code even where only its beginning is shown."""

    def __init__(
        self, text: str, language: str, slices: Slices, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._code = text
        self._slices = slices
        self.setProperty("surface", "raised")
        self.editor = _Code()
        self.copyButton = IconButton("copy", self.tr("Copy code"), size=24, icon_size=14)
        self.copyButton.clicked.connect(self._copy)
        self._copied = QTimer(self, singleShot=True, interval=_COPIED_MS)
        self._copied.timeout.connect(lambda: self._say_copied(False))
        self.moreButton = QuietButton(
            self.tr("Show all {count} characters").format(count=number(len(text)))
        )
        self.moreButton.clicked.connect(self._show_all)
        grid = QGridLayout(self)
        grid.setContentsMargins(GAP_M, GAP_XS, GAP_XS, GAP_S)
        grid.setSpacing(0)
        grid.setColumnStretch(0, 1)
        corner = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        if language:
            named = label(language, "tag", "secondary")
            grid.addWidget(named, 0, 0, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(self.copyButton, 0, 1, corner)
            grid.addWidget(self.editor, 1, 0, 1, 2)
        else:
            grid.setContentsMargins(GAP_M, GAP_S, GAP_XS, GAP_S)
            grid.addWidget(self.editor, 1, 0)
            grid.addWidget(self.copyButton, 1, 1, corner)
        grid.addWidget(self.moreButton, 2, 0, Qt.AlignmentFlag.AlignLeft)
        name = self.tr("Code in {language}").format(language=language)
        self.editor.setAccessibleName(name if language else self.tr("Code"))
        parts = list(portions(without_overrides(text)))
        shown = max(1, SHOWN_CHARACTERS // _PORTION)
        self._hidden = parts[shown:]
        self.editor.setCode("\n".join(parts[:shown]))
        self.moreButton.setVisible(bool(self._hidden))

    def setPattern(self, pattern: re.Pattern[str] | None) -> None:
        """Mark what the pattern matches."""
        self.editor.setPattern(pattern)

    def code(self) -> str:
        """The code as it was written."""
        return self._code

    def _show_all(self) -> None:
        self.moreButton.hide()
        self._slices.add(self._fill(), self, first=True)

    def _fill(self) -> Iterator[None]:
        for portion in self._hidden:
            self.editor.append(portion)
            self.editor.renew()
            yield

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


class _Code(QTextEdit):
    """The code itself: as tall as its lines, not wrapped."""

    def __init__(self) -> None:
        super().__init__()
        self._pattern: re.Pattern[str] | None = None
        self._text_size = QSizeF()
        self.setProperty("bare", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLineWrapMode(QTextEdit.LineWrapMode.NoWrap)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        # Code runs from left to right, whatever its comments are written in.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self.document().setDefaultTextOption(option)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def setCode(self, text: str) -> None:
        """Show other code."""
        self._style()
        self.setPlainText(text)
        self.renew()

    def setPattern(self, pattern: re.Pattern[str] | None) -> None:
        """Mark what the pattern matches."""
        self._pattern = pattern
        self.setExtraSelections(marked(self, places(self.toPlainText(), pattern)))

    def renew(self) -> None:
        """Take the size that the text needs, and mark its words."""
        self._text_size = self.document().size()
        self.setPattern(self._pattern)
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        height = math.ceil(self._text_size.height())
        if self._text_size.width() > width:
            height += self.horizontalScrollBar().sizeHint().height()
        return height

    def sizeHint(self) -> QSize:
        return QSize(200, math.ceil(self._text_size.height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.restyles(event) and hasattr(self, "_text_size"):
            self._style()
            self.renew()

    def wheelEvent(self, event: QWheelEvent) -> None:
        across = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
        if across or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_for_transcript(self, event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _style(self) -> None:
        font = theme.current().font("mono")
        # Two characters of code must not be drawn as one.
        font.setFeature(QFont.Tag("calt"), 0)
        self.document().setDefaultFont(font)
        self.setTabStopDistance(4 * QFontMetricsF(font).horizontalAdvance(" "))
