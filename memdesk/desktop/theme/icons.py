"""Line icons from ``resources/icons``, drawn in any colour at any resolution."""

from __future__ import annotations

from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from memdesk import paths
from memdesk.errors import MemdeskError


class IconError(MemdeskError):
    """An icon of the program's own is missing."""


@lru_cache(maxsize=512)
def pixmap(name: str, colour: str, size: int, ratio: float = 1.0) -> QPixmap:
    """The icon ``name`` in ``colour``, ``size`` logical pixels wide, for a device pixel ratio.

    :raises IconError: there is no such icon.
    """
    renderer = QSvgRenderer(QByteArray(_source(name).replace("currentColor", colour).encode()))
    drawn = QPixmap(round(size * ratio), round(size * ratio))
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(drawn.rect()))
    painter.end()
    drawn.setDevicePixelRatio(ratio)
    return drawn


def icon(name: str, colour: str, size: int = 16) -> QIcon:
    """The icon for actions and menus, which ask for a ``QIcon``."""
    application = QGuiApplication.instance()
    ratio = application.devicePixelRatio() if isinstance(application, QGuiApplication) else 1.0
    return QIcon(pixmap(name, colour, size, ratio))


@cache
def _source(name: str) -> str:
    file = paths.resources() / "icons" / f"{name}.svg"
    try:
        return file.read_text("utf-8")
    except FileNotFoundError as error:
        raise IconError(f"The icon {file} is missing. Install memdesk again.") from error
