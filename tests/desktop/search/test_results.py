"""Result cards, their model, and what can be done with a result."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from memdesk.desktop.search import card_layout
from memdesk.desktop.search.card_layout import CardLayout, card_height, lay_out
from memdesk.desktop.search.citation import as_markdown
from memdesk.desktop.search.excerpt import Excerpt, excerpt
from memdesk.desktop.search.passage_layout import passage_layout, utf16
from memdesk.desktop.search.result_list import ResultList
from memdesk.desktop.search.result_model import RESULT_ROLE
from memdesk.desktop.theme.palette import DARK, LIGHT
from memdesk.desktop.theme.theme import Theme
from memdesk.retrieval.explanation import Explanation
from memdesk.retrieval.results import SearchResult, Span
from tests.shots import samples


def laid_out(result: SearchResult, width: int, look: Theme) -> CardLayout:
    return lay_out(result, width, card_height(result, width, look), look)


@pytest.fixture
def listed(qtbot: QtBot) -> ResultList:
    view = ResultList()
    qtbot.addWidget(view)
    view.resize(560, 700)
    view.show()
    view.setResults(samples.few())
    return view


def test_the_first_result_is_current(listed: ResultList) -> None:
    current = listed.current()
    assert current is not None
    assert current.id == 1


def test_a_kept_memory_stays_current_where_it_moved_to(listed: ResultList) -> None:
    listed.setResults(tuple(reversed(samples.few())), keep=2)
    assert listed.currentIndex().row() == 3


def test_keys_open_and_explain_the_current_result(listed: ResultList, qtbot: QtBot) -> None:
    for key, modifier, signal in (
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, listed.opened),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier, listed.openConversation),
        (Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, listed.explained),
    ):
        with qtbot.waitSignal(signal) as told:
            qtbot.keyClick(listed, key, modifier)
        assert told.args is not None
        assert told.args[0].id == 1


def test_down_moves_to_the_next_card(listed: ResultList, qtbot: QtBot) -> None:
    with qtbot.waitSignal(listed.selected) as told:
        qtbot.keyClick(listed, Qt.Key.Key_Down)
    assert told.args is not None
    assert told.args[0].id == 2


def test_a_click_on_the_bar_asks_for_the_breakdown(listed: ResultList, qtbot: QtBot) -> None:
    index = listed.model().index(1, 0)
    bar = listed.itemDelegate().barRect(index).center().toPoint()
    place = listed.visualRect(index).topLeft() + bar
    with qtbot.waitSignal(listed.explained) as told:
        qtbot.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told.args is not None
    assert told.args[0].id == 2


def test_a_click_beside_the_bar_only_selects(listed: ResultList, qtbot: QtBot) -> None:
    place = listed.visualRect(listed.model().index(1, 0)).topLeft() + QPoint(60, 20)
    with qtbot.assertNotEmitted(listed.explained):
        qtbot.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert listed.currentIndex().row() == 1


def test_copy_gives_the_memorys_own_words(listed: ResultList, qtbot: QtBot) -> None:
    with qtbot.waitSignal(listed.copied) as told:
        qtbot.keyClick(listed, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert told.args == [samples.starter().content]


def test_the_menu_offers_opening_explaining_and_copying(listed: ResultList, qtbot: QtBot) -> None:
    menu = listed.menuFor(samples.starter())
    texts = [action.text().split("\t")[0] for action in menu.actions() if action.text()]
    assert texts == [
        "Open",
        "Open in the conversation",
        "Why here",
        "Copy",
        "Copy as Markdown with source",
        "Export…",
        "Export all results…",
        "Expected this for another search",
    ]
    with qtbot.waitSignal(listed.copied) as told:
        next(a for a in menu.actions() if a.text() == "Copy as Markdown with source").trigger()
    assert told.args == [as_markdown(samples.starter())]
    with qtbot.waitSignal(listed.expected) as told:
        menu.actions()[-1].trigger()
    assert told.args == [samples.starter()]


def test_a_note_has_no_conversation_to_open(listed: ResultList) -> None:
    menu = listed.menuFor(replace(samples.starter(), conversation_id=None))
    assert "Open in the conversation" not in "".join(a.text() for a in menu.actions())


def test_the_citation_quotes_every_line_and_names_the_source() -> None:
    cited = as_markdown(replace(samples.starter(), content="one\n\ntwo"))
    assert cited == (
        "> one\n>\n> two\n>\n"
        "> — You, “Sourdough schedule”, ChatGPT, Thursday, 14 March 2024, 09:31\n"
    )


def test_a_dragged_card_carries_text_and_markdown(listed: ResultList) -> None:
    data = listed.model().mimeData([listed.model().index(0, 0)])
    assert data.text() == samples.starter().content
    assert bytes(data.data("text/markdown").data()).decode().startswith("> I finally named")


def test_screen_readers_hear_who_when_what_and_why(listed: ResultList) -> None:
    index = listed.model().index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Sourdough schedule. You, 14 Mar 2024. I finally named my starter Clint Yeastwood. "
        "He doubles in five hours at 26 °C."
    )
    assert "Words +0.39, Meaning +0.26" in index.data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "Thursday, 14 March 2024, 09:31"


def test_matched_words_are_painted_on_the_marked_ground(listed: ResultList, look: Theme) -> None:
    for palette in (LIGHT, DARK):
        look.choose("dark" if palette.dark else "light")
        layout = laid_out(samples.starter(), 536, look)
        assert len(layout.marked.toSubpathPolygons()) == 2
        index = listed.model().index(1, 0)
        layout = laid_out(index.data(RESULT_ROLE), 536, look)
        corner = listed.visualRect(index).topLeft() + QPoint(12, 0)
        mark = layout.marked.toSubpathPolygons()[0].boundingRect()
        place = corner + mark.center().toPoint()
        image = listed.viewport().grab().toImage()
        row = {
            image.pixelColor(x, int(corner.y() + mark.top()) + 1).name()
            for x in range(place.x() - 5, place.x() + 5)
        }
        assert QColor(palette.marked).name() in row


def test_offsets_are_counted_as_qt_counts_them() -> None:
    assert utf16("a🍞b", 1) == 1
    assert utf16("a🍞b", 2) == 3
    assert utf16("面包", 2) == 2


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("width", [240, 400, 536, 1100])
def test_a_card_is_as_high_as_it_is_said_to_be(look: Theme, scale: float, width: int) -> None:
    look.setTextScale(scale)
    for result in samples.few() + samples.difficult():
        height = card_height(result, width, look)
        layout = lay_out(result, width, height, look)
        bottom = layout.passage_at.y() + layout.passage.boundingRect().bottom()
        assert bottom <= layout.bar.top()
        assert layout.bar.bottom() < height
        assert layout.passage.lineCount() <= 2
        for _, rect in layout.tags:
            assert rect.right() <= width


@pytest.mark.parametrize("width", [240, 430, 900])
@pytest.mark.parametrize(
    "text",
    [
        "Keep it at 18 °C overnight, feed it at seven, and write down the times. " * 6,
        "鼓浪屿轮渡要提前一天预约，酵种在家里没人喂，所以出发前要把酵种放进冰箱。" * 4,
        "سميت الخميرة كلينت وهي تتضاعف خلال خمس ساعات عند درجة حرارة ٢٦. " * 6,
        "https://example.org/" + "flour-and-mills/" * 20,
        "👩🏽‍🍳🎉 a 👩🏽‍🍳 party 🫙 " * 20,
    ],
)
def test_a_long_passage_ends_in_its_second_line(look: Theme, text: str, width: int) -> None:
    made = passage_layout(Excerpt(text, ()), width, look).text
    assert made.lineCount() == 2
    assert made.text()[-1] == "…"
    assert made.lineAt(1).naturalTextWidth() <= width
    # What is shown is the beginning of the text, and fills the line but for a word.
    assert text.startswith(made.text().rstrip(" …"))
    assert made.lineAt(1).naturalTextWidth() > width * 0.5


def test_marks_end_where_the_passage_is_cut(look: Theme) -> None:
    text = "word " * 60
    marks = tuple((at, at + 4) for at in range(0, len(text), 5))
    made = passage_layout(Excerpt(text, marks), 300, look)
    shown = len(made.text.text().rstrip(" …").split())
    assert len(made.marked.toSubpathPolygons()) == shown < 60


def test_the_dots_after_a_stop_are_set_off(look: Theme) -> None:
    shown = Excerpt("So it is. " * 40, ())
    ends = {passage_layout(shown, width, look).text.text()[-3:] for width in range(200, 500, 3)}
    assert ". …" in ends
    assert not [end for end in ends if end.endswith(".…")]


def test_one_line_cards_are_lower_than_two_line_ones(look: Theme) -> None:
    short, long = samples.few()[0], samples.difficult()[0]
    assert card_height(short, 536, look) == 97
    assert card_height(long, 536, look) == 116


def test_a_card_that_looks_the_same_keeps_its_layout_in_the_next_answer(
    listed: ResultList,
) -> None:
    delegate = listed.itemDelegate()
    listed.grab()
    before = [delegate._layout(listed.model().index(row, 0)) for row in range(3)]
    first, second, *rest = samples.few()
    again = replace(first, score=0.1, explanation=replace(first.explanation, sentence="Here."))
    changed = replace(second, marks=())
    listed.setResults((changed, again, *rest))
    after = [delegate._layout(listed.model().index(row, 0)) for row in range(3)]
    assert after[1] is before[0]
    assert after[2] is before[2]
    assert after[0] is not before[1]
    listed.resize(400, 700)
    assert delegate._layout(listed.model().index(1, 0)) is not after[1]


def test_most_heights_are_told_without_reading_the_texts(
    look: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counted(content: str, passage: Span, marks: tuple[Span, ...]) -> Excerpt:
        read.append(content)
        return excerpt(content, passage, marks)

    monkeypatch.setattr(card_layout, "excerpt", counted)
    long = replace(samples.starter(), content="word " * 60, passage=(0, 240), marks=((0, 4),))
    assert card_height(long, 536, look) == 116
    assert read == []
    # Of a short passage, or one with links, the length alone does not tell.
    link = f"[mills](https://example.org/{'mills/' * 40}) {'word ' * 5}"
    assert card_height(replace(long, content=link), 536, look) == 97
    assert card_height(samples.starter(), 536, look) == 97
    assert len(read) == 2


def test_a_long_list_is_laid_out_without_drawing_all_of_it(
    listed: ResultList, qtbot: QtBot
) -> None:
    listed.setResults(samples.many(500))
    assert listed.model().rowCount() == 500
    with qtbot.waitSignal(listed.endReached):
        listed.verticalScrollBar().setValue(listed.verticalScrollBar().maximum())
    laid_out = listed.itemDelegate()._layouts
    assert len(laid_out) < 30


def test_a_memory_found_by_filters_alone_has_no_bar(listed: ResultList, look: Theme) -> None:
    scored = samples.few()[0]
    unscored = replace(scored, explanation=Explanation(()))
    assert laid_out(unscored, 500, look).bar is None
    assert laid_out(scored, 500, look).bar is not None
    # The tags move to where the bar would begin.
    assert laid_out(unscored, 500, look).tags[0][1].left() == look.px(14)
    listed.setResults((unscored,))
    listed.grab()
    assert listed.itemDelegate().barRect(listed.currentIndex()).isEmpty()
    # Without tags either there is nothing below the text.
    bare = replace(unscored, tags=())
    assert card_height(unscored, 500, look) - card_height(bare, 500, look) == look.px(28)
