"""A reading aid: what a text says of two systems, held against what their tests say."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product

from labkit.arguments import as_text
from labkit.report.digits import WHOLE_PERCENT, meaningful_digits
from labkit.report.tested import Comparisons, Tested
from labkit.report.words import Word, sentences, unread

Names = tuple[str, ...]
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
_DIGITS = "on {:,} test items, no more than {} after the point{} can mean anything."
UNKNOWN = "no test of this is known. Which two systems do you compare?"

_LEVEL = re.compile(r"(?i)(?:alpha|α|\blevel|\bat)\D{0,8}?(\d*\.\d+|\d+)\s?(%?)")
_UNIT = r"%|(?:percentage |per cent )?points?\b|per ?cent"
_NUMBER = re.compile(
    rf"([<>≤]?)\s*(?<![\w.-])(\d*\.\d+|\d+)(?:[ -]?({_UNIT}))?"
    r"(?!\w|[,.]\d|\s?[×·]|\s?%?\s?(?:confidence|level))"
)
#: Before a number that is p, and before one that is a bound, a level or a setting.
_P = re.compile(r"(?i)\bp(?:-?values?)?\b[^.;()\d]{0,30}[\d., andor]*$")
_BOUND = re.compile(
    r"(?i)(?:above|below|than|least|about|between|a probability of)\s*$|α\W*$"
    r"|\b(?:alpha|level|weight|omega|smoothing|power|probability)\b\D{0,8}$"
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
        One of the `SINS`, the words, and what the tests say of the pairs.
    sure : bool
        Whether the sentence is so plain that it is wrong; else a person has to look at it.

    See Also
    --------
    review_claims : Finds these in a paragraph.

    Examples
    --------
    >>> print(Finding("zero", "p = 0.000", "write p < 0.001.", sure=True))
    “p = 0.000” – No p is 0: write p < 0.001.
    """

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


