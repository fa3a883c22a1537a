"""From an export dropped on the window to an explained answer."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from memdesk.desktop.search.result_list import ResultList
from memdesk.vault import imports, stats
from memdesk.vault.store import Vault
from tests.e2e.conftest import Start
from tests.e2e.exports import chatgpt_zip

MESSAGES = 439


def test_an_export_dropped_on_the_window_becomes_an_explained_answer(
    start: Start, tmp_path: Path
) -> None:
    path = tmp_path / "new.memdesk"
    person = start(path)
    window = person.window
    person.waits_for(lambda: window.search.vault.isVisible())

    person.drops(chatgpt_zip(tmp_path))
    person.waits_for(lambda: person.sees(f"Ready to import {MESSAGES} messages"))
    person.clicks("Import")
    person.waits_for(lambda: person.sees("Report", window.importing))
    assert person.sees("chatgpt-2025-11-23.zip", window.importing)
    with Vault(path) as seen:
        assert seen.read(stats.stats).memories == MESSAGES

    person.clicks("Search it")
    person.waits_for(lambda: not window.search.vault.isVisible())
    assert window.search.field.line.hasFocus()
    person.types("吊车")
    person.waits_for(person.results)
    person.presses(Qt.Key.Key_Backspace)
    person.presses(Qt.Key.Key_Backspace)
    person.types("192.168.1.47")
    person.waits_for(lambda: person.results() and "192.168.1.47" in person.results()[0].content)
    first = person.results()[0]
    assert [first.content[a:b] for a, b in first.marks]

    person.presses(Qt.Key.Key_Return)
    person.presses(Qt.Key.Key_Return)
    person.waits_for(person.sees_the_hit)
    hit = person.hit()
    assert hit is not None
    assert hit.memory.id == first.id
    breakdown = window.search.answer.breakdown
    assert breakdown.isVisible()
    assert sum(c.value for c in first.explanation.contributions) == first.score
    assert person.sees(f"{first.score:.2f}", breakdown)


def test_down_and_enter_open_the_conversation_at_the_hit(start: Start, vault: Path) -> None:
    person = start(vault)
    found = person.searches("Where did Haoran propose?")
    assert len(found) > 3
    person.presses(Qt.Key.Key_Down)
    person.presses(Qt.Key.Key_Down)
    person.presses(Qt.Key.Key_Return)
    third = found[2]
    person.waits_for(lambda: (hit := person.hit()) is not None and hit.memory.id == third.id)
    person.waits_for(person.sees_the_hit)
    assert person.sees(third.title, person.window.conversation)
    with Vault(vault) as seen:
        counted = seen.read(
            lambda db: db.execute("SELECT access_count FROM memory WHERE id = ?", (third.id,)).get
        )
    assert counted == 1


def test_a_hit_far_down_in_a_long_conversation_is_scrolled_into_view(
    start: Start, vault: Path
) -> None:
    person = start(vault)
    with Vault(vault) as seen:
        conversation, _ = seen.read(
            lambda db: (
                db.execute(
                    "SELECT conversation_id, max(position) AS last FROM memory"
                    " WHERE conversation_id IS NOT NULL GROUP BY 1 ORDER BY last DESC LIMIT 1"
                ).get
            )
        )
        text = seen.read(
            lambda db: (
                db.execute(
                    "SELECT content FROM memory WHERE conversation_id = ? AND role = 'user'"
                    " ORDER BY position DESC LIMIT 1",
                    (conversation,),
                ).get
            )
        )
    found = person.searches(text[:80])
    assert found[0].conversation_id == conversation
    person.presses(Qt.Key.Key_Return)
    person.waits_for(person.sees_the_hit)


def test_space_and_why_here_show_and_hide_the_breakdown(start: Start, vault: Path) -> None:
    person = start(vault)
    person.searches("Which antibiotic am I allergic to?")
    window, card = person.window, person.window.search.answer.breakdown
    person.waits_for(lambda: window.conversation.heading.why.isVisible())
    person.waits_for(card.isVisible)
    window.search.answer.results.setFocus()
    person.presses(Qt.Key.Key_Space)
    assert not card.isVisible()
    person.presses(Qt.Key.Key_Space)
    assert card.isVisible()
    person.clicks(window.conversation.heading.why)
    assert not card.isVisible()
    person.clicks(window.conversation.heading.why)
    assert card.isVisible()


def test_a_click_on_a_card_shows_its_conversation_without_counting(
    start: Start, vault: Path
) -> None:
    person = start(vault)
    found = person.searches("Who is afraid of flying?")
    listed: ResultList = person.window.search.answer.results
    place = listed.visualRect(listed.model().index(1, 0)).center()
    person.clicks_at(listed.viewport(), place)
    person.waits_for(lambda: (hit := person.hit()) is not None and hit.memory.id == found[1].id)
    with Vault(vault) as seen:
        counted = seen.read(lambda db: db.execute("SELECT sum(access_count) FROM memory").get)
    assert counted == 0


def test_a_question_in_chinese_finds_the_chinese_memory_with_its_words_marked(
    start: Start, vault: Path
) -> None:
    person = start(vault)
    found = person.searches("博饼的状元奖品是什么？")
    best = found[0]
    marked = {best.content[a:b] for a, b in best.marks}
    assert any("博饼" in text or "状元" in text for text in marked)
    person.waits_for(person.sees_the_hit)
    hit = person.hit()
    assert hit is not None
    # The words are marked once the text is laid out, a moment after it is seen.
    person.waits_for(lambda: hit.markTop() is not None)


def test_importing_the_same_export_again_adds_nothing(start: Start, vault: Path) -> None:
    person = start(vault)
    archive = chatgpt_zip(vault.parent)
    person.drops(archive)
    person.waits_for(lambda: person.sees("Everything in it is known already"))
    person.clicks("Import again")
    person.waits_for(lambda: person.sees("Report", person.window.importing))
    with Vault(vault) as seen:
        last = seen.read(imports.runs)[0]
        assert seen.read(stats.stats).memories == 733
    assert (last.messages, last.added, last.unchanged) == (MESSAGES, 0, MESSAGES)


def test_files_given_at_the_start_are_previewed(start: Start, tmp_path: Path) -> None:
    person = start(tmp_path / "new.memdesk", chatgpt_zip(tmp_path))
    person.waits_for(lambda: person.sees(f"Ready to import {MESSAGES} messages"))
    assert person.button("Import").hasFocus()
