"""Writes a large export in ChatGPT's shape, the same for the same seed.

    python -m tests.importers.large_export OUT.json --megabytes 300 [--seed 1]

Words follow a rank-frequency law over a vocabulary made of syllables, and each word prefers a
few successors, so that terms have the spread and the company that keywords need to be
realistic. People's turns have 5–60 words, answers 50–300, some with code; some conversations
have a regenerated answer, reasoning or a tool's step.
"""

from __future__ import annotations

import argparse
import json
import random
from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

VOCABULARY = 20_000
SUCCESSORS = 6
# A text is put together from runs of words that were drawn before: a run is a walk over the
# successors, and reusing runs is what makes hundreds of megabytes a matter of seconds.
RUNS = 30_000
START = 1_680_000_000
_COMMON = (
    "the of and to in a is that for it as was with be by on not he this are or his from at which "
    "but have an had they you were their one all we can her has there been if more when will "
    "would who so no what how do my me about could should like need want use make get help "
    "please explain write change add show find why best way time work code file list data"
)
_ONSETS = "b|br|c|ch|cl|d|dr|f|fl|g|gl|h|j|k|l|m|n|p|pl|pr|qu|r|s|sh|sl|st|t|th|tr|v|w|z"
_VOWELS = "a|e|i|o|u|ai|ea|io|ou"
_CODAS = ["", "", "", "n", "r", "s", "t", "l", "m", "nd", "st", "ck", "ng"]
_CODE = """def {0}_{1}({2}, limit={5}):
    \"\"\"Return the {3} of {2}.\"\"\"
    result = []
    for index, item in enumerate({2}):
        if item.{4} > limit:
            result.append((index, item["{1}"]))
    return result
"""


