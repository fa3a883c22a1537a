"""Why a result ranks where it does, as one plain sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memdesk.retrieval.contributions import by_group, columns
from memdesk.retrieval.explanation import Contribution, Group

_WORTH_SAYING = 0.03
_REASONS = 3


def sentence(
    place: int | None,
    contributions: Sequence[Contribution],
    usual: Mapping[Group, float],
    *,
    rare_words: Sequence[str],
    matched: Sequence[str],
    author: str | None,
) -> str:
    """Say what lifted a result above the others.

    ``place`` counts from 0 and is None in a list that is not sorted by relevance; ``usual`` holds
    the mean contribution of each group over the results, ``rare_words`` the matched words that
    hardly any other memory has.
    """
    sums = by_group(contributions)
    lifting = sorted(
        (group for group, value in sums.items() if value > _WORTH_SAYING),
        key=lambda group: (-(sums[group] + (sums[group] - usual.get(group, 0.0))), group),
    )
    reasons = [
        reason
        for group in lifting
        if (reason := _reason(group, contributions, rare_words, matched, author))
    ][:_REASONS]
    if not reasons:
        return ""
    opening = {None: "Found because", 0: "First because"}.get(place, "Here because")
    return f"{opening} {_joined(reasons)}."


def _reason(
    group: Group,
    contributions: Sequence[Contribution],
    rare_words: Sequence[str],
    matched: Sequence[str],
    author: str | None,
) -> str:
    match group:
        case "keyword" if rare_words:
            return f"{_quoted(rare_words)} {_verb(rare_words)} hardly anywhere else"
        case "keyword" if matched:
            return f"it says {_quoted(matched)}"
        case "meaning":
            return "it is close to the question in meaning"
        case "conversation":
            return "the words around it are about the same thing"
        case "author" if author == "you":
            return "you said it yourself"
        case "author" if author:
            return f"{author} said it"
        case "time":
            return (
                "it is from the time you asked about"
                if _strongest(group, contributions) == "date"
                else "it names a time"
            )
        case "personal":
            return _PERSONAL.get(_strongest(group, contributions), "")
        case _:
            return ""


def _strongest(group: Group, contributions: Sequence[Contribution]) -> str:
    """Return the stage that adds most among those of a group."""
    figures = zip(*columns(contributions), strict=True)
    return max((one for one in figures if one[1] == group), key=lambda one: one[2])[0]


_PERSONAL = {
    "linked": "it is linked with a memory that fits",
    "pin": "you pinned it",
    "recency": "it is recent",
    "frequency": "it has answered before",
    "importance": "you marked it as important",
}


def _quoted(words: Sequence[str]) -> str:
    return _joined([f"“{word}”" for word in words[:3]])


def _verb(words: Sequence[str]) -> str:
    return "appears" if len(words) == 1 else "appear"


def _joined(parts: Sequence[str]) -> str:
    if len(parts) == 1:
        return parts[0]
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
