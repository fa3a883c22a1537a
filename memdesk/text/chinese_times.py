"""How Chinese speaks of time: each form with the window it means."""

from __future__ import annotations

import re
from datetime import date, timedelta

from memdesk.text.calendar_windows import Calendar, Season, Unit
from memdesk.text.time_patterns import YEAR, Meaning, pattern

_STARTS = re.compile("起|开始")
_PAST = re.compile("[了过]")
_DIGITS = {digit: value for value, digit in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
_DAYS_BACK = {
    "大前天": 3, "前天": 2, "前日": 2, "昨天": 1, "昨日": 1, "昨": 1, "今天": 0, "今日": 0, "今": 0,
    "明天": -1, "明日": -1, "明": -1, "后天": -2, "大后天": -3,
}  # fmt: skip
_YEARS_BACK = {
    "大前年": 3, "前年": 2, "去年": 1, "上一年": 1, "今年": 0, "本年": 0, "明年": -1, "后年": -2,
}  # fmt: skip
_HOURS = {
    "凌晨": (0, 6), "早上": (5, 12), "早晨": (5, 12), "清晨": (5, 9), "早": (5, 12),
    "上午": (6, 12), "中午": (11, 14), "下午": (12, 18), "傍晚": (17, 20), "晚上": (18, 30),
    "夜里": (18, 30), "晚": (18, 30), "夜": (18, 30),
}  # fmt: skip
_UNITS: dict[str, Unit] = {
    "小时": "hour", "钟头": "hour", "天": "day", "日": "day", "周": "week", "星期": "week",
    "礼拜": "week", "月": "month", "年": "year",
}  # fmt: skip
_SEASONS: dict[str, Season] = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
_WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}

_NUMBER = r"(?:\d{1,3}|[一二两三四五六七八九十]{1,3})"
_UNIT = r"(?P<unit>小时|钟头|天|日|周|星期|礼拜|月|年)"
_AMOUNT = (
    rf"(?<![\d一二三四五六七八九十〇零])(?P<count>{_NUMBER}|半)(?:多|来)?个?(?P<and_half>半)?多?"
    rf"{_UNIT}(?P<half>半)?多?"
)
_FEW = rf"(?:好几|几|数)个?{_UNIT}"
_BEFORE_NOW = r"(?:之前|以前|前)"
_PART = rf"(?P<part>{'|'.join(sorted(_HOURS, key=len, reverse=True))})"
_MONTH = r"(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_DAY = r"(?P<day>3[01]|[12]\d|0?[1-9]|二?十[一二三四五六七八九]?|三十一?|[一二三四五六七八九])"
_YEAR = rf"(?P<year>(?<!\d){YEAR}|[一二][〇零一二三四五六七八九]{{3}}) ?年"
_RELATIVE_YEAR = rf"(?P<relative>{'|'.join(sorted(_YEARS_BACK, key=len, reverse=True))})"
_WEEK = r"(?:周|个?星期|个?礼拜)"
_WEEKDAY = r"(?P<weekday>[一二三四五六日天])"
_SEASON = r"的?(?P<season>[春夏秋冬])[天季]"
# A number within a longer one, or counted months ("三个月"), is no month.
_NO_NUMBER_BEFORE = r"(?<![\d.一二三四五六七八九十〇零/-])"


def _number(text: str) -> int:
    """Return the value of a number below a thousand in digits or Chinese, e.g. 二十三."""
    if text.isdecimal():
        return int(text)
    if "十" in text:
        tens, _, ones = text.partition("十")
        return (_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0)
    return _digits(text)


def _digits(text: str) -> int:
    return int(text) if text.isdecimal() else int("".join(str(_DIGITS[digit]) for digit in text))


def _named_year(match: re.Match[str], at: Calendar) -> int:
    if "relative" in match.re.groupindex and match["relative"]:
        return at.today.year - _YEARS_BACK[match["relative"]]
    year = _digits(match["year"])
    if not 1900 <= year <= 2099:
        raise ValueError(f"{year} is out of range")
    return year


def _year(match: re.Match[str], at: Calendar) -> Meaning:
    year = _named_year(match, at)
    half = match["half"]
    if half is None:
        return Meaning("year", at.year(year))
    return Meaning("period", at.month(year, 1 if half == "上" else 7, 6))


