"""Demonstration of the paired bootstrap on a test set small enough to be seen."""

from functools import lru_cache

import numpy as np

from labkit import arguments
from labkit.demos.chance import random_items
from labkit.demos.demonstration import Numbers, opener
from labkit.demos.resampling import ENOUGH, check_draws
from labkit.demos.words import p_equation, show_score

#: Items that can be seen at most.
MOST_ITEMS = 200


def bootstrap_numbers(
    n: int = 20,
    plus: int = 7,
    minus: int = 2,
    resamples: int = 0,
    shifted: bool = False,
    seed: int = 2,
    look: int = 0,
    exact: bool = False,
) -> Numbers:
    """Resample a small test set, and count the gains above twice the observed one.

    Parameters
    ----------
    n, plus, minus : int
        Items, at most 200; those that only system 1, or only system 2, has right: minus <= plus.
    resamples : int
        How many test sets have been drawn so far, to 10,000.
    shifted : bool
        Whether to show the gains less the observed one; it changes no number.
    seed, look, exact : int, int, bool
        Of the resamples; which is looked at, from 1 (0: the latest); whether p of endless ones is
        shown, too, which changes no number.

    Returns
    -------
    dict
        `n`, `plus`, `minus`, `delta` (the gain on the test set); `gains` of all
        resamples, in items, their `mean`, `extreme` (how many are above 2 delta), `sampled` (their
        share), `pvalue` (of endless resamples, as `bootstrap_test` gives it); of the `shown`
        resample the items `drawn` and the `gain`.

    See Also
    --------
    bootstrap, labkit.bootstrap_test : The demonstration, and the test itself.

    Examples
    --------
    >>> numbers = bootstrap_numbers(n=20, plus=7, minus=2, resamples=1000)
    >>> numbers["delta"], round(numbers["pvalue"], 4)
    (0.25, 0.0219)
    """
    n = arguments.as_count(n, "n", least=1, most=MOST_ITEMS)
    plus = arguments.as_count(plus, "plus", most=n)
    minus = arguments.as_count(minus, "minus", most=min(plus, n - plus))
    resamples, seed, shown = check_draws(resamples, "resamples", seed, look)
    items = np.repeat([1, -1, 0], [plus, minus, n - plus - minus])
    drawn = random_items(seed, resamples, n)
    gains = items[drawn].sum(axis=1)
    extreme = int((gains > 2 * (plus - minus)).sum())
    return {
        **{"n": n, "plus": plus, "minus": minus, "resamples": resamples},
        "delta": (plus - minus) / n,
        "shown": shown,
        "drawn": drawn[shown - 1].tolist() if shown else None,
        "gain": int(gains[shown - 1]) / n if shown else None,
        "gains": gains.tolist(),
        "mean": int(gains.sum()) / resamples / n if resamples else None,
        "extreme": extreme,
        "sampled": extreme / resamples if resamples else None,
        "pvalue": _endless(n, plus, minus),
        "shifted": bool(shifted),
        "exact": bool(exact),
    }


@lru_cache(64)
def _endless(n: int, plus: int, minus: int) -> float:
    """Return p of endless resamples: that of `bootstrap_test`, with all digits of a tiny one."""
    if plus == 0:
        return 1.0  # the systems never differ
    law = np.ones(1)  # of -n, ..., n more items right
    for _ in range(n):
        law = np.convolve(law, [minus / n, (n - plus - minus) / n, plus / n])
    return float(law[n + 2 * (plus - minus) + 1 :].sum())


def _readout(numbers: Numbers) -> str:
    resamples, extreme, delta = (numbers[name] for name in ("resamples", "extreme", "delta"))
    never = "" if numbers["plus"] else ": the systems never differ, there is nothing to test"
    lines = [f"delta = {show_score(delta)}{never}"]
    if resamples:
        lines += [
            f"Resample {numbers['shown']:,}: gain {show_score(numbers['gain'])}; "
            f"mean of all {show_score(numbers['mean'])}",
            f"{extreme:,} of {resamples:,} gains above 2 delta = {show_score(2 * delta)}",
        ]
    else:
        lines.append("Nothing resampled so far")
    if resamples >= ENOUGH and numbers["plus"]:
        lines[-1] += f": {p_equation(numbers['sampled'], resamples)}"
    if numbers["exact"]:
        lines.append(f"Endless resamples: {p_equation(numbers['pvalue'])}")
    return "\n".join(lines)


bootstrap = opener(
    bootstrap_numbers,
    _readout,
    """Show a test set, resamples of it, and the histogram of their gains.

    Source: Berg-Kirkpatrick, Burkett & Klein (2012), section 2.2 and figure 1.""",
)
