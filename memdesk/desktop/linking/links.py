"""The suggested links of an open vault: looked for, counted, loaded and answered on workers."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from memdesk.desktop.jobs import GuiCalls, Jobs, described
from memdesk.desktop.linking.finder import LinkFinder
from memdesk.desktop.linking.suggested import End, Suggested, Waiting
from memdesk.embedding.holder import ModelHolder
from memdesk.vault import conversations, link_suggestions, memories
from memdesk.vault.connection import Connection
from memdesk.vault.link_suggestions import State
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

AT_ONCE = 50
"""Suggestions that are offered together."""

_ACTS = {
    "accepted": link_suggestions.accept,
    "dismissed": link_suggestions.dismiss,
    "open": link_suggestions.reopen,
}


class SuggestedLinks(QObject):
    """What a session knows of links that wait for an answer."""

    counted = Signal(int)
    """How many wait for an answer."""
    loaded = Signal(object)
    """The :class:`Waiting` that :meth:`load` asked for."""
    answered = Signal(int, str)
    """A suggestion, and its state now."""
    failed = Signal(str, str)

    def __init__(self, calls: GuiCalls, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._calls = calls
        self._jobs = jobs
        self._vault: Vault | None = None
        self._finder: LinkFinder | None = None

    def open(self, vault: Vault, holder: ModelHolder) -> None:
        """Use an open vault."""
        self._vault = vault
        self._finder = LinkFinder(
            vault, holder, lambda: self._calls.post(self._count), self._went_wrong
        )
        self._count()

    def look(self, *, came_in: bool = False) -> None:
        """Look for links once everything can be found by meaning; ``came_in`` notes news."""
        if self._finder is not None:
            if came_in:
                self._finder.want()
            self._finder.look()

    def load(self) -> None:
        """Load what waits for an answer; :attr:`loaded` follows."""
        vault = self._vault
        if vault is not None:
            self._jobs.run(lambda: vault.read(_waiting), self.loaded.emit, self.failed.emit)

    def answer(self, suggestion_id: int, state: State) -> None:
        """Accept or dismiss a link, or take the answer back: "open".

        :attr:`answered` follows, then :attr:`counted`.
        """
        vault = self._vault
        if vault is None:
            return
        act = _ACTS[state]

        def done(_: bool) -> None:
            self.answered.emit(suggestion_id, state)
            self._count()

        self._jobs.run(
            lambda: vault.write(lambda db: act(db, suggestion_id), Urgency.EDIT),
            done,
            self.failed.emit,
        )

    def leave(self) -> None:
        """Ask the vault nothing any more; :meth:`stop` has to follow."""
        self._vault = None

    def stop(self) -> None:
        """End the search for links, on any thread."""
        if self._finder is not None:
            self._finder.stop()

    def _count(self) -> None:
        vault = self._vault
        if vault is not None:
            self._jobs.run(
                lambda: vault.read(link_suggestions.count_open),
                self.counted.emit,
                self.failed.emit,
            )

    def _went_wrong(self, error: BaseException) -> None:
        text, details = described(error)
        self._calls.post(lambda: self.failed.emit(text, details))


def _waiting(connection: Connection) -> Waiting:
    """Read what waits for an answer, with both memories of each."""
    found = link_suggestions.open_ones(connection, AT_ONCE)
    wanted = {end for one in found for end in (one.source_id, one.target_id)}
    read = {memory.id: memory for memory in memories.get_many(connection, sorted(wanted))}
    talks = {memory.conversation_id for memory in read.values()} - {None}
    titles = conversations.titles(connection, sorted(talk for talk in talks if talk is not None))

    def end(identifier: int) -> End:
        memory = read[identifier]
        if memory.conversation_id is not None:
            return End(memory, titles.get(memory.conversation_id, ""))
        return End(memory, str(memory.extra.get("title") or ""))

    return Waiting(
        link_suggestions.count_open(connection),
        tuple(Suggested(one, end(one.source_id), end(one.target_id)) for one in found),
    )
