"""A path on one line, shortened in the middle: its name and where it begins matter most."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from memdesk.desktop.widgets.direction import without_overrides


class PathLabel(QLabel):
    """Shows ``~`` for the home folder; the whole path is the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = Path()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("textRole", "meta")
        self.setProperty("tone", "secondary")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setPath(self, path: Path) -> None:
        """Show another path."""
        self._path = path
        self.setToolTip(without_overrides(str(path)))
        self.setAccessibleName(self.toolTip())
        self._fit()

    def path(self) -> Path:
        """The path shown."""
        return self._path

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = str(self._path)
        if self._path.is_relative_to(Path.home()) and self._path != Path.home():
            shown = str(Path("~") / self._path.relative_to(Path.home()))
        width = self.contentsRect().width()
        middle = Qt.TextElideMode.ElideMiddle
        self.setText(self.fontMetrics().elidedText(without_overrides(shown), middle, width))
