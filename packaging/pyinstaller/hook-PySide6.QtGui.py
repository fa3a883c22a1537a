"""Takes the place of PyInstaller's own hook: the same, less the plugins we never load.

They are dropped here and not from the finished bundle because each drags in libraries: the GTK
theme all of GTK 3, the on-screen keyboard Qt Quick, the PDF image format Qt PDF.
"""

from __future__ import annotations

from pathlib import PurePath

from PyInstaller.utils.hooks.qt import add_qt6_dependencies

DROPPED_FOLDERS = {
    "egldeviceintegrations",  # screens without a window system
    "generic",  # input devices without a window system
    "wayland-graphics-integration-server",  # for programs that are compositors
}
DROPPED_PLUGINS = {
    "qeglfs",
    "qgtk3",
    "qlinuxfb",
    "qminimal",
    "qminimalegl",
    "qpdf",
    "qtvirtualkeyboardplugin",
    "qvkkhrdisplay",
    "qvnc",
}


def _is_kept(source: str) -> bool:
    plugin = PurePath(source)
    name = plugin.stem.removeprefix("lib")
    return plugin.parent.name not in DROPPED_FOLDERS and name not in DROPPED_PLUGINS


hiddenimports, binaries, datas = add_qt6_dependencies(__file__)
binaries = [(source, target) for source, target in binaries if _is_kept(source)]
