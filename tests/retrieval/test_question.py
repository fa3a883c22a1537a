"""What a question asks for: terms, the unfinished word, whose words, which time."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import apsw
import pytest

from memdesk.index.columns import Columns
from memdesk.retrieval.query import parse
from memdesk.retrieval.question import Question, understand
from memdesk.vault import fulltext, memories
from memdesk.vault.records import NewMemory
from tests.retrieval.small_vault import NOW, Small


def _question(small: Small, text: str, *, typing: bool = False) -> Question:
    columns = Columns()

    def read(db: apsw.Connection) -> Question:
        columns.refresh(db)
        return understand(
            parse(text, NOW),
            now=NOW,
            columns=columns,
            completions=partial(fulltext.completions, db),
            typing=typing,
        )

    return small.vault.read(read)


def _words(small: Small, text: str) -> tuple[str, ...]:
    return _question(small, text).words


def test_stop_words_are_left_out_and_the_rest_is_stemmed(unembedded: Small) -> None:
    question = _question(unembedded, "Which cakes did I bake for the birthdays?")
    assert question.words == ("cakes", "bake", "birthdays")
    assert [term.forms for term in question.terms] == [("cake",), ("bake",), ("birthdai",)]


def test_a_question_of_stop_words_alone_keeps_them(unembedded: Small) -> None:
    assert _words(unembedded, "what is it") == ("what", "is", "it")


def test_a_word_asked_twice_is_one_term(unembedded: Small) -> None:
    assert _words(unembedded, "cake Cake cakes") == ("cake",)


def test_phrases_are_part_of_the_question(unembedded: Small) -> None:
    assert _words(unembedded, 'oven "bulk rise"') == ("oven", "bulk", "rise")


def test_nothing_and_punctuation_have_no_terms(unembedded: Small) -> None:
    assert _words(unembedded, "") == ()
    assert _words(unembedded, "?!… 😀") == ()


def test_the_last_word_is_a_prefix_while_typing_and_only_then(unembedded: Small) -> None:
    finished = _question(unembedded, "lemon almo")
    assert finished.terms[1].forms == ("almo",)
    typing = _question(unembedded, "lemon almo", typing=True)
    assert typing.terms[0].forms == ("lemon",)
    assert typing.terms[1].forms == ("almo", "almond")


def test_a_space_or_a_stop_ends_the_word_that_was_typed(unembedded: Small) -> None:
    assert _question(unembedded, "almo ", typing=True).terms[0].forms == ("almo",)
    assert _question(unembedded, "almo?", typing=True).terms[0].forms == ("almo",)


def test_an_unfinished_stop_word_may_become_something_else(unembedded: Small) -> None:
    # "the" may be on its way to "thermostat".
    assert _question(unembedded, "lemon the", typing=True).words == ("lemon", "the")
    assert "thei" not in _question(unembedded, "lemon the", typing=True).terms[0].forms


def test_letters_that_stemming_took_off_do_not_end_a_completion(unembedded: Small) -> None:
    # "usual" is indexed as itself, "birthday" as "birthdai": "birthday" begins no index term.
    assert "birthdai" in _question(unembedded, "birthday", typing=True).terms[0].forms


def test_one_chinese_character_matches_the_pairs_it_begins(unembedded: Small) -> None:
    [term] = _question(unembedded, "茶").terms
    assert term.forms[0] == "茶"
    [coffee] = _question(unembedded, "咖").terms
    assert "咖啡" in coffee.forms


def test_chinese_is_asked_in_pairs_and_pairs_of_function_words_are_left_out(
    unembedded: Small,
) -> None:
    assert _words(unembedded, "我们的咖啡") == ("的咖", "咖啡")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("喝什么咖啡", ("咖啡",)),
        ("谁送咖啡", ("送咖", "咖啡")),
        ("几号去医院", ("去医", "医院")),
        ("钥匙放在哪儿", ("钥匙", "匙放", "放在")),
        ("谁", ("谁",)),
    ],
)
def test_pairs_that_touch_a_word_that_asks_are_left_out(
    unembedded: Small, text: str, words: tuple[str, ...]
) -> None:
    assert _words(unembedded, text) == words


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("What did you recommend for the bracket?", "the assistant"),
        ("the flour you've suggested", "the assistant"),
        ("你推荐过什么书", "the assistant"),
        ("你教我怎么写", "the assistant"),
        ("What did I tell you about the flat?", "you"),
        ("Where is my spare key?", "you"),
        ("我的猫叫什么", "you"),
        ("spare key", None),
        ("Who lives in Leith?", None),
    ],
)
def test_a_question_tells_whose_words_it_wants(
    unembedded: Small, text: str, label: str | None
) -> None:
    author = _question(unembedded, text).author
    assert (author.label if author else None) == label


def test_an_author_who_is_named_is_asked_for(unembedded: Small) -> None:
    def fill(db: apsw.Connection) -> None:
        for name, role in (("Caroline Smith", "user"), ("Melanie", "user"), ("python", "tool")):
            new = NewMemory("Hello", source="x", author=name, role=role)
            memories.add(db, new)

    unembedded.vault.write(fill)
    asked = _question(unembedded, "When did Caroline go to the fair?")
    assert asked.author is not None
    assert asked.author.label == "Caroline Smith"
    assert [term.word for term in asked.terms if term.is_name] == ["Caroline"]
    first = _question(unembedded, "What did Melanie tell Caroline?")
    assert first.author is not None
    assert (first.author.label, first.author.certainty) == ("Melanie", 0.6)
    assert _question(unembedded, "What do Caroline and Melanie both like?").author is None
    # A tool's name is a subject, not a person.
    tool = _question(unembedded, "python list comprehension")
    assert tool.author is None
    assert not any(term.is_name for term in tool.terms)


def test_an_author_s_name_of_common_words_is_not_read_out_of_every_question(
    unembedded: Small,
) -> None:
    new = NewMemory("Hello", source="x", author="Write For Me", role="assistant")
    unembedded.vault.write(lambda db: memories.add(db, new))
    assert _question(unembedded, "a cake for Shona").author is None


def test_a_time_in_the_question_becomes_its_period_and_no_term(unembedded: Small) -> None:
    question = _question(unembedded, "Where did we move in October 2024?")
    assert question.words == ("move",)
    october = (datetime(2024, 10, 1), datetime(2024, 11, 1))
    assert question.period == tuple(int(day.timestamp() * 1000) for day in october)


def test_a_question_about_a_time_alone_keeps_its_words(unembedded: Small) -> None:
    question = _question(unembedded, "October 2024")
    assert question.words == ("October", "2024")
    assert question.period is not None


def test_questions_for_a_time_and_for_a_number_are_told_apart(unembedded: Small) -> None:
    when = _question(unembedded, "When do we leave the flat?")
    assert (when.asks_when, when.asks_count) == (True, False)
    count = _question(unembedded, "How many grams of oatmeal?")
    assert (count.asks_when, count.asks_count) == (False, True)


def test_how_often_something_has_happened_asks_for_no_number_in_one_text(
    unembedded: Small,
) -> None:
    assert not _question(unembedded, "How many races have I run so far?").asks_count
    assert _question(unembedded, "How many eggs go into the cake?").asks_count


def test_a_time_of_day_is_asked_for_by_name(unembedded: Small) -> None:
    assert _question(unembedded, "At what time does the train leave?").asks_hour
    assert _question(unembedded, "火车几点开").asks_hour
    assert not _question(unembedded, "When does the train leave?").asks_hour


@pytest.mark.parametrize(
    ("text", "lookup"),
    [
        ("chainring", True),
        ("folding bike colour", True),
        ("which chainring", False),
        ("chainring of the orange folding bike", False),
        ("咖啡", True),
    ],
)
def test_a_few_words_are_looked_up_and_a_question_is_not(
    unembedded: Small, text: str, lookup: bool
) -> None:
    assert _question(unembedded, text).is_lookup is lookup
