"""What the tests promise for many systems, measured: no drawing, less drawing, few false discoveries."""

import numpy as np

from labkit.significance import compare_all
from tests.benchmarks.heavy import answered, compare_f1, measured

LEVEL = 0.05
DRAWS = 10**6


def without_drawing():
    """F1 of all pairs by expansion and by drawing: what each costs, and whether they agree."""
    drawn, computed = (answered(compare_f1, method=how) for how in ("monte-carlo", "expansion"))
    return computed[:3], drawn[:3], agree(computed[3], drawn[3])


def agree(computed, drawn):
    """Whether p is within the error of the draws, and its limits are closer than that."""
    p = computed["pvalue"]
    near = abs(p - drawn["pvalue"]) < 5 * np.sqrt(np.maximum(p, 1 / DRAWS) * (1 - p / 2) / DRAWS)
    half = (computed["pvalue_high"] - computed["pvalue_low"]) / 2
    return bool(near.all() and (half <= np.sqrt(p * (1 - p) / DRAWS)).all())


def stopped(m=20):
    """How many times fewer draws a pair of m systems needs for its verdict; whether all agree."""
    few, every = (answered(compare_f1, m=m, n_jobs=1, stop_at=stop_at) for stop_at in (LEVEL, None))
    ratio = DRAWS / few[3]["n_resamples"].mean()
    # Where the draws themselves leave no doubt.
    sure = (every[3]["pvalue_high"] < LEVEL) | (every[3]["pvalue_low"] > LEVEL)
    same = (few[3]["pvalue"] <= LEVEL) == (every[3]["pvalue"] <= LEVEL)
    return few[:3], every[:3], float(ratio), bool(same[sure].all())


def growth(**options):
    """Processor time of all pairs against doubled n, columns, systems and draws."""
    base = dict(m=60, n=2000, k=3, n_jobs=1, **options)
    once = measured(compare_f1, **base)[1]
    yield "n = 2,000, 3 columns, 60 systems", once, 1.0
    for name, text in (("n", "n"), ("k", "columns"), ("m", "systems"), ("n_resamples", "b")):
        if name in base:
            twice = measured(compare_f1, **{**base, name: 2 * base[name]})[1]
            yield f"{text} doubled", twice, twice / once


def family_wise_errors(better, n_tables=250, m=5, n=100, n_resamples=999):
    """Share of tables in which equally good systems differ with an adjusted p of 0.05, by test.

    Either no system is `better`, or the last one is, by far: its pairs are no errors.
    """
    found = {}
    for test in ("bootstrap", "randomization"):
        rng, errors = np.random.default_rng(20), 0
        for _ in range(n_tables):
            # Some are alike, others not, and one is erratic: the pairs have different spreads.
            own = rng.normal(size=(m, n)) * np.array([0.1, 0.1, 5, 1, 1])[:m, None]
            outputs = own + rng.normal(size=n)
            outputs[-1] += better
            pairs = compare_all(
                outputs, test=test, method="monte-carlo", adjust="max-statistic",
                alternative="two-sided", n_resamples=n_resamples, rng=rng, progress=False,
            )  # fmt: skip
            alike = (pairs[["system_a", "system_b"]] != m - 1).all(axis=1) | (not better)
            errors += bool((pairs.loc[alike, "adjusted_pvalue"] <= LEVEL).any())
        found[test] = errors / n_tables
    return found
