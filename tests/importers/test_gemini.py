"""Gemini's activity: questions and answers by day, as JSON and as a page in any language."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.importers.gemini import GeminiParser, page
from memdesk.importers.gemini.dates import is_date, milliseconds_of
from memdesk.importers.parsed import ParsedItem
from tests.importers.builders import conversations, encoded, issues, source_file


def _entry(time: str, title: str, answer: str = "", **fields: Any) -> dict[str, Any]:
    return {
        "header": "Gemini Apps",
        "title": title,
        "time": time,
        "products": ["Gemini Apps"],
        "safeHtmlItem": [{"html": answer}] if answer else [],
        **fields,
    }


def _read(*entries: Any) -> list[ParsedItem]:
    return list(GeminiParser("takeout", [source_file(encoded(list(entries)), "MyActivity.json")]))


def _cell(body: str, head: str = "Gemini Apps") -> str:
    return (
        '<div class="outer-cell mdl-cell"><div class="mdl-grid">'
        f'<p class="mdl-typography--title">{head}<br></p>'
        f'<div class="content-cell mdl-cell mdl-typography--body-1">{body}</div>'
        '<div class="content-cell mdl-typography--caption"><b>Products:</b></div></div></div>'
    )


def _page(*cells: str) -> list[ParsedItem]:
    data = f"<html><title>My Activity</title>{''.join(cells)}</html>".encode()
    file = replace(source_file(data, "MyActivity.html"), is_page=True)
    return list(GeminiParser("takeout", [file]))


def test_a_day_is_a_conversation_with_questions_and_answers_in_order() -> None:
    items = _read(
        _entry("2025-05-04T07:00:00Z", "Prompted Later", "<p>Yes</p>"),
        _entry("2025-05-03T18:00:00Z", "Prompted Second"),
        _entry("2025-05-03T09:00:00Z", "Asked First?", "<p>So <b>bold</b></p>"),
    )
    assert issues(items) == []
    later, first = sorted(conversations(items), key=lambda one: one.external_id, reverse=True)
    assert (first.external_id, first.title) == ("2025-05-03", "Gemini, 3 May 2025")
    assert [(m.role, m.content) for m in first.messages] == [
        ("user", "First?"),
        ("assistant", "So **bold**"),
        ("user", "Second"),
    ]
    assert [m.content for m in later.messages] == ["Later", "Yes"]


def test_a_newer_export_puts_nothing_that_is_known_elsewhere() -> None:
    old = [_entry("2025-05-03T09:00:00Z", "Prompted First", "<p>A</p>")]
    new = [_entry("2025-05-03T08:00:00Z", "Prompted Earlier"), *old]
    (before,), (after,) = conversations(_read(*old)), conversations(_read(*new))
    known = {m.external_id: m.position for m in before.messages}
    assert {m.external_id: m.position for m in after.messages if m.external_id in known} == known


def test_what_is_no_question_and_other_products_are_counted_and_left_out() -> None:
    items = _read(
        _entry("2025-05-03T09:00:00Z", "Prompted Hi"),
        _entry("2025-05-03T09:01:00Z", "Created Gemini Canvas titled X"),
        {"header": "Search", "title": "Searched for x", "products": ["Search"], "time": ""},
    )
    assert len(conversations(items)) == 1
    (issue,) = issues(items)
    assert issue.reason == "entries that are no questions to Gemini: 2, left out"
    assert not issue.lost


def test_attached_files_are_named_and_words_of_an_unknown_language_stay() -> None:
    entry = _entry("2025-05-03T09:00:00Z", "Zadano: Cześć", attachedFiles=["a.png"], imageFile="b")
    ((message,),) = (one.messages for one in conversations(_read(entry)))
    assert message.content == "Zadano: Cześć"
    assert [one.name for one in message.attachments] == ["a.png", "b"]
    (asked,) = conversations(_read(_entry("", "Prompted Look Attached 2 files.")))[0].messages
    assert (asked.content, asked.created_at) == ("Look", None)


def test_a_page_says_the_same_as_the_entries() -> None:
    items = _page(
        _cell("Prompted&nbsp;How &amp; why?<br>May 3, 2025, 9:00:00\u202fAM UTC<br><p>So</p>"),
        _cell('Prompted Look<br>- <a href="x.png">x.png</a><br>May 3, 2025, 9:05:00 AM UTC<br>'),
        _cell("Searched for x<br>May 3, 2025, 9:06:00 AM UTC<br>", "Search"),
    )
    (issue,) = issues(items)
    assert not issue.lost
    (found,) = conversations(items)
    asked, answered, sent = found.messages
    assert (asked.content, answered.content, sent.content) == ("How & why?", "So", "Look")
    assert [one.name for one in sent.attachments] == ["x.png"]
    same = _read(_entry("2025-05-03T09:00:00.417Z", "Prompted How & why?", "<p>So</p>"))
    assert conversations(same)[0].messages == (asked, answered)


def test_a_cell_too_long_to_be_one_is_named_and_the_next_is_read() -> None:
    date = "<br>May 3, 2025, 9:00:00 AM UTC<br>"
    endless = _cell("Prompted " + "why " * 3_000_000 + date)
    items = _page(_cell(f"Prompted Hi{date}"), endless, _cell(f"Prompted Bye{date}"))
    (found,) = conversations(items)
    assert sorted(message.content for message in found.messages) == ["Bye", "Hi"]
    (issue,) = issues(items)
    assert issue.lost
    assert issue.reason == "an activity of more than 8 MB, which none is"


def test_cells_without_date_or_content_are_named() -> None:
    items = _page(_cell("Prompted Hi<br>some day<br>"), '<div class="outer-cell">nothing</div>')
    assert [(issue.reason, issue.lost) for issue in issues(items)] == [
        ("“Hi”: it has no date; it is kept undated", False),
        ("an activity without any content", True),
    ]
    asked, answered = conversations(items)[0].messages
    assert (asked.content, asked.created_at, answered.content) == ("Hi", None, "some day")


def test_a_date_that_cannot_be_read_leaves_the_entry_undated_and_named() -> None:
    odd = "<br>3 brumaire 2025, 10:12:33 XYZ<br>"
    items = _page(
        _cell(f"Prompted Hi{odd}<p>So</p>"),
        _cell(f"Prompted Hi{odd}<p>Or so</p>"),
        _cell("Prompted Bye<br>3 May 2025, 10:12:33 UTC<br><p>Yes</p>"),
    )
    assert [issue.reason for issue in issues(items)] == [
        "“Hi”: its date “3 brumaire 2025, 10:12:33 XYZ” cannot be read; it is kept undated"
    ] * 2
    undated = next(one for one in conversations(items) if one.external_id == "undated")
    assert sorted(m.content for m in undated.messages) == ["Hi", "Hi", "Or so", "So"]
    items = _read(_entry("yesterday", "Prompted Hi", "<p>So</p>"))
    assert "no date that can be read" in issues(items)[0].reason
    assert len(conversations(items)[0].messages) == 2


@pytest.mark.parametrize("opening", ["Zadano: ", "Вы спросили\u00a0", "Ismeretlen szó :\u00a0"])
def test_words_of_an_unknown_language_are_told_by_beginning_most_entries(opening: str) -> None:
    said = ["Hogyan?", "Miért: ezért?", "Mi ez", "Na", "Jó"]
    entries = [_entry(f"2025-05-03T09:0{n}:00Z", opening + text) for n, text in enumerate(said)]
    (found,) = conversations(_read(*entries))
    assert [m.content for m in found.messages] == said
    # What an entry is known by does not hang on how many others there are.
    (alone,) = conversations(_read(entries[0]))
    assert alone.messages[0].external_id == found.messages[0].external_id
    cells = [
        _cell(f"{opening}{text}<br>May 3, 2025, 9:0{n}:00 AM UTC<br>")
        for n, text in enumerate(said)
    ]
    (same,) = conversations(_page(*cells))
    assert same.messages == found.messages


def test_a_word_that_begins_nearly_all_of_many_entries_is_not_the_persons() -> None:
    entries = [_entry(f"2025-05-03T09:{n:02}:00Z", f"Spurt Was {n}") for n in range(30)]
    (found,) = conversations(_read(*entries))
    assert {m.content.split()[0] for m in found.messages} == {"Was"}
    (few,) = conversations(_read(*entries[:5]))
    assert few.messages[0].content == "Spurt Was 0"


DATES = {
    "Apr 3, 2025, 10:12:33\u202fPM CEST": (2025, 4, 3, 20, 12, 33),
    "3 Apr 2025, 10:12:33 UTC": (2025, 4, 3, 10, 12, 33),
    "03.04.2025, 10:12:33 MESZ": (2025, 4, 3, 8, 12, 33),
    "3 avr. 2025, 10:12:33 CEST": (2025, 4, 3, 8, 12, 33),
    "3 de abr. de 2025, 10:12:33 BRT": (2025, 4, 3, 13, 12, 33),
    "2025年4月3日 上午10:12:33 CST": (2025, 4, 3, 2, 12, 33),
    "2025/04/03 10:12:33 JST": (2025, 4, 3, 1, 12, 33),
    "2025. 4. 3. 오후 10:12:33 KST": (2025, 4, 3, 13, 12, 33),
    "Dec 31, 2024, 12:00:01 AM GMT+05:30": (2024, 12, 30, 18, 30, 1),
    "12 mrt 2025 08.09.10 CET": (2025, 3, 12, 7, 9, 10),
    "3 kwi 2025, 10:12:33 CEST": (2025, 4, 3, 8, 12, 33),
    "3 lis 2025, 10:12:33 CET": (2025, 11, 3, 9, 12, 33),
    "3. lis 2025. 10:12:33 CET": (2025, 10, 3, 9, 12, 33),
    "3 апр. 2025 г., 10:12:33 MSK": (2025, 4, 3, 7, 12, 33),
    "3 мая 2025 г., 10:12:33 GMT+03:00": (2025, 5, 3, 7, 12, 33),
    "3 Nis 2025 10:12:33 GMT+03:00": (2025, 4, 3, 7, 12, 33),
    "3 Ağu 2025 10:12:33 TRT": (2025, 8, 3, 7, 12, 33),
    "2025. ápr. 3. 10:12:33 CEST": (2025, 4, 3, 8, 12, 33),
    "3. 4. 2025 10:12:33 SELČ": (2025, 4, 3, 8, 12, 33),
    "3.4.2025 klo 10.12.33 UTC+3": (2025, 4, 3, 7, 12, 33),
    "3. apr. 2025 10.12.33 CEST": (2025, 4, 3, 8, 12, 33),
    "3 apr. 2025 10:12:33 CEST": (2025, 4, 3, 8, 12, 33),
    "3. mai 2025, 10:12:33 CEST": (2025, 5, 3, 8, 12, 33),
    "3 квіт. 2025 р., 10:12:33 EEST": (2025, 4, 3, 7, 12, 33),
    "3.04.2025 г., 10:12:33 ч. Гринуич+3": (2025, 4, 3, 7, 12, 33),
    "3 Απρ 2025, 10:12:33 μ.μ. EEST": (2025, 4, 3, 19, 12, 33),
    "3 באפר׳ 2025, 10:12:33 IDT": (2025, 4, 3, 7, 12, 33),
    "٠٣\u200f/٠٤\u200f/٢٠٢٥، ١٠:١٢:٣٣ م غرينتش+٣": (2025, 4, 3, 19, 12, 33),
    "3 أبريل 2025، 10:12:33 ص UTC": (2025, 4, 3, 10, 12, 33),
    "۱۴ فروردین ۱۴۰۴،‏ ۱۰:۱۲:۳۳ (UTC)": (2025, 4, 3, 10, 12, 33),
    "۳۰ اسفند ۱۴۰۳، ۱۰:۱۲:۳۳ (UTC)": (2025, 3, 20, 10, 12, 33),
    "3 अप्रैल 2025, 10:12:33 pm IST": (2025, 4, 3, 16, 42, 33),
    "৩ এপ্রিল, ২০২৫ ১০:১২:৩৩ AM UTC": (2025, 4, 3, 10, 12, 33),
    "3 ஏப்., 2025, 10:12:33 AM IST": (2025, 4, 3, 4, 42, 33),
    "3 เม.ย. 2568 10:12:33 ICT": (2025, 4, 3, 3, 12, 33),
    "10:12:33 3 thg 4, 2025 ICT": (2025, 4, 3, 3, 12, 33),
    "3 Mei 2025 10.12.33 WIB": (2025, 5, 3, 3, 12, 33),
    "3 Mac 2025, 10:12:33 PTG MYT": (2025, 3, 3, 14, 12, 33),
    "Abr 3, 2025, 10:12:33 PM PHT": (2025, 4, 3, 14, 12, 33),
    "3 d’abr. 2025, 10:12:33 CEST": (2025, 4, 3, 8, 12, 33),
    "3 abr 2025, 10:12:33 p. m. COT": (2025, 4, 4, 3, 12, 33),
    "3 avr. 2025, 10 h 12 min 33 s HAE UTC\u22124": (2025, 4, 3, 14, 12, 33),
    "2025-04-03 10:12:33 EEST": (2025, 4, 3, 7, 12, 33),
    "2025年4月3日 下午10:12:33 [CST]": (2025, 4, 3, 14, 12, 33),
    "3 brumaire 2025, 10:12:33 UTC": None,
    "31 апр. 2025 г., 10:12:33 MSK": None,
}


@pytest.mark.parametrize("text", DATES)
def test_dates_are_read_in_the_accounts_language(text: str) -> None:
    expected = DATES[text]
    if expected is None:
        assert milliseconds_of(text) is None
    else:
        assert milliseconds_of(text) == datetime(*expected, tzinfo=UTC).timestamp() * 1000
        assert is_date(text)


@given(st.text(max_size=80))
def test_no_text_is_too_strange_for_a_date_or_a_cell(text: str) -> None:
    milliseconds_of(text)
    page.read(text)
    page.read(_cell(text))


def test_a_line_of_words_with_a_time_in_it_is_no_date() -> None:
    assert not is_date("Remind me on May 3, 2025, at 9:00:00 AM of everything that is still open")
