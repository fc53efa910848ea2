"""From p-values to honest words and tables.

Three things go wrong in reports again and again, and lecture 4 of Cambridge's
*Machine Learning and Real-world Data* names them: differences claimed without
a test, insignificant differences claimed all the same, and the word
"significant" used where nothing was tested. `significance_triangle` prints
what may be claimed, `meaningful_digits` how precisely, and `review_claims`
reads a paragraph for the three.
"""

import html
import math
import re
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

import numpy as np
import pandas as pd

from labkit.power import sign_test_of_scores
from labkit.significance import Result, sign_test


@dataclass(frozen=True)
class Triangle:
    """Significance and size of the differences between several systems.

    Attributes
    ----------
    scores : Series
        System -> mean score, in the order given.
    pvalues : DataFrame
        Row system against column system; NaN on and above the diagonal.
    levels : tuple of float
        The significance levels, largest first: one star for each reached.
    test : str
        Name of the test, and on how many items.
    """

    scores: pd.Series
    pvalues: pd.DataFrame
    levels: tuple
    test: str

    @property
    def table(self):
        """DataFrame of stars: rows from the second system, columns to the last but one."""
        stars = self.pvalues.apply(lambda column: column.map(self._stars))
        return self._lower(stars)

    @property
    def differences(self):
        """DataFrame of effect sizes, row score minus column score, in the same layout."""
        score = self.scores.to_numpy()
        sizes = pd.DataFrame(
            score[:, None] - score, self.pvalues.index, self.pvalues.columns
        ).where(self.pvalues.notna())
        return self._lower(sizes.map(lambda size: "" if pd.isna(size) else f"{size:+.3f}"))

    @property
    def caption(self):
        """What the stars mean."""
        marks = ", ".join(f"{'*' * i} p ≤ {level:g}" for i, level in enumerate(self.levels, 1))
        return f"{self.test}; {marks}"

    def _stars(self, p):
        return "" if pd.isna(p) else "*" * sum(p <= level for level in self.levels)

    def _lower(self, cells):
        named = {name: f"{name} ({score:.3f})" for name, score in self.scores.items()}
        return cells.iloc[1:, :-1].rename(index=named, columns=named)

    def __repr__(self):
        lines = [line.rstrip() for line in self.table.to_string().splitlines()]
        return "\n".join([*lines, self.caption])

    def _repr_html_(self):
        # Size and significance are two statements: two tables, side by side.
        tables = (
            ("Difference in score (row - column)", self.differences),
            ("Significance", self.table),
        )
        shown = "".join(
            f"<div><b>{title}</b>{table.to_html(border=0)}</div>" for title, table in tables
        )
        return (
            f'<div style="display:flex; flex-wrap:wrap; gap:2em">{shown}</div>'
            f"<p>{html.escape(self.caption)}</p>"
        )

    def to_latex(self):
        """LaTeX of the stars, with the caption (needs the package booktabs)."""
        caption = self.caption.replace("≤", r"$\leq$")
        columns = "l" + "c" * self.table.shape[1]
        return self.table.to_latex(caption=caption, column_format=columns, escape=True)


