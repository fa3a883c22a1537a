"""Makes the icon files of Windows and macOS from ``resources/icons/memdesk.svg``.

``python packaging/icon/render.py``, after the drawing has changed. The files are committed, so
that building on those systems needs no tool for it.
"""

from __future__ import annotations

import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT = Path(__file__).resolve().parents[2]
DRAWING = ROOT / "resources" / "icons" / "memdesk.svg"
WINDOWS = ROOT / "packaging" / "windows" / "memdesk.ico"
MACOS = ROOT / "packaging" / "macos" / "memdesk.icns"

WINDOWS_SIZES = (16, 20, 24, 32, 40, 48, 64, 256)
# Apple's four-letter names of PNG images, by their width in pixels.
MACOS_TYPES = {128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10", 32: b"ic11", 64: b"ic12"}


def png(renderer: QSvgRenderer, size: int) -> bytes:
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def ico(images: dict[int, bytes]) -> bytes:
    """A header, a directory entry of 16 bytes an image (width 0 meaning 256), the PNG images."""
    directory = b""
    offset = 6 + 16 * len(images)
    for size, data in images.items():
        directory += struct.pack(
            "<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), offset
        )
        offset += len(data)
    return struct.pack("<HHH", 0, 1, len(images)) + directory + b"".join(images.values())


def icns(images: dict[bytes, bytes]) -> bytes:
    """A type and a length, its eight bytes included, for the file and for each PNG image."""
    chunks = b"".join(
        kind + struct.pack(">I", len(data) + 8) + data for kind, data in images.items()
    )
    return b"icns" + struct.pack(">I", len(chunks) + 8) + chunks


def main() -> None:
    application = QGuiApplication(["render", "-platform", "offscreen"])
    renderer = QSvgRenderer(str(DRAWING))
    WINDOWS.write_bytes(ico({size: png(renderer, size) for size in WINDOWS_SIZES}))
    MACOS.write_bytes(icns({kind: png(renderer, size) for size, kind in MACOS_TYPES.items()}))
    application.quit()


if __name__ == "__main__":
    main()
