from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk import log, paths
from memdesk.log import Crash

SECRET = "the password of my bank account is correct horse battery staple"


@pytest.fixture(autouse=True)
def _quiet_afterwards() -> Iterator[None]:
    level = logging.getLogger().level
    yield
    log.stop()
    logging.getLogger().setLevel(level)


def raised(error: BaseException) -> BaseException:
    try:
        raise error
    except BaseException as caught:
        return caught


def test_the_log_is_written_to_the_log_folder() -> None:
    assert log.start() == paths.log_file()
    logging.getLogger("memdesk.importers").info("read %d conversations", 3)
    assert "INFO memdesk.importers [MainThread] read 3 conversations" in (
        paths.log_file().read_text()
    )


def test_the_level_keeps_the_rest_out(tmp_path: Path) -> None:
    file = log.start(logging.WARNING, folder=tmp_path)
    logging.getLogger("memdesk").info("quiet")
    logging.getLogger("memdesk").warning("loud")
    assert "loud" in file.read_text()
    assert "quiet" not in file.read_text()


def test_the_log_does_not_grow_without_end(tmp_path: Path) -> None:
    log.start(folder=tmp_path)
    line = "x" * 10_000
    for _ in range(6 * log.LARGEST_FILE // len(line)):
        logging.getLogger("memdesk").info(line)
    files = sorted(tmp_path.iterdir())
    assert len(files) == 1 + log.OLDER_FILES
    assert all(file.stat().st_size <= log.LARGEST_FILE for file in files)


def test_starting_again_does_not_log_twice(tmp_path: Path) -> None:
    log.start(folder=tmp_path)
    file = log.start(folder=tmp_path)
    logging.getLogger("memdesk").info("once")
    assert file.read_text().count("once") == 1


def test_a_log_folder_that_cannot_be_made_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file in the way")
    with pytest.raises(log.LogError, match="log"):
        log.start(folder=tmp_path / "log")


def test_a_crash_on_the_main_thread_is_logged_and_handed_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    crashes: list[Crash] = []
    file = log.start(on_crash=crashes.append, folder=tmp_path)
    error = raised(KeyError("title"))
    sys.excepthook(type(error), error, error.__traceback__)
    assert [crash.summary for crash in crashes] == ["KeyError: 'title'"]
    assert "in raised" in crashes[0].traceback
    assert crashes[0].traceback in file.read_text()
    assert "KeyError" in capsys.readouterr().err


def test_a_crash_on_another_thread_is_logged_and_handed_on(tmp_path: Path) -> None:
    crashes: list[Crash] = []
    file = log.start(on_crash=crashes.append, folder=tmp_path)
    thread = threading.Thread(target=lambda: 1 // 0, name="embedding")
    thread.start()
    thread.join()
    assert [(crash.thread, crash.summary.split(":")[0]) for crash in crashes] == [
        ("embedding", "ZeroDivisionError")
    ]
    assert "uncaught in thread embedding" in file.read_text()


def test_an_interrupt_from_the_keyboard_is_no_crash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    crashes: list[Crash] = []
    log.start(on_crash=crashes.append, folder=tmp_path)
    error = raised(KeyboardInterrupt())
    sys.excepthook(type(error), error, error.__traceback__)
    assert crashes == []
    assert "KeyboardInterrupt" in capsys.readouterr().err


def test_an_error_in_a_destructor_is_logged(tmp_path: Path) -> None:
    class Careless:
        def __del__(self) -> None:
            raise LookupError("gone")

    file = log.start(folder=tmp_path)
    Careless()
    assert "LookupError: gone" in file.read_text()


@pytest.mark.parametrize(
    "error",
    [
        ValueError(f"invalid literal: {SECRET!r}"),
        KeyError(SECRET),
        ValueError(f'no date in "{SECRET}" at 3'),
        ExceptionGroup("several", [ValueError(f"bad text {SECRET!r}")]),
    ],
)
def test_a_logged_exception_does_not_quote_a_memory(tmp_path: Path, error: Exception) -> None:
    file = log.start(folder=tmp_path)
    try:
        try:
            raise error
        except Exception as inner:
            raise RuntimeError("import failed") from inner
    except RuntimeError:
        logging.getLogger("memdesk").exception("stopped")
    text = file.read_text()
    assert SECRET not in text
    assert "63 characters>" in text
    assert "which led to:" in text
    assert "RuntimeError: import failed" in text


def test_a_long_message_is_cut() -> None:
    short = log.abridged("word " * 1000)
    assert len(short) < 350
    assert short.endswith("… <4700 more characters>")


def test_a_short_message_stays_as_it_is() -> None:
    assert log.abridged("no file 'export.zip' in 'Downloads'") == (
        "no file 'export.zip' in 'Downloads'"
    )
