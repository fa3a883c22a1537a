"""The head of a conversation: where it is from, its title, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_M, GAP_S, GAP_XL
from memdesk.desktop.widgets.buttons import IconButton, PlainButton
from memdesk.desktop.widgets.labels import ElidedLabel
from memdesk.desktop.widgets.source_badge import SourceBadge


class Heading(QWidget):
    """Badge, title and meta line; “Why here” and the copy menu."""

    whyToggled = Signal(bool)
    copyMessage = Signal()
    copyMessageMarkdown = Signal()
    copyConversation = Signal()
    exportWanted = Signal()
    expected = Signal()
    """The message was expected for another search."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.badge = SourceBadge()
        self.title = ElidedLabel("", "title")
        self.meta = ElidedLabel("", "meta", "secondary")
        self.why = PlainButton(self.tr("Why here"))
        self.why.setCheckable(True)
        self.why.setToolTip(self.tr("Show how the score of this result came about"))
        self.why.clicked.connect(self.whyToggled)
        self.copy = IconButton("copy", self.tr("Copy, and more"))
        self.copy.clicked.connect(self._open_menu)
        self.menu = QMenu(self)
        self._conversation_action: QAction
        for text, signal in (
            (self.tr("Copy message"), self.copyMessage),
            (self.tr("Copy message as Markdown"), self.copyMessageMarkdown),
            (self.tr("Copy conversation as Markdown"), self.copyConversation),
        ):
            self._conversation_action = self.menu.addAction(text)
            self._conversation_action.triggered.connect(signal)
        self.menu.addSeparator()
        self.menu.addAction(self.tr("Export…")).triggered.connect(self.exportWanted)
        self.menu.addSeparator()
        expected = self.menu.addAction(self.tr("Expected this for another search"))
        expected.triggered.connect(self.expected)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.title)
        texts.addWidget(self.meta)
        row = QHBoxLayout(self)
        row.setContentsMargins(GAP_XL, GAP_S, GAP_XL, GAP_S)
        row.setSpacing(GAP_S)
        row.addWidget(self.badge)
        row.addSpacing(GAP_M - GAP_S)
        row.addLayout(texts, 1)
        row.addWidget(self.why)
        row.addWidget(self.copy)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set(self, source: str, title: str, meta: str, *, conversation: bool) -> None:
        """Name what is shown; ``conversation`` offers copying all of it."""
        self.badge.setSource(source)
        self.title.setText(title)
        self.meta.setText(meta)
        self.meta.setVisible(bool(meta))
        self._conversation_action.setVisible(conversation)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Where the title would be left with nothing, the button goes; the key still works.
        self.why.setVisible(self.width() >= theme.current().px(260))

    def _open_menu(self) -> None:
        # Below the button and inside the window, at whose end it stands.
        below = self.copy.mapToGlobal(self.copy.rect().bottomLeft())
        if self.layoutDirection() == Qt.LayoutDirection.LeftToRight:
            below.setX(below.x() + self.copy.width() - self.menu.sizeHint().width())
        self.menu.popup(below)
