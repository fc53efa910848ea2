"""What a comparison of systems found: typed records, from which every output is made."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Measure:
    """What is measured of each system.

    Parameters
    ----------
    name, described : str
        As it is asked for ("f1"), and in words ("F1 of POS").
    linear : bool
        Whether a score is the mean of the items' scores.
    higher_is_better : bool
        False for errors and losses.
    share : bool
        Whether scores are shares between 0 and 1.

    See Also
    --------
    compare_systems : Compares systems by it.

    Examples
    --------
    >>> Measure("accuracy", "accuracy").higher_is_better
    True
    """

    name: str
    described: str
    linear: bool = True
    higher_is_better: bool = True
    share: bool = True

    @property
    def direction(self) -> str:
        """Say which scores are better."""
        return f"{'higher' if self.higher_is_better else 'lower'} is better"


@dataclass(frozen=True)
class Settings:
    """How systems were compared; what a run with the same settings gives again.

    Parameters
    ----------
    test, adjust : str
        The test, and the correction for many comparisons ("none" for none).
    alpha, level : float
        Significance level, and the level of intervals.
    n_resamples, n_interval, seed : int
        Shuffles or resamples of a test where it has to draw, resamples for intervals, and the seed.
    baseline : str or None
        The one system that the others are compared with.
    version : str
        Of labkit.

    See Also
    --------
    Comparison : Has them.

    Examples
    --------
    >>> Settings("randomization", "holm").alpha
    0.05
    """

    test: str
    adjust: str
    alpha: float = 0.05
    level: float = 0.95
    n_resamples: int = 10**5
    n_interval: int = 10**4
    seed: int = 0
    baseline: str | None = None
    version: str = ""


@dataclass(frozen=True)
class SystemScore:
    """One system: its score, and between which limits it is known.

    Parameters
    ----------
    name : str
        What its file or row is called.
    score : float
        On the whole test set.
    low, high : float or None
        Confidence interval; None where so few items have none.
    interval : str
        How that was found: "exact binomial", "bootstrap" or "none".
    better_than, worse_than : int
        Of how many others it is significantly better, and worse.

    See Also
    --------
    PairComparison : Two of them.

    Examples
    --------
    >>> SystemScore("svm", 0.5, None, None, "none").better_than
    0
    """

    name: str
    score: float
    low: float | None
    high: float | None
    interval: str
    better_than: int = 0
    worse_than: int = 0


@dataclass(frozen=True)
class PairComparison:
    """Two systems, the better one first.

    Parameters
    ----------
    better, worse : str
        Their names; of equal scores, in the order of the systems.
    gain : float
        How much better the first is: at least 0, also where lower scores are better.
    low, high : float or None
        Confidence interval of the gain.
    wins, losses, ties : int
        Items on which the first scores better, worse, and the same. With a metric that is no mean
        of the items' scores: on which it is right alone, wrong alone; or, without right and
        wrong, `ties` only, and -1 for the others.
    correlation : float or None
        Of the two systems' scores on the items (Yeh 2000, section 2.1); None if one never varies.
    effect, effect_low, effect_high : float or None
        Standardized mean difference and its interval (`standardized_difference`); None if the
        items' differences do not vary, or the metric is no mean.
    odds, odds_low, odds_high : float or None
        Wins for each loss, and its interval (`discordant_odds`); None where it is infinite or
        nothing is won or lost.
    pvalue, pvalue_low, pvalue_high : float
        Of the test, two-sided, and its limits: where it was drawn, its 95 % Monte Carlo error.
    adjusted : float
        The same, corrected for the number of comparisons.
    method : str
        "exact", "monte-carlo" or "asymptotic", as `Result` has it.
    significant : bool
        Whether `adjusted` is at most alpha, and the items that differ are not `too_few`.
    too_few : bool
        Whether the systems differ on too few items for a bootstrap to say anything.
    detectable : float or None
        The gain that a test of two such systems on so many items would find in 80 of 100 cases.
    items_needed : int or None
        On how many such items (or groups) a test would find this gain in 80 of 100 cases; None
        without a gain, or where it would be more than 10^9.
    others : dict
        Other test -> its p, uncorrected.

    See Also
    --------
    Comparison : All pairs.

    Examples
    --------
    >>> PairComparison("a", "b", 0.1, None, None, 3, 1, 6).odds is None
    True
    """

    better: str
    worse: str
    gain: float
    low: float | None
    high: float | None
    wins: int
    losses: int
    ties: int
    correlation: float | None = None
    effect: float | None = None
    effect_low: float | None = None
    effect_high: float | None = None
    odds: float | None = None
    odds_low: float | None = None
    odds_high: float | None = None
    pvalue: float = 1.0
    pvalue_low: float = 1.0
    pvalue_high: float = 1.0
    adjusted: float = 1.0
    method: str = "exact"
    significant: bool = False
    too_few: bool = False
    detectable: float | None = None
    items_needed: int | None = None
    others: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """A question on the way to a test, its answer here, and what follows.

    Parameters
    ----------
    question, answer, so, source : str
        Each a phrase or a sentence; the source with its section.

    See Also
    --------
    Comparison : Has the whole path.

    Examples
    --------
    >>> Step("Same items?", "Yes.", "A matched test.", "Yeh (2000), section 3.1").answer
    'Yes.'
    """

    question: str
    answer: str
    so: str
    source: str


@dataclass(frozen=True)
class Agreement:
    """Whether another test comes to the same verdicts.

    Parameters
    ----------
    test : str
        Its name.
    same : int
        Pairs on which its verdict is that of the test of the report, both corrected alike.
    others : tuple of (str, str)
        The pairs on which it is not.

    See Also
    --------
    Comparison : Has one for each other test.

    Examples
    --------
    >>> Agreement("bootstrap", 3).others
    ()
    """

    test: str
    same: int
    others: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Comparison:
    """Everything that a report says, as data.

    Parameters
    ----------
    title, source : str
        Of the report, and where the systems came from.
    measure, settings : Measure, Settings
        What was measured, and how it was compared.
    n, n_groups : int, int or None
        Items, and clusters of items where they were given.
    digest : str
        SHA-256 of the data: of each system's name and of what it scored on each item.
    classes : tuple of str
        The classes of the right answers, where there are classes.
    systems : tuple of SystemScore
        Best first.
    pairs : tuple of PairComparison
        All pairs, or those with the baseline, best systems first.
    path : tuple of Step
        Why this test.
    agreement : tuple of Agreement
        What other tests say.
    notes : tuple of str
        What a reader should know about the data.
    digits : int
        Digits after the point of a score that mean something here.
    paragraph : str
        For a paper.
    signature : str
        Says in one line what was computed, how, and of which data.
    command : str
        What to type to find the same again, where it was typed.

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
    measure: Measure
    settings: Settings
    n: int
    n_groups: int | None
    digest: str
    classes: tuple[str, ...]
    systems: tuple[SystemScore, ...]
    pairs: tuple[PairComparison, ...]
    path: tuple[Step, ...]
    agreement: tuple[Agreement, ...]
    notes: tuple[str, ...]
    digits: int
    paragraph: str = ""
    signature: str = ""
    command: str = ""

    @property
    def significant(self) -> tuple[PairComparison, ...]:
        """The pairs that differ significantly, after correction."""
        return tuple(pair for pair in self.pairs if pair.significant)
