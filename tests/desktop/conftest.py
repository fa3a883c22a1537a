"""Every desktop test runs with the light theme at normal size, in British English."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from memdesk.desktop.theme import theme
from memdesk.desktop.theme.theme import Theme


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> Iterator[Theme]:
    """The application's theme; choices made by a test end with it."""
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    yield theme.install(qapp, "light", 1.0)
    theme.install(qapp, "light", 1.0)
    QLocale.setDefault(before)
