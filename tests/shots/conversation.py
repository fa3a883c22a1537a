"""The conversation view in every state."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from memdesk.desktop.conversation.view import ConversationView
from memdesk.desktop.search.breakdown import BreakdownCard
from memdesk.vault.records import Conversation, Memory
from tests.shots import samples
from tests.shots.registry import shot

SMALL, READER = (420, 600), (664, 700)

BUILT = 600
"""Milliseconds in which the messages are made."""


def memory(id_: int, content: str, role: str = "user", **changes: object) -> Memory:
    """A message of the conversation 1, three minutes after the one before it."""
    values: dict[str, object] = {
        "id": id_,
        "uid": f"uid-{id_}",
        "type": "episodic",
        "role": role,
        "author": None,
        "content": content,
        "format": "markdown",
        "conversation_id": 1,
        "position": id_,
        "branch": 0,
        "parent_external_id": None,
        "source": "chatgpt",
        "external_id": f"m{id_}",
        "model": "gpt-4o" if role == "assistant" else None,
        "importance": 0.5,
        "pinned": False,
        "created_at": samples.local(2024, 3, 14, 9, 12) + 180_000 * id_,
        "updated_at": None,
        "edited_at": None,
        "valid_until": None,
        "deleted_at": None,
        "access_count": 0,
        "last_accessed_at": None,
        "retrieval_count": 0,
        "last_retrieved_at": None,
        "tags": (),
        "extra": {},
    }
    return Memory(**(values | changes))  # type: ignore[arg-type]


def conversation(title: str = "Sourdough schedule", **changes: object) -> Conversation:
    """The conversation 1."""
    values: dict[str, object] = {
        "id": 1,
        "source": "chatgpt",
        "external_id": "c1",
        "title": title,
        "started_at": samples.local(2024, 3, 14, 9, 12),
        "updated_at": None,
        "model": "gpt-4o",
        "project": None,
        "archived": False,
        "starred": False,
        "message_count": 3,
        "extra": {},
    }
    return Conversation(**(values | changes))  # type: ignore[arg-type]


def marks_of(memories: Sequence[Memory], *words: str) -> Mapping[int, list[tuple[int, int]]]:
    """Spans of the words in each memory."""
    pattern = "|".join(map(re.escape, words))
    return {m.id: [x.span() for x in re.finditer(pattern, m.content)] for m in memories}


BREAD = (
    memory(0, "How long should the bulk rise take in a cold kitchen?"),
    memory(1, "I finally named my starter **Clint** Yeastwood. He doubles in five hours at 26 °C."),
    memory(
        2,
        "Great name! For Clint, keep a 1:5:5 feeding and note the rise every hour.\n\n"
        "```\nfeed   08:00   20 g starter  100 g flour  100 g water\n"
        "peak   13:00   mix dough\n```",
        "assistant",
    ),
)

RICH = """## What to change first