def significance_triangle(scores, test=None, levels=(0.05, 0.01)):
    """Test all pairs of systems and show which differences are significant.

    Parameters
    ----------
    scores : dict
        System -> scores on the same items, shape (n,); correct / not is
        enough. At least two systems.
    test : callable, optional
        ``test(scores_a, scores_b) -> Result``, for example
        ``labkit.randomization_test``; by default the two-sided sign test with
        ties split.
    levels : sequence of float
        Significance levels: the largest earns one star, the next two, ...

    Returns
    -------
    Triangle
        ``table`` (stars), ``differences``, ``pvalues``; shows both tables in a
        notebook, and has ``to_latex()``.

    Raises
    ------
    ValueError
        If there are fewer than two systems, a level is not between 0 and 1,
        or the scores are not of the same items.

    References
    ----------
    MLRD lecture 4, "Effect Size and Significance" and its example.

    Examples
    --------
    >>> triangle = significance_triangle(
    ...     {"A": [1] * 20, "B": [1] * 10 + [0] * 10, "C": [0] * 20}, test=None
    ... )
    >>> triangle
              A (1.000) B (0.500)
    B (0.500)         *
    C (0.000)        **         *
    sign test, two-sided, n = 20; * p ≤ 0.05, ** p ≤ 0.01
    """
    if not hasattr(scores, "items") or len(scores) < 2:
        raise ValueError("scores: expected a dictionary of at least two systems and their scores")
    levels = tuple(sorted(levels, reverse=True))
    if not levels or not all(0 < level < 1 for level in levels):
        raise ValueError(f"levels: expected numbers between 0 and 1; got {levels}")
    test = sign_test_of_scores if test is None else test
    names = [str(name) for name in scores]
    arrays = [np.asarray(s) for s in scores.values()]
    pvalues = pd.DataFrame(np.nan, names, names)
    for column, row in combinations(range(len(names)), 2):
        result = test(arrays[row], arrays[column])
        pvalues.iloc[row, column] = result.pvalue
    means = pd.Series([float(a.mean()) for a in arrays], names)
    return Triangle(
        means, pvalues, levels, f"{result.test}, {result.alternative}, n = {len(arrays[0])}"
    )


def smallest_significant_difference(n, alpha=0.05, ties_policy="split"):
    """The smallest difference in accuracy that a sign test on `n` items can find.

    It is that of a system which wins some items and loses none: with losses as
    well, the same difference is less significant.

    Parameters
    ----------
    n : int
        Number of test items.
    alpha : float
        Significance level, two-sided.
    ties_policy : {"split", "drop"}
        As in `sign_test`.

    Returns
    -------
    float
        A share of the items, between 0 and 1; infinity if no difference on so
        few items is significant.

    Raises
    ------
    ValueError
        If `n` is not a positive whole number, or `alpha` is not between 0 and 1.

    Examples
    --------
    >>> smallest_significant_difference(200)
    0.145
    >>> smallest_significant_difference(200, ties_policy="drop")
    0.03
    """
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 1:
        raise ValueError(f"n: expected a positive whole number of test items; got {n!r}")
    low, high = 0, int(n) + 1
    while high - low > 1:  # p falls as the wins grow
        wins = (low + high) // 2
        found = sign_test(wins, 0, int(n) - wins, ties_policy=ties_policy).is_significant(alpha)
        low, high = (low, wins) if found else (wins, high)
    return high / n if high <= n else math.inf


def meaningful_digits(n, alpha=0.05, ties_policy="split"):
    """How many digits after the point of an accuracy mean anything on `n` items.

    Rounding to d digits moves a score by up to half a unit of the last one.
    The digit is worth printing if so large a difference could be significant
    on this test set; if not, it only looks scientific.

    Parameters
    ----------
    n : int
        Number of test items.
    alpha : float
        Significance level, two-sided.
    ties_policy : {"split", "drop"}
        As in `sign_test`.

    Returns
    -------
    int
        Digits after the point of a share such as 0.71. A percentage has two
        fewer.

    Raises
    ------
    ValueError
        As `smallest_significant_difference`.

    References
    ----------
    MLRD lecture 4, "Significant Digits".

    Examples
    --------
    >>> [meaningful_digits(n) for n in (200, 2_000, 200_000)]
    [1, 2, 3]
    """
    smallest = smallest_significant_difference(n, alpha, ties_policy)
    # Dropping digit d moves a score by up to 5 units of that digit.
    return 0 if smallest > 0.5 else int(math.floor(math.log10(5 / smallest) + 1e-9))


