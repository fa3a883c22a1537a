"""The palettes keep their promises about contrast."""

from __future__ import annotations

from itertools import pairwise

import pytest

from memdesk.desktop.theme.contrast import contrast, luminance
from memdesk.desktop.theme.palette import (
    DARK,
    LIGHT,
    OTHER_SOURCE_COLOUR,
    SOURCE_COLOURS,
    Palette,
)
from memdesk.desktop.widgets.score_bar import GROUP_ORDER

BOTH = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


def test_contrast_is_21_between_black_and_white() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
    assert luminance("#FF0000") == pytest.approx(0.2126)


@BOTH
@pytest.mark.parametrize(
    "tone", ["text", "secondary", "faint", "accent", "warning", "danger", "success"]
)
@pytest.mark.parametrize("ground", ["window", "surface", "raised"])
def test_every_text_tone_is_readable_on_every_ground(
    palette: Palette, tone: str, ground: str
) -> None:
    assert contrast(getattr(palette, tone), getattr(palette, ground)) >= 4.5


@BOTH
@pytest.mark.parametrize(
    ("tone", "ground"),
    [
        ("accent", "soft_accent"),
        ("secondary", "soft_accent"),
        ("text", "soft_accent"),
        ("text", "marked"),
        ("on_accent", "accent"),
        ("text", "hover"),
        ("secondary", "hover"),
    ],
)
def test_text_is_readable_on_coloured_grounds(palette: Palette, tone: str, ground: str) -> None:
    assert contrast(getattr(palette, tone), getattr(palette, ground)) >= 4.5


@pytest.mark.parametrize("colour", [*SOURCE_COLOURS.values(), OTHER_SOURCE_COLOUR])
def test_white_letters_are_readable_on_source_tiles(colour: str) -> None:
    assert contrast("#FFFFFF", colour) >= 4.5


@BOTH
@pytest.mark.parametrize("weakness", ["none", "protan", "deutan"])
def test_neighbouring_segments_differ_for_colour_blind_eyes_too(
    palette: Palette, weakness: str
) -> None:
    colours = [
        palette.group(group) for group in GROUP_ORDER if group not in ("normalisation", "penalty")
    ]
    for one, other in pairwise(colours):
        assert _distance(_seen(one, weakness), _seen(other, weakness)) >= 12, (one, other)


# Dichromats' view of linear RGB, severity 1 (Machado, Oliveira and Fernandes 2009, table 1).
_MATRICES = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}


def _seen(colour: str, weakness: str) -> tuple[float, float, float]:
    """CIE L*a*b* of a colour as seen."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    red, green, blue = (
        min(max(sum(f * c for f, c in zip(row, linear, strict=True)), 0), 1)
        for row in _MATRICES[weakness]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _distance(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
