"""What a text is like that may answer a question: whether it tells of oneself, or names things."""

from __future__ import annotations

import re
from collections.abc import Collection

from memdesk.text.plain_words import plain_words
from memdesk.text.terms import fold

_FIRST_PERSON = re.compile(
    r"\b(?:i|i['’](?:m|ve|d|ll)|im|ive|me|my|mine|myself|we|us|our|ours)\b|我", re.IGNORECASE
)
_FIRST_PERSON_WORDS = frozenset(
    ["i", "im", "ive", "me", "my", "mine", "myself", "we", "us", "our", "ours"]
)
# A capital in the middle of a sentence; a title in quotation marks. What it begins with comes
# first and what has to precede it after that, so that most characters are passed over quickly.
_CAPITAL_OR_QUOTED = (
    r"[A-Z](?:(?<=[^\W\d_A-Z]\s[A-Z])|(?<=[^\W\d_A-Z][,;]\s[A-Z]))[a-z]+"
    r"|(?P<quoted>[“\"][A-Z][^”\"]{1,60}[”\"]|[《「『][^》」』]{1,40}[》」』])"
)
_NAME = re.compile(_CAPITAL_OR_QUOTED)
# The same, or a Latin word among Chinese.
_NAME_AMONG_CHINESE = re.compile(_CAPITAL_OR_QUOTED + r"|(?<=[\u4e00-\u9fff])\s?[A-Za-z][\w-]+")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def is_first_person(text: str) -> bool:
    """Tell whether a text speaks of its author."""
    if text.isascii():
        # Cut into words as the expression sees them; "I'm" begins with one of them.
        return not _FIRST_PERSON_WORDS.isdisjoint(plain_words(text))
    return _FIRST_PERSON.search(text) is not None


def has_name(text: str, but: Collection[str] = ()) -> bool:
    """Tell whether a text names something, other than the people in ``but`` (folded)."""
    pattern = _NAME if text.isascii() or not _CHINESE.search(text) else _NAME_AMONG_CHINESE
    return any(
        match["quoted"] is not None or fold(match[0].strip()) not in but
        for match in pattern.finditer(text)
    )
