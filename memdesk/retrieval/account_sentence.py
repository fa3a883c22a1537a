"""A placement in a sentence or two: where the memory is, and what it would take."""

from __future__ import annotations

from memdesk.retrieval.account import IRRELEVANT, Told, behind, joined, nth, places, shown
from memdesk.retrieval.explanation import Group
from memdesk.retrieval.placement import Standing

_LACKING: dict[Group, str] = {
    "keyword": "its words",
    "meaning": "meaning",
    "conversation": "what stands around it",
    "author": "who said it",
    "time": "time",
    "personal": "how you use it",
    "penalty": "being only a question",
}
_WORTH_SAYING = 0.0005


def sentence(told: Told) -> str:
    """Return where the memory is and what it would take, in a sentence or two."""
    match told.outcome:
        case "shown":
            return shown(told)
        case "folded":
            return (
                f"It says nearly the same as the {nth(told.place or 0)} result and is folded "
                "under it."
            )
        case "missed":
            return _missed(told)
        case "irrelevant":
            return f"It was looked at, but left out: {IRRELEVANT[0].lower()}{IRRELEVANT[1:]}."
        case "rejected":
            rank = f" It was the {nth(told.own.rank)} candidate." if told.own is not None else ""
            return f"Nothing was shown. {told.refused}{rank}"
        case _:
            return _below(told)


def _missed(told: Told) -> str:
    reasons = [_missed_words(told)]
    if told.meaning_used:
        reasons.append(_missed_meaning(told))
    text = f"It was not looked at: {' and '.join(reasons)}."
    if told.own is not None:
        text += f" Had it been, it would have come {nth(told.own.rank)}."
    return text


def _missed_words(told: Told) -> str:
    way = told.survey.words
    if told.profile == "memx" and (way is None or way.rank is None):
        return "it does not hold the question as one phrase"
    if way is None or way.rank is None:
        return "it shares no word with the question"
    return f"it is {nth(way.rank)} by words, where {way.taken:,} are looked at"


def _missed_meaning(told: Told) -> str:
    way = told.survey.meaning
    if way is None:
        return "meaning was not compared"
    if way.rank is None:
        return "it is not prepared for search by meaning yet"
    if way.taken and way.rank > way.taken:
        return f"it is {nth(way.rank)} by meaning, where {way.taken:,} are looked at"
    return "it is not near enough in meaning"


def _below(told: Told) -> str:
    text = f"{places(behind(told))} below the last shown"
    if told.asked and len(told.matched) < len(told.asked):
        shared = [f"“{word}”" for word in told.matched[:3]]
        if shared:
            text += f"; it shares only {joined(shared)} with the question"
        else:
            text += "; it shares no word with the question"
    text += "."
    if told.own is None or told.last is None:
        return text
    short = told.last.score - told.own.score
    if short < _WORTH_SAYING:
        return f"{text} Their scores are the same."
    lacking = _lacking(told.own, told.last)
    text = f"{text} It would take {short:.3f} more"
    return f"{text}; it falls behind most in {lacking}." if lacking else f"{text}."


def _lacking(own: Standing, last: Standing) -> str:
    """Return in which group of contributions a memory is furthest behind another."""
    lacks: dict[Group, float] = {}
    for standing, sign in ((last, 1.0), (own, -1.0)):
        for part in standing.contributions:
            lacks[part.group] = lacks.get(part.group, 0.0) + sign * part.value
    worst = max((g for g in _LACKING if g in lacks), key=lambda g: lacks[g], default=None)
    return _LACKING[worst] if worst is not None and lacks[worst] > _WORTH_SAYING else ""
