"""What the index stores and what a text is analysed into are the same terms."""

from __future__ import annotations

import string
import unicodedata

import apsw
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memdesk.text.normalisation import normalise
from memdesk.text.terms import (
    SIGNS,
    TOKENIZER,
    analyse,
    fold,
    index_text,
    index_tokens,
    occurrences,
    stem,
    term_openings,
    term_set,
    word_set,
)

SCRIPTS = (
    "abcXYZ09_ -.,'+#/@",
    "äöüßéèñçøÅŁğİıœﬁŉẞ",
    "привет Ёйъ ΑΒγδέ",
    "你好世界今天。，！㍿⼀𠀀",
    "ひらがなカタカナーｶﾞｲﾄﾞゞ々",
    "한국어ㄱㅏ각",
    "हिन्दी क्षत्रियसंस्कृतम्",
    "สวัสดีครับน้ำใจ ພາສາລາວ မြန်မာ ខ្មែរ",
    "שָׁלוֹם مَرْحَبًا ـ ٣٤",
    "\u0301\u0308\u20dd\u3099\ufe0f\u200d\u00ad\u200b",
    "😀👩‍💻🇩🇪1️⃣❤️",
    "ＦｕｌｌＷｉｄｔｈ１２３　Ⅷ½²①",
    "\ud800\udfff\x00\n\t\u2028",
)
texts = st.text(
    st.one_of(*(st.sampled_from(script) for script in SCRIPTS), st.characters()), max_size=80
)


class Index:
    """A full-text index like the vault's."""

    def __init__(self) -> None:
        self.connection = apsw.Connection(":memory:")
        self.connection.execute(
            "CREATE VIRTUAL TABLE memory_fts USING fts5(content, content='',"
            f' contentless_delete=1, tokenize="{TOKENIZER}");'
            "CREATE VIRTUAL TABLE vocabulary USING fts5vocab(memory_fts, row)"
        )

    def terms(self, text: str) -> set[str]:
        self.connection.execute("DELETE FROM memory_fts")
        self.connection.execute(
            "INSERT INTO memory_fts (rowid, content) VALUES (1, ?)", (index_text(text)[0],)
        )
        return {row[0] for row in self.connection.execute("SELECT term FROM vocabulary")}


@pytest.fixture(scope="module")
def index() -> Index:
    return Index()


@settings(max_examples=400)
@given(text=texts)
@example(text="Ｆｕｌｌ ｶﾞｲﾄﾞ ㍿ cafe\u0301s")
@example(text="ㄱㅏ" + "각")
@example(text="⺀⺁ 𰀀")
@example(text="x" * 65 + " " + "y" * 64)
def test_the_index_holds_the_analysed_terms_and_the_last_character_of_each_run(
    index: Index, text: str
) -> None:
    found = analyse(text)
    analysed = {term.text for term in found}
    pairs = [term for term in found if term.is_cjk]
    last_characters = {stem(term.word[-1]) for term in pairs}

    indexed = index.terms(text)

    assert analysed <= indexed
    assert indexed - analysed <= last_characters


@given(text=texts)
def test_terms_stand_in_order_where_they_were_read(text: str) -> None:
    found = analyse(text)
    assert [(t.start, t.end) for t in found] == sorted((t.start, t.end) for t in found)
    for term in found:
        assert 0 <= term.start < term.end <= len(text)
        assert term.word in unicodedata.normalize("NFKC", text[term.start : term.end])


@given(text=texts)
def test_normalising_by_clusters_is_normalising(text: str) -> None:
    result = normalise(text)
    assert result.text == unicodedata.normalize("NFKC", text)
    assert len(result.starts) == len(result.ends) == len(result.text)


def places(text: str) -> list[tuple[str, str]]:
    return [(term.text, text[term.start : term.end]) for term in analyse(text)]


def test_words_are_folded_and_stemmed_and_keep_their_place() -> None:
    assert places("Running, the Cafés!") == [("run", "Running"), ("the", "the"), ("cafe", "Cafés")]


def test_chinese_runs_become_overlapping_pairs() -> None:
    assert places("我爱北京。好") == [
        ("我爱", "我爱"),
        ("爱北", "爱北"),
        ("北京", "北京"),
        ("好", "好"),
    ]
    assert index_text("我爱北京。好") == ("我爱 爱北 北京 京 好", 5)


def test_decomposed_accents_belong_to_their_word() -> None:
    assert places("re\u0301sume\u0301 x") == [("resum", "re\u0301sume\u0301"), ("x", "x")]


def test_full_width_and_half_width_forms_are_found_as_plain_ones() -> None:
    assert places("Ｐｙｔｈｏｎ３") == [("python3", "Ｐｙｔｈｏｎ３")]
    assert places("ｶﾞｲﾄﾞ") == [("ガイ", "ｶﾞｲ"), ("イド", "ｲﾄﾞ")]


def test_hindi_words_stay_whole_and_thai_is_cut_into_pairs() -> None:
    assert [term.text for term in analyse("हिन्दी भाषा")] == ["हिन्दी", "भाषा"]
    assert all(len(term.word) == 2 for term in analyse("สวัสดี"))


