"""Claims that their significance tests do not support."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self, TypeAlias

import pandas as pd

from labkit.arguments import as_count, as_fraction, as_level, as_text, check_columns
from labkit.report import wording
from labkit.report.digits import WHOLE_PERCENT, meaningful_digits
from labkit.report.probable import SUPPOSES, misreads_p
from labkit.significance import Result

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
}

#: The four sins that lecture and tick name, in their order: the first three are MLRD's.
FOUR_SINS = ("untested", "insignificant", "significant-untested", "null")

MEANING_OF_P = (
    "p says how often chance alone does what was seen, or more, if the null hypothesis is true; "
    "how probable that hypothesis is, or its opposite, no p tells."
)


@dataclass(frozen=True)
class Finding:
    """A phrase that claims more than was shown.

    Parameters
    ----------
    sin, phrase, advice : str
        One of the `SINS`; the words objected to, as they stand in the text (white space
        aside); what is wrong, and what could be written.

    See Also
    --------
    review_claims : Finds these in a paragraph.

    Examples
    --------
    >>> print(Finding("equality", "A and B are equally good", "write that it was inconclusive."))
    “A and B are equally good” – A failed test does not show equality: write that it was inconclusive.
    """

    sin: str
    phrase: str
    advice: str

    def __str__(self) -> str:
        """Quote the phrase, and say what is wrong with it."""
        return f"“{self.phrase}” – {SINS[self.sin]}: {self.advice}"


#: What was tested: pairs of systems with their results or p-values, or a table of pairs.
Comparisons: TypeAlias = Mapping[tuple[str, str], Result | float] | pd.DataFrame


def review_claims(
    text: str, comparisons: Comparisons, n: int | None = None, alpha: float = 0.05
) -> list[Finding]:
    """Read a paragraph for claims that its significance tests do not support.

    Source: MLRD lecture 4, "Significance Reporting - the three deadly sins". It looks, clause by
    clause, for words such as "better", "outperforms" and "significant", finds the systems that
    they compare, and looks the pair up. A fourth sin is to take p for the probability that the
    null hypothesis is true (`FOUR_SINS`). It objects as well where a difference is denied that was
    found. It reads words, not meaning: no objection is not yet a good report.

    Parameters
    ----------
    text : str
        The paragraph.
    comparisons : dict or DataFrame
        What was tested: ``(system_a, system_b) -> Result`` or p-value, or a table with the
        columns `system_a`, `system_b`, `pvalue` and perhaps `gain` (score of a minus score of b).
        The text should use these names.
    n, alpha : int and float, optional
        Number of test items (that of a Result if there is one), and significance level.

    Returns
    -------
    list of Finding
        In the order of the text, each quoting the phrase it objects to.

    See Also
    --------
    labkit.significance.Result.claim : The sentence that one test supports.

    Examples
    --------
    >>> from labkit.significance import sign_test
    >>> tested = {("Naive Bayes", "lexicon"): sign_test(30, 24, 146)}
    >>> [finding.sin for finding in review_claims("Naive Bayes outperforms the lexicon.", tested)]
    ['insignificant']
    """
    text = as_text(text)
    tested = _Tested.of(comparisons, n, as_level(alpha))
    findings: list[Finding] = []
    context = _Context()
    for sentence in wording.SENTENCE.split(" ".join(text.split())):
        context.in_sentence = []
        for clause in wording.CLAUSE.split(sentence):
            findings += _review_clause(clause.strip(" \n\t.!?,"), tested, context)
    return findings


@dataclass(frozen=True)
class _Outcome:
    """What the test of a pair says."""

    p: float
    ahead: str | None  # in lower case, if it is known
    too_few: bool = False  # items differ for anything to be significant

    def significant(self, level: float) -> bool:
        return self.p <= level and not self.too_few


@dataclass(frozen=True)
class _Tested:
    """The pairs that were tested, by their names in lower case."""

    results: dict[frozenset[str], _Outcome]
    names: dict[str, str]  # name in lower case -> as it is written
    n: int | None
    alpha: float

    @classmethod
    def of(cls, comparisons: Comparisons, n: int | None, alpha: float) -> Self:
        """Read what was tested, in any of its forms."""
        if isinstance(comparisons, pd.DataFrame):
            check_columns(comparisons, "comparisons", "system_a", "system_b", "pvalue")
            gains = comparisons.get("gain", [0.0] * len(comparisons))
            columns = [comparisons[name] for name in ("system_a", "system_b", "pvalue")]
            rows = [(*row, False) for row in zip(*columns, gains, strict=True)]
        elif isinstance(comparisons, Mapping):
            rows = [_row(pair, outcome) for pair, outcome in comparisons.items()]
            sizes = [outcome.n for outcome in comparisons.values() if isinstance(outcome, Result)]
            n = sizes[0] if n is None and sizes else n
        else:
            wanted = "comparisons must be a dictionary of pairs, or a table"
            raise TypeError(f"{wanted}, not of type {type(comparisons).__name__}")
        names = {str(name).lower(): str(name) for row in rows for name in row[:2]}
        results: dict[frozenset[str], _Outcome] = {}
        for first, second, p, gain, too_few in rows:
            a, b = str(first).lower(), str(second).lower()
            unknown = gain == 0 or math.isnan(gain)
            ahead = None if unknown else a if gain > 0 else b
            results[frozenset((a, b))] = _Outcome(as_fraction(p, "pvalue"), ahead, too_few)
        return cls(results, names, None if n is None else as_count(n, "n", least=1), alpha)

    def mentions(self, clause: str) -> list[tuple[int, str]]:
        """List the (position, name) of the systems in a clause, from left to right."""
        clause, found = clause.lower(), []
        # Longer names first, so that "magnitude lexicon" is not read as "lexicon".
        for name in sorted(self.names, key=len, reverse=True):
            for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", clause):
                found.append((match.start(), name))
                clause = clause[: match.start()] + " " * len(name) + clause[match.end() :]
        return sorted(found)


def _row(pair: object, outcome: Result | float) -> tuple[str, str, float, float, bool]:
    """Give the two names, p, by how much the first is ahead (0: not known), and if too few differ."""
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise ValueError(f"comparisons must have pairs of systems as keys, not {pair!r}")
    if isinstance(outcome, Result):
        gain = (outcome.statistic or 0.0) * (1 if outcome.higher_is_better else -1)
        return *pair, outcome.pvalue, gain, outcome.too_few
    return *pair, outcome, 0.0, False


@dataclass
class _Context:
    """What the clauses before were about: "it" means their subject."""

    subject: str | None = None
    pairs: list[tuple[str, str]] = field(default_factory=list)
    in_sentence: list[tuple[str, str]] = field(default_factory=list)


def _review_clause(clause: str, tested: _Tested, context: _Context) -> list[Finding]:
    mentioned = tested.mentions(clause)
    compares, significant = wording.COMPARES.search(clause), wording.SIGNIFICANT.search(clause)
    pairs = _pairs(clause, mentioned, tested, context)
    findings: list[Finding] = []
    equal = wording.EQUAL.search(clause)
    if misreads_p(clause):
        findings.append(Finding("null", clause, MEANING_OF_P))
        equal = None  # what has a probability is not claimed
    if equal and not _takes_back(clause, equal[0]):
        findings.append(Finding("equality", clause, _instead_of_equal(pairs, tested)))
    elif wording.DENIED.search(clause) and not wording.ONLY_SUPPOSED.search(clause):
        before = wording.DENIES_BEFORE.match(clause) and not mentioned
        findings += _denials(clause, context.in_sentence if before else pairs, tested)
    elif (compares or significant) and not wording.DENIES.search(clause):
        findings += _claims(clause, pairs, bool(compares), bool(significant), tested)
    if mentioned:
        context.subject, context.pairs, context.in_sentence = mentioned[0][1], pairs, pairs
    return findings + list(_digits(clause, tested))


def _takes_back(clause: str, equal: str) -> bool:
    """Say whether a clause only supposes or denies that two systems are equally good."""
    denied = wording.DENIES.search(clause) and not equal.lower().startswith("no")
    return bool(denied or SUPPOSES.search(clause))


def _pairs(
    clause: str, mentioned: list[tuple[int, str]], tested: _Tested, context: _Context
) -> list[tuple[str, str]]:
    """List the pairs (claimed better, claimed worse) that a clause is about."""
    compares, names = wording.COMPARES.search(clause), [name for _, name in mentioned]
    if not names:
        return context.pairs if wording.REFERS_BACK.search(clause) else []
    if compares and wording.SUPERLATIVE.fullmatch(compares[0]):
        pairs = [(names[0], other) for other in tested.names if other != names[0]]
    else:
        split = compares.start() if compares else mentioned[0][0] + 1
        left = [name for position, name in mentioned if position < split]
        right = [name for position, name in mentioned if position >= split]
        if not right:
            left, right = left[:1], left[1:]
        if compares and not right and wording.OF_ANOTHER.match(clause, compares.end()):
            return []  # "better than a linear SVM", which nobody tested
        if context.subject and not right:  # "the difference from the lexicon"
            left, right = [context.subject], left
        elif context.subject and not left:  # "it outperforms the lexicon"
            left = [context.subject]
        pairs = [(a, b) for a in left for b in right if a != b]
    if compares is None:
        return pairs
    turns = (
        wording.DOWN.search(compares[0]),  # "A is worse than B"
        wording.PASSIVE.match(clause, compares.end()),  # "A is outperformed by B"
        wording.COMPARED_WITH.match(clause) and len(names) == 2,  # "compared with A, B is better"
    )
    return [(b, a) for a, b in pairs] if sum(map(bool, turns)) % 2 else pairs


def _claims(
    clause: str, pairs: list[tuple[str, str]], compares: bool, significant: bool, tested: _Tested
) -> Iterator[Finding]:
    """Object to each pair's claim that its test does not support."""
    sin = "significant-untested" if significant else "untested"
    if not pairs:
        yield Finding(sin, clause, "say which two systems you compare, and test them.")
    level = _level(clause, tested.alpha)
    for better, worse in pairs:
        outcome = tested.results.get(frozenset((better, worse)))
        names = f"{tested.names[better]} and {tested.names[worse]}"
        if outcome is None:
            yield Finding(sin, clause, f"there is no test of {names}.")
        elif not outcome.significant(level):
            above = f"above {level:g}" if outcome.p > level else "but too few items differ"
            found = f"{_found(better, worse, outcome, tested)}, {above}"
            yield Finding("insignificant", clause, f"{found}; write that it is inconclusive.")
        elif compares and outcome.ahead is not None and outcome.ahead != better:
            advice = f"of {names}, {tested.names[outcome.ahead]} is ahead."
            yield Finding("direction", clause, advice)


