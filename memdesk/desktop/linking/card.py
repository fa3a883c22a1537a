"""One suggested link: both memories, why, and the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.linking import words
from memdesk.desktop.linking.suggested import End, Suggested
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S
from memdesk.desktop.widgets.buttons import PlainButton, QuietButton
from memdesk.desktop.widgets.labels import ElidedLabel, hairline, label
from memdesk.desktop.widgets.row_list import Row
from memdesk.desktop.widgets.source_badge import SourceBadge

if TYPE_CHECKING:
    # Loaded after the window has appeared.
    from memdesk.vault.link_suggestions import State

_SIDE_BY_SIDE = 620


class SuggestionCard(Row):
    """Answered it becomes a line that says so and can take the answer back."""

    answered = Signal(int, str)
    """Suggestion and the state that is wanted for it."""

    def __init__(self, shown: Suggested, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.suggestion = shown.suggestion
        self.state: State = "open"
        self.acceptButton = PlainButton(self.tr("Accept"))
        self.dismissButton = PlainButton(self.tr("Dismiss"))
        self.undoButton = QuietButton(self.tr("Undo"))
        self._name_buttons(shown)
        self.acceptButton.clicked.connect(lambda: self._answer("accepted"))
        self.dismissButton.clicked.connect(lambda: self._answer("dismissed"))
        self.undoButton.clicked.connect(lambda: self._answer("open"))
        frame = QFrame()
        frame.setProperty("surface", "card")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(GAP_L, GAP_M, GAP_L, GAP_M)
        inside.addWidget(self._question(shown))
        inside.addWidget(self._verdict(shown))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(frame)
        self.setState("open")

    def setState(self, state: State) -> None:
        """Show what became of it."""
        self.state = state
        for button in (self.acceptButton, self.dismissButton, self.undoButton):
            button.setEnabled(True)
        self._asked.setVisible(state == "open")
        self._told.setVisible(state != "open")
        said = self.tr("Linked") if state == "accepted" else self.tr("Dismissed")
        self._said.setText(said)

    def release(self) -> None:
        """Offer the answer again, which could not be kept."""
        self.setState(self.state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.restyles(event) and hasattr(self, "_ends"):
            self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() != Qt.KeyboardModifier.NoModifier or event.isAutoRepeat():
            super().keyPressEvent(event)
        elif self.state == "open" and event.key() == Qt.Key.Key_A:
            self.acceptButton.click()
        elif self.state == "open" and event.key() == Qt.Key.Key_D:
            self.dismissButton.click()
        elif self.state != "open" and event.key() == Qt.Key.Key_U:
            self.undoButton.click()
        else:
            super().keyPressEvent(event)

    def _name_buttons(self, shown: Suggested) -> None:
        both = {"first": words.text(shown.source)[:80], "second": words.text(shown.target)[:80]}
        named = (
            (self.acceptButton, self.tr("Accept (A)"), self.tr("Link “{first}” and “{second}”")),
            (
                self.dismissButton,
                self.tr("Dismiss (D)"),
                self.tr("Do not link “{first}” and “{second}”"),
            ),
            (self.undoButton, self.tr("Undo (U)"), self.tr("Undo: “{first}” and “{second}”")),
        )
        for button, tip, name in named:
            button.setToolTip(tip)
            button.setAccessibleName(name.format(**both))

    def _question(self, shown: Suggested) -> QWidget:
        self._asked = QWidget()
        kind = label(words.kind(shown.suggestion.type), wrap=True)
        kind.setProperty("strong", True)
        reason = label(words.why(shown.suggestion.reason), "meta", "secondary", wrap=True)
        for line in (kind, reason):
            line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._ends = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._ends.setSpacing(GAP_L)
        self._ends.addWidget(_end(shown.source), 1)
        self._between = hairline(vertical=True)
        self._ends.addWidget(self._between)
        self._ends.addWidget(_end(shown.target), 1)
        foot = QHBoxLayout()
        foot.setSpacing(GAP_S)
        foot.addStretch(1)
        foot.addWidget(self.dismissButton)
        foot.addWidget(self.acceptButton)
        column = QVBoxLayout(self._asked)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP_S)
        column.addWidget(kind)
        column.addWidget(reason)
        column.addLayout(self._ends)
        column.addLayout(foot)
        return self._asked

    def _verdict(self, shown: Suggested) -> QWidget:
        self._told = QWidget()
        self._said = label("", "body", "secondary")
        row = QHBoxLayout(self._told)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_M)
        row.addWidget(self._said)
        row.addWidget(ElidedLabel(words.text(shown.source), "meta", "secondary"), 1)
        row.addWidget(self.undoButton)
        return self._told

    def _answer(self, state: State) -> None:
        # Until it is kept, or could not be, no other answer is taken.
        for button in (self.acceptButton, self.dismissButton, self.undoButton):
            button.setEnabled(False)
        self.answered.emit(self.suggestion.id, state)

    def _fit(self) -> None:
        wide = self.width() >= theme.current().px(_SIDE_BY_SIDE)
        direction = QBoxLayout.Direction
        self._ends.setDirection(direction.LeftToRight if wide else direction.TopToBottom)
        self._between.setVisible(wide)


def _end(end: End) -> QWidget:
    holder = QWidget()
    holder.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    head = QHBoxLayout()
    head.setSpacing(GAP_S)
    head.addWidget(SourceBadge(end.memory.source))
    head.addWidget(ElidedLabel(words.title(end), "meta"), 1)
    text = label(words.text(end), wrap=True, selectable=True)
    text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(GAP_S)
    column.addLayout(head)
    column.addWidget(text)
    column.addWidget(ElidedLabel(words.origin(end), "meta", "secondary"))
    column.addStretch(1)
    return holder