def reproduction_table(figures, within=3):
    """Set a paper's printed figures beside what its own data give.

    The last column is plain: "agrees"; "agrees after rounding", where the
    figure is right in all the digits that were printed; or "does not
    reproduce". A figure that the paper sampled may miss the exact value by
    chance, so for these the table says by how many standard errors it does, at
    the paper's own number of trials. Nothing is adjusted to meet a figure.

    Parameters
    ----------
    figures : iterable of tuples
        ``(what, where, printed, computed)``, or with a fifth member, `trials`,
        for a figure that was sampled with so many of them. `what` and `where`
        (section or page) are text. `printed` is the figure as it stands in the
        paper: a number ("0.35", "45.6%", "1/32"), two limits ("10% to 20%") or
        one ("less than 4%", "at most 0.05", "more than 1/2", "at least 3").
        `computed` is a number; with `trials` it is the exact probability, and
        a whole number in `printed` is how many of the trials were counted.
    within : float
        So many standard errors still agree.

    Returns
    -------
    DataFrame
        Indexed by `what`; columns `where`, `printed`, `computed` (rounded, but less
        so than in the paper), `standard errors` (how far the
        printed figure lies above the computed one, at least; empty for a
        figure that was not sampled) and `verdict`. All are text.

    Raises
    ------
    ValueError
        If a row has another form, or a printed figure cannot be read.

    Examples
    --------
    Three figures of Yeh (2000), section 3.3; the probabilities are those of all
    shuffles:

    >>> table = reproduction_table(
    ...     [
    ...         ("r12", "section 3.3", "0.35", 0.34518),
    ...         ("shuffles, recall", "section 3.3", "96", 9.756279e-05, 2**20),
    ...         ("shuffles, precision", "section 3.3", "25770", 0.019994290, 2**20),
    ...     ]
    ... )
    >>> print(table.drop(columns="where").to_string(index_names=False))
                        printed computed standard errors                verdict
    r12                    0.35   0.3452                  agrees after rounding
    shuffles, recall         96    102.3            -0.6                 agrees
    shuffles, precision   25770  20965.5           +33.5     does not reproduce
    """
    rows = [_reproduced(figure, within) for figure in figures]
    columns = ["what", "where", "printed", "computed", "standard errors", "verdict"]
    return pd.DataFrame(rows, columns=columns).set_index("what")


def _reproduced(figure, within):
    """A row of the table: what, where, printed, computed, standard errors, verdict."""
    figure = tuple(figure)
    if len(figure) not in (4, 5):
        raise ValueError(
            "figures: expected (what, where, printed, computed) and perhaps trials in each row; "
            f"got {figure!r}"
        )
    what, where, printed, computed, trials = (*figure, None)[:5]
    paper = _Printed.read(printed)
    error = 0.0
    if trials is not None:
        if not (0 <= computed <= 1 and trials >= 1):
            raise ValueError(
                f"figures: {what}: expected a probability and how many trials; "
                f"got {computed!r} and {trials!r}"
            )
        unit = trials if paper.whole else 1  # "96" is 96 of the trials
        error = math.sqrt(computed * (1 - computed) / trials) * unit
        computed = float(computed * unit)
    gap = paper.above(computed)
    if gap:
        verdict = "agrees" if abs(gap) <= within * error else "does not reproduce"
    else:
        verdict = "agrees" if paper.meets(computed) else "agrees after rounding"
    distance = "" if trials is None else f"{gap / error:+.1f}" if gap and error else "0"
    return what, where, str(printed), paper.show(computed), distance, verdict


