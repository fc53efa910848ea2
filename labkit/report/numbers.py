"""Numbers that stand beside systems."""

import re
from collections.abc import Iterator
from itertools import combinations

from labkit.report.tested import Tested
from labkit.report.words import Word
from labkit.text import round_p

_NUMBER = r"(?:\d+[.,]\d+|[.]\d+|\d+)"
_P = re.compile(rf"(?i)\bp(?:-?values?)?\b[^.;()\d=<>]{{0,30}}([=<>≤]?)\s*({_NUMBER}(?:(?:, and|,| and|,? or) {_NUMBER})*)(?!\s?%)")
_LEVEL = re.compile(
    rf"(?i)(?:alpha|α|\blevels?)\s*(?:=|:|of|is|was)?\s*({_NUMBER}\s?%?)|({_NUMBER}\s?%?)\s*(?:significance\s+)?level|\bat\s+(?:p\s*<\s*)?({_NUMBER}\s?%?)"
)
_SHARE = re.compile(rf"(?<![\w.,])([+]?)({_NUMBER})(?:[ -]?(%|points?\b|per cent|percent))?")


def level_of(text: str, alpha: float) -> float:
    stated = [next(filter(None, match)) for match in _LEVEL.findall(text)]
    numbers = [(n.rstrip(" %").replace(",", "."), 100 if "%" in n else 1) for n in stated]
    levels = [float(number) / unit for number, unit in numbers]
    return min([alpha, *(level for level in levels if 0 < level < 0.2)])


def strange_numbers(
    sentence: str, words: list[Word], tested: Tested, recent: list[str]
) -> Iterator[tuple[str, str]]:
    here = [*dict.fromkeys(name for word in words for name in word.names)]
    scope = [*dict.fromkeys([*here, *recent])]
    pairs = [pair for pair in combinations(scope, 2) if not here or set(pair) & set(here)]
    outcomes = [found for pair in pairs if (found := tested.outcome(*pair))]
    if not outcomes:
        return
    rest = sentence
    for match in _P.finditer(sentence):
        rest = rest.replace(match[0], " " * len(match[0]))
        for number in re.findall(_NUMBER, match[2]):
            value = float(number.replace(",", "."))
            half = 0.51 * 10.0 ** -len(re.split("[.,]", number)[-1])
            if value in (0, 0.05, 0.01, tested.alpha) or "," in number:
                continue
            p = [one.p for one in outcomes]
            fits = {
                "<": any(one < value for one in p),
                ">": any(one > value for one in p),
            }.get(match[1], any(abs(one - value) <= half for one in p))
            if not fits:
                yield f"p {match[1] or '='} {number}", _told(tested, pairs)
    rest = _LEVEL.sub("", rest)
    if not tested.scores:
        return
    for match in _SHARE.finditer(rest):
        number, unit = match[2], match[3]
        if not unit and not re.search("[.,]", number) or "," in number:
            continue
        value = float(number)
        digits = len(number.partition(".")[2]) + 2 * bool(unit)
        value = value / 100 if unit else value
        half = 0.51 * 10.0**-digits
        known = [one.gain for one in outcomes if one.gain is not None] + [tested.scores[s] for s in scope]
        if value in (0.05, 0.01, 0.001, 0.1) or value == 0:
            continue
        if not any(abs(one - value) <= half for one in known):
            yield match[0].strip(), _told(tested, pairs)


def _told(tested: Tested, pairs: list[tuple[str, str]]) -> str:
    return "the tests say: " + "; ".join(tested.told(*pair) for pair in pairs[:4] if tested.outcome(*pair)) + "."
