"""A job is one worker's at a time, whichever process it is in."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import pytest

from memdesk.vault.turn import Turn
from tests.second_worker import HOLDS, another, go_on


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "my.memdesk"
    path.touch()
    return path


def test_a_turn_is_taken_by_one_and_passed_on(path: Path) -> None:
    first, second = Turn(path, "embedding"), Turn(path, "embedding")
    assert first.take()
    assert first.take()
    assert not second.take()
    assert (first.held, second.held) == (True, False)
    first.give_back()
    first.give_back()
    assert second.take()
    assert not first.take()
    second.give_back()


def test_a_turn_leaves_no_file_behind(path: Path) -> None:
    turn = Turn(path, "embedding")
    turn.take()
    turn.give_back()
    assert [file.name for file in path.parent.iterdir()] == ["my.memdesk"]


def test_turns_pass_through_many_hands_one_at_a_time(path: Path) -> None:
    inside: list[int] = []
    most = 0
    taken = 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal most, taken
        turn = Turn(path, "embedding")
        for _ in range(300):
            if turn.take():
                with lock:
                    inside.append(1)
                    most = max(most, len(inside))
                    taken += 1
                time.sleep(0)
                with lock:
                    inside.pop()
                turn.give_back()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert taken > 0
    assert most == 1


def test_another_process_s_turn_is_respected(path: Path) -> None:
    turn = Turn(path, "embedding")
    with another(HOLDS, path) as (process, out):
        assert out.readline() == b"True\n"
        assert not turn.take()
        go_on(process, 1)
        process.wait()
        assert turn.take()
    turn.give_back()


def test_the_turn_of_a_killed_process_is_free(path: Path) -> None:
    turn = Turn(path, "embedding")
    with another(HOLDS, path) as (process, out):
        assert out.readline() == b"True\n"
        process.kill()
        process.wait()
        assert turn.take()
    turn.give_back()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_a_vault_by_another_name_has_the_same_turn(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "linked.memdesk"
    link.parent.mkdir()
    link.symlink_to(path)
    first, second = Turn(path, "embedding"), Turn(link, "embedding")
    assert first.take()
    assert not second.take()
    first.give_back()


def test_where_no_file_can_be_made_everybody_may_embed(tmp_path: Path) -> None:
    first, second = (Turn(tmp_path / "gone" / "my.memdesk", "embedding") for _ in range(2))
    assert first.take()
    assert second.take()
    first.give_back()
    second.give_back()


def test_each_job_has_a_turn_of_its_own(path: Path) -> None:
    first, second = Turn(path, "embedding"), Turn(path, "arrays")
    assert first.take()
    assert second.take()
    first.give_back()
    second.give_back()
