"""Two short conversations of our own in the shape of the LoCoMo file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def _session(number: int, *turns: tuple[str, str], caption: str | None = None) -> list[Any]:
    made: list[dict[str, str]] = [
        {"speaker": speaker, "dia_id": f"D{number}:{place}", "text": text}
        for place, (speaker, text) in enumerate(turns, start=1)
    ]
    if caption:
        made[-1]["blip_caption"] = caption
    return made


def _question(text: str, category: int, *evidence: str) -> dict[str, Any]:
    return {"question": text, "answer": "", "category": category, "evidence": list(evidence)}


DATA: list[dict[str, Any]] = [
    {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ada",
            "speaker_b": "Ben",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": _session(
                1,
                ("Ada", "I adopted a tortoise from the shelter."),
                ("Ben", "Lovely, my violin lessons start tomorrow."),
                (
                    "Ada",
                    "Look at him",
                ),
                caption="a tortoise on a lawn",
            ),
            "session_2_date_time": "10:05 am on 1 June, 2023",
            "session_2": _session(
                2,
                ("Ben", "The violin teacher moved to Lisbon."),
                ("Ada", "I planted forty tulips behind the garage."),
            ),
            "session_3_date_time": "10:05 am on 2 June, 2023",
        },
        "qa": [
            _question("What did Ada adopt?", 4, "D1:1"),
            _question("Where did the violin teacher move and when?", 1, "D1:2; D2:01"),
            _question("When did Ada plant tulips?", 2, "D:2:2"),
            _question("What does the tortoise look like?", 3, "D1:3", "D9:9"),
            _question("What did Ben plant?", 5, "D2:2"),
            _question("Who won the race?", 3),
        ],
    },
    {
        "sample_id": "conv-2",
        "conversation": {
            "speaker_a": "Cleo",
            "speaker_b": "Dan",
            "session_1_date_time": "12:00 am on 1 January, 2024",
            "session_1": _session(
                1,
                ("Cleo", "My sister bakes pretzels in Freiburg."),
                ("Dan", "I broke my ankle on the ferry stairs."),
            ),
        },
        "qa": [_question("Who broke an ankle?", 4, "D1:2")],
    },
]


def written(folder: Path) -> Path:
    path = folder / "locomo.json"
    path.write_text(json.dumps(DATA), "utf-8")
    return path
