"""What the pane shows where there are no results."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from memdesk.desktop.search.operators import operators
from memdesk.desktop.search.restrictions import Loosening
from memdesk.desktop.search.result_list import ResultList
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S, GAP_XL
from memdesk.desktop.widgets.buttons import LinkButton, PlainButton, PrimaryButton
from memdesk.desktop.widgets.flow import FlowLayout
from memdesk.desktop.widgets.labels import ElidedLabel, label
from memdesk.retrieval.results import Rejection

_COLUMN = 640


class _Page(QScrollArea):
    """A column of limited width in the middle, scrolling where the window is low."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        host = QWidget()
        host.setAutoFillBackground(False)
        across = QHBoxLayout(host)
        across.setContentsMargins(GAP_XL, GAP_XL, GAP_XL, GAP_XL)
        self._body = QWidget()
        self._body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.column = QVBoxLayout(self._body)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(GAP_S)
        across.addStretch(1)
        across.addWidget(self._body, 100)
        across.addStretch(1)
        self.setWidget(host)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event) and hasattr(self, "_body"):
            self._fit()
        super().changeEvent(event)

    def _fit(self) -> None:
        self._body.setMaximumWidth(theme.current().px(_COLUMN))


class StartPage(_Page):
    """Before anything is typed: earlier searches, and the operators."""

    recentChosen = Signal(str)
    operatorChosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recent_head = label(self.tr("Recent searches"), "meta", "secondary")
        self._recent_host = QWidget()
        self._recent = FlowLayout(self._recent_host)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._recent_host.setSizePolicy(policy)
        self.column.addSpacing(GAP_XL)
        self.column.addWidget(label(self.tr("Ask, or type what you remember of it"), "head"))
        about = self.tr(
            "Whole questions work as well as single words, in any language you wrote in. "
            "Every result says why it stands where it stands."
        )
        self.column.addWidget(label(about, "body", "secondary", wrap=True))
        self.column.addSpacing(GAP_M)
        self.column.addWidget(self._recent_head)
        self.column.addWidget(self._recent_host)
        self.column.addSpacing(GAP_S)
        self.column.addWidget(label(self.tr("To narrow it down"), "meta", "secondary"))
        self.column.addWidget(self._tips())
        self.column.addStretch(1)
        self.setRecent(())

    def setRecent(self, searches: Sequence[str]) -> None:
        """Offer earlier searches, newest first."""
        while (item := self._recent.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for text in searches[:8]:
            shown = text if len(text) <= 60 else text[:59].rstrip() + "…"
            button = PlainButton(shown.replace("&", "&&"))
            button.setToolTip(text)
            button.clicked.connect(lambda _, text=text: self.recentChosen.emit(text))
            self._recent.addWidget(button)
        self._recent_head.setVisible(bool(searches))
        self._recent_host.setVisible(bool(searches))

    def _tips(self) -> QWidget:
        card = QFrame()
        card.setProperty("surface", "card")
        grid = QGridLayout(card)
        grid.setContentsMargins(GAP_L - 2, GAP_M, GAP_L, GAP_M)
        grid.setHorizontalSpacing(GAP_XL)
        grid.setVerticalSpacing(2)
        for row, (operator, meaning) in enumerate(operators().items()):
            button = LinkButton(operator)
            button.setProperty("textRole", "body")
            button.setAccessibleName(f"{operator} {meaning}")
            button.clicked.connect(lambda _, text=operator: self.operatorChosen.emit(text))
            grid.addWidget(button, row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(label(meaning, "body", "secondary", wrap=True), row, 1)
        grid.setColumnStretch(1, 1)
        return card


class NothingFound(QWidget):
    """Why nothing is shown, what came nearest, and what one click would show or loosen."""

    loosened = Signal(object)
    anywayWanted = Signal()
    """What comes nearest is to be listed, however little it answers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reason = label(role="body", tone="secondary", wrap=True)
        self._buttons_host = QWidget()
        self._buttons = FlowLayout(self._buttons_host)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._buttons_host.setSizePolicy(policy)
        self._near = label(self.tr("Nearest, but probably not it"), "meta", "secondary")
        self.nearest = ResultList()
        self.nearest.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        texts = QVBoxLayout()
        texts.setContentsMargins(GAP_XL, GAP_L, GAP_XL, GAP_S)
        texts.setSpacing(GAP_S)
        texts.addWidget(label(self.tr("Nothing relevant found"), "title"))
        texts.addWidget(self._reason)
        texts.addWidget(self._buttons_host)
        texts.addSpacing(GAP_M)
        texts.addWidget(self._near)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(texts)
        column.addWidget(self.nearest, 1)

    def say(self, rejection: Rejection, ways: Sequence[Loosening]) -> None:
        """Show a rejection and the ways to loosen the search."""
        self._reason.setText(rejection.reason)
        self._reason.setVisible(bool(rejection.reason))
        while (item := self._buttons.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        if rejection.shows_more:
            anyway = PlainButton(self.tr("Show anyway"))
            anyway.setToolTip(self.tr("List what comes nearest, however little it answers"))
            anyway.clicked.connect(self.anywayWanted)
            self._buttons.addWidget(anyway)
        for way in ways:
            button = PlainButton(way.words.replace("&", "&&"))
            button.clicked.connect(lambda _, way=way: self.loosened.emit(way))
            self._buttons.addWidget(button)
        self._buttons_host.setVisible(bool(ways) or rejection.shows_more)
        self._near.setVisible(rejection.nearest is not None)
        self.nearest.setResults(() if rejection.nearest is None else (rejection.nearest,))

    def reason(self) -> str:
        """The reason shown."""
        return self._reason.text()


class EmptyVault(_Page):
    """The first thing anyone sees: what this is, and how to bring memories in."""

    importRequested = Signal()
    demoRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column.addStretch(1)
        self.column.addWidget(label(self.tr("Everything you told an assistant, found"), "head"))
        about = self.tr(
            "memdesk reads the export of your chats, keeps it in one file on this computer, and "
            "answers questions about it. Nothing leaves the machine."
        )
        self.column.addWidget(label(about, "body", "secondary", wrap=True))
        self.column.addSpacing(GAP_M)
        self.column.addWidget(self._target())
        self.column.addSpacing(GAP_M)
        self.column.addWidget(label(self.tr("How to get your export"), "meta", "secondary"))
        self.column.addWidget(self._guide())
        self.column.addStretch(2)

    def _target(self) -> QWidget:
        # The window takes a drop wherever it falls; this only shows that it does.
        target = QFrame()
        target.setProperty("surface", "drop")
        column = QVBoxLayout(target)
        column.setContentsMargins(GAP_XL, GAP_XL, GAP_XL, GAP_XL)
        column.setSpacing(GAP_M)
        title = label(self.tr("Drop your export here"), "title")
        formats = label(
            self.tr("The .zip as you got it, or the conversations.json inside"), "meta", "secondary"
        )
        formats.setWordWrap(True)
        choose = PrimaryButton(self.tr("Choose a file…"))
        choose.clicked.connect(self.importRequested)
        demo = PlainButton(self.tr("Look around with sample memories"))
        demo.clicked.connect(self.demoRequested)
        buttons = QWidget()
        flow = QHBoxLayout(buttons)
        flow.setContentsMargins(0, 0, 0, 0)
        flow.setSpacing(GAP_S)
        flow.addStretch(1)
        flow.addWidget(choose)
        flow.addWidget(demo)
        flow.addStretch(1)
        for text in (title, formats):
            text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(text)
        column.addWidget(buttons)
        return target

    def _guide(self) -> QWidget:
        host = QWidget()
        grid = QGridLayout(host)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GAP_L)
        grid.setVerticalSpacing(GAP_S)
        steps = (
            (
                "ChatGPT",
                self.tr("Settings → Data controls → Export data. A mail brings the link."),
            ),
            (
                "Claude",
                self.tr("Settings → Privacy → Export data. A mail brings the link."),
            ),
        )
        for row, (name, text) in enumerate(steps):
            product = ElidedLabel(name)
            product.setProperty("strong", True)
            product.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
            grid.addWidget(product, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label(text, "body", "secondary", wrap=True), row, 1)
        grid.setColumnStretch(1, 1)
        return host
