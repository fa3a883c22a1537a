"""Each way in which ChatGPT's exports broke other importers, one test or more a trap."""

from __future__ import annotations

import json
import random
import tracemalloc
from pathlib import Path

import pytest

from memdesk.importers.detection import open_inputs
from memdesk.importers.parsed import ParsedMessage
from tests.importers.builders import (
    T0,
    chain,
    chatgpt_messages,
    conversations,
    issues,
    message,
    node,
    notes,
    only_messages,
    read_chatgpt,
    talk,
    write,
    zip_bytes,
)

MINUTE = 60_000
T0_MS = 1_700_000_000_000


def texts(messages: tuple[ParsedMessage, ...]) -> list[str]:
    return [message.content for message in messages]


def test_trap_01_a_message_without_time_takes_that_of_the_message_before_it() -> None:
    first, second = chatgpt_messages(message(), message("Hi", "assistant", time=None))
    assert (first.created_at, second.created_at) == (T0_MS, T0_MS)
    assert dict(second.extra) == {"time_from": "previous message"}
    assert "time_from" not in first.extra


def test_trap_01_leading_messages_without_time_take_the_conversations() -> None:
    talk = chain([message(time=None), message("Hi", "assistant")], create_time=T0 - 60)
    first, _ = only_messages(read_chatgpt([talk]))
    assert first.created_at == T0_MS - MINUTE
    assert dict(first.extra) == {"time_from": "conversation"}


def test_trap_01_a_conversation_without_times_takes_those_of_its_messages() -> None:
    talk = chain([message(), message("Hi", "assistant", time=T0 + 60)])
    talk["create_time"] = None
    del talk["update_time"]
    (read,) = conversations(read_chatgpt([talk]))
    assert (read.started_at, read.updated_at) == (T0_MS, T0_MS + MINUTE)


def test_trap_01_without_any_time_there_is_none() -> None:
    talk = chain([message(time=None)], create_time=None, update_time=None)
    (read,) = conversations(read_chatgpt([talk]))
    assert (read.started_at, read.updated_at, read.messages[0].created_at) == (None, None, None)


def test_trap_02_a_conversation_without_title_is_called_by_its_first_words() -> None:
    words = "Which trail around the lake is dry in April and how long does it take us?"
    (read,) = conversations(read_chatgpt([chain([message(words)], title=None)]))
    assert read.title == "Which trail around the lake is dry in April and how long …"


def test_trap_02_a_conversation_without_title_and_words_has_a_neutral_one() -> None:
    (read,) = conversations(read_chatgpt([chain([], title=None)]))
    assert read.title == "Untitled conversation"


def test_trap_03_messages_may_lack_metadata_author_name_and_recipient() -> None:
    bare = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Hello"]}}
    (only,) = only_messages(read_chatgpt([chain([bare])]))
    assert (only.role, only.content) == ("user", "Hello")


def test_trap_03_nodes_without_message_join_their_children_to_what_is_above() -> None:
    talk = chain([message("One"), message("Two", "assistant"), message("Three")])
    talk["mapping"]["m2"]["message"] = None
    one, three = only_messages(read_chatgpt([talk]))
    assert (one.parent_external_id, three.parent_external_id) == (None, "m1")


def test_trap_04_all_shards_of_an_export_are_one_input(tmp_path: Path) -> None:
    shards = {f"conversations-{n:03}.json": [talk(n)] for n in range(60)}
    path = write(tmp_path / "export.zip", zip_bytes(shards))
    with open_inputs([path]) as detected:
        (parser,) = detected.parsers
        items = list(parser)
        assert [item.external_id for item in conversations(items)] == [f"c{n}" for n in range(60)]
        assert issues(items) == []
        assert parser.bytes_read == parser.total_bytes > 0


def test_trap_05_parents_count_where_children_are_not_listed() -> None:
    talk = chain([message("One"), message("Two", "assistant"), message("Three")])
    for entry in talk["mapping"].values():
        entry["children"] = []
    assert texts(only_messages(read_chatgpt([talk]))) == ["One", "Two", "Three"]


