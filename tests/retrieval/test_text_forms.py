"""Forms of texts are those of the functions that tell them, however often they are asked for."""

from __future__ import annotations

import numpy as np
import pytest

from memdesk.index.columns import Ordinals
from memdesk.retrieval.text_forms import Form, TextForms

TEXTS = ["Who came?", "I moved in March 2024.", "We met Mel and two others.", "nothing"]


class Reader:
    """Reads texts and notes which."""

    def __init__(self) -> None:
        self.texts = list(TEXTS)
        self.read: list[int] = []

    def __call__(self, ordinals: Ordinals) -> list[str]:
        self.read += ordinals.tolist()
        return [self.texts[at] for at in ordinals]


@pytest.fixture
def forms() -> TextForms:
    forms = TextForms()
    forms.follow(4, np.arange(4))
    return forms


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("question", [True, False, False, False]),
        ("says_when", [False, True, False, False]),
        ("says_how_many", [False, True, True, False]),
        ("says_name", [False, True, True, False]),
        ("first_person", [False, True, True, False]),
    ],
)
def test_each_form_is_told_and_read_for_once(
    forms: TextForms, form: Form, expected: list[bool]
) -> None:
    read = Reader()
    assert forms.tell(form, np.array([3, 1]), read).tolist() == [expected[3], expected[1]]
    assert forms.tell(form, np.arange(4), read).tolist() == expected
    assert sorted(read.read) == [0, 1, 2, 3]


def test_a_changed_memory_is_looked_at_again_and_a_new_one_for_the_first_time(
    forms: TextForms,
) -> None:
    read = Reader()
    forms.tell("question", np.arange(4), read)
    read.texts[0], read.read = "Somebody came.", []
    read.texts.append("Really?")
    forms.follow(5, np.array([0, 4]))
    told = forms.tell("question", np.arange(5), read)
    assert told.tolist() == [False, False, False, False, True]
    assert read.read == [0, 4]


def test_names_of_other_people_are_looked_for_again(forms: TextForms) -> None:
    read = Reader()
    assert forms.tell("says_name", np.array([2]), read, frozenset({"mel"})).tolist() == [False]
    assert forms.tell("says_name", np.array([2]), read, frozenset({"ann"})).tolist() == [True]
    assert forms.tell("question", np.array([2]), read).tolist() == [False]
