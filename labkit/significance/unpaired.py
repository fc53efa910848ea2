"""Two systems on *different* test sets: randomization and bootstrap without pairs.

Where the systems have not seen the same items, nothing says which output of one belongs
to which output of the other. If they do not differ, any items of both sets could as well have
been the first system's: that is shuffled. Or each test set is drawn anew from itself. Both find
less than a test of pairs: how hard an item is does not cancel. So test on the same items where
you can.
"""

import functools
import math

import numpy as np
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.metrics import Metric, mean
from labkit.significance.engine.resampling import Drawing
from labkit.significance.engine.side_laws import law_of_resampled_scores, over_sides
from labkit.significance.engine.statistics import NOISE
from labkit.significance.engine.subsets import (
    MOST_TO_MEET,
    draw_subsets,
    law_of_subsets,
    tail_by_halves,
)
from labkit.significance.engine.two_sets import (
    LabelsOfBoth,
    OneNumber,
    TwoSets,
    codes_of_both,
    one_number,
    two_sets,
)
from labkit.significance.evidence import Evidence, Measure, name_of
from labkit.significance.measures import of_two_orders
from labkit.significance.result import ALTERNATIVES, Result, monte_carlo_interval

#: How p may be computed: "auto" is exactly where that is quick, else by drawing.
METHODS = ("auto", "exact", "monte-carlo")
#: Different scores from which on two halves of the items are sooner met than all subsets listed.
MOST_TO_LIST = 14
#: Fewer ways than this of dealing out the items say too little, as with six pairs (2^6).
LEAST_WAYS = 64


def unpaired_randomization_test(
    a: ArrayLike,
    b: ArrayLike,
    metric: Metric = mean,
    *,
    alternative: str = "two-sided",
    method: str = "auto",
    n_resamples: int = 10**5,
    groups: LabelsOfBoth = None,
    strata: LabelsOfBoth = None,
    n_jobs: int = 1,
    rng: arguments.Rng = None,
    progress: bool | None = None,
) -> Result:
    """Test whether two systems differ on different items, by shuffling the items of both sets.

    Parameters
    ----------
    a, b : array of shape (n1,) or (n1, k), and (n2,) or (n2, k)
        Scores, or statistics, of each system on its own items.
    metric : callable, default `labkit.metrics.mean`
        Score of summed statistics: ``(..., k) -> (...)``.
    alternative : {"two-sided", "greater", "less"}, optional
        Count shuffles whose difference is as large as the observed one in either
        direction, or in favour of a ("greater") or b ("less").
    method : {"auto", "exact", "monte-carlo"}, optional
        "auto" is exact for means of up to 36 items, and wherever the items' subsets have few
        different sums (right or wrong, whole numbers); else it draws.
    n_resamples : int, default 10**5
        Shuffles to draw ("monte-carlo").
    groups : (n1 labels, n2 labels), optional
        Clusters (documents) of a's items and of b's, which are shuffled whole.
    strata : (n1 labels, n2 labels), optional
        Kinds of items (genres): shuffled only among themselves. Each has items of both
        systems. If its share differs from one set to the other, both systems are scored at
        the shares of both sets together, so that the easier mix does not win.
    n_jobs, rng, progress : optional
        Processors, seed and progress bar, as in `bootstrap_test`.

    Returns
    -------
    Result
        ``statistic`` is the score of a minus the score of b. Sampled p-values are
        (nc + 1) / (nt + 1), and ties count as at least as extreme, as in `randomization_test`.

    See Also
    --------
    randomization_test : For the same items; finds more.
    unpaired_bootstrap_test, two_sample_t : Other tests of different items.

    References
    ----------
    Efron & Tibshirani (1993), *An Introduction to the Bootstrap*, section 15.2. Noreen
    (1989), *Computer-Intensive Methods for Testing Hypotheses*, section 2.1.

    Examples
    --------
    Days that 16 mice survived, 7 of them treated (Efron & Tibshirani, table 2.1). Of
    the 11440 ways to choose seven, 1613 have a mean difference of 30.63 days or more.

    >>> treated, control = [94, 197, 16, 38, 99, 141, 23], [52, 104, 146, 10, 51, 30, 40, 27, 46]
    >>> result = unpaired_randomization_test(treated, control, alternative="greater")
    >>> result.method, round(result.statistic, 2), round(result.pvalue * 11440, 6)
    ('exact', 30.63, 1613.0)
    """
    arguments.as_option(alternative, "alternative", ALTERNATIVES)
    arguments.as_option(method, "method", METHODS)
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    generator, seed = arguments.as_generator(rng)
    sets = two_sets(a, b, metric, groups, strata)
    known = one_number(sets)
    evidence = _evidence("unpaired_randomization_test", a, b, sets, groups, strata)
    nothing = sets.identical and alternative == "two-sided"
    if method != "monte-carlo" or nothing:
        pvalue = 1.0 if nothing else _exact(sets, known, alternative)
        if pvalue is not None:
            return _result(evidence, sets, pvalue, "exact", alternative)
        if method == "exact":
            raise ValueError(
                "method must be 'auto' or 'monte-carlo' for these scores, not 'exact': "
                "they have too many different outcomes"
            )
    work = Drawing(n_resamples, generator, n_jobs, progress)
    shuffled = draw_subsets(sets.strata if known is None else known.strata, work)
    n_extreme = sum(
        int(np.count_nonzero(_is_extreme(sets, known, sums, alternative))) for sums in shuffled
    )
    pvalue = (n_extreme + 1) / (n_resamples + 1)
    drawn = n_resamples, n_extreme, seed
    return _result(evidence, sets, pvalue, "monte-carlo", alternative, drawn)