def test_trap_05_children_count_where_parents_are_not_told() -> None:
    talk = chain([message("One"), message("Two", "assistant"), message("Three")])
    for entry in talk["mapping"].values():
        del entry["parent"]
    read = only_messages(read_chatgpt([talk]))
    assert texts(read) == ["One", "Two", "Three"]
    assert {message.branch for message in read} == {0}


def test_trap_06_children_may_come_before_their_parents() -> None:
    talk = chain([message("One"), message("Two", "assistant"), message("Three")])
    talk["mapping"] = dict(reversed(talk["mapping"].items()))
    assert texts(only_messages(read_chatgpt([talk]))) == ["One", "Two", "Three"]


def test_trap_06_a_second_root_is_a_branch_of_its_own() -> None:
    talk = chain([message("One"), message("Two", "assistant")])
    talk["mapping"]["x"] = node("x", None, message("Stray"))
    read = only_messages(read_chatgpt([talk]))
    assert [(item.content, item.branch) for item in read] == [("One", 0), ("Two", 0), ("Stray", 1)]


def test_trap_06_a_message_whose_parent_is_missing_is_kept() -> None:
    talk = chain([message("One"), message("Two", "assistant")])
    del talk["mapping"]["m1"]
    assert texts(only_messages(read_chatgpt([talk]))) == ["Two"]


@pytest.mark.parametrize("cycle", [("m1", "m1"), ("root", "m3"), ("m1", "m3")])
def test_trap_06_cycles_are_cut_and_everything_read_once(cycle: tuple[str, str]) -> None:
    talk = chain([message("One"), message("Two", "assistant"), message("Three")])
    talk["mapping"][cycle[0]]["parent"] = cycle[1]
    assert sorted(texts(only_messages(read_chatgpt([talk])))) == ["One", "Three", "Two"]


def test_trap_07_the_current_branch_comes_first_and_others_stay_reachable() -> None:
    mapping = {
        "root": node("root", None, None, ["q"]),
        "q": node("q", "root", message("Question"), ["a1", "a2"]),
        "a1": node("a1", "q", message("Old answer", "assistant"), ["q2"]),
        "q2": node("q2", "a1", message("Old reply")),
        "a2": node("a2", "q", message("New answer", "assistant"), ["q3", "q4", "q5"]),
        "q3": node("q3", "a2", message("First wording")),
        "q4": node("q4", "a2", message("Chosen wording")),
        "q5": node("q5", "a2", message("Third wording")),
    }
    read = only_messages(read_chatgpt([chain([], mapping=mapping, current_node="q4")]))
    assert [(item.external_id, item.branch, item.parent_external_id) for item in read] == [
        ("q", 0, None),
        ("a2", 0, "q"),
        ("q4", 0, "a2"),
        ("q3", 1, "a2"),
        ("q5", 2, "a2"),
        ("a1", 3, "q"),
        ("q2", 3, "a1"),
    ]
    assert [item.position for item in read] == sorted({item.position for item in read})


@pytest.mark.parametrize("current", [None, "gone", 7])
def test_trap_07_without_current_node_the_newest_leaf_counts(current: object) -> None:
    mapping = {
        "q": node("q", None, message("Question"), ["a1", "a2"]),
        "a1": node("a1", "q", message("Newest", "assistant", time=T0 + 90)),
        "a2": node("a2", "q", message("Older", "assistant", time=T0 + 60)),
    }
    read = only_messages(read_chatgpt([chain([], mapping=mapping, current_node=current)]))
    assert [(item.external_id, item.branch) for item in read] == [("q", 0), ("a1", 0), ("a2", 1)]


def test_trap_08_reasoning_goes_to_the_answer_it_led_to() -> None:
    thoughts = {
        "content_type": "thoughts",
        "thoughts": [{"summary": "Weighing", "content": "Rain is likely."}],
    }
    recap = {"content_type": "reasoning_recap", "content": "Thought for 4 seconds"}
    question, answer = chatgpt_messages(
        message("Go out?"),
        message(role="assistant", content=thoughts),
        message(role="assistant", content=recap),
        message("Stay in.", "assistant"),
    )
    assert answer.content == "Stay in."
    assert answer.thinking == "**Weighing**\n\nRain is likely.\n\nThought for 4 seconds"
    assert (question.thinking, answer.parent_external_id) == (None, "m1")


