"""A vault made by hand: what an invented person told two assistants in 2024."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import apsw

from memdesk.embedding.worker import EmbeddingWorker
from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.results import SearchRequest, SearchResponse
from memdesk.vault import conversations, memories, tags
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency
from tests.fake_model import holder

NOW = int(datetime(2025, 1, 15, 12, tzinfo=UTC).timestamp() * 1000)

# Words that the fake model takes to mean the same.
CONCEPTS = {
    "automobile": "car",
    "vehicle": "car",
    "physician": "doctor",
    "doctor": "doctor",
    "feline": "cat",
    "cat": "cat",
    "猫": "cat",
    "车": "car",
    "residence": "flat",
    "flat": "flat",
}

_TALKS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (
        "chatgpt",
        "Sourdough starter",
        "2024-03-04",
        (
            "My starter is called Bruno and lives on rye flour.",
            "Feed Bruno every morning with equal parts of flour and water.",
            "How warm should the kitchen be for the bulk rise?",
            "Around 24 degrees is best for the bulk rise, and it then takes five hours.",
            "I baked at 250 degrees and the crust came out dark.",
            "Lower the oven to 230 degrees after twenty minutes.",
        ),
    ),
    (
        "chatgpt",
        "Cat at the vet",
        "2024-05-11",
        (
            "The physician said Tattie the feline needs 5 mg thiamazole.",
            "Give the tablet with food and check the thyroid values in June.",
            "Tattie hides from the tablets under the sofa.",
            "Hide the tablet in a little cream cheese.",
        ),
    ),
    (
        "claude",
        "Bicycle repairs",
        "2024-06-20",
        (
            "The bottom bracket of my Galaxy creaks, error code E0433 on the trainer.",
            "I recommend a Shimano UN55 bottom bracket for an old steel frame.",
            "The folding bike got a 44 tooth chainring in orange.",
            "Orange suits it. Check the chain length with the new chainring.",
            "```python\ndef gear_ratio(front, rear):\n    return front / rear\n```",
            "See https://example.org/gears for a gear table.",
        ),
    ),
    (
        "claude",
        "Moving house",
        "2024-09-01",
        (
            "We leave the flat in Elbe Street on 14 October.",
            "Make a list of who needs your new address: bank, employer, doctor.",
            "The landlord wants 1,150 pounds a month for the flat in Leith.",
            "That is usual for Leith at present.",
            "The router has the address 192.168.1.7 in file /etc/pihole/foo_bar.conf",
            "Reserve the address in the router so that it does not change.",
        ),
    ),
    (
        "claude",
        "学中文",
        "2024-10-05",
        (
            "我的猫叫土豆，今年八岁。",
            "土豆是个可爱的名字。",
            "老师推荐我每天读一篇短文，喝咖啡的时候读。",
            "坚持每天阅读对汉语水平很有帮助。",
            "我喜欢喝茶，不喜欢咖啡。",
        ),
    ),
    (
        "chatgpt",
        "Cooking for guests",
        "2024-11-23",
        (
            "Which cake did I bake for Shona's birthday? I think the lemon cake.",
            "A lemon cake with almonds keeps moist for three days.",
            "Mum's pudding takes 200 grams of oatmeal and half a litre of cream.",
            "Toast the oatmeal first, it tastes nuttier.",
            "For Christmas I want to serve roast potatoes of the variety Maris Piper.",
            "Maris Piper is a floury potato and roasts well in goose fat.",
        ),
    ),
)

_NOTES = (
    ("The spare key is with Mrs Robertson next door.", "note", ("home",)),
    ("Passport expires in 2031.", "note", ("papers", "Travel")),
    ("Emoji 😀👍🏽 stand before the word lighthouse 🗼 here.", "note", ()),
    ("Der Wecker klingelt um sechs, die Bäckerei öffnet um sieben.", "note", ("home",)),
)


@dataclass
class Small:
    """The open vault, its engine, and the id of each text."""

    vault: Vault
    engine: SearchEngine
    ids: dict[str, int] = field(default_factory=dict)

    def ask(self, text: str, **fields: Any) -> SearchResponse:
        fields.setdefault("now", NOW)
        fields.setdefault("count", False)
        return self.engine.search(SearchRequest(text, **fields))

    def texts(self, text: str, **fields: Any) -> list[str]:
        return [result.content for result in self.ask(text, **fields).results]

    def id_of(self, part: str) -> int:
        """The id of the only memory whose text holds ``part``."""
        [found] = [identifier for text, identifier in self.ids.items() if part in text]
        return found

    def embed(self) -> None:
        EmbeddingWorker(self.vault, holder(CONCEPTS)).embed_all()


def moment(day: str, minutes: int = 0) -> int:
    at = datetime.fromisoformat(day).replace(hour=9, tzinfo=UTC) + timedelta(minutes=minutes)
    return int(at.timestamp() * 1000)


def build(embedded: Path, unembedded: Path) -> dict[str, int]:
    """Make both vaults; returns the id of each text."""
    with Vault(embedded) as vault:
        ids = vault.write(_fill)
    shutil.copy(embedded, unembedded)
    with opened(embedded, ids) as small:
        small.embed()
    return ids


@contextmanager
def opened(path: Path, ids: dict[str, int]) -> Iterator[Small]:
    with Vault(path) as vault:
        yield Small(vault, SearchEngine(vault, holder(CONCEPTS)), dict(ids))


def forget_half(small: Small) -> None:
    """Take the vectors of the later half of the memories away."""
    small.vault.write(lambda db: _forget(db, len(small.ids) // 2))
    small.engine = SearchEngine(small.vault, holder(CONCEPTS))


def _fill(db: apsw.Connection) -> dict[str, int]:
    ids: dict[str, int] = {}
    for number, (source, title, day, turns) in enumerate(_TALKS):
        owner, _ = conversations.store(
            db, NewConversation(source, f"c{number}", title, started_at=moment(day))
        )
        for position, text in enumerate(turns):
            ids[text] = memories.add(
                db,
                NewMemory(
                    text,
                    source=source,
                    role="user" if position % 2 == 0 else "assistant",
                    conversation_id=owner,
                    position=position,
                    external_id=f"c{number}-{position}",
                    created_at=moment(day, position),
                ),
            )
    for at, (text, kind, names) in enumerate(_NOTES):
        ids[text] = memories.add(
            db,
            NewMemory(text, source="note", type=kind, created_at=moment("2024-12-01", at)),
        )
        tags.assign(db, ids[text], names)
    return ids


def _forget(db: apsw.Connection, last: int) -> None:
    db.execute(
        "UPDATE passage SET model_id=NULL WHERE memory_id>?",
        (last,),
    )
    db.execute(
        "DELETE FROM vector WHERE passage_id IN (SELECT id FROM passage WHERE memory_id>?)",
        (last,),
    )


def stored(vault: Vault, ids: Sequence[int]) -> list[tuple[int, int]]:
    """(access count, retrieval count) of memories, once what is queued is written."""
    vault.write(lambda db: None, Urgency.BULK)
    found = vault.read(lambda db: memories.get_many(db, ids))
    return [(memory.access_count, memory.retrieval_count) for memory in found]
