"""Exporting from the window: what is offered where, and what is told of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from memdesk.desktop.conversation.view import ConversationView
from memdesk.desktop.exporting.dialog import ExportDialog, Offer
from memdesk.desktop.exporting.strip import ExportStrip
from memdesk.desktop.search.pane import SearchPane
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.toast import Toast
from memdesk.exporters.order import (
    Conversation,
    Everything,
    Exported,
    Format,
    Found,
    How,
    Memories,
    What,
)
from memdesk.retrieval.results import SearchResult
from memdesk.vault import records

if TYPE_CHECKING:
    # Loaded after the window has appeared.
    from memdesk.desktop.session import Session

_LONGEST = 48


class Exports(QObject):
    """Opens the dialog, has the session export, shows the strip and the closing remark."""

    def __init__(
        self,
        search: SearchPane,
        conversation: ConversationView,
        strip: ExportStrip,
        toast: Toast,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._search = search
        self._conversation = conversation
        self._strip = strip
        self._toast = toast
        self._window = window
        self._session: Session | None = None
        self._memories = 0
        self._folder: Path | None = None
        self._format: Format = "markdown"
        search.exportWanted.connect(self.askForResult)
        conversation.exportWanted.connect(self.askForMessage)
        strip.cancelled.connect(self._cancel)

    def use(self, session: Session) -> None:
        """Export from another vault."""
        self._session = session
        self._memories = 0
        self._strip.end()
        session.vaultChanged.connect(self._vault_changed)
        session.exportProgressed.connect(self._strip.setProgress)
        session.exported.connect(self._exported)
        session.exportCancelled.connect(self._cancelled)
        session.exportFailed.connect(self._strip.fail)

    def ask(self) -> None:
        """Offer everything, and what is found or read at the moment."""
        offers = [self._everything()]
        if self._search.found():
            offers.append(self._results())
        identifier = self._conversation.conversationId()
        if identifier is not None:
            offers.append(
                self._the_conversation(identifier, self._conversation.heading.title.text())
            )
        self._open(offers)

    def askForResult(self, result: SearchResult | None) -> None:
        """Offer a result of the search, or with None all that it found."""
        if result is None:
            self._open([self._results(), self._everything()])
            return
        ids = (result.id, *result.similar)
        offers = [self._memory(ids, result.content)]
        if result.conversation_id is not None:
            offers.append(self._the_conversation(result.conversation_id, result.title))
        if self._search.found() > 1:
            offers.append(self._results())
        self._open([*offers, self._everything()])

    def askForMessage(
        self, memory: records.Memory, conversation: records.Conversation | None
    ) -> None:
        """Offer the conversation that is read, or the message alone."""
        offers = [self._memory((memory.id,), memory.content)]
        if conversation is not None:
            offers.insert(0, self._the_conversation(conversation.id, conversation.title))
        self._open([*offers, self._everything()])

    def _everything(self) -> Offer:
        if not self._memories:
            return Offer(Everything(), self.tr("Everything"))
        words = self.tr("Everything, {count} memories")
        return Offer(Everything(), words.format(count=number(self._memories)))

    def _results(self) -> Offer:
        request = replace(self._search.request("asked"), count=False)
        found = self._search.found()
        words = self.tr("The one result of the search")
        if found != 1:
            words = self.tr("All {count} results of the search").format(count=number(found))
        return Offer(Found(request), words)

    def _the_conversation(self, identifier: int, title: str) -> Offer:
        words = self.tr("The whole conversation “{title}”")
        return Offer(Conversation(identifier), words.format(title=_short(title)))

    def _memory(self, ids: tuple[int, ...], text: str) -> Offer:
        words = self.tr("Only this: “{text}”")
        if len(ids) > 1:
            words = self.tr("Only this and what says the same: “{text}”")
        return Offer(Memories(ids), words.format(text=_short(text)))

    def _open(self, offers: list[Offer]) -> None:
        session = self._session
        if session is None or not session.is_open:
            self._toast.say(self.tr("The vault is not open yet."))
            return
        if not self._memories:
            self._toast.say(self.tr("There is nothing to export yet."))
            return
        dialog = ExportDialog(offers, folder=self._folder, parent=self._window)
        dialog.wanted.connect(self._export)
        dialog.open()

    def _export(self, what: What, how: How) -> None:
        if self._session is None:
            return
        self._folder = how.target.parent
        self._format = how.format
        if self._session.export(what, how):
            self._strip.begin(how.target.name)
        else:
            self._toast.say(self.tr("An export is under way already."))

    def _cancel(self) -> None:
        if self._session is not None:
            self._session.cancel_export()

    def _vault_changed(self, found: records.VaultStats) -> None:
        self._memories = found.memories

    def _cancelled(self) -> None:
        self._strip.end()
        self._toast.say(self.tr("The export was stopped; nothing was left behind."))

    def _exported(self, exported: Exported) -> None:
        self._strip.end()
        if exported.memories == 1:
            parts = [self.tr("1 memory exported")]
        else:
            words = self.tr("{count} memories exported")
            parts = [words.format(count=number(exported.memories))]
        if len(exported.kept) == 1:
            parts.append(self.tr("1 file that you had changed was kept"))
        elif exported.kept:
            words = self.tr("{count} files that you had changed were kept")
            parts.append(words.format(count=number(len(exported.kept))))
        is_folder = self._format == "markdown"
        folder = exported.target if is_folder else exported.target.parent
        self._toast.say(
            " · ".join(parts),
            self.tr("Show in folder"),
            lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))),
        )


def _short(text: str) -> str:
    line = " ".join(text[: _LONGEST * 4].split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rstrip()}…"
