"""Statements that say anew what an older one said."""

from __future__ import annotations

import pytest

from memdesk.text.restatement import Statement, restates, statement


def _read(text: str) -> Statement:
    found = statement(text)
    assert found is not None
    return found


def _sure(new: str, old: str) -> float:
    return restates(_read(new), _read(old))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Our meeting with the tax adviser is on 5 May",
            "The meeting with our tax adviser: 12 May",
        ),
        ("I am allergic to walnuts and hazelnuts", "I'm no longer allergic to walnuts, hazelnuts"),
        ("The wifi password is 4711", "Wifi password: 0815"),
        ("The boiler runs at three bar in winter", "The boiler runs at two bar in winter"),
    ],
)
def test_another_figure_or_a_denial_replaces_the_older_statement(old: str, new: str) -> None:
    assert _sure(new, old) >= 0.75


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # The same again.
        ("The key hangs behind the cellar door", "The key hangs behind the cellar door!"),
        # About something else.
        ("I planted 40 tulips by the gate", "I painted 12 chairs by the pond"),
        # A figure where there was none adds to it.
        ("The key hangs behind the cellar door", "The key hangs behind cellar door 2"),
        # Two words, one of them another.
        ("The garage code is 4711", "The cellar code is 0815"),
    ],
)
def test_what_says_the_same_or_something_else_replaces_nothing(old: str, new: str) -> None:
    assert _sure(new, old) < 0.75


def test_questions_and_what_is_too_short_or_long_state_nothing() -> None:
    assert statement("Where does the boiler room key hang?") is None
    assert statement("锅炉房的钥匙挂在哪里？") is None
    assert statement("Thanks!") is None
    assert statement("boiler " * 60) is None
