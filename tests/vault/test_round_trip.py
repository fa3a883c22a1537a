"""What is stored comes back equal."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

import apsw
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from memdesk.vault import check, conversations, editing, imports, memories
from memdesk.vault.connection import connect
from memdesk.vault.conversations import Stored
from memdesk.vault.records import (
    ROLES,
    ImportIssue,
    NewConversation,
    NewMemory,
    from_json,
    storable,
    to_json,
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[apsw.Connection]:
    connection = connect(tmp_path_factory.mktemp("vault") / "shared.memdesk", "write")
    yield connection
    connection.close(True)


text = st.text(st.characters() | st.sampled_from("\0\ud800\udfff😀\n你é\u0301\ufffd"), max_size=60)
optional = st.none() | text
# Two broken keys would become one.
keys = st.text(max_size=10)
integer = st.integers(-(2**63), 2**63 - 1)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)
extras = st.dictionaries(keys, json_values, max_size=4)
new_memories = st.builds(
    NewMemory,
    content=text,
    source=text,
    role=st.sampled_from(ROLES),
    type=st.sampled_from(["episodic", "semantic", "attachment"]) | text,
    author=optional,
    format=st.sampled_from(["markdown", "text"]),
    conversation_id=st.none(),
    position=integer,
    branch=integer,
    parent_external_id=optional,
    external_id=st.none(),
    model=optional,
    importance=st.floats(0, 1),
    created_at=st.none() | integer,
    updated_at=st.none() | integer,
    tags=st.just(()),
    extra=extras,
)


def clean(value: object) -> object:
    """``value`` with what can't be stored replaced in every text."""
    if isinstance(value, str):
        return re.sub("[\0\ud800-\udfff]", "\ufffd", value)
    if isinstance(value, dict):
        return {clean(key): clean(item) for key, item in value.items()}
    if isinstance(value, list):
        return [clean(item) for item in value]
    return value


def without_halves(value: object) -> object:
    """As ``clean``, but keeping NUL, which JSON writes as an escape."""
    if isinstance(value, str):
        return re.sub("[\ud800-\udfff]", "\ufffd", value)
    if isinstance(value, dict):
        return {without_halves(key): without_halves(item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_halves(item) for item in value]
    return value


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(new=new_memories)
@example(new=NewMemory("", source=""))
@example(new=NewMemory("\0\ud800", source="x", extra={"a": "\0\ud800"}))
def test_a_memory_comes_back_as_it_was(shared: apsw.Connection, new: NewMemory) -> None:
    memory = memories.get(shared, memories.add(shared, new))
    assert memory is not None
    for field in dataclasses.fields(NewMemory):
        stored, given_value = getattr(memory, field.name), getattr(new, field.name)
        if field.name == "extra":
            assert stored == without_halves(given_value)
        else:
            assert stored == clean(given_value)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=text, second=text)
def test_an_edited_text_comes_back_as_it_was(
    shared: apsw.Connection, first: str, second: str
) -> None:
    identifier = memories.add(shared, NewMemory(first, source="note"))
    editing.edit(shared, identifier, second)
    assert memories.contents(shared, [identifier]) == {identifier: clean(second)}


def test_all_that_was_stored_is_sound(shared: apsw.Connection) -> None:
    assert check.problems(shared) == []


def test_a_huge_text_comes_back_as_it_was(db: apsw.Connection) -> None:
    huge = "😀 words and 中文 " * 100_000
    with db:
        identifier = memories.add(db, NewMemory(huge, source="note"))
    memory = memories.get(db, identifier)
    assert memory is not None
    assert memory.content == huge


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    new=st.builds(
        NewConversation,
        source=text,
        external_id=text,
        title=text,
        started_at=st.none() | integer,
        updated_at=st.none() | integer,
        model=optional,
        project=optional,
        archived=st.booleans(),
        starred=st.booleans(),
        extra=extras,
    )
)
def test_a_conversation_comes_back_as_it_was(shared: apsw.Connection, new: NewConversation) -> None:
    identifier, _ = conversations.store(shared, new)
    found = conversations.find(shared, new.source, new.external_id)
    assert found is not None
    assert found.id == identifier
    for name in ("source", "external_id", "title", "model", "project", "archived", "starred"):
        assert getattr(found, name) == clean(getattr(new, name))
    assert (found.started_at, found.updated_at) == (new.started_at, new.updated_at)
    assert found.extra == without_halves(new.extra)
    assert conversations.store(shared, new) == (identifier, Stored.UNCHANGED)


def test_issues_and_paths_with_broken_characters_are_kept(db: apsw.Connection) -> None:
    run = imports.start(db, "/home/me/caf\udce9.zip", "ChatGPT", "chatgpt")
    imports.add_issues(db, run, [ImportIssue("a\udce9.json", "broken \ud800", None, "m\0", False)])
    assert imports.runs(db)[0].path == "/home/me/caf\ufffd.zip"
    assert imports.issues(db, run) == [
        ImportIssue("a\ufffd.json", "broken \ufffd", None, "m\ufffd", False)
    ]


def test_an_empty_mapping_takes_no_room() -> None:
    assert to_json({}) is None
    assert from_json(None) == {}


def test_storable_text_is_left_as_it_is() -> None:
    for text in ("", "plain", "😀 é 你", "\ufffd"):
        assert storable(text) is text
