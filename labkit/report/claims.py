"""A reading aid: what a text says of two systems, held against what their tests say."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import NamedTuple

from labkit.arguments import as_text
from labkit.report.digits import needless_digits
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

_NUMBER = r"(?:\d*\.\d+|\d+)"
_LEVEL = re.compile(rf"(?i)(?:alpha|α|\blevel|\bat)\D{{0,8}}?({_NUMBER})\s?(%?)")
_P = re.compile(rf"(?i)\bp(?:-?values?)?\b[^.;()\d]{{0,30}}(?:{_NUMBER}(?:,? and |, |,? or )?)+")
_ANY = re.compile(
    rf"([<>≤]?)\s*(?<![\w.,-])({_NUMBER})(?:[ -]?(%|(?:percentage |per cent )?points?\b|per ?cent))?(?![\w,]*\d)"
)
_ZERO = re.compile(r"(?i)\bp\b[^.;()\d]{0,20}?(?:[.,]0+|0[.,]0+|(?<=[=<≤:] )0|(?<=equals )0)(?![\d.,]*\d)")
_PROBABLE = re.compile(
    r"(?i)\b(?:probab\w+|likel\w+|chances?|odds|risk|certain\w*|sure|confident|luck|(?:right|wrong) in)\b"
)
_HYPOTHESIS = re.compile(
    r"(?i)(?:probability|likelihood|chance|odds)\b[^.;,]{0,20} that [^.;,]*\b(?:is|are) (?:\w+ )?"
    r"(?:due to|better|worse|true|false|wrong)\b|% (?:sure|certain|confident) that\b"
)
_SUPPOSED = re.compile(
    r"(?i)\b(?:not|no|if|were|whether|would|never|may|might|could|cannot|how|alone|under)\b|n['’]t\b|\?"
)
#: Subjects that stand for systems or their tests; any other is one that nobody has tested.
_STANDS = re.compile(
    r"(?i)\b(?:it|its|they|the[ms]|their|both|each|all|these|this|those|that|which|who|we|i|ones?|first|second|"
    r"third|fourth|last|two|three|four|five|six|other|others|neither|tests?|differences?|gains?|results?|p|effects?|"
    r"comparisons?|pairs?|none|systems?|nothing|only|rest|there|null|null hypothes\w+|here)\b|^\W*$"
)
#: The words beside names and claims of a sentence that is plain; with any other it is not sure.
_PLAIN = re.compile(
    r"(?i)(?:[\W\d_]|\b(?:the|is|are|was|were|performs?|performed|works?|does|do|did|clearly|also|much|slightly|"
    r"statistically|by|with|at|p|on|in|our|an?|of|film|movie|test|reviews|sign|level|alpha|gain|difference|points?|"
    r"per|cent|accuracy|of|two-tailed|two-sided|significance|and)\b)*"
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
    """What is said of the systems before and behind a word: its kind, and what stands by it."""

    kind: str
    negated: bool
    than: bool
    start: int


def review_claims(
    text: str, comparisons: Comparisons, n: int | None = None, alpha: float = 0.05
) -> list[Finding]:
    """Read a paragraph."""
    reader = _Reader(Tested.of(comparisons, n, alpha), as_text(text))
    for parts in sentences(text):
        reader.read(parts)
    return reader.findings


class _Reader:
    """Reads sentence by sentence, and remembers which systems the last ones were about."""

    def __init__(self, tested: Tested, text: str) -> None:
        self.tested = tested
        self.strictest = min([tested.alpha, *_levels(text)])
        self.findings: list[Finding] = []
        self.about: list[list[Names]] = []
        self.last: Claim | None = None
        self.doubts: list[Finding] = []

    def read(self, parts: list[str]) -> None:
        """Add what is to be looked at in a sentence."""
        sentence = " ".join(parts)
        earlier, self.doubts = self.doubts, []
        self._numbers(sentence)
        if _PROBABLE.search(sentence) and not _SUPPOSED.search(sentence):
            self._find("null", sentence, MEANING_OF_P, bool(_HYPOTHESIS.search(sentence)))
        for clause in parts:
            words = self._words(clause)
            if not sentence.rstrip('"”’)').endswith("?"):
                self._clause(clause, words, earlier, plain=len(parts) == 1)

    def _find(self, sin: str, phrase: str, advice: str, sure: bool = False) -> None:
        self.findings.append(Finding(sin, phrase.strip(" .,!"), advice, sure))

    def _words(self, clause: str) -> list[Word]:
        """Read the words of a clause, and remember the systems that it names."""
        words = self.tested.read(clause)
        for i, word in enumerate(words):
            if word.kind in ("former", "latter"):
                several = [[], *(one[0] for one in self.about if len(one[0]) > 1)][-1]
                names = several[:1] if word.kind == "former" else several[-1:]
                words[i] = word._replace(kind="name" if names else "skip", names=tuple(names))
        groups: list[Names] = [word.names for word in words if word.kind == "name"]
        if groups:
            every = [*dict.fromkeys(chain(*groups))]
            self.about = [*self.about[-3:], [every, *groups, *([name] for name in every)]]
        return words

    def _numbers(self, sentence: str) -> None:
        """Hold the numbers against those of the pairs that a sentence may be about."""
        if zero := _ZERO.search(sentence):
            self._find("zero", zero[0], "write p < 0.001, or p as it is.", sure=True)
        tested = self.tested
        said = re.search(r"\bp\b", sentence) is not None
        pvalues = [one.p for one in tested.outcomes.values()]
        for number, advice in needless_digits(sentence, tested.n, tested.alpha, pvalues):
            self._find("digits", number, advice, sure=not said)
        here = [*dict.fromkeys(name for word in tested.read(sentence) for name in word.names)]
        scope = dict.fromkeys([*here, *chain(*(one[0] for one in self.about[-3:]))])
        pairs = [pair for pair in combinations(scope, 2) if not here or {*pair} & {*here}]
        pairs = [pair for pair in pairs if frozenset(pair) in tested.outcomes]
        found = [tested.outcomes[frozenset(pair)] for pair in pairs]
        ps = [one.p for one in found]
        sizes = [one.gain for one in found if one.gain is not None]
        sizes += [tested.scores[name] for name in scope if name in tested.scores]
        regions = [match.span() for match in _P.finditer(sentence)]
        told = "; ".join(tested.told(*pair) for pair in pairs[:3])
        for match in _ANY.finditer(sentence):
            sign, number, unit = match.groups()
            value = float(number) / (100 if unit else 1)
            half = 0.51 * 10.0 ** -(len(number.partition(".")[2]) + 2 * bool(unit))
            is_p = any(start <= match.start(2) < end for start, end in regions)
            if not pairs or value in (0, 0.05, 0.01, 0.001, tested.alpha) or not (unit or "." in number) or re.search(r"(?:above|below|than|least|about|between)\s*$", sentence[:match.start()]):
                continue
            if sign and is_p:
                fits = any((p > value) == (sign == ">") for p in ps)
            else:
                known = ps if is_p else ps + sizes
                fits = any(abs(one - value) <= half for one in known) or not (is_p or tested.scores)
            if not fits:
                self._find("number", match[0], f"the tests say: {told}.")

    def _clause(
        self, clause: str, words: list[Word], earlier: list[Finding], plain: bool
    ) -> None:
        """Read a clause in the way that its tests support best, and ask about what is left."""
        claims, gaps, cuts = _parse(words, self.last)
        self.last = claims[-1] if claims else self.last
        level = max(_levels(clause), default=self.tested.alpha)
        best: dict[int, list[tuple[Claim, Pairs]]] = {0: []}
        for i, claim in enumerate(claims):
            found: dict[int, list[tuple[Claim, Pairs]]] = {}
            ends = cuts[i + 1] if i + 1 < len(claims) else [len(gaps[i + 1])]
            for (start, bad), end in product(best.items(), ends):
                pairs = self._against(claim, level, gaps[i][start:], gaps[i + 1][:end])
                now = [*bad, (claim, pairs)] if pairs else bad
                if end not in found or len(now) < len(found[end]):
                    found[end] = now
            best = found
        strange = [c for i, c in enumerate(claims) if self._strange(clause, c, gaps, i)]
        for claim in strange:
            sin = "significant-untested" if "signif" in clause else "untested"
            self._find(sin, clause, "no test of this is known. Which two systems do you compare?")
        kinds = [word.kind for word in words if word.kind not in ("comma", "than", "stop", "significant")]
        rest = clause
        for word in reversed(words):
            rest = rest[: word.start] + " " + rest[word.end :]
        plain = plain and _PLAIN.fullmatch(rest) is not None and all(len(w.names) < 2 for w in words)
        for claim, pairs in min(best.values(), key=len):
            if claim in strange:
                continue
            told = "; ".join(self.tested.told(*pair) for pair in pairs[:4])
            sin = self._sin(claim, *pairs[0])
            sure = plain and kinds in (["name", claim.kind, "name"], ["name", "not", claim.kind, "name"], ["name", "negation", claim.kind, "name"])
            self._find(sin, clause, f"the tests say: {told}.", sure)
            self.doubts.append(self.findings[-1])
        for i, claim in enumerate(claims):
            if claim.kind == "equal" and not claim.negated:
                sure = plain and sorted(kinds) == ["equal", "name", "name"]
                self._find("equality", clause, "write that the test is inconclusive.", sure)
            if claim.kind == "open" and not gaps[i] + gaps[i + 1]:
                back = [one for one in earlier + self.doubts if "signif" not in one.phrase]
                self.findings = [one for one in self.findings if one not in back]

    def _sin(self, claim: Claim, better: str, worse: str) -> str:
        outcome = self.tested.outcomes.get(frozenset((better, worse)))
        if outcome is None:
            return "untested"
        if claim.kind == "open" or claim.negated:
            return "denied"
        return "direction" if outcome.significant(self.tested.alpha) else "insignificant"

    def _strange(self, clause: str, claim: Claim, gaps: list[list[Names]], i: int) -> bool:
        before = clause[: claim.start]
        return (
            claim.kind in ("up", "down", "significant")
            and not claim.negated
            and i == 0
            and not gaps[0]
            and not _STANDS.search(before)
            and re.search("[a-z]{3}", before) is not None
        )

    def _against(self, claim: Claim, level: float, *sides: list[Names]) -> Pairs:
        """Return the pairs that speak against a claim in its best reading; none if there is one."""
        best: Pairs = []
        for pairs in self._readings(claim, *sides):
            wrong = [pair for pair in pairs if not self._supports(claim, level, *pair)]
            if pairs and not wrong:
                return []
            if wrong and (not best or len(wrong) < len(best)):
                best = wrong
        return best

    def _readings(self, claim: Claim, left: list[Names], right: list[Names]) -> Iterator[Pairs]:
        """Yield lists of pairs, the better system first, that a claim may be about."""
        recent = list(chain(*self.about))
        some = [*left, *right]
        a, b, both = [*chain(*left)], [*chain(*right)], [*chain(*some)]
        if claim.kind == "equal" or not some:
            return
        if claim.kind in ("up", "down"):
            ways = [*product([a] if a else recent, [b] if b else recent)]
            if not (a and b) and len(both) > 1:
                ways += [(both[:1], both[1:]), (both[-1:], both[:-1])]
            if not a and not claim.than:
                ways += [(b, one) for one in recent]
            for way in ways:
                better, worse = way[::-1] if claim.kind == "down" else way
                yield _pairs(better, worse)
                if len(better) == len(worse) > 1:
                    yield [*zip(better, worse, strict=True)]
            return
        yield [*combinations(both, 2)]
        if len(both) == len(some):
            yield [*zip(both[::2], both[1::2], strict=False)]
        for i in range(1, len(both)):
            yield _pairs(both[:i], both[i:])
        for one in recent:
            if not {*one} & {*both}:
                yield _pairs(one, both)

    def _supports(self, claim: Claim, level: float, better: str, worse: str) -> bool:
        outcome = self.tested.outcomes.get(frozenset((better, worse)))
        if outcome is None:
            return False
        right = claim.kind in ("significant", "open") or outcome.ahead in (better, None)
        if claim.negated or claim.kind == "open":
            return not right or not outcome.significant(self.strictest)
        return right and outcome.significant(level)


def _levels(text: str) -> list[float]:
    found = (float(number) / (100 if unit else 1) for number, unit in _LEVEL.findall(text))
    return [level for level in found if 0 < level < 0.2]


def _pairs(better: Names, worse: Names) -> Pairs:
    """Pair each of one side with each of the other; what is on both, "all others", with none of its own."""
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
        if word.kind == "name":
            gaps[-1].append(word.names)
            # Names that touch a claim belong to it: "better than B", "and C is worse".
            least = cuts[-1].start if stopped or cuts[-1].start else len(gaps[-1])
            cuts[-1] = range(least, max(least, len(gaps[-1]) - 1) + 1)
            stopped = False
        elif word.kind in ("stop", "comma", "colon"):
            stopped = True
            cuts[-1] = range(cuts[-1].start, len(gaps[-1]) + 1)
            if word.kind == "colon":
                negated = hedged = False
        elif word.kind in ("not", "negation"):
            negated = True
        elif word.kind == "hedge":
            hedged = True
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
    return claims, gaps, cuts
