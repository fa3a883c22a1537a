"""What to export, in which format and where to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from memdesk.desktop.exporting.path_label import PathLabel
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S, GAP_XL, GAP_XS
from memdesk.desktop.widgets.buttons import PlainButton, PrimaryButton
from memdesk.desktop.widgets.check_box import BOX_SIZE, CheckBox
from memdesk.desktop.widgets.labels import ElidedLabel, hairline, label
from memdesk.desktop.widgets.radio_button import RadioButton
from memdesk.exporters.order import Everything, Format, How, What

_WIDTH = 520
_ENDINGS: dict[Format, str] = {"markdown": "", "jsonl": ".jsonl", "csv": ".csv"}


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be exported, and what it is called."""

    what: What
    words: str


class ExportDialog(QDialog):
    """Asks, and hands on what was answered; nothing is read or written here."""

    wanted = Signal(object, object)
    """A :class:`What` and a :class:`How`."""

    def __init__(
        self,
        offers: Sequence[Offer],
        *,
        folder: Path | None = None,
        now: datetime | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """The first of the ``offers`` is chosen; ``folder`` is where the last one went."""
        super().__init__(parent)
        self._offers = tuple(offers)
        self._folder = folder or Path(
            QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        )
        self._moment = now or datetime.now()
        self._chosen: Path | None = None
        self.setWindowTitle(self.tr("Export"))
        self.setModal(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._whats = QButtonGroup(self)
        self._formats = QButtonGroup(self)
        self.trash = CheckBox(self.tr("With what lies in the trash"))
        self.excel = CheckBox(self.tr("Begin the file as Excel needs it"))
        self.excel.setChecked(True)
        self.target = ElidedLabel()
        self.folder = PathLabel()
        self.choose = PlainButton(self.tr("Choose…"))
        self.export = PrimaryButton(self.tr("Export"))
        self.export.setDefault(True)
        self.cancel = PlainButton(self.tr("Cancel"))
        self._build()
        self._whats.buttonClicked.connect(self._follow)
        self._formats.buttonClicked.connect(self._forget_target)
        self.choose.clicked.connect(self._choose_target)
        self.export.clicked.connect(self._accept)
        self.cancel.clicked.connect(self.reject)
        self._follow()

    def what(self) -> What:
        """What is chosen, with the trash if that was asked for."""
        what = self._offers[self._whats.checkedId()].what
        if isinstance(what, Everything) and self.format() != "markdown":
            return Everything(trash=self.trash.isChecked())
        return what

    def format(self) -> Format:
        """The format chosen."""
        return tuple(_ENDINGS)[self._formats.checkedId()]

    def how(self) -> How:
        """The format, and where to."""
        mark = self.format() == "csv" and self.excel.isChecked()
        return How(self.format(), self._chosen or self._proposed(), mark)

    def whatButton(self, at: int) -> QAbstractButton:
        """The button of an offer."""
        return self._whats.button(at)

    def formatButton(self, format: Format) -> QAbstractButton:
        """The button of a format."""
        return self._formats.button(tuple(_ENDINGS).index(format))

    def setTarget(self, target: Path) -> None:
        """Export to there."""
        self._chosen = target
        self._follow()

    def _build(self) -> None:
        body = QWidget()
        body.setProperty("surface", "window")
        column = QVBoxLayout(body)
        column.setContentsMargins(GAP_XL, GAP_L, GAP_XL, GAP_L)
        column.setSpacing(GAP_XS)
        column.addWidget(label(self.tr("What"), "meta", "secondary"))
        for at, offer in enumerate(self._offers):
            button = RadioButton(offer.words)
            button.setChecked(at == 0)
            self._whats.addButton(button, at)
            column.addWidget(button)
        column.addSpacing(GAP_M)
        column.addWidget(label(self.tr("Format"), "meta", "secondary"))
        for at, (name, words) in enumerate(self._format_words()):
            button = RadioButton(name)
            button.setChecked(at == 0)
            button.setAccessibleDescription(words)
            self._formats.addButton(button, at)
            column.addWidget(button)
            said = label(words, "meta", "secondary", wrap=True)
            said.setContentsMargins(theme.current().px(BOX_SIZE + GAP_S), 0, 0, GAP_XS)
            # Wraps as the dialog is wide, and asks for no width of its own.
            said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
            # By itself it would ask for the height of a narrow column.
            said.setMinimumHeight(1)
            column.addWidget(said)
        column.addWidget(self.trash)
        column.addWidget(self.excel)
        column.addSpacing(GAP_M)
        column.addWidget(label(self.tr("Where to"), "meta", "secondary"))
        row = QHBoxLayout()
        row.setSpacing(GAP_S)
        names = QVBoxLayout()
        names.setSpacing(2)
        names.addWidget(self.target)
        names.addWidget(self.folder)
        row.addLayout(names, 1)
        row.addWidget(self.choose)
        column.addLayout(row)
        column.addStretch(1)
        # In a small window with large text the questions scroll, the buttons stay.
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(body)
        foot = QHBoxLayout()
        foot.setContentsMargins(GAP_XL, GAP_M, GAP_XL, GAP_L)
        foot.setSpacing(GAP_S)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.export)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(scroll, 1)
        outer.addWidget(hairline())
        outer.addLayout(foot)
        width = theme.current().px(_WIDTH)
        self._show_target()
        # With all questions visible, so that none that comes later makes it scroll; their fonts
        # are those of the style sheet only once they are polished.
        for child in body.findChildren(QWidget):
            child.ensurePolished()
        height = column.totalHeightForWidth(width)
        wanted = height + foot.sizeHint().height() + 2
        over = self.parentWidget()
        self.resize(
            width if over is None else min(width, over.width() - 2 * GAP_XL),
            wanted if over is None else min(wanted, over.height() - 2 * GAP_XL),
        )

    def _format_words(self) -> tuple[tuple[str, str], ...]:
        return (
            (
                self.tr("Markdown folder"),
                self.tr(
                    "A file for each conversation and each note, to read and to use in Obsidian. "
                    "Links between memories become links between files."
                ),
            ),
            (
                self.tr("JSONL file"),
                self.tr(
                    "Everything memdesk knows of the memories. Importing it into another vault "
                    "gives the same vault again."
                ),
            ),
            (
                self.tr("CSV file"),
                self.tr("A row for each memory, for spreadsheets and other programs."),
            ),
        )

    def _proposed(self) -> Path:
        """A name of its own for each minute: nothing there is taken for it."""
        if self.format() == "markdown":
            # One folder that grows: only files that changed are written again.
            return self._folder / "memdesk"
        return self._folder / f"memdesk-{self._moment:%Y-%m-%d-%H%M}{_ENDINGS[self.format()]}"

    def _forget_target(self) -> None:
        if self._chosen is not None:
            self._folder = self._chosen.parent
            self._chosen = None
        self._follow()

    def _follow(self) -> None:
        everything = isinstance(self._offers[self._whats.checkedId()].what, Everything)
        self.trash.setVisible(everything and self.format() != "markdown")
        self.excel.setVisible(self.format() == "csv")
        self._show_target()

    def _show_target(self) -> None:
        target = self.how().target
        self.target.setText(target.name)
        self.folder.setPath(target.parent)

    def _choose_target(self) -> None:
        proposed = str(self.how().target)
        if self.format() == "markdown":
            name = QFileDialog.getExistingDirectory(
                self, self.tr("Choose the folder for the files"), str(self.how().target.parent)
            )
        else:
            name, _ = QFileDialog.getSaveFileName(self, self.tr("Export to"), proposed)
        if name:
            path = Path(name)
            ending = _ENDINGS[self.format()]
            self.setTarget(path if path.suffix or not ending else path.with_suffix(ending))

    def _accept(self) -> None:
        self.wanted.emit(self.what(), self.how())
        self.accept()
