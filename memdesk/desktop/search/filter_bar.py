"""The chips under the search field: filters with what each would leave, sort, and profile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from memdesk.desktop.search.restrictions import restrictions
from memdesk.desktop.widgets.chip import Chip, ChipValue, MenuChip, RemovableChip
from memdesk.desktop.widgets.dates import in_column, rough
from memdesk.desktop.widgets.flow import FlowLayout
from memdesk.desktop.widgets.names import role_name, source_name, type_name
from memdesk.retrieval.results import Facets, Filters, Sort

_LONGEST_MENU = 25


class FilterBar(QWidget):
    """Emits at once; what it shows comes from the last answer's facets."""

    changed = Signal()
    """Filters or sort order are others now."""
    profileClicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filters = Filters()
        self._facets = Facets()
        self._vault_facets = Facets()
        self._sort: Sort = "relevance"
        self._removable: list[RemovableChip] = []
        # Marks where the active filters' chips stand in the order of the Tab key.
        self._first_stop = QWidget(self)
        self._first_stop.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._first_stop.hide()
        self._source = self._menu_chip(self.tr("Source"), self._fill_source)
        self._role = self._menu_chip(self.tr("Role"), self._fill_role)
        self._tag = self._menu_chip(self.tr("Tag"), self._fill_tag)
        self._type = self._menu_chip(self.tr("Type"), self._fill_type)
        self._date = self._menu_chip(self.tr("Date"), self._fill_date)
        self.profile = Chip(self.tr("Profile"), checkable=True)
        self.profile.setToolTip(self.tr("Ranking profile and weights"))
        self.profile.clicked.connect(self.profileClicked)
        self._sort_chip = self._menu_chip(self.tr("Sort"), self._fill_sort)
        self._flow = FlowLayout(self)
        for chip in (self._source, self._role, self._tag, self._type, self._date):
            self._flow.addWidget(chip)
        self._flow.addTrailing(self.profile)
        self._flow.addTrailing(self._sort_chip)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._renew()

    def filters(self) -> Filters:
        """The filters set by chips."""
        return self._filters

    def setFilters(self, filters: Filters) -> None:
        """Set other filters; emits ``changed`` if they differ."""
        if filters != self._filters:
            self._filters = filters
            self._renew()
            self.changed.emit()

    def sort(self) -> Sort:
        """The chosen order."""
        return self._sort

    def setSort(self, sort: Sort) -> None:
        """Choose another order; emits ``changed`` if it differs."""
        if sort != self._sort:
            self._sort = sort
            self._renew()
            self.changed.emit()

    def setFacets(self, facets: Facets) -> None:
        """Show how many results each value would leave."""
        self._facets = facets
        self._count()

    def setVaultFacets(self, facets: Facets) -> None:
        """Values that exist at all: an active filter leaves no others in the answer's facets.

        Their order is that of the chips, whatever the answers are: while somebody types, no chip
        moves and no value changes places with another.
        """
        self._vault_facets = facets
        self._count()

    def setProfile(self, title: str, altered: bool) -> None:
        """Name the profile in use, and whether its weights were moved."""
        values = [ChipValue(title)]
        if altered:
            values.append(ChipValue(self.tr("adjusted")))
        self.profile.setValues(values)

    def chips(self) -> list[RemovableChip]:
        """The active filters' chips."""
        return list(self._removable)

    def menuChip(self, name: str) -> MenuChip:
        """The chip of ``source``, ``role``, ``tag``, ``type``, ``date`` or ``sort``."""
        return {
            "source": self._source,
            "role": self._role,
            "tag": self._tag,
            "type": self._type,
            "date": self._date,
            "sort": self._sort_chip,
        }[name]

    def _menu_chip(self, name: str, fill: Callable[[QMenu], None]) -> MenuChip:
        chip = MenuChip(name)

        def renew() -> None:
            chip.menu().clear()
            fill(chip.menu())

        chip.opening.connect(renew)
        return chip

    def _renew(self) -> None:
        for chip in self._removable:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._removable = []
        for position, one in enumerate(restrictions(self._filters)):
            chip = RemovableChip(one.words, self)
            chip.removed.connect(lambda without=one.without: self.setFilters(without))
            self._flow.insertWidget(position, chip)
            chip.show()
            self._removable.append(chip)
        # The Tab key goes as the eye does; what is made late would come last.
        stops = [self._first_stop, *self._removable]
        for stop, following in pairwise(stops):
            QWidget.setTabOrder(stop, following)
        set_ = self._filters
        self._source.setActive(bool(set_.sources))
        self._role.setActive(bool(set_.roles))
        self._tag.setActive(bool(set_.tags))
        self._type.setActive(bool(set_.types))
        self._date.setActive(set_.after is not None or set_.before is not None)
        names = {
            "relevance": self.tr("relevance"),
            "newest": self.tr("newest"),
            "oldest": self.tr("oldest"),
        }
        self._sort_chip.setDetail(names[self._sort])
        self._count()
        self._flow.invalidate()
        self.updateGeometry()

    def _count(self) -> None:
        """Renew the counts on the chips."""
        self._source.setValues(self._values("sources", source_name, 2))
        self._role.setValues(self._values("roles", role_name, 1))

    def _values(self, field: str, name: Callable[[str], str], shown: int) -> list[ChipValue]:
        """The vault's commonest values, or the chosen ones, with the answer's counts."""
        counts: Mapping[str, int] = getattr(self._facets, field)
        most: Mapping[str, int] = getattr(self._vault_facets, field) or counts
        chosen: frozenset[str] = getattr(self._filters, field)
        keys = [key for key in _by_count(most) if not chosen or key in chosen]
        return [
            ChipValue(
                f"{name(key)} {rough(counts.get(key, 0))}", f"{name(key)} {_widest(most[key])}"
            )
            for key in keys[:shown]
        ]

    def _fill_source(self, menu: QMenu) -> None:
        self._fill(menu, "sources", self._facets.sources, source_name)

    def _fill_role(self, menu: QMenu) -> None:
        self._fill(menu, "roles", self._facets.roles, role_name)

    def _fill_tag(self, menu: QMenu) -> None:
        self._fill(menu, "tags", self._facets.tags, str)

    def _fill_type(self, menu: QMenu) -> None:
        self._fill(menu, "types", self._facets.types, type_name)

    def _fill(
        self, menu: QMenu, field: str, counts: Mapping[str, int], name: Callable[[str], str]
    ) -> None:
        chosen: frozenset[str] = getattr(self._filters, field)
        keys = _by_count(counts)
        if chosen:
            # They can be added to those chosen; how many they would bring is not known.
            everything: Mapping[str, int] = getattr(self._vault_facets, field)
            keys += [key for key in _by_count(everything) if key not in counts]
        keys = keys[:_LONGEST_MENU]
        keys += sorted(chosen - set(keys))
        counted = dict(zip(counts, in_column(counts.values()), strict=True))
        for key in keys:
            text = name(key).replace("&", "&&")
            action = menu.addAction(f"{text}\t{counted[key]}" if key in counted else text)
            action.setCheckable(True)
            action.setChecked(key in chosen)
            action.setData(key)
            action.toggled.connect(lambda on, key=key: self._toggle(field, key, on))
        if not keys:
            menu.addAction(self.tr("Nothing to choose from")).setEnabled(False)

    def _toggle(self, field: str, key: str, on: bool) -> None:
        chosen: frozenset[str] = getattr(self._filters, field)
        changed = chosen | {key} if on else chosen - {key}
        changes: Any = {field: changed}
        self.setFilters(replace(self._filters, **changes))

    def _fill_date(self, menu: QMenu) -> None:
        today = datetime.now().replace(hour=0, minute=0, second=0, microsecond=0)
        spans: list[tuple[str, datetime | None, datetime | None]] = [
            (self.tr("Any time"), None, None),
            (self.tr("Last 7 days"), today - timedelta(days=7), None),
            (self.tr("Last 30 days"), today - timedelta(days=30), None),
        ]
        counts = self._facets.years
        dated = self._filters.after is not None or self._filters.before is not None
        years = set(counts) | set(self._vault_facets.years if dated else ())
        counted = dict(zip(counts, in_column(counts.values()), strict=True))
        for year in sorted(years, reverse=True):
            text = f"{year}\t{counted[year]}" if year in counted else str(year)
            spans.append((text, datetime(year, 1, 1), datetime(year + 1, 1, 1)))
        group = QActionGroup(menu)
        for position, (text, start, end) in enumerate(spans):
            if position in (1, 3):
                menu.addSeparator()
            after = round(start.timestamp() * 1000) if start is not None else None
            before = round(end.timestamp() * 1000) if end is not None else None
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setActionGroup(group)
            action.setChecked((after, before) == (self._filters.after, self._filters.before))
            action.triggered.connect(
                lambda _, after=after, before=before: self.setFilters(
                    replace(self._filters, after=after, before=before)
                )
            )

    def _fill_sort(self, menu: QMenu) -> None:
        orders: list[tuple[Sort, str]] = [
            ("relevance", self.tr("Relevance")),
            ("newest", self.tr("Newest first")),
            ("oldest", self.tr("Oldest first")),
        ]
        group = QActionGroup(menu)
        for sort, text in orders:
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setActionGroup(group)
            action.setChecked(sort == self._sort)
            action.triggered.connect(lambda _, sort=sort: self.setSort(sort))


def _widest(most: int) -> str:
    """The longest text of a count that is ``most`` at the most."""
    return rough(most) if most < 1000 else max(rough(9_900), rough(most), key=len)


def _by_count(counts: Mapping[str, int]) -> list[str]:
    return sorted(counts, key=lambda key: (-counts[key], key))