def test_trap_08_reasoning_passes_over_the_tools_used_meanwhile() -> None:
    thoughts = {"content_type": "thoughts", "thoughts": [{"summary": "", "content": "Compute."}]}
    code = {"content_type": "code", "language": "python", "text": "1 + 1"}
    call, answer = chatgpt_messages(
        message(role="assistant", content=thoughts),
        message(role="assistant", content=code, recipient="python"),
        message("Two.", "assistant"),
    )
    assert (call.role, call.thinking, answer.thinking) == ("tool", None, "Compute.")


def test_trap_08_reasoning_that_no_answer_followed_is_kept_beside_an_empty_one() -> None:
    thoughts = {"content_type": "thoughts", "thoughts": [{"summary": "", "content": "Hm."}]}
    first, stopped, second = chatgpt_messages(
        message("Go?"), message(role="assistant", content=thoughts), message("Never mind")
    )
    assert (stopped.role, stopped.content, stopped.thinking) == ("assistant", "", "Hm.")
    assert (first.thinking, second.thinking) == (None, None)


def test_trap_09_hidden_messages_are_nobodys_words() -> None:
    hidden = {"is_visually_hidden_from_conversation": True}
    read = chatgpt_messages(
        message("You are a helpful model", "system", metadata=hidden),
        message("Secret context", "user", metadata=hidden),
        message("Original words", "user"),
    )
    assert texts(read) == ["Original words"]


def test_trap_09_custom_instructions_and_memories_become_notes_once() -> None:
    instructions = message(
        content={
            "content_type": "user_editable_context",
            "user_profile": "The user provided: ```I teach biology```",
            "user_instructions": "Be brief",
        },
        metadata={
            "is_user_system_message": True,
            "is_visually_hidden_from_conversation": True,
            "user_context_message_data": {
                "about_user_message": "I teach biology",
                "about_model_message": "Be brief",
            },
        },
    )
    memories = message(
        role="assistant",
        content={
            "content_type": "model_editable_context",
            "model_set_context": "1. [2024-05-03]. Has a dog named Ida.\n\n2. [2024-06-09]. Is "
            "learning\nGreek.",
        },
    )
    one = chain([instructions, memories, message("Hello")])
    two = {**chain([instructions, memories, message("Again")]), "conversation_id": "c2"}
    items = read_chatgpt([one, two])
    assert [texts(item.messages) for item in conversations(items)] == [["Hello"], ["Again"]]
    assert [(note.type, note.content) for note in notes(items)] == [
        ("instruction", "I teach biology\n\nBe brief"),
        ("memory", "Has a dog named Ida."),
        ("memory", "Is learning\nGreek."),
    ]
    assert notes(items)[1].created_at == 1_714_694_400_000
    assert len({note.external_id for note in notes(items)}) == 3


def test_trap_09_instructions_written_as_plain_text_are_no_turn_either() -> None:
    plain = message("Answer in rhyme", "system", metadata={"is_user_system_message": True})
    items = read_chatgpt([chain([plain, message("Hello")])])
    assert texts(conversations(items)[0].messages) == ["Hello"]
    assert [(note.type, note.content) for note in notes(items)] == [
        ("instruction", "Answer in rhyme")
    ]


FOREIGN = {
    "Open WebUI": [
        {"id": "1", "user_id": "u", "title": "T", "chat": {"history": {"messages": {}}}}
    ],
    "LibreChat": {"conversationId": "1", "endpoint": "openAI", "title": "T", "messages": []},
    "DeepSeek": [
        {
            "id": "1",
            "title": "T",
            "inserted_at": "2025-01-01T00:00:00Z",
            "mapping": {
                "root": {"id": "root", "parent": None, "children": ["1"], "message": None},
                "1": {
                    "id": "1",
                    "parent": "root",
                    "children": [],
                    "message": {"fragments": [{"type": "REQUEST", "content": "Hello"}]},
                },
            },
        }
    ],
}


