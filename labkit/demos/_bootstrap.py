"""Demonstration of the paired bootstrap on a test set small enough to be seen."""

from functools import lru_cache

import numpy as np
from ipywidgets import Checkbox

from labkit import arguments
from labkit.demos.controls import whole
from labkit.demos.frame import Controls, Demonstration, Numbers
from labkit.demos.own_data import (
    COUNTS,
    MOST_LINES,
    PAIR,
    PREDICTIONS,
    SOURCES,
    follow_source,
    predictions,
    source_controls,
)
from labkit.demos.resampling import ENOUGH, MOST, looked_at, random_items, resampling_controls
from labkit.demos.words import show_score
from labkit.plots import demonstrations
from labkit.significance import bootstrap_test


def bootstrap_numbers(
    n: int = 20,
    plus: int = 7,
    minus: int = 2,
    resamples: int = 0,
    shifted: bool = False,
    seed: int = 2,
    look: int = 0,
    exact: bool = False,
    data: str = COUNTS,
    system_1: str = PAIR[0],
    system_2: str = PAIR[1],
    pasted: str = PREDICTIONS,
) -> Numbers:
    """Resample a small test set, and count the gains above twice the observed one.

    Parameters
    ----------
    n : int
        Items in the test set, at most 10,000.
    plus, minus : int
        Items that only system 1, or only system 2, has right; at most `n`
        together, and minus <= plus.
    resamples : int
        How many test sets have been drawn so far, from 0 to 10,000.
    shifted : bool
        Whether to show the gains less the observed one; it changes no number.
    seed : int
        The same seed draws the same test sets.
    look : int
        Which resample is looked at, counted from 1; 0 for the latest.
    exact : bool
        Whether p and law of endless resamples are shown, too; it changes no
        number.
    data : {"counts", "two systems", "pasted"}
        Where `n`, `plus` and `minus` come from. Those of two systems of the
        lab, by their names, on 200 reviews, or of pasted predictions, a line an
        item with the right answer and both systems', replace the others;
        whichever system is better counts as the first.
    system_1, system_2, pasted : str
        These systems, these lines.

    Returns
    -------
    dict
        The settings, and: `swapped` (whether the second of two systems is better
        and counts as the first), `delta` (the gain on the test set), `shown` (the
        resample that is looked at, counted from 1; None before the first),
        `drawn` (its items), `gain` (on them), `gains` (of all so far, in
        items), `mean` (of all gains so far; None before the first), `extreme`
        (how many gains are above 2 delta), `sampled` (their share; None before
        the first), `enough` (whether there are 100, so that it is shown as p),
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
    swapped = False
    if arguments.as_option(data, "data", SOURCES) != COUNTS:
        n, ahead, behind = count_both(data, system_1, system_2, pasted)
        plus, minus, swapped = max(ahead, behind), min(ahead, behind), behind > ahead
    n = arguments.as_count(n, "n", least=1, most=10_000)
    plus = arguments.as_count(plus, "plus", most=n)
    minus = arguments.as_count(minus, "minus", most=min(plus, n - plus))
    resamples = arguments.as_count(resamples, "resamples", most=MOST)
    seed = arguments.as_count(seed, "seed")
    shown = looked_at(look, resamples)
    items = _items(n, plus, minus)
    drawn = random_items(n, seed)[:resamples]
    gains = items[drawn].sum(axis=1)
    extreme = int((gains > 2 * (plus - minus)).sum())
    settings = {"n": n, "plus": plus, "minus": minus, "resamples": resamples}
    source = {"data": data, "system_1": system_1, "system_2": system_2, "pasted": pasted}
    return {
        **settings,
        "shifted": bool(shifted),
        "seed": seed,
        "look": look,
        "exact": bool(exact),
        **source,
        "swapped": swapped,
        "delta": (plus - minus) / n,
        "shown": shown or None,
        "drawn": drawn[shown - 1].tolist() if shown else None,
        "gain": int(gains[shown - 1]) / n if shown else None,
        "gains": gains.tolist(),
        "mean": float(gains.mean()) / n if resamples else None,
        "extreme": extreme,
        "sampled": extreme / resamples if resamples else None,
        "enough": resamples >= ENOUGH,
        "pvalue": _endless(n, plus, minus),
        "counts": np.bincount(gains + n, minlength=2 * n + 1).tolist(),
    }


@lru_cache(maxsize=32)
def _endless(n: int, plus: int, minus: int) -> float:
    """Give p of endless resamples; while one only draws on, it is the same."""
    items = _items(n, plus, minus)
    return bootstrap_test((items > 0).astype(int), (items < 0).astype(int)).pvalue


def count_both(source: str, system_1: str, system_2: str, pasted: str) -> tuple[int, int, int]:
    """Count the items, and those that only the first or only the second of two systems has right."""
    gold, *systems = predictions(source, system_1, system_2, pasted)
    one, two = (labels == gold for labels in systems)
    return len(gold), int((one & ~two).sum()), int((two & ~one).sum())


def count_items(*source: str) -> dict[str, int]:
    """Give the settings of `count_both`, the better system first."""
    n, *alone = count_both(*source)
    return {"n": n, "plus": max(alone), "minus": min(alone)}


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
    >>> bootstrap(resamples=10).settings["plus"]
    7
    """
    more = resampling_controls("resamples", seed=2)
    controls = {
        **source_controls(),
        "n": whole("items n", 20, 5, MOST_LINES),
        "plus": whole("plus", 7, 0, 20),
        "minus": whole("minus", 2, 0, 7),
        "resamples": more.pop("resamples"),
        "shifted": Checkbox(value=False, description="shift by delta", indent=False),
        **more,
    }

    def limit(controls: Controls) -> None:
        n, plus, minus = (controls[name] for name in ("n", "plus", "minus"))
        if controls["data"].value != COUNTS:
            n.min, plus.max, minus.max = 1, MOST_LINES, MOST_LINES
            follow_source(controls, count_items)
        else:
            follow_source(controls, count_items)
            n.min = 5
        plus.max = n.value
        minus.max = min(plus.value, n.value - plus.value)
        for control in (n, plus, minus):
            control.disabled = controls["data"].value != COUNTS
        controls["look"].max = controls["resamples"].value

    rows = {"seed": ("seed", "look at:", "look")}
    return Demonstration(
        "bootstrap", controls, initial, bootstrap_numbers, _picture, limit=limit, rows=rows
    )


