"""What a text is like that may answer a question: whether it tells of oneself, or names things."""

from __future__ import annotations

import re
from collections.abc import Collection

from memdesk.text.terms import fold

_FIRST_PERSON = re.compile(
    r"\b(?:i|i['’](?:m|ve|d|ll)|im|ive|me|my|mine|myself|we|us|our|ours)\b|我", re.IGNORECASE
)
# A capital in the middle of a sentence; a title in quotation marks; a Latin word among Chinese.
_NAME = re.compile(
    r"(?<=[^\W\d_A-Z][,;]\s)[A-Z][a-z]+|(?<=[^\W\d_A-Z]\s)[A-Z][a-z]+"
    r"|(?P<quoted>[“\"][A-Z][^”\"]{1,60}[”\"]|[《「『][^》」』]{1,40}[》」』])"
    r"|(?<=[\u4e00-\u9fff])\s?[A-Za-z][\w-]+"
)


def is_first_person(text: str) -> bool:
    """Tell whether a text speaks of its author."""
    return _FIRST_PERSON.search(text) is not None


def has_name(text: str, but: Collection[str] = ()) -> bool:
    """Tell whether a text names something, other than the people in ``but`` (folded)."""
    return any(
        match["quoted"] is not None or fold(match[0].strip()) not in but
        for match in _NAME.finditer(text)
    )
