"""What the chosen files hold, before anything is written."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from memdesk.desktop.importing import figures
from memdesk.desktop.importing.issue_list import IssueList
from memdesk.desktop.importing.page import Page, card
from memdesk.desktop.theme.metrics import GAP_S, GAP_XS, TextRole
from memdesk.desktop.widgets.buttons import PlainButton, PrimaryButton
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.labels import ElidedLabel, label
from memdesk.desktop.widgets.source_badge import SourceBadge
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.report import ImportPreview


def found(preview: ImportPreview) -> int:
    """Messages and notes in an input."""
    return preview.messages + preview.notes


class PreviewPage(Page):
    """A card for each input; Import and Cancel."""

    importClicked = Signal()
    cancelClicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.importButton = PrimaryButton("")
        self.cancelButton = PlainButton("")
        self.firstButton: PlainButton = self.cancelButton

    def setPreviews(self, previews: Sequence[ImportPreview], issues: Sequence[ParseIssue]) -> None:
        """Show other previews; ``issues`` belong to files that are no exports."""
        total = sum(found(preview) for preview in previews)
        new = sum(preview.new for preview in previews)
        widgets: list[QWidget] = [self._head(total, new)]
        widgets += [_preview_card(preview) for preview in previews]
        # A parser's own issues stand on its card.
        told = {issue for preview in previews for issue in preview.issues}
        others = [issue for issue in issues if issue not in told]
        if others:
            frame, column = card()
            column.addWidget(IssueList(others))
            widgets.append(frame)
        self.fill(*widgets)
        self.firstButton = self.importButton if total else self.cancelButton

    def _head(self, total: int, new: int) -> QWidget:
        if not total:
            text = self.tr("Nothing to import was found")
        elif not new:
            text = self.tr("Everything in it is known already")
        elif new == total:
            text = self.tr("Ready to import {messages}").format(messages=figures.messages(new))
        else:
            text = self.tr("Ready to import: {new} of {messages} are new").format(
                new=number(new), messages=figures.messages(total)
            )
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_S)
        # Known messages are read again too: what was changed since comes in.
        known = self.tr("Import again") if total and not new else self.tr("Import")
        self.importButton = PrimaryButton(known)
        self.importButton.clicked.connect(self.importClicked)
        self.cancelButton = PlainButton(self.tr("Cancel") if total else self.tr("Back"))
        self.cancelButton.clicked.connect(self.cancelClicked)
        # Above the cards, where long lists of problems cannot push them out of view.
        row.addWidget(label(text, "title", wrap=True), 1)
        row.addWidget(self.cancelButton)
        row.addWidget(self.importButton)
        self.importButton.setVisible(bool(total))
        return holder


def _preview_card(preview: ImportPreview) -> QWidget:
    frame, column = card(GAP_S)
    head = QHBoxLayout()
    head.setSpacing(GAP_S)
    name = ElidedLabel(figures.file_name(preview.path))
    name.setProperty("strong", True)
    name.setToolTip(preview.path)
    head.addWidget(SourceBadge(preview.source))
    head.addWidget(name, 1)
    kind = [preview.format, figures.size(preview.total_bytes)]
    head.addWidget(label(" · ".join(kind), "meta", "secondary"))
    column.addLayout(head)
    parts = [figures.conversations(preview.conversations), figures.messages(preview.messages)]
    if preview.notes:
        parts.append(figures.notes(preview.notes))
    when = figures.period(preview.first_at, preview.last_at)
    if not found(preview):
        parts = [frame.tr("No conversations or notes in it")]
    column.addWidget(_text(" · ".join([*parts, when] if when else parts)))
    if found(preview):
        column.addWidget(_text(_known(frame, preview), tone="secondary"))
    if preview.titles:
        names = " · ".join(f"“{title}”" for title in preview.titles if title)
        if preview.conversations > len(preview.titles):
            more = number(preview.conversations - len(preview.titles))
            names = frame.tr("{titles} and {count} more").format(titles=names, count=more)
        column.addSpacing(GAP_XS)
        column.addWidget(_text(names, "meta", "secondary"))
    if preview.issues:
        column.addSpacing(GAP_XS)
        column.addWidget(IssueList(preview.issues))
    return frame


def _known(frame: QWidget, preview: ImportPreview) -> str:
    if not preview.known:
        return frame.tr("All of it is new")
    if not preview.new:
        return frame.tr("All of it is in your vault already; what changed will be updated")
    return frame.tr("{new} new, {known} in your vault already").format(
        new=number(preview.new), known=number(preview.known)
    )


def _text(text: str, role: TextRole = "body", tone: str = "") -> QWidget:
    made = label(text, role, tone, wrap=True)
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return made
