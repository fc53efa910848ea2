"""A reading aid: what a text says of two systems, held against what their tests say."""

import re
from collections.abc import Iterator, Sequence
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

_DECIMAL = r"(?:\d*\.\d+|\d+)"
_LEVEL = re.compile(rf"(?i)(?:alpha|α|\blevel|\bat)\D{{0,8}}?({_DECIMAL})\s?(%?)")
_PVALUES = re.compile(
    rf"(?i)(?:\bp(?:-?values?)?\b|alpha|α|level|weight|omega|smoothing)[^.;()\d]{{0,30}}(?:{_DECIMAL}(?:,? and |, |,? or )?)+"
)
_NUMBER = re.compile(
    rf"([<>≤]?)\s*(?<![\w.-])({_DECIMAL})"
    r"(?:[ -]?(%|(?:percentage |per cent )?points?\b|per ?cent))?(?!\w|[,.]\d)"
)
_ABOUT = re.compile(r"(?:above|below|than|least|about|between|a probability of)\s*$")
_ZERO = re.compile(
    r"(?i)\bp\b[^.;()\d]{0,20}?(?:[.,]0+|0[.,]0+|(?<=[=<≤:] )0|(?<=equals )0)(?![\d.,]*\d)"
)
_HYPOTHESIS = re.compile(
    r"(?i)(?:probability|likelihood|chance|odds)\b[^.;,]{0,20} that [^.;,]*\b(?:is|are) (?:\w+ )?"
    r"(?:due to|better|worse|true|false|wrong)\b|% (?:sure|certain|confident) that\b"
)


@dataclass(frozen=True)
class Finding:
    """A phrase that its tests do not support, or that the reading aid cannot tell.

    Parameters
    ----------
    sin, phrase, advice : str
        One of the `SINS`; the words, as they stand in the text (white space and markup aside);
        what the tests say of the pairs, or what could be written.
    sure : bool
        Whether the sentence is so plain that it is wrong; else a person looks at it.
    """

    sin: str
    phrase: str
    advice: str
    sure: bool = False

    def __str__(self) -> str:
        """Quote the phrase, and say what is wrong with it, or what to look at."""
        return f"“{self.phrase}” – {SINS[self.sin] if self.sure else 'Please look'}: {self.advice}"