def test_one_sign_may_hold_several_terms() -> None:
    assert places("㍿") == [("株式", "㍿"), ("式会", "㍿"), ("会社", "㍿")]


def test_identifiers_are_split_like_the_index_splits_them() -> None:
    assert [term.text for term in analyse("foo_bar E0433 192.168 C++")] == [
        "foo", "bar", "e0433", "192", "168", "c",
    ]  # fmt: skip


def test_what_is_no_word_has_no_terms() -> None:
    for text in ("", "  \n", "😀 👩‍💻 ❤️", "\ud800", "\x00", "… — ＋"):
        assert analyse(text) == []
        assert index_text(text)[1] == 0


def test_the_number_of_terms_is_the_number_that_the_index_holds_for_every_character() -> None:
    every = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    for first in range(0, len(every), 256):
        text = " ".join(every[first : first + 256])
        assert index_text(text)[1] == len(index_tokens(text)), hex(ord(every[first]))


def test_words_longer_than_64_characters_are_not_indexed() -> None:
    long = "a" * 65
    for text in (f"short {long} end", f"kürz {long} end"):
        assert [term.text for term in analyse(text)][1:] == ["end"]
        assert long not in index_text(text)[0]


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("Über", "uber"),
        ("CAFÉ", "cafe"),
        ("한국", "한국"),
        ("ガ", "ガ"),
        ("हिन्दी", "हिन्दी"),
        ("it’s", "its"),
    ],
)
def test_folding_drops_case_and_accents_but_no_letters(word: str, folded: str) -> None:
    assert fold(word) == folded


def test_a_word_without_any_letter_folds_and_stems_to_itself() -> None:
    assert fold("++") == "++"
    assert stem("++") == "++"


def test_a_question_mark_in_another_width_makes_no_difference() -> None:
    assert [t.text for t in analyse("你好？")] == [t.text for t in analyse("你好?")]


_ENDINGS = st.from_regex(
    r"ational|ization|fulness|ousness|iveness|biliti|ality|ying|ies|ied|ed|eed|ing|s|es|y|ly|ment"
    r"|tion|able|ism|ative|icate|al|er|est|ss",
    fullmatch=True,
)
_PLAIN_WORDS = st.builds(
    lambda opening, ending: opening + ending,
    st.text("abdeilmnoprstuyzXQ09", min_size=1, max_size=6),
    st.one_of(st.just(""), _ENDINGS),
)


@given(st.lists(_PLAIN_WORDS, min_size=1, max_size=12), st.data())
def test_occurrences_are_the_analysed_terms_that_are_wanted(
    words: list[str], data: st.DataObject
) -> None:
    text = data.draw(st.sampled_from((" ", "_", ", ", "\n- ", "…"))).join(words)
    everything = [(term.start, term.end, term.text) for term in analyse(text)]
    wanted = frozenset(data.draw(st.lists(st.sampled_from([t for _, _, t in everything]))))
    assert occurrences(text, wanted) == [found for found in everything if found[2] in wanted]


@given(texts, st.frozensets(st.text(max_size=4), max_size=4))
def test_occurrences_of_anything_in_anything_are_what_analysing_gives(
    text: str, others: frozenset[str]
) -> None:
    everything = [(term.start, term.end, term.text) for term in analyse(text)]
    wanted = others | {t for _, _, t in everything[::2]}
    assert occurrences(text, wanted) == [found for found in everything if found[2] in wanted]


def test_signs_are_in_no_word_whatever_is_made_of_them() -> None:
    for sign in SIGNS:
        made = unicodedata.normalize("NFKC", sign)
        assert not any(unicodedata.category(one)[0] in "LNM" for one in made), sign
        assert [term.text for term in analyse(f"ab{sign}cd")] == ["ab", "cd"]


@given(st.text(alphabet="ab1 Z_'" + SIGNS + "é\u0301你", max_size=40))
@example("“Tea”\u0301 – it’s 5°…")
@example("x" * 65 + " – y")
def test_signs_make_no_difference_to_terms_and_words(text: str) -> None:
    analysed = analyse(text)
    terms = frozenset(term.text for term in analysed)
    assert term_set(text) == terms
    found = occurrences(text, terms)
    assert found == [(term.start, term.end, term.text) for term in analysed]
    if not text.isascii():
        assert word_set(text) == frozenset(index_text(text)[0].lower().split())


def test_a_word_set_knows_neither_punctuation_nor_case() -> None:
    assert word_set("The tide, the TIDE (at 5.30)!") == {"the", "tide", "at", "5", "30"}
    assert word_set("Bäckerei — öffnet") == {"bäckerei", "öffnet"}
    assert word_set("我爱喝茶") == {"我爱", "爱喝", "喝茶", "茶"}
    assert word_set("") == frozenset()


@given(text=texts)
def test_index_tokens_are_what_the_full_text_index_holds(index: Index, text: str) -> None:
    assert set(index_tokens(text)) == index.terms(text)
    assert len(index_tokens(text)) >= len(index.terms(text))


@given(st.text(alphabet=string.printable, max_size=80))
def test_a_text_without_the_openings_of_its_terms_does_not_hold_them(text: str) -> None:
    for term in term_set(text):
        assert any(opening in text.lower() for opening in term_openings(frozenset({term})))
