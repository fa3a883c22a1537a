"""Mistyped words are read as near words of the vault, and what was typed can be had back."""

from __future__ import annotations

import pytest

from memdesk.retrieval.results import Mended
from memdesk.vault import memories
from memdesk.vault.records import NewMemory
from tests.retrieval.small_vault import Small


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("passprot", "passport"),
        ("pasport", "passport"),
        ("passsport", "passport"),
        ("pudfing", "pudding"),
        ("thiamazlole", "thiamazole"),
        ("thiamzaloe", "thiamazole"),
        ("Robetson", "Robertson"),
        ("birhtday", "birthday"),
    ],
)
def test_a_slip_is_mended_from_the_vaults_own_words(kept: Small, typed: str, read: str) -> None:
    for mode in ("typing", "paused", "asked"):
        response = kept.ask(typed, mode=mode)
        assert response.understood.mended == (Mended(typed, read),)
        assert response.understood.text == read
        assert response.results[0].explanation.matched_terms == (read,)
        first = response.results[0]
        assert read.lower() in {first.content[a:b].lower() for a, b in first.marks}


def test_what_was_typed_can_be_searched_just_so(kept: Small) -> None:
    response = kept.ask("pasport", mode="typing", mend=False)
    assert response.understood.mended == ()
    assert response.understood.text == "pasport"
    assert response.results == ()


@pytest.mark.parametrize(
    "typed",
    [
        "passport",  # occurs
        "passports",  # another form of what occurs
        "E0434",  # an identifier
        "fooo_baz",
        "foo_pudfing",  # "pudding" stands alone only
        "192.168.1.8",
        "UN56",
        "PASPORT",  # capitals
        "Shona",  # in a text
        "repairs",  # only in a title
        '"pasport"',  # word for word
        "-pasport cake",
        "tag:pasport cake",
        "土逗",
        "Januray",  # no word of the vault is near
        "cta",  # too short
    ],
)
def test_what_may_be_meant_as_typed_is_left_alone(kept: Small, typed: str) -> None:
    for mode in ("typing", "asked"):
        assert kept.ask(typed, mode=mode).understood.mended == ()


@pytest.mark.parametrize("profile", ["memx", "memesh-a", "memesh-b", "memesh-c"])
def test_the_parents_profiles_mend_nothing(kept: Small, profile: str) -> None:
    assert kept.ask("pasport", profile=profile).understood.mended == ()


def test_only_the_wrong_word_of_several_is_mended(kept: Small) -> None:
    response = kept.ask("lemon caake almonds", mode="typing")
    assert response.understood.mended == (Mended("caake", "cake"),)
    assert response.understood.text == "lemon cake almonds"
    assert response.results[0].content.startswith("A lemon cake with almonds")


def test_a_word_that_stands_beside_the_others_is_likelier(kept: Small) -> None:
    # "flot" is one slip from "flat" and from "foot", "float" …; only the flat is in Elbe Street.
    assert kept.ask("elbe streeet falt").understood.text == "elbe street flat"


def test_an_unfinished_word_is_left_alone_as_long_as_something_begins_so(kept: Small) -> None:
    for end in range(2, len("chainring") + 1):
        assert kept.ask("chainring"[:end], mode="typing").understood.mended == ()


def test_an_unfinished_word_is_mended_as_the_beginning_of_a_word(kept: Small) -> None:
    response = kept.ask("thiammaz", mode="typing")
    assert response.understood.mended == (Mended("thiammaz", "thiamaz", unfinished=True),)
    assert "thiamazole" in response.results[0].content


def test_questions_are_left_alone(kept: Small) -> None:
    # Most of their words that occur nowhere are no slips.
    assert kept.ask("Where did I see birds of pray, larded?").understood.mended == ()
    assert kept.ask("When does my pasport expire?").understood.mended == ()


def test_a_mended_word_is_no_absent_one(kept: Small) -> None:
    assert kept.ask("pasport").understood.problems == ()
    assert any("qqzzyx" in one for one in kept.ask("cake qqzzyx").understood.problems)


def test_a_new_word_is_known_at_once(small: Small) -> None:
    assert small.ask("xylophoen").understood.mended == ()
    small.vault.write(lambda db: memories.add(db, NewMemory("A xylophone.", source="note")))
    assert small.ask("xylophoen").understood.mended == (Mended("xylophoen", "xylophone"),)


@pytest.mark.parametrize(
    ("typed", "mended", "read"),
    [
        ("fooo_bar", Mended("fooo", "foo"), "foo_bar"),
        ("pihloe/foo_bar.conf", Mended("pihloe", "pihole"), "pihole/foo_bar.conf"),
        ("$ERRROR", Mended("ERRROR", "ERROR"), "$ERROR"),
    ],
)
def test_an_identifier_is_mended_into_one_that_stands_just_so(
    small: Small, typed: str, mended: Mended, read: str
) -> None:
    small.vault.write(lambda db: memories.add(db, NewMemory("It says $ERROR.", source="note")))
    understood = small.ask(typed, mode="asked").understood
    assert (understood.mended, understood.text) == ((mended,), read)


def test_what_only_a_title_holds_is_mended_as_well(kept: Small) -> None:
    response = kept.ask("repiars", mode="asked")
    assert response.understood.mended == (Mended("repiars", "repairs"),)
    assert response.results[0].title == "Bicycle repairs"
