"""The score bar shows what the score is made of, to the pixel."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from memdesk.desktop.theme.palette import DARK, LIGHT, Palette
from memdesk.desktop.widgets.score_bar import (
    GROUP_ORDER,
    ScoreBar,
    describe,
    paint_score_bar,
    segments,
)
from memdesk.retrieval.explanation import Contribution, Explanation, Group


def explanation(**values: float) -> Explanation:
    return Explanation(
        tuple(
            Contribution(group, group, value, value, 1.0, value)  # type: ignore[arg-type]
            for group, value in values.items()
        )
    )


def painted(shown: Explanation, palette: Palette) -> QImage:
    image = QImage(200, 6, QImage.Format.Format_RGB32)
    image.fill(QColor(palette.surface))
    painter = QPainter(image)
    paint_score_bar(painter, QRectF(0, 0, 200, 6), segments(shown), palette)
    painter.end()
    return image


def test_segments_stand_in_the_fixed_order_and_end_at_the_score() -> None:
    pieces = segments(explanation(meaning=0.2, keyword=0.4, time=0.1))
    assert [piece.group for piece in pieces] == ["keyword", "meaning", "time"]
    assert [(round(p.start, 9), round(p.end, 9)) for p in pieces] == [
        (0.0, 0.4),
        (0.4, 0.6),
        (0.6, 0.7),
    ]


def test_a_penalty_hatches_the_end_of_what_was_gained() -> None:
    pieces = segments(explanation(keyword=0.4, meaning=0.2, penalty=-0.3))
    assert [(p.group, round(p.start, 9), round(p.end, 9), p.loss) for p in pieces] == [
        ("keyword", 0.0, 0.3, False),
        ("penalty", 0.3, 0.6, True),
    ]


def test_several_stages_of_a_group_share_a_segment() -> None:
    shown = Explanation(
        (
            Contribution("keyword", "keyword", 1, 1, 0.2, 0.2),
            Contribution("title", "keyword", 1, 1, 0.1, 0.1),
        )
    )
    assert [(p.group, round(p.end, 9)) for p in segments(shown)] == [("keyword", 0.3)]


def test_a_score_above_the_full_one_still_fits() -> None:
    assert segments(explanation(keyword=1.5, meaning=0.5))[-1].end == pytest.approx(1)


def test_without_gains_there_are_no_segments() -> None:
    assert segments(explanation(penalty=-0.2)) == ()
    assert segments(Explanation(())) == ()


@given(
    st.dictionaries(st.sampled_from(GROUP_ORDER), st.floats(-2, 2, allow_nan=False), max_size=8),
    st.floats(0.1, 3),
)
def test_segments_never_overlap_and_never_leave_the_bar(
    values: dict[Group, float], full: float
) -> None:
    at = 0.0
    for piece in segments(explanation(**values), full):
        assert at - 1e-9 <= piece.start < piece.end <= 1 + 1e-9
        at = piece.end


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_pixels_have_the_colours_of_their_groups(palette: Palette) -> None:
    image = painted(explanation(keyword=0.4, meaning=0.2, conversation=0.1), palette)

    def at(x: int) -> str:
        return image.pixelColor(x, 3).name().upper()

    assert [at(40), at(100), at(130), at(190)] == [
        palette.keyword,
        palette.meaning,
        palette.conversation,
        palette.track,
    ]
    # One pixel of track between two segments.
    assert [at(78), at(79), at(80)] == [palette.keyword, palette.track, palette.meaning]


def test_a_penalty_is_hatched_and_not_filled() -> None:
    image = painted(explanation(keyword=0.8, penalty=-0.4), LIGHT)
    colours = {image.pixelColor(x, 3).name().upper() for x in range(90, 150)}
    assert len(colours) > 1
    assert LIGHT.keyword not in colours


def test_the_bar_is_described_in_words(qtbot: QtBot) -> None:
    shown = explanation(keyword=0.38, meaning=0.26, penalty=-0.05)
    assert describe(shown) == "Score 0.59: Words +0.38, Meaning +0.26, Deduction -0.05"
    bar = ScoreBar()
    qtbot.addWidget(bar)
    bar.setExplanation(shown)
    assert bar.accessibleDescription() == describe(shown)


def test_click_and_space_ask_for_the_breakdown(qtbot: QtBot) -> None:
    bar = ScoreBar()
    qtbot.addWidget(bar)
    bar.show()
    with qtbot.waitSignal(bar.activated):
        qtbot.mouseClick(bar, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(bar.activated):
        qtbot.keyClick(bar, Qt.Key.Key_Space)
