"""A screen of its own for whatever shows windows: Xvfb with a window manager.

``python -m tests.screen COMMAND...`` runs a command on one. Where there is no X11 (Windows,
macOS) the command gets the desktop as it is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

STARTUP_SECONDS = 20.0


@contextmanager
def virtual_screen(size: str = "1600x1000") -> Iterator[str]:
    """Start Xvfb and openbox; yields the display's name, such as ``:99``.

    :raises RuntimeError: a program is not installed or does not start.
    """
    for program in ("Xvfb", "openbox"):
        if shutil.which(program) is None:
            raise RuntimeError(f"{program} is not installed; `python3 dev.py test` says how")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as answer:
        # Xvfb picks a free number itself and writes it once it takes connections.
        number = answer.readline().strip()
    if not number:
        raise RuntimeError(f"Xvfb ended with status {server.wait()}")
    display = f":{number}"
    try:
        window_manager = _start_window_manager(display)
        try:
            yield display
        finally:
            _end(window_manager)
    finally:
        _end(server)


def _start_window_manager(display: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "DISPLAY": display}
    manager = subprocess.Popen(
        ["openbox", "--sm-disable"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + STARTUP_SECONDS
    # A window manager announces itself on the root window; before that, closing is not managed.
    while not _is_managed(environment):
        if manager.poll() is not None or time.monotonic() > deadline:
            _end(manager)
            raise RuntimeError("openbox does not start")
        time.sleep(0.05)
    return manager


def _is_managed(environment: dict[str, str]) -> bool:
    desktops = subprocess.run(
        ["xdotool", "get_num_desktops"], env=environment, capture_output=True, check=False
    )
    return desktops.returncode == 0


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def main(command: list[str]) -> int:
    if sys.platform in ("win32", "darwin"):
        return subprocess.call(command)
    with virtual_screen() as display:
        environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        environment.pop("WAYLAND_DISPLAY", None)
        return subprocess.call(command, env=environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
