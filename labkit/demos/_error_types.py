"""Demonstration of the two errors of a test: a difference seen that is not there, and one missed."""

from functools import lru_cache

import numpy as np
from matplotlib.patches import Patch
from scipy.special import stdtr

from labkit import arguments
from labkit.demos.frame import (
    LEVELS,
    TALL,
    Demonstration,
    bars,
    draw,
    field,
    fraction,
    scale,
    whole,
)
from labkit.plots import BLUE, VERMILION
from labkit.significance.engine.cells import toss_by_toss
from labkit.significance.result import monte_carlo_interval
from labkit.significance.sign import pvalue_of_outcomes

TESTS = "sign test", "Wilcoxon", "matched-pair t", "two-sample t"
EXPERIMENTS = 1000
MOST_ITEMS = 200


def error_types_numbers(test="sign test", n=50, effect=0.3, correlation=0.0, alpha=0.05, seed=1):
    """How often a test errs in 1,000 experiments where the truth is known.

    Two systems' scores on `n` items are normal with standard deviation 1, as in
    `labkit.power.simulate_scores`. In one half of the experiments they do not
    differ; in the other, system 1 is better by `effect`. All settings share the
    same random numbers, so that a change of a rate is due to the setting.

    Parameters
    ----------
    test : {"sign test", "Wilcoxon", "matched-pair t", "two-sample t"}
        All are two-sided.
    n : int
        Items, from 2 to 200.
    effect : float
        Difference of the mean scores, in standard deviations of a score.
    correlation : float
        Of the two systems' scores on an item, -0.99 to 0.99.
    alpha : float
        Significance level.
    seed : int

    Returns
    -------
    dict
        The settings, and: `type_one` (share of the experiments without a
        difference in which the test saw one), `power` (share of those with the
        effect in which it saw it), `type_two` (the rest of these), `intervals`
        (95 %, of `type_one` and `power`); `without` and `with_effect`:
        for the two halves a dict of `gains` (observed differences) and
        `rejected`.

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

    References
    ----------
    MLRD lecture 4, "Specificity and Power of a Test".

    Examples
    --------
    >>> numbers = error_types_numbers("sign test", n=50, effect=0.5)
    >>> numbers["type_one"], numbers["power"], round(numbers["type_two"], 3)
    (0.034, 0.446, 0.554)
    """
    arguments.as_option(test, "test", TESTS)
    n = arguments.as_count(n, "n", least=2)
    if n > MOST_ITEMS:
        raise ValueError(f"n: expected at most {MOST_ITEMS} items; got {n}")
    effect = arguments.as_fraction(effect, "effect", -10, 10)
    correlation = arguments.as_fraction(correlation, "correlation", -0.99, 0.99)
    alpha = arguments.as_fraction(alpha, "alpha")
    arguments.check_rng(seed)
    one, independent = (scores[:, :n] for scores in _normal_scores(seed))
    two = correlation * one + np.sqrt(1 - correlation**2) * independent
    numbers = {
        "test": test,
        "n": n,
        "effect": effect,
        "correlation": correlation,
        "alpha": alpha,
        "seed": seed,
    }
    for name, advantage in (("without", 0.0), ("with_effect", effect)):
        gains = one + advantage - two
        rejected = _pvalues(test, one + advantage, two, gains) <= alpha
        numbers[name] = {"gains": gains.mean(axis=1).tolist(), "rejected": rejected.tolist()}
    counts = [sum(numbers[name]["rejected"]) for name in ("without", "with_effect")]
    return {
        **numbers,
        "type_one": counts[0] / EXPERIMENTS,
        "power": counts[1] / EXPERIMENTS,
        "type_two": 1 - counts[1] / EXPERIMENTS,
        "intervals": [monte_carlo_interval(count, EXPERIMENTS) for count in counts],
    }


@lru_cache(maxsize=4)
def _normal_scores(seed):
    """Standard normal numbers (2, experiments, items)."""
    return np.random.default_rng(seed).normal(size=(2, EXPERIMENTS, MOST_ITEMS))


def _pvalues(test, one, two, gains):
    """Two-sided p of many experiments at once: scores (experiments, n) to (experiments,)."""
    n = gains.shape[1]
    if test == "sign test":
        plus, minus = (gains > 0).sum(axis=1), (gains < 0).sum(axis=1)
        return pvalue_of_outcomes(plus, minus, n - plus - minus, "split", "two-sided")
    if test == "Wilcoxon":
        ranks = abs(gains).argsort(axis=1).argsort(axis=1) + 1  # normal scores have no ties
        return _rank_sum_pvalues(n)[(ranks * (gains > 0)).sum(axis=1)]
    if test == "matched-pair t":
        spread, degrees = gains.std(axis=1, ddof=1) / np.sqrt(n), n - 1
    else:
        pooled = (one.var(axis=1, ddof=1) + two.var(axis=1, ddof=1)) / 2
        spread, degrees = np.sqrt(pooled * 2 / n), 2 * n - 2
    return 2 * stdtr(degrees, -abs(gains.mean(axis=1)) / spread)


