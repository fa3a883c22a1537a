"""What each of ChatGPT's content types becomes."""

from __future__ import annotations

from typing import Any

import pytest

from memdesk.importers.parsed import Attachment, ParsedMessage
from tests.importers.builders import (
    chain,
    chatgpt_messages,
    conversations,
    issues,
    message,
    read_chatgpt,
)


def one(role: str = "assistant", **fields: Any) -> ParsedMessage:
    (only,) = chatgpt_messages(message(role=role, **fields))
    return only


def test_code_is_fenced_and_belongs_to_the_tool_it_was_sent_to() -> None:
    content = {"content_type": "code", "language": "python", "text": "print(1)"}
    read = one(content=content, recipient="python")
    assert (read.role, read.author) == ("tool", "python")
    assert read.content == "```python\nprint(1)\n```"
    assert dict(read.extra) == {"recipient": "python"}


def test_a_fence_is_longer_than_any_in_the_code() -> None:
    content = {"content_type": "code", "language": "unknown", "text": "a\n```\nb"}
    assert one(content=content).content == "````\na\n```\nb\n````"


def test_execution_output_is_fenced_under_its_tools_name() -> None:
    content = {"content_type": "execution_output", "text": "1\n"}
    read = one("tool", content=content, name="python")
    assert (read.role, read.author, read.content) == ("tool", "python", "```\n1\n```")


def test_a_picture_keeps_the_words_beside_it_and_its_uploaded_name() -> None:
    content = {
        "content_type": "multimodal_text",
        "parts": [
            {
                "content_type": "image_asset_pointer",
                "asset_pointer": "file-service://file-abc",
                "size_bytes": 10,
            },
            "What bird is this?",
        ],
    }
    metadata = {
        "attachments": [
            {"id": "file-abc", "name": "bird.jpg", "mime_type": "image/jpeg", "size": 9},
            {"id": "file-def", "name": "list.pdf", "mimeType": "application/pdf"},
        ]
    }
    read = one("user", content=content, metadata=metadata)
    assert read.content == "What bird is this?"
    assert read.attachments == (
        Attachment("bird.jpg", "image/jpeg", 9),
        Attachment("list.pdf", "application/pdf"),
    )


def test_a_message_of_only_a_picture_shows_its_name() -> None:
    part = {"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_9"}
    read = one("user", content={"content_type": "multimodal_text", "parts": [part]})
    assert read.content == "file_9"
    assert read.attachments == (Attachment("file_9", "image"),)


def test_a_video_call_names_its_sound_and_frames() -> None:
    part = {
        "content_type": "real_time_user_audio_video_asset_pointer",
        "audio_asset_pointer": {"asset_pointer": "sediment://sound", "format": "wav"},
        "frames_asset_pointers": ["sediment://frame1", {"asset_pointer": "sediment://frame2"}],
    }
    read = one("user", content={"content_type": "multimodal_text", "parts": [part]})
    assert [attachment.name for attachment in read.attachments] == ["sound", "frame1", "frame2"]


def test_a_quoted_page_is_a_quotation_with_its_address() -> None:
    content = {
        "content_type": "tether_quote",
        "url": "https://example.org/a",
        "domain": "example.org",
        "title": "Apples",
        "text": "Red.\nGreen.",
    }
    read = one("tool", content=content, name="browser")
    assert read.content == "[Apples](https://example.org/a)\n\n> Red.\n> Green."
    assert read.links == (("Apples", "https://example.org/a"),)


def test_a_browsing_display_is_the_tools_text() -> None:
    content = {"content_type": "tether_browsing_display", "result": "# 0 Apples", "summary": None}
    read = one("tool", content=content, name="browser")
    assert (read.role, read.content) == ("tool", "# 0 Apples")


def test_a_system_error_names_itself() -> None:
    content = {"content_type": "system_error", "name": "Timeout", "text": "No answer in 60 s"}
    assert one("tool", content=content).content == "Timeout: No answer in 60 s"


def test_a_screenshot_of_a_computer_is_named() -> None:
    content = {
        "content_type": "computer_output",
        "computer_id": "1",
        "screenshot": {
            "content_type": "image_asset_pointer",
            "asset_pointer": "sediment://shot",
        },
        "state": {"title": "Map", "url": "https://example.org/map"},
    }
    read = one("tool", content=content)
    assert read.content == "Map\n\nhttps://example.org/map"
    assert read.attachments == (Attachment("shot", "image"),)


def test_paired_apps_keep_their_words() -> None:
    content = {
        "content_type": "app_pairing_content",
        "shared_prompt": "Look at the editor",
        "context_parts": [{"title": "main.c", "text": "int main"}],
    }
    assert one("user", content=content).content == "Look at the editor\n\nmain.c\n\nint main"


