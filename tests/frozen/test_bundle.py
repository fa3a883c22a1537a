"""The frozen program on a machine that has no Python: only what is in its folder is in reach.

Run by ``python3 dev.py test`` after building.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import memdesk
from tests.screen import virtual_screen

pytestmark = [
    pytest.mark.frozen,
    pytest.mark.skipif(sys.platform != "linux", reason="needs X11 to see and close the window"),
]

FOLDER = Path(__file__).resolve().parents[2] / "dist" / "memdesk"
# A fact, a fact in Chinese, and a number on a label.
QUESTIONS = ("When does mum turn 70?", "博饼的状元奖品是什么？", "MF 812")
WINDOW_SECONDS = 60
CLOSING_SECONDS = 30


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("empty-home")


@pytest.fixture(scope="module")
def environment(home: Path) -> dict[str, str]:
    """All that the program gets: no Python, no locale, no settings of the developer's."""
    return {"HOME": str(home), "PATH": "/usr/bin:/bin"}


@pytest.fixture(scope="module")
def demo() -> Path:
    (folder,) = FOLDER.rglob("resources/demo")
    return folder


def memdesk_says(environment: dict[str, str], *arguments: str) -> str:
    result = subprocess.run(
        [str(FOLDER / "memdesk"), *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def imported(environment: dict[str, str], demo: Path) -> dict[str, Any]:
    """Report of importing the demo that came with the program."""
    report: dict[str, Any] = json.loads(
        memdesk_says(environment, "import", str(demo / "chatgpt"), str(demo / "claude"), "--json")
    )
    return report


def test_it_knows_its_version(environment: dict[str, str]) -> None:
    assert memdesk.__version__ in memdesk_says(environment, "--version")


def test_it_is_in_good_health(environment: dict[str, str]) -> None:
    assert "Traceback" not in memdesk_says(environment, "doctor")


def test_it_imports_the_demo_without_a_loss(imported: dict[str, Any]) -> None:
    runs = [(run["added"] > 0, run["skipped"]) for run in imported["runs"]]
    assert runs == [(True, 0), (True, 0)]


@pytest.mark.parametrize("question", QUESTIONS)
def test_it_answers_a_question_about_the_demo(
    environment: dict[str, str], demo: Path, imported: dict[str, Any], question: str
) -> None:
    (wanted,) = (
        entry["wanted"]
        for entry in json.loads((demo / "questions.json").read_text("utf-8"))
        if entry["question"] == question
    )
    answer = json.loads(memdesk_says(environment, "search", question, "--json"))
    first = answer["results"][0]
    assert first["external_id"] == wanted
    contributions = first["explanation"]["contributions"]
    assert sum(part["value"] for part in contributions) == pytest.approx(first["score"])
    assert any(part["stage"] == "nearest" and part["value"] for part in contributions)


def test_it_measures_with_the_queries_that_came_with_it(
    environment: dict[str, str], tmp_path: Path
) -> None:
    figures = tmp_path / "short.json"
    memdesk_says(environment, "bench", "short", "--profile", "memesh-a", "--json", str(figures))
    report = json.loads(figures.read_text("utf-8"))
    assert set(report["versions"]) == {"numpy", "onnxruntime", "tokenizers", "apsw-sqlite3mc"}
    asked = {run["protocol"]: run["queries"]["as typed"] for run in report["runs"]}
    assert (asked["demo"], asked["en"], asked["zh"]) == (209, 150, 141)


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with virtual_screen() as name:
        yield name


def test_its_window_opens_imports_the_demo_and_closes_on_request(
    environment: dict[str, str], display: str, home: Path, imported: dict[str, Any]
) -> None:
    def memories() -> int:
        for vault in home.rglob("demo.memdesk"):
            stats = memdesk_says(environment, "--vault", str(vault), "stats", "--json")
            return int(json.loads(stats)["memories"])
        return 0

    def on_screen(*command: str) -> str:
        result = subprocess.run(
            command,
            env={**environment, "DISPLAY": display},
            capture_output=True,
            text=True,
            timeout=WINDOW_SECONDS,
        )
        return result.stdout

    def said() -> str:
        return errors.read_text(encoding="utf-8")

    expected = int(json.loads(memdesk_says(environment, "stats", "--json"))["memories"])
    errors = home / "errors"
    with errors.open("w", encoding="utf-8") as stream:
        program = subprocess.Popen(
            [str(FOLDER / "memdesk"), "--demo"],
            env={**environment, "DISPLAY": display},
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
        )
    try:
        deadline = time.monotonic() + WINDOW_SECONDS
        window = ""
        while not window and program.poll() is None and time.monotonic() < deadline:
            # By class: the title holds a dash that xdotool cannot read in the C locale.
            found = on_screen("xdotool", "search", "--onlyvisible", "--class", "memdesk")
            window = found.partition("\n")[0]
            time.sleep(0.2)
        assert window, said()
        # The demo is imported by a process of its own, which the frozen program has to start.
        while memories() < expected and time.monotonic() < deadline:
            time.sleep(0.5)
        assert program.poll() is None, said()
        assert memories() == expected, said()
        assert "Traceback" not in said()
        on_screen("wmctrl", "-i", "-c", window)
        assert program.wait(CLOSING_SECONDS) == 0
    finally:
        if program.poll() is None:
            program.kill()
            program.wait()
    assert "Traceback" not in said()