class Claim(NamedTuple):
    """What is said of systems: the kind of its word, whether "not" and "than" stand by it, and where."""

    kind: str
    negated: bool
    than: bool
    start: int


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

    def read(self, clauses: list[str]) -> None:
        """Add what is to be looked at in a sentence."""
        sentence = " ".join(clauses)
        words = self.tested.read(sentence)
        kinds = {word.kind for word in words}
        self._numbers(sentence, words)
        if "probable" in kinds and not kinds & {"not", "negation", "hedge"}:
            self._find("null", sentence, MEANING_OF_P, bool(_HYPOTHESIS.search(sentence)))
        rest = sentence
        for word in reversed(words):
            rest = rest[: word.start] + rest[word.end :]
        plain = len(clauses) == 1 and not re.search(r"[^\W\d_]", rest)
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
            if word.kind in ("former", "latter") and several:
                name = several[0 if word.kind == "former" else -1]
                words[i] = word._replace(kind="name", names=(name,))
        groups: list[Names] = [word.names for word in words if word.kind == "name"]
        every = [*dict.fromkeys(chain(*groups))]
        self.recent = [*[every] * bool(every), *groups, *([name] for name in every), *self.recent][:24]
        return words

    def _numbers(self, sentence: str, words: list[Word]) -> None:
        """Hold the numbers of a sentence against those of the pairs that it may be about."""
        if zero := _ZERO.search(sentence):
            self._find("zero", zero[0], "write p < 0.001, or p as it is.", sure=True)
        tested = self.tested
        here = [*dict.fromkeys(chain(*(word.names for word in words)))]
        scope = dict.fromkeys([*here, *chain(*self.recent)])
        pairs = [
            (a, b) for a, b in combinations(scope, 2)
            if frozenset((a, b)) in tested.outcomes and (not here or a in here)
        ]  # fmt: skip
        told = "; ".join(tested.told(*pair) for pair in pairs[:3])
        found = [tested.outcomes[frozenset(pair)] for pair in pairs]
        sizes = [one.gain for one in found if one.gain is not None]
        sizes += [tested.scores[name] for name in scope if name in tested.scores]
        places = [match.span() for match in _PVALUES.finditer(sentence)]
        for match in _NUMBER.finditer(sentence):
            sign, number, unit = match.groups()
            digits = len(number.partition(".")[2]) + WHOLE_PERCENT * bool(unit)
            value, half = float(number) / (100 if unit else 1), 0.51 * 10.0**-digits
            is_p = bool(sign) or any(start <= match.start(2) < end for start, end in places)
            known = [one.p for one in found] + ([] if is_p else sizes)
            fits = any(abs(one - value) <= half for one in known)
            if value in (0, 0.05, 0.01, 0.001, tested.alpha) or _ABOUT.search(sentence[: match.start()]):
                continue
            if sign:
                fits = any((one.p > value) == (sign == ">") for one in found)
            if tested.n and digits > max(WHOLE_PERCENT, meaningful_digits(tested.n)) and not is_p:
                if not any(abs(one.p - value) <= half for one in tested.outcomes.values()):
                    most = max(WHOLE_PERCENT, meaningful_digits(tested.n)) - WHOLE_PERCENT * bool(unit)
                    where = f"no more than {most} after the point{' of a percentage' if unit else ''}"
                    advice = f"on {tested.n:,} test items, {where} can mean anything."
                    self._find("digits", match[0].strip(), advice, sure="p" not in sentence.split())
            elif pairs and not fits and (unit or "." in number) and (is_p or tested.scores):
                self._find("number", match[0].strip(), f"the tests say: {told}.")

    def _claims(self, clause: str, words: list[Word], earlier: list[Finding], plain: bool) -> None:
        """Read a clause in the way that its tests support best, and ask about what is left."""
        claims, gaps, cuts = _parse(words, self.last)
        self.last = claims[-1] if claims else self.last
        ways: dict[int, list[tuple[Claim, Pairs]]] = {0: []}
        for i, claim in enumerate(claims):
            found: dict[int, list[tuple[Claim, Pairs]]] = {}
            for (start, bad), end in product(ways.items(), cuts[i + 1]):
                wrong = self._against(claim, clause, gaps[i][start:], gaps[i + 1][:end])
                now = [*bad, *([(claim, wrong)] if wrong else [])]
                found[end] = min(found.get(end, now), now, key=len)
            ways = found
        kinds = [word.kind for word in words if word.kind not in ("stop", "than", "significant", "plain")]
        shape = " ".join(kinds)
        plain = plain and all(len(word.names) < 2 for word in words)
        if claims and self._strange(clause, claims[0], words):
            sin = "significant-untested" if "signif" in clause else "untested"
            self._find(sin, clause, "no test of this is known. Which two systems do you compare?")
            ways = {0: []}
        for claim, wrong in min(ways.values(), key=len):
            told = "; ".join(self.tested.told(*pair) for pair in wrong[:4])
            sure = plain and bool(re.fullmatch("name (not |negation )?(up|down) name", shape))
            self._find(self._sin(claim, *wrong[0]), clause, f"the tests say: {told}.", sure)
            self.doubts.append(self.findings[-1])
        for i, claim in enumerate(claims):
            if claim.kind == "equal" and not claim.negated:
                sure = plain and sorted(kinds) == ["equal", "name", "name"]
                self._find("equality", clause, "write that the test is inconclusive.", sure)
            if claim.kind == "open" and not gaps[i] + gaps[i + 1]:  # "but not significantly"
                back = [one for one in earlier + self.doubts if "signif" not in one.phrase]
                self.findings = [one for one in self.findings if one not in back]

    def _sin(self, claim: Claim, better: str, worse: str) -> str:
        outcome = self.tested.outcomes.get(frozenset((better, worse)))
        if outcome is None:
            return "untested"
        if claim.kind == "open" or claim.negated:
            return "denied"
        return "direction" if outcome.significant(self.tested.alpha) else "insignificant"

    def _strange(self, clause: str, claim: Claim, words: list[Word]) -> bool:
        """Tell whether a claim's subject is no system that was tested."""
        before = {word.kind for word in words if word.start < claim.start}
        named = before & {"name", "subject", "not", "negation", "hedge", "all", "probable"}
        comparing = claim.kind in ("up", "down", "significant")
        return comparing and not named and re.search("[a-z]{3}", clause[: claim.start]) is not None

    def _against(self, claim: Claim, clause: str, *sides: list[Names]) -> Pairs:
        """Return the pairs that speak against a claim in its best reading; none if there is one."""
        level = max(_levels(clause), default=self.tested.alpha)
        best: Pairs = []
        for pairs in self._readings(claim, *sides):
            wrong = [pair for pair in pairs if not self._supports(claim, level, *pair)]
            if pairs and not wrong:
                return []
            best = min(best or wrong, wrong or best, key=len)
        return best

    def _readings(self, claim: Claim, left: list[Names], right: list[Names]) -> Iterator[Pairs]:
        """Yield lists of pairs, the better system first, that a claim may be about."""
        recent = self.recent
        a, b = [*chain(*left)], [*chain(*right)]
        both = a + b
        if claim.kind == "equal" or not both:
            return
        if claim.kind in ("up", "down"):
            ways = [*product([a] if a else recent, [b] if b else recent)]
            if not (a and b):
                ways += [(both[:1], both[1:]), (both[-1:], both[:-1])]
            if not a and not claim.than:
                ways += [(b, one) for one in recent]
            for way in ways:
                better, worse = way[::-1] if claim.kind == "down" else way
                yield _pairs(better, worse)
                yield [*zip(better, worse, strict=False)] if len(better) == len(worse) > 1 else []
            return
        yield [*combinations(both, 2)]
        if len(both) == len(left) + len(right):
            yield [*zip(both[::2], both[1::2], strict=False)]
        yield from (_pairs(both[:i], both[i:]) for i in range(1, len(both)))
        yield from (_pairs(one, both) for one in recent if not {*one} & {*both})

    def _supports(self, claim: Claim, level: float, better: str, worse: str) -> bool:
        """Tell whether the test of a pair says what is claimed."""
        outcome = self.tested.outcomes.get(frozenset((better, worse)))
        if outcome is None:
            return False
        right = claim.kind in ("significant", "open") or outcome.ahead in (better, None)
        if claim.negated or claim.kind == "open":
            return not right or not outcome.significant(self.strictest)
        return right and outcome.significant(level)


