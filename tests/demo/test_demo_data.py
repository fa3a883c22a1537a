"""The demo exports keep the vendors' shapes, and every question in them has its one answer."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

DEMO = Path(__file__).parents[2] / "resources" / "demo"
FIRST = datetime(2023, 1, 1, tzinfo=UTC)
LAST = datetime(2025, 12, 1, tzinfo=UTC)
KINDS = {
    "fact",
    "paraphrase",
    "cross-lingual",
    "temporal",
    "latest",
    "identifier",
    "short",
    "author",
    "miss",
}


@dataclass(frozen=True, slots=True)
class Turn:
    """One message that a person can read, from either export."""

    id: str
    role: str
    text: str
    time: datetime


def _load(name: str) -> Any:
    return json.loads((DEMO / name).read_text(encoding="utf-8"))


CHATGPT: list[dict[str, Any]] = _load("chatgpt/conversations.json")
CLAUDE: list[dict[str, Any]] = _load("claude/conversations.json")
QUESTIONS: list[dict[str, Any]] = _load("questions.json")


def _chatgpt_text(message: dict[str, Any]) -> str:
    parts = message["content"].get("parts", [])
    return "\n".join(part if isinstance(part, str) else part.get("text", "") for part in parts)


def _chatgpt_turns(conversation: dict[str, Any]) -> list[Turn]:
    turns = []
    for node in conversation["mapping"].values():
        message = node["message"]
        if message is None or message["metadata"].get("is_visually_hidden_from_conversation"):
            continue
        text = _chatgpt_text(message).strip()
        if message["author"]["role"] in ("user", "assistant") and text:
            time = datetime.fromtimestamp(message["create_time"], UTC)
            turns.append(Turn(message["id"], message["author"]["role"], text, time))
    return turns


def _claude_turns(conversation: dict[str, Any]) -> list[Turn]:
    roles = {"human": "user", "assistant": "assistant"}
    return [
        Turn(
            message["uuid"],
            roles[message["sender"]],
            "\n".join([message["text"], *(a["extracted_content"] for a in message["attachments"])]),
            datetime.fromisoformat(message["created_at"]),
        )
        for message in conversation["chat_messages"]
    ]


CONVERSATIONS: dict[str, list[Turn]] = {
    **{conversation["title"]: _chatgpt_turns(conversation) for conversation in CHATGPT},
    **{conversation["name"]: _claude_turns(conversation) for conversation in CLAUDE},
}
TURNS = {turn.id: turn for turns in CONVERSATIONS.values() for turn in turns}


def _branch(conversation: dict[str, Any]) -> list[str]:
    path, node = [], conversation["current_node"]
    while node is not None:
        path.append(node)
        node = conversation["mapping"][node]["parent"]
    return path[::-1]


def _content_types() -> Counter[str]:
    return Counter(
        node["message"]["content"]["content_type"]
        for conversation in CHATGPT
        for node in conversation["mapping"].values()
        if node["message"]
    )


def _bigrams(text: str) -> set[str]:
    runs = re.findall(r"[\u3400-\u9fff]+", text)
    return {run[i : i + 2] for run in runs for i in range(len(run) - 1)}


def _is_chinese(text: str) -> bool:
    han = len(re.findall(r"[\u3400-\u9fff]", text))
    return han > len(re.findall(r"[A-Za-z]", text))


def _of_kind(kind: str, language: str | None = None) -> list[dict[str, Any]]:
    return [q for q in QUESTIONS if q["kind"] == kind and language in (None, q["language"])]


def test_there_are_enough_conversations_and_messages() -> None:
    assert len(CHATGPT) >= 28
    assert len(CLAUDE) >= 18
    assert len(CONVERSATIONS) == len(CHATGPT) + len(CLAUDE), "two conversations share a title"
    assert len(TURNS) >= 540
    assert all(len(turns) >= 4 for turns in CONVERSATIONS.values())


def test_six_conversations_are_chinese_and_one_is_mixed() -> None:
    share = {
        title: sum(_is_chinese(turn.text) for turn in turns) / len(turns)
        for title, turns in CONVERSATIONS.items()
    }
    assert sum(value > 0.9 for value in share.values()) >= 6
    both = [
        title
        for title, turns in CONVERSATIONS.items()
        if share[title] < 0.9 and any(_bigrams(turn.text) for turn in turns)
    ]
    assert both


def test_ids_are_unique_across_both_exports() -> None:
    ids = [conversation["id"] for conversation in CHATGPT]
    ids += [node for conversation in CHATGPT for node in conversation["mapping"]]
    ids += [conversation["uuid"] for conversation in CLAUDE]
    ids += [message["uuid"] for c in CLAUDE for message in c["chat_messages"]]
    repeated = [id for id, count in Counter(ids).items() if count > 1]
    assert repeated == []


def test_no_message_is_written_twice() -> None:
    repeated = [text for text, n in Counter(t.text for t in TURNS.values()).items() if n > 1]
    assert repeated == []


@pytest.mark.parametrize("title", CONVERSATIONS)
def test_times_increase_within_the_years_told(title: str) -> None:
    times = [turn.time for turn in CONVERSATIONS[title]]
    assert times == sorted(set(times))
    assert times[0] >= FIRST
    assert times[-1] < LAST


@pytest.mark.parametrize("conversation", CHATGPT, ids=lambda c: c["title"])
def test_a_chatgpt_tree_is_whole(conversation: dict[str, Any]) -> None:
    mapping = conversation["mapping"]
    assert conversation["conversation_id"] == conversation["id"]
    assert isinstance(conversation["create_time"], float)
    assert conversation["default_model_slug"]
    roots = [node for node in mapping.values() if node["parent"] is None]
    assert [root["message"] for root in roots] == [None]
    for key, node in mapping.items():
        assert node["id"] == key
        assert all(mapping[child]["parent"] == key for child in node["children"])
        if node["parent"] is not None:
            assert key in mapping[node["parent"]]["children"]
            assert node["message"]["id"] == key
    path = _branch(conversation)
    assert path[0] == roots[0]["id"]
    system = mapping[path[1]]["message"]
    assert system["author"]["role"] == "system"
    assert system["metadata"]["is_visually_hidden_from_conversation"] is True
    assert mapping[path[-1]]["children"] == []


@pytest.mark.parametrize("conversation", CHATGPT, ids=lambda c: c["title"])
def test_speakers_alternate_on_the_current_branch_of_chatgpt(conversation: dict[str, Any]) -> None:
    path = _branch(conversation)
    roles = [TURNS[node].role for node in path if node in TURNS]
    assert roles == ["user", "assistant"] * (len(roles) // 2)


@pytest.mark.parametrize("conversation", CLAUDE, ids=lambda c: c["name"])
def test_a_claude_conversation_has_the_fields_of_the_export(conversation: dict[str, Any]) -> None:
    assert {"uuid", "name", "summary", "created_at", "updated_at", "account"} <= set(conversation)
    assert conversation["created_at"].endswith("Z")
    messages = conversation["chat_messages"]
    senders = [message["sender"] for message in messages]
    assert senders == ["human", "assistant"] * (len(senders) // 2)
    for message in messages:
        spoken = [part["text"] for part in message["content"] if part["type"] == "text"]
        assert spoken == [message["text"]]
        assert message["text"]


def test_the_chatgpt_export_shows_every_feature_once() -> None:
    types = _content_types()
    assert types["thoughts"] >= 2
    assert types["reasoning_recap"] == types["thoughts"]
    assert types["code"] == types["execution_output"] == 1
    assert types["user_editable_context"] >= 1
    assert sum(conversation["is_archived"] for conversation in CHATGPT) == 1
    assert sum(conversation["is_starred"] is True for conversation in CHATGPT) == 1
    assert sum(conversation["gizmo_id"] is not None for conversation in CHATGPT) == 1
    assert len({conversation["default_model_slug"] for conversation in CHATGPT}) >= 5
    regenerated = [
        node
        for conversation in CHATGPT
        for node in conversation["mapping"].values()
        if len(node["children"]) > 1
    ]
    assert len(regenerated) >= 2
    messages = [n["message"] for c in CHATGPT for n in c["mapping"].values() if n["message"]]
    names = {a["name"] for m in messages for a in m["metadata"].get("attachments", [])}
    assert names == {"boiler-panel.jpg", "gt40_bench_feb.csv"}
    texts = [turn.text for turn in TURNS.values()]
    assert any("```rust" in text for text in texts)
    assert any("\n|---" in text for text in texts)


def test_one_chat_was_spoken() -> None:
    spoken = [conversation for conversation in CHATGPT if conversation["voice"]]
    assert [conversation["title"] for conversation in spoken] == ["First week at Lowtide"]
    for node in spoken[0]["mapping"].values():
        if node["id"] in TURNS:
            parts = node["message"]["content"]["parts"]
            assert parts[0]["content_type"] == "audio_transcription"


def test_citation_marks_stand_where_the_references_say() -> None:
    cited = 0
    for conversation in CHATGPT:
        for node in conversation["mapping"].values():
            message = node["message"]
            if message is None:
                continue
            text = _chatgpt_text(message)
            references = message["metadata"].get("content_references", [])
            assert text.count("\ue200") == len(references)
            for reference in references:
                start, end = reference["start_idx"], reference["end_idx"]
                assert text[start:end] == reference["matched_text"]
                assert reference["items"][0]["url"].startswith("https://")
                cited += 1
    assert cited >= 3


def test_the_claude_export_shows_every_feature() -> None:
    messages = [message for c in CLAUDE for message in c["chat_messages"]]
    types = Counter(part["type"] for message in messages for part in message["content"])
    assert types["thinking"] >= 1
    assert types["tool_use"] == types["tool_result"] >= 1
    attachments = [a for message in messages for a in message["attachments"]]
    assert len(attachments) >= 1
    for attachment in attachments:
        size = len(attachment["extracted_content"].encode())
        assert attachment["file_size"] == size > 0


def test_project_memory_and_account_belong_together() -> None:
    (project,) = _load("claude/projects.json")
    (memory,) = _load("claude/memories.json")
    (user,) = _load("claude/users.json")
    assert len(project["docs"]) == 2
    assert all(doc["filename"] and doc["content"] for doc in project["docs"])
    assert set(memory["project_memories"]) == {project["uuid"]}
    assert memory["conversations_memory"]
    accounts = {conversation["account"]["uuid"] for conversation in CLAUDE}
    assert accounts == {memory["account_uuid"]} == {user["uuid"]} == {project["creator"]["uuid"]}


def test_questions_cover_every_kind() -> None:
    assert len(QUESTIONS) >= 60
    assert {question["kind"] for question in QUESTIONS} == KINDS
    assert {question["language"] for question in QUESTIONS} == {"en", "zh"}
    assert len({question["question"] for question in QUESTIONS}) == len(QUESTIONS)
    assert len(_of_kind("short")) >= 12
    assert len(_of_kind("paraphrase", "zh")) >= 5
    assert len(_of_kind("miss")) >= 8


def test_every_wanted_message_exists_and_misses_want_none() -> None:
    for question in QUESTIONS:
        if question["kind"] == "miss":
            assert question["wanted"] is None, question
        else:
            assert question["wanted"] in TURNS, question


def test_questions_about_the_assistant_want_its_messages() -> None:
    assert {TURNS[question["wanted"]].role for question in _of_kind("author")} == {"assistant"}


@pytest.mark.parametrize("question", _of_kind("paraphrase", "zh"), ids=lambda q: q["question"])
def test_a_chinese_paraphrase_shares_no_bigram_with_its_statement(
    question: dict[str, Any],
) -> None:
    statement = TURNS[question["wanted"]].text
    assert len(_bigrams(statement)) >= 8
    assert _bigrams(question["question"]) & _bigrams(statement) == set()


def test_every_paraphrased_chinese_statement_is_asked_in_english_too() -> None:
    paraphrased = {question["wanted"] for question in _of_kind("paraphrase", "zh")}
    asked = {question["wanted"] for question in _of_kind("cross-lingual", "en")}
    assert paraphrased <= asked


@pytest.mark.parametrize(
    "question", _of_kind("cross-lingual"), ids=lambda question: question["question"]
)
def test_a_cross_lingual_question_is_in_the_other_language(question: dict[str, Any]) -> None:
    assert _is_chinese(question["question"]) is (question["language"] == "zh")
    assert _is_chinese(TURNS[question["wanted"]].text) is (question["language"] == "en")


@pytest.mark.parametrize("question", _of_kind("identifier"), ids=lambda q: q["question"])
def test_an_identifier_stands_in_its_message_alone(question: dict[str, Any]) -> None:
    assert _holding_all_words(question["question"]) == {question["wanted"]}


@pytest.mark.parametrize("question", _of_kind("short"), ids=lambda q: q["question"])
def test_a_short_query_has_no_second_answer(question: dict[str, Any]) -> None:
    assert len(question["question"].split()) <= 3
    assert _holding_all_words(question["question"]) <= {question["wanted"]}


def _holding_all_words(query: str) -> set[str]:
    words = query.lower().split()
    return {turn.id for turn in TURNS.values() if all(word in turn.text.lower() for word in words)}


def test_groups_of_near_duplicates_name_different_messages_alike() -> None:
    groups = _load("near_duplicates.json")
    assert len(groups) >= 3
    for group in groups:
        texts = [TURNS[id].text for id in group["messages"]]
        assert len(set(texts)) == len(texts) >= 2
        shared = set.intersection(*(set(re.findall(r"\w+", text.lower())) for text in texts))
        assert len(shared) >= 6, group["subject"]