def _denials(clause: str, pairs: list[tuple[str, str]], tested: _Tested) -> Iterator[Finding]:
    """Object where a clause denies, or leaves open, a difference that was found significant.

    "A is not better than B" is right where B is: so the system that is ahead must be the one
    that the clause denies to be.
    """
    level, ranked = _level(clause, tested.alpha), wording.COMPARES.search(clause)
    for better, worse in pairs:
        outcome = tested.results.get(frozenset((better, worse)))
        if outcome is None or not outcome.significant(level):
            continue
        if ranked is None or outcome.ahead == better:
            advice = f"{_found(better, worse, outcome, tested)}, not above {level:g}."
            yield Finding("denied", clause, advice)


def _found(better: str, worse: str, outcome: _Outcome, tested: _Tested) -> str:
    return f"for {tested.names[better]} and {tested.names[worse]} p = {outcome.p:.2g}"


def _instead_of_equal(pairs: list[tuple[str, str]], tested: _Tested) -> str:
    """Say what to write in place of "equally good": what the test of the pair found."""
    for better, worse in pairs:
        outcome = tested.results.get(frozenset((better, worse)))
        if outcome and outcome.significant(tested.alpha):
            return f"{_found(better, worse, outcome, tested)}: the test does show a difference."
    return "write that the test was inconclusive."