def _picture(numbers: Numbers) -> str:
    n, plus, minus = kinds = numbers["n"], numbers["plus"], numbers["minus"]
    delta, seen = numbers["delta"], numbers["shown"]
    centre = 0 if numbers["shifted"] else delta
    alt = (
        f"Above, the {n} items of the test set, and below them how often resample {seen or 0} has "
        f"each. Below, the gains of {numbers['resamples']} resamples around {show_score(centre)}; filled: "
        f"{numbers['extreme']} above twice delta."
    )
    steps, gains = np.arange(-n, n + 1), np.array(numbers["gains"], dtype=int)
    shown = demonstrations.Histogram(
        steps / n - delta * numbers["shifted"],
        _law_of_gains(*kinds),
        np.array(numbers["counts"]),
        steps > 2 * (plus - minus),
        gains + n,
    )
    resample = f"resample\n{seen:,}" if seen else "resample"
    looks = {"shifted": numbers["shifted"], "outline": numbers["exact"], "looked_at": resample}
    return demonstrations.as_svg(
        lambda: demonstrations.bootstrap(_items(*kinds), numbers["drawn"] or [], shown, **looks),
        alt,
        over=lambda figure: demonstrations.bar_targets(figure, shown, "look", seen or 0),
    )


def _items(n: int, plus: int, minus: int) -> np.ndarray:
    """Give 1 for each item that only system 1 has right, -1 for only system 2, and 0 for the rest."""
    return np.repeat([1, -1, 0], [plus, minus, n - plus - minus])


@lru_cache(maxsize=32)
def _law_of_gains(n: int, plus: int, minus: int) -> np.ndarray:
    """Say how probable -n, ..., n more items right with system 1 are in a resample."""
    law = np.ones(1)
    for _ in range(n):
        law = np.convolve(law, [minus / n, (n - plus - minus) / n, plus / n])
    return law
