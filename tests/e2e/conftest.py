"""The real application on vaults of its own, with the real model."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QLocale, QObject
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QMenu, QWidget
from pytestqt.qtbot import QtBot

from memdesk import paths
from memdesk.desktop.app import Application, demo_inputs
from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.worker import EmbeddingWorker
from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.vault.store import Vault
from tests.e2e.person import Person

Start = Callable[..., Person]


@pytest.fixture(scope="session")
def holder() -> ModelHolder:
    """The model that comes with the program, loaded once."""
    return ModelHolder(paths.model_dir())


@pytest.fixture(scope="session")
def filled_vault(tmp_path_factory: pytest.TempPathFactory, holder: ModelHolder) -> Path:
    """A vault with both demo exports, imported and embedded; copy it before use."""
    path = tmp_path_factory.mktemp("filled") / "filled.memdesk"
    with Vault(path) as vault:
        with open_inputs(demo_inputs()) as detected:
            for parser in detected.parsers:
                ingest(parser, vault)
        EmbeddingWorker(vault, holder).embed_all()
    return path


@pytest.fixture
def vault(tmp_path: Path, filled_vault: Path) -> Path:
    """A copy of the filled vault."""
    return Path(shutil.copy(filled_vault, tmp_path / "mine.memdesk"))


class WindowWatch(QObject):
    """Notes widgets that come up as windows of their own, even for a moment.

    A child that is shown before it has its parent does so, and takes the keyboard away.
    """

    def __init__(self) -> None:
        super().__init__()
        self.strays: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.Show
            and isinstance(watched, QWidget)
            and watched.isWindow()
            and not isinstance(watched, QMainWindow | QMenu | QDialog)
        ):
            self.strays.append(repr(watched))
        return False


@pytest.fixture(autouse=True)
def no_stray_windows(qapp: QApplication) -> Iterator[None]:
    """Only main windows, dialogs and menus are windows."""
    watch = WindowWatch()
    qapp.installEventFilter(watch)
    yield
    qapp.removeEventFilter(watch)
    assert not watch.strays


@pytest.fixture
def start(qtbot: QtBot, qapp: QApplication, holder: ModelHolder) -> Iterator[Start]:
    """Start the application on a vault; the window is shown and its vault open."""
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    running: list[Application] = []

    def begin(vault: Path, *inputs: Path, opens: bool = True) -> Person:
        application = Application(qapp, vault, inputs, holder)
        running.append(application)
        application.start()
        qtbot.waitExposed(application.window)
        application.window.activateWindow()
        person = Person(qtbot, application)
        if opens:
            person.waits_until_open()
        return person

    yield begin
    for application in running:
        application.window.close()
        application.finish()
        application.window.deleteLater()
        application.deleteLater()
    QLocale.setDefault(before)
