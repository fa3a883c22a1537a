"""Where a search put a memory that was expected: each reason, and that it agrees with the list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from memdesk.retrieval import account, profiles
from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.placement import Placement, Stage, compared
from memdesk.retrieval.results import Filters, SearchResponse
from memdesk.vault import memories, trash
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from tests.retrieval.small_vault import Small, forget_half, moment
from tests.retrieval.test_engine import QUESTIONS

STARTER = "My starter is called Bruno"
PASSPORT = "Passport expires"


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Small]:
    """Two hundred notes that begin with the word asked for, and three hundred without it.

    Note n is n + 46 words long: only its length tells it from the others, and the words weigh
    less in it than in those before.
    """
    texts = [f"invoice {' '.join(f'w{n}x{k}' for k in range(n + 45))}" for n in range(200)]
    others = [f"other{n} note{n}" for n in range(300)]

    def fill(db: apsw.Connection) -> dict[str, int]:
        return {
            text: memories.add(
                db, NewMemory(text, source="note", type="note", created_at=moment("2024-05-05"))
            )
            for text in (*texts, *others)
        }

    with Vault(tmp_path_factory.mktemp("crowded") / "crowded.memdesk") as vault:
        yield Small(vault, SearchEngine(vault, None), vault.write(fill))


def told(small: Small, text: str, part: str, **fields: object) -> Placement:
    response = small.ask(text, expected=small.id_of(part), **fields)
    assert response.placement is not None
    return response.placement


def stage(placement: Placement, name: str) -> Stage:
    [found] = [one for one in placement.stages if one.name == name]
    return found


def names(placement: Placement) -> list[tuple[str, str]]:
    return [(one.name, one.verdict) for one in placement.stages]


# It agrees with the list.


@pytest.mark.parametrize("profile", profiles.names())
@pytest.mark.parametrize("text", QUESTIONS)
def test_the_placement_of_each_result_is_its_place_and_its_figures(
    kept: Small, profile: str, text: str
) -> None:
    plain = kept.ask(text, profile=profile)
    by_rank: list[tuple[int, int]] = []
    for place, result in enumerate(plain.results, start=1):
        response = kept.ask(text, profile=profile, expected=result.id)
        placement = response.placement
        assert response.results == plain.results
        assert placement is not None and placement.own is not None
        assert placement.outcome == "shown"
        assert (placement.place, placement.shown) == (place, len(plain.results))
        assert placement.own.contributions == result.explanation.contributions
        assert placement.own.score == pytest.approx(result.score, abs=1e-9)
        assert response.expected == result
        assert placement.rank is not None
        by_rank.append((placement.rank, result.id))
        assert all(one.verdict != "stopped" for one in placement.stages)
        for standing, end in ((placement.first, 0), (placement.last, -1)):
            assert standing is not None
            assert standing.id == plain.results[end].id
            assert standing.contributions == plain.results[end].explanation.contributions
    # By score among all candidates they stand as they are listed.
    assert [identifier for _, identifier in sorted(by_rank)] == [r.id for r in plain.results]


@pytest.mark.parametrize("profile", profiles.names())
def test_every_memory_of_the_vault_has_a_placement_that_fits_the_answer(
    kept: Small, profile: str
) -> None:
    for text in ("lemon cake", "Where does Bruno live?", "猫"):
        listed = [result.id for result in kept.ask(text, profile=profile, limit=4).results]
        for identifier in kept.ids.values():
            response = kept.ask(text, profile=profile, limit=4, expected=identifier)
            placement = response.placement
            assert placement is not None
            assert (placement.outcome == "shown") == (identifier in listed)
            assert placement.sentence.endswith(".")
            stopped = [one for one in placement.stages if one.verdict == "stopped"]
            assert bool(stopped) == (placement.outcome != "shown")
            if placement.own is not None:
                parts = placement.own.contributions
                assert sum(part.value for part in parts) == pytest.approx(
                    placement.own.score, abs=1e-9
                )
                for part in parts:
                    assert part.value == pytest.approx(part.weight * part.feature, abs=1e-9)
            if placement.outcome == "below":
                assert placement.own is not None and placement.last is not None
                assert placement.own.rank > placement.last.rank
                assert placement.own.score <= placement.last.score


@pytest.mark.parametrize("profile", profiles.names())
def test_the_same_question_gives_the_same_account(kept: Small, profile: str) -> None:
    identifier = kept.id_of(PASSPORT)
    first, second = (kept.ask("lemon cake", profile=profile, expected=identifier) for _ in range(2))
    assert (first.placement, first.expected) == (second.placement, second.expected)


def test_what_is_not_asked_for_is_not_told(kept: Small) -> None:
    response = kept.ask("lemon cake")
    assert (response.placement, response.expected) == (None, None)


def test_in_a_list_by_date_the_place_is_that_in_the_list(kept: Small) -> None:
    plain = kept.ask("cake", sort="newest")
    for place, result in enumerate(plain.results, start=1):
        placement = kept.ask("cake", sort="newest", expected=result.id).placement
        assert placement is not None and placement.place == place


# Before any ranking.


def test_a_memory_that_never_was_is_said_not_to_exist(kept: Small) -> None:
    response = kept.ask("lemon", expected=987_654)
    assert response.placement == Placement(
        987_654, "gone", account.GONE, (Stage("vault", "stopped", account.GONE),)
    )
    assert response.expected is None


def test_what_lies_in_the_trash_is_named_as_such(small: Small) -> None:
    identifier = small.id_of("A lemon cake with almonds")
    small.vault.write(lambda db: trash.put(db, [identifier]))
    response = small.ask("lemon cake", expected=identifier)
    assert response.placement is not None and response.expected is not None
    assert response.placement.outcome == "trash"
    assert response.placement.sentence == "It is in the trash, where nothing is searched."
    assert response.expected.content.startswith("A lemon cake")


def test_what_was_deleted_for_good_is_gone(small: Small) -> None:
    identifier = small.id_of("A lemon cake with almonds")
    small.ask("lemon")
    small.vault.write(lambda db: trash.put(db, [identifier]))
    small.vault.write(lambda db: trash.purge(db, [identifier]))
    response = small.ask("lemon cake", expected=identifier)
    assert response.placement is not None
    assert (response.placement.outcome, response.expected) == ("gone", None)


@pytest.mark.parametrize("profile", profiles.names())
@pytest.mark.parametrize(
    ("text", "restrictions"),
    [
        ("lemon role:user", ("role:user",)),
        ("lemon source:claude source:note", ("source:claude or source:note",)),
        ("lemon -almonds", ("-almonds",)),
        ('lemon -"three days"', ('-"three days"',)),
        ('"lemon pudding" cake', ()),
        ('"Passport expires"', ('"Passport expires"',)),
        ("lemon tag:home", ("tag:home",)),
        ("lemon in:Moving", ("in:Moving",)),
        ("lemon after:2024-12-01", ("after:2024-12-01",)),
        ("lemon before:2024-01-01 role:user", ("role:user", "before:2024-01-01")),
        ("lemon is:pinned", ("is:pinned",)),
        ("lemon has:code", ("has:code",)),
    ],
)
def test_the_filter_that_leaves_it_out_is_named_as_it_is_typed(
    kept: Small, profile: str, text: str, restrictions: tuple[str, ...]
) -> None:
    placement = told(kept, text, "A lemon cake with almonds", profile=profile)
    assert placement.restrictions == restrictions
    assert (placement.outcome == "filtered") == bool(restrictions)
    if restrictions:
        assert names(placement) == [("vault", "passed"), ("filters", "stopped")]
        for words in restrictions:
            assert words in placement.sentence


def test_a_filter_set_by_a_chip_is_named_too(kept: Small) -> None:
    placement = told(kept, "lemon", STARTER, filters=Filters(types=frozenset({"note"})))
    assert placement.sentence == "Left out by type:note; without that it would be searched."


def test_without_a_question_it_has_no_place(kept: Small) -> None:
    placement = told(kept, "", STARTER)
    assert (placement.outcome, placement.sentence) == ("unasked", account.UNASKED)


def test_with_filters_alone_its_place_is_by_time(kept: Small) -> None:
    # Four notes on the first of December, in the order of the vault.
    shown = told(kept, "type:note", PASSPORT)
    assert (shown.outcome, shown.place, shown.sentence) == (
        "shown",
        3,
        "3rd of the 4 that meet the filters.",
    )
    below = told(kept, "type:note", "The spare key", limit=2)
    assert (below.outcome, below.place, below.rank) == ("below", None, 4)
    assert below.sentence == "4th of the 4 that meet the filters, of which 2 are shown."


# The ways to candidates.


def test_a_way_by_words_tells_rank_score_and_cut_off(crowded: Small) -> None:
    placement = told(crowded, "invoice", "w172x3 ", limit=50)
    words = stage(placement, "words")
    assert (words.verdict, words.rank, words.of) == ("missed", 173, 200)
    assert words.figure is not None and words.cutoff is not None
    assert 0 < words.figure < words.cutoff
    inside = stage(told(crowded, "invoice", "w149x3 "), "words")
    assert (inside.verdict, inside.rank, inside.figure) == ("passed", 150, words.cutoff)


def test_what_no_way_led_to_is_told_where_it_would_have_come(crowded: Small) -> None:
    placement = told(crowded, "invoice", "w172x3 ", limit=50)
    assert placement.outcome == "missed"
    assert placement.own is not None
    assert placement.rank == placement.own.rank == placement.candidates == 151
    assert placement.sentence == (
        "It was not looked at: it is 173rd by words, where 150 are looked at and meaning was not "
        "compared. Had it been, it would have come 151st."
    )
    assert stage(placement, "score").verdict == "stopped"


def test_a_memory_below_the_last_shown_tells_by_how_many_places_and_how_much(
    crowded: Small,
) -> None:
    placement = told(crowded, "invoice", "w61x3 ", limit=50)
    assert (placement.outcome, placement.shown, placement.place) == ("below", 50, None)
    assert placement.own is not None and placement.last is not None
    assert (placement.last.rank, placement.own.rank) == (50, 62)
    short = placement.last.score - placement.own.score
    assert placement.sentence == (
        f"12 places below the last shown. It would take {short:.3f} more; it falls behind most in "
        "its words."
    )
    assert stage(placement, "answer").text == "50 are shown; it comes 12 places later."


def test_the_words_it_shares_are_named(kept: Small) -> None:
    placement = told(kept, "lemon birthday pudding", "A lemon cake with", limit=1)
    assert placement.outcome == "below"
    assert "it shares only “lemon” with the question" in placement.sentence
    none = told(kept, "lemon cake", "Maris Piper is", limit=2)
    assert none.sentence.startswith(
        "1 place below the last shown; it shares no word with the question."
    )


def test_while_typing_meaning_is_said_not_to_be_compared_yet(kept: Small) -> None:
    placement = told(kept, "lemon cake", STARTER, mode="typing")
    meaning = stage(placement, "meaning")
    assert (meaning.verdict, meaning.text) == ("missed", "While you type, only words are compared.")


def test_what_is_not_embedded_yet_is_said_to_be_so(small: Small) -> None:
    forget_half(small)
    placement = told(small, "lemon cake", PASSPORT)
    meaning = stage(placement, "meaning")
    assert meaning.text == "It is not prepared for search by meaning yet."
    assert (meaning.rank, meaning.of) == (None, 18)
    assert placement.outcome == "irrelevant" or "prepared" in placement.sentence


def test_the_rank_by_meaning_is_that_of_an_exact_scan(kept: Small) -> None:
    ranks = {}
    for text, identifier in kept.ids.items():
        placement = kept.ask("feline doctor", expected=identifier).placement
        assert placement is not None
        ranks[stage(placement, "meaning").rank] = text
    assert sorted(ranks, key=lambda r: r or 0) == list(range(1, 38))
    # Both concepts of the question, and next to nothing else.
    assert "feline" in ranks[1]


def test_memesh_a_has_no_way_by_meaning(kept: Small) -> None:
    placement = told(kept, "lemon cake", PASSPORT, profile="memesh-a")
    assert [name for name, _ in names(placement)] == ["vault", "filters", "words", "score"]
    assert placement.sentence == "It was not looked at: it shares no word with the question."
    assert placement.own is None


def test_memesh_looks_at_its_best_twenty(crowded: Small) -> None:
    placement = told(crowded, "invoice", "w24x3 ", profile="memesh-a")
    assert placement.sentence == (
        "It was not looked at: it is 25th by words, where 20 are looked at."
    )
    assert told(crowded, "invoice", "w19x3 ", profile="memesh-a").place == 20


def test_memx_tells_the_cosine_it_asks_for(kept: Small) -> None:
    placement = told(kept, "lemon cake", "router has", profile="memx")
    assert stage(placement, "words").text == "It does not hold the question as one phrase."
    meaning = stage(placement, "meaning")
    assert (meaning.verdict, meaning.cutoff) == ("missed", 0.3)
    assert "0.30 is asked for, and it has 0.02" in meaning.text


def test_what_was_found_beside_another_says_so(kept: Small) -> None:
    # Neither word nor vector: looked at because the turn after it is about the pudding.
    placement = kept.ask("oatmeal", mode="typing", expected=kept.id_of("For Christmas")).placement
    assert placement is not None
    assert stage(placement, "company").text == (
        "It was looked at because it stands beside a message that was found."
    )


def test_what_a_title_led_to_says_so(unembedded: Small) -> None:
    placement = told(unembedded, "bicycle repairs", "The bottom bracket of")
    assert stage(placement, "words").text == "It has none of the words that were searched for."
    assert stage(placement, "company").text == (
        "It opens a conversation whose title holds the words."
    )
    assert placement.place == 1


# After the ranking.


def test_what_has_nothing_in_common_is_left_out_as_irrelevant(kept: Small) -> None:
    placement = told(kept, "lemon cake", "router has")
    assert placement.outcome == "irrelevant"
    assert stage(placement, "relevance").verdict == "stopped"
    assert placement.sentence.startswith("It was looked at, but left out: neither it nor")


def _twins(small: Small, *texts: str, tags: tuple[str, ...] = ()) -> list[int]:
    return small.vault.write(
        lambda db: [
            memories.add(db, NewMemory(text, source="note", type="note", tags=tags))
            for text in texts
        ]
    )


def test_a_near_duplicate_is_told_under_which_result_it_is_folded(small: Small) -> None:
    text = "The zeppelin landed on the meadow behind the old dairy at noon"
    one, two = _twins(small, text, f"{text}!")
    response = small.ask("zeppelin", expected=two)
    assert response.results[0].similar in ((one,), (two,))
    folded = response.results[0].similar[0]
    placement = small.ask("zeppelin", expected=folded).placement
    assert placement is not None
    assert (placement.outcome, placement.place) == ("folded", 1)
    assert placement.under == response.results[0].id
    assert placement.sentence == (
        "It says nearly the same as the 1st result and is folded under it."
    )
    assert stage(placement, "folding").verdict == "stopped"


def test_memx_keeps_equal_texts_once(small: Small) -> None:
    one, two = _twins(small, "A zeppelin over the dairy", "A zeppelin over the dairy")
    small.embed()
    shown = small.ask("zeppelin over the dairy", profile="memx").results[0].id
    other = two if shown == one else one
    placement = small.ask("zeppelin over the dairy", profile="memx", expected=other).placement
    assert placement is not None
    assert (placement.outcome, placement.under, placement.place) == ("folded", shown, 1)


def test_an_answer_that_was_turned_away_gives_its_reason(kept: Small) -> None:
    response = kept.ask("zeppelin", mode="typing")
    assert response.rejected is not None
    placement = told(kept, "zeppelin", STARTER, mode="typing")
    assert placement.outcome == "missed"
    nearest = _rejected(kept, "zeppelin before:2024-03-05")
    assert nearest.rejected is not None and nearest.rejected.nearest is not None
    found = kept.ask("zeppelin before:2024-03-05", expected=nearest.rejected.nearest.id).placement
    assert found is not None
    assert (found.outcome, found.rank, found.shown) == ("rejected", 1, 0)
    assert (
        found.sentence == f"Nothing was shown. {nearest.rejected.reason} It was the 1st candidate."
    )
    assert (found.first, found.last) == (None, None)
    assert stage(found, "answer").text == f"Nothing was shown. {nearest.rejected.reason}"


def _rejected(small: Small, text: str) -> SearchResponse:
    response = small.ask(text)
    assert response.results == ()
    return response


def test_contributions_are_compared_with_those_of_the_last_and_the_first(kept: Small) -> None:
    placement = told(kept, "lemon cake", "Maris Piper is", limit=3)
    rows = {row.stage: row for row in compared(placement)}
    assert placement.own and placement.last and placement.first
    for standing, name in (
        (placement.own, "own"),
        (placement.last, "last"),
        (placement.first, "first"),
    ):
        total = sum(getattr(row, name) for row in rows.values())
        assert total == pytest.approx(standing.score, abs=1e-9)
    assert rows["first_words"].own == 0.0
    assert (rows["first_words"].first or 0.0) > 0.0


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (111, "111th"),
        (212, "212th"),
        (1022, "1,022nd"),
    ],
)
def test_places_are_said_as_people_say_them(number: int, words: str) -> None:
    assert account.nth(number) == words


def test_a_slider_that_was_moved_counts_in_the_account(kept: Small) -> None:
    before = told(kept, "lemon cake", "Maris Piper is", limit=3)
    after = told(kept, "lemon cake", "Maris Piper is", limit=3, weights={"length": 2.0})
    assert before.own is not None and after.own is not None
    own = (before.own, after.own)
    values = [{p.stage: p.value for p in one.contributions} for one in own]
    assert values[1]["length"] == pytest.approx(2 * values[0]["length"], abs=1e-12)


def test_an_empty_vault_knows_no_memory(tmp_path: Path) -> None:
    with Vault(tmp_path / "empty.memdesk") as vault:
        small = Small(vault, SearchEngine(vault, None))
        placement = small.ask("bread", expected=1).placement
    assert placement is not None and placement.outcome == "gone"