def _level(clause: str, alpha: float) -> float:
    """Find the significance level of a clause: its own, if that is stricter than `alpha`."""
    stated = [next(filter(None, match)) for match in wording.AT_LEVEL.findall(clause)]
    numbers = [(n.rstrip(" %").replace(",", "."), 100 if "%" in n else 1) for n in stated]
    levels = [float(number) / unit for number, unit in numbers]
    return min([alpha, *(level for level in levels if 0 < level < 1)])


def _digits(clause: str, tested: _Tested) -> Iterator[Finding]:
    """Object to scores with more digits than mean anything, whole per cents aside.

    A share and a percentage are held to one rule: 0.81 is 81 %, and 0.815 is 81.5 %.
    """
    if tested.n is None:
        return
    digits = max(WHOLE_PERCENT, meaningful_digits(tested.n, tested.alpha))
    for number in wording.NUMBER.finditer(clause):
        level, before = wording.LEVEL.match(clause, number.end()), clause[: number.start()]
        if level or wording.NO_SCORE.search(before) or wording.NO_SHARE.search(before):
            continue
        allowed = digits - WHOLE_PERCENT if number[2] else digits
        if len(number[1]) > allowed:
            where = "after the point" + (" of a percentage" if number[2] else "")
            most = f"on {tested.n:,} test items, no more than {allowed} {where}"
            yield Finding("digits", number[0].strip(), f"{most} can mean anything.")