@lru_cache(maxsize=8)
def _rank_sum_pvalues(n):
    """Two-sided p of each sum of the positive ranks among 1, ..., n."""
    lower = np.cumsum(toss_by_toss(np.arange(1, n + 1)))
    return np.minimum(1, 2 * np.minimum(lower, lower[::-1]))


def error_types(**initial):
    """Show how often a test sees a difference, where there is none and where there is one.

    Parameters
    ----------
    **initial
        Settings to begin with: test, n, effect, correlation, alpha, seed, as in
        `error_types_numbers`.

    Returns
    -------
    Demonstration

    Raises
    ------
    ValueError
        If a setting is unknown or out of the range of its control.

    References
    ----------
    MLRD lecture 4, "Specificity and Power of a Test".

    Examples
    --------
    >>> error_types(n=100, seed=3).settings["n"]
    100
    """
    controls = {
        "test": scale("test", TESTS, TESTS[0]),
        "n": whole("items n", 50, 2, MOST_ITEMS),
        "effect": fraction("effect", 0.3, 0, 1.5, 0.05),
        "correlation": fraction("correlation", 0, -0.9, 0.95, 0.05),
        "alpha": scale("alpha", LEVELS, 0.05),
        "seed": field("seed", 1, 0, 999),
    }
    return Demonstration(
        "error_types",
        controls,
        initial,
        numbers=error_types_numbers,
        say=_say,
        picture=_picture,
        caption=(
            "<p>Each half: 1,000 simulated experiments by the difference they observed. <b>What to "
            "notice.</b> Above there is nothing to find: what is hatched is a Type I error, about "
            "alpha of all. Below, what is not hatched is a Type II error. Only n, the effect and the "
            "choice of test reduce it; a larger alpha does so at the cost of the upper half. Source: "
            "MLRD lecture 4, “Specificity and Power of a Test”.</p>"
        ),
    )


def _say(numbers):
    (low, high), (least, most) = numbers["intervals"]
    return (
        f"<p>Type I error<br><b>{_percent(numbers['type_one'])}</b> "
        f"({_percent(low)} to {_percent(high)})</p>"
        f"<p>Power<br><b>{_percent(numbers['power'])}</b> ({_percent(least)} to {_percent(most)})</p>"
        f"<p>Type II error<br><b>{_percent(numbers['type_two'])}</b></p>"
    )


def _percent(share):
    return f"{100 * share:.1f}&nbsp;%"


def _picture(numbers):
    groups = {
        "without": ("no difference", "type_one", "Type I errors"),
        "with_effect": (f"effect {numbers['effect']:g}", "power", "found"),
    }
    everything = np.concatenate([numbers[group]["gains"] for group in groups])
    edges = np.linspace(everything.min(), everything.max(), 46)
    middles = (edges[:-1] + edges[1:]) / 2

    def panels(figure):
        upper, lower = axes = figure.subplots(2, sharex=True, sharey=True)
        for ax, (group, (title, rate, name)) in zip(axes, groups.items(), strict=True):
            gains, rejected = (
                np.array(numbers[group]["gains"]),
                np.array(numbers[group]["rejected"]),
            )
            seen, not_seen = (
                np.histogram(gains[which], edges)[0] for which in (rejected, ~rejected)
            )
            every, nothing = np.ones(len(middles), bool), np.zeros(len(middles), bool)
            bars(ax, middles, seen, every, width=0.95)
            bars(ax, middles, not_seen, nothing, width=0.95, base=seen)
            ax.set_title(f"{title}: {100 * numbers[rate]:.1f} % {name}", loc="left")
            ax.set_ylabel("experiments")
        lower.set_xlabel("observed difference of the means")
        handles = [
            Patch(facecolor=VERMILION, edgecolor="white", hatch="//", label="rejected"),
            Patch(facecolor=BLUE, label="not rejected"),
        ]
        upper.legend(handles=handles, loc="upper right", frameon=False, borderpad=0)

    alt = (
        f"Two histograms of observed differences, {EXPERIMENTS:,} experiments each. Without a "
        f"difference the {numbers['test']} rejects in {100 * numbers['type_one']:.1f} %, with the effect "
        f"{numbers['effect']:g} in {100 * numbers['power']:.1f} %."
    )
    return draw(panels, alt, size=TALL, top=0.93, bottom=0.12, hspace=0.28)
