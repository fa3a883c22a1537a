"""The Qt style sheet, made from the palette and the text scale."""

from __future__ import annotations

from memdesk.desktop.theme import metrics
from memdesk.desktop.theme.metrics import SEMIBOLD_ROLES, TEXT_SIZES
from memdesk.desktop.theme.palette import Palette


def stylesheet(palette: Palette, scale: float) -> str:
    """Rules for every standard control.

    Labels take a text role from their property ``textRole`` (``head``, ``title``, ``meta``,
    ``tag``, ``mono``) and a tone from ``tone`` (``secondary``, ``faint``, ``accent``, …).
    Push buttons take ``kind`` (``plain``, ``primary``, ``quiet``, ``link``), frames ``surface``
    (``card``, ``raised``, ``popup``, ``panel``).
    """
    return "\n".join(
        (
            _texts(palette, scale),
            _buttons(palette, scale),
            _fields(palette, scale),
            _surfaces(palette, scale),
            _menus(palette, scale),
            _scroll_bars(palette, scale),
        )
    )


def _px(size: float, scale: float) -> str:
    return f"{round(size * scale)}px"


def _texts(palette: Palette, scale: float) -> str:
    rules = []
    for role, size in TEXT_SIZES.items():
        weight = 600 if role in SEMIBOLD_ROLES else 400
        family = ' font-family: "JetBrains Mono", monospace;' if role == "mono" else ""
        rules.append(
            f'QLabel[textRole="{role}"] {{ font-size: {_px(size, scale)};'
            f" font-weight: {weight};{family} }}"
        )
    rules.append('QLabel[strong="true"] { font-weight: 600; }')
    for tone in ("secondary", "faint", "accent", "danger", "warning", "success"):
        rules.append(f'QLabel[tone="{tone}"] {{ color: {getattr(palette, tone)}; }}')
    rules.append("QLabel { background: transparent; }")
    return "\n".join(rules)


def _buttons(palette: Palette, scale: float) -> str:
    height, radius = (_px(n, scale) for n in (metrics.BUTTON_HEIGHT - 2, metrics.RADIUS_BUTTON))
    return f"""
QPushButton {{
    min-height: {height}; padding: 0 {_px(10, scale)}; border-radius: {radius};
    font-size: {_px(12, scale)}; color: {palette.text}; outline: none;
    background: {palette.surface}; border: 1px solid {palette.control};
}}
QPushButton:hover {{ background: {palette.hover}; }}
QPushButton:pressed {{ background: {palette.hairline}; }}
QPushButton:focus {{ border: 2px solid {palette.accent}; padding: 0 {_px(9, scale)};
    min-height: {_px(metrics.BUTTON_HEIGHT - 4, scale)}; }}
QPushButton:disabled {{ color: {palette.faint}; background: {palette.window};
    border-color: {palette.hairline}; }}
QPushButton:checked {{ background: {palette.soft_accent}; color: {palette.accent};
    border-color: {palette.soft_accent}; }}
QPushButton[kind="primary"] {{ background: {palette.accent}; color: {palette.on_accent};
    border-color: {palette.accent}; font-weight: 600; }}
QPushButton[kind="primary"]:hover {{ background: {_mix(palette.accent, palette.text, 0.12)}; }}
QPushButton[kind="primary"]:pressed {{ background: {_mix(palette.accent, palette.text, 0.24)}; }}
QPushButton[kind="primary"]:focus {{ border: 2px solid {palette.text}; }}
QPushButton[kind="primary"]:disabled {{ background: {palette.hairline}; color: {palette.faint};
    border-color: {palette.hairline}; }}
QPushButton[kind="quiet"] {{ background: transparent; border-color: transparent;
    color: {palette.accent}; padding: 0 {_px(6, scale)}; }}
QPushButton[kind="quiet"]:hover {{ background: {palette.soft_accent}; }}
QPushButton[kind="quiet"]:focus {{ border: 2px solid {palette.accent};
    padding: 0 {_px(5, scale)}; }}
QPushButton[kind="link"] {{ background: transparent; border: none; border-radius: 0;
    border-top: 2px solid transparent; border-bottom: 2px solid transparent;
    color: {palette.accent}; padding: 0;
    text-align: left; min-height: {_px(18, scale)}; }}
QPushButton[kind="link"][textRole="body"] {{ font-size: {_px(TEXT_SIZES["body"], scale)}; }}
QPushButton[kind="link"]:hover {{ text-decoration: underline; }}
QPushButton[kind="link"]:focus {{ border: none; border-top: 2px solid transparent;
    border-bottom: 2px solid {palette.accent}; padding: 0; min-height: {_px(18, scale)}; }}
QPushButton[kind="quiet"]:disabled {{ color: {palette.faint}; }}
"""


