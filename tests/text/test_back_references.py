"""Pointing back in words."""

from __future__ import annotations

import pytest

from memdesk.text.back_references import points_back


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("As I said, the boiler needs a valve by winter.", "the boiler needs a valve by winter"),
        (
            "Like I've already told you the cat only eats in the dark",
            "the cat only eats in the dark",
        ),
        (
            "Wie gesagt: die Heizung braucht ein neues Ventil",
            "die Heizung braucht ein neues Ventil",
        ),
        ("我上次说过我对花生过敏", "我对花生过敏"),
    ],
)
def test_what_points_back_says_to_what(text: str, rest: str) -> None:
    assert points_back(text) == rest


@pytest.mark.parametrize(
    "text", ["As I said.", "He said the boiler needs a new valve by winter.", "I said yes", ""]
)
def test_what_points_nowhere_is_left_alone(text: str) -> None:
    assert points_back(text) is None
