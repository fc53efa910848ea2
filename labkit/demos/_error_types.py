"""Demonstration of the two errors of a test: a difference seen that is not there, and one missed."""

from functools import lru_cache
from typing import Any

import numpy as np

from labkit import arguments
from labkit.demos.controls import MOST_SEED, counter, field, fraction, level, scale, whole
from labkit.demos.frame import Demonstration, Numbers
from labkit.demos.rejections import MOST_ITEMS, STATISTICS, TESTS, law, pvalues, statistic
from labkit.demos.words import show_share
from labkit.plots import demonstrations
from labkit.significance.result import monte_carlo_interval

#: So many experiments of each kind are drawn at once, and at most twice as many are shown.
EXPERIMENTS = 1000
MOST = 2 * EXPERIMENTS

#: The two halves of the experiments, and what happens to `rejected` ones is called there.
HALVES = {"without": "type_one", "with_effect": "power"}


def error_types_numbers(
    test: str = "sign test",
    n: int = 50,
    effect: float = 0.3,
    correlation: float = 0.0,
    alpha: float = 0.05,
    experiments: int = EXPERIMENTS,
    seed: int = 1,
) -> Numbers:
    """Say how often a test errs: by the law of its statistic, and in experiments.

    Two systems' scores on `n` items are normal with standard deviation 1. In one
    half of the experiments they do not differ; in the other, system 1 is better
    by `effect`. All settings share the same random numbers.

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
    experiments : int
        In each half, from 0 to 2,000.
    seed : int
        The same seed simulates the same experiments, one after the other.

    Returns
    -------
    dict
        The settings, and: `exact` (a dict of `type_one`, `power`, `type_two`: how
        probable it is that the test sees a difference where there is none, that it
        sees the effect, and that it misses it; for Wilcoxon's test, whose power has
        no closed form, the share of 10,000 other experiments); `type_one`, `power`,
        `type_two` (the shares of the experiments, or None without any) and
        `intervals` (95 %, of `type_one` and `power`); `critical` (the statistic is
        rejected below the first and above the second number; None if nothing is);
        `statistic` (what it is) and `law` (its curves); `without` and `with_effect`: for the two halves a
        dict of `statistics`, `rejected` and `rejected_count`.

    See Also
    --------
    error_types, labkit.power.rejection_rate : The widget; the same for any test.

    Examples
    --------
    >>> numbers = error_types_numbers("sign test", n=50, effect=0.5)
    >>> numbers["type_one"], numbers["power"], round(numbers["type_two"], 3)
    (0.034, 0.446, 0.554)
    >>> {error: round(share, 3) for error, share in numbers["exact"].items()}
    {'type_one': 0.033, 'power': 0.436, 'type_two': 0.564}
    """
    arguments.as_option(test, "test", TESTS)
    n = arguments.as_count(n, "n", least=2, most=MOST_ITEMS)
    effect = arguments.as_number(effect, "effect", -10, 10)
    correlation = arguments.as_number(correlation, "correlation", -0.99, 0.99)
    alpha = arguments.as_level(alpha)
    experiments = arguments.as_count(experiments, "experiments", most=MOST)
    seed = arguments.as_count(seed, "seed")
    expected = law(test, n, effect, correlation, alpha)
    numbers: Numbers = {
        **{"test": test, "n": n, "effect": effect, "correlation": correlation, "alpha": alpha},
        **{"experiments": experiments, "seed": seed, "statistic": STATISTICS[test]},
        "law": expected,
        "critical": (expected.low, expected.high),
        "exact": _rates(expected.type_one, expected.power),
    }
    one, independent = (scores[:experiments, :n] for scores in _normal_scores(seed))
    two = correlation * one + np.sqrt(1 - correlation**2) * independent
    for half, advantage in (("without", 0.0), ("with_effect", effect)):
        found = statistic(test, one + advantage, two)
        rejected = pvalues(test, found, n) <= alpha
        numbers[half] = {
            "statistics": found.tolist(),
            "rejected": rejected.tolist(),
            "rejected_count": int(rejected.sum()),
        }
    return {
        **numbers,
        **_counted([numbers[half]["rejected_count"] for half in HALVES], experiments),
    }


def _rates(type_one: float, power: float) -> Numbers:
    power = min(1.0, power)  # a sum over a grid may be above 1 by its last digit
    return {"type_one": min(1.0, type_one), "power": power, "type_two": 1 - power}


