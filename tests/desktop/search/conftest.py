"""A search pane in a window of its own, with the focus in its field."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from memdesk.desktop.search.pane import SearchPane
from memdesk.retrieval import profiles


@pytest.fixture
def pane(qtbot: QtBot) -> SearchPane:
    made = SearchPane()
    qtbot.addWidget(made)
    made.setProfiles([profiles.load(name) for name in profiles.names()])
    made.resize(1224, 800)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.field.setFocus()
    return made
