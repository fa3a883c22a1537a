"""Made-up memories for pictures and tests."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from memdesk.retrieval.contributions import total
from memdesk.retrieval.explanation import Contribution, Explanation, Group, Note
from memdesk.retrieval.results import Facets, Rejection, SearchResponse, SearchResult, Understood
from memdesk.retrieval.voice import Confidence

_GROUPS: dict[str, Group] = {
    "keyword": "keyword",
    "words": "keyword",
    "title": "keyword",
    "meaning": "meaning",
    "near_context": "conversation",
    "author": "author",
    "date": "time",
    "recency": "personal",
    "frequency": "personal",
    "question": "penalty",
}
_FIGURES: dict[str, tuple[float, float, str]] = {
    "keyword": (7.42, 0.94, "bm25 7.42"),
    "words": (1.0, 1.0, "100% of the words"),
    "title": (0.33, 0.33, "33% of the words in the title"),
    "meaning": (0.61, 3.1, "cos 0.61 · z 3.1"),
    "near_context": (0.48, 1.2, "cos 0.48 · z 1.2"),
    "author": (1.0, 1.0, "as asked"),
    "date": (0.0, 1.0, "0 days from the time asked about"),
    "recency": (267.0, 0.002, "267 days old"),
    "frequency": (2.0, 0.11, "2 retrievals"),
    "question": (1.0, 1.0, "is itself a question"),
}
"""What stands behind each stage's value: raw figure, feature, and the figure in words."""


def local(year: int, month: int, day: int, hour: int = 9, minute: int = 31) -> int:
    """UTC milliseconds of a local time."""
    return round(datetime(year, month, day, hour, minute).timestamp() * 1000)


def explained(sentence: str = "", notes: tuple[Note, ...] = (), **values: float) -> Explanation:
    """An explanation with the given value for each stage."""
    contributions = tuple(
        Contribution(stage, _GROUPS[stage], raw, feature, value / feature, value, detail)
        for stage, value in values.items()
        for raw, feature, detail in (_FIGURES[stage],)
    )
    return Explanation(contributions, ("named", "starter"), sentence, notes)


def result(
    id_: int,
    title: str,
    content: str,
    explanation: Explanation,
    *words: str,
    role: str = "user",
    source: str = "chatgpt",
    created: int | None = None,
    tags: tuple[str, ...] = (),
    similar: tuple[int, ...] = (),
) -> SearchResult:
    """A result whose ``words`` are marked wherever they stand."""
    marks = sorted(
        match.span()
        for word in words
        for match in re.finditer(re.escape(word), content, re.IGNORECASE)
    )
    return SearchResult(
        id=id_,
        score=total(explanation.contributions),
        content=content,
        passage=(0, len(content)),
        marks=tuple(marks),
        conversation_id=id_ * 10,
        title=title,
        role=role,
        author=None,
        source=source,
        type="episodic",
        model="gpt-4o",
        created_at=created if created is not None else local(2024, 3, 14),
        importance=0.5,
        pinned=False,
        tags=tags,
        explanation=explanation,
        similar=similar,
    )


def starter() -> SearchResult:
    """The answer to “what did I name my starter last year”."""
    return result(
        1,
        "Sourdough schedule",
        "I finally named my starter Clint Yeastwood. He doubles in five hours at 26 °C.",
        explained(
            "First because “named” and “starter” appear together only here, the words around it "
            "are about the same thing, and you said it yourself.",
            keyword=0.38,
            meaning=0.26,
            near_context=0.14,
            author=0.1,
            date=0.04,
            frequency=0.02,
            recency=0.004,
            title=0.003,
            words=0.002,
        ),
        "named",
        "starter",
        tags=("baking",),
    )


def few() -> tuple[SearchResult, ...]:
    """The five results of the drawing."""
    return (
        starter(),
        result(
            2,
            "Sourdough schedule",
            "Great name! For Clint, keep a 1:5:5 feeding and note the rise every hour.",
            explained(keyword=0.25, meaning=0.24, near_context=0.14, frequency=0.02),
            "name",
            role="assistant",
            tags=("baking",),
            similar=(21, 22, 23),
        ),
        result(
            3,
            "Rye bread for Mara",
            "The old rye starter has no name yet, it smells of pears.",
            explained(
                notes=(Note("superseded", "superseded by Clint"),),
                keyword=0.22,
                meaning=0.2,
                near_context=0.06,
                date=0.03,
                question=-0.06,
            ),
            "starter",
            "name",
            source="claude",
            created=local(2023, 11, 2),
        ),
        result(
            4,
            "Clipboard · Firefox",
            "Flour mill in Vestby sells T80 by the sack; ask for the starter kit.",
            explained(keyword=0.16, meaning=0.12, recency=0.06),
            "starter",
            source="clipboard",
            created=local(2025, 1, 9),
            tags=("shopping",),
        ),
        result(
            5,
            "面包和酵母",
            "我的酸面团酵种叫克林特，夏天放在冰箱里。",
            explained(meaning=0.3, near_context=0.08, author=0.06),
            "酵种",
            created=local(2024, 5, 6),
            tags=("烘焙",),
        ),
    )


