"""Tables: names of columns decide, odd rows are named and kept."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.parsed import ParsedItem
from memdesk.importers.tables import TablesParser
from memdesk.importers.tables.rows import Rows
from memdesk.vault.store import Vault
from tests.importers.builders import issues, notes, source_file, write


def _read(text: str | bytes, name: str = "t.csv") -> list[ParsedItem]:
    data = text if isinstance(text, bytes) else text.encode()
    return list(TablesParser(name, [source_file(data, name)]))


def test_columns_are_known_by_their_names() -> None:
    items = _read(
        "ID,Title,Content,Tags,Type,Importance,Created At,Page\n"
        '7,On bread,"Flour, water\nand ""time""","food; slow",fact,0.9,2023-05-06T00:00:00Z,12\n'
    )
    assert issues(items) == []
    (note,) = notes(items)
    assert (note.external_id, note.title, note.type) == ("t.csv:7", "On bread", "fact")
    assert note.content == 'Flour, water\nand "time"'
    assert (note.tags, note.importance) == (("food", "slow"), 0.9)
    assert note.created_at == 1_683_331_200_000
    assert note.extra == {"columns": {"Page": "12"}}


def test_other_delimiters_and_encodings_are_read() -> None:
    for text in ("text;tags\nTea;a\n", "text\ttags\nTea\ta\n", "text|tags\r\nTea|a\r\n"):
        for encoding in ("utf-8", "utf-8-sig", "utf-16"):
            (note,) = notes(_read(text.encode(encoding)))
            assert (note.content, note.tags) == ("Tea", ("a",))


def test_without_a_column_of_text_all_columns_are_the_text() -> None:
    first, second = notes(_read("plant,sown\nchilli,February\nbean,\n"))
    assert first.content == "plant: chilli\nsown: February"
    assert second.content == "plant: bean"


def test_a_row_without_an_id_is_known_by_what_it_says_and_equal_ones_by_their_number() -> None:
    one, two, again = notes(_read("text\nTea\nCoffee\nTea\n"))
    assert len({one.external_id, two.external_id, again.external_id}) == 3
    two_now, one_now = notes(_read("text\nCoffee\nTea\n"))
    assert (one_now.external_id, two_now.external_id) == (one.external_id, two.external_id)


def test_equal_rows_and_equal_ids_stay_and_come_in_once(tmp_path: Path) -> None:
    path = write(tmp_path / "t.csv", b"id,text\n1,Tea\n1,Coffee\n2,Milk\n2,Milk\n")
    with Vault(tmp_path / "my.memdesk") as vault:
        for counts in ((4, 0, 0), (0, 0, 4)):
            with open_inputs([path]) as detected:
                (parser,) = detected.parsers
                found = ingest(parser, vault).counts
            assert (found.added, found.updated, found.unchanged) == counts


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-8-sig", "utf-16"])
def test_western_letters_are_read_and_what_is_no_utf_8_is_said(encoding: str) -> None:
    items = _read("text,tags\nGrüße für 5 €,ä\n".encode(encoding))
    (note,) = notes(items)
    assert (note.content, note.tags) == ("Grüße für 5 €", ("ä",))
    reasons = [issue.reason for issue in issues(items)]
    if encoding == "cp1252":
        assert "5 characters were read as Western European" in reasons[0]
        assert not issues(items)[0].lost
    else:
        assert reasons == []


def test_a_line_pasted_in_another_encoding_spoils_no_other() -> None:
    data = "text\nПривет\n".encode() + "Grüße\n".encode("cp1252") + "你好\n".encode()
    items = _read(data)
    assert [note.content for note in notes(items)] == ["Привет", "Grüße", "你好"]
    assert "2 characters were" in issues(items)[0].reason


def test_what_stands_for_no_character_is_said() -> None:
    for data, number in (
        (b"text\nA\x81B\x00\n", "2 places"),
        (b"\xff\xfet\0\n\0\0\xd8", "1 place"),
    ):
        items = _read(data)
        assert "\ufffd" in notes(items)[0].content
        assert number in issues(items)[-1].reason


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\v", "\f", "\x1c", "\x1d", "\x1e"])
def test_only_line_ends_end_rows(sign: str) -> None:
    for end in ("\n", "\r\n", "\r"):
        items = _read(f'text,tags{end}a{sign}b,c{end}"d{sign}{end}e",f{end}'.encode())
        assert issues(items) == []
        assert [note.content for note in notes(items)] == [f"a{sign}b", f"d{sign}{end}e"]