class _Reader:
    """Reads sentence by sentence, and remembers which systems the last ones were about."""

    def __init__(self, tested: Tested, text: str) -> None:
        levels = [float(one) / (100 if unit else 1) for one, unit in _LEVEL.findall(text)]
        self.strictest = min([tested.alpha, *(level for level in levels if level)])
        self.tested, self.last = tested, ("", False)
        self.findings, self.doubts = list[Finding](), list[Finding]()
        self.recent: list[Names] = []

    def read(self, clauses: list[str]) -> None:
        """Add what is to be looked at in a sentence."""
        sentence = " ".join(clauses)
        tags, words = self.tested.read(sentence)
        self._numbers(sentence, [name for word in words for name in word.names])
        if "h" not in tags and re.match("[^n]*p", tags) and "?" not in sentence:
            sure = _HYPOTHESIS.search(sentence) is not None and "n" not in tags
            self._find("null", sentence, MEANING_OF_P, sure)
        plain = len(clauses) == 1 and not unread(sentence, words)
        earlier, self.doubts = self.doubts, []
        for clause in clauses:
            tags, words = self.tested.read(
                clause, next((one for one in self.recent if len(one) > 1), ())
            )
            groups = [word.names for word in words if word.names]
            every = tuple(dict.fromkeys(chain(*groups)))
            new = [every, *groups, every[:2], every[-2:], *((name,) for name in every)]
            self.recent = [*filter(None, new), *self.recent][:24]
            if not sentence.rstrip('"”’)').endswith("?"):
                self._claims(
                    clause, tags, words, plain and max(map(len, groups), default=0) < 2, earlier
                )

    def _find(self, sin: str, phrase: str, advice: str, sure: bool = False) -> None:
        self.findings.append(Finding(sin, phrase.strip(" ,!").rstrip("."), advice, sure))

    def _numbers(self, sentence: str, here: list[str]) -> None:
        """Hold numbers against the pairs that a sentence may be about, and digits against their rule."""
        tested, scope = self.tested, dict.fromkeys([*here, *chain(*self.recent)])
        pairs = [pair for pair in combinations(scope, 2) if frozenset(pair) in tested.outcomes]
        pairs = [pair for pair in pairs if not here or pair[0] in here]
        found = [tested.outcomes[frozenset(pair)] for pair in pairs]
        sizes = [one.gain for one in found] + [tested.scores.get(name, 2) for name in scope]
        most = max(WHOLE_PERCENT, meaningful_digits(tested.n)) if tested.n else 99
        # A comma is a point in 0,815 and 81,5 %, where it cannot part thousands.
        points = re.sub(r"\b(0|\d+(?=,\d+\s?%)),(?=\d)", r"\1.", sentence)
        for match in _NUMBER.finditer(points):
            before = sentence[max(0, match.start() - 60) : match.start()]
            sign, number, unit = match.groups()
            phrase, is_p = (
                sentence[slice(*match.span())].strip(),
                bool(sign or (unit is None and _P.search(before))),
            )
            digits = len(number.partition(".")[2]) + WHOLE_PERCENT * bool(unit)
            value, half = float(number) / (100 if unit else 1), 0.51 * 10.0**-digits
            if value == 0 and sign != ">" and (is_p or (digits > 2 and " p" in sentence)):
                self._find("zero", f"p {phrase}", "write p < 0.001, or p as it is.", sure=is_p)
            if _BOUND.search(before) or value in (
                0,
                0.05,
                0.001,
                tested.alpha,
                0.05 if is_p else 0.01,
            ):
                continue
            if sign:
                fits = any((one.p > value) == (sign == ">") for one in found)
            else:
                fits = _near(value, half, [one.p for one in found] + ([] if is_p else sizes))
            pvalues = [one.p for one in tested.outcomes.values()]
            if digits > most and not is_p and not _near(value, half, pvalues):
                advice = _DIGITS.format(
                    tested.n, most - 2 * bool(unit), " of a percentage" if unit else ""
                )
                self._find("digits", phrase, advice, sure=" p" not in sentence)
            elif pairs and not fits and (unit or "." in number) and (is_p or tested.scores):
                self._find("number", phrase, tested.told(pairs))

    def _claims(
        self, clause: str, tags: str, words: list[Word], plain: bool, earlier: list[Finding]
    ) -> None:
        """Ask about the claims of a clause that no reading of it supports."""
        strange = re.match("[^NsrnpUDSOEA]*(?=[UDS])", tags)
        if strange and unread(clause[: words[strange.end()].start], words[: strange.end()]):
            sin = "significant-untested" if "signif" in clause else "untested"
            self._find(sin, clause, UNKNOWN)
            return
        claims, begin = self._claims_in(tags), 0
        for (kind, denied, place), following in zip(claims, [*claims[1:], None], strict=False):
            end = len(words)
            if following:  # the systems that touch this claim are its own, others the next one's
                own = re.search("^[^Nck]*N|^", tags[place + 1 : following[2]])
                end = place + 1 + (own.end() if own else 0)
            left, right = _names(words[begin:place]), _names(words[place + 1 : end])
            touched = re.match("[^Nck]*N", tags[place + 1 :]) is not None
            open_ = denied or kind == "O"
            readings = [*filter(None, self._readings(kind, left, right, tags[:place], touched))]
            against = ([p for p in pairs if not self._fits(kind, open_, *p)] for pairs in readings)
            wrong, begin = min(against, key=len, default=[]), end
            if kind in "UD" and left + right and not readings and not denied:
                self._find("untested", clause, UNKNOWN)
            if kind == "E" and not denied:
                sure = plain and re.fullmatch("[wc]*N[wc]*(N[wc]*E|E[wc]*N)[wc]*", tags)
                self._find("equality", clause, "write that the test is inconclusive.", bool(sure))
            elif kind == "O" and not left and not right:  # "but not significantly" takes it back
                back = [one for one in earlier + self.doubts if "signif" not in one.phrase]
                self.findings = [one for one in self.findings if one not in back]
            if wrong:
                sure = plain and re.fullmatch("[wc]*N[wc]*n?[wcS]*[UD][wc]*N[wc]*", tags)
                self._find(self._sin(open_, *wrong[0]), clause, self.tested.told(wrong), bool(sure))
                self.doubts.append(self.findings[-1])

    def _sin(self, open_: bool, better: str, worse: str) -> str:
        """Name what is wrong with a claim, which may leave a difference open."""
        if (one := self.tested.outcomes.get(frozenset((better, worse)))) is None:
            return "untested"
        if open_:
            return "denied"
        return "direction" if one.significant(self.tested.alpha) else "insignificant"

    def _claims_in(self, tags: str) -> list[tuple[str, bool, int]]:
        """Find claims: the letter, whether it is denied, and the place; not those that are supposed."""
        claims, begin = [], 0
        for found in re.finditer("S(?![UD])|(?<![UD]c)[UD]|[OEA]", tags):
            tag, said, begin = found[0], tags[begin : found.start()].rpartition("k")[2], found.end()
            said = re.split("[ck]", said)[-1] if tag == "E" else said
            denied = "n" in said or re.match("w*n", tags[begin:]) is not None
            if "h" in said or (tag == "O" and denied):
                continue
            if tag != "A":
                self.last = ("O" if tag == "S" and denied else tag, denied and tag != "S")
            if self.last[0]:
                claims.append((*self.last, found.start()))
        return claims

    def _readings(
        self, kind: str, left: Names, right: Names, said: str, touched: bool
    ) -> Iterator[Pairs]:
        """Yield lists of pairs, the better system first, that a claim may be about."""
        both, recent = left + right, self.recent
        if kind in "UD" and both:
            ways = [*product([left] if left else recent, [right] if right else recent)]
            ways += [] if left and right else [(both[-1:], both[:-1])]
            ways += [] if left or touched else [(right, one) for one in recent]  # "better: A and B"
            yield from (_pairs(*(way[::-1] if kind == "D" else way)) for way in ways)
        elif kind in "SO" and both:
            yield [*combinations(both, 2)]
            yield from (_pairs(both[:i], both[i:]) for i in range(1, len(both)))
            if len(both) == 1 or "s" in said:
                yield from (_pairs(one, both) for one in recent if not {*one} & {*both})
        elif kind in "SO" and recent and len(recent[0]) == 2 and re.search("[sw]", said):
            yield [(recent[0][0], recent[0][1])]

    def _fits(self, kind: str, open_: bool, better: str, worse: str) -> bool:
        """Tell whether the test of a pair says what is claimed."""
        if (one := self.tested.outcomes.get(frozenset((better, worse)))) is None:
            return False
        right = kind in "SO" or one.ahead in (better, None)
        if open_:
            return not right or not one.significant(self.strictest)
        return right and one.significant(self.tested.alpha)


def _near(value: float, half: float, known: list[float]) -> bool:
    """Tell whether a number that is known is written so, rounded."""
    return any(abs(one - value) <= half for one in known)


def _names(words: list[Word]) -> Names:
    """List the systems that some words name."""
    return tuple(dict.fromkeys(name for word in words for name in word.names))


def _pairs(better: Names, worse: Names) -> Pairs:
    """Pair each with each; what stands on both sides, as "all others", is no pair."""
    return [(a, b) for a in better for b in worse if a != b and not (a in worse and b in better)]