def _fields(palette: Palette, scale: float) -> str:
    return f"""
QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QSpinBox, QDoubleSpinBox, QDateEdit {{
    background: {palette.surface}; color: {palette.text};
    border: 1px solid {palette.control}; border-radius: {_px(metrics.RADIUS_BUTTON, scale)};
    padding: {_px(4, scale)} {_px(8, scale)};
    selection-background-color: {palette.accent}; selection-color: {palette.on_accent};
}}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QComboBox:focus, QSpinBox:focus,
QDoubleSpinBox:focus, QDateEdit:focus {{ border: 1px solid {palette.accent}; }}
QLineEdit[bare="true"], QTextEdit[bare="true"], QTextBrowser[bare="true"] {{
    background: transparent; border: none; padding: 0; }}
QLineEdit[textRole="title"] {{ font-size: {_px(15, scale)}; }}
QComboBox::drop-down {{ border: none; width: {_px(20, scale)}; }}
QComboBox QAbstractItemView {{ background: {palette.raised}; color: {palette.text};
    border: 1px solid {palette.hairline}; selection-background-color: {palette.soft_accent};
    selection-color: {palette.text}; outline: none; }}
QSlider::groove:horizontal {{ height: {_px(4, scale)}; border-radius: {_px(2, scale)};
    background: {palette.track}; }}
QSlider::sub-page:horizontal {{ background: {palette.accent}; border-radius: {_px(2, scale)}; }}
QSlider::handle:horizontal {{ width: {_px(12, scale)}; height: {_px(12, scale)};
    margin: -{_px(5, scale)} 0; border-radius: {_px(7, scale)};
    background: {palette.surface}; border: 2px solid {palette.accent}; }}
QSlider::handle:horizontal:focus {{ background: {palette.accent}; }}
QSlider:disabled::handle:horizontal {{ border-color: {palette.control}; }}
QProgressBar {{ background: {palette.track}; border: none; border-radius: {_px(3, scale)};
    min-height: {_px(6, scale)}; max-height: {_px(6, scale)}; }}
QProgressBar::chunk {{ background: {palette.accent}; border-radius: {_px(3, scale)}; }}
"""


