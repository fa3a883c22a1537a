"""Features of what is looked up by a few words rather than asked: all of them, and as written.

Weights learnt on questions value what stands around a turn. Whoever types a name, a title or a
number wants what has it: first what is called so, then what holds the text as it was typed, then
what holds all the words, and only then what holds some.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Columns
from memdesk.retrieval import unfinished
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall.pool import Pool
from memdesk.retrieval.word_features import Columned, Values

_COMPLETE = 0.999
_BY_TITLE = 0.8
"""What it is worth to hold all the words with the help of the conversation's title."""
_ONLY_TITLE = 0.5
_BEGINS = 0.5
_OPEN_END = 0.7
_SIGNS = re.compile(r"[\W_]+")


def compute(
    question: Question,
    pool: Pool,
    columns: Columns,
    held: Values,
    titled: Values,
    contents: Sequence[str],
    titles: Sequence[str],
) -> Columned:
    """Return the features, none where something is asked.

    ``all_words``: 1 if the memory holds all the words, 0.8 if it does together with its
    conversation's title, 0.5 if only the title does and it opens the conversation; worth less where
    it holds the last word only as the beginning of a longer one (see ``unfinished``).
    ``as_written``: 1 if the text stands in it letter for letter, 0.7 if as the beginning of a
    longer word. ``called``: 1 if the conversation's title is the text, 0.5 if it begins with it
    and the memory holds a word of it or opens the conversation. ``prominence``: BM25 over the best
    of the candidates. ``held`` and ``titled`` are the shares of the words in memory and title.
    """
    if not question.is_lookup:
        return {}
    own, title = held >= _COMPLETE, titled >= _COMPLETE
    both = np.minimum(held + titled, 1.0) >= _COMPLETE
    # A title speaks for its conversation once, not for every turn of it.
    speaks = (held > 0.0) | _opens(pool, columns)
    complete = np.where(own, 1.0, np.where(both & (held > 0.0), _BY_TITLE, title * _ONLY_TITLE))
    complete = complete * speaks
    keyword = pool.keyword[pool.ordinals]
    worth = complete
    if question.terms:
        worth = complete * unfinished.completion(question.terms[-1], contents, keyword)
    written = _as_written(question.text, contents)
    called = np.array([_called(question.text, one) for one in titles])
    called[(called < 1.0) & ~speaks] = 0.0
    prominent = keyword / max(float(keyword.max(initial=0.0)), 1e-9)
    return {
        "all_words": (worth, complete),
        "as_written": (written, written),
        "called": (called, called),
        "prominence": (prominent, keyword),
        "share": (held, held),
    }


def _opens(pool: Pool, columns: Columns) -> NDArray[np.bool_]:
    """Tell which candidates are the first of their conversation among the candidates."""
    groups, places = columns.group[pool.ordinals], columns.place(pool.ordinals)
    order = np.lexsort((places, groups))
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = groups[order][1:] != groups[order][:-1]
    opens = np.zeros(len(order), dtype=np.bool_)
    opens[order[first]] = True
    return opens


def completeness(raw: float, value: float) -> str:
    """Return the words for the figures of ``all_words``."""
    if raw <= 0.0:
        return ""
    if raw >= 1.0:
        begun = ", the last as a beginning" if value < raw else ""
        return f"holds all the words{begun}"
    return "all the words, with its title" if raw > _ONLY_TITLE else "all the words in its title"


def _as_written(text: str, contents: Sequence[str]) -> Values:
    """Tell where the text stands as typed: 1 as whole words, 0.7 with more letters after it."""
    wanted = " ".join(text.split())
    if not wanted:
        return np.zeros(len(contents))
    pattern = re.compile(
        (r"(?<!\w)" if wanted[0].isalnum() and wanted[0].isascii() else "")
        + r"\s+".join(map(re.escape, wanted.split()))
        + r"(?P<whole>(?!\w))?",
        re.IGNORECASE,
    )
    open_end = not (wanted[-1].isalnum() and wanted[-1].isascii())
    found = np.zeros(len(contents))
    parts = wanted.lower().split()
    for at, content in enumerate(contents):
        # Most texts do not hold it, which is told sooner without the expression.
        if wanted.isascii() and content.isascii():
            lower = content.lower()
            if not all(part in lower for part in parts):
                continue
        for match in pattern.finditer(content):
            whole = open_end or match["whole"] is not None
            found[at] = max(found[at], 1.0 if whole else _OPEN_END)
            if whole:
                break
    return found


def _called(text: str, title: str) -> float:
    wanted, name = (_SIGNS.sub(" ", part.casefold()).strip() for part in (text, title))
    if not wanted or not name.startswith(wanted):
        return 0.0
    return 1.0 if name == wanted else _BEGINS
