"""Times of day in English and Chinese text: "before ten", "half past nine", "10:30", 十点半."""

from __future__ import annotations

import re

from memdesk.text import time_expressions

_HOUR_WORD = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
# "At ten" is a time; "at ten degrees" and "before two weeks were over" are none.
_ENDS = (
    r"(?= ?(?:$|[.,;:!?)\]—–\n]"
    r"|(?:and|or|but|on|in|at|if|when|so|sharp|today|tomorrow|tonight)\b))"
)
_ENGLISH = re.compile(
    r"(?<![\d.:])(?:[01]?\d|2[0-3]):[0-5]\d(?!\d|[.:]\d|%)"
    r"|\b(?:1[0-2]|0?[1-9])(?:[.:][0-5]\d)? ?[ap]\.?m\b"
    rf"|\b(?:{_HOUR_WORD}|1[0-2]|[1-9]) ?o['’]?clock\b"
    rf"|\b(?:half|quarter) (?:past|to|after) (?:{_HOUR_WORD}|1[0-2]|[1-9])\b"
    r"|\b(?:noon|midday|midnight)\b"
    rf"|\b(?:before|after|until|till|at|by|around|about|from|past|to) "
    rf"(?:{_HOUR_WORD}|1[0-2]|[1-9]|2[0-3]){_ENDS}",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?:[01]?\d|2[0-4]|二?十[一二三四五六七八九]?|[一二两三四五六七八九])点(?:钟|半|整|过|多|[一三]刻"
    r"|[零一二三四五六七八九十\d]{1,3}分?|之?以?前|之?以?后|到|开|起|出|的|[，。、；！？]|$)"
    r"|(?:早上|上午|中午|下午|晚上|半夜|凌晨|夜里|傍晚)[一二两三四五六七八九十\d]{1,3}点"
    r"|正午|午夜",
)


_WEEKDAY = re.compile(
    r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b|(?:周|星期|礼拜)[一二三四五六日天]"
)


def has_clock_time(text: str) -> bool:
    """Tell whether a text names a time of day by the clock. Quick: used on thousands of texts."""
    if text.isascii():
        return _ENGLISH.search(text) is not None
    return _ENGLISH.search(text) is not None or _CHINESE.search(text) is not None


def has_time(text: str) -> bool:
    """Tell whether a text speaks of any time: of the calendar, the week or the clock."""
    return (
        _WEEKDAY.search(text) is not None
        or time_expressions.has_time_expression(text)
        or has_clock_time(text)
    )