def test_line_ends_across_chunks_are_one() -> None:
    rows = "".join(f"{'x' * (number % 7 + 1)}\r\n" for number in range(30_000))
    assert len(notes(_read("text\r\n" + rows))) == 30_000


def test_an_open_quotation_mark_costs_no_other_row() -> None:
    for last in ("Milk,d\n", "Milk,d"):
        items = _read(f'text,tags\nTea,a\n"Coffee,b\n"Juice, fresh",c\n{last}')
        assert [note.content for note in notes(items)] == ["Tea", '"Coffee', "Juice, fresh", "Milk"]
        (issue,) = issues(items)
        assert issue.reason.startswith("row 3 (line 3) opens a quotation mark")
        assert not issue.lost
    items = _read('text,tags\nTea,a\n"Coffee,b\nMilk,d')
    assert [note.content for note in notes(items)] == ["Tea", '"Coffee', "Milk"]
    items = _read('text,tags\nTea,a\nMilk,"d')
    assert [note.tags for note in notes(items)] == [("a",), ('"d',)]
    assert len(issues(items)) == 1


def test_many_open_quotation_marks_take_no_time_without_end() -> None:
    rows = ['5",x,"foo'] * 20_000
    found = notes(_read("text,tags,other\n" + "\n".join(rows)))
    assert len(found) == 20_000


def test_marks_within_cells_are_kept() -> None:
    items = _read('text;tags\nsay "hi" now;a\n"say "hi" now";b\n"say ""hi"" now";c\n5";d\n')
    assert [note.content for note in notes(items)] == [*['say "hi" now'] * 3, '5"']
    assert issues(items) == []


def test_excel_says_what_stands_between_cells() -> None:
    for text in ("sep=;\ntext;tags\nTea, hot;a\n", '\ufeff"sep=^"\r\ntext^tags\r\nTea, hot^a\r\n'):
        (note,) = notes(_read(text))
        assert (note.content, note.tags) == ("Tea, hot", ("a",))


def test_delimiters_within_quotation_marks_do_not_count() -> None:
    (note,) = notes(_read('"a;b;c;d",text\nx,Tea\n'))
    assert (note.content, note.extra) == ("Tea", {"columns": {"a;b;c;d": "x"}})
    (note,) = notes(_read('"first\nname";text\nx;"Tea, green, hot"\n'))
    assert note.content == "Tea, green, hot"


def test_a_table_of_one_column_keeps_its_commas() -> None:
    items = _read("text\nTea, with milk\nCoffee; black\n")
    assert [note.content for note in notes(items)] == ["Tea, with milk", "Coffee; black"]
    assert issues(items) == []


def test_commas_without_marks_in_the_last_column_stay_in_the_text() -> None:
    items = _read("id,text\n1,Tea, with milk\n")
    assert notes(items)[0].content == "Tea, with milk"
    assert "row 2 (line 2) has 3 cells in place of 2" in issues(items)[0].reason


def test_a_first_row_of_values_is_one() -> None:
    items = _read("3 May 2023,We planted beans.\n2023-05-04,It rained.\n")
    assert [note.content for note in notes(items)][1] == "2023-05-04\nIt rained."
    assert len(notes(items)) == 2
    assert "first row holds values" in issues(items)[0].reason


_DATES = [
    ("2023-05-06 14:30", 1_683_383_400_000),
    ("2023/05/06", 1_683_331_200_000),
    ("06.05.2023 14:30:05", 1_683_383_405_000),
    ("6.5.23", 1_683_331_200_000),
    ("5/16/2023 2:30 PM", 1_684_247_400_000),
    ("16/05/2023 12:15 a.m.", 1_684_196_100_000),
    ("45052.5", 1_683_374_400_000),
    ("1683331200", 1_683_331_200_000),
    ("1683331200000", 1_683_331_200_000),
    ("1999-12-31", 946_598_400_000),
    ("6-May-2023", 1_683_331_200_000),
    ("May 6, 2023 2:30 PM", 1_683_383_400_000),
    ("Saturday, 6th May 2023, 14:30", 1_683_383_400_000),
    ("6. Mai 2023", 1_683_331_200_000),
    ("6 мая 2023 г.", 1_683_331_200_000),
]


