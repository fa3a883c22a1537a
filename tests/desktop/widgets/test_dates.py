"""Dates, durations and counts are said as people say them."""

from __future__ import annotations

from datetime import datetime

import pytest
from PySide6.QtGui import QFontMetricsF

from memdesk.desktop.theme.theme import Theme
from memdesk.desktop.widgets.dates import clock, duration, full, in_column, number, rough, said

NOW = datetime(2024, 3, 15, 12, 0)


def at(*moment: int) -> int:
    return round(datetime(*moment).timestamp() * 1000)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (at(2024, 3, 15, 9, 31), "today 09:31"),
        (at(2024, 3, 14, 23, 59), "yesterday"),
        (at(2024, 3, 13, 0, 0), "13 Mar 2024"),
        (at(2023, 11, 2), "2 Nov 2023"),
        (None, "no date"),
    ],
)
def test_a_date_is_short_and_near_ones_have_names(moment: int | None, words: str) -> None:
    assert said(moment, NOW) == words


def test_a_full_date_names_the_weekday_and_the_time() -> None:
    assert full(at(2024, 3, 14, 9, 5)) == "Thursday, 14 March 2024, 09:05"
    assert clock(at(2024, 3, 14, 9, 5)) == "09:05"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "1 second"),
        (7, "7 seconds"),
        (28, "30 seconds"),
        (61, "1 minute"),
        (190, "3 minutes"),
        (7300, "2 hours"),
        (260_000, "3 days"),
    ],
)
def test_durations_are_rounded_to_what_one_would_say(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_counts_have_separators() -> None:
    assert number(218402) == "218,402"


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0"), (999, "999"), (1000, "1k"), (1049, "1k"), (9811, "9.8k"), (218_402, "218k")],
)
def test_a_count_can_be_said_in_four_signs(count: int, words: str) -> None:
    assert rough(count) == words


def test_counts_in_a_column_stand_digit_below_digit(look: Theme) -> None:
    metrics = QFontMetricsF(look.font("body"))
    column = in_column([1204, 31, 8])
    assert [text.strip() for text in column] == ["1,204", "31", "8"]
    widths = [metrics.horizontalAdvance(text) for text in column]
    assert widths == pytest.approx([widths[0]] * 3, abs=0.1)
    assert in_column([]) == []
