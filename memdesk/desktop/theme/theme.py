"""The theme in use: follows the system or the user's choice, and changes live.

One theme belongs to the application. When it changes, Qt sends every widget a style change, so a
widget that keeps colours, fonts or layouts of its own renews them in ``changeEvent``; one that
asks :func:`current` while painting needs nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from memdesk.desktop.theme import fonts
from memdesk.desktop.theme.metrics import LARGEST_SCALE, SMALLEST_SCALE, TextRole
from memdesk.desktop.theme.palette import DARK, LIGHT, Palette
from memdesk.desktop.theme.stylesheet import stylesheet
from memdesk.settings import Theme as Choice

_NAME = "memdesk-theme"


class Theme(QObject):
    """Palette, fonts and sizes of the running application."""

    changed = Signal()

    def __init__(self, application: QApplication, choice: Choice, text_scale: float) -> None:
        super().__init__(application)
        self.setObjectName(_NAME)
        self._application = application
        self._choice: Choice = choice
        self._scale = _within_bounds(text_scale)
        self._fonts: dict[tuple[TextRole, bool | None], QFont] = {}
        self._colours: dict[str, QColor] = {}
        fonts.load()
        application.setStyle(QStyleFactory.create("Fusion"))
        application.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._tell_platform()
        self._apply()

    @property
    def palette(self) -> Palette:
        """The colours in use."""
        return DARK if self.dark else LIGHT

    @property
    def dark(self) -> bool:
        """Whether the dark palette is in use."""
        if self._choice == "system":
            return self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._choice == "dark"

    @property
    def choice(self) -> Choice:
        """What the user chose."""
        return self._choice

    @property
    def textScale(self) -> float:
        """Factor on every size that goes with text, 1 being the standard."""
        return self._scale

    def choose(self, choice: Choice) -> None:
        """Follow the system, or stay light or dark."""
        if choice != self._choice:
            self._choice = choice
            self._tell_platform()
            self._apply()

    def setTextScale(self, scale: float) -> None:
        """Set the size of all text, within 0.8 and 2."""
        scale = _within_bounds(scale)
        if scale != self._scale:
            self._scale = scale
            self._fonts.clear()
            self._apply()

    def px(self, size: float) -> int:
        """A size of the drawing at the text scale in use, in whole pixels."""
        return round(size * self._scale)

    def font(self, role: TextRole, *, semibold: bool | None = None) -> QFont:
        """The font of a role in the size in use; copy it before changing it."""
        made = self._fonts.get((role, semibold))
        if made is None:
            made = fonts.font(role, self._scale, semibold=semibold)
            self._fonts[role, semibold] = made
        return made

    def colour(self, role: str) -> QColor:
        """The colour of a palette role; copy it before changing it."""
        made = self._colours.get(role)
        if made is None:
            made = QColor(getattr(self.palette, role))
            self._colours[role] = made
        return made

    def _follow_system(self) -> None:
        if self._choice == "system":
            self._apply()

    def _tell_platform(self) -> None:
        """Let title bars and the system's own dialogs agree with the choice."""
        hints = self._application.styleHints()
        if self._choice == "system":
            hints.unsetColorScheme()
        else:
            dark = self._choice == "dark"
            hints.setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)

    def _apply(self) -> None:
        self._colours.clear()
        self._application.setPalette(_qt_palette(self.palette))
        self._application.setFont(self.font("body"))
        self._application.setStyleSheet(stylesheet(self.palette, self._scale))
        self.changed.emit()


def install(application: QApplication, choice: Choice = "system", text_scale: float = 1.0) -> Theme:
    """Give the application its theme, or set the one it has.

    :raises fonts.FontError: the program's own fonts are missing.
    """
    theme = application.findChild(Theme, _NAME)
    if theme is None:
        return Theme(application, choice, text_scale)
    theme.choose(choice)
    theme.setTextScale(text_scale)
    return theme


def current() -> Theme:
    """The application's theme; :func:`install` must have been called."""
    application = QApplication.instance()
    theme = application.findChild(Theme, _NAME) if application is not None else None
    if theme is None:
        raise RuntimeError("no theme is installed; call memdesk.desktop.theme.theme.install first")
    return theme


def restyles(event: QEvent) -> bool:
    """Whether ``changeEvent`` got an event after which colours and sizes must be renewed."""
    return event.type() == QEvent.Type.StyleChange


def _within_bounds(scale: float) -> float:
    return min(max(scale, SMALLEST_SCALE), LARGEST_SCALE)


def _qt_palette(palette: Palette) -> QPalette:
    role = QPalette.ColorRole
    colours = {
        role.Window: palette.window,
        role.WindowText: palette.text,
        role.Base: palette.surface,
        role.AlternateBase: palette.raised,
        role.Text: palette.text,
        role.PlaceholderText: palette.faint,
        role.Button: palette.surface,
        role.ButtonText: palette.text,
        role.BrightText: palette.danger,
        role.Highlight: palette.accent,
        role.HighlightedText: palette.on_accent,
        role.ToolTipBase: palette.raised,
        role.ToolTipText: palette.text,
        role.Link: palette.accent,
        role.LinkVisited: palette.accent,
        role.Light: palette.raised,
        role.Midlight: palette.hairline,
        role.Mid: palette.control,
        role.Dark: palette.control,
        role.Shadow: palette.shadow,
        role.Accent: palette.accent,
    }
    qt_palette = QPalette()
    for qt_role, colour in colours.items():
        qt_palette.setColor(qt_role, QColor(colour))
    disabled = QPalette.ColorGroup.Disabled
    for qt_role in (role.WindowText, role.Text, role.ButtonText):
        qt_palette.setColor(disabled, qt_role, QColor(palette.faint))
    return qt_palette
