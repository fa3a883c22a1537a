"""The figures behind a contribution, in words that need no explaining.

``Contribution.detail`` names a figure as the literature does (``bm25 7.42``, ``cos 0.61 · z
3.1``). Here the same figure is said so that anybody understands it; the breakdown gives the exact
one, with the sum it enters, as the row's tooltip.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication

from memdesk.retrieval.explanation import Contribution

translate = QCoreApplication.translate

_Place = int | None

_VERY_HIGH, _HIGH = 2.0, 0.75
"""Standard deviations from which a similarity is called very high, or above it."""


def raw_figure(part: Contribution, ranks: Mapping[str, int]) -> str:
    """The raw figure of a contribution in words; ``ranks`` are the places of a fused ranking."""
    say = _WORDS.get(part.stage)
    return say(part, ranks.get(part.stage)) if say is not None else part.detail


def _match(part: Contribution, place: _Place) -> str:
    if not part.raw:
        return _none_or_average(part)
    return _placed(
        translate("RawFigures", "match {figure}").format(figure=f"{part.raw:.2f}"), place
    )


def _words(part: Contribution, place: _Place) -> str:
    if not part.raw:
        return _none_or_average(part)
    return translate("RawFigures", "{percent} % of your words").format(
        percent=round(100 * part.raw)
    )


def _pairs(part: Contribution, place: _Place) -> str:
    if not part.raw:
        return _none_or_average(part)
    return translate("RawFigures", "{percent} % as close together as you put them").format(
        percent=round(100 * part.raw)
    )


def _request(part: Contribution, place: _Place) -> str:
    if not part.raw:
        return ""
    return translate("RawFigures", "{percent} % of it is a request").format(
        percent=round(100 * part.raw)
    )


def _advice(part: Contribution, place: _Place) -> str:
    if not part.feature:
        return ""
    return translate("RawFigures", "{words} words of an assistant").format(words=f"{part.raw:,.0f}")


def _all_words(part: Contribution, place: _Place) -> str:
    if not part.raw:
        return ""
    if part.raw >= 1.0 and part.feature < part.raw:
        return translate("RawFigures", "every one of them, the last as a beginning")
    if part.raw >= 1.0:
        return translate("RawFigures", "every one of them")
    return translate("RawFigures", "every one of them, with the title")


def _as_written(part: Contribution, place: _Place) -> str:
    if not part.raw:
        return ""
    if part.raw >= 1.0:
        return translate("RawFigures", "letter for letter")
    return translate("RawFigures", "as the beginning of a word")


def _called(part: Contribution, place: _Place) -> str:
    if not part.raw:
        return ""
    if part.raw >= 1.0:
        return translate("RawFigures", "the title of its chat")
    return translate("RawFigures", "the title of its chat begins so")


def _first_words(part: Contribution, place: _Place) -> str:
    if not part.raw:
        return _none_or_average(part)
    return translate("RawFigures", "{percent} % of your words for the first time").format(
        percent=round(100 * part.raw)
    )


def _length(part: Contribution, place: _Place) -> str:
    if round(part.raw) == 1:
        return translate("RawFigures", "1 word long")
    return translate("RawFigures", "{words} words long").format(words=f"{part.raw:,.0f}")


def _nearest(part: Contribution, place: _Place) -> str:
    if not part.raw:
        return translate("RawFigures", "not similar enough")
    return translate("RawFigures", "{percent} % as similar as the most similar").format(
        percent=round(100 * part.raw)
    )


def _order(part: Contribution, place: _Place) -> str:
    if not part.raw:
        return ""
    return translate("RawFigures", "you asked for the first or the latest")


def _none_or_average(part: Contribution) -> str:
    if part.feature:
        # A text in another writing system than the question can have none of its words.
        return translate("RawFigures", "other script, so an average")
    return translate("RawFigures", "none")


def _similarity(part: Contribution, place: _Place) -> str:
    if not part.raw:
        if part.feature:
            return translate("RawFigures", "not prepared yet, so an average")
        return translate("RawFigures", "not similar enough")
    figure = translate("RawFigures", "similarity {figure}").format(figure=f"{part.raw:.2f}")
    # Some rankings count the place or the similarity itself, not how it stands out.
    if place is not None or part.feature == part.raw:
        return _placed(figure, place)
    if part.feature >= _VERY_HIGH:
        return translate("RawFigures", "{similarity}, very high").format(similarity=figure)
    if part.feature >= _HIGH:
        return translate("RawFigures", "{similarity}, high").format(similarity=figure)
    if part.feature <= -_HIGH:
        return translate("RawFigures", "{similarity}, low").format(similarity=figure)
    return translate("RawFigures", "{similarity}, average").format(similarity=figure)


def _placed(figure: str, place: _Place) -> str:
    if place is None:
        return figure
    return translate("RawFigures", "place {place}, {figure}").format(place=place, figure=figure)


def _date(part: Contribution, place: _Place) -> str:
    days = round(part.raw)
    if not days:
        # A time that names no year is every year's, but best the last one's.
        if 0.0 < part.feature < 1.0 and not part.raw:
            return translate("RawFigures", "that time of another year")
        return translate("RawFigures", "within that time") if part.feature else _undated()
    if days == 1:
        return translate("RawFigures", "1 day away from it")
    return translate("RawFigures", "{days} days away from it").format(days=days)


def _recency(part: Contribution, place: _Place) -> str:
    days = round(part.raw)
    if not days:
        return translate("RawFigures", "today") if part.feature else _undated()
    if days == 1:
        return translate("RawFigures", "1 day ago")
    return translate("RawFigures", "{days} days ago").format(days=days)


def _undated() -> str:
    return translate("RawFigures", "no date")


def _frequency(part: Contribution, place: _Place) -> str:
    times = round(part.raw)
    if times < 2:
        return translate("RawFigures", "once") if times else translate("RawFigures", "never")
    return translate("RawFigures", "{times} times").format(times=times)


def _importance(part: Contribution, place: _Place) -> str:
    return translate("RawFigures", "{figure} of 1").format(figure=f"{part.raw:.1f}")


def _scaled(part: Contribution, place: _Place) -> str:
    return translate("RawFigures", "scores brought between 0 and 1")


def _linked(part: Contribution, place: _Place) -> str:
    text = translate("RawFigures", "{percent} % of the way to the other’s score")
    return text.format(percent=round(100 * part.raw))


def _same_chat(part: Contribution, place: _Place) -> str:
    return translate("RawFigures", "three or more of its messages stand before it")


def _other_part(part: Contribution, place: _Place) -> str:
    text = translate("RawFigures", "{percent} % of your words, in no result before it")
    return text.format(percent=round(100 * part.raw))


def _if_so(say: Callable[[], str]) -> Callable[[Contribution, _Place], str]:
    return lambda part, place: say() if part.raw else ""


_WORDS: dict[str, Callable[[Contribution, _Place], str]] = {
    "keyword": _match,
    "words": _words,
    "title": _words,
    "all_words": _all_words,
    "as_written": _as_written,
    "called": _called,
    "pairs": _pairs,
    "prominence": _match,
    "share": _words,
    "first_words": _first_words,
    "length": _length,
    "says_name": _if_so(lambda: translate("RawFigures", "you asked for a name or a thing")),
    "says_how_many": _if_so(lambda: translate("RawFigures", "you asked how many")),
    "meaning": _similarity,
    "nearest": _nearest,
    "other_script": _if_so(
        lambda: translate("RawFigures", "brought level with what is written like your question")
    ),
    "near_context": _similarity,
    "wide_context": _similarity,
    "context_words": _words,
    "window_keyword": _match,
    "answer": _if_so(lambda: translate("RawFigures", "the message before it asks")),
    "conversation_keyword": _match,
    "conversation_meaning": _similarity,
    "author": _if_so(lambda: translate("RawFigures", "the one you asked about")),
    "first_person": _if_so(lambda: translate("RawFigures", "what somebody tells of themselves")),
    "says_when": _if_so(lambda: translate("RawFigures", "you asked when")),
    "date": _date,
    "order": _order,
    "recency": _recency,
    "frequency": _frequency,
    "importance": _importance,
    "pin": _if_so(lambda: translate("RawFigures", "by you")),
    "question": _if_so(lambda: translate("RawFigures", "asks, and tells nothing")),
    "linked": _linked,
    "superseded": _if_so(lambda: translate("RawFigures", "another memory supersedes it")),
    "same_chat": _same_chat,
    "other_part": _other_part,
    "request": _request,
    "advice": _advice,
    "normalisation": _scaled,
}
