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
MEANING_OF_P = "p says how often chance alone does what was seen, or more, if the null hypothesis is true; it does not say how probable the hypothesis is."

_LEVEL = re.compile(r"(?i)(?:alpha|α|\blevel|\bat)\D{0,8}?(\d*\.\d+|\d+)\s?(%?)")
_UNIT = r"%|(?:percentage |per cent )?points?\b|per ?cent"
_NUMBER = re.compile(rf"([<>≤]?)\s*(?<![\w.-])(\d*\.\d+|\d+)(?:[ -]?({_UNIT}))?(?!\w|[,.]\d)")
#: Before a number that is p, and before one that is a bound, a level or a setting.
_P = re.compile(r"(?i)\bp(?:-?values?)?\b[^.;()\d]{0,30}[\d., andor]*$")
_BOUND = re.compile(
    r"(?i)(?:above|below|than|least|about|between|a probability of)\s*$|α\W*$"
    r"|\b(?:alpha|level|weight|omega|smoothing)\b\D{0,8}$"
)
_HYPOTHESIS = re.compile(
    r"(?i)(?:probability|likelihood|chance|odds)\b[^.;,]{0,20} that [^.;,]*\b(?:is|are) (?:\w+ )?"
    r"(?:due to|better|worse|true|false|wrong)\b|% (?:sure|certain|confident) that\b"
)


@dataclass(frozen=True)
class Finding:
    """A phrase that is wrong, or that is asked about: its sin, its words, and what the tests say."""

    sin: str
    phrase: str
    advice: str
    sure: bool = False

    def __str__(self) -> str:
        """Quote the phrase, and say what is wrong with it, or what to look at."""
        return f"“{self.phrase}” – {SINS[self.sin] if self.sure else 'Please look'}: {self.advice}"


def review_claims(
    text: str, comparisons: Comparisons, n: int | None = None, alpha: float = 0.05
) -> list[Finding]:
    """Read a paragraph for claims that its significance tests do not support.

    A reading aid, after MLRD lecture 4, "Significance Reporting - the three deadly sins". It is
    sure only of plain sentences: two systems and one comparison, or p as the probability of a
    hypothesis. Of others it asks whoever wrote them to look, unless they can be read so that the
    tests support them. It reads words, not meaning: no finding is not yet a good report.

    Parameters
    ----------
    text : str
        A paragraph, or more than one, that names the systems as `comparisons` does.
    comparisons : dict or DataFrame
        What was tested: ``(system_a, system_b) -> Result`` or p-value, or a table with the columns
        `system_a`, `system_b`, `pvalue`, and perhaps `gain` (of a over b), `score_a`, `score_b`.
    n, alpha : int and float, default None and 0.05
        Number of test items (that of a Result if there is one), and significance level.

    Returns
    -------
    list of Finding
        Each quotes a phrase, and says what the tests say.

    See Also
    --------
    labkit.significance.Result.claim : The sentence that one test supports.

    Examples
    --------
    >>> from labkit.significance import sign_test
    >>> tested = {("Naive Bayes", "lexicon"): sign_test(30, 24, 146)}
    >>> [str(each) for each in review_claims("Naive Bayes outperforms the lexicon.", tested)]
    ['“Naive Bayes outperforms the lexicon” – The test does not support this: the tests say: Naive Bayes over lexicon: p = 0.72, inconclusive.']
    """
    reader = _Reader(Tested.of(comparisons, n, alpha), as_text(text))
    for clauses in sentences(text):
        reader.read(clauses)
    return reader.findings


class _Claim(NamedTuple):
    """The letter of what is said of systems, whether it is denied, and which word says it."""

    tag: str
    denied: bool
    place: int