def difficult() -> tuple[SearchResult, ...]:
    """Results that try a layout: long, without spaces, right to left, with emoji."""
    answer = (
        "## Feeding plan\n\nA stiff starter wants **less water** and a cooler place. Keep it at "
        "18 °C overnight, feed it at seven and again at one, and write the times down. "
        "Once it doubles twice in a row, name the starter on the lid of the jar with the date, "
        "because two jars look alike in a dark fridge and nobody remembers which was which.\n\n"
        "```text\nfeed 08:00\n```\nThe same goes for every other starter you keep."
    )
    return (
        result(
            11,
            "A very long title about how the whole kitchen was reorganised around one jar of flour "
            "and water, with diagrams",
            answer,
            explained(keyword=0.3, meaning=0.3, near_context=0.2, author=0.12, date=0.1),
            "starter",
            "name",
            role="assistant",
            tags=("baking", "kitchen", "a tag with a remarkably long name", "plans", "2024"),
            similar=(31,),
        ),
        result(
            12,
            "去厦门的路线和酵种的照顾办法以及很多别的事情的一个特别特别长的标题",
            "鼓浪屿轮渡要提前一天预约，酵种在家里没人喂，所以出发前要把酵种放进冰箱，温度调到四度，"
            "回来以后先喂两次再用。邻居说可以帮忙，但是上次她把酵种和酸奶弄混了，结果面包完全没有发起来。",
            explained(meaning=0.42, near_context=0.1),
            "酵种",
            tags=("旅行", "烘焙"),
        ),
        result(
            13,
            "خميرة العجين",
            "سميت الخميرة كلينت وهي تتضاعف خلال خمس ساعات عند درجة حرارة ٢٦.",
            explained(meaning=0.3, author=0.1),
            "الخميرة",
            source="claude",
        ),
        result(
            14,
            "Bread party 🥖🎉",
            "🍞🥨 Clint came to the party 👩🏽‍🍳🎉 and all asked for the name of the starter 🫙!",
            explained(keyword=0.3, meaning=0.05, question=-0.12),
            "name",
            "starter",
            source="note",
        ),
        result(
            15,
            "",
            "https://example.org/flour/mills/northern-europe/the-complete-list-of-stone-mills-that-"
            "sell-to-private-customers?starter=1&sort=distance",
            explained(keyword=0.02),
            "starter",
            source="gemini",
            role="tool",
        ),
    )


_MARKDOWN = {
    "Flour prices": "Here is what the mills ask:\n\n| Mill | Flour | Price |\n|:--|:--|--:|\n"
    "| Vestby | **T80** | 14.20 |\n| Ås | rye, *coarse* | 11.00 |\n\nAll prices are for a sack.",
    "Links": "See [the list of stone mills](https://example.org/mills/northern-europe?sort=distance)"
    " and ![a sack of flour](https://example.org/sack.png); the flour is cheaper there.",
    "Script": "Run this once a week:\n\n```python\n# price of a sack\nflour = {'T80': 14.2}\n"
    "for name, price in flour.items():\n    print(name, price * 2)\n```\n\nIt needs nothing else.",
    "Shopping": "## To buy\n\n- [x] flour, ~~one sack~~ two\n- [ ] salt\n- [ ] a `banneton`\n\n"
    "> Bread is patience made visible.",
    "价格": "| 面粉 | 价格 |\n|---|---|\n| flour T80 | **十四** |\n| 黑麦 | 十一 |\n",
}


def written_in_markdown() -> tuple[SearchResult, ...]:
    """Results whose text has signs that nobody wants to read."""
    return tuple(
        result(40 + n, title, text, explained(keyword=0.4, meaning=0.2), "flour", role="assistant")
        for n, (title, text) in enumerate(_MARKDOWN.items())
    )


def many(count: int = 500) -> tuple[SearchResult, ...]:
    """A long list."""
    base = few() + difficult()
    return tuple(replace(base[n % len(base)], id=1000 + n) for n in range(count))


def response(results: tuple[SearchResult, ...], **changes: object) -> SearchResponse:
    """An answer holding ``results``."""
    whole = SearchResponse(
        understood=Understood(text="what did I name my starter", summary=("2024", "said by you")),
        profile="memdesk",
        results=results,
        facets=Facets(
            sources={"chatgpt": 31, "claude": 8},
            roles={"user": 22, "assistant": 17},
            types={"episodic": 30, "procedural": 9},
            tags={"baking": 12, "shopping": 3, "烘焙": 2},
            years={2023: 9, 2024: 27, 2025: 3},
        ),
        matching=39,
        searched=218402,
        embedded=209666,
        embeddable=218402,
        elapsed_ms=24.3,
    )
    return replace(whole, **changes)  # type: ignore[arg-type]


def rejection() -> SearchResponse:
    """An answer without results."""
    return response(
        (),
        understood=Understood(text="passport renewal"),
        rejected=Rejection(
            "No memory mentions “passport”, and what comes nearest is about something else. "
            "Chance of an answer: about 4 %.",
            few()[3],
            "confidence",
        ),
        confidence=Confidence(0.04, "nothing", ("passport",)),
        matching=0,
    )


def unsure() -> SearchResponse:
    """An answer that may not be one."""
    return response(few(), confidence=Confidence(0.34, "unsure"))


def anyway() -> SearchResponse:
    """What comes nearest, where nothing answers."""
    return response(few(), confidence=Confidence(0.04, "nothing", ("passport",)))
