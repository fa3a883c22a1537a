#!/usr/bin/env python3
"""Everything a developer runs, from a fresh clone and nothing but Python and git.

    python3 dev.py run [ARGS...]      start memdesk from the checkout
    python3 dev.py test               lint, types, tests, frozen program: what must pass to land
    python3 dev.py test ARGS...       only pytest, with these arguments
    python3 dev.py lint               ruff and mypy
    python3 dev.py bench [ARGS...]    benchmarks, see `memdesk bench --help`
    python3 dev.py shots [FOLDER]     pictures of every view, to look at; `--only NAME` for some
    python3 dev.py build              the frozen program in dist/memdesk

The first start makes .venv and installs what is missing; later ones find it done.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

OLDEST_PYTHON = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "memdesk-installed"
EXTRAS = "dev"

# Libraries that Qt loads on Linux, by Debian's names.
QT_LIBRARIES = [
    "fontconfig",
    "libdbus-1-3",
    "libegl1",
    "libfontconfig1",
    "libgl1",
    "libglib2.0-0",
    "libopengl0",
    "libwayland-client0",
    "libwayland-cursor0",
    "libx11-xcb1",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-randr0",
    "libxcb-render-util0",
    "libxcb-shape0",
    "libxcb-shm0",
    "libxcb-sync1",
    "libxcb-xfixes0",
    "libxcb-xkb1",
    "libxkbcommon-x11-0",
    "libxkbcommon0",
]
# A screen without a monitor, its window manager and its user; fonts for pictures that show
# Chinese and emoji; objdump for the frozen program.
TEST_TOOLS = [
    "binutils",
    "dbus",
    "fonts-noto-cjk",
    "fonts-noto-color-emoji",
    "openbox",
    "wmctrl",
    "xdotool",
    "xvfb",
]

NETWORK_FAULTS = (
    "connection",
    "could not fetch",
    "incompleteread",
    "max retries",
    "name resolution",
    "no matching distribution",  # pip's last word when no index answered
    "remotedisconnected",
    "service unavailable",
    "timed out",
    "timeout",
)


class Stop(Exception):
    """The command cannot go on; the message says what to do."""


def main(arguments: Sequence[str]) -> int:
    command, *rest = arguments or ["--help"]
    if command in ("-h", "--help", "help"):
        print(__doc__)
        return 0
    commands: dict[str, Callable[[list[str]], int]] = {
        "run": run,
        "test": test,
        "lint": lint,
        "bench": bench,
        "shots": shots,
        "build": build,
    }
    if command not in commands:
        print(__doc__)
        raise Stop(f"Unknown command {command!r}.")
    # Package tools find nothing without a search path, as in an emptied environment.
    os.environ.setdefault("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
    prepare(QT_LIBRARIES if command == "run" else [*QT_LIBRARIES, *TEST_TOOLS])
    return commands[command](rest)


# Commands


def run(arguments: list[str]) -> int:
    """memdesk itself, with the terminal's own input and output."""
    return subprocess.call([str(VENV_PYTHON), "-m", "memdesk", *arguments])


def test(arguments: list[str]) -> int:
    if arguments:
        return python("-m", "pytest", "-q", *arguments)
    results = Results()
    lint_into(results)
    results.step("pytest", "-m", "pytest", "-q")
    if results.step("build", *BUILD):
        results.step(
            "pytest on the frozen program", "-m", "pytest", "-q", "-m", "frozen", "tests/frozen"
        )
    return results.summary()


def lint(arguments: list[str]) -> int:
    no_arguments("lint", arguments)
    results = Results()
    lint_into(results)
    return results.summary()


def bench(arguments: list[str]) -> int:
    return python("-m", "memdesk", "bench", *arguments)


def shots(arguments: list[str]) -> int:
    pictures = [str(VENV_PYTHON), "-m", "tests.shots", *(arguments or ["shots"])]
    return python("-m", "tests.screen", *pictures)


def build(arguments: list[str]) -> int:
    no_arguments("build", arguments)
    status = python(*BUILD)
    if status == 0:
        folder = ROOT / "dist" / "memdesk"
        files = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
        size = sum(file.stat().st_size for file in files)
        print(f"Built {folder} ({size / 1e6:.0f} MB in {len(files)} files).")
    return status


BUILD = (
    *("-m", "PyInstaller", "build.spec", "--noconfirm", "--log-level", "WARN"),
    *("--distpath", str(ROOT / "dist"), "--workpath", str(ROOT / "build")),
)


def no_arguments(command: str, arguments: list[str]) -> None:
    if arguments:
        raise Stop(f"`dev.py {command}` takes no arguments: {shlex.join(arguments)}")


def python(*arguments: str) -> int:
    """Run the environment's Python in the checkout; returns its exit status."""
    # What was printed so far must not appear after the child's output.
    sys.stdout.flush()
    return subprocess.call([str(VENV_PYTHON), *arguments], cwd=ROOT, stdin=subprocess.DEVNULL)