@dataclass(frozen=True)
class _Printed:
    """A printed figure: between which limits it allows a value to be."""

    low: float
    high: float
    number: float | None  # None if the paper prints limits
    percent: bool
    digits: int  # after the point

    @classmethod
    def read(cls, printed):
        form = _PRINTED.fullmatch(str(printed))
        if not form or (form["limit"] and form["to"]):
            raise ValueError(
                "figures: expected a printed figure such as '0.35', '45.6%', '10% to 20%' or "
                f"'less than 4%'; got {printed!r}"
            )
        percent = "%" in form[0]
        number, upper = (
            float(Fraction(text.replace(",", ""))) / (100 if percent else 1) if text else None
            for text in (form["number"], form["to"])
        )
        digits = max(len(text.partition(".")[2]) for text in (form["number"], form["to"] or ""))
        if upper is not None:
            return cls(number, upper, None, percent, digits)
        if form["limit"] in ("less than", "at most"):
            high = math.nextafter(number, -math.inf) if form["limit"] == "less than" else number
            return cls(-math.inf, high, None, percent, digits)
        if form["limit"]:
            low = math.nextafter(number, math.inf) if form["limit"] == "more than" else number
            return cls(low, math.inf, None, percent, digits)
        # A fraction, and a whole number that is no percentage, are not rounded.
        half = 0.5 * 10**-digits / (100 if percent else 1) if digits or percent else 0.0
        return cls(number - half, number + half, number, percent, digits)

    @property
    def whole(self):
        return self.number is not None and self.low == self.high

    def above(self, value):
        """How far the nearest value that would be printed so lies above `value`."""
        slack = 0.0 if self.number is None else 1e-9 * abs(value)
        if value < self.low - slack:
            return self.low - value
        return self.high - value if value > self.high + slack else 0.0

    def meets(self, value):
        """Whether `value` needs no rounding to be as printed."""
        return self.number is None or math.isclose(value, self.number, rel_tol=1e-9)

    def show(self, value):
        if isinstance(value, (int, np.integer)) and self.whole:
            return str(value)
        more = 1 if self.whole and value >= 1 else 3 if self.number is None else 2
        if self.percent:
            return f"{100 * value:.{self.digits + more}f}%"
        return f"{value:.{max(self.digits + more, 5 if 0 < value < 1 and self.whole else 0)}f}"


_NUMBER_OF_PAPER = r"\d[\d,]*(?:\.\d+|/\d+)?"
_PRINTED = re.compile(
    r"(?:(?P<limit>less than|at most|more than|at least)\s+)?"
    rf"(?P<number>{_NUMBER_OF_PAPER})\s*%?(?:\s+to\s+(?P<to>{_NUMBER_OF_PAPER})\s*%?)?"
)


SINS = {
    "untested": "Nothing was tested here",
    "insignificant": "The test does not support this",
    "significant-untested": '"Significant" needs a test',
    "direction": "The scores say the opposite",
    "equality": "A failed test does not show equality",
    "digits": "Too many digits",
}


@dataclass(frozen=True)
class Finding:
    """A phrase that claims more than was shown.

    Attributes
    ----------
    sin : str
        "untested", "insignificant", "significant-untested", "direction",
        "equality" or "digits".
    phrase : str
        The words objected to, as they stand in the text (white space aside).
    advice : str
        What is wrong, and what could be written.
    """

    sin: str
    phrase: str
    advice: str

    def __str__(self):
        return f"“{self.phrase}” – {SINS[self.sin]}: {self.advice}"


_COMPARES = re.compile(
    r"\b(?:better|best|outperform\w*|beat\w*|superior|surpass\w*|improve\w*|improvement|"
    r"(?:more|less) accurate|worse|worst|inferior|underperform\w*)\b",
    re.IGNORECASE,
)
_DOWN = re.compile(r"\b(?:less accurate|worse|worst|inferior|underperform\w*)\b", re.IGNORECASE)
_SUPERLATIVE = re.compile(r"\b(?:best|worst)\b", re.IGNORECASE)
_SIGNIFICANT = re.compile(r"\bsignificant(?:ly)?\b(?!\s+digit)", re.IGNORECASE)
_EQUAL = re.compile(
    r"\b(?:equally (?:good|well|accurate)|as (?:good|accurate) as|just as (?:good|well)|"
    r"performs? as well as|no (?:real )?difference|equivalent|on a par|perform(?:s|ed)? the same)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:not|no|nor|neither|never|cannot|fail\w*|unable|inconclusive|insignificant|whether|if|"
    r"unclear)\b|n't\b",
    re.IGNORECASE,
)
_REFERS_BACK = re.compile(
    r"\b(?:it|its|they|their|this|that|these|both|differences?|gains?|former|latter)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.])\d*\.(\d+)(\s?%)?")
