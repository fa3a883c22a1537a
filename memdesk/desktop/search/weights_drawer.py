"""The drawer with the profile and a slider for each weight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from memdesk.desktop.search.stages import ranking_words, stage_group, stage_name
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S
from memdesk.desktop.widgets.buttons import IconButton, PlainButton
from memdesk.desktop.widgets.choice import Choice
from memdesk.desktop.widgets.labels import ElidedLabel, hairline, label
from memdesk.desktop.widgets.names import group_name
from memdesk.desktop.widgets.score_bar import GROUP_ORDER
from memdesk.retrieval.explanation import Group
from memdesk.retrieval.profiles import Profile

_WIDTH = 316
_NOTHING = 0.001
_STEP = 5


class WeightsDrawer(QWidget):
    """Sliders from 0 to 200 % of the profile's own weight; emits at every move."""

    weightsChanged = Signal(dict)
    """Multipliers that differ from 1, by stage."""
    profileChanged = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._profiles: dict[str, Profile] = {}
        self._sliders: dict[str, QSlider] = {}
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._choice = Choice()
        self._choice.setObjectName("profile-choice")
        self._choice.setAccessibleName(self.tr("Profile"))
        self._choice.activated.connect(self._choose)
        self._description = label(role="meta", tone="secondary", wrap=True)
        self._reset = PlainButton(self.tr("Reset the weights"))
        self._reset.clicked.connect(self.reset)
        self._fixed = label(
            self.tr("This profile is another program’s ranking and has no weights to move."),
            "meta",
            "secondary",
            wrap=True,
        )
        close = IconButton("x", self.tr("Close the weights"))
        close.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Ranking"), "title"), 1)
        head.addWidget(close)
        self._grid_host = QWidget()
        self._grid = QGridLayout(self._grid_host)
        self._grid.setContentsMargins(0, 0, GAP_S, 0)
        self._grid.setHorizontalSpacing(GAP_S)
        self._grid.setVerticalSpacing(GAP_S)
        scroll = QScrollArea()
        scroll.setWidget(self._grid_host)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.viewport().setAutoFillBackground(False)
        self._grid_host.setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP_L, GAP_M, GAP_M, GAP_M)
        column.setSpacing(GAP_S)
        column.addLayout(head)
        column.addWidget(self._choice)
        column.addWidget(self._description)
        column.addWidget(hairline())
        column.addWidget(self._fixed)
        column.addWidget(scroll, 1)
        column.addWidget(self._reset, 0, Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(_WIDTH), 400)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(_WIDTH), 120)

    def setProfiles(self, profiles: Sequence[Profile]) -> None:
        """Offer these profiles; the first is shown until :meth:`setState`."""
        self._profiles = {profile.name: profile for profile in profiles}
        self._choice.clear()
        for profile in profiles:
            self._choice.addItem(profile.title, profile.name)
        if profiles:
            self._show(profiles[0].name, {})

    def setState(self, profile: str, weights: Mapping[str, float]) -> None:
        """Show a profile and multipliers by stage; emits nothing."""
        if profile in self._profiles:
            self._choice.setCurrentIndex(self._choice.findData(profile))
            self._show(profile, weights)

    def profile(self) -> str:
        """Name of the chosen profile."""
        return str(self._choice.currentData() or "")

    def weights(self) -> dict[str, float]:
        """Multipliers that differ from 1, by stage."""
        return {
            stage: slider.value() / 100
            for stage, slider in self._sliders.items()
            if slider.value() != 100
        }

    def slider(self, stage: str) -> QSlider:
        """The slider of a stage."""
        return self._sliders[stage]

    def reset(self) -> None:
        """Put every weight back to 100 %."""
        changed = bool(self.weights())
        for slider in self._sliders.values():
            slider.blockSignals(True)
            slider.setValue(100)
            slider.blockSignals(False)
        self._show(self.profile(), {})
        if changed:
            self.weightsChanged.emit({})

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self.updateGeometry()
        super().changeEvent(event)

    def _choose(self) -> None:
        self._show(self.profile(), {})
        self.profileChanged.emit(self.profile())

    def _show(self, name: str, weights: Mapping[str, float]) -> None:
        profile = self._profiles[name]
        self._description.setText(ranking_words(profile))
        while self._grid.count():
            item = self._grid.takeAt(0)
            old = item.widget() if item is not None else None
            if old is not None:
                old.hide()
                old.deleteLater()
        self._sliders.clear()
        for at in range(self._grid.rowCount()):
            self._grid.setRowMinimumHeight(at, 0)
            self._grid.setRowStretch(at, 0)
        by_group: dict[Group, list[str]] = {}
        for stage, weight in profile.weights.items():
            if abs(weight) < _NOTHING:
                # Learnt to be worth nothing: twice as much of it would be nothing as well.
                continue
            by_group.setdefault(stage_group(stage), []).append(stage)
        row = 0
        for group in GROUP_ORDER:
            for position, stage in enumerate(by_group.get(group, ())):
                if position == 0 and row:
                    self._grid.setRowMinimumHeight(row, GAP_S - 2)
                    row += 1
                self._add_slider(row, stage, weights.get(stage, 1.0))
                row += 1
        # Rows stay together at the top, whatever room there is.
        self._grid.setRowStretch(row, 1)
        self._grid.setColumnStretch(2, 1)
        self._fixed.setVisible(not profile.weights)
        self._reset.setVisible(bool(profile.weights))
        self._reset.setEnabled(bool(self.weights()))

    def _add_slider(self, row: int, stage: str, multiplier: float) -> None:
        look = theme.current()
        name = ElidedLabel(stage_name(stage), "meta")
        name.setFixedWidth(look.px(132))
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(0, 200)
        slider.setSingleStep(_STEP)
        slider.setPageStep(25)
        slider.setValue(round(multiplier * 100))
        slider.setAccessibleName(stage_name(stage))
        figure = label(self.tr("{percent} %").format(percent=slider.value()), "meta", "secondary")
        figure.setFixedWidth(look.px(46))
        figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

        def moved(value: int) -> None:
            figure.setText(self.tr("{percent} %").format(percent=value))
            weights = self.weights()
            self._reset.setEnabled(bool(weights))
            self.weightsChanged.emit(weights)

        slider.valueChanged.connect(moved)
        self._sliders[stage] = slider
        self._grid.addWidget(_GroupDot(stage_group(stage)), row, 0)
        self._grid.addWidget(name, row, 1)
        self._grid.addWidget(slider, row, 2)
        self._grid.addWidget(figure, row, 3)


class _GroupDot(QWidget):
    """The colour by which the stage is known in the score bar."""

    def __init__(self, group: Group) -> None:
        super().__init__()
        self._group = group
        self.setToolTip(group_name(group))
        self.setFixedSize(8, 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.current().palette.group(self._group)))
        painter.drawRoundedRect(self.rect(), 2, 2)
