"""Sizes in pixels at a text scale of 1: a grid of four, a short type scale, few radii."""

from __future__ import annotations

from typing import Literal

TextRole = Literal["head", "title", "body", "meta", "tag", "mono"]

GAP_XS, GAP_S, GAP_M, GAP_L, GAP_XL = 4, 8, 12, 16, 20

TEXT_SIZES: dict[TextRole, int] = {
    "head": 17,
    "title": 15,
    "body": 13,
    "meta": 12,
    "tag": 11,
    "mono": 12,
}
SEMIBOLD_ROLES: frozenset[TextRole] = frozenset({"head", "title"})

RADIUS_MARK, RADIUS_TAG, RADIUS_BUTTON, RADIUS_FIELD, RADIUS_CARD = 3, 5, 7, 9, 10

RAIL_WIDTH, RAIL_TARGET, RAIL_LABELLED_WIDTH = 56, 40, 184
FIELD_HEIGHT, BUTTON_HEIGHT, CHIP_HEIGHT, ICON_SIZE = 40, 28, 26, 20
SCROLL_BAR = 10
SCORE_BAR_WIDTH, SCORE_BAR_HEIGHT = 200, 6

SMALLEST_SCALE, LARGEST_SCALE = 0.8, 2.0
