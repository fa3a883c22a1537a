"""What kind of answer a text asks for, in English and Chinese, by its words alone."""

from __future__ import annotations

import re
from typing import Literal

from memdesk.text.plain_words import plain_words

Order = Literal["latest", "first"]

# A question mark inside an address or a piece of code is followed by more of it.
_QUESTION_MARK = re.compile(r"\?[\"'”’)\]*_]*(?:\s|$)|？")
_OPENING = (
    r"\W{0,8}(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do(?! not\b)|does|did"
    r"|can|could|will|would|should|shall|have|has|had|am|isn't|aren't|don't|doesn't|didn't)\b"
)
_QUESTION_OPENING = re.compile(_OPENING, re.IGNORECASE)
_QUESTION_WORDS = re.compile(
    r"[吗呢么][。.!！]?$|^"
    + _OPENING
    + r"|什么(?!的)|怎么|怎样|如何|为何|哪[里儿个些天年月位种]|多少|几[个次天年月点岁]|是否|是不是"
    r"|有没有|能不能|可不可以|谁",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
_ABOUT_ASKING = re.compile(
    r"\b(?:ask|asked|asking|questions?)\b|(?<![访顾学询])问(?!题)", re.IGNORECASE
)
_STOPPED = re.compile(r"[.!。！…]\W*$")
# A long text is bound to hold one of these words without asking anything.
_LONGEST_UNMARKED = 200

_WHEN = re.compile(
    r"\bwhen(?:'s| (?:exactly |else )?(?:am|is|are|was|were|do|does|did|have|has|had|will|would|can"
    r"|could|should))\b|\bwhen\?|\b(?:know|tell me|remember|recall|find out|sure) when\b"
    r"|\b(?:what|which) (?:year|month|week|day|date|time|season|weekday)\b"
    r"|\bhow (?:long ago|recently)\b|\bsince when\b|\bthe date (?:of|when)\b"
    r"|什么时候|何时|几时|啥时候|什么时间|什么日子|哪一?[天年月日周]|哪个月|几[月号点]|多久(?:以前|之前|前)"
    r"|星期几|周几",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\bhow (?:many|much|often|long|old)\b|\b(?:number|amount|total|count) of\b|\bin total\b"
    r"|多少|几[个次遍位本部篇种条张件只台岁天年月周]|总共|一共|总数|数量|多长时间|多久(?!以?之?前)",
    re.IGNORECASE,
)
_WHAT = re.compile(r"\b(?:what|which|who|whom|whose|where)\b|什么(?!时候)|哪|谁", re.IGNORECASE)
_HOUR = re.compile(
    r"\b(?:what|which) (?:time|hour)\b(?! of (?:the )?year)|几点|几时|什么钟点", re.IGNORECASE
)
# How often something has happened so far is told by as many statements, not by a number in one.
_TALLY = re.compile(
    r"\bhow (?:many (?:\w+ ){0,4}?|often )(?:have|has) (?:i|we|you|he|she|they|\w+)\b"
    r"|\bhow many times\b|[过了](?:几[次回场趟遍]|多少[次回场趟遍])|几次",
    re.IGNORECASE,
)
# "The last change" is the latest; "last week" is a time, and a "last name" no order at all.
_LAST_OF_A_TIME = (
    r"(?! (?:week|month|year|night|evening|morning|summer|winter|spring|autumn|fall|weekend|quarter"
    r"|term|semester|century|decade|minute|second|hour|day|few|couple|several|name|names|resort"
    r"|straw|word|words|page|one|of|two|three|four|five|six|seven|eight|nine|ten"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july"
    r"|august|september|october|november|december)\b|[ -]\d)"
)
_LATEST = re.compile(
    r"\b(?:now|nowadays|current(?:ly)?|latest|newest|most recent(?:ly)?|recently|finally|in the end"
    r"|these days|at the moment|by now|up to date|last time)\b"
    rf"|\b(?:the|my|our|your|his|her|its|their) (?:very )?last\b(?= \w){_LAST_OF_A_TIME}"
    rf"|\bwhen (?:did|was|were) [\w' ]{{1,30}}\blast\b(?= \w){_LAST_OF_A_TIME}"
    r"|目前|现在|如今|当前|眼下|最近|最新|最后|最终|后来|上次|上一次",
    re.IGNORECASE,
)
# "Which release first wanted it" asks for an event, which is told when it happens.
_FIRST = re.compile(
    r"\b(?:firstly|earliest|original(?:ly)?|initial(?:ly)?|to begin with|used to|at first"
    r"|(?:at|in) the (?:very )?(?:start|beginning))\b"
    r"|(?:\b(?:the|my|our|your|his|her|its|their|very|is|was|were|did \w+|do \w+|had \w+)|'s) first"
    r"(?! (?:name|names|floor|aid|class|prize|place|lady|language|half|cousin|quarter|thing|of"
    r"|day|week|month|year)\b)\b|^first\b|\bfirst(?= ?(?:[,;?.!]|and\b|$))"
    r"|最初|最早|最先|第一次|头一次|一开始|起初|当初|原先|本来",
    re.IGNORECASE,
)
# "Another one", "the old one", "one of them": a pronoun; "one egg", "only one" are numbers.
_ONE = (
    r"\b(?:only|just|exactly|at least|at most|less than|more than) one\b(?! of)"
    r"|(?<!another )(?<!this )(?<!that )(?<!the )(?<!which )(?<!no )(?<!any )(?<!every )(?<!each )"
    r"(?<!new )(?<!old )(?<!next )(?<!last )(?<!first )(?<!other )(?<!\w-)"
    r"\bone (?!(?:of|another|day|more|by|time|side|thing|way|can|is|was|has|had|that|who|which"
    r"|should|might|must|could|would|will|never|for|in|with|on|at|to|from|and|or|but|too|as|if|i|we|you|he"
    r"|she|they|it)\b)[a-z]"
)
_NUMBER_WORDS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
    " hundred hundreds thousand thousands million millions billion billions dozen dozens couple"
    " twice once thrice half"
)
_DIGIT = re.compile(r"\d")
_ONE_COUNTED = re.compile(_ONE, re.IGNORECASE)
_NUMBER = re.compile(
    rf"\d|{_ONE}|\b(?:{_NUMBER_WORDS.replace(' ', '|')})\b"
    r"|[二三四五六七八九十百千万亿两][个次遍位本部篇种条张件只台岁天年月周块元十百千万]"
    r"|半个|一(?=[百千万亿])|数[十百千万]"
    r"|[只就才][有要剩]一[个次位本只条件台块张]|一[天周年]一[次片粒]|一个(?:半|小时|钟头|星期|礼拜|月)",
    re.IGNORECASE,
)
_NUMBERS = frozenset(_NUMBER_WORDS.split())