@pytest.mark.parametrize("tool", FOREIGN)
def test_trap_10_exports_of_other_tools_are_not_taken_for_its_own(
    tool: str, tmp_path: Path
) -> None:
    path = write(tmp_path / "conversations.json", FOREIGN[tool])
    with open_inputs([path]) as detected:
        (parser,) = detected.parsers
        assert parser.format_name == f"{tool} export"
        assert issues(parser) == []


def test_trap_10_a_strange_entry_among_good_ones_costs_only_itself() -> None:
    items = read_chatgpt([talk(1), FOREIGN["Open WebUI"][0], "text", None, talk(2)])  # type: ignore[index]
    assert [item.external_id for item in conversations(items)] == ["c1", "c2"]
    reasons = [issue.reason for issue in issues(items)]
    assert len(reasons) == 2
    assert "not a ChatGPT conversation" in reasons[0]
    assert '“"text"” is not an entry' in reasons[1]


def test_trap_11_assets_of_a_zip_are_neither_unpacked_nor_held(tmp_path: Path) -> None:
    assets = {f"file-{n}.wav": random.Random(n).randbytes(4_000_000) for n in range(5)}
    export = zip_bytes({**assets, "conversations.json": [talk(n) for n in range(500)]})
    path = write(tmp_path / "export.zip", export)
    tracemalloc.start()
    with open_inputs([path]) as detected:
        (parser,) = detected.parsers
        count = sum(1 for _ in parser)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 500
    assert peak < 2_000_000
    assert list(tmp_path.iterdir()) == [path]


def test_trap_12_a_file_without_one_readable_conversation_says_so_of_each() -> None:
    items = read_chatgpt([{"title": "One", "mapping": None}, {"title": "Two"}])
    assert conversations(items) == []
    assert [(issue.conversation, issue.lost) for issue in issues(items)] == [
        ("One", True),
        ("Two", True),
    ]


def test_trap_12_an_empty_export_is_no_success(tmp_path: Path) -> None:
    with open_inputs([write(tmp_path / "conversations.json", b"[]")]) as detected:
        assert detected.parsers == []
        assert "its list is empty" in detected.issues[0].reason


def test_trap_13_chat_html_alone_is_read(tmp_path: Path) -> None:
    body = json.dumps([talk(1), chain([message('</script> [ } " tricky')])])
    page = (
        f"<html><style>p {{ }}</style><script>\n  var jsonData = {body};\n  var a = [1];</script>"
    )
    path = write(tmp_path / "chat.html", page.encode())
    with open_inputs([path]) as detected:
        (parser,) = detected.parsers
        items = list(parser)
    assert issues(items) == []
    assert texts(conversations(items)[1].messages) == ['</script> [ } " tricky']


def test_trap_13_chat_html_beside_the_json_is_not_read_twice(tmp_path: Path) -> None:
    page = b"<html><script>var jsonData = " + json.dumps([talk(1)]).encode() + b"</script>"
    export = zip_bytes({"chat.html": page, "conversations.json": [talk(1), talk(2)]})
    with open_inputs([write(tmp_path / "export.zip", export)]) as detected:
        (parser,) = detected.parsers
        assert len(conversations(parser)) == 2


def test_trap_14_a_cut_file_keeps_what_is_complete_and_says_where_it_ends() -> None:
    data = json.dumps([talk(1), talk(2), talk(3)], indent=1).encode()
    cut = data[: data.index(b"Answer 3")]
    items = read_chatgpt(cut)
    assert [item.external_id for item in conversations(items)] == ["c1", "c2"]
    (issue,) = issues(items)
    assert issue.lost
    assert f"ends at byte {len(cut):,} in the middle of entry 3" in issue.reason


def test_trap_14_a_slip_by_hand_names_byte_and_line_and_costs_one_conversation() -> None:
    data = json.dumps([talk(1), talk(2), talk(3)], indent=1).encode()
    slip = data.index(b'"Talk 2"') + len(b'"Talk 2"')
    broken = data[:slip] + data[slip + 1 :]
    items = read_chatgpt(broken)
    assert [item.external_id for item in conversations(items)] == ["c1", "c3"]
    (issue,) = issues(items)
    line = data[:slip].count(b"\n") + 2
    assert f"line {line}:" in issue.reason
    assert "byte" in issue.reason


