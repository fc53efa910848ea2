"""A reading aid: what a text says of two systems, held against what their tests say."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import NamedTuple

from labkit.arguments import as_text
from labkit.report.digits import WHOLE_PERCENT, meaningful_digits
from labkit.report.tested import Comparisons, Tested
from labkit.report.words import Word, sentences

Names = Sequence[str]
Pairs = list[tuple[str, str]]

#: Kind of sin -> what it is called where it is shown.
SINS = {
    "untested": "Nothing was tested here",
    "insignificant": "The test does not support this",
    "significant-untested": '"Significant" needs a test',
    "direction": "The scores say the opposite",
    "denied": "The test does show a difference",
    "equality": "A failed test does not show equality",
    "null": "p is not the probability of a hypothesis",
    "digits": "Too many digits",
    "zero": "No p is 0",
    "number": "The table has another number",
}
MEANING_OF_P = (
    "p says how often chance alone does what was seen, or more, if the null hypothesis is true; "
    "it does not say how probable the hypothesis is."
)

_LEVEL = re.compile(r"(?i)(?:alpha|α|\blevel|\bat)\D{0,8}?(\d*\.\d+|\d+)\s?(%?)")
_UNIT = r"%|(?:percentage |per cent )?points?\b|per ?cent"
_NUMBER = re.compile(rf"([<>≤]?)\s*(?<![\w.-])(\d*\.\d+|\d+)(?:[ -]?({_UNIT}))?(?!\w|[,.]\d)")
#: Before a number that is no score: p, a level or a setting; and before one that is no result.
_P = re.compile(r"(?i)\b(?:p|p-?values?)\b[^.;()\d]{0,30}[\d., andor]*$")
_SERIES = re.compile(r"\d,?(?: and| or)? $")
_BOUND = re.compile(
    r"(?i)(?:above|below|than|least|about|between|a probability of)\s*$|α\W*$"
    r"|\b(?:alpha|level|weight|omega|smoothing)\b\D{0,8}$"
)
_ZERO = re.compile(
    r"(?i)(?:\bp\b|p-values?)[^.;()\d]{0,20}?(?:0?[.,]0+|(?<=[=<≤:] )0|(?<=equals )0)(?![\d.,]*\d)"
    r"|\|\s*0?\.00+(?=\s*\|)"
)
_HYPOTHESIS = re.compile(
    r"(?i)(?:probability|likelihood|chance|odds)\b[^.;,]{0,20} that [^.;,]*\b(?:is|are) (?:\w+ )?"
    r"(?:due to|better|worse|true|false|wrong)\b|% (?:sure|certain|confident) that\b"
)


@dataclass(frozen=True)
class Finding:
    """A phrase that its tests do not support, or that the reading aid asks about.

    Parameters
    ----------
    sin, phrase, advice : str
        One of the `SINS`; the words, as they stand in the text (white space and markup aside);
        what the tests say of the pairs, or what could be written.
    sure : bool
        Whether the sentence is so plain that it is wrong; else a person has to look at it.
    """

    sin: str
    phrase: str
    advice: str
    sure: bool = False

    def __str__(self) -> str:
        """Quote the phrase, and say what is wrong with it, or what to look at."""
        return f"“{self.phrase}” – {SINS[self.sin] if self.sure else 'Please look'}: {self.advice}"


class Claim(NamedTuple):
    """The letter of what is said of systems, if it is denied, and which word of its clause says it."""

    tag: str
    denied: bool
    place: int
    said: str


def review_claims(
    text: str, comparisons: Comparisons, n: int | None = None, alpha: float = 0.05
) -> list[Finding]:
    """Read a paragraph."""
    reader = _Reader(Tested.of(comparisons, n, alpha), as_text(text))
    for clauses in sentences(text):
        reader.read(clauses)
    return reader.findings


class _Reader:
    """Reads sentence by sentence, and remembers which systems the last ones were about."""

    def __init__(self, tested: Tested, text: str) -> None:
        self.tested, self.strictest = tested, min([tested.alpha, *_levels(text)])
        self.findings: list[Finding] = []
        self.recent: list[Names] = []
        self.last: Claim | None = None
        self.doubts: list[Finding] = []
        for zero in _ZERO.finditer(text):
            self._find("zero", zero[0], "write p < 0.001, or p as it is.", sure="|" not in zero[0])

    def read(self, clauses: list[str]) -> None:
        """Add what is to be looked at in a sentence."""
        sentence, words = " ".join(clauses), self.tested.read(" ".join(clauses))
        tags = "".join(word.tag[0] for word in words)
        self._numbers(sentence, words)
        if "h" not in tags and re.match("[^n]*p", tags) and "?" not in sentence:
            sure = _HYPOTHESIS.search(sentence) is not None and "n" not in tags
            self._find("null", sentence, MEANING_OF_P, sure)
        plain = len(clauses) == 1 and not _unread(sentence, words)
        earlier, self.doubts = self.doubts, []
        for clause in clauses:
            words = self._words(clause)
            if not sentence.rstrip('"”’)').endswith("?"):
                self._claims(clause, words, earlier, plain)

    def _find(self, sin: str, phrase: str, advice: str, sure: bool = False) -> None:
        self.findings.append(Finding(sin, phrase.strip(" .,!"), advice, sure))

    def _words(self, clause: str) -> list[Word]:
        """Read the words of a clause, and remember the systems that it names."""
        words = self.tested.read(clause)
        several = next((names for names in self.recent if len(names) > 1), [])
        for i, word in enumerate(words):
            if word.tag in ("f", "l") and several:
                words[i] = word._replace(tag="N", names=(several[0 if word.tag == "f" else -1],))
        groups: list[Names] = [word.names for word in words if word.names]
        every = [*dict.fromkeys(chain(*groups))]
        new = [every, *groups, every[:2], every[-2:], *([name] for name in every)] if every else []
        self.recent = [*new, *self.recent][:24]
        return words

    def _numbers(self, sentence: str, words: list[Word]) -> None:
        """Hold the numbers of a sentence against those of the pairs that it may be about."""
        tested, named = self.tested, [word for word in words if word.names]
        most = max(WHOLE_PERCENT, meaningful_digits(tested.n)) if tested.n else 99
        for match in _NUMBER.finditer(sentence):
            before, (sign, number, unit) = sentence[: match.start()], match.groups()
            digits = len(number.partition(".")[2]) + WHOLE_PERCENT * bool(unit)
            value, half = float(number) / (100 if unit else 1), 0.51 * 10.0**-digits
            is_p = bool(sign or _P.search(before))
            if value == 0 and "." in number and "p" in sentence:
                self._find("zero", number, "no p is 0: write p < 0.001, or p as it is.")
            if _BOUND.search(before) or value in (0, 0.05, 0.001, tested.alpha, *[0.01] * (not is_p)):
                continue
            near = [one.p for one in tested.outcomes.values() if abs(one.p - value) <= half]
            if digits > most and not is_p and not near:
                most -= WHOLE_PERCENT * bool(unit)
                where = f"{most} after the point{' of a percentage' if unit else ''}"
                advice = f"on {tested.n:,} test items, no more than {where} can mean anything."
                self._find("digits", match[0].strip(), advice, sure=" p" not in sentence)
                continue
            # A number belongs to the system that stands before it, or behind it.
            after = sentence[match.end() :]
            beside = [word.names for word in named if word.end <= match.start()][-1:]
            beside += [word.names for word in named if word.start > match.start()][:1]
            here = [*chain(*(word.names for word in named))]
            if _SERIES.search(before) or re.match(r",? (?:and |or )?[\d.]", after):
                beside = [here]
            scope = dict.fromkeys([*chain(*beside), *here, *chain(*self.recent)])
            pairs = [
                pair for pair in combinations(scope, 2)
                if frozenset(pair) in tested.outcomes and (not here or pair[0] in [*chain(*beside)])
            ]  # fmt: skip
            found = [tested.outcomes[frozenset(pair)] for pair in pairs]
            sizes = [one.gain for one in found if one.gain is not None]
            sizes += [tested.scores[name] for name in scope if name in tested.scores]
            known = [one.p for one in found] + ([] if is_p else sizes)
            fits = any(abs(one - value) <= half for one in known)
            if sign:
                fits = any((one.p > value) == (sign == ">") for one in found)
            if pairs and not fits and (unit or "." in number) and (is_p or tested.scores):
                told = "; ".join(tested.told(*pair) for pair in pairs[:3])
                self._find("number", match[0].strip(), f"the tests say: {told}.")

    def _claims(self, clause: str, words: list[Word], earlier: list[Finding], plain: bool) -> None:
        """Read a clause in the way that its tests support best, and ask about what is left."""
        tags = "".join(word.tag[0] for word in words)
        claims, level = _parse(tags, self.last), max(_levels(clause), default=self.tested.alpha)
        self.last = [self.last, *claims][-1]
        strange = re.match("[^NsirnpUDSOEA]*(?=[UDS])", tags)
        if strange and _unread(clause[: words[strange.end()].start], words[: strange.end()]):
            sin = "significant-untested" if "signif" in clause else "untested"
            self._find(sin, clause, "no test of this is known. Which two systems do you compare?")
            claims = []
        plain = plain and all(len(word.names) < 2 for word in words)
        bounds = [-1, *(claim.place for claim in claims), len(words)]
        for claim, before, after in zip(claims, bounds, bounds[2:], strict=False):
            left, right = (range(before + 1, claim.place), range(claim.place + 1, after))
            wrong = self._against(claim, level, words, tags, left, right)
            if claim.tag == "E" and not claim.denied:
                sure = plain and re.fullmatch("[wc]*N[wc]*(N[wc]*E|E[wc]*N)[wc]*", tags)
                self._find("equality", clause, "write that the test is inconclusive.", bool(sure))
            if claim.tag == "O" and "N" not in tags[before + 1 : after]:  # "but not significantly"
                back = [one for one in earlier + self.doubts if "signif" not in one.phrase]
                self.findings = [one for one in self.findings if one not in back]
            if wrong:
                outcome = self.tested.outcomes.get(frozenset(wrong[0]))
                sin = "denied" if claim.tag == "O" or claim.denied else "insignificant"
                if sin == "insignificant" and outcome and outcome.significant(level):
                    sin = "direction"
                told = "; ".join(self.tested.told(*pair) for pair in wrong[:4])
                sure = plain and re.fullmatch("[wc]*N[wc]*n?[wcS]*[UD][wct]*N[wc]*", tags)
                self._find(sin if outcome else "untested", clause, f"the tests say: {told}.", bool(sure))
                self.doubts.append(self.findings[-1])

    def _against(
        self, claim: Claim, level: float, words: list[Word], tags: str, left: range, right: range
    ) -> Pairs:
        """Return the pairs that speak against a claim in its best reading; none if there is one."""
        best: Pairs = []
        # Of systems between two claims, those that touch a claim are its own.
        touched = "left" if re.search("N[^Nck]*$", tags[: left.stop]) else ""
        if tags[claim.place] != "A" and re.match("[^Nck]*N", tags[right.start :]):
            touched = "right"
        starts = _cuts(tags, left) if left.start else [left.start]
        ends = _cuts(tags, right) if right.stop < len(tags) else [right.stop]
        for start, end in product(starts, ends):
            sides = [
                [name for word in words[first:last] for name in word.names]
                for first, last in ((start, left.stop), (right.start, end))
            ]
            groups = any(len(word.names) > 1 for word in words)
            for pairs in self._readings(claim, *sides, groups, touched):
                wrong = [pair for pair in pairs if not self._supports(claim, level, *pair)]
                if pairs and not wrong:
                    return []
                best = min(best or wrong, wrong or best, key=len)
        return best

    def _readings(self, claim: Claim, left: Names, right: Names, groups: bool, touched: object) -> Iterator[Pairs]:
        """Yield lists of pairs, the better system first, that a claim may be about."""
        listed = [*left, *right]
        left, right, both = _distinct(left), _distinct(right), _distinct(listed)
        if claim.tag == "E":
            return
        recent = self.recent
        if "i" in claim.said:
            recent = [names for names in recent if len(names) == 1]
        elif "s" in claim.said:
            recent = [names for names in recent if len(names) > 1]
        if claim.tag in "UD" and both:
            ways = [*product([left] if left else recent, [right] if right else self.recent)]
            if not (left and right):
                ways += [(both[-1:], both[:-1])]
                ways += [] if touched else [(both[:1], both[1:])]
            if not left and touched != "right":
                ways += [(right, one) for one in recent]
            for way in ways:
                better, worse = way[::-1] if claim.tag == "D" else way
                yield _pairs(better, worse)
                yield [*zip(better, worse, strict=False)] if len(better) == len(worse) > 1 else []
        elif claim.tag in "SO" and both:
            yield [*combinations(both, 2)]
            yield [] if groups else [*zip(listed[::2], listed[1::2], strict=False)]
            yield from (_pairs(both[:i], both[i:]) for i in range(1, len(both)))
            if len({*both}) == 1 or re.search("[is]", claim.said):
                yield from (_pairs(one, both) for one in recent if not {*one} & {*both})
        elif claim.tag in "SO" and re.match("[^s]*[iw][^s]*$", claim.said) and self.recent and len(self.recent[0]) == 2:
            yield [tuple(self.recent[0])]

    def _supports(self, claim: Claim, level: float, better: str, worse: str) -> bool:
        """Tell whether the test of a pair says what is claimed."""
        if (outcome := self.tested.outcomes.get(frozenset((better, worse)))) is None:
            return False
        right = claim.tag in "SO" or outcome.ahead in (better, None)
        if claim.denied or claim.tag == "O":
            return not right or not outcome.significant(self.strictest)
        return right and outcome.significant(level)


def _unread(text: str, words: list[Word]) -> list[str]:
    """Return what remains of a text without the words that were read."""
    for word in reversed(words):
        text = f"{text[: word.start]} {text[word.end :]}"
    return re.findall(r"[^\W\d_]{2,}", text)


def _levels(text: str) -> list[float]:
    """Find the levels of significance that a text states."""
    found = (float(number) / (100 if unit else 1) for number, unit in _LEVEL.findall(text))
    return [level for level in found if 0 < level < 0.2]


def _distinct(names: Iterable[str]) -> list[str]:
    """Name each once, in the order in which they were named last."""
    return [*dict.fromkeys(reversed([*names]))][::-1]


def _pairs(better: Names, worse: Names) -> Pairs:
    """Pair each with each; what stands on both sides, as "all others", is no pair."""
    return [(a, b) for a in better for b in worse if a != b and not (a in worse and b in better)]


def _cuts(tags: str, gap: range) -> list[int]:
    """Return where the words between two claims may be parted."""
    between = tags[gap.start : gap.stop]
    first, last = re.match("[^Nck]*N", between), re.search("N[^Nck]*$", between)
    places = [gap.start + found.end() for found in re.finditer("N", between)]
    least = gap.start + first.end() if first else gap.start
    most = gap.start + last.start() if last else gap.stop
    return [place for place in [gap.start, *places] if least <= place <= most] or [least]


def _parse(tags: str, last: Claim | None) -> list[Claim]:
    """Find the claims in the tags of a clause, but for those that are left open."""
    claims, begin = [], 0
    for found in re.finditer("S(?![UD])|(?<![UD]c)[UD]|[OEA]", tags):
        tag, said, begin = found[0], tags[begin : found.start()], found.end()
        said = said.rpartition("k")[2]
        denied = "n" in said or re.match("w*n", tags[begin:]) is not None
        if "h" in said or (tag == "O" and denied) or (tag == "A" and not last):
            continue
        claim = Claim("O" if tag == "S" and denied else tag, denied and tag != "S", found.start(), said)
        last = last._replace(place=found.start(), said=said) if tag == "A" and last else claim
        claims.append(last)
    return claims