# Not scores: p-values, parameters, and levels such as "at the 0.05 level".
_NO_SCORE = re.compile(
    r"(?:\bp|\balpha|α|\bomega|ω|\blevels?)(?:-?values?)?\s*(?:is|of|was|[:=<>≤≥])+"
    r"\s*(?:\d*\.\d+\s*(?:,|and|or)\s*)*$",
    re.IGNORECASE,
)
_LEVEL = re.compile(r"\s*(?:significance\s+)?level\b", re.IGNORECASE)
_PASSIVE = re.compile(r"\s*by\b", re.IGNORECASE)
_COMPARED_WITH = re.compile(r"^\s*(?:compared|relative)\s+(?:with|to)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_CLAUSE = re.compile(
    r";\s+|:\s+(?![\d.])|,?\s+\b(?:but|although|though|while|whereas|however|yet)\b\s+|,\s+(?:and|so)\s+"
)


def review_claims(text, comparisons, n=None, alpha=0.05):
    """Read a paragraph for claims that its significance tests do not support.

    It looks, clause by clause, for words such as "better", "outperforms" and
    "significant", finds the systems that they compare, and looks the pair up.
    It reads words, not meaning: no objection is not yet a good report.

    Parameters
    ----------
    text : str
        The paragraph.
    comparisons : dict or DataFrame
        What was tested: ``(system_a, system_b) -> Result`` or p-value, or a
        table with the columns `system_a`, `system_b`, `pvalue` and perhaps
        `gain` (score of a minus score of b). The text should use these names.
    n : int, optional
        Number of test items, for the digits; taken from a Result if there is
        one.
    alpha : float
        Significance level.

    Returns
    -------
    list of Finding
        In the order of the text, each quoting the phrase it objects to.

    Raises
    ------
    ValueError
        If `text` is not a string or `comparisons` of neither form.

    References
    ----------
    MLRD lecture 4, "Significance Reporting - the three deadly sins".

    Examples
    --------
    >>> tested = {("Naive Bayes", "lexicon"): sign_test(30, 24, 146)}
    >>> for finding in review_claims("Naive Bayes outperforms the lexicon.", tested):
    ...     print(finding.sin, "-", finding.phrase)
    insignificant - Naive Bayes outperforms the lexicon
    >>> review_claims("Naive Bayes against the lexicon is inconclusive.", tested)
    []
    """
    if not isinstance(text, str):
        raise ValueError(f"text: expected a string; got {type(text).__name__}")
    tested = _Tested.of(comparisons, n, alpha)
    findings, context = [], _Context()
    for sentence in _SENTENCE.split(" ".join(text.split())):
        for clause in _CLAUSE.split(sentence):
            clause = clause.strip(" \n\t.!?,")
            findings += _review_clause(clause, tested, context)
    return findings


@dataclass(frozen=True)
class _Tested:
    """The pairs that were tested, by their names in lower case."""

    results: dict  # frozenset of two names -> (p, the name with the higher score or None)
    names: dict  # name in lower case -> as it is written
    n: int | None
    alpha: float

    @classmethod
    def of(cls, comparisons, n, alpha):
        results = {}
        if isinstance(comparisons, pd.DataFrame):
            if not {"system_a", "system_b", "pvalue"} <= set(comparisons.columns):
                raise ValueError("comparisons: expected the columns system_a, system_b and pvalue")
            rows = [
                ((row.system_a, row.system_b), row.pvalue, getattr(row, "gain", None))
                for row in comparisons.itertuples()
            ]
        elif hasattr(comparisons, "items"):
            rows = []
            for pair, outcome in comparisons.items():
                if isinstance(outcome, Result):
                    n = outcome.n if n is None else n
                    rows.append((pair, outcome.pvalue, outcome.statistic))
                else:
                    rows.append((pair, outcome, None))
        else:
            raise ValueError("comparisons: expected a dictionary of pairs, or a table")
        names = {str(name).lower(): str(name) for pair, _, _ in rows for name in pair}
        for (a, b), p, gain in rows:
            a, b = str(a).lower(), str(b).lower()
            higher = None if not gain else a if gain > 0 else b
            results[frozenset((a, b))] = (float(p), higher)
        return cls(results, names, n, alpha)

    def mentions(self, clause):
        """The (position, name) of the systems in a clause, from left to right."""
        clause, found = clause.lower(), []
        # Longer names first, so that "magnitude lexicon" is not read as "lexicon".
        for name in sorted(self.names, key=len, reverse=True):
            for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", clause):
                found.append((match.start(), name))
                clause = clause[: match.start()] + " " * len(name) + clause[match.end() :]
        return sorted(found)


