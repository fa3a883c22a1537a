"""Words that say nothing about a subject, and are left out of keyword recall.

Compared in folded form (lower case, no diacritics). A question made of nothing else is searched
with all its words. The languages share one list, so a word that is a subject in another of them
("my son", "the war", "MIT") is no stop word even where it is common.
"""

from __future__ import annotations

_ENGLISH = """
a about above after again all also am an and any are aren as at be because been before being below
between both but by can cannot could couldn d did didn do does doesn doing don down during each
else ever few for from further get gets getting got had hadn has hasn have haven having he her here
hers herself him himself his how i if in into is isn it its itself just ll m me more most much
mustn my myself no nor not now of off on once one only or other our ours ourselves out over own re
s same shall she should shouldn so some such t than that the their theirs them themselves then
there these they thing things this those through to too under until up us ve very was wasn way we
were weren what when where which while who whom whose why will with won would wouldn you your yours
yourself yourselves im ive id youre dont didnt doesnt isnt wasnt thats whats lets
"""
_GERMAN = """
aber als am an auch auf aus bei bis da damit dann das dass dem der des dies diese dieser doch du
durch ein eine einem einen einer eines er es fur hab habe haben hatte ich ihr im in ist ja kann mein
meine meinem meinen meiner mich mir nach nicht noch nur ob oder sehr sein sich sie sind so und uns
unser vom von vor waren was weil wenn wer werden wie wir wird wo zu zum zur
"""
_FRENCH = """
au aux avec ce ces cette dans de des du elle en est et il ils je la le les leur lui ma mais me mes
moi mon ne nos notre nous on ou pas qu que qui sa se ses sont sur ta te tes toi tu un une vos votre
vous
"""
_SPANISH = """
al como cual cuando de del el ella en es esta este fue ha he la las le les lo los mas me mi mis muy
no nos o para pero por que se si sobre su sus te tu un una y ya yo
"""

# Characters that carry grammar rather than a subject; a pair made of two of them is skipped.
_CHINESE_FUNCTION = frozenset(
    "的了着过地得是在有和与或也都就还又很太最更不没吗呢吧啊呀么什怎哪谁何几多少这那此其之"
    "我你您他她它们个些会能可要想把被给让对从到为于以而但因所如果时候里上下来去说"
)
_CHINESE_PAIRS = """
什么 怎么 怎样 哪里 哪儿 哪个 哪些 多少 几个 为什 时候 是不 不是 有没 没有 可以 可能 因为 所以
但是 如果 这个 那个 这些 那些 我们 你们 他们 她们 自己 一个 一下 一些 告诉 请问 还是 或者
"""

WORDS = frozenset(" ".join((_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _CHINESE_PAIRS)).split())


def is_stopword(folded: str) -> bool:
    """Tell whether a folded word, or a pair of CJK characters, says nothing by itself."""
    if folded in WORDS:
        return True
    return len(folded) == 2 and all(character in _CHINESE_FUNCTION for character in folded)
