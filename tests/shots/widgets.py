"""Every shared control in every state."""

from __future__ import annotations

from itertools import count

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.desktop.theme.palette import SOURCE_COLOURS
from memdesk.desktop.widgets.buttons import IconButton, PlainButton, PrimaryButton, QuietButton
from memdesk.desktop.widgets.chip import Chip, ChipValue, MenuChip, RemovableChip
from memdesk.desktop.widgets.empty_state import EmptyState
from memdesk.desktop.widgets.labels import ElidedLabel, hairline, label
from memdesk.desktop.widgets.message_bar import MessageBar
from memdesk.desktop.widgets.progress_row import ProgressRow
from memdesk.desktop.widgets.rail import NavigationRail, RailEntry
from memdesk.desktop.widgets.score_bar import ScoreBar
from memdesk.desktop.widgets.search_field import SearchField
from memdesk.desktop.widgets.source_badge import SourceBadge
from memdesk.desktop.widgets.toast import Toast
from memdesk.retrieval.explanation import Contribution, Explanation
from tests.shots.registry import shot

RAIL = (
    RailEntry("search", "Search", "search", "Ctrl+1"),
    RailEntry("import", "Import", "arrow-down-to-line", "Ctrl+2"),
    RailEntry("about", "About memdesk", "info", bottom=True, pane=False),
)


@shot("widgets-gallery", size=(1280, 900))
def gallery() -> QWidget:
    return _gallery()


@shot("widgets-gallery-200", size=(1440, 1500), text_scale=2.0)
def gallery_large() -> QWidget:
    return _gallery()


def _gallery() -> QWidget:
    page = QWidget()
    page.setProperty("surface", "window")
    page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    across = QHBoxLayout(page)
    across.setContentsMargins(0, 0, 0, 0)
    for labelled in (False, True):
        rail = NavigationRail(RAIL)
        rail.setLabelled(labelled)
        rail.setCurrent("import" if labelled else "search")
        rail.setNews("import", "An export waits")
        across.addWidget(rail)
    column = QVBoxLayout()
    column.setContentsMargins(20, 14, 20, 20)
    column.setSpacing(12)
    across.addLayout(column, 1)
    field = SearchField("Search your memories")
    field.setText("what did I name my starter last year")
    field.setUnderstood("understood: 2024 · said by you")
    column.addWidget(field)
    column.addWidget(SearchField("Search your memories"))
    column.addLayout(_row(*_chips()))
    column.addLayout(_row(*_buttons()))
    column.addLayout(_row(*map(SourceBadge, (*SOURCE_COLOURS, "another"))))
    column.addWidget(label("Head: Sourdough schedule 面包和酵母 🍞", "head"))
    column.addWidget(label("Title: Sourdough schedule", "title"))
    column.addWidget(label("Body: 0123456789 I finally named my starter Clint. عربي עברית"))
    column.addWidget(label("Meta: You · 14 Mar 2024", "meta", "secondary"))
    column.addWidget(label("Faint: 218,402 searched", "meta", "faint"))
    column.addWidget(label("feed   08:00   20 g starter  100 g flour", "mono"))
    elided = ElidedLabel("A long title that does not fit into the room it has been given here")
    elided.setFixedWidth(240)
    column.addWidget(elided)
    column.addWidget(hairline())
    for bar in _bars():
        column.addWidget(bar)
    for message in _messages():
        column.addWidget(message)
    ticks = count(0, 2)
    progress = ProgressRow("Reading conversations.json", clock=lambda: next(ticks))
    progress.setProgress(584, 9811)
    progress.setProgress(1204, 9811)
    column.addWidget(progress)
    column.addStretch(1)
    toast = Toast(page)
    toast.say("Moved 3 memories to the trash", "Undo", lambda: None)
    return page


@shot("widgets-empty-state", size=(900, 600))
def empty() -> QWidget:
    state = EmptyState("search", "No conversation is open", "Choose a result to read it here.")
    state.setProperty("surface", "window")
    state.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    state.addButton("Open search", primary=True)
    state.addButton("Import a file")
    return state


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(6)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row


def _chips() -> list[QWidget]:
    source = MenuChip("Source")
    source.setValues([ChipValue("ChatGPT 31"), ChipValue("Claude 8")])
    role = MenuChip("Role")
    role.setDetail("You 22")
    on = Chip("Month")
    on.setChecked(True)
    focused = Chip("Focused")
    focused.hasFocus = lambda: True  # type: ignore[method-assign]
    return [RemovableChip("2024"), source, role, on, Chip("Week"), MenuChip("Type"), focused]


def _buttons() -> list[QWidget]:
    off = PlainButton("Unavailable")
    off.setEnabled(False)
    checked = PlainButton("Why here")
    checked.setCheckable(True)
    checked.setChecked(True)
    icon_on = IconButton("search", "Find", checkable=True)
    icon_on.setChecked(True)
    return [
        PrimaryButton("Import"),
        PlainButton("Edit"),
        checked,
        off,
        QuietButton("Copy details"),
        IconButton("copy", "Copy"),
        icon_on,
        IconButton("x", "Close"),
    ]


def _bars() -> list[ScoreBar]:
    bars = []
    for values in (
        {"keyword": 0.38, "meaning": 0.26, "conversation": 0.14, "author": 0.1, "time": 0.04},
        {"keyword": 0.22, "meaning": 0.2, "personal": 0.1, "penalty": -0.14},
        {"meaning": 0.01},
    ):
        bar = ScoreBar()
        bar.setExplanation(
            Explanation(
                tuple(
                    Contribution(group, group, value, value, 1.0, value)  # type: ignore[arg-type]
                    for group, value in values.items()
                )
            )
        )
        bars.append(bar)
    return bars


def _messages() -> list[MessageBar]:
    plain, warning, danger = MessageBar(), MessageBar(), MessageBar()
    plain.say("information", "96 % of your memories can be found by meaning; 40 minutes left.")
    plain.addAction("Pause")
    warning.say("warning", "12 messages in conversations.json could not be read.", "…")
    danger.say(
        "danger",
        "The disk is full. Nothing was lost: 1,204 conversations are in the vault, the other "
        "8,607 are not. Free some space and import the file again.",
        "OSError",
    )
    return [plain, warning, danger]
