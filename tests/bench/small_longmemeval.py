"""Fourteen questions of our own in the shape of LongMemEval's files, six sessions of history each.

Every kind of question occurs twice, and two questions are answered by nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Turn = tuple[str, str]
# What is said in the sessions that answer; a turn that begins with "*" is the evidence.
_TOLD: dict[str, list[Turn]] = {
    "kayak": [
        ("user", "*I keep my kayak in the shed of the rowing club in Mallow."),
        ("assistant", "A dry shed is fine, as long as the hull isn't pressed against a wall."),
    ],
    "violet": [
        ("user", "My niece Violet plays the trombone in the brass band."),
        ("assistant", "How nice, a good first instrument needs a decent slide."),
        ("user", "*She was given a silver mouthpiece by her teacher."),
    ],
    "stew": [
        ("user", "How long does the venison stew take?"),
        ("assistant", "*Give the venison three and a half hours at a bare simmer, lid ajar."),
    ],
    "paint": [
        ("user", "Which colour suits a narrow corridor?"),
        ("assistant", "*I'd go for a pale ochre called Saffron Field, it warms a narrow corridor."),
    ],
    "quiet": [
        ("user", "*When I travel I want silence, a cabin without neighbours is the best for me."),
        ("assistant", "Then look at the forest rather than the coast in August."),
    ],
    "tools": [
        ("user", "*For woodwork I only use hand tools, routers scare me."),
        ("assistant", "A shooting board and a sharp plane replace most of a router."),
    ],
    "race-a": [("user", "*Ran the harbour ten in April, soaked."), ("assistant", "Well done!")],
    "race-b": [("user", "*Second race: the moor half in July."), ("assistant", "Congratulations!")],
    "loan-a": [("user", "*Borrowed 200 from Petra for the tyres."), ("assistant", "Noted.")],
    "loan-b": [("user", "*Petra lent me 150 more for the exhaust."), ("assistant", "Noted.")],
    "wedding": [("user", "*Yesterday Ines married at the lighthouse."), ("assistant", "Lovely.")],
    "cast": [("user", "*The plaster came off my ankle today."), ("assistant", "Take it easy.")],
    "choir-a": [("user", "*Choir rehearsals are on Tuesdays."), ("assistant", "Good to know.")],
    "choir-b": [("user", "*Choir was moved to Fridays, at eight."), ("assistant", "I see.")],
    "desk-a": [("user", "*My desk is by the lift, on floor two."), ("assistant", "Noisy?")],
    "desk-b": [("user", "*New desk! Floor five, by the window."), ("assistant", "Enjoy.")],
}
_FILLERS: list[tuple[str, list[Turn]]] = [
    (
        "filler-1",
        [("user", "How do I descale a kettle?"), ("assistant", "Use citric acid, twice.")],
    ),
    ("filler-2", [("user", "Explain tides."), ("assistant", "The moon pulls at the oceans.")]),
    ("filler-3", [("user", "Write a limerick."), ("assistant", "There once was a clerk in Peru.")]),
    ("filler-4", [("user", "Which bread for toast?"), ("assistant", "A day-old white loaf.")]),
    ("filler-5", [("user", "Sort a list in SQL?"), ("assistant", "Use ORDER BY, then a column.")]),
    ("filler-6", [("user", "Is tea bad for iron?"), ("assistant", "Not between meals.")]),
]
_ASKED: list[tuple[str, str, str, list[str]]] = [
    ("u1", "single-session-user", "Where do I keep my kayak?", ["kayak"]),
    ("u2", "single-session-user", "What was my niece given by her teacher?", ["violet"]),
    ("a1", "single-session-assistant", "How long should the venison simmer?", ["stew"]),
    ("a2", "single-session-assistant", "Which ochre for the narrow corridor?", ["paint"]),
    ("p1", "single-session-preference", "Can you suggest a cabin for my travel?", ["quiet"]),
    ("p2", "single-session-preference", "Which tools for woodwork?", ["tools"]),
    ("m1", "multi-session", "How many races did I run, harbour and moor?", ["race-a", "race-b"]),
    ("m2", "multi-session", "How much have I borrowed from Petra?", ["loan-a", "loan-b"]),
    ("t1", "temporal-reasoning", "How long ago did Ines marry?", ["wedding"]),
    ("t2", "temporal-reasoning", "When did the plaster come off?", ["cast"]),
    ("k1", "knowledge-update", "On which day is choir?", ["choir-a", "choir-b"]),
    ("k2", "knowledge-update", "On which floor is my desk?", ["desk-a", "desk-b"]),
    ("u3_abs", "single-session-user", "Where do I keep my surfboard?", ["kayak"]),
    ("m3_abs", "multi-session", "Were zeppelins flown overhead?", ["race-a"]),
]


def _session(told: list[Turn]) -> list[dict[str, Any]]:
    turns: list[dict[str, Any]] = []
    for role, text in told:
        turn: dict[str, Any] = {"role": role, "content": text.removeprefix("*")}
        if text.startswith("*"):
            turn["has_answer"] = True
        turns.append(turn)
    return turns


def _instance(number: int, name: str, ability: str, question: str, wanted: list[str]) -> Any:
    # The fillers begin with another one each time; six sessions in all.
    fillers = [_FILLERS[(number + step) % len(_FILLERS)] for step in range(6 - len(wanted))]
    sessions = [*fillers[:2], *((f"answer_{one}", _TOLD[one]) for one in wanted), *fillers[2:]]
    return {
        "question_id": name,
        "question_type": ability,
        "question": question,
        "answer": "",
        "question_date": "2023/06/30 (Fri) 18:05",
        "haystack_session_ids": [its for its, _ in sessions],
        "haystack_dates": [f"2023/05/{10 + day} (Wed) 09:30" for day in range(len(sessions))],
        "haystack_sessions": [_session(told) for _, told in sessions],
        "answer_session_ids": [f"answer_{one}" for one in wanted],
    }


DATA: list[dict[str, Any]] = [_instance(number, *asked) for number, asked in enumerate(_ASKED)]


def written(folder: Path, data: Any = DATA) -> Path:
    path = folder / "longmemeval.json"
    path.write_text(json.dumps(data), "utf-8")
    return path