def _counted(counts: list[int], experiments: int) -> Numbers:
    """Give the shares of the experiments, and their intervals; None if there are none yet."""
    if not experiments:
        return {"type_one": None, "power": None, "type_two": None, "intervals": None}
    return {
        **_rates(*(count / experiments for count in counts)),
        "intervals": [tuple(monte_carlo_interval(k, experiments).tolist()) for k in counts],
    }


@lru_cache(maxsize=4)
def _normal_scores(seed: int) -> np.ndarray:
    """Draw standard normal numbers (2, experiments, items)."""
    rng = np.random.default_rng(seed)
    parts = [rng.normal(size=(2, EXPERIMENTS, MOST_ITEMS)) for _ in range(MOST // EXPERIMENTS)]
    return np.concatenate(parts, axis=1)


def error_types(**initial: object) -> Demonstration:
    """Show how often a test sees a difference, where there is none and where there is one.

    Source: MLRD lecture 4, "Specificity and Power of a Test".

    Parameters
    ----------
    **initial
        Settings to begin with: arguments of `error_types_numbers`; at first there are
        no `experiments`.

    Returns
    -------
    Demonstration
        A widget, which follows its controls.

    See Also
    --------
    error_types_numbers : What its readout says.

    Examples
    --------
    >>> error_types(n=100, seed=3).settings["n"]
    100
    """
    controls = {
        "test": scale("test", TESTS, TESTS[0]),
        "n": whole("items n", 50, 2, MOST_ITEMS, unit="items"),
        "effect": fraction("effect", 0.3, 0, 1.5, 0.05),
        "correlation": fraction("correlation", 0, -0.9, 0.95, 0.05),
        "alpha": level("alpha", 0.05),
        **counter("experiments", MOST),
        "seed": field("seed", 1, 0, MOST_SEED),
    }

    def numbers(effect: float, correlation: float, **settings: Any) -> Numbers:
        # A page's slider gives 0.6000000000000001 where it says 0.6.
        effect, correlation = round(effect, 9), round(correlation, 9)
        return error_types_numbers(effect=effect, correlation=correlation, **settings)

    return Demonstration("error_types", controls, initial, numbers, _picture)


def _picture(numbers: Numbers) -> str:
    expected, exact, experiments = numbers["law"], numbers["exact"], numbers["experiments"]
    names = {"without": "no difference", "with_effect": f"effect {numbers['effect']:g}"}
    shares = {area: show_share(exact[rate]) for area, rate in AREAS.items()}
    rows = []
    for half, name in names.items():
        counted = (
            f": {numbers[half]['rejected_count']:,} of {experiments:,} rejected"
            if experiments
            else ""
        )
        statistics, rejected = (np.array(numbers[half][key]) for key in ("statistics", "rejected"))
        rows.append(demonstrations.Row(f"{name}{counted}", statistics, rejected.astype(bool)))
    curves = demonstrations.Curves(
        *(getattr(expected, field) for field in demonstrations.Curves._fields)
    )
    return demonstrations.as_svg(
        lambda: demonstrations.error_types(
            curves, (names["without"], names["with_effect"]), shares, numbers["statistic"], rows
        ),
        _alternative(numbers, shares),
        over=lambda figure: demonstrations.experiments(figure, curves, rows),
    )


#: Area of the picture -> the rate that it is.
AREAS = {"alpha": "type_one", "beta": "type_two", "power": "power"}


def _alternative(numbers: Numbers, shares: dict[str, str]) -> str:
    """Say what the picture shows."""
    shares = {area: share.replace("\N{NO-BREAK SPACE}", " ") for area, share in shares.items()}
    low, high = numbers["critical"]
    ends = [
        f"{side} {line:.4g}" for side, line in (("below", low), ("above", high)) if line is not None
    ]
    beyond = f"rejected is what is {' or '.join(ends)}" if ends else "nothing would be rejected"
    text = (
        f"Two curves of the {numbers['test']}'s statistic ({numbers['statistic']}) on "
        f"{numbers['n']} items, without a difference and with effect {numbers['effect']:g}; "
        f"{beyond}. Areas: alpha {shares['alpha']}, beta {shares['beta']}, power {shares['power']}. "
    )
    if not numbers["experiments"]:
        return text + "No experiments yet."
    return text + (
        f"Dots below: of {numbers['experiments']:,} experiments each, the test rejected "
        f"{numbers['without']['rejected_count']:,} without a difference and "
        f"{numbers['with_effect']['rejected_count']:,} with the effect."
    )