@dataclass
class _Context:
    """What the clauses before were about: "it" means their subject."""

    subject: str | None = None
    pairs: list = field(default_factory=list)


def _review_clause(clause, tested, context):
    mentioned = tested.mentions(clause)
    compares, significant = _COMPARES.search(clause), _SIGNIFICANT.search(clause)
    pairs = _pairs(clause, compares, mentioned, tested, context)
    findings = []
    equal = _EQUAL.search(clause)
    if equal and (equal[0].lower().startswith("no") or not _DENIES.search(clause)):
        findings.append(Finding("equality", clause, "write that the test was inconclusive."))
    elif (compares or significant) and not _DENIES.search(clause):
        findings += _claims(clause, pairs, bool(compares), bool(significant), tested)
    if mentioned:
        context.subject, context.pairs = mentioned[0][1], pairs
    return findings + list(_digits(clause, tested))


def _pairs(clause, compares, mentioned, tested, context):
    """The pairs (claimed better, claimed worse) that a clause is about."""
    names = [name for _, name in mentioned]
    if not names:
        return context.pairs if _REFERS_BACK.search(clause) else []
    if compares and _SUPERLATIVE.fullmatch(compares[0]):
        pairs = [(names[0], other) for other in tested.names if other != names[0]]
    else:
        split = compares.start() if compares else mentioned[0][0] + 1
        left = [name for position, name in mentioned if position < split]
        right = [name for position, name in mentioned if position >= split]
        if not right:
            left, right = left[:1], left[1:]
        if context.subject and not right:  # "the difference from the lexicon"
            left, right = [context.subject], left
        elif context.subject and not left:  # "it outperforms the lexicon"
            left = [context.subject]
        pairs = [(a, b) for a in left for b in right if a != b]
    if compares is None:
        return pairs
    turns = (
        _DOWN.search(compares[0]),  # "A is worse than B"
        _PASSIVE.match(clause, compares.end()),  # "A is outperformed by B"
        _COMPARED_WITH.match(clause) and len(names) == 2,  # "compared with A, B is better"
    )
    return [(b, a) for a, b in pairs] if sum(map(bool, turns)) % 2 else pairs


def _claims(clause, pairs, compares, significant, tested):
    if not pairs:
        sin = "significant-untested" if significant else "untested"
        yield Finding(sin, clause, "say which two systems you compare, and test them.")
    for better, worse in pairs:
        p, higher = tested.results.get(frozenset((better, worse)), (None, None))
        names = f"{tested.names[better]} and {tested.names[worse]}"
        if p is None:
            sin = "significant-untested" if significant else "untested"
            yield Finding(sin, clause, f"there is no test of {names}.")
        elif p > tested.alpha:
            advice = (
                f"for {names} p = {p:.2g}, above {tested.alpha:g}; write that it is inconclusive."
            )
            yield Finding("insignificant", clause, advice)
        elif compares and higher is not None and higher != better:
            advice = f"of {names}, {tested.names[higher]} has the higher score."
            yield Finding("direction", clause, advice)


def _digits(clause, tested):
    if tested.n is None:
        return
    digits = meaningful_digits(tested.n, tested.alpha)
    for number in _NUMBER.finditer(clause):
        if _NO_SCORE.search(clause[: number.start()]) or _LEVEL.match(clause, number.end()):
            continue
        allowed = max(0, digits - 2) if number[2] else digits
        if len(number[1]) > allowed:
            where = "after the point" + (" of a percentage" if number[2] else "")
            advice = (
                f"on {tested.n:,} test items, no more than {allowed} {where} can mean anything."
            )
            yield Finding("digits", number[0], advice)
