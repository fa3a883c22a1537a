"""What the chosen files hold, before anything is written."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from memdesk.desktop.importing import figures
from memdesk.desktop.importing.issue_list import IssueList
from memdesk.desktop.theme.metrics import GAP_S, GAP_XS, TextRole
from memdesk.desktop.widgets.buttons import PlainButton, PrimaryButton
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.direction import without_overrides
from memdesk.desktop.widgets.labels import ElidedLabel, label
from memdesk.desktop.widgets.page import Page, card
from memdesk.desktop.widgets.source_badge import SourceBadge
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.report import ImportPreview

_TITLES = 5


def found(preview: ImportPreview) -> int:
    """Messages and notes in an input."""
    return preview.messages + preview.notes


class PreviewPage(Page):
    """A card for each input; Import and Cancel."""

    importClicked = Signal()
    chooseClicked = Signal()
    cancelClicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.importButton = PrimaryButton("")
        self.chooseButton = PlainButton("")
        self.cancelButton = PlainButton("")
        self._title = label()
        self._said = ""
        self._conversations = self._notes = 0
        self.firstButton: PlainButton = self.cancelButton

    def setPreviews(self, previews: Sequence[ImportPreview], issues: Sequence[ParseIssue]) -> None:
        """Show other previews; ``issues`` belong to files that are no exports."""
        total = sum(found(preview) for preview in previews)
        new = sum(preview.new for preview in previews)
        changed = sum(preview.changed for preview in previews)
        conversations = sum(preview.conversations for preview in previews)
        notes = sum(preview.notes for preview in previews)
        widgets: list[QWidget] = [self._head(total, new, changed, conversations, notes)]
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

    def setChosen(self, chosen: int, total: int) -> None:
        """Say how many of the conversations and notes are chosen."""
        if not total:
            return
        self.importButton.setEnabled(chosen > 0)
        if chosen == total:
            self._title.setText(self._said)
        else:
            text = self.tr("{chosen} of {total} conversations and notes are chosen")
            if not self._notes:
                text = self.tr("{chosen} of {total} conversations are chosen")
            elif not self._conversations:
                text = self.tr("{chosen} of {total} notes are chosen")
            self._title.setText(text.format(chosen=number(chosen), total=number(total)))

    def _head(self, total: int, new: int, changed: int, conversations: int, notes: int) -> QWidget:
        self._conversations, self._notes = conversations, notes
        if not total:
            text = self.tr("Nothing to import was found")
        elif not new and changed:
            text = self.tr("Nothing new; {messages} changed").format(
                messages=figures.found(conversations, changed)
            )
        elif not new:
            text = self.tr("Everything in it is known already")
        elif new == total:
            text = self.tr("Ready to import {messages}").format(
                messages=figures.found(conversations, new)
            )
        else:
            text = self.tr("Ready to import: {new} of {messages} are new").format(
                new=number(new), messages=figures.found(conversations, total)
            )
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_S)
        # Known messages are read again too: what was changed since comes in.
        known = self.tr("Import again") if total and not new and not changed else self.tr("Import")
        self.importButton = PrimaryButton(known)
        self.importButton.clicked.connect(self.importClicked)
        choose = self.tr("Choose conversations…") if conversations else self.tr("Choose notes…")
        self.chooseButton = PlainButton(choose)
        self.chooseButton.clicked.connect(self.chooseClicked)
        self.cancelButton = PlainButton(self.tr("Cancel") if total else self.tr("Back"))
        self.cancelButton.clicked.connect(self.cancelClicked)
        # Above the cards, where long lists of problems cannot push them out of view.
        self._title, self._said = label(text, "title", wrap=True), text
        row.addWidget(self._title, 1)
        row.addWidget(self.cancelButton)
        row.addWidget(self.chooseButton)
        row.addWidget(self.importButton)
        # Shown or hidden here, where they have their parent and are no windows of their own.
        self.chooseButton.setVisible(conversations + notes > 1)
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
    parts = []
    if preview.conversations:
        parts = [figures.conversations(preview.conversations), figures.messages(preview.messages)]
    if preview.notes:
        parts.append(figures.notes(preview.notes))
    when = figures.period(preview.first_at, preview.last_at)
    if not found(preview):
        parts = [frame.tr("No conversations or notes in it")]
    column.addWidget(_text(" · ".join([*parts, when] if when else parts)))
    if found(preview):
        column.addWidget(_text(_known(frame, preview), tone="secondary"))
    if marked := _marked(frame, preview):
        column.addWidget(_text(marked, tone="secondary"))
    kind_shown = "conversation" if preview.conversations else "note"
    titles = [item.title for item in preview.items if item.key[1] == kind_shown and item.title]
    titles = titles[:_TITLES]
    if titles:
        names = " · ".join(f"“{without_overrides(title)}”" for title in titles)
        total = preview.conversations or preview.notes
        if total > len(titles):
            more = number(total - len(titles))
            names = frame.tr("{titles} and {count} more").format(titles=names, count=more)
        column.addSpacing(GAP_XS)
        column.addWidget(_text(names, "meta", "secondary"))
    if preview.issues:
        column.addSpacing(GAP_XS)
        column.addWidget(IssueList(preview.issues))
    return frame


def _known(frame: QWidget, preview: ImportPreview) -> str:
    if not preview.known and not preview.changed:
        return frame.tr("All of it is new")
    if not preview.new and not preview.changed:
        return frame.tr("All of it is in your vault already, word for word")
    parts = (
        (preview.new, frame.tr("{count} new")),
        (preview.changed, frame.tr("{count} changed since, which will be updated")),
        (preview.known, frame.tr("{count} in your vault already")),
    )
    return ", ".join(text.format(count=number(count)) for count, text in parts if count)


def _marked(frame: QWidget, preview: ImportPreview) -> str:
    archived = sum(item.archived for item in preview.items)
    temporary = sum(item.temporary for item in preview.items)
    parts = (
        (archived, frame.tr("{count} archived")),
        (temporary, frame.tr("{count} temporary chats")),
    )
    return " · ".join(text.format(count=number(count)) for count, text in parts if count)


def _text(text: str, role: TextRole = "body", tone: str = "") -> QWidget:
    made = label(text, role, tone, wrap=True)
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return made
