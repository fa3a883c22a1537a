"""What is shown of a result: marks, the excerpt, folded duplicates, the sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.retrieval.excerpt import choose, match
from memdesk.retrieval.explanation import Contribution
from memdesk.retrieval.folding import fold
from memdesk.retrieval.question import QuestionTerm
from memdesk.retrieval.sentence import sentence
from memdesk.text.terms import analyse, term_set


def _terms(text: str) -> list[QuestionTerm]:
    return [QuestionTerm((term.text,), term.word) for term in analyse(text)]


def _marked(content: str, question: str) -> list[str]:
    return [content[start:end] for start, end in match(content, _terms(question)).spans]


@pytest.mark.parametrize(
    ("content", "question", "expected"),
    [
        ("I baked two cakes and a cake.", "cake", ["cakes", "cake"]),
        ("We were running; she ran, he runs.", "run", ["running", "runs"]),
        ("Die Bäckerei öffnet.", "backerei", ["Bäckerei"]),
        ("The café, a CAFE\u0301.", "cafe", ["café", "CAFE\u0301"]),
        ("我喜欢喝咖啡和茶。", "咖啡", ["咖啡"]),
        ("南普陀寺的面", "普陀寺", ["普陀寺"]),
        ("看😀👍🏽书 lighthouse 🗼.", "lighthouse 书", ["书", "lighthouse"]),
        ("ＡＢＣ ﬁle 1½", "abc file", ["ＡＢＣ", "ﬁle"]),
        ("foo_bar.conf", "foo_bar", ["foo", "bar"]),
        ("Nothing here", "zeppelin", []),
        ("", "zeppelin", []),
    ],
)
def test_matched_words_are_marked_as_they_stand(
    content: str, question: str, expected: list[str]
) -> None:
    assert _marked(content, question) == expected


@settings(deadline=None)
@given(st.text(max_size=80), st.text(max_size=20))
def test_marks_lie_in_the_text_in_order_and_apart(content: str, question: str) -> None:
    found = match(content, _terms(question))
    at = -1
    for start, end in found.spans:
        assert at < start < end <= len(content)
        at = end
    assert bool(found.spans) == bool(found.places)


def test_the_terms_that_matched_are_told_by_their_place() -> None:
    assert match("rye and water", _terms("water milk rye")).places == {0, 2}


def _excerpt(content: str, question: str, weights: dict[int, float] | None = None) -> str:
    terms = _terms(question)
    given = weights or dict.fromkeys(range(len(terms)), 1.0)
    start, end = choose(content, match(content, terms), given, None)
    return content[start:end]


def test_a_short_text_is_shown_whole() -> None:
    assert _excerpt("Rye and water.", "rye") == "Rye and water."


def test_the_excerpt_holds_the_densest_set_of_different_words() -> None:
    filler = "so it goes on and on " * 30
    content = f"apple {filler} pear {filler} apple pear plum {filler} plum"
    assert "apple pear plum" in _excerpt(content, "apple pear plum")


def test_a_rare_word_outweighs_common_ones() -> None:
    filler = "so it goes on and on " * 30
    content = f"apple pear {filler} zeppelin {filler}"
    assert "zeppelin" in _excerpt(content, "apple pear zeppelin", {0: 0.1, 1: 0.1, 2: 5.0})


def test_without_matched_words_the_passage_nearest_in_meaning_is_shown() -> None:
    content = "word " * 200 + "here it is " + "word " * 200
    at = content.index("here")
    assert content[slice(*choose(content, match(content, ()), {}, (at, at + 10)))].startswith(
        ("here", "it")
    )
    assert choose(content, match(content, ()), {}, None)[0] == 0


@settings(deadline=None)
@given(
    st.text(alphabet="ab 咖啡。😀\n", max_size=900),
    st.sampled_from(["ab", "咖啡", "啡", "ba aab"]),
)
def test_an_excerpt_is_a_window_with_a_match_in_it(content: str, question: str) -> None:
    terms = _terms(question)
    found = match(content, terms)
    start, end = choose(content, found, {0: 1.0}, None)
    assert 0 <= start <= end <= len(content)
    assert end - start <= 240
    if found.spans:
        assert any(start <= a and min(b, a + 200) <= end for a, b, _ in found.found)


def test_an_excerpt_begins_and_ends_between_words() -> None:
    content = " ".join(f"word{n}" for n in range(200))
    shown = _excerpt(content, "word120")
    assert "word120" in shown
    assert shown.split()[0] in content.split()
    assert shown.split()[-1] in content.split()


@pytest.mark.parametrize(
    ("before", "begins"),
    [
        ("the last of it. Then the zeppelin came", "Then the zeppelin"),
        ("the last of it\n- then the zeppelin came", "- then the zeppelin"),
        ("他走了。后来 zeppelin 来了", "后来 zeppelin"),
        ("the last of 2.5 and the zeppelin", "word"),
    ],
)
def test_an_excerpt_begins_with_a_sentence_or_a_line_where_one_begins_near(
    before: str, begins: str
) -> None:
    assert _excerpt(f"{'word ' * 100}{before} {'word ' * 100}", "zeppelin").startswith(begins)


def _fold(*texts: str, similarity: float = 0.85) -> list[list[int]]:
    return fold([term_set(text) for text in texts], similarity)


def test_nearly_equal_texts_are_folded_under_the_best_ranked() -> None:
    text = "the boiler was serviced by mr douglas in the cellar of number nine"
    assert _fold(text, "something else here", f"{text} today", text.upper()) == [[0, 2, 3], [1]]


def test_texts_of_few_words_have_to_be_equal() -> None:
    assert _fold("rye bread", "Bread, rye!", "rye", "rye cake") == [[0, 1], [2], [3]]


def test_blank_texts_are_not_folded() -> None:
    assert _fold("", "😀", "") == [[0], [1], [2]]


def test_half_the_words_in_common_are_not_enough() -> None:
    assert _fold("one two three four five six", "one two three four seven eight") == [[0], [1]]


def test_folding_stops_at_its_limit() -> None:
    sets = [frozenset({f"{n}a", f"{n}b", f"{n}c"}) for n in range(5)]
    assert fold([*sets, sets[0]], 0.85, 3) == [[0], [1], [2]]


def _part(stage: str, group: str, value: float) -> Contribution:
    return Contribution(stage, group, value, value, 1.0, value)  # type: ignore[arg-type]


def _said(place: int, *parts: Contribution, **given: object) -> str:
    fields: dict[str, object] = {"rare_words": (), "matched": (), "author": None, **given}
    return sentence(place, parts, {}, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("parts", "given", "expected"),
    [
        (
            (_part("keyword", "keyword", 0.5),),
            {"rare_words": ("E0433",), "matched": ("E0433",)},
            "First because “E0433” appears hardly anywhere else.",
        ),
        (
            (_part("keyword", "keyword", 0.5),),
            {"rare_words": ("rye", "kvass")},
            "First because “rye” and “kvass” appear hardly anywhere else.",
        ),
        (
            (_part("keyword", "keyword", 0.5), _part("meaning", "meaning", 0.2)),
            {"matched": ("a", "b", "c", "d")},
            "First because it says “a”, “b” and “c” and it is close to the question in meaning.",
        ),
        (
            (_part("author", "author", 0.1),),
            {"author": "you"},
            "First because you said it yourself.",
        ),
        (
            (_part("author", "author", 0.1),),
            {"author": "Melanie"},
            "First because Melanie said it.",
        ),
        (
            (_part("date", "time", 0.1),),
            {},
            "First because it is from the time you asked about.",
        ),
        ((_part("says_when", "time", 0.1),), {}, "First because it names a time."),
        ((_part("pin", "personal", 0.1),), {}, "First because you pinned it."),
        ((_part("recency", "personal", 0.1),), {}, "First because it is recent."),
        ((_part("question", "penalty", -0.1),), {}, ""),
        ((_part("keyword", "keyword", 0.01),), {"matched": ("rye",)}, ""),
        ((), {}, ""),
    ],
)
def test_the_sentence_names_what_lifted_a_result(
    parts: tuple[Contribution, ...], given: dict[str, object], expected: str
) -> None:
    assert _said(0, *parts, **given) == expected


def test_a_later_result_is_here_and_not_first() -> None:
    assert _said(3, _part("pin", "personal", 0.1)) == "Here because you pinned it."


def test_at_most_three_reasons_are_given_the_strongest_first() -> None:
    said = _said(
        0,
        _part("meaning", "meaning", 0.4),
        _part("pin", "personal", 0.1),
        _part("date", "time", 0.3),
        _part("near_context", "conversation", 0.2),
    )
    assert said == (
        "First because it is close to the question in meaning, it is from the time you asked about "
        "and the words around it are about the same thing."
    )


def test_statements_that_differ_in_a_number_are_not_folded() -> None:
    words = {"the", "cat", "gets", "mg", "twice", "day", "with", "food", "since", "may"}
    first, second = frozenset(words | {"2"}), frozenset(words | {"5"})
    assert fold([first, second, first], 0.8) == [[0, 2], [1]]
