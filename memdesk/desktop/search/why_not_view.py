"""Why a memory is not where it was expected: which one, its place, and every stage's word."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from memdesk.desktop.search.comparison import Comparison
from memdesk.desktop.search.lookup import Lookup
from memdesk.desktop.search.place_words import Expected, place_title, place_words
from memdesk.desktop.search.stage_list import StageList
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S
from memdesk.desktop.widgets.buttons import IconButton, LinkButton
from memdesk.desktop.widgets.choice import Choice
from memdesk.desktop.widgets.labels import ElidedLabel, hairline, label
from memdesk.retrieval.placement import Placement
from memdesk.retrieval.profiles import Profile
from memdesk.retrieval.results import SearchResponse, SearchResult

WIDTH = 380


class WhyNotView(QWidget):
    """A drawer: the ranking to ask, the memory, and the account of it."""

    closed = Signal()
    lookupWanted = Signal(str)
    expected = Signal(object)
    """A SearchResult that was looked up and is expected from now on."""
    profileChanged = Signal(str)
    opened = Signal(object)
    """The memory, a SearchResult, is to be read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._result: SearchResult | None = None
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.lookup = Lookup()
        self.lookup.wanted.connect(self.lookupWanted)
        self.lookup.chosen.connect(self.expected)
        self.lookup.left.connect(self.closed)
        self.stages = StageList()
        self.comparison = Comparison()
        self._title = label(self.tr("Why not"), "title")
        self._close = IconButton("x", self.tr("Close the account"))
        self._close.clicked.connect(self.closed)
        self._choice = Choice()
        self._choice.setObjectName("why-not-profile")
        self._choice.setAccessibleName(self.tr("Profile"))
        self._choice.activated.connect(self._choose)
        self._card = _MemoryCard()
        self._card.open.clicked.connect(self._open)
        self._place = label("", "title", wrap=True)
        self._sentence = label(wrap=True, selectable=True)
        self._compared = label(self.tr("What its score is made of"), "meta", "secondary")
        self._hint = label(role="body", tone="secondary", wrap=True)
        for text in (self._place, self._sentence, self._hint):
            text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._build()
        self.setExpected(None)

    def setProfiles(self, profiles: Sequence[Profile]) -> None:
        """Offer the rankings that can be asked."""
        self._choice.clear()
        for profile in profiles:
            self._choice.addItem(profile.title, profile.name)

    def setProfile(self, name: str) -> None:
        """Show which ranking is asked; emits nothing."""
        self._choice.setCurrentIndex(self._choice.findData(name))

    def setExpected(self, expected: Expected | None) -> None:
        """Be about another memory, whose place is not known yet; or about none."""
        self._result = None
        self.lookup.clear()
        self._card.show_(expected)
        self.setPlacement(None)
        if expected is None:
            self._hint.setText(
                self.tr(
                    "Which memory did you expect? Look it up by its words above, or choose "
                    "“Expected this” in the menu of a result or of a message. It stays pinned "
                    "while you change the question or the ranking."
                )
            )
        else:
            self._hint.setText(self.tr("Ask something to see where it stands."))

    def setPlacement(self, placement: Placement | None, result: SearchResult | None = None) -> None:
        """Give the account of the memory; None while nothing is asked."""
        self._result = result or self._result
        self._card.open.setVisible(self._result is not None)
        known = placement is not None
        self._title.setText(self.tr("Why not") if placement is None else place_title(placement))
        for widget in (self._place, self._sentence, self.stages):
            widget.setVisible(known)
        compares = placement is not None and placement.own is not None
        self._compared.setVisible(compares)
        self._line.setVisible(compares)
        self.comparison.setVisible(compares)
        self._hint.setVisible(not known)
        if placement is not None:
            place = place_words(placement)
            self._place.setText(place[:1].upper() + place[1:])
            # Of what is shown the sentence tells the place, and the result itself says why.
            listed = placement.outcome == "shown"
            self._place.setVisible(not listed)
            why = self._result.explanation.sentence if listed and self._result is not None else ""
            self._sentence.setText(f"{placement.sentence} {why}".rstrip())
            self.stages.setStages(placement.stages)
            self.comparison.setPlacement(placement)

    def showFound(self, response: SearchResponse) -> None:
        """Show what a lookup found."""
        self.lookup.showFound(response)

    def focusLookup(self) -> None:
        """Put the caret where a memory is looked up."""
        self.lookup.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self) -> str:
        """The sentence of the account, or the hint in its place."""
        return (self._hint if self._sentence.isHidden() else self._sentence).text()

    def memory(self) -> str:
        """The title of the memory that it is about."""
        return self._card.title()

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(WIDTH), 400)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 120)

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self.updateGeometry()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(GAP_S)
        head.addWidget(self._title, 1)
        head.addWidget(label(self.tr("Ranking"), "meta", "secondary"))
        head.addWidget(self._choice)
        head.addWidget(self._close)
        page = QWidget()
        self._line = hairline()
        inside = QVBoxLayout(page)
        inside.setContentsMargins(0, 0, GAP_M, GAP_M)
        inside.setSpacing(GAP_S)
        inside.addWidget(self._card)
        inside.addWidget(self._hint)
        inside.addSpacing(2)
        inside.addWidget(self._place)
        inside.addWidget(self._sentence)
        inside.addSpacing(2)
        inside.addWidget(self.stages)
        inside.addWidget(self._line)
        inside.addWidget(self._compared)
        inside.addWidget(self.comparison)
        inside.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(page)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        # The arrow keys scroll it once the Tab key has come here.
        scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        scroll.setAccessibleName(self.tr("The account"))
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.viewport().setAutoFillBackground(False)
        page.setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP_L, GAP_M, GAP_S - 4, 0)
        column.setSpacing(GAP_M)
        over = QVBoxLayout()
        over.setContentsMargins(0, 0, GAP_M, 0)
        over.setSpacing(GAP_M)
        over.addLayout(head)
        over.addWidget(self.lookup)
        column.addLayout(over)
        column.addWidget(scroll, 1)

    def _choose(self) -> None:
        self.profileChanged.emit(str(self._choice.currentData() or ""))

    def _open(self) -> None:
        if self._result is not None:
            self.opened.emit(self._result)


class _MemoryCard(QFrame):
    """The memory that the account is about."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "raised")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._title = ElidedLabel()
        self._title.setProperty("strong", True)
        self._meta = ElidedLabel(role="meta", tone="secondary")
        self._text = label(role="meta", wrap=True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.open = LinkButton(self.tr("Read it"))
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP_M, GAP_S, GAP_M, GAP_S)
        column.setSpacing(2)
        foot = QHBoxLayout()
        foot.addWidget(self._meta, 1)
        foot.addWidget(self.open)
        for widget in (self._title, self._text):
            column.addWidget(widget)
        column.addLayout(foot)

    def show_(self, expected: Expected | None) -> None:
        """Show a memory, or nothing."""
        self.setVisible(expected is not None)
        self._title.setText(expected.title if expected is not None else "")
        self._meta.setText(expected.meta if expected is not None else "")
        self._text.setText(expected.text if expected is not None else "")

    def title(self) -> str:
        """The memory's title."""
        return self._title.text()