def unpaired_bootstrap_test(
    a: ArrayLike,
    b: ArrayLike,
    metric: Metric = mean,
    *,
    alternative: str = "greater",
    method: str = "auto",
    n_resamples: int = 10**5,
    groups: LabelsOfBoth = None,
    strata: LabelsOfBoth = None,
    n_jobs: int = 1,
    rng: arguments.Rng = None,
    progress: bool | None = None,
) -> Result:
    """Test whether system a is better than system b on new test sets like its own and b's own.

    Both test sets are drawn anew, each from itself, and the gain varies around the
    observed one as that of a system which is no better varies around 0: counted are, as in
    `bootstrap_test`, resamples whose gain is *more than twice* the observed one.

    Parameters
    ----------
    a, b : array of shape (n1,) or (n1, k), and (n2,) or (n2, k)
        Scores, or statistics, of each system on its own items.
    metric : callable, default `labkit.metrics.mean`
        Score of summed statistics: ``(..., k) -> (...)``.
    alternative : {"greater", "two-sided"}, optional
        Whether a is better; or whether the two differ: then gains below 0 count as well.
    method : {"auto", "exact", "monte-carlo"}, optional
        "exact" is the p-value of endless resamples, for right-or-wrong scores, means of small
        whole numbers, and few items.
    n_resamples : int, default 10**5
        Resamples to draw ("monte-carlo").
    groups, strata : (n1 labels, n2 labels), optional
        As in `unpaired_randomization_test`. Clusters are drawn whole; strata are drawn from
        themselves, each as many items as it has.
    n_jobs, rng, progress : optional
        Processors, seed and progress bar, as in `bootstrap_test`.

    Returns
    -------
    Result
        `pvalue` is s / b, as the bootstrap's is. It is `too_few` for a claim where the items
        can be dealt out to the systems in fewer than 64 ways (as six pairs can).

    See Also
    --------
    bootstrap_test : For the same items; finds more.
    unpaired_randomization_test : Shuffles; its p-value is exact for equal systems.

    References
    ----------
    Efron & Tibshirani (1993), *An Introduction to the Bootstrap*, sections 8.3 and 16.2.
    Berg-Kirkpatrick, Burkett & Klein (2012), section 2.

    Examples
    --------
    >>> a, b = [1] * 80 + [0] * 20, [1] * 130 + [0] * 70
    >>> result = unpaired_bootstrap_test(a, b)
    >>> result.method, round(result.pvalue, 4)
    ('exact', 0.0014)
    """
    arguments.as_option(alternative, "alternative", ("greater", "two-sided"))
    arguments.as_option(method, "method", METHODS)
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    generator, seed = arguments.as_generator(rng)
    sets = two_sets(a, b, metric, groups, strata)
    evidence = _evidence("unpaired_bootstrap_test", a, b, sets, groups, strata)
    if alternative == "greater" and sets.direction < 0:
        alternative = "less"
    if sets.identical:
        return _result(evidence, sets, 1.0, "exact", alternative)
    laws = None if method == "monte-carlo" else law_of_resampled_scores(sets)
    if laws is not None:
        (scores_a, shares_a), (scores_b, shares_b) = laws
        pvalue = 0.0
        for side, limit in _beyond(sets, alternative):
            order = np.argsort(side * scores_a)
            tail = np.append(np.cumsum(shares_a[order][::-1])[::-1], 0.0)
            at = np.searchsorted(side * scores_a[order], side * scores_b + limit, side="right")
            pvalue += float(shares_b @ tail[at])
        return _result(evidence, sets, _settled(sets, pvalue, alternative), "exact", alternative)
    if method == "exact":
        raise ValueError(
            "method must be 'auto' or 'monte-carlo' for these scores, not 'exact': "
            "it does not fit them"
        )
    n_extreme = 0
    for resampled_a, resampled_b in over_sides(
        sets, Drawing(n_resamples, generator, n_jobs, progress)
    ):
        for side, limit in _beyond(sets, alternative):
            n_extreme += int(np.count_nonzero(side * (resampled_a - resampled_b) > limit))
    pvalue = _settled(sets, n_extreme / n_resamples, alternative)
    drawn = n_resamples, round(pvalue * n_resamples), seed
    return _result(evidence, sets, pvalue, "monte-carlo", alternative, drawn)


