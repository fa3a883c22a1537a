"""Which ranking answers: the profile and its weights, wherever they are chosen and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal

from memdesk.desktop.search.filter_bar import FilterBar
from memdesk.desktop.search.weights_drawer import WeightsDrawer
from memdesk.desktop.search.why_not_view import WhyNotView
from memdesk.retrieval.profiles import Profile


class RankingChoice(QObject):
    """Keeps the drawer, the account and the bar of filters in step."""

    weightsChanged = Signal(dict)
    profileChanged = Signal(str)

    def __init__(
        self,
        drawer: WeightsDrawer,
        account: WhyNotView,
        bar: FilterBar,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.profile = "memdesk"
        self.weights: dict[str, float] = {}
        self._titles: dict[str, str] = {}
        self._drawer = drawer
        self._account = account
        self._bar = bar
        drawer.weightsChanged.connect(self._weigh)
        drawer.profileChanged.connect(self._choose)
        account.profileChanged.connect(self._choose)

    def setProfiles(self, profiles: Sequence[Profile]) -> None:
        """Offer ranking profiles."""
        self._titles = {profile.name: profile.title for profile in profiles}
        self._drawer.setProfiles(profiles)
        self._account.setProfiles(profiles)
        self.use(self.profile, self.weights)

    def use(self, profile: str, weights: Mapping[str, float]) -> None:
        """Use a profile and multipliers by stage; emits nothing."""
        self.profile, self.weights = profile, dict(weights)
        self._drawer.setState(profile, weights)
        self._account.setProfile(profile)
        self._name()

    def _weigh(self, weights: dict[str, float]) -> None:
        self.weights = weights
        self._name()
        self.weightsChanged.emit(weights)

    def _choose(self, profile: str) -> None:
        # Weights belong to the profile they were set for.
        self.use(profile, {})
        self.profileChanged.emit(profile)

    def _name(self) -> None:
        self._bar.setProfile(self._titles.get(self.profile, self.profile), bool(self.weights))
