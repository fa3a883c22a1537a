from __future__ import annotations

import pytest

from memdesk.desktop.conversation.blocks import Block, Code, Prose, Rule, Table, blocks
from memdesk.desktop.conversation.pieces import pieces


def read(text: str) -> list[Block]:
    return [block for piece in pieces(text) for block in blocks(piece)]


def html(text: str) -> str:
    return "".join(b.html for b in read(text) if isinstance(b, (Prose, Table)))


def test_raw_html_stays_text() -> None:
    written = html('<img src="file:///etc/passwd"> and <script>x</script>')
    assert "<img" not in written
    assert "&lt;img src=" in written
    assert "&lt;script&gt;" in written


def test_images_are_named_and_not_loaded() -> None:
    written = html("![crumb](https://example.org/c.png) ![local](/etc/passwd)")
    assert "<img" not in written
    assert '<a href="https://example.org/c.png">crumb</a>' in written
    assert "local" in written
    assert "/etc/passwd" not in written


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x"]
)
def test_only_web_and_mail_addresses_become_links(address: str) -> None:
    assert "href" not in html(f"[press]({address})")
    assert 'href="https://example.org"' in html("[press](https://example.org)")
    assert 'href="mailto:a@example.org"' in html("[write](mailto:a@example.org)")


def test_bare_addresses_become_links_without_the_full_stop_after_them() -> None:
    assert '<a href="https://example.org/a_(b)">' in html("see https://example.org/a_(b).")
    assert '<a href="https://example.org/a">https://example.org/a</a>)' in html(
        "(https://example.org/a)"
    )


def test_code_in_a_list_is_a_block_of_its_own_and_the_numbers_go_on() -> None:
    found = read("1. first\n   ```sh\n   ls\n   ```\n2. second")
    assert [type(block) for block in found] == [Prose, Code, Prose]
    code = found[1]
    assert isinstance(code, Code)
    assert (code.text, code.language, code.depth) == ("ls", "sh", 1)
    assert isinstance(found[2], Prose)
    assert '<ol start="2"' in found[2].html


def test_tables_rules_and_struck_text_are_read() -> None:
    found = read("| a | b |\n|---|--:|\n| ~~1~~ | 2 |\n\n---")
    assert [type(block) for block in found] == [Table, Rule]
    assert isinstance(found[0], Table)
    assert "<s>1</s>" in found[0].html
    assert 'align="right">2' in found[0].html


def test_tasks_show_their_box() -> None:
    written = html("- [x] buy flour\n- [ ] bake")
    assert "☑ buy flour" in written
    assert "☐ bake" in written


def test_formulas_keep_their_backslashes_and_underscores() -> None:
    assert r"\(a_1 \cdot b_2\)" in html(r"with \(a_1 \cdot b_2\) in it")


def test_line_ends_of_the_writer_are_kept() -> None:
    assert "one<br>two" in html("one\ntwo")
