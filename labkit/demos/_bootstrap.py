"""Demonstration of the paired bootstrap on a test set small enough to be seen."""

import numpy as np
from ipywidgets import Checkbox

from labkit import arguments
from labkit.demos.controls import counter, field, whole
from labkit.demos.frame import Controls, Demonstration, Numbers
from labkit.demos.resampling import MOST, random_items
from labkit.plots import demonstrations
from labkit.significance import bootstrap_test


def bootstrap_numbers(
    n: int = 20,
    plus: int = 7,
    minus: int = 2,
    resamples: int = 0,
    shifted: bool = False,
    seed: int = 2,
) -> Numbers:
    """Resample a small test set, and count the gains above twice the observed one.

    Parameters
    ----------
    n : int
        Items in the test set.
    plus, minus : int
        Items that only system 1, or only system 2, has right; at most `n`
        together, and minus <= plus.
    resamples : int
        How many test sets have been drawn so far, from 0 to 10,000.
    shifted : bool
        Whether to show the gains less the observed one; it changes no number.
    seed : int
        The same seed draws the same test sets.

    Returns
    -------
    dict
        The settings, and: `delta` (the gain on the test set), `drawn` (the items
        of the latest resample; None before the first), `gain` (on them), `mean`
        (of all gains so far; None before the first), `extreme` (how many gains
        are above 2 delta), `sampled` (their share; None before the first),
        `pvalue` (that of endless resamples, `bootstrap_test`), `counts` (how
        many resamples had -n, ..., n more items right with system 1).

    See Also
    --------
    bootstrap, labkit.bootstrap_test : The widget, and the test itself.

    Examples
    --------
    >>> numbers = bootstrap_numbers(n=20, plus=7, minus=2, resamples=1000)
    >>> numbers["delta"], round(numbers["pvalue"], 4)
    (0.25, 0.0219)
    """
    n = arguments.as_count(n, "n", least=1)
    plus = arguments.as_count(plus, "plus", most=n)
    minus = arguments.as_count(minus, "minus", most=min(plus, n - plus))
    resamples = arguments.as_count(resamples, "resamples", most=MOST)
    seed = arguments.as_count(seed, "seed")
    items = _items(n, plus, minus)
    drawn = random_items(n, seed)[:resamples]
    gains = items[drawn].sum(axis=1)
    extreme = int((gains > 2 * (plus - minus)).sum())
    settings = {"n": n, "plus": plus, "minus": minus, "resamples": resamples}
    return {
        **settings,
        "shifted": bool(shifted),
        "seed": seed,
        "delta": (plus - minus) / n,
        "drawn": drawn[-1].tolist() if resamples else None,
        "gain": int(gains[-1]) / n if resamples else None,
        "mean": float(gains.mean()) / n if resamples else None,
        "extreme": extreme,
        "sampled": extreme / resamples if resamples else None,
        "pvalue": bootstrap_test((items > 0).astype(int), (items < 0).astype(int)).pvalue,
        "counts": np.bincount(gains + n, minlength=2 * n + 1).tolist(),
    }


def bootstrap(**initial: object) -> Demonstration:
    """Show a test set, resamples of it, and the histogram of their gains.

    Source: Berg-Kirkpatrick, Burkett & Klein (2012), section 2.2 and figure 1.

    Parameters
    ----------
    **initial
        Settings to begin with: arguments of `bootstrap_numbers`.

    Returns
    -------
    Demonstration
        A widget, which follows its controls.

    See Also
    --------
    bootstrap_numbers : What its readout says.

    Examples
    --------
    >>> bootstrap(resamples=10)
    Demonstration(n=20, plus=7, minus=2, resamples=10, shifted=False, seed=2)
    """
    controls = {
        "n": whole("items n", 20, 5, 30),
        "plus": whole("plus", 7, 0, 20),
        "minus": whole("minus", 2, 0, 7),
        **counter("resamples", MOST),
        "shifted": Checkbox(value=False, description="shift by delta", indent=False),
        "seed": field("seed", 2, 0, 999),
    }

    def limit(controls: Controls) -> None:
        n, plus = controls["n"].value, controls["plus"]
        plus.max = n
        controls["minus"].max = min(plus.value, n - plus.value)

    return Demonstration("bootstrap", controls, initial, bootstrap_numbers, _picture, limit=limit)


def _picture(numbers: Numbers) -> str:
    kinds = numbers["n"], numbers["plus"], numbers["minus"]
    centre = 0 if numbers["shifted"] else numbers["delta"]
    alt = (
        f"Above, the {kinds[0]} items of the test set, under each how often the latest resample has "
        f"it. Below, the gains of {numbers['resamples']} resamples around {centre:.3g}; filled: "
        f"{numbers['extreme']} above twice delta."
    )
    counts, law = np.array(numbers["counts"]), _law_of_gains(*kinds)
    shown = _items(*kinds), numbers["drawn"] or [], counts, law
    return demonstrations.as_svg(
        lambda: demonstrations.bootstrap(*shown, shifted=numbers["shifted"]), alt
    )


def _items(n: int, plus: int, minus: int) -> np.ndarray:
    """Give 1 for each item that only system 1 has right, -1 for only system 2, and 0 for the rest."""
    return np.repeat([1, -1, 0], [plus, minus, n - plus - minus])


def _law_of_gains(n: int, plus: int, minus: int) -> np.ndarray:
    """Say how probable -n, ..., n more items right with system 1 are in a resample."""
    law = np.ones(1)
    for _ in range(n):
        law = np.convolve(law, [minus / n, (n - plus - minus) / n, plus / n])
    return law
