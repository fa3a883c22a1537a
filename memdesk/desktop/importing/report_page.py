"""What an import did: per input, with every problem, and never more than what came in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.importing import figures
from memdesk.desktop.importing.issue_list import IssueList, place
from memdesk.desktop.importing.outcome import Verdict, verdict
from memdesk.desktop.importing.progress_page import CountsRow
from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import GAP_M, GAP_S
from memdesk.desktop.widgets.buttons import LinkButton, PlainButton, PrimaryButton
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.fold import Fold
from memdesk.desktop.widgets.labels import ElidedLabel, label
from memdesk.desktop.widgets.page import Page, card
from memdesk.desktop.widgets.row_list import Row, RowList
from memdesk.desktop.widgets.source_badge import SourceBadge
from memdesk.importers.report import ConversationReport, Counts, ImportReport

SHOWN_CONVERSATIONS = 500

_SIGN = 18
_SIGNS = {
    "information": "info",
    "warning": "triangle-alert",
    "danger": "circle-alert",
    "success": "circle-check",
}
_TONES = {"information": "", "warning": "warning", "danger": "danger", "success": "success"}


class ReportPage(Page):
    """A card for each input; “Search it” if something came in."""

    searchClicked = Signal()
    backClicked = Signal()
    removeClicked = Signal(int)
    """The run whose memories are to go to the trash."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reports: tuple[ImportReport, ...] = ()
        self.searchButton = PrimaryButton("")
        self.backButton = PlainButton("")
        self.copyButton = PlainButton("")
        self.removeButtons: dict[int, LinkButton] = {}
        self.firstButton: PlainButton = self.backButton

    def setReports(self, reports: Sequence[ImportReport]) -> None:
        """Show the account of other imports."""
        self._reports = tuple(reports)
        self.removeButtons = {}
        self.fill(self._head(), *(self._card(report) for report in reports))
        present = any(verdict(report).present for report in reports)
        self.searchButton.setVisible(present)
        self.firstButton = self.searchButton if present else self.backButton

    def text(self) -> str:
        """The reports as text to paste elsewhere."""
        return "\n\n".join(_as_text(report) for report in self._reports)

    def _card(self, report: ImportReport) -> QWidget:
        frame, column = _report_card(report)
        if report.counts.added and not report.removed:
            remove = LinkButton(self.tr("Remove what this import added"))
            remove.setToolTip(self.tr("It goes to the trash, from where it can be brought back."))
            remove.clicked.connect(lambda: self.removeClicked.emit(report.run_id))
            self.removeButtons[report.run_id] = remove
            column.addWidget(remove)
        return frame

    def _head(self) -> QWidget:
        holder = QWidget()
        title = self.tr("Report") if self._reports else self.tr("Nothing was imported")
        self.searchButton = PrimaryButton(self.tr("Search it"))
        self.searchButton.clicked.connect(self.searchClicked)
        self.backButton = PlainButton(self.tr("Back"))
        self.backButton.clicked.connect(self.backClicked)
        self.copyButton = PlainButton(self.tr("Copy report"))
        self.copyButton.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text()))
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_S)
        row.addWidget(label(title, "title", wrap=True), 1)
        for button in (self.copyButton, self.backButton, self.searchButton):
            row.addWidget(button)
        return holder


class VerdictLine(QWidget):
    """A verdict with the sign of its kind."""

    def __init__(self, said: Verdict, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = said.kind
        self.text = label(said.text, "body", _TONES[said.kind], wrap=True, selectable=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.text, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.restyles(event) and hasattr(self, "_row"):
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        side = look.px(_SIGN)
        colour = getattr(look.palette, self._kind)
        drawn = icons.pixmap(_SIGNS[self._kind], colour, side, self.devicePixelRatioF())
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        QPainter(self).drawPixmap(self.width() - side if mirrored else 0, 0, drawn)

    def _fit(self) -> None:
        side = theme.current().px(_SIGN)
        self._row.setContentsMargins(side + GAP_S, 0, 0, 0)
        # One line of text is less tall than its sign.
        self.setMinimumHeight(side)


def _report_card(report: ImportReport) -> tuple[QWidget, QVBoxLayout]:
    frame, column = card()
    head = QHBoxLayout()
    head.setSpacing(GAP_S)
    name = ElidedLabel(figures.file_name(report.path))
    name.setProperty("strong", True)
    head.addWidget(SourceBadge(report.source))
    head.addWidget(name, 1)
    head.addWidget(label(report.format, "meta", "secondary"))
    column.addLayout(head)
    said = verdict(report)
    column.addWidget(VerdictLine(said))
    if report.counts != Counts():
        counts = CountsRow()
        counts.setCounts(report.counts)
        column.addWidget(counts)
    if report.issues:
        column.addWidget(IssueList(report.issues))
    if report.conversations:
        title = figures.conversations(len(report.conversations))
        column.addWidget(Fold(title, lambda: _conversations(report.conversations)))
    return frame, column


def _conversations(reports: Sequence[ConversationReport]) -> QWidget:
    rows = RowList(GAP_S)

    def show() -> Iterator[None]:
        for report in reports[:SHOWN_CONVERSATIONS]:
            holder = Row(rows)
            row = QHBoxLayout(holder)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(GAP_M)
            row.addWidget(ElidedLabel(report.title or rows.tr("Without a title")), 1)
            row.addWidget(label(_counted(rows, report), "meta", "secondary"))
            rows.add(holder)
            yield
        left = len(reports) - SHOWN_CONVERSATIONS
        if left > 0:
            text = rows.tr("and {count} more").format(count=number(left))
            rows.add(label(text, "meta", "secondary", parent=rows))

    rows.fill(show())
    return rows


def _counted(holder: QWidget, report: ConversationReport) -> str:
    counts = report.counts
    parts = (
        (counts.added, holder.tr("{count} added")),
        (counts.updated, holder.tr("{count} updated")),
        (counts.unchanged, holder.tr("{count} unchanged")),
        (counts.skipped, holder.tr("{count} skipped")),
    )
    return " · ".join(text.format(count=number(count)) for count, text in parts if count)


def _as_text(report: ImportReport) -> str:
    said: Verdict = verdict(report)
    counts = report.counts
    lines = [
        f"{report.path} ({report.format})",
        said.text,
        f"conversations {counts.conversations}, found {counts.messages}, added {counts.added}, "
        f"updated {counts.updated}, unchanged {counts.unchanged}, skipped {counts.skipped}"
        + (f", left out by choice {counts.left_out}" if counts.left_out else ""),
    ]
    if report.error:
        lines.append(report.error)
    lines += [f"- {place(issue)}: {issue.reason}" for issue in report.issues]
    return "\n".join(lines)