def _levels(text: str) -> list[float]:
    """Find the levels of significance that a text states."""
    found = (float(number) / (100 if unit else 1) for number, unit in _LEVEL.findall(text))
    return [level for level in found if 0 < level < 0.2]


def _pairs(better: Names, worse: Names) -> Pairs:
    """Pair each with each; what stands on both sides, as "all others", is no pair."""
    return [(a, b) for a in better for b in worse if a != b and not (a in worse and b in better)]


def _parse(
    words: list[Word], last: Claim | None
) -> tuple[list[Claim], list[list[Names]], list[range]]:
    """Return the claims of a clause, the systems before, between and behind, and where these may part."""
    claims: list[Claim] = []
    gaps: list[list[Names]] = [[]]
    cuts = [range(1)]
    negated = hedged = stopped = False
    for i, word in enumerate(words):
        follows = words[i + 1].kind if i + 1 < len(words) else ""
        negated |= word.kind in ("not", "negation")
        hedged |= word.kind == "hedge"
        if word.kind == "name":
            gaps[-1].append(word.names)
            # Names that touch a claim belong to it: "better than B", "and C is worse".
            least = cuts[-1].start if stopped or cuts[-1].start else len(gaps[-1])
            cuts[-1], stopped = range(least, max(least, len(gaps[-1]) - 1) + 1), False
        elif word.kind == "stop":
            cuts[-1], stopped = range(cuts[-1].start, len(gaps[-1]) + 1), True
        elif word.kind in ("up", "down", "significant", "open", "equal", "again"):
            if word.kind == "significant" and follows in ("up", "down"):
                continue
            kind = "open" if word.kind == "significant" and negated else word.kind
            claim = Claim(kind, negated and kind != "open", follows == "than", word.start)
            if word.kind == "again" and last:
                claim = last._replace(than=False, start=word.start)
            if not hedged and not (word.kind == "open" and negated) and claim.kind != "again":
                claims.append(claim)
                gaps.append([])
                cuts.append(range(1))
                last = claim
            negated = hedged = stopped = False
    cuts[-1] = range(len(gaps[-1]), len(gaps[-1]) + 1)
    return claims, gaps, cuts