def _surfaces(palette: Palette, scale: float) -> str:
    return f"""
QMainWindow, QDialog {{ background: {palette.window}; }}
QFrame[surface="card"] {{ background: {palette.surface}; border: 1px solid {palette.hairline};
    border-radius: {_px(metrics.RADIUS_CARD, scale)}; }}
QFrame[surface="raised"] {{ background: {palette.raised}; border: 1px solid {palette.hairline};
    border-radius: {_px(metrics.RADIUS_CARD, scale)}; }}
QFrame[surface="popup"] {{ background: {palette.raised}; border: 1px solid {palette.control};
    border-radius: {_px(metrics.RADIUS_FIELD, scale)}; }}
QFrame[surface="drop"] {{ background: {palette.surface};
    border: 2px dashed {palette.control}; border-radius: {_px(metrics.RADIUS_CARD, scale)}; }}
QFrame[surface="panel"], QWidget[surface="panel"] {{ background: {palette.surface};
    border: none; }}
QWidget[surface="window"] {{ background: {palette.window}; border: none; }}
QFrame[hairline="true"] {{ background: {palette.hairline}; border: none; }}
QListView, QTreeView, QTableView, QScrollArea {{ background: transparent; border: none;
    outline: none; }}
QTreeView::item, QTableView::item {{ padding: {_px(4, scale)}; }}
QTreeView::item:selected, QTableView::item:selected {{ background: {palette.soft_accent};
    color: {palette.text}; }}
QHeaderView::section {{ background: {palette.window}; color: {palette.secondary}; border: none;
    border-bottom: 1px solid {palette.hairline}; padding: {_px(4, scale)} {_px(8, scale)}; }}
QSplitter::handle {{ background: {palette.hairline}; }}
QSplitter::handle:hover {{ background: {palette.accent}; }}
QSplitter::handle:horizontal {{ width: 1px; }}
QSplitter::handle:vertical {{ height: 1px; }}
QStatusBar {{ background: {palette.window}; color: {palette.secondary}; }}
QStatusBar::item {{ border: none; }}
QToolTip {{ background: {palette.raised}; color: {palette.text};
    border: 1px solid {palette.control}; padding: {_px(4, scale)} {_px(6, scale)};
    font-size: {_px(12, scale)}; }}
"""


def _menus(palette: Palette, scale: float) -> str:
    # An indicator with a ground or a frame would get no tick: a sign in the palette's colours
    # would have to be a file. So Qt draws it, in the colour of the text.
    return f"""
QMenu {{ background: {palette.raised}; color: {palette.text};
    border: 1px solid {palette.control}; padding: {_px(4, scale)}; }}
QMenu::item {{ padding: {_px(5, scale)} {_px(20, scale)} {_px(5, scale)} {_px(10, scale)};
    border-radius: {_px(metrics.RADIUS_TAG, scale)}; margin: 1px {_px(2, scale)}; }}
QMenu::item:selected {{ background: {palette.soft_accent}; color: {palette.text}; }}
QMenu::item:disabled {{ color: {palette.faint}; }}
QMenu::separator {{ height: 1px; background: {palette.hairline};
    margin: {_px(4, scale)} {_px(8, scale)}; }}
QMenu::icon {{ padding-left: {_px(6, scale)}; }}
QMenu::indicator {{ width: {_px(14, scale)}; height: {_px(14, scale)};
    margin-left: {_px(6, scale)}; }}
QMenuBar {{ background: {palette.window}; color: {palette.text};
    border-bottom: 1px solid {palette.hairline}; }}
QMenuBar::item {{ background: transparent; padding: {_px(4, scale)} {_px(8, scale)}; }}
QMenuBar::item:selected {{ background: {palette.hover}; }}
"""


def _scroll_bars(palette: Palette, scale: float) -> str:
    # Cards leave this much at their side, at any text size.
    wide, inset = f"{metrics.SCROLL_BAR}px", 2
    return f"""
QScrollBar {{ background: transparent; border: none; margin: 0; }}
QScrollBar:vertical {{ width: {wide}; }}
QScrollBar:horizontal {{ height: {wide}; }}
QScrollBar::handle {{ background: {palette.control}; border-radius: {inset + 1}px;
    margin: {inset}px; }}
QScrollBar::handle:hover {{ background: {palette.faint}; }}
QScrollBar::handle:vertical {{ min-height: {_px(28, scale)}; }}
QScrollBar::handle:horizontal {{ min-width: {_px(28, scale)}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
QAbstractScrollArea::corner {{ background: transparent; }}
"""


def _mix(base: str, other: str, share: float) -> str:
    """``base`` with a share of ``other`` in it, both ``#RRGGBB``."""
    channels = (
        round(int(base[at : at + 2], 16) * (1 - share) + int(other[at : at + 2], 16) * share)
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{channel:02X}" for channel in channels)
