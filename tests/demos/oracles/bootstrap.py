"""The paired bootstrap on a small test set: its law by convolution, and the same draws as the page's."""

import numpy as np

from tests.demos.chance import random_items
from tests.demos.words import ENOUGH, p_equation, show_score


def numbers(n=20, plus=7, minus=2, resamples=0, shifted=False, seed=30, look=0, exact=False):
    """The gain on n items, of which each system alone has some right, its exact p, and what was drawn."""
    law = np.ones(1)  # of -n, ..., n more items right; `bootstrap_test` has it to fewer digits
    for _ in range(n):
        law = np.convolve(law, [minus / n, (n - plus - minus) / n, plus / n])
    items = np.repeat([1, -1, 0], [plus, minus, n - plus - minus])
    gains = items[random_items(seed, resamples, n)].sum(axis=1)
    extreme, shown = int((gains > 2 * (plus - minus)).sum()), look or resamples
    return {
        "delta": (plus - minus) / n,
        "pvalue": float(law[n + 2 * (plus - minus) + 1 :].sum())
        if plus
        else 1.0,  # nothing differs
        "shown": shown,
        "extreme": extreme,
        "gain": int(gains[shown - 1]) / n if resamples else None,
        "mean": int(gains.sum()) / resamples / n if resamples else None,
        "sampled": extreme / resamples if resamples else None,
    }


def readout(found):
    never = "" if found["plus"] else ": the systems never differ, there is nothing to test"
    lines = [f"δ = {show_score(found['delta'])}{never}", "Nothing resampled so far"]
    if resamples := found["resamples"]:
        gain, mean = (show_score(found[name]) for name in ("gain", "mean"))
        p = (
            f": {p_equation(found['sampled'], resamples)}"
            if resamples >= ENOUGH and found["plus"]
            else ""
        )
        lines[1:] = [
            f"Resample {found['shown']:,}: gain {gain}; mean of all {mean}",
            f"{found['extreme']:,} of {resamples:,} gains above 2δ = {show_score(2 * found['delta'])}{p}",
        ]
    return lines + [f"All resamples: {p_equation(found['pvalue'])}"] * found["exact"]
