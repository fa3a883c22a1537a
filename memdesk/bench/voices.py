"""In which voice answers come: of questions that are answered, and of those that are not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from memdesk.bench.asked import Asked
from memdesk.bench.confidence_fit import Fitted, is_detail
from memdesk.bench.report import figure
from memdesk.retrieval.confidence import Coefficients
from memdesk.retrieval.voice import Voice

Row = dict[str, str | float]
_SORTS: Mapping[str, Callable[[Asked], bool]] = {
    "answered somewhere": lambda one: one.valid,
    "… and among the first ten": lambda one: one.answered,
    "answered nowhere": lambda one: not one.valid and not is_detail(one),
    "… but for a detail": is_detail,
}


def rows(asked: Sequence[Asked], fitted: Fitted) -> list[Row]:
    """Return the share of each voice for each sort of question of each part and language."""
    spoken = [_voice(at, one, fitted) for at, one in enumerate(asked)]
    made = []
    for part, language in dict.fromkeys((one.part, one.language) for one in asked):
        if part == "sessions":
            continue
        for sort, holds in _SORTS.items():
            own = [
                voice
                for voice, one in zip(spoken, asked, strict=True)
                if (one.part, one.language) == (part, language) and holds(one)
            ]
            if own:
                made.append(_row(f"{part} {language}".strip(), sort, own))
    return made


def table(made: Sequence[Row]) -> str:
    """Return the rows as a table."""
    lines = [f"| {' | '.join(made[0])} |", "|---|---|---:|---:|---:|---:|"]
    for row in made:
        cells = [value if isinstance(value, str) else figure(value) for value in row.values()]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(["", "Voices:", "", *lines, ""])


def _row(part: str, sort: str, spoken: Sequence[Voice]) -> Row:
    shares = {voice: spoken.count(voice) / len(spoken) for voice in ("nothing", "unsure", "sure")}
    return {"questions": part, "sort": sort, "count": float(len(spoken)), **shares}


def _voice(at: int, one: Asked, fitted: Fitted) -> Voice:
    """Return the voice of an answer; what is not judged is given plainly."""
    chosen: Coefficients | None = fitted.sets.get(one.basis)
    if one.figures is None:
        return "nothing"
    if not one.judged or chosen is None:
        return "sure"
    return chosen.voice(float(fitted.probabilities[one.basis][at]))