class Results:
    """Steps that all run, whatever became of the ones before, and what to say at the end."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._failed: list[str] = []
        self._start = time.monotonic()

    def step(self, name: str, *arguments: str) -> bool:
        print(f"== {name}")
        start = time.monotonic()
        passed = python(*arguments) == 0
        if not passed:
            self._failed.append(name)
        word = "passed" if passed else "FAILED"
        self._lines.append(f"{word}  {name} ({time.monotonic() - start:.0f} s)")
        return passed

    def summary(self) -> int:
        seconds = time.monotonic() - self._start
        print("\n== Summary")
        print("\n".join(self._lines))
        if self._failed:
            print(f"Failed after {seconds:.0f} s: {', '.join(self._failed)}.")
        else:
            print(f"All {len(self._lines)} steps passed in {seconds:.0f} s.")
        return 1 if self._failed else 0


def lint_into(results: Results) -> None:
    results.step("ruff check", "-m", "ruff", "check", ".")
    results.step("ruff format --check", "-m", "ruff", "format", "--check", ".")
    results.step("mypy", "-m", "mypy")


# The environment


def prepare(debian_packages: Sequence[str]) -> None:
    """Bring system libraries and .venv up to date; quick where nothing is to be done."""
    install_debian_packages([*debian_packages, *packages_of_this_python()])
    wanted = fingerprint()
    if VENV_PYTHON.exists() and STAMP.is_file() and STAMP.read_text() == wanted:
        return
    if not VENV_PYTHON.exists():
        make_venv()
    install_project()
    STAMP.write_text(wanted)


def fingerprint() -> str:
    """Changes whenever the environment has to be installed anew."""
    parts = [(ROOT / "pyproject.toml").read_bytes(), str(ROOT).encode(), EXTRAS.encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def make_venv() -> None:
    say("Making .venv ...")
    result = subprocess.run(
        # A leftover .venv whose Python has gone is of no use to anybody.
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if result.returncode:
        raise Stop(f"Could not make {VENV}:\n{result.stdout}{result.stderr}".rstrip())


def install_project() -> None:
    say("Installing memdesk's packages into .venv; the first time takes a minute or two ...")
    command = [
        *(str(VENV_PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--no-input", "--root-user-action=ignore", "--editable", f"{ROOT}[{EXTRAS}]"),
    ]
    for attempt in (1, 2):
        result = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=ROOT
        )
        if result.returncode == 0:
            return
        output = (result.stdout + result.stderr).strip()
        if attempt == 1 and is_network_fault(output):
            say("The network failed; trying once more ...")
            time.sleep(5)
        else:
            raise Stop(f"{output}\n\nThis command failed:\n  {shlex.join(command)}")


def is_network_fault(output: str) -> bool:
    lower = output.lower()
    return any(fault in lower for fault in NETWORK_FAULTS)


# System packages on Debian and its descendants


def packages_of_this_python() -> list[str]:
    """What Debian leaves out of its own Python: venv's seeds, and the library that is frozen."""
    if sys.base_prefix != "/usr":
        return []
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return [f"libpython{version}", f"python{version}-venv"]


def install_debian_packages(names: Sequence[str]) -> None:
    """Install what is missing, or say how: only root can, and only Debian's kin know the names."""
    if not (shutil.which("dpkg-query") and shutil.which("apt-get")):
        return
    present = installed_debian_packages()
    missing = sorted(name for name in names if name not in present)
    if not missing:
        return
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *missing]
    if os.geteuid() != 0:
        say(f"Missing system packages. To install them:\n  sudo {shlex.join(install)}")
        return
    say(f"Installing system packages: {' '.join(missing)} ...")
    lock = "-oDPkg::Lock::Timeout=120"
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    for command in (["apt-get", "update", lock], [*install, lock]):
        result = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment
        )
        if result.returncode and command[1] == "install":
            output = (result.stdout + result.stderr).strip()
            raise Stop(f"{output}\n\nThis command failed:\n  {shlex.join(command)}")


def installed_debian_packages() -> set[str]:
    """Names of all installed packages and of what they stand in for (libfoo for libfoot64)."""
    listing = subprocess.run(
        ["dpkg-query", "--show", "--showformat", r"${db:Status-Status}|${Package}|${Provides}\n"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    names = set()
    for line in listing.splitlines():
        status, package, provides = line.split("|", 2)
        if status == "installed":
            names.add(package)
            names.update(entry.split()[0] for entry in provides.split(",") if entry.strip())
    return names


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    if sys.version_info < OLDEST_PYTHON:
        sys.exit(
            "memdesk needs Python {}.{} or newer; this is {}. Start dev.py with a newer one, "
            "for example `python3.11 dev.py`.".format(*OLDEST_PYTHON, sys.version.split()[0])
        )
    try:
        sys.exit(main(sys.argv[1:]))
    except Stop as stop:
        sys.exit(str(stop))
    except KeyboardInterrupt:
        sys.exit(130)