def _exact(sets: TwoSets, known: OneNumber | None, alternative: str) -> float | None:
    """Compute p over all shuffles; None if they are too many to go through."""
    if known is not None and len(known.strata) == 1:
        rows, size = known.strata[0]
        if len(np.unique(rows)) > MOST_TO_LIST and len(rows) <= MOST_TO_MEET:
            if (
                alternative == "two-sided"
                and abs(known.observed - known.expected) <= known.rounding
            ):
                return 1.0
            limits = known.thresholds(alternative)
            return min(1.0, sum(tail_by_halves(s * rows[:, 0], size, limit) for s, limit in limits))
    law = law_of_subsets(sets.strata if known is None else known.strata)
    if law is None:
        return None
    sums, shares = law
    return min(1.0, math.fsum(shares[_is_extreme(sets, known, sums, alternative)]))


def _is_extreme(
    sets: TwoSets, known: OneNumber | None, sums: np.ndarray, alternative: str
) -> np.ndarray:
    """Say which shuffles differ at least as much as the systems do."""
    if known is not None:
        reached = [side * sums[:, 0] >= limit for side, limit in known.thresholds(alternative)]
        return np.any(reached, axis=0)
    gains, noise = sets.gains(sums), NOISE * (abs(sets.scores[0]) + abs(sets.scores[1]))
    if alternative == "two-sided":
        return np.asarray(abs(gains) >= abs(sets.gain) - noise)
    side = 1 if alternative == "greater" else -1
    return np.asarray(side * gains >= side * sets.gain - noise)


def _beyond(sets: TwoSets, alternative: str) -> list[tuple[int, float]]:
    """Give what counts of resamples: (1, t) for gains above t, (-1, t) for those below -t."""
    gain, noise = sets.gain, sets.noise
    if alternative == "two-sided":
        side = 1 if gain > 0 else -1
        return [(side, 2 * abs(gain) + noise), (-side, noise)]
    side = 1 if alternative == "greater" else -1
    return [(side, 2 * side * gain + noise)]


def _settled(sets: TwoSets, pvalue: float, alternative: str) -> float:
    """Leave p, but where there is nothing to test: no gain, or none in any resample."""
    nothing = pvalue == 0 and sets.direction * sets.gain <= sets.noise
    if alternative == "two-sided":
        nothing = abs(sets.gain) <= sets.noise
    return 1.0 if nothing else min(1.0, pvalue)


def _evidence(
    function: str,
    a: ArrayLike,
    b: ArrayLike,
    sets: TwoSets,
    groups: LabelsOfBoth,
    strata: LabelsOfBoth,
) -> Evidence:
    """Keep both systems; the effect of plain scores is Cliff's delta."""
    items = [arguments.as_numbers(a, "a"), arguments.as_numbers(b, "b")]
    options: dict[str, object] = {"metric": name_of(sets.metric)}
    measure: Measure | str = "there is none for clusters, strata or statistics of different items"
    if sets.metric is mean and items[0].ndim == 1 and groups is None and strata is None:
        measure = functools.partial(of_two_orders, items[0], items[1])
    if groups is not None:
        items, options["clusters"] = [*items, codes_of_both(groups)[0]], sets.n_units
    if strata is not None:
        items, options["strata"] = [*items, codes_of_both(strata)[0]], len(sets.of_a)
    return Evidence(function, options, tuple(items), measure)


def _result(
    evidence: Evidence,
    sets: TwoSets,
    pvalue: float,
    method: str,
    alternative: str,
    drawn: tuple[int, int, int | None] | None = None,
) -> Result:
    sizes = [(len(a), len(b)) for a, b in zip(sets.of_a, sets.of_b, strict=True)]
    ways = math.prod(math.comb(min(a + b, 64), min(a, b, 32)) for a, b in sizes)
    units = "items" if sets.n_units == sets.n_items else "clusters"
    notes = [f"{sum(a for a, _ in sizes)} and {sum(b for _, b in sizes)} {units}"]
    if len(sizes) > 1:
        scored = "" if sets.balanced else ", scored at the same shares of them"
        notes.append(f"{len(sizes)} strata{scored}")
    n_resamples, n_extreme, seed = drawn or (None, None, None)
    return Result(
        test=evidence.function.replace("_", " "),
        statistic=sets.gain,
        pvalue=pvalue,
        alternative=alternative,
        method=method,
        n=sets.n_items,
        n_resamples=n_resamples,
        n_extreme=n_extreme,
        pvalue_interval=monte_carlo_interval(drawn[1], drawn[0]) if drawn else None,
        seed=seed,
        higher_is_better=sets.direction > 0,
        note="; ".join(notes),
        too_few="bootstrap" in evidence.function and ways < LEAST_WAYS,
        # Runs' scores may be compared so, as well as items' (see `runs`).
        lacking="observations" if units == "items" else units,
        _evidence=evidence,
    )