def test_trap_15_voice_chats_are_read_from_their_transcripts() -> None:
    spoken = {
        "content_type": "multimodal_text",
        "parts": [
            {"content_type": "audio_transcription", "text": "Turn left here", "direction": "in"},
            {
                "content_type": "audio_asset_pointer",
                "asset_pointer": "sediment://file_0001",
                "size_bytes": 512,
                "format": "wav",
            },
        ],
    }
    (only,) = chatgpt_messages(message(content=spoken))
    assert only.content == "Turn left here"
    (sound,) = only.attachments
    assert (sound.name, sound.media_type, sound.size) == ("file_0001", "audio/wav", 512)


def test_trap_16_citation_markers_leave_the_text_and_sources_become_links() -> None:
    text = (
        "Ida swims \ue200cite\ue202turn5search9\ue202turn2news1\ue201. She met "
        '\ue200entity\ue202["person","Ada Lovelace","writer"]\ue201 there.'
    )
    references = [
        {
            "matched_text": "\ue200cite\ue202turn5search9\ue201",
            "type": "grouped_webpages",
            "items": [{"title": "Swimming", "url": "https://example.org/swim"}],
            "safe_urls": ["https://example.org/swim", "https://example.org/more"],
        }
    ]
    (only,) = chatgpt_messages(
        message(text, "assistant", metadata={"content_references": references})
    )
    assert only.content == "Ida swims. She met Ada Lovelace there."
    assert only.links == (
        ("Swimming", "https://example.org/swim"),
        ("", "https://example.org/more"),
    )


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("A \ue200cite\ue202turn0search1\ue201 B", "A B"),
        ("A.\ue200filecite\ue202turn0file1\ue201", "A."),
        ("A citeturn0search1turn2view0.", "A."),
        ("A\ue200cite\ue202turn0search1", "A"),
        ("Known【6†source】.", "Known."),
        (
            "See \ue200url\ue202Docs\ue202https://example.org/d\ue201",
            "See [Docs](https://example.org/d)",
        ),
        ("They cite turnips", "They cite turnips"),
        ("\ue200navlist\ue202News\ue202turn0news1,turn0news2\ue201Done", "Done"),
    ],
)
def test_trap_16_markers_of_every_make(marked: str, plain: str) -> None:
    (only,) = chatgpt_messages(message(marked, "assistant"))
    assert only.content == plain


def test_trap_16_what_the_person_typed_is_not_touched() -> None:
    (only,) = chatgpt_messages(message("Icon \ue200 and 【1†source】", "user"))
    assert only.content == "Icon \ue200 and 【1†source】"


@pytest.mark.parametrize("time", [0, -5, 32_503_680_000.0, 1e300, "soon", True, [1]])
def test_trap_17_impossible_times_count_as_missing(time: object) -> None:
    _, second = chatgpt_messages(message(), message("Hi", "assistant", time=time))  # type: ignore[arg-type]
    assert second.created_at == T0_MS
    assert second.extra["time_from"] == "previous message"


def test_trap_18_a_conversation_of_20_000_messages_is_read_whole() -> None:
    turns = [
        message(f"Turn {n} " + "word " * 5, "assistant" if n % 2 else "user", time=T0 + n)
        for n in range(20_000)
    ]
    read = chatgpt_messages(*turns)
    assert len(read) == 20_000
    assert read[19_999].content.startswith("Turn 19999 ")
    assert read[19_999].parent_external_id == "m19999"
    assert {item.branch for item in read} == {0}


def test_trap_18_20_000_branches_are_read_too() -> None:
    ids = [f"a{n}" for n in range(20_000)]
    mapping = {"q": node("q", None, message("Q"), ids)}
    mapping |= {identity: node(identity, "q", message(identity, "assistant")) for identity in ids}
    read = only_messages(read_chatgpt([chain([], mapping=mapping, current_node="a7")]))
    assert [item.branch for item in read[:2]] == [0, 0]
    assert sorted(item.branch for item in read[2:]) == list(range(1, 20_000))
