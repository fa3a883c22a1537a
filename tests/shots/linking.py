"""Suggested links: the notice, the page, and what becomes of a card."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from memdesk.desktop.importing.pane import ImportPane
from memdesk.desktop.linking.suggested import End, Suggested, Waiting
from memdesk.vault.link_suggestions import Suggestion
from memdesk.vault.records import Memory
from tests.shots import samples
from tests.shots.importing import HISTORY, SMALL, in_state, report
from tests.shots.registry import shot

_TALKS = (
    ("The router", "My router's address is 192.168.1.47 now.", "chatgpt", "user"),
    ("Network at home", "My router's address is 192.168.1.1.", "claude", "user"),
    (
        "去厦门的路线和酵种的照顾办法以及很多别的事情的一个特别特别长的标题，后面还有更多的字",
        "As I said, the starter is fed at seven in the morning and at nine in the evening, with "
        "the same weight of rye flour and water each time, and it stands beside the boiler until "
        "it has doubled, which takes about four hours in winter and not quite three in summer.",
        "chatgpt",
        "user",
    ),
    ("", "酵种早上七点喂一次，晚上九点喂一次。", "notes", "user"),
    ("Berths", "See [[berth_count]] for `berth_count(pier)` and what it leaves out.", "claude",
     "assistant"),
    ("berth_count", "# berth_count\n\nCounts **free** berths of a pier.", "notes", "user"),
)  # fmt: skip
_KINDS = (
    ("supersedes", "It says the same with another figure or word, later.", 0.9),
    ("related", "It points back to what was said before.", 0.6),
    ("related", "It names “berth_count” in double brackets.", 0.9),
)


def _end(number: int) -> End:
    title, content, source, role = _TALKS[number % len(_TALKS)]
    return End(
        Memory(
            number, f"m{number}", "episodic", role, None, content, "markdown", None, 0, 0, None,
            source, None, None, 0.5, False, samples.local(2024, 3, 14 - number % 9), None, None,
            None, None, 0, None, 0, None, (), {},
        ),
        title,
    )  # fmt: skip


def waiting(count: int = 3, total: int | None = None) -> Waiting:
    """So many suggestions of the three kinds."""
    made = []
    for number in range(count):
        kind, reason, score = _KINDS[number % 3]
        source, target = 2 * number, 2 * number + 1
        made.append(
            Suggested(
                Suggestion(number + 1, source, target, kind, reason, score, "open"),
                _end(source),
                _end(target),
            )
        )
    return Waiting(count if total is None else total, tuple(made))


def looking(shown: Waiting) -> ImportPane:
    """The pane while suggested links are looked through."""
    pane = in_state("showReports", [report(issues=())])
    pane.setSuggestedLinks(shown.total)
    pane.notice.clicked.emit()
    pane.links.setWaiting(shown)
    return pane


@shot("linking-notice-report")
def notice_report() -> QWidget:
    pane = in_state("showReports", [report(issues=())])
    pane.setSuggestedLinks(12)
    return pane


@shot("linking-notice-idle-900x600", size=SMALL)
def notice_idle() -> QWidget:
    pane = in_state("showIdle", HISTORY)
    pane.setSuggestedLinks(1)
    return pane


@shot("linking-notice-200", size=SMALL, text_scale=2.0)
def notice_large_text() -> QWidget:
    return notice_report()


@shot("linking-page", settle_ms=200)
def page() -> QWidget:
    return looking(waiting())


@shot("linking-page-answered", settle_ms=200)
def answered() -> QWidget:
    pane = looking(waiting(4, 12))
    pane.show()
    while pane.links._list.slices.busy():
        pane.links._list.slices.run()
    pane.links.setAnswered(1, "accepted")
    pane.links.setAnswered(2, "dismissed")
    pane.setSuggestedLinks(10)
    return pane


@shot("linking-page-900x600", size=SMALL, settle_ms=200)
def page_small() -> QWidget:
    return looking(waiting())


@shot("linking-page-200", size=SMALL, text_scale=2.0, settle_ms=200)
def page_large_text() -> QWidget:
    return looking(waiting())


@shot("linking-page-none", size=SMALL)
def page_none() -> QWidget:
    return looking(Waiting(0, ()))
