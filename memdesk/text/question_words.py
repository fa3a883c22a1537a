"""Where a Chinese or Japanese question has the words that ask, not the words it asks about.

They are written without spaces, so a pair of characters that touches one (喝什, 么咖 in
喝什么咖啡) is a word of nothing: it occurs in other questions, never in answers.
"""

from __future__ import annotations

import re

_ASKING = re.compile(
    r"什么时候|什么时间|什么日子|什么地方|为什么|什么(?!的)|啥时候|啥|哪一?[天年月日周次位种个些家本台条里儿边]"
    r"|哪(?=[一-鿿])|几[月号点时个次年天岁位本台条只件份块家遍种]|星期几|周几|多少|多久|多长时间|多大"
    r"|怎么样|怎么办|怎么|怎样|如何|为何|何时|何处|是谁|谁的|谁|是不是|有没有|能不能|[吗呢](?=[？?。]|$)"
    r"|何時|何日|何人|何歳|誰|どこ|いつ|どれ|どの|どう|いくつ|いくら|なぜ",
)
_HAN_OR_KANA = re.compile(r"[぀-ヿ㐀-鿿]")


def spans(text: str) -> list[tuple[int, int]]:
    """Return where the asking words stand, as [start, end), in order."""
    if not _HAN_OR_KANA.search(text):
        return []
    return [match.span() for match in _ASKING.finditer(text)]
