"""The full-text index through MATCH and as posting lists."""

from __future__ import annotations

import pytest

from memdesk.text.terms import analyse, index_text
from memdesk.vault import conversations, fulltext, lookups, memories, trash
from memdesk.vault.connection import Connection
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault

TEXTS = {
    1: "The quick cats were running home",
    2: "我爱北京天安门",
    3: "北海公园在北京",
    4: "Un café à Zürich, s’il vous plaît",
    5: "हिन्दी भाषा और ｆｕｌｌ width",
    6: "ｶﾞｲﾄﾞブック 東京タワー",
    7: "cats cats cats",
}


@pytest.fixture
def texts(vault: Vault) -> Vault:
    vault.write(
        lambda db: [memories.add(db, NewMemory(text, source="note")) for text in TEXTS.values()]
    )
    return vault


def phrase(vault: Vault, text: str) -> list[int]:
    words = index_text(text)[0].split()
    if len(words) > 1 and words[-1] == words[-2][-1]:
        words.pop()
    return vault.read(lambda db: fulltext.phrase_matches(db, words)).tolist()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("quick cat", [1]),
        ("runs home", [1]),
        ("home running", []),
        ("北京", [2, 3]),
        ("北京天安", [2]),
        ("京北", []),
        ("公园", [3]),
        ("CAFE", [4]),
        ("zurich", [4]),
        ("plait", [4]),
        ("हिन्दी भाषा", [5]),
        ("full width", [5]),
        ("ガイド", [6]),
        ("東京タワー", [6]),
    ],
)
def test_phrases_are_found_in_every_script(texts: Vault, text: str, found: list[int]) -> None:
    assert phrase(texts, text) == found


def test_a_single_character_is_found_as_a_prefix(texts: Vault) -> None:
    def ids(character: str) -> list[int]:
        query = "SELECT rowid FROM memory_fts WHERE memory_fts MATCH ? ORDER BY rowid"
        return texts.read(lambda db: [r[0] for r in db.execute(query, (f'"{character}"*',))])

    assert ids("京") == [2, 3, 6]
    assert ids("门") == [2]
    assert ids("我") == [2]


def test_postings_count_each_term(texts: Vault) -> None:
    [term] = analyse("cats")
    ids, counts = texts.read(lambda db: fulltext.postings(db, term.text))
    assert ids.tolist() == [1, 7]
    assert counts.tolist() == [1, 3]
    ids, _ = texts.read(lambda db: fulltext.postings(db, "北京"))
    assert ids.tolist() == [2, 3]
    assert texts.read(lambda db: fulltext.postings(db, "nothing"))[0].tolist() == []


def test_postings_follow_the_trash(texts: Vault) -> None:
    texts.write(lambda db: trash.put(db, [7]))
    assert texts.read(lambda db: fulltext.postings(db, "cat"))[0].tolist() == [1]
    texts.write(lambda db: trash.restore(db, [7]))
    assert texts.read(lambda db: fulltext.postings(db, "cat"))[0].tolist() == [1, 7]


def test_completions_come_most_frequent_first(texts: Vault) -> None:
    assert texts.read(lambda db: fulltext.completions(db, "北", 5)) == ["北京", "北海"]
    assert texts.read(lambda db: fulltext.completions(db, "ca", 5)) == ["cat", "cafe"]
    assert texts.read(lambda db: fulltext.completions(db, "ca", 1)) == ["cat"]
    assert texts.read(lambda db: fulltext.completions(db, "zz", 5)) == []


def test_quotes_in_a_phrase_do_no_harm(texts: Vault) -> None:
    assert texts.read(lambda db: fulltext.phrase_matches(db, ['"', 'cats"'])).tolist() == [1, 7]


@pytest.mark.parametrize(
    "words",
    ["", " ", "\0", "a\0b", "\ud800", "x\udfffy", '"', '"zz', "*", "NEAR(", "AND", "^", "a:b"],
)
def test_no_text_asked_for_is_a_mistake(texts: Vault, words: str) -> None:
    """Whatever a person types may be asked, and finds nothing if nothing holds it."""
    with_titles = NewConversation("chatgpt", "c", "Some title")
    texts.write(lambda db: conversations.store(db, with_titles))

    def ask(db: Connection) -> list[object]:
        return [
            fulltext.postings(db, words)[0].tolist(),
            fulltext.phrase_matches(db, [words]).tolist(),
            fulltext.phrase_matches(db, [words], as_prefix=True).tolist(),
            fulltext.titles_with(db, [words]),
            fulltext.titles_with(db, ["some", words])[1:],
            fulltext.best_by_any_word(db, [words], 9),
            lookups.conversations_titled(db, f"%{words}%"),
        ]

    assert texts.read(ask) == [[]] * 7
    assert isinstance(texts.read(lambda db: fulltext.completions(db, words, 2)), list)
    assert isinstance(texts.read(lambda db: fulltext.containing(db, words)), list)


def test_titles_are_found_by_their_words_the_last_as_a_prefix(vault: Vault) -> None:
    def store(title: str) -> int:
        new = NewConversation("chatgpt", title, title)
        return vault.write(lambda db: conversations.store(db, new)[0])

    berlin, other = store("Moving to Berlin"), store("搬家到北京")
    assert vault.read(lambda db: fulltext.titles_with(db, ["moving", "ber"])) == [berlin]
    assert vault.read(lambda db: fulltext.titles_with(db, ["北京"])) == [other]
    assert vault.read(lambda db: fulltext.titles_with(db, [])) == []