class Writer:
    """Makes conversations, one after the other, from one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._words = self._vocabulary()
        weights = [1 / (rank + 2.7) for rank in range(len(self._words))]
        self._cumulative = list(accumulate(weights))
        self._next = [[self._draw() for _ in range(SUCCESSORS)] for _ in range(len(self._words))]
        self._runs = [self._run() for _ in range(RUNS)]
        self._clock = START

    def conversations(self) -> Iterator[dict[str, Any]]:
        while True:
            yield self._conversation()

    def _vocabulary(self) -> list[str]:
        rng = self._random
        words = dict.fromkeys(_COMMON.split())
        onsets, vowels = _ONSETS.split("|"), _VOWELS.split("|")
        while len(words) < VOCABULARY:
            syllables = rng.choices((1, 2, 3, 4), (2, 5, 3, 1))[0]
            word = "".join(
                rng.choice(onsets) + rng.choice(vowels) + rng.choice(_CODAS)
                for _ in range(syllables)
            )
            words[word] = None
        return list(words)

    def _draw(self) -> int:
        return bisect(self._cumulative, self._random.random() * self._cumulative[-1])

    def _run(self) -> str:
        """One clause of 3 to 9 words."""
        rng = self._random
        word = self._draw()
        walk = [word]
        for _ in range(rng.randint(2, 8)):
            word = rng.choice(self._next[word]) if rng.random() < 0.6 else self._draw()
            walk.append(word)
        return " ".join(self._words[index] for index in walk)

    def _text(self, words: int) -> str:
        rng = self._random
        runs = rng.choices(self._runs, k=max(1, words // 6))
        sentences = [
            ", ".join(runs[start : start + 2]).capitalize() for start in range(0, len(runs), 2)
        ]
        return ". ".join(sentences) + rng.choice(".?.")

    def _answer(self) -> str:
        rng = self._random
        left = rng.randint(50, 300)
        parts = []
        while left > 0:
            size = min(left, rng.randint(20, 90))
            left -= size
            text = self._text(size)
            kind = rng.random()
            if kind < 0.15:
                text = f"## {self._word().capitalize()} {self._word()}\n\n{text}"
            elif kind < 0.35:
                text = "\n".join(f"- **{self._word()}**: {run}" for run in text.split(". "))
            parts.append(text)
        if rng.random() < 0.12:
            names = (self._word() for _ in range(5))
            parts.append(f"```python\n{_CODE.format(*names, rng.randint(1, 99))}```")
        return "\n\n".join(parts)

    def _word(self) -> str:
        return self._words[self._draw()]

    def _id(self) -> str:
        digits = f"{self._random.getrandbits(128):032x}"
        return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"

    def _conversation(self) -> dict[str, Any]:
        rng = self._random
        self._clock += rng.randint(600, 20_000)
        created = self._clock + rng.random()
        mapping: dict[str, Any] = {}
        parent = self._node(mapping, None, None)
        turns = min(400, max(1, round(rng.lognormvariate(1.8, 0.8))))
        for _ in range(turns):
            self._clock += rng.randint(5, 300)
            question = self._message("user", self._text(rng.randint(5, 60)))
            parent = self._node(mapping, parent, question)
            if rng.random() < 0.03:
                self._node(mapping, parent, self._message("assistant", self._answer()))
            if rng.random() < 0.05:
                content = {
                    "content_type": "thoughts",
                    "thoughts": [{"summary": self._text(5), "content": self._text(40)}],
                }
                parent = self._node(mapping, parent, self._message("assistant", "", content))
            if rng.random() < 0.03:
                content = {"content_type": "execution_output", "text": self._text(20)}
                parent = self._node(mapping, parent, self._message("tool", "", content))
            parent = self._node(mapping, parent, self._message("assistant", self._answer()))
        identity = self._id()
        return {
            "title": self._text(6).rstrip(".?"),
            "create_time": created,
            "update_time": self._clock + rng.random(),
            "mapping": mapping,
            "moderation_results": [],
            "current_node": parent,
            "plugin_ids": None,
            "conversation_id": identity,
            "conversation_template_id": None,
            "gizmo_id": None,
            "is_archived": rng.random() < 0.05,
            "is_starred": None,
            "safe_urls": [],
            "default_model_slug": "gpt-4o",
            "conversation_origin": None,
            "voice": None,
            "async_status": None,
            "id": identity,
        }

    def _node(
        self, mapping: dict[str, Any], parent: str | None, message: dict[str, Any] | None
    ) -> str:
        identity = self._id() if message is None else message["id"]
        mapping[identity] = {
            "id": identity,
            "message": message,
            "parent": parent,
            "children": [],
        }
        if parent is not None:
            mapping[parent]["children"].append(identity)
        return identity

    def _message(
        self, role: str, text: str, content: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        metadata: dict[str, Any] = {"request_id": self._id(), "timestamp_": "absolute"}
        if role == "assistant":
            metadata |= {
                "model_slug": "gpt-4o",
                "default_model_slug": "gpt-4o",
                "finish_details": {"type": "stop", "stop_tokens": [200002]},
                "citations": [],
                "content_references": [],
                "is_complete": True,
                "parent_id": self._id(),
            }
        return {
            "id": self._id(),
            "author": {"role": role, "name": "python" if role == "tool" else None, "metadata": {}},
            "create_time": self._clock + self._random.randint(0, 999_999) / 1e6,
            "update_time": None,
            "content": content or {"content_type": "text", "parts": [text]},
            "status": "finished_successfully",
            "end_turn": role == "assistant",
            "weight": 1.0,
            "metadata": metadata,
            "recipient": "all",
            "channel": None,
        }


def write_export(path: Path, megabytes: float, seed: int = 1) -> int:
    """Writes about that many megabytes (of 10^6 bytes); returns the conversations' number."""
    limit = megabytes * 1e6
    written = count = 0
    with path.open("wb") as file:
        written += file.write(b"[")
        for conversation in Writer(seed).conversations():
            data = json.dumps(conversation).encode()
            written += file.write(b", " if count else b"") + file.write(data)
            count += 1
            if written >= limit:
                break
        file.write(b"]")
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a large export in ChatGPT's shape.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--megabytes", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    count = write_export(arguments.out, arguments.megabytes, arguments.seed)
    print(f"{arguments.out}: {count:,} conversations, {arguments.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
