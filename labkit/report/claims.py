"""A reading aid: what a text says of two systems, held against what their tests say."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain, combinations, product
from typing import NamedTuple, TypeAlias

import pandas as pd

from labkit.arguments import as_fraction, as_level, as_text, check_columns
from labkit.report.digits import WHOLE_PERCENT, meaningful_digits, rounded
from labkit.report.words import CLAIMS, Names, Word, names_in, parts, pattern_of, sentences
from labkit.significance import Result
from labkit.text import equation, round_p

#: What was tested: pairs of systems with their results or p-values, or a table of pairs.
Comparisons: TypeAlias = Mapping[tuple[str, str], Result | float] | pd.DataFrame

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
MEANING_OF_P = "p says how often chance gives this gain or more, not how probable a hypothesis is."
#: Kinds of words: of a plain sentence, and of what is no system that is known.
_PLAIN = re.compile("system ((significant )?(better|worse) system|equal system|system equal)")
_STRANGE = re.compile("((small|unknown|skipped) )*unknown ((small|skipped) )*(better|worse|signif)")
_NULL = re.compile(r"(?i)(chance|probability|% sure) that .*\b(is|are) (due to|better|true|false)")
_NUMBER = re.compile(r"(?<![\w.,-])(\d*\.?\d+)(?: ?(%|per ?c\w+|points?))?(?!\w|[,.]\d| ?%? conf)")
#: Before a number that is p, and before one that is a bound, a level or a setting.
_P = re.compile(r"(?i)\bp(?:-?values?)?\b[^.;()\d]{0,30}[\d., andor]*$")
_BOUND = re.compile(r"(?i)([<>≤]|alpha|level|weight|omega|power|above|below|than)\D{0,9}$")


class Finding(NamedTuple):
    """What a text says against its tests, or what its writer should look at.

    Parameters
    ----------
    sin, phrase, advice : str
        One of the `SINS`, the words, and what the tests say of the pairs.
    sure : bool
        Whether the sentence is plainly wrong; else its writer is asked to look.

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
        said = SINS[self.sin] if self.sure else "Please look"
        return f"“{self.phrase}” – {said}: {self.advice}"


def review_claims(
    text: str, comparisons: Comparisons, n: int | None = None, alpha: float = 0.05
) -> list[Finding]:
    """Read a paragraph for claims that its significance tests do not support.

    A reading aid, after MLRD lecture 4 ("the three deadly sins"). It is sure only of plain
    sentences. Of others it shows what the tests say, and asks to look, unless they can be read so
    that the tests support them. It reads words, not meaning: no finding is not yet a good report.

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
    >>> review_claims("SVM outperforms BERT.", {("SVM", "BERT"): 0.2})[0].advice
    'the tests say: SVM and BERT: p = 0.2, inconclusive.'
    """
    reader = _Reader(comparisons, n, as_level(alpha))
    return [found for sentence in sentences(as_text(text)) for found in reader.read(sentence)]


class _Outcome(NamedTuple):
    """What the test of a pair says; which system is ahead, and by how much, where it is known."""

    p: float
    significant: bool
    ahead: str | None = None
    gain: float = 0.0
    scores: tuple[float, ...] = ()