class _Reader:
    """Reads sentence by sentence, and remembers which systems the last ones were about."""

    def __init__(self, tested: Tested, text: str) -> None:
        levels = [float(one) / (100 if unit else 1) for one, unit in _LEVEL.findall(text)]
        self.strictest = min([tested.alpha, *(level for level in levels if level)])
        self.tested, self.findings = tested, list[Finding]()
        self.recent, self.doubts = list[Names](), list[Finding]()
        self.last: _Claim | None = None

    def read(self, clauses: list[str]) -> None:
        """Add what is to be looked at in a sentence."""
        sentence = " ".join(clauses)
        words = self.tested.read(sentence)
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
                self._claims(clause, words, plain, earlier)

    def _find(self, sin: str, phrase: str, advice: str, sure: bool = False) -> None:
        self.findings.append(Finding(sin, phrase.strip(" .,!"), advice, sure))

    def _words(self, clause: str) -> list[Word]:
        """Read the words of a clause, and remember the systems that it names."""
        words = self.tested.read(clause)
        several = next((names for names in self.recent if len(names) > 1), [])
        for i, word in enumerate(words):
            if word.tag in "fl" and several:
                words[i] = word._replace(tag="N", names=(several[-(word.tag == "l")],))
        groups = [word.names for word in words if word.names]
        every = tuple(dict.fromkeys(chain(*groups)))
        new = [every, *groups, every[:2], every[-2:], *((name,) for name in every)]
        self.recent = [*(new if every else []), *self.recent][:24]
        return words

    def _numbers(self, sentence: str, words: list[Word]) -> None:
        """Hold numbers against the pairs of the systems beside them, and their digits to the rule."""
        tested, here = self.tested, [name for word in words for name in word.names]
        most = max(WHOLE_PERCENT, meaningful_digits(tested.n)) if tested.n else 99
        for match in _NUMBER.finditer(sentence):
            before = sentence[: match.start()]
            (sign, number, unit), phrase = match.groups(), match[0].strip()
            digits = len(number.partition(".")[2]) + WHOLE_PERCENT * bool(unit)
            value, half = float(number) / (100 if unit else 1), 0.51 * 10.0**-digits
            is_p = bool(sign or _P.search(before))
            if value == 0 and sign != ">" and (is_p or "." in number and " p" in sentence):
                self._find("zero", f"p {phrase}", "write p < 0.001, or p as it is.", sure=is_p)
            if _BOUND.search(before) or value in (0, 0.05, 0.001, tested.alpha, *[0.01] * (not is_p)):
                continue
            near = [one for one in tested.outcomes.values() if abs(one.p - value) <= half]
            if digits > most and not is_p and not near:
                where = f"{most - 2 * bool(unit)} after the point{' of a percentage' if unit else ''}"
                advice = f"on {tested.n:,} test items, no more than {where} can mean anything."
                self._find("digits", phrase, advice, sure=" p" not in sentence)
                continue
            scope = dict.fromkeys([*here, *chain(*self.recent)])
            pairs = [pair for pair in combinations(scope, 2) if frozenset(pair) in tested.outcomes]
            pairs = [pair for pair in pairs if not here or pair[0] in here]
            found = [tested.outcomes[frozenset(pair)] for pair in pairs]
            sizes = [one.gain for one in found] + [tested.scores.get(name, 2) for name in scope]
            known = [one.p for one in found] + ([] if is_p else sizes)
            fits = any(abs(one - value) <= half for one in known)
            if sign:
                fits = any((one.p > value) == (sign == ">") for one in found)
            if pairs and not fits and (unit or "." in number) and (is_p or tested.scores):
                self._find("number", phrase, tested.told(pairs))

    def _claims(self, clause: str, words: list[Word], plain: bool, earlier: list[Finding]) -> None:
        """Ask about the claims of a clause that no reading of it supports."""
        tags = "".join(word.tag[0] for word in words)
        claims, begin = _claims_in(tags, self.last), 0
        self.last = [self.last, *claims][-1]
        strange = re.match("[^NsrnpUDSOEA]*(?=[UDS])", tags)
        if strange and _unread(clause[: words[strange.end()].start], words[: strange.end()]):
            sin = "significant-untested" if "signif" in clause else "untested"
            self._find(sin, clause, "no test of this is known. Which two systems do you compare?")
            return
        plain = plain and all(len(word.names) < 2 for word in words)
        for i, claim in enumerate(claims):
            end = claims[i + 1].place if i + 1 < len(claims) else len(words)
            if end < len(words):  # what touches this claim is its own, the rest the next one's
                found = re.match("[^Nck]*N", tags[claim.place + 1 : end])
                end = claim.place + 1 + (found.end() if found else 0)
            left, right = (
                [*dict.fromkeys(name for word in part for name in word.names)]
                for part in (words[begin : claim.place], words[claim.place + 1 : end])
            )
            begin = end
            readings = [pairs for pairs in self._readings(claim, left, right, tags) if pairs]
            against = ([pair for pair in pairs if not self._supports(claim, *pair)] for pairs in readings)
            wrong = min(against, key=len, default=[])
            if claim.tag == "E" and not claim.denied:
                sure = plain and re.fullmatch("[wc]*N[wc]*(N[wc]*E|E[wc]*N)[wc]*", tags)
                self._find("equality", clause, "write that the test is inconclusive.", bool(sure))
            if claim.tag == "O" and not left and not right:  # "but not significantly"
                back = [one for one in earlier + self.doubts if "signif" not in one.phrase]
                self.findings = [one for one in self.findings if one not in back]
            if wrong:
                one = self.tested.outcomes.get(frozenset(wrong[0]))
                sin = "direction" if one and one.significant(self.tested.alpha) else "insignificant"
                sin = "untested" if not one else "denied" if claim.tag == "O" or claim.denied else sin
                sure = plain and re.fullmatch("[wc]*N[wc]*n?[wcS]*[UD][wc]*N[wc]*", tags)
                self._find(sin, clause, self.tested.told(wrong), bool(sure))
                self.doubts.append(self.findings[-1])

    def _readings(self, claim: _Claim, left: Names, right: Names, tags: str) -> Iterator[Pairs]:
        """Yield lists of pairs, the better system first, that a claim may be about."""
        both, recent, said = [*left, *right], self.recent, tags[: claim.place]
        if claim.tag in "UD" and both:
            ways = [*product([left] if left else recent, [right] if right else recent)]
            ways += [] if left and right else [(both[-1:], both[:-1])]
            if not left and not re.match("[^Nck]*N", tags[claim.place + 1 :]):  # "better: A and B"
                ways += [(right, one) for one in recent]
            yield from (_pairs(*(way[::-1] if claim.tag == "D" else way)) for way in ways)
        elif claim.tag in "SO" and both:
            yield [*combinations(both, 2)]
            yield from (_pairs(both[:i], both[i:]) for i in range(1, len(both)))
            if len(both) == 1 or re.search("s", said):
                yield from (_pairs(one, both) for one in recent if not {*one} & {*both})
        elif claim.tag in "SO" and recent and len(recent[0]) == 2 and re.search("[sw]", said):
            yield [(recent[0][0], recent[0][1])]

    def _supports(self, claim: _Claim, better: str, worse: str) -> bool:
        """Tell whether the test of a pair says what is claimed."""
        if (outcome := self.tested.outcomes.get(frozenset((better, worse)))) is None:
            return False
        right = claim.tag in "SO" or outcome.ahead in (better, None)
        if claim.denied or claim.tag == "O":
            return not right or not outcome.significant(self.strictest)
        return right and outcome.significant(self.tested.alpha)


def _claims_in(tags: str, last: _Claim | None) -> list[_Claim]:
    """Find the claims in the tags of a clause, but for those that are left open."""
    claims, begin = [], 0
    for found in re.finditer("S(?![UD])|(?<![UD]c)[UD]|[OEA]", tags):
        tag, said, begin = found[0], tags[begin : found.start()].rpartition("k")[2], found.end()
        denied = "n" in said or re.match("w*n", tags[begin:]) is not None
        if "h" in said or (tag == "O" and denied) or (tag == "A" and not last):
            continue
        claim = _Claim("O" if tag == "S" and denied else tag, denied and tag != "S", found.start())
        last = last._replace(place=found.start()) if tag == "A" and last else claim
        claims.append(last)
    return claims


def _pairs(better: Names, worse: Names) -> Pairs:
    """Pair each with each; what stands on both sides, as "all others", is no pair."""
    return [(a, b) for a in better for b in worse if a != b and not (a in worse and b in better)]


def _unread(text: str, words: list[Word]) -> list[str]:
    """Return what remains of a text without the words that were read."""
    for word in reversed(words):
        text = f"{text[: word.start]} {text[word.end :]}"
    return re.findall(r"[^\W\d_]{2,}", text)
