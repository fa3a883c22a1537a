"""What the pane shows before anything is chosen: where to drop, how to get an export."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.importing.arrival_list import ArrivalList
from memdesk.desktop.importing.history import History
from memdesk.desktop.importing.watch_row import WatchRow
from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S, GAP_XL
from memdesk.desktop.widgets.buttons import PlainButton, PrimaryButton, QuietButton
from memdesk.desktop.widgets.labels import label
from memdesk.desktop.widgets.page import Page, card
from memdesk.desktop.widgets.source_badge import SourceBadge, Square
from memdesk.importers.arrivals import Arrival
from memdesk.vault.records import ImportRun

_ONE_COLUMN = 560


class DropTarget(QFrame):
    """A large field that says what to do; the pane takes the drop."""

    filesWanted = Signal()
    folderWanted = Signal()
    demoWanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "drop")
        self.files = PrimaryButton(self.tr("Choose files…"))
        self.folder = PlainButton(self.tr("Choose folder…"))
        self.demo = QuietButton(self.tr("Try it with demo memories"))
        self.files.clicked.connect(self.filesWanted)
        self.folder.clicked.connect(self.folderWanted)
        self.demo.clicked.connect(self.demoWanted)
        title = label(self.tr("Drop your export here"), "title")
        text = label(
            self.tr(
                "The zip as you downloaded it, the unpacked folder, or the JSON files in it. "
                "Several at once are fine.\nNothing leaves this computer."
            ),
            "body",
            "secondary",
            wrap=True,
        )
        text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        for line in (title, text):
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._buttons.setSpacing(GAP_S)
        self._buttons.addStretch(1)
        for button in (self.files, self.folder, self.demo):
            self._buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP_L, GAP_XL, GAP_L, GAP_XL)
        column.setSpacing(GAP_S)
        column.addWidget(_Arrow(), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(title)
        column.addWidget(text)
        column.addSpacing(GAP_S)
        column.addLayout(self._buttons)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= theme.current().px(440)
        direction = QBoxLayout.Direction
        self._buttons.setDirection(direction.LeftToRight if wide else direction.TopToBottom)

    def minimumSizeHint(self) -> QSize:
        # The buttons are set below each other where they do not fit side by side.
        return QSize(200, super().minimumSizeHint().height())


class _Arrow(Square):
    def __init__(self) -> None:
        super().__init__(40)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        side = look.px(28)
        drawn = icons.pixmap(
            "arrow-down-to-line", look.palette.accent, side, self.devicePixelRatioF()
        )
        QPainter(self).drawPixmap((self.width() - side) // 2, (self.height() - side) // 2, drawn)


class Guide(QWidget):
    """How to get an export out of each product, side by side where there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GAP_M)
        chatgpt = (
            self.tr("In ChatGPT open Settings → Data controls."),
            self.tr("Choose Export data and confirm."),
            self.tr("Download the zip from the link you are sent by e-mail."),
            self.tr("Drop it here as it is."),
        )
        claude = (
            self.tr("In Claude open Settings → Privacy."),
            self.tr("Choose Export data and confirm."),
            self.tr("Download the zip from the link you are sent by e-mail."),
            self.tr("Drop it here as it is."),
        )
        self._row.addWidget(_steps("chatgpt", self.tr("From ChatGPT"), chatgpt), 1)
        self._row.addWidget(_steps("claude", self.tr("From Claude"), claude), 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.restyles(event) and hasattr(self, "_row"):
            self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(200, super().minimumSizeHint().height())

    def _fit(self) -> None:
        wide = self.width() >= theme.current().px(_ONE_COLUMN)
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.LeftToRight if wide else direction.TopToBottom)


def _steps(source: str, title: str, steps: Sequence[str]) -> QWidget:
    frame, column = card(GAP_S)
    head = QHBoxLayout()
    head.setSpacing(GAP_S)
    head.addWidget(SourceBadge(source))
    name = label(title)
    name.setProperty("strong", True)
    head.addWidget(name, 1)
    column.addLayout(head)
    for at, step in enumerate(steps, 1):
        row = QHBoxLayout()
        row.setSpacing(GAP_S)
        row.addWidget(label(str(at), "body", "secondary"), 0, Qt.AlignmentFlag.AlignTop)
        text = label(step, wrap=True)
        text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        row.addWidget(text, 1)
        column.addLayout(row)
    column.addStretch(1)
    return frame


class IdlePage(Page):
    """What was found, drop target, guide, what else is read, the watched folder, history."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.target = DropTarget()
        others = label(
            self.tr(
                "memdesk also reads its own exports, what Gemini, DeepSeek, Grok, Perplexity, "
                "Open WebUI, LibreChat, Claude Code, Codex, mem0, MemX, memesh and MCP memory "
                "servers save or export, folders of Markdown notes, and tables (CSV, TSV)."
            ),
            "body",
            "secondary",
            wrap=True,
        )
        others.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.arrivals = ArrivalList()
        self.watch = WatchRow()
        self.history = History()
        self.fill(self.arrivals, self.target, Guide(), others, self.watch, self.history)

    def setArrivals(self, folder: str, arrivals: Sequence[Arrival]) -> None:
        """Show what waits in the watched folder; the Tab key comes to it first."""
        self.arrivals.setArrivals(folder, arrivals)
        for before, after in pairwise([*self.arrivals.buttons, self.target.files]):
            QWidget.setTabOrder(before, after)

    def setRuns(self, runs: Sequence[ImportRun]) -> None:
        """Show the imports so far; the demo is for those who have none."""
        self.history.setRuns(runs)
        self.target.demo.setVisible(not runs)
