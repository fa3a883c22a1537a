"""Tables: names of columns decide, odd rows are named and kept."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from memdesk.importers.parsed import ParsedItem
from memdesk.importers.tables import TablesParser
from tests.importers.builders import issues, notes, source_file


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


def test_a_row_without_an_id_is_known_by_what_it_says() -> None:
    one, two, again = notes(_read("text\nTea\nCoffee\nTea\n"))
    assert one.external_id == again.external_id != two.external_id


def test_rows_of_another_length_are_kept_and_named_by_number() -> None:
    items = _read("text,tags\nTea\nCoffee,a,extra\n\n,\nMilk,b\n")
    assert [note.content for note in notes(items)] == ["Tea", "Coffee", "Milk"]
    assert [issue.reason[:26] for issue in issues(items)] == [
        "row 2 has 1 cells in place",
        "row 3 has 3 cells in place",
    ]
    assert not any(issue.lost for issue in issues(items))


def test_an_empty_table_says_so() -> None:
    (issue,) = issues(_read("\n\n"))
    assert "no row with the names" in issue.reason
    assert _read("text\n") == []


@given(st.binary(max_size=300))
@example(b"\n\xc2")
def test_any_bytes_are_read_or_named(data: bytes) -> None:
    for item in _read(data):
        assert item


def test_tables_of_one_name_in_two_folders_stay_apart() -> None:
    files = [source_file(b"id,text\n1,Tea\n", name) for name in ("v/a/t.csv", "v/b/t.csv")]
    one, other = notes(TablesParser("v", files))
    assert (one.external_id, other.external_id) == ("v/a/t.csv:1", "v/b/t.csv:1")
