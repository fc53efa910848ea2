"""What a comparison of systems found: typed records, from which every output is made."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

import labkit

#: Kinds of data: right and wrong answers, one score an item, and what has no mean of independent items
#: (counts that a ratio is made of, or items in groups).
Data: TypeAlias = Literal["answers", "scores", "sums"]
ALL_DATA: tuple[Data, ...] = get_args(Data)


@dataclass(frozen=True)
class ReportedTest:
    """A test: its name in a sentence, its source, what it asks, and of which data."""

    name: str
    source: str
    asks: str
    decides: tuple[Data, ...]  # where its p may be the one that is reported
    beside: tuple[Data, ...] = ()  # where its p only stands beside that of another


#: The tests by the names of the option --test. Of right and wrong answers, Wilcoxon's test is the
#: randomization test. Of other scores, signs and ranks may favour the system with the lower mean.
REPORTED_TESTS = {
    "randomization": ReportedTest("randomization test", "Yeh, 2000", "how often would swapping the two systems’ "
        "answers at random give a gain at least this large? It assumes no distribution.", decides=ALL_DATA),
    "bootstrap": ReportedTest("paired bootstrap", "Berg-Kirkpatrick et al., 2012", "if neither were better "
        "in the population, how often would the choice of items alone give a gain this large? It errs too often on few items or clusters (in up to 8 of 100 cases at 0.05 with 20 "
        "to 50); where fewer than six differ it cannot tell, and has p = 1.",
        decides=ALL_DATA),
    "matched-t": ReportedTest("matched-pair t test", "Student, 1908", "is the true mean difference 0? It "
        "assumes differences that are normal, or many.", decides=("answers", "scores")),
    "sign": ReportedTest("sign test with ties split", "Dixon and Mood, 1946", "who wins more items? By how much does not count. "
        "Splitting ties is conservative.", decides=("answers",), beside=("scores",)),
    "wilcoxon": ReportedTest("Wilcoxon signed-rank test", "Wilcoxon, 1945", "are gains ranked above losses? It "
        "assumes differences that are symmetric.", decides=(), beside=("scores",)),
}  # fmt: skip
#: The sources of corrections for many comparisons by the names of the option --adjust.
CORRECTION_SOURCES = {
    "holm": "Holm, 1979",
    "bonferroni": "Dunn, 1961",
    "benjamini-hochberg": "Benjamini and Hochberg, 1995",
    "none": "",
}


@dataclass(frozen=True)
class Measure:
    """What is measured of each system."""

    name: str  # as it is asked for: "f1"
    described: str  # in words: "F1 of POS"
    linear: bool = True  # whether a score is the mean of the items' scores
    higher_is_better: bool = True
    share: bool = True  # whether scores are shares between 0 and 1

    @property
    def direction(self) -> str:
        """Tell which scores are better."""
        return f"{'higher' if self.higher_is_better else 'lower'} is better"


@dataclass(frozen=True)
class Settings:
    """How systems are compared; a run with the same settings finds the same.

    Parameters
    ----------
    test : {"randomization", "bootstrap", "matched-t", "sign"}, default "randomization"
        The test whose p is reported, two-sided; the others stand beside it. "sign" is for right
        and wrong answers: of other scores, it may favour the system with the lower mean.
    adjust : {"holm", "bonferroni", "benjamini-hochberg", "none"}, default "holm"
        The correction for many comparisons.
    alpha : float, default 0.05
        Significance level; intervals of scores have the level 1 - alpha.
    n_resamples, seed : int, default 10**5 and 0
        Shuffles or resamples where a test has to draw, and their seed.
    baseline : str, optional
        The one system that the others are compared with; by default all pairs are.
    version : str
        The installed version of labkit.

    See Also
    --------
    compare_systems : Compares so.

    Examples
    --------
    >>> Settings(test="bootstrap", seed=3).adjust
    'holm'
    """

    test: Literal["randomization", "bootstrap", "matched-t", "sign"] = "randomization"
    adjust: Literal["holm", "bonferroni", "benjamini-hochberg", "none"] = "holm"
    alpha: float = 0.05
    n_resamples: int = 10**5
    seed: int = 0
    baseline: str | None = None
    version: str = field(default_factory=lambda: labkit.__version__)


@dataclass(frozen=True)
class About:
    """What a report says of itself, and what is no number.

    Parameters
    ----------
    title, source, command : str, optional
        The report's name, where its systems came from, and what to type to find the same again.
    notes : tuple of str, optional
        What to know about the data.

    See Also
    --------
    compare_systems : Takes it over.

    Examples
    --------
    >>> About(source="predictions/").title
    'Comparison of systems'
    """

    title: str = "Comparison of systems"
    source: str = ""
    command: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class SystemScore:
    """One system: its score, and the limits of its interval; None where nothing varies."""

    name: str
    score: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class PairComparison:
    """Two systems, the better one first; of equal scores, in the order of the systems."""

    better: str
    worse: str
    gain: float  # at least 0, also where lower scores are better
    low: float | None  # of its interval; a share's stays within -1 and 1
    high: float | None  # None where the gain does not vary
    wins: int | None  # items on which the first scores better; None where items have no scores
    losses: int | None
    ties: int | None
    pvalue: float  # two-sided, and its 95 % Monte Carlo limits where it was drawn
    pvalue_low: float
    pvalue_high: float
    adjusted: float  # p, corrected for the number of comparisons
    method: str  # "exact", "monte-carlo" or "asymptotic"
    significant: bool  # whether `adjusted` is at most alpha
    detectable: float | None  # the gain that two such systems would show in 80 of 100 cases
    others: dict[str, float]  # other test -> its p, not corrected


@dataclass(frozen=True)
class Comparison:
    """Everything that a report says, as data.

    Parameters
    ----------
    title, source, command : str
        Of the report, where its systems came from, and what to type to find the same again.
    measure, settings : record
        What was measured (`name`, `described`, `higher_is_better`), and how it was compared (`test`,
        `adjust`, `alpha`, `n_resamples`, `seed`, `baseline`, `version`).
    n, n_groups : int, int or None
        Items, and clusters of items where they were given.
    classes, notes : tuple of str
        The classes of the right answers, if there are any; what to know about the data.
    systems : tuple of records
        Best first, each with `name`, `score` and its interval from `low` to `high`.
    pairs : tuple of records
        All pairs, or those with the baseline, best systems first: `better`, `worse`, `gain` with its
        interval from `low` to `high`, `wins`, `losses`, `ties`, `pvalue`, `adjusted`, `significant`,
        `detectable` (the gain that is found with power 80 %) and the p of `others`.
    gain_level : float
        Level of each interval of a gain: 1 - alpha, or 1 - alpha / m where p is corrected for m
        comparisons, by whatever method (Bonferroni).
    agreement : dict
        Other test -> on how many pairs its verdict, corrected alike, is that of the test.

    See Also
    --------
    compare_systems : Makes one.

    Examples
    --------
    >>> from labkit.comparison import compare_systems
    >>> compare_systems({"a": [1, 1, 1, 0], "b": [0, 1, 0, 0]}, higher_is_better=True).pairs[0].gain
    0.5
    """

    title: str
    source: str
    command: str
    measure: Measure
    settings: Settings
    n: int
    n_groups: int | None
    classes: tuple[str, ...]
    notes: tuple[str, ...]
    systems: tuple[SystemScore, ...]
    pairs: tuple[PairComparison, ...]
    gain_level: float
    agreement: dict[str, int]

    @property
    def significant(self) -> tuple[PairComparison, ...]:
        """Return the pairs that differ significantly, after correction."""
        return tuple(pair for pair in self.pairs if pair.significant)