def _month_of_year(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("month", at.month(_named_year(match, at), _number(match["month"])))


def _month(match: re.Match[str], at: Calendar) -> Meaning | None:
    month = _number(match["month"])
    ahead = match.string[: match.start()].endswith("从") or _STARTS.match(match.string, match.end())
    if ahead and at.comes_sooner(month) and not _PAST.search(match.string):
        return None  # 从一月起房租是多少？ asked in December
    return Meaning("month", at.month(at.latest_year(month), month), yearly=True)


def _day_of_year(match: re.Match[str], at: Calendar) -> Meaning:
    day = date(_named_year(match, at), _number(match["month"]), _number(match["day"]))
    return Meaning("day", at.days(day))


def _day(match: re.Match[str], at: Calendar) -> Meaning:
    month, day = _number(match["month"]), _number(match["day"])
    window = at.days(date(at.latest_year(month, day), month, day))
    return Meaning("day", window, yearly=True)


def _season_of_year(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("season", at.season(_SEASONS[match["season"]], _named_year(match, at)))


def _relative_day(match: re.Match[str], at: Calendar) -> Meaning | None:
    name, part = match["day"], match["part"]
    day = at.today - timedelta(days=_DAYS_BACK[name])
    if part:
        return Meaning("day", at.hours(day, *_HOURS[part]))
    # 今, 昨 and 明 by themselves are parts of other words.
    return Meaning("day", at.days(day)) if len(name) > 1 else None


def _week(match: re.Match[str], at: Calendar) -> Meaning:
    which = match["which"]
    back = {"上": which.count("上"), "下": -which.count("下")}.get(which[0], 0)
    if match["weekday"]:
        day = at.monday(back) + timedelta(days=_WEEKDAYS[match["weekday"]])
        return Meaning("day", at.days(day))
    if match["end"]:
        return Meaning("day", at.days(at.monday(back) + timedelta(days=5), 2))
    return Meaning("week", at.week(back))


def _weekday(match: re.Match[str], at: Calendar) -> Meaning:
    back = (at.today.weekday() - _WEEKDAYS[match["weekday"]]) % 7
    return Meaning("day", at.days(at.today - timedelta(days=back)))


def _relative_month(match: re.Match[str], at: Calendar) -> Meaning:
    which = match["which"]
    back = {"上": which.count("上"), "下": -which.count("下")}.get(which[0], 0)
    year, month = divmod(at.today.year * 12 + at.today.month - 1 - back, 12)
    return Meaning("month", at.month(year, month + 1))


def _amount(match: re.Match[str]) -> float:
    count = match["count"]
    amount = 0.5 if count == "半" else float(_number(count))
    return amount + (0.5 if match["half"] or match["and_half"] else 0.0)


def _ago(match: re.Match[str], at: Calendar) -> Meaning:
    unit = _UNITS[match["unit"]]
    return Meaning(unit, at.ago(_amount(match), unit))


def _few_ago(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("period", at.few_ago(_UNITS[match["unit"]]))


def _few_days_ago(_: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("period", at.few_ago("day"))


def _rolling(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("period", at.recent(_amount(match), _UNITS[match["unit"]]))


def _last_few(match: re.Match[str], at: Calendar) -> Meaning:
    return Meaning("period", at.recent(5, _UNITS[match["unit"]]))


_DAY_NAMES = "|".join(sorted(_DAYS_BACK, key=len, reverse=True))
_ANY_YEAR = rf"(?:{_YEAR}|{_RELATIVE_YEAR}的?) ?"
_DAY_SIGNS = ("天", "日", "今", "昨", "明")
_WEEK_SIGNS = ("周", "星期", "礼拜")
_RECENT_SIGNS = ("近", "过去", "这几", "这两")

PATTERNS = (
    pattern(("年",), rf"{_ANY_YEAR}(?:(?P<half>[上下])半年)?", _year),
    pattern(("月",), rf"{_ANY_YEAR}{_MONTH} ?月份?", _month_of_year),
    pattern(("月",), rf"{_ANY_YEAR}{_MONTH} ?月 ?{_DAY} ?[日号]?", _day_of_year),
    pattern(("年",), rf"{_ANY_YEAR}{_SEASON}", _season_of_year),
    pattern(("月",), rf"{_NO_NUMBER_BEFORE}{_MONTH} ?月(?:份|(?! ?\d))", _month),
    pattern(("月",), rf"{_NO_NUMBER_BEFORE}{_MONTH} ?月 ?{_DAY} ?[日号]", _day),
    pattern(_DAY_SIGNS, rf"(?P<day>{_DAY_NAMES})(?:的?{_PART})?", _relative_day),
    pattern(
        _WEEK_SIGNS,
        rf"(?P<which>上{{1,3}}|下{{1,2}}|这|本){_WEEK}(?:{_WEEKDAY}|(?P<end>末))?",
        _week,
    ),
    pattern(_WEEK_SIGNS, rf"(?:周|星期|礼拜){_WEEKDAY}", _weekday),
    pattern(("月",), r"(?P<which>上{1,3}|下{1,2}|这|本)个?月", _relative_month),
    pattern(("前",), rf"{_AMOUNT}{_BEFORE_NOW}", _ago),
    pattern(("前",), rf"{_FEW}{_BEFORE_NOW}", _few_ago),
    pattern(("前",), r"前[几两]天", _few_days_ago),
    pattern(_RECENT_SIGNS, rf"(?:最近|过去|近)这?的?{_AMOUNT}(?:内|里|以来)?", _rolling),
    pattern(_RECENT_SIGNS, rf"(?:最近|过去|近|这)的?(?:几|两)个?{_UNIT}", _last_few),
)