class _Reader:
    """Reads sentence by sentence, and remembers which systems the last ones were about."""

    def __init__(self, comparisons: Comparisons, n: int | None, alpha: float) -> None:
        self.outcomes: dict[frozenset[str], _Outcome] = {}
        if isinstance(comparisons, Mapping):
            for pair, one in comparisons.items():
                if not isinstance(pair, tuple) or len(pair) != 2:
                    raise ValueError(f"comparisons must have pairs as keys, not {pair!r}")
                if isinstance(one, Result):
                    n, ahead = n or one.n, one.better and pair["ab".index(one.better)]
                    outcome = _Outcome(one.pvalue, one.is_significant(alpha), ahead)
                else:
                    outcome = _Outcome(as_fraction(one, "pvalue"), one <= alpha)
                self.outcomes[frozenset(pair)] = outcome
        else:
            check_columns(comparisons, "comparisons", "system_a", "system_b", "pvalue")
            for row in comparisons.to_dict("records"):
                a, b, gain = str(row["system_a"]), str(row["system_b"]), row.get("gain", 0.0)
                p = as_fraction(row["pvalue"], "pvalue")
                ahead = a if gain > 0 else b if gain < 0 else None
                scores = (row["score_a"], row["score_b"]) if "score_a" in row else ()
                self.outcomes[frozenset((a, b))] = _Outcome(p, p <= alpha, ahead, abs(gain), scores)
        self.n, self.digits = n, 99 if n is None else max(WHOLE_PERCENT, meaningful_digits(n))
        self.pattern, self.systems = pattern_of(sorted({*chain(*self.outcomes)}))
        self.earlier: list[Names] = []

    def read(self, sentence: str) -> Iterator[Finding]:
        """Yield what is to be looked at in a sentence."""
        kinds = [found.lastgroup or "link" for found in self.pattern.finditer(sentence)]
        words = [self.systems.get(kind, (kind, ())) for kind in kinds]
        said = " ".join(kind for kind, _ in words if kind not in ("small", "link"))
        names, phrase = names_in(words), sentence.strip(" .!•")
        self.earlier = [names, *((name,) for name in names), *self.earlier][:12]
        yield from self._numbers(sentence, names)
        if "supposed" in said or "?" in sentence[-3:]:
            return
        if "probable" in said.partition("not")[0]:
            sure = "not" not in said and bool(_NULL.search(phrase))
            yield Finding("null", phrase, MEANING_OF_P, sure)
        elif CLAIMS & {*dict(words)}:
            for part in parts(words):
                yield from self._claim(phrase, part, _PLAIN.fullmatch(said) is not None)

    def _claim(self, phrase: str, part: list[Word], plain: bool) -> Iterator[Finding]:
        """Ask about a claim that fits what the tests say in no way of reading it."""
        kinds = [kind for kind, _ in part]
        place = next((i for i, kind in enumerate(kinds) if kind in CLAIMS), 0)
        left, right = names_in(part[:place]), names_in(part[place:])
        claim = {*(kinds[: place + 1] if kinds[place] == "equal" else kinds)}
        readings = self._readings(*((right, left) if "worse" in kinds else (left, right)))
        wrong = [[pair for pair in pairs if self._sin(claim, *pair)] for pairs in readings]
        unknown = _STRANGE.match(" ".join(kinds)) or (left + right and not readings)
        if unknown and not {"open", "not"} & claim:
            sin = "significant-untested" if "significant" in claim else "untested"
            yield Finding(sin, phrase, "no test of this is known. Test it, or leave it out.")
        elif nearest := min(wrong, key=len, default=[]):
            yield Finding(self._sin(claim, *nearest[0]), phrase, self._told(nearest), plain)

    def _readings(self, better: Names, worse: Names) -> list[list[tuple[str, str]]]:
        """List the pairs that a claim may be about: of systems that it names, or named before."""
        ways = product([better] if better else self.earlier, [worse] if worse else self.earlier)
        pairs = [[(a, b) for a in one for b in other if a != b] for one, other in ways]
        return [way for way in pairs if way and {*map(frozenset, way)} <= {*self.outcomes}]

    def _sin(self, claim: set[str], a: str, b: str) -> str:
        """Name the sin of a claim (the kinds of its words) that a is ahead of b, or return ""."""
        one = self.outcomes[frozenset((a, b))]
        right = one.ahead in (a, None) or not ("better" in claim or "worse" in claim)
        if "open" in claim or "not" in claim:
            return "denied" if one.significant and right and "equal" not in claim else ""
        if "equal" in claim:
            return "equality"
        return "insignificant" if not one.significant else "" if right else "direction"

    def _told(self, pairs: list[tuple[str, str]]) -> str:
        """Write what the tests of some pairs say."""
        said = []
        for a, b in pairs[:4]:
            one = self.outcomes[frozenset((a, b))]
            gain = f" by {rounded(one.gain)}" if one.gain > 0 else ""
            lead = f" {one.ahead} leads{gain}," if one.ahead else ""
            verdict = "significant" if one.significant else "inconclusive"
            said.append(f"{a} and {b}:{lead} {equation('p', round_p(one.p))}, {verdict}")
        return f"the tests say: {'; '.join(said)}."

    def _numbers(self, sentence: str, names: Names) -> Iterator[Finding]:
        """Hold numbers against those of the pairs that a sentence names, and digits against n."""
        pairs = [pair for pair in combinations(names, 2) if frozenset(pair) in self.outcomes]
        found = [self.outcomes[frozenset(pair)] for pair in pairs]
        ps = [one.p for one in found]
        sizes = [size for one in found if one.scores for size in (one.gain, *one.scores)]
        for match in _NUMBER.finditer(sentence):
            (number, unit), before = match.groups(), sentence[: match.start()][-60:]
            is_p = not unit and _P.search(before) is not None
            digits = len(number.partition(".")[2]) + WHOLE_PERCENT * bool(unit)
            value, half = float(number) / (100 if unit else 1), 0.51 * 10.0**-digits
            known = ps if is_p or digits > self.digits else ps + sizes
            near = [one for one in known if abs(one - value) <= half]
            if _BOUND.search(before) or value in ({0.05} if is_p else {0.05, 0.01, 0.001}):
                continue
            if value == 0 and (is_p or digits > self.digits):
                yield Finding("zero", match[0], "write p < 0.001, or p as it is.", is_p)
            elif digits > self.digits and not is_p and not near:
                advice = f"on {self.n:,} test items, write {rounded(value, self.digits)}."
                yield Finding("digits", match[0], advice, " p" not in sentence)
            elif pairs and (is_p or sizes) and (unit or "." in number) and value <= 1 and not near:
                yield Finding("number", match[0], self._told(pairs))
