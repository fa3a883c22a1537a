from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QFrame, QTextBrowser, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from memdesk.desktop.conversation.code_block import CodeBlock
from memdesk.desktop.conversation.message import Message
from memdesk.desktop.conversation.rich_text import RichText
from memdesk.desktop.conversation.view import ConversationView
from memdesk.desktop.widgets.fold import Fold
from memdesk.vault.records import Memory
from tests.shots.conversation import (
    BREAD,
    SURROUNDED,
    conversation,
    long_conversation,
    marks_of,
    memory,
)

Show = Callable[..., ConversationView]


@pytest.fixture
def view(qtbot: QtBot) -> ConversationView:
    made = ConversationView()
    qtbot.addWidget(made)
    made.resize(600, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def show(
    qtbot: QtBot,
    view: ConversationView,
    memories: tuple[Memory, ...],
    focus: int | None = None,
    *words: str,
    first: int = 0,
    total: int | None = None,
) -> None:
    view.showConversation(
        conversation(),
        memories,
        first=first,
        total=len(memories) if total is None else total,
        focus=focus,
        marks=marks_of(memories, *words) if words else {},
    )
    settle(qtbot, view)


def settle(qtbot: QtBot, view: ConversationView) -> None:
    qtbot.waitUntil(lambda: not view.transcript.slices.busy(), timeout=20_000)
    qtbot.wait(20)


def message(view: ConversationView, id_: int) -> Message:
    return next(m for m in view.transcript.messages() if m.memory.id == id_)


def top_in_view(view: ConversationView, widget: QWidget) -> int:
    return widget.mapTo(view.transcript.viewport(), QPoint(0, 0)).y()


def marked(message: Message) -> list[str]:
    return [word for text in message.findChildren(RichText) for word in text.markedWords()]


def test_the_heading_names_the_conversation(qtbot: QtBot, view: ConversationView) -> None:
    show(qtbot, view, BREAD, 1)
    assert view.heading.title.text() == "Sourdough schedule"
    assert view.heading.meta.text() == "14 Mar 2024 · 3 messages · gpt-4o"
    assert view.conversationId() == 1


def test_the_hit_is_in_view_and_the_only_one_marked_as_such(
    qtbot: QtBot, view: ConversationView
) -> None:
    turns = long_conversation(60)
    show(qtbot, view, turns, 40)
    hit = message(view, 40)
    assert hit.isHit()
    assert sum(m.isHit() for m in view.transcript.messages()) == 1
    assert 0 <= top_in_view(view, hit) < view.transcript.viewport().height() // 2


def test_a_mark_deep_in_a_long_message_is_in_view(qtbot: QtBot, view: ConversationView) -> None:
    long = memory(1, "\n\n".join(f"paragraph {n}" for n in range(300)) + "\n\nneedle here")
    show(qtbot, view, (BREAD[0], long, BREAD[2]), 1, "needle")
    text = next(t for t in message(view, 1).findChildren(RichText) if t.markedWords())
    at = top_in_view(view, text) + (text.markTop() or 0)
    assert 0 <= at < view.transcript.viewport().height()


def test_marks_survive_markdown(qtbot: QtBot, view: ConversationView) -> None:
    bold = memory(1, "I **named** it *Clint*: [Clint](https://example.org), not clinty.")
    show(qtbot, view, (bold,), 1, "named", "Clint")
    assert marked(message(view, 1)) == ["named", "Clint", "Clint"]


def test_marks_are_found_after_emoji_and_in_chinese(qtbot: QtBot, view: ConversationView) -> None:
    turns = (memory(1, "🥖🎉 starter"), memory(2, "**酵种**每四小时看一次"))
    show(qtbot, view, turns, 1, "starter", "酵种")
    assert marked(message(view, 1)) == ["starter"]
    assert marked(message(view, 2)) == ["酵种"]


def test_the_button_on_code_copies_all_of_it(qtbot: QtBot, view: ConversationView) -> None:
    code = "\n".join(f"line {n} = {'x' * 40}" for n in range(1000))
    show(qtbot, view, (memory(1, f"```python\n{code}\n```", "assistant"),))
    block = view.findChild(CodeBlock)
    assert block is not None
    qtbot.mouseClick(block.copyButton, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == code
    assert block.copyButton.accessibleName() == "Copied"


def test_long_code_shows_its_end_when_all_of_it_is_wanted(
    qtbot: QtBot, view: ConversationView
) -> None:
    code = "\n".join(f"line {n} = {'x' * 40}" for n in range(1000))
    show(qtbot, view, (memory(1, f"```\n{code}\n```"),))
    block = view.findChild(CodeBlock)
    assert block is not None
    assert "line 999 " not in block.editor.toPlainText()
    qtbot.mouseClick(block.moreButton, Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    assert block.editor.toPlainText() == code


def test_code_that_is_html_stays_code_however_long_it_is(
    qtbot: QtBot, view: ConversationView
) -> None:
    code = "\n".join(f"<b>line</b> {n} <i>{'x' * 40}</i>" for n in range(400))
    show(qtbot, view, (memory(1, f"```html\n{code}\n```"),))
    block = view.findChild(CodeBlock)
    assert block is not None and block.moreButton is not None
    qtbot.mouseClick(block.moreButton, Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    assert block.editor.toPlainText() == code


def test_thinking_opens_on_a_click_and_closes_again(qtbot: QtBot, view: ConversationView) -> None:
    show(qtbot, view, SURROUNDED)
    fold = next(f for f in message(view, 4).findChildren(Fold) if "Thinking" in f.line.text())
    assert fold.line.text() == "Thinking, 3 lines"
    height = message(view, 4).height()
    qtbot.mouseClick(fold.line, Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    assert "Compare them." in "".join(t.toPlainText() for t in fold.findChildren(RichText))
    assert message(view, 4).height() > height
    qtbot.mouseClick(fold.line, Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    assert message(view, 4).height() == height


def test_tools_and_attached_texts_are_one_line_until_opened(
    qtbot: QtBot, view: ConversationView
) -> None:
    show(qtbot, view, SURROUNDED)
    for id_, name in ((1, "Attached: flour-prices.csv"), (2, "browser")):
        fold = message(view, id_).fold
        assert fold is not None
        assert fold.line.visibleRegion().boundingRect() == fold.line.rect()
        assert fold.line.text() == name
        assert not fold.isOpen()
        fold.line.setFocus()
        qtbot.keyClick(fold.line, Qt.Key.Key_Space)
        assert fold.isOpen()


def test_a_hit_in_a_tool_message_is_open(qtbot: QtBot, view: ConversationView) -> None:
    show(qtbot, view, SURROUNDED, 2, "second")
    fold = message(view, 2).fold
    assert fold is not None and fold.isOpen()
    assert marked(message(view, 2)) == ["second"]


def test_links_open_on_a_click_and_only_on_the_web(
    qtbot: QtBot, view: ConversationView, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    show(qtbot, view, (memory(1, "[page](https://example.org/a)"),))
    text = view.findChild(RichText)
    assert text is not None
    assert opened == []
    text.anchorClicked.emit(QUrl("https://example.org/a"))
    text.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert opened == ["https://example.org/a"]


def test_a_hostile_line_is_cut_and_shown_whole_when_wanted(
    qtbot: QtBot, view: ConversationView
) -> None:
    show(qtbot, view, (memory(1, "x[*_`" * 12_000),))
    body = message(view, 1).body
    assert body is not None and body.moreButton is not None
    assert body.moreButton.text() == "Show all 60,000 characters"
    shown = sum(len(text.toPlainText()) for text in message(view, 1).findChildren(RichText))
    assert 20_000 <= shown < 25_000
    qtbot.mouseClick(body.moreButton, Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    texts = message(view, 1).findChildren(RichText)
    assert "".join(text.toPlainText() for text in texts) == "x[*_`" * 12_000


def test_more_is_asked_for_once_near_the_start(qtbot: QtBot, view: ConversationView) -> None:
    asked: list[tuple[int, bool]] = []
    view.moreWanted.connect(lambda id_, before: asked.append((id_, before)))
    turns = long_conversation(400)
    show(qtbot, view, turns[170:230], 200, first=170, total=400)
    assert asked == []
    bar = view.transcript.verticalScrollBar()
    bar.setValue(300)
    bar.setValue(200)
    assert asked == [(1, True)]


def test_earlier_messages_do_not_move_what_is_read(qtbot: QtBot, view: ConversationView) -> None:
    turns = long_conversation(400)
    show(qtbot, view, turns[170:230], 200, first=170, total=400)
    view.transcript.verticalScrollBar().setValue(100)
    read = message(view, 172)
    before = top_in_view(view, read)
    view.extend(turns[140:175], 140)
    settle(qtbot, view)
    assert [m.id for m in view.transcript.memories()[:33]] == list(range(140, 173))
    assert top_in_view(view, read) == before


def test_later_messages_are_added_once(qtbot: QtBot, view: ConversationView) -> None:
    turns = long_conversation(100)
    show(qtbot, view, turns[0:60], 50, first=0, total=100)
    view.extend(turns[50:80], 50)
    settle(qtbot, view)
    assert [m.id for m in view.transcript.memories()] == list(range(80))


def test_messages_far_from_view_are_dropped_and_asked_for_again(
    qtbot: QtBot, view: ConversationView
) -> None:
    turns = long_conversation(400)
    show(qtbot, view, turns[0:60], 0, first=0, total=400)
    for first in range(60, 240, 60):
        bar = view.transcript.verticalScrollBar()
        bar.setValue(bar.maximum())
        view.extend(turns[first : first + 60], first)
        settle(qtbot, view)
    ids = [m.id for m in view.transcript.memories()]
    assert ids == list(range(ids[0], 240))
    assert ids[0] > 0
    assert view.loadedRange() == (ids[0], 240)
    asked: list[bool] = []
    view.moreWanted.connect(lambda _, before: asked.append(before))
    view.transcript.verticalScrollBar().setValue(0)
    assert True in asked


def test_another_hit_of_the_same_window_is_scrolled_to(
    qtbot: QtBot, view: ConversationView
) -> None:
    turns = long_conversation(60)
    show(qtbot, view, turns, 10)
    kept = message(view, 45)
    show(qtbot, view, turns, 45)
    assert message(view, 45) is kept
    assert kept.isHit()
    assert 0 <= top_in_view(view, kept) < view.transcript.viewport().height()


def test_the_card_is_above_the_hit_and_in_view(qtbot: QtBot, view: ConversationView) -> None:
    card = QFrame()
    card.setMinimumHeight(120)
    view.setTopWidget(card)
    turns = long_conversation(60)
    card.show()
    show(qtbot, view, turns, 30)
    assert top_in_view(view, card) >= 0
    assert top_in_view(view, card) + card.height() <= top_in_view(view, message(view, 30))
    assert view.heading.why.isChecked()


def test_why_here_says_what_is_wanted_and_follows_the_card(
    qtbot: QtBot, view: ConversationView
) -> None:
    card = QFrame()
    view.setTopWidget(card)
    show(qtbot, view, BREAD, 1)
    wanted: list[bool] = []
    view.whyToggled.connect(wanted.append)
    view.whyToggled.connect(card.setVisible)
    card.hide()
    assert not view.heading.why.isChecked()
    qtbot.mouseClick(view.heading.why, Qt.MouseButton.LeftButton)
    assert wanted == [True]
    assert view.heading.why.isChecked()
    card.hide()
    assert not view.heading.why.isChecked()


def copy(view: ConversationView, text: str) -> str:
    QGuiApplication.clipboard().clear()
    next(a for a in view.heading.menu.actions() if a.text() == text).trigger()
    return QGuiApplication.clipboard().text()


def test_the_copy_menu_copies_message_and_conversation(
    qtbot: QtBot, view: ConversationView
) -> None:
    show(qtbot, view, BREAD, 1)
    assert copy(view, "Copy message").startswith("I finally named my starter Clint Yeastwood.")
    assert copy(view, "Copy message as Markdown") == BREAD[1].content
    whole = copy(view, "Copy conversation as Markdown")
    assert whole.startswith("# Sourdough schedule\n")
    assert whole.count("\n## You · ") == 2
    assert BREAD[2].content in whole


def test_a_click_with_the_other_button_opens_the_menu_of_the_message_under_it(
    qtbot: QtBot, view: ConversationView
) -> None:
    show(qtbot, view, BREAD, 1)
    message = view.transcript.messages()[2]
    text = message.findChild(QTextBrowser)
    assert text is not None
    place = text.viewport().rect().center()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, place, text.viewport().mapToGlobal(place)
    )
    QApplication.sendEvent(text.viewport(), event)
    assert view.heading.menu.isVisible()
    view.heading.menu.hide()
    current = view.transcript.current()
    assert current is not None and current.id == BREAD[2].id


def test_a_conversation_that_is_not_loaded_is_asked_for(
    qtbot: QtBot, view: ConversationView
) -> None:
    show(qtbot, view, BREAD, 1, total=10)
    with qtbot.waitSignal(view.copyConversationWanted) as asked:
        assert copy(view, "Copy conversation as Markdown") == ""
    assert asked.args == [1]
    view.copyConversation(conversation(), BREAD)
    assert QGuiApplication.clipboard().text().startswith("# Sourdough schedule")


def test_a_click_or_keys_choose_the_message_to_copy(qtbot: QtBot, view: ConversationView) -> None:
    show(qtbot, view, BREAD, 1)
    chosen: list[int] = []
    view.messageSelected.connect(chosen.append)
    qtbot.mouseClick(message(view, 0), Qt.MouseButton.LeftButton, pos=QPoint(6, 20))
    assert copy(view, "Copy message as Markdown") == BREAD[0].content
    view.transcript.setFocus()
    qtbot.keyClick(view.transcript, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(view.transcript, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("I finally named my starter Clint")
    assert chosen == [0, 1]


def test_selected_text_is_what_ctrl_c_copies(qtbot: QtBot, view: ConversationView) -> None:
    show(qtbot, view, BREAD, 1)
    text = message(view, 1).findChild(RichText)
    assert text is not None
    text.setFocus()
    qtbot.keyClick(text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == text.toPlainText()


def test_a_new_day_is_announced_between_messages(qtbot: QtBot, view: ConversationView) -> None:
    day = 24 * 3600 * 1000
    first, second = BREAD[0], memory(1, "later", created_at=(BREAD[0].created_at or 0) + day)
    show(qtbot, view, (first, second, memory(2, "same day", created_at=second.created_at)))
    labels = [
        [child.text() for child in m.findChildren(QWidget) if hasattr(child, "text")]
        for m in view.transcript.messages()
    ]
    assert "Friday, 15 March 2024" in labels[1]
    assert not any("March" in str(text) for text in labels[0] + labels[2])


def test_the_theme_changes_live(qtbot: QtBot, view: ConversationView, look: object) -> None:
    show(qtbot, view, BREAD, 1)
    text = message(view, 1).findChild(RichText)
    assert text is not None
    look.setTextScale(1.5)  # type: ignore[attr-defined]
    settle(qtbot, view)
    assert text.document().defaultFont().pixelSize() == round(13 * 1.5)
    assert text.height() >= text.document().size().height()


def test_a_note_is_shown_without_a_conversation(qtbot: QtBot, view: ConversationView) -> None:
    note = memory(7, "Flour at the mill", source="clipboard", conversation_id=None, type="note")
    view.showNote(note, ((0, 5),))
    settle(qtbot, view)
    assert view.conversationId() is None
    assert view.heading.title.text() == "Note"
    assert marked(message(view, 7)) == ["Flour"]
    actions = {a.text(): a.isVisible() for a in view.heading.menu.actions()}
    assert not actions["Copy conversation as Markdown"]


def test_nothing_selected_says_so(qtbot: QtBot, view: ConversationView) -> None:
    show(qtbot, view, BREAD, 1)
    view.showNothing()
    assert view.empty.isVisible()
    assert view.conversationId() is None


def test_loading_is_only_said_when_it_takes_long(qtbot: QtBot, view: ConversationView) -> None:
    view.showLoading()
    show(qtbot, view, BREAD, 1)
    qtbot.wait(350)
    assert view.transcript.isVisible()
    view.showLoading()
    assert view.transcript.isVisible()
    qtbot.waitUntil(lambda: not view.transcript.isVisible(), timeout=2000)


def test_an_error_says_what_happened(view: ConversationView) -> None:
    view.showError("The vault is locked.", "BusyError")
    assert view.message.isVisible()
    assert view.message.text() == "The vault is locked."


def test_folds_code_buttons_and_links_are_reached_with_the_tab_key(
    qtbot: QtBot, view: ConversationView
) -> None:
    rich = memory(
        1, "[a](https://example.org)\n\n```\nx\n```", "assistant", extra={"thinking": "Hm."}
    )
    show(qtbot, view, (rich,))
    view.window().activateWindow()
    view.transcript.setFocus()
    reached = set()
    for _ in range(8):
        widget = view.window().focusWidget()
        reached.add(type(widget).__name__)
        qtbot.keyClick(widget, Qt.Key.Key_Tab)
    assert {"_Line", "RichText", "IconButton"} <= reached


def test_the_transcript_shows_that_it_has_the_keyboard(
    qtbot: QtBot, view: ConversationView
) -> None:
    show(qtbot, view, SURROUNDED)
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.transcript.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.transcript.ring.isVisible()
    assert view.transcript.ring.size() == view.transcript.size()
    view.heading.copy.setFocus(Qt.FocusReason.TabFocusReason)
    assert not view.transcript.ring.isVisible()
    view.transcript.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not view.transcript.ring.isVisible()


def test_signs_that_turn_the_direction_do_not_reach_the_transcript(
    qtbot: QtBot, view: ConversationView
) -> None:
    written = "is \u202eadmin\u202c &#8238;now\n\n```\nx = \u2066'a'\u2069\n```\n"
    show(qtbot, view, (memory(1, written, "assistant"),), 1, "now")
    shown = [
        text.toPlainText()
        for text in view.transcript.messages()[0].findChildren(QTextEdit)
        if text.isVisible()
    ]
    assert shown == ["is admin now", "x = 'a'"]


def test_a_click_leaves_no_ring_even_after_a_menu(qtbot: QtBot, view: ConversationView) -> None:
    show(qtbot, view, BREAD, 1)
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.transcript.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not view.transcript.ring.isVisible()
    view.heading.why.setFocus(Qt.FocusReason.PopupFocusReason)
    view.transcript.setFocus(Qt.FocusReason.PopupFocusReason)
    assert not view.transcript.ring.isVisible()
    view.transcript.clearFocus()
    view.transcript.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.transcript.ring.isVisible()
    view.heading.why.setFocus(Qt.FocusReason.PopupFocusReason)
    view.transcript.setFocus(Qt.FocusReason.PopupFocusReason)
    assert view.transcript.ring.isVisible()
