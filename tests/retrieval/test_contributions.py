"""Contributions are made when they are looked at, and are what they would have been before."""

from __future__ import annotations

from memdesk.retrieval.contributions import Contributions, by_group, columns, total
from memdesk.retrieval.explanation import Contribution

PARTS = (
    Contribution("words", "keyword", 0.5, 0.5, 2.0, 1.0, "50% of the words"),
    Contribution("meaning", "meaning", 0.4, 2.0, 0.25, 0.5, "cos 0.40"),
    Contribution("share", "keyword", 0.1, 0.1, 2.5, 0.25),
)


class Made:
    """Counts how often the records were asked for."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> tuple[Contribution, ...]:
        self.times += 1
        return PARTS


def _lazy(make: Made) -> Contributions:
    return Contributions(
        [part.stage for part in PARTS],
        [part.group for part in PARTS],
        [part.value for part in PARTS],
        make,
    )


def test_figures_need_no_records() -> None:
    made = Made()
    lazy = _lazy(made)
    assert total(lazy) == 1.75
    assert by_group(lazy) == {"keyword": 1.25, "meaning": 0.5}
    assert columns(lazy) == columns(PARTS)
    assert len(lazy) == 3
    assert made.times == 0


def test_records_are_made_once_and_are_those_of_the_tuple() -> None:
    made = Made()
    lazy = _lazy(made)
    assert lazy == PARTS
    assert lazy == _lazy(Made())
    assert lazy != PARTS[:2]
    assert tuple(lazy) == PARTS
    assert lazy[1] is PARTS[1]
    assert lazy[1:] == PARTS[1:]
    assert hash(lazy) == hash(PARTS)
    assert made.times == 1
