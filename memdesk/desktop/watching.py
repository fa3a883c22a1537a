"""The watched folder in the window: the thread that looks, and what has been settled of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk.desktop.jobs import GuiCalls, described
from memdesk.settings import Settings

if TYPE_CHECKING:
    # Loaded after the window has appeared.
    from memdesk.importers.arrivals import Arrival
    from memdesk.importers.folder_watch import FolderWatch

KEPT = 500
"""So many settled exports are remembered, the latest."""


class Watching(QObject):
    """Watches while the settings say so. Nothing here waits for the disk."""

    arrived = Signal(object, bool)
    """All exports that wait, and whether one among them was not told of before."""
    troubled = Signal(str)
    """Why the folder cannot be watched; empty once it can."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        change: Callable[[Settings], None],
        parent: QObject | None = None,
    ) -> None:
        """``settings`` gives those in force, ``change`` puts others in their place."""
        super().__init__(parent)
        self._settings = settings
        self._change = change
        self._calls = GuiCalls(self)
        self._watch: FolderWatch | None = None
        self._told: set[tuple[Path, float]] = set()
        self._imported: set[Path] = set()
        self.arrivals: tuple[Arrival, ...] = ()

    def start(self) -> None:
        """Begin, if it is wanted and not done already."""
        chosen = self._settings()
        if self._watch is not None or not chosen.watch_downloads:
            return
        from memdesk.importers.folder_watch import FolderWatch

        def heard(arrivals: tuple[Arrival, ...]) -> None:
            self._calls.post(lambda: self._arrived(watch, arrivals))

        def troubled(text: str) -> None:
            self._calls.post(lambda: self._troubled(watch, text))

        watch = FolderWatch(
            chosen.watched_path,
            chosen.settled_exports,
            on_arrivals=heard,
            on_trouble=troubled,
            on_error=lambda error: troubled(described(error)[0]),
        )
        self._watch = watch
        watch.start()

    def stop(self) -> None:
        """Watch no more."""
        if self._watch is not None:
            self._watch.stop()
            self._watch = None
        self._show(())
        self.troubled.emit("")

    def set_wanted(self, wanted: bool) -> None:
        """Watch, or do not."""
        self._change(replace(self._settings(), watch_downloads=wanted))
        self.stop()
        self.start()

    def set_folder(self, folder: Path) -> None:
        """Watch another folder; whoever chooses one wants it watched."""
        self._change(replace(self._settings(), watched_folder=str(folder)))
        self.set_wanted(True)

    def dismiss(self, arrival: Arrival) -> None:
        """Offer an export no more, as it is now."""
        self._settle([arrival])

    def note_imported(self, paths: Sequence[Path]) -> None:
        """These were imported: they need not be offered, now or when they are found."""
        self._imported.update(paths)
        self._settle([each for each in self.arrivals if each.path in self._imported])

    def _settle(self, settled: Sequence[Arrival]) -> None:
        if not settled:
            return
        known = dict(self._settings().settled_exports)
        for arrival in settled:
            self._imported.discard(arrival.path)
            known.pop(str(arrival.path), None)
            known[str(arrival.path)] = arrival.written_at
            if self._watch is not None:
                self._watch.settle(arrival.path, arrival.written_at)
        latest = dict(list(known.items())[-KEPT:])
        self._change(replace(self._settings(), settled_exports=latest))
        self._show(tuple(each for each in self.arrivals if each not in settled))

    def _arrived(self, watch: FolderWatch, arrivals: tuple[Arrival, ...]) -> None:
        if watch is not self._watch:
            return
        self.troubled.emit("")
        settled = self._settings().settled_exports
        self._show(
            tuple(each for each in arrivals if settled.get(str(each.path)) != each.written_at)
        )
        self._settle([each for each in self.arrivals if each.path in self._imported])

    def _troubled(self, watch: FolderWatch, text: str) -> None:
        if watch is self._watch:
            self._show(())
            self.troubled.emit(text)

    def _show(self, arrivals: tuple[Arrival, ...]) -> None:
        self.arrivals = arrivals
        keys = {(each.path, each.written_at) for each in arrivals}
        news = bool(keys - self._told)
        self._told |= keys
        self.arrived.emit(arrivals, news)