@pytest.mark.parametrize(("text", "moment"), _DATES)
def test_dates_are_read_as_spreadsheets_write_them(text: str, moment: int) -> None:
    items = _read(f"text;date\nTea;{text}\n")
    assert issues(items) == []
    assert notes(items)[0].created_at == moment


def test_a_column_tells_the_order_of_its_dates_and_doubt_is_said() -> None:
    items = _read("text,date\na,3/4/2023\nb,3/31/2023\n")
    assert notes(items)[0].created_at == 1_677_888_000_000
    assert issues(items) == []
    items = _read("text,date\na,3/4/2023\nb,31/3/2023\n")
    assert notes(items)[0].created_at == 1_680_480_000_000
    for text, order in (
        ("text,date\na,3/4/2023\n", "month, day"),
        ("text;date\na;3/4/2023\n", "day, month"),
    ):
        assert f"read as {order}" in issues(_read(text))[0].reason


def test_what_cannot_be_read_as_its_column_is_called_is_kept() -> None:
    items = _read("text,date,importance\na,yesterday,high\nb,32.13.2020,7\nc,,\n")
    assert [note.extra for note in notes(items)] == [
        {"columns": {"date": "yesterday", "importance": "high"}},
        {"columns": {"date": "32.13.2020", "importance": "7"}},
        {},
    ]
    (issue,) = issues(items)
    assert issue.reason.startswith(
        "2 dates in column “date” could not be read, such as “yesterday”"
    )


def test_columns_of_one_name_are_all_kept() -> None:
    (note,) = notes(_read("text,x,x,\na,1,2,3\n"))
    assert note.extra == {"columns": {"x": "1", "x (2)": "2", "column 4": "3"}}


def test_rows_of_another_length_are_kept_and_named_by_number() -> None:
    items = _read("text,tags\nTea\nCoffee,a,extra\n\n,\nMilk,b\n")
    assert [note.content for note in notes(items)] == ["Tea", "Coffee", "Milk"]
    assert [issue.reason[:27].strip() for issue in issues(items)] == [
        "row 2 (line 2) has 1 cells",
        "row 3 (line 3) has 3 cells",
    ]
    assert not any(issue.lost for issue in issues(items))


def test_an_empty_table_says_so() -> None:
    (issue,) = issues(_read("\n\n"))
    assert "no row with the names" in issue.reason
    assert _read("text\n") == []


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_named(data: bytes) -> None:
    for item in _read(data):
        assert item


def test_tables_of_one_name_in_two_folders_stay_apart() -> None:
    files = [source_file(b"id,text\n1,Tea\n", name) for name in ("v/a/t.csv", "v/b/t.csv")]
    one, other = notes(TablesParser("v", files))
    assert (one.external_id, other.external_id) == ("v/a/t.csv:1", "v/b/t.csv:1")


def test_only_line_feeds_and_carriage_returns_end_a_row() -> None:
    odd = "a\u2028b\u0085c\x0bd"
    (note,) = notes(_read(f"text,tag\n{odd},one\r"))
    assert (note.content, note.tags) == (odd, ("one",))


@given(
    st.lists(st.lists(st.text(alphabet='ab",;\n\u2028', max_size=6), min_size=2, max_size=4)),
    st.sampled_from(",;\t|"),
)
def test_what_was_written_by_the_rules_is_read_as_it_was(rows: list[list[str]], mark: str) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=mark).writerows(rows)
    found = Rows(iter(io.StringIO(text.getvalue(), newline="\n")), mark)
    assert [row.cells for row in found] == rows


@given(st.text(alphabet='ab",\n', max_size=60))
def test_no_word_of_a_table_is_lost(text: str) -> None:
    found = Rows(iter(text.splitlines(keepends=True)), ",")
    words = "".join(cell for row in found for cell in row.cells)
    assert [sign for sign in words if sign in "ab"] == [sign for sign in text if sign in "ab"]
