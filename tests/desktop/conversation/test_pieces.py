from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.desktop.conversation.pieces import LONG_LINE, pieces

SOURCES = st.text(alphabet="ab `~*_-#>|[]()\n1.$\\é酵🥖", max_size=4000)


@given(SOURCES)
def test_markdown_pieces_keep_every_letter_in_order(text: str) -> None:
    # What follows a code's language on the line of its fence is the one thing left out, and the
    # head of a long table the one thing repeated.
    text = text.replace("```", "`").replace("~~~", "~").replace("|", "")
    together = "".join(piece.text for piece in pieces(text))
    assert together.replace("\n", "") == text.replace("\n", "")


@given(SOURCES)
def test_plain_pieces_are_the_text_itself(text: str) -> None:
    assert "".join(piece.text for piece in pieces(text, markdown=False)) == text


def test_fenced_code_at_the_margin_is_a_piece_with_its_language() -> None:
    found = list(pieces("before\n```python\nx = 1\n\ny = 2\n```\nafter"))
    assert [(p.kind, p.text, p.language) for p in found] == [
        ("markdown", "before", ""),
        ("code", "x = 1\n\ny = 2", "python"),
        ("markdown", "after", ""),
    ]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    (found,) = pieces("````\n```\ninner\n```\n````")
    assert found.text == "```\ninner\n```"


def test_an_open_fence_lasts_to_the_end() -> None:
    (found,) = pieces("~~~sh\nls\n```")
    assert (found.kind, found.text, found.language) == ("code", "ls\n```", "sh")


def test_an_endless_line_is_plain_text_in_bounded_pieces() -> None:
    found = list(pieces("x[*_`" * 10_000))
    assert {piece.kind for piece in found} == {"plain"}
    assert max(len(piece.text) for piece in found) <= LONG_LINE


def test_long_markdown_is_cut_between_paragraphs_only() -> None:
    paragraphs = [f"paragraph {n} " + "word " * 60 for n in range(20)]
    found = list(pieces("\n\n".join(paragraphs)))
    assert len(found) > 3
    assert all(piece.text.startswith("paragraph") for piece in found)


def test_a_long_table_is_cut_between_rows_and_repeats_its_head() -> None:
    head = "| Hour | What to look for |\n|---:|:---|\n"
    rows = [f"| {n} | bubbles at the rim, number {n} |" for n in range(200)]
    found = list(pieces(f"Before\n\n{head}" + "\n".join(rows) + "\n\nAfter"))
    assert len(found) > 3
    cut = [piece for piece in found[1:] if "bubbles" in piece.text]
    assert all(piece.text.startswith(head) for piece in cut)
    shown = [line for piece in found for line in piece.text.split("\n") if "bubbles" in line]
    assert shown == rows
    assert found[-1].text.endswith("After")


def test_a_table_of_few_long_rows_stays_whole() -> None:
    rows = "\n".join(f"| {n} | {'word ' * 24}|" for n in range(20))
    (found,) = pieces(f"| a | b |\n|---|---|\n{rows}")
    assert found.text.endswith(rows)


def test_the_head_that_is_repeated_is_not_counted() -> None:
    text = "| a | b |\n|---|---|\n" + "\n".join(f"| {n} | {'word ' * 9} |" for n in range(100))
    assert sum(piece.size for piece in pieces(text)) == len(text) + 1


def test_lines_with_bars_that_are_no_table_repeat_nothing() -> None:
    text = "\n".join(f"a | b | {n}" for n in range(600))
    assert "".join(f"{piece.text}\n" for piece in pieces(text)) == f"{text}\n"
