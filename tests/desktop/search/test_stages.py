"""Every stage of the ranking has words and the colour of its own group."""

from __future__ import annotations

import pytest

from memdesk.desktop.search.stages import note_words, stage_group, stage_name
from memdesk.retrieval import profiles
from memdesk.retrieval.explanation import Note
from memdesk.retrieval.features import FEATURES, Feature


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_a_stage_is_listed_under_the_group_it_is_explained_with(feature: Feature) -> None:
    assert stage_group(feature.name) == feature.group


def test_weights_that_can_be_moved_have_names_of_their_own() -> None:
    stages = profiles.load("memdesk").weights
    names = [stage_name(stage) for stage in stages]
    assert len(set(names)) == len(names)
    assert all("_" not in name for name in names)
    assert all(stage_group(stage) != "normalisation" for stage in stages)


def test_an_unknown_stage_is_shown_by_its_own_name() -> None:
    assert stage_name("moon_phase") == "Moon phase"
    assert stage_group("moon_phase") == "normalisation"


def test_a_note_that_speaks_of_embedding_is_put_into_plain_words() -> None:
    note = Note("not-embedded", "Not embedded yet: ranked by its words.")
    assert note_words(note) == "Not prepared for search by meaning yet: found by its words."
    assert note_words(Note("similar", "3 similar")) == "3 similar"