The kitchen is *cold*, so give it **time** rather than more starter. Read
[the table](https://example.org/table) and keep `hydration = 0.75` for now.

1. Warm the water to 32 °C:
   ```bash
   kettle --to 32 --hold 10m   # a long comment that goes on far beyond the right edge of the frame
   ```
2. Mix, then rest
   - 30 minutes without salt
   - another 30 with it
     - fold twice
3. ~~Add sugar~~ Do not add sugar

> Bread is patience made visible,
> and a little salt.

| Hour | Temperature | What to look for |
|---:|:---:|---|
| 1 | 24 °C | first bubbles at the rim |
| 4 | 26 °C | doubled, domed, a few large bubbles under the skin |
| 5 | 26 °C | flat top: bake **now** |

- [x] buy flour
- [ ] find the banneton

---

```python
def peak(hours: float, temperature: float) -> float:
    \"\"\"When the starter is at its highest.\"\"\"
    return hours * 2 ** ((26 - temperature) / 8)
```

<script>alert("raw HTML stays text")</script> and an image ![crumb shot](https://example.org/c.png).
The formula is \\(t_{peak} = 5 \\cdot 2^{(26-T)/8}\\). See https://example.org/a_b_c?x=1&y=2.
"""

DIFFICULT = (
    memory(
        0,
        "酸面团在冬天发酵很慢，酵种要不要放在烤箱里？温度应该保持在二十六度左右，还是更高一点更好？",
        created_at=samples.local(2023, 12, 30, 22, 5),
    ),
    memory(
        1,
        "可以。**打开烤箱灯**就够了：\n\n- 温度约 26 °C\n- 酵种每四小时看一次\n\n"
        "| 时间 | 状态 |\n|---|---|\n| 一小时 | 有小气泡 |\n| 五小时 | 体积翻倍 |",
        "assistant",
        created_at=samples.local(2023, 12, 30, 22, 6),
    ),
    memory(
        2,
        "كيف أحفظ الخميرة في الصيف؟\n\n- في الثلاجة\n- مع القليل من الدقيق",
        created_at=samples.local(2023, 12, 31, 8, 0),
    ),
    memory(
        3,
        "احتفظ بها في الثلاجة عند ٤ درجات. 🥖🎉👨‍👩‍👧 starter",
        "assistant",
        created_at=samples.local(2023, 12, 31, 8, 1),
    ),
    memory(4, "a" * 180 + " https://example.org/" + "very-long-path-" * 12, author="Mara"),
    memory(5, "plain *text* stays\n   as it   was\n<b>typed</b>", format="text"),
)

SURROUNDED = (
    memory(
        0,
        "Look at these two files, please.",
        extra={
            "attachments": [
                {"name": "flour-prices.csv", "type": "text/csv", "size": 18432},
                {"name": "crumb.jpg", "type": "image/jpeg", "size": 2411724},
                {
                    "name": "a-long-file-name-of-a-scanned-recipe-from-the-old-book.pdf",
                    "type": "application/pdf",
                },
            ]
        },
    ),
    memory(1, "mill;price\nVestby;14\n", type="attachment", extra={"name": "flour-prices.csv"}),
    memory(
        2, 'search("stone mills near Vestby")\nsecond line', "tool", author="browser", model=None
    ),
    memory(3, '```json\n{"mills": 3}\n```', "tool", author="python", model=None),
    memory(
        4,
        "The mill in Vestby is the cheapest.",
        "assistant",
        extra={
            "thinking": "The user wants prices.\nTwo files.\nCompare them.",
            "links": [
                ["Stone mills of the north", "https://mills.example.org/north"],
                ["", "https://example.org/flour"],
                ["Not a page", "javascript:alert(1)"],
            ],
        },
    ),
    memory(5, "", "assistant", extra={"thinking": "One line only."}),
)


def view(
    memories: Sequence[Memory],
    focus: int | None,
    *words: str,
    title: str = "Sourdough schedule",
    first: int = 0,
    total: int | None = None,
    card: bool = False,
    **changes: object,
) -> ConversationView:
    """The view with a conversation in it."""
    made = ConversationView()
    QTimer.singleShot(0, made.setFocus)
    if card:
        made.setTopWidget(explained())
    count = len(memories) if total is None else total
    made.showConversation(
        conversation(title, message_count=count, **changes),
        memories,
        first=first,
        total=count,
        focus=focus,
        marks=marks_of(memories, *words) if words else {},
    )
    return made


def explained() -> BreakdownCard:
    """The account of a score, as the search pane gives it."""
    card = BreakdownCard()
    card.setExplanation(samples.few()[0].explanation)
    card.show()
    return card


@shot("conversation-hit", size=READER, settle_ms=BUILT)
def hit() -> QWidget:
    return view(BREAD, 1, "named", "starter", card=True)


@shot("conversation-hit-small", size=SMALL, settle_ms=BUILT)
def hit_small() -> QWidget:
    return view(BREAD, 1, "named", "starter", card=True)


@shot("conversation-hit-200", size=READER, text_scale=2.0, settle_ms=BUILT)
def hit_large_text() -> QWidget:
    return view(BREAD, 1, "named", "starter")


@shot("conversation-rich", size=(664, 1180), settle_ms=BUILT)
def rich() -> QWidget:
    return view((BREAD[0], memory(1, RICH, "assistant")), 0, "cold")


@shot("conversation-rich-small", size=(340, 1400), settle_ms=BUILT)
def rich_small() -> QWidget:
    return view((BREAD[0], memory(1, RICH, "assistant")), 0, "cold")


@shot("conversation-rich-200", size=(900, 1400), text_scale=2.0, settle_ms=BUILT)
def rich_large_text() -> QWidget:
    return view((memory(1, RICH, "assistant"),), None)


@shot("conversation-difficult", size=(664, 900), settle_ms=BUILT)
def difficult() -> QWidget:
    return view(
        DIFFICULT,
        1,
        "酵种",
        "starter",
        title="去厦门的路线和酵种的照顾办法以及很多别的事情的一个特别特别长的标题 and more of it",
        source="claude",
        model="claude-3-7-sonnet",
    )


@shot("conversation-surrounded", size=(664, 620), settle_ms=BUILT)
def surrounded() -> QWidget:
    return view(SURROUNDED, 3)


@shot("conversation-unfolded", size=(664, 900), settle_ms=BUILT)
def unfolded() -> QWidget:
    made = view(SURROUNDED, None)
    while made.transcript.slices.busy():
        made.transcript.slices.run()
    for message in made.transcript.messages():
        for fold in message.findChildren(QWidget):
            if hasattr(fold, "isOpen"):
                fold.open()
    return made


def long_conversation(count: int = 400) -> tuple[Memory, ...]:
    """Many turns of different length."""
    turns = []
    for n in range(count):
        if n % 2:
            text = f"Answer {n}: keep the starter warm.\n\n" + RICH[: 40 * (n % 17)]
            turns.append(memory(n, text, "assistant"))
        else:
            turns.append(memory(n, f"Question {n} about the starter?"))
    return tuple(turns)


@shot("conversation-deep", size=READER, settle_ms=BUILT)
def deep() -> QWidget:
    turns = long_conversation()
    return view(turns[170:230], 200, "starter", first=170, total=400, card=True)


@shot("conversation-900x600", size=(520, 500), settle_ms=BUILT)
def deep_small() -> QWidget:
    turns = long_conversation()
    return view(turns[170:230], 201, "starter", first=170, total=400, card=True)


@shot("conversation-hostile", size=READER, settle_ms=BUILT)
def hostile() -> QWidget:
    return view((memory(0, "x[*_`" * 200_000), memory(1, "And what now?")), 0)


@shot("conversation-note", size=READER, settle_ms=BUILT)
def note() -> QWidget:
    made = ConversationView()
    QTimer.singleShot(0, made.setFocus)
    text = "Flour mill in Vestby sells T80 by the sack; ask for the starter kit."
    made.showNote(
        memory(7, text, source="clipboard", conversation_id=None, type="note"), ((56, 63),)
    )
    return made


@shot("conversation-nothing", size=READER)
def nothing() -> QWidget:
    return ConversationView()


@shot("conversation-loading", size=READER, settle_ms=420)
def loading() -> QWidget:
    made = ConversationView()
    made.showLoading()
    return made


@shot("conversation-error", size=READER)
def error() -> QWidget:
    made = ConversationView()
    made.showError(
        "The conversation cannot be read: memories.memdesk is locked by another program. Nothing "
        "was lost; close the other program and choose the result again.",
        "apsw.BusyError: database is locked",
    )
    return made
