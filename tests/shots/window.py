"""The whole window on real vaults, in its main states."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from memdesk import paths, settings
from memdesk.desktop.app import Application, demo_inputs
from memdesk.desktop.theme import theme
from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.worker import EmbeddingWorker
from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.settings import Settings
from memdesk.vault.store import Vault
from tests.importers.large_export import write_export
from tests.shots.registry import shot

SMALL = (900, 600)
PATIENCE_MS = 60_000

QUESTION = "Who is afraid of flying?"


@cache
def folder() -> Path:
    """Where vaults and settings of the pictures lie; gone at the end."""
    made = tempfile.mkdtemp(prefix="memdesk-shots-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    os.environ[paths.HOME_VARIABLE] = made
    return Path(made)


@cache
def holder() -> ModelHolder:
    return ModelHolder(paths.model_dir())


@cache
def demo_vault() -> Path:
    """Both demo exports, imported and embedded."""
    path = folder() / "memories.memdesk"
    with Vault(path) as vault:
        with open_inputs(demo_inputs()) as detected:
            for parser in detected.parsers:
                ingest(parser, vault)
        EmbeddingWorker(vault, holder()).embed_all()
    return path


@cache
def large_export() -> Path:
    file = folder() / "conversations.json"
    write_export(file, 40)
    return file


def until(true: Callable[[], object]) -> None:
    """Let the window live until something is so."""
    loop = QEventLoop()
    poll = QTimer()
    poll.timeout.connect(lambda: loop.quit() if true() else None)
    poll.start(10)
    late = QTimer(singleShot=True)
    late.timeout.connect(loop.quit)
    late.start(PATIENCE_MS)
    loop.exec()
    if not true():
        raise TimeoutError("the state to be drawn did not come about")


def opened(vault: Path) -> Application:
    """The program with a vault open, in the theme that is being drawn."""
    look = theme.current()
    folder()
    settings.save(Settings(theme=look.choice, text_scale=look.textScale))
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    made = Application(application, vault, (), holder())
    made.open(vault)
    window = made.window
    until(lambda: window.session is not None and window.session.is_open)
    window.destroyed.connect(lambda: made.finish())
    return made


def fresh() -> Path:
    """A vault that is not there yet."""
    path = folder() / "empty.memdesk"
    for file in folder().glob("empty.memdesk*"):
        file.unlink()
    return path


def asking(question: str) -> QWidget:
    window = opened(demo_vault()).window
    answers: list[object] = []
    assert window.session is not None
    window.session.answered.connect(answers.append)
    until(lambda: window.search.filters.menuChip("source").detail())
    window.resize(1280, 800)
    window.show()
    window.search.setQuery(question)
    until(lambda: len(answers) >= 2)
    return window


def dropped(*files: Path) -> QWidget:
    window = opened(fresh()).window
    window.preview(list(files))
    until(lambda: not window.importing.preview.isHidden())
    return window


def importing(file: Path) -> QWidget:
    window = dropped(file)
    seen: list[object] = []
    window.session.importProgressed.connect(seen.append)  # type: ignore[attr-defined]
    window.importing.preview.importButton.click()  # type: ignore[attr-defined]
    until(lambda: len(seen) > 12)
    return window


@shot("window-search", settle_ms=500)
def search() -> QWidget:
    return asking(QUESTION)


@shot("window-search-900x600", size=SMALL, settle_ms=500)
def search_small() -> QWidget:
    return asking(QUESTION)


@shot("window-search-chinese", settle_ms=500)
def search_chinese() -> QWidget:
    return asking("博饼的状元奖品是什么？")


@shot("window-nothing-found", settle_ms=500)
def nothing_found() -> QWidget:
    return asking("gauge before:2001")


@shot("window-start", settle_ms=300)
def start() -> QWidget:
    window = opened(demo_vault()).window
    until(lambda: window.search.filters.menuChip("source").detail())
    return window


@shot("window-empty-vault", settle_ms=300)
def empty_vault() -> QWidget:
    window = opened(fresh()).window
    until(lambda: not window.search.vault.isHidden())
    return window


@shot("window-empty-vault-900x600", size=SMALL, settle_ms=300)
def empty_vault_small() -> QWidget:
    return empty_vault()


@shot("window-damaged-vault", settle_ms=300)
def damaged_vault() -> QWidget:
    path = folder() / "damaged.memdesk"
    path.write_bytes(demo_vault().read_bytes()[:300_000])
    look = theme.current()
    settings.save(Settings(theme=look.choice, text_scale=look.textScale))
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    made = Application(application, path, (), holder())
    made.open(path)
    until(lambda: not made.window.search.message.isHidden())
    made.window.destroyed.connect(lambda: made.finish())
    return made.window


@shot("window-preview", settle_ms=300)
def preview() -> QWidget:
    return dropped(*demo_inputs())


@shot("window-preview-900x600", size=SMALL, settle_ms=300)
def preview_small() -> QWidget:
    return dropped(*demo_inputs())


@shot("window-importing", settle_ms=300)
def progress() -> QWidget:
    return importing(large_export())


@shot("window-importing-900x600", size=SMALL, settle_ms=300)
def progress_small() -> QWidget:
    return importing(large_export())


@shot("window-report", settle_ms=300)
def report() -> QWidget:
    window = dropped(*demo_inputs())
    window.importing.preview.importButton.click()  # type: ignore[attr-defined]
    until(lambda: not window.importing.report.isHidden())  # type: ignore[attr-defined]
    return window


@shot("window-report-900x600", size=SMALL, settle_ms=300)
def report_small() -> QWidget:
    return report()
