"""Ranking profiles as data: which pipeline, and the weights of its stages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from memdesk.errors import MemdeskError

DEFAULT = "memdesk"
_WORDS_ALONE = frozenset({"memesh-a"})


class UnknownProfileError(MemdeskError):
    """A profile was asked for that does not exist."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A named way of ranking.

    ``pipeline`` names the code that runs it, ``weights`` and ``parameters`` are its figures;
    ``provenance`` says where fitted weights come from.
    """

    name: str
    title: str
    description: str
    pipeline: str
    weights: Mapping[str, float]
    parameters: Mapping[str, float]
    provenance: Mapping[str, Any]

    @property
    def uses_meaning(self) -> bool:
        """Whether vectors have a part in it."""
        return self.name not in _WORDS_ALONE


def names() -> tuple[str, ...]:
    """Return the names of all profiles, the default one first."""
    found = sorted(
        entry.name.removesuffix(".json")
        for entry in resources.files(__name__).iterdir()
        if entry.name.endswith(".json")
    )
    return (DEFAULT, *(name for name in found if name != DEFAULT))


@lru_cache(maxsize=32)
def load(name: str) -> Profile:
    """Return a profile by name."""
    if name not in names():
        raise UnknownProfileError(
            f"There is no profile “{name}”. Choose one of {', '.join(names())}."
        )
    text = resources.files(__name__).joinpath(f"{name}.json").read_text("utf-8")
    data = json.loads(text)
    return Profile(
        name=name,
        title=data["title"],
        description=data["description"],
        pipeline=data["pipeline"],
        weights=data.get("weights", {}),
        parameters=data.get("parameters", {}),
        provenance=data.get("provenance", {}),
    )