def test_an_unknown_content_type_keeps_its_words_and_says_its_type() -> None:
    content = {"content_type": "hologram", "parts": ["Seen", {"text": "from behind"}], "angle": 3}
    read = one(content=content)
    assert read.content == "Seen\n\nfrom behind"
    assert dict(read.extra) == {"content_type": "hologram"}


def test_a_canvas_document_is_the_assistants_own_writing() -> None:
    call = '{"name": "Letter", "type": "document", "content": "Dear Ida,\\nhello."}'
    content = {"content_type": "code", "language": "json", "text": call}
    read = one(content=content, recipient="canmore.create_textdoc")
    assert (read.role, read.content) == ("assistant", "**Letter**\n\nDear Ida,\nhello.")


def test_canvas_code_is_fenced() -> None:
    call = '{"name": "sort", "type": "code/python", "content": "x.sort()"}'
    content = {"content_type": "code", "language": "json", "text": call}
    read = one(content=content, recipient="canmore.create_textdoc")
    assert read.content == "**sort**\n\n```python\nx.sort()\n```"


def test_a_canvas_call_that_is_not_json_stays_a_tools_text() -> None:
    content = {"content_type": "code", "language": "unknown", "text": "{broken"}
    read = one(content=content, recipient="canmore.create_textdoc")
    assert (read.role, read.content) == ("tool", "```\n{broken\n```")


def test_what_the_assistant_tells_a_tool_is_no_answer() -> None:
    read = one(text="User has a dog named Ida", recipient="bio")
    assert (read.role, read.author) == ("tool", "bio")


def test_models_archive_star_and_custom_gpt_are_kept() -> None:
    talk = chain(
        [message("Hi", "assistant", metadata={"model_slug": "gpt-4o"})],
        is_archived=True,
        is_starred=True,
        gizmo_id="g-abc",
        is_do_not_remember=True,
    )
    (read,) = conversations(read_chatgpt([talk]))
    assert (read.archived, read.starred, read.model) == (True, True, "gpt-4o")
    assert read.messages[0].model == "gpt-4o"
    assert dict(read.extra) == {"custom_gpt_id": "g-abc", "do_not_remember": True}


def test_a_projects_conversation_names_the_project() -> None:
    (read,) = conversations(read_chatgpt([chain([message()], gizmo_id="g-p-12")]))
    assert dict(read.extra) == {"project_id": "g-p-12"}


@pytest.mark.parametrize("content", [5, ["x"], None])
def test_unreadable_content_is_an_issue_and_the_rest_is_read(content: object) -> None:
    talk = chain([message("One"), message("Two", "assistant")])
    talk["mapping"]["m1"]["message"]["content"] = content
    items = read_chatgpt([talk])
    assert [item.content for item in conversations(items)[0].messages] == ["Two"]
    (issue,) = issues(items)
    assert (issue.conversation, issue.message) == ("Hikes", "m1")


def test_content_that_is_a_bare_string_is_read() -> None:
    talk = chain([message("One")])
    talk["mapping"]["m1"]["message"]["content"] = "Bare"
    assert conversations(read_chatgpt([talk]))[0].messages[0].content == "Bare"


@pytest.mark.parametrize("entry", [None, 3, "text", []])
def test_a_node_that_is_no_object_is_an_issue(entry: object) -> None:
    talk = chain([message("One")])
    talk["mapping"]["odd"] = entry
    items = read_chatgpt([talk])
    assert len(conversations(items)[0].messages) == 1
    assert issues(items)[0].message == "odd"


def test_a_conversation_without_id_gets_the_same_one_each_time() -> None:
    talk = chain([message("One")])
    del talk["id"], talk["conversation_id"]
    first, second = (conversations(read_chatgpt([talk]))[0] for _ in range(2))
    assert first.external_id == second.external_id
    assert first.external_id.startswith("derived:")


def test_long_runs_of_one_character_are_read_in_no_time() -> None:
    spaces = " " * 300_000
    read = one(text=f"a{spaces}b cite †{spaces}c \ue200")
    assert read.content.startswith("a ")
    content = {"content_type": "code", "text": "`" * 300_000}
    assert len(one(content=content).content) == 3 * 300_000 + 4


def test_thousands_of_thoughts_in_a_row_reach_the_answer() -> None:
    thoughts = {"content_type": "thoughts", "thoughts": [{"summary": "", "content": "Hm."}]}
    steps = [message(role="assistant", content=thoughts) for _ in range(5000)]
    (answer,) = chatgpt_messages(*steps, message("Yes.", "assistant"))
    assert answer.thinking == "\n\n".join(["Hm."] * 5000)