def is_question(text: str) -> bool:
    """Tell whether a text asks something: by its question marks or, if short, by its words."""
    if ("?" in text or "？" in text) and _QUESTION_MARK.search(text):
        return True
    words = text.strip()
    if len(words) > _LONGEST_UNMARKED:
        return False
    if words.isascii():
        # Only what stands at the beginning can match: nothing else has to be tried.
        return _QUESTION_OPENING.match(words) is not None
    return _QUESTION_WORDS.search(words) is not None


def asking_share(text: str) -> float:
    """Return the share of a text's characters in sentences that ask, 1 where it does nothing else.

    A text without any question mark asks as a whole, by its words, or tells if it ends in a stop.
    """
    if not is_question(text):
        return 0.0
    sentences = [part.strip() for part in _SENTENCE_END.split(text)]
    asking = sum(len(part) for part in sentences if _QUESTION_MARK.search(part))
    return asking / sum(map(len, sentences)) if asking else float(not _STOPPED.search(text))


def about_asking(text: str) -> bool:
    """Tell whether a text asks for what somebody asked."""
    return _ABOUT_ASKING.search(text) is not None


def asks_when(text: str) -> bool:
    """Tell whether a text asks for a time."""
    return _WHEN.search(text) is not None


def asks_hour(text: str) -> bool:
    """Tell whether a text asks for a time of day."""
    return _HOUR.search(text) is not None


def asks_tally(text: str) -> bool:
    """Tell whether a text asks how often something has happened up to now."""
    return _TALLY.search(text) is not None


def asks_count(text: str) -> bool:
    """Tell whether a text asks how many, how much or how long."""
    return _COUNT.search(text) is not None


def asks_what(text: str) -> bool:
    """Tell whether a text asks for something that may have a name."""
    return _WHAT.search(text) is not None


def asks_order(text: str) -> Order | None:
    """Tell whether a text asks for how things are now, or for how they were at first."""
    latest, first = _LATEST.search(text), _FIRST.search(text)
    if (latest is None) == (first is None):
        return None
    return "latest" if latest is not None else "first"


def has_number(text: str) -> bool:
    """Tell whether a text holds a number, in digits or in words; "one" only where it counts."""
    if text.isascii():
        if _DIGIT.search(text) is not None:
            return True
        words = plain_words(text)
        if not _NUMBERS.isdisjoint(words):
            return True
        return "one" in words and _ONE_COUNTED.search(text) is not None
    return _NUMBER.search(text) is not None
