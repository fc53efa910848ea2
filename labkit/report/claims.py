"""A reading aid: what a text says of two systems, held against what their tests say."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import NamedTuple

from labkit.arguments import as_text
from labkit.report.digits import needless_digits
from labkit.report.numbers import level_of, strange_numbers
from labkit.report.tested import Comparisons, Tested
from labkit.report.words import Word, clauses, sentences

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
    "number": "This number is not in the table",
}

MEANING_OF_P = (
    "p says how often chance alone does what was seen, or more, if the null hypothesis is true; "
    "it does not say how probable the hypothesis is."
)

_ZERO_P = re.compile(
    r"(?i)\bp(?:-values?)?\s*(?:[:=<≤]|is|was|of|equals)?\s*(?:0?[.,]0+|(?<=[=<≤])\s*0|(?<=equals )0)(?![\w.,]*\d|\s?%)"
)
_PROBABLE = re.compile(
    r"(?i)\b(?:probab\w+|likel\w+|chances?|odds|risk|certain\w*|sure|confident|luck|right in|wrong in|confidence)\b"
)
_OF_HYPOTHESIS = re.compile(
    r"(?i)\b(?:(?:probability|likelihood|chance|odds) (?:of [\d.]+ ?%? )?(?:is \S+ )?that |% (?:sure|certain|confident|probability|chance)|certainty|due to chance|by chance)"
)
_HEDGED = re.compile(r"(?i)\b(?:not|no|if|were|whether|would|never|may|might|could|cannot|how|alone|under)\b|n['’]t\b|\?")
#: What may stand between two systems in a sentence that is plain.
_PLAIN = re.compile(
    r"(?i)(?:[\s,]|\b(?:is|are|was|were|performs?|performed|works?|worked|does|did|not|also|clearly|slightly|much|"
    r"significantly|statistically|the|than|then)\b|n['’]t\b|\([^()]*\))*"
)


@dataclass(frozen=True)
class Finding:
    """A phrase to look at."""

    sin: str
    phrase: str
    advice: str
    sure: bool = False

    def __str__(self) -> str:
        """Quote the phrase, and say what is wrong with it, or what to look at."""
        said = SINS[self.sin] if self.sure else "Please look"
        return f"“{self.phrase}” – {said}: {self.advice}"


class Claim(NamedTuple):
    """What is said of the systems before and behind a word."""

    word: Word
    kind: str
    negated: bool


def review_claims(
    text: str, comparisons: Comparisons, n: int | None = None, alpha: float = 0.05
) -> list[Finding]:
    """Read a paragraph."""
    reader = _Reader(Tested.of(comparisons, n, alpha), level_of(as_text(text), alpha))
    for sentence in sentences(text):
        reader.read(sentence)
    return reader.findings


class _Reader:
    """Reads sentence by sentence, and remembers which systems the last ones were about."""

    def __init__(self, tested: Tested, strictest: float) -> None:
        self.tested, self.strictest = tested, strictest
        self.findings: list[Finding] = []
        self.about: list[list[Names]] = []
        self.doubts: list[Finding] = []

    def read(self, sentence: str) -> None:
        """Add what is to be looked at in a sentence."""
        if zero := _ZERO_P.search(sentence):
            self.findings.append(
                Finding("zero", zero[0], "write p < 0.001, or p as it is.", sure=True)
            )
        digits = needless_digits(sentence, self.tested.n, self.tested.alpha)
        self.findings += [Finding("digits", *each, sure=True) for each in digits]
        self._probability(sentence)
        words = self.tested.words(sentence)
        recent = [name for names in chain(*self.about[-2:]) for name in names]
        for number, told in strange_numbers(sentence, words, self.tested, recent):
            self.findings.append(Finding("number", number, told))
        if sentence.rstrip('"”’)').endswith("?"):
            self._remember(words)
            return
        parts = clauses(sentence)
        earlier, self.doubts = self.doubts, []
        for clause in parts:
            self._clause(clause, plain=len(parts) == 1, earlier=earlier)

    def _probability(self, sentence: str) -> None:
        if not _PROBABLE.search(sentence) or _HEDGED.search(sentence):
            return
        sure = _OF_HYPOTHESIS.search(sentence) is not None
        self.findings.append(Finding("null", sentence, MEANING_OF_P, sure))

    def _clause(self, clause: str, plain: bool, earlier: list[Finding]) -> None:
        """Add what is to be looked at in a clause."""
        words = self.tested.words(clause)
        claims, gaps = _parse(words)
        states: dict[int, list[tuple[Claim, Pairs]]] = {0: []}
        for i, claim in enumerate(claims):
            after = gaps[i + 1]
            last = i == len(claims) - 1
            found: dict[int, list[tuple[Claim, Pairs]]] = {}
            for start, bad in states.items():
                for end in [len(after)] if last else range(len(after) + 1):
                    pairs = self._against(claim, gaps[i][start:], after[:end])
                    now = [*bad, (claim, pairs)] if pairs else bad
                    if end not in found or len(now) < len(found[end]):
                        found[end] = now
            states = found
        best = min(states.values(), key=len)
        for claim, pairs in best:
            self._object(clause, claim, pairs)
        for claim in claims:
            if claim.kind == "equal" and not claim.negated:
                self.findings.append(Finding("equality", clause, "write that it is inconclusive."))
        bare = [c for i, c in enumerate(claims) if c.kind == "open" and not gaps[i] + gaps[i + 1]]
        if bare:
            back = [one for one in earlier + self.doubts if one.sin == "insignificant"]
            self.findings = [one for one in self.findings if one not in back]
        self._remember(words)

    def _object(self, clause: str, claim: Claim, pairs: Pairs) -> None:
        told = "; ".join(self.tested.told(*pair) for pair in pairs[:4])
        sin = "denied" if claim.kind == "open" or claim.negated else "insignificant"
        finding = Finding(sin, clause.strip(" .,"), f"the tests say: {told}.")
        self.doubts.append(finding)
        self.findings.append(finding)

    def _remember(self, words: list[Word]) -> None:
        groups: list[Names] = [word.names for word in words if word.kind == "name"]
        if groups:
            every = [*dict.fromkeys(name for names in groups for name in names)]
            singles = [[name] for name in every]
            self.about = [*self.about[-2:], [every, *groups, *singles]]

    def _against(self, claim: Claim, left: Names, right: Names) -> Pairs:
        """Return the pairs that speak against a claim in its best reading; none if there is one."""
        best: Pairs = []
        for pairs in self._readings(claim, left, right):
            wrong = [pair for pair in pairs if not self._supports(claim, *pair)]
            if not wrong:
                return []
            if not best or len(wrong) < len(best):
                best = wrong
        return best

    def _readings(self, claim: Claim, left: Names, right: Names) -> Iterator[Pairs]:
        """Yield lists of pairs, the better system first, that a claim may be about."""
        recent = list(chain(*self.about))
        some = [*left, *right]
        if claim.kind == "equal" or not some:
            return
        if claim.kind in ("up", "down"):
            ways = [*product([left] if left else recent, [right] if right else recent)]
            if not (left and right) and len(some) > 1:
                ways += [(some[:1], some[1:]), (some[-1:], some[:-1])]
            if not left:
                ways += [(right, one) for one in recent]
            for better, worse in ways:
                flipped = (worse, better) if claim.kind == "down" else (better, worse)
                yield _pairs(*flipped)
                if len(better) == len(worse) > 1:
                    yield [*zip(*flipped, strict=True)]
        else:
            if len(some) > 1:
                yield [*combinations(some, 2)]
                yield [*zip(some[::2], some[1::2], strict=False)]
            for i in range(1, len(some)):
                yield _pairs(some[:i], some[i:])
            for one in recent:
                yield _pairs(one, some)

    def _supports(self, claim: Claim, better: str, worse: str) -> bool:
        outcome = self.tested.outcome(better, worse)
        if outcome is None:
            return False
        if claim.kind == "open":
            return not outcome.significant(self.strictest)
        right = claim.kind == "sure" or outcome.ahead in (better, None)
        if claim.negated:
            return not outcome.significant(self.strictest) or not right
        return outcome.significant(self.tested.alpha) and right


def _pairs(better: Names, worse: Names) -> Pairs:
    return [(a, b) for a in better for b in worse if b not in better]


def _parse(words: list[Word]) -> tuple[list[Claim], list[list[str]]]:
    """Return the claims of a clause, and the systems before, between and behind their words."""
    claims: list[Claim] = []
    gaps: list[list[str]] = [[]]
    negated = hedged = False
    for i, word in enumerate(words):
        after = words[i + 1].kind if i + 1 < len(words) else ""
        if word.kind == "name":
            gaps[-1] += word.names
        elif word.kind in ("not", "neg"):
            negated = True
        elif word.kind == "hedge":
            hedged = True
        elif word.kind in ("up", "down", "sure", "open", "equal"):
            if word.kind == "sure" and after in ("up", "down"):
                continue
            kind = "open" if word.kind == "sure" and negated else word.kind
            if not hedged and not (word.kind == "open" and negated):
                claims.append(Claim(word, kind, negated and kind not in ("open",)))
                gaps.append([])
            negated = hedged = False
    return claims, gaps
