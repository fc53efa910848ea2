"""Demonstration of the paired bootstrap on a test set small enough to be seen."""

import numpy as np
from ipywidgets import Checkbox

from labkit import arguments
from labkit.demos.frame import TALL, Demonstration, counter, draw, field, mark, show_p, whole
from labkit.demos.resampling import MOST, fill, legend, random_items
from labkit.plots import BLUE, ORANGE
from labkit.significance import bootstrap_test

GREY = "#999999"
# Which system alone has an item right: 1, -1 for system 2, 0 for both or neither.
KINDS = {1: (BLUE, "1"), -1: (ORANGE, "2"), 0: (GREY, "")}


def bootstrap_numbers(n=20, plus=7, minus=2, resamples=0, shifted=False, seed=2):
    """Resample a small test set, and count the gains above twice the observed one.

    Parameters
    ----------
    n : int
        Items in the test set.
    plus, minus : int
        Items that only system 1, or only system 2, has right; minus <= plus.
    resamples : int
        How many test sets have been drawn so far, from 0 to 10,000.
    shifted : bool
        Whether to show the gains less the observed one, as under "no
        difference". It does not change what is counted.
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

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

    Examples
    --------
    >>> numbers = bootstrap_numbers(n=20, plus=7, minus=2, resamples=1000)
    >>> numbers["delta"], round(numbers["pvalue"], 4)
    (0.25, 0.0219)
    """
    n = arguments.as_count(n, "n", least=1)
    plus, minus = arguments.as_count(plus, "plus"), arguments.as_count(minus, "minus")
    resamples = arguments.as_count(resamples, "resamples")
    arguments.check_rng(seed)
    if plus + minus > n:
        raise ValueError(f"plus, minus: expected at most n = {n} together; got {plus} + {minus}")
    if minus > plus:
        raise ValueError(f"minus: expected at most plus = {plus}; got {minus}")
    if resamples > MOST:
        raise ValueError(f"resamples: expected at most {MOST:,}; got {resamples:,}")
    items = np.repeat([1, -1, 0], [plus, minus, n - plus - minus])
    drawn = random_items(n, seed)[:resamples]
    gains = items[drawn].sum(axis=1)
    extreme = int((gains > 2 * (plus - minus)).sum())
    return {
        "n": n,
        "plus": plus,
        "minus": minus,
        "resamples": resamples,
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


def bootstrap(**initial):
    """Show a test set, resamples of it, and the histogram of their gains.

    Parameters
    ----------
    **initial
        Settings to begin with: n, plus, minus, resamples, shifted, seed, as in
        `bootstrap_numbers`.

    Returns
    -------
    Demonstration

    Raises
    ------
    ValueError
        If a setting is unknown or out of the range of its control.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), section 2.2 and figure 1.

    Examples
    --------
    >>> bootstrap(resamples=10)
    Demonstration(n=20, plus=7, minus=2, resamples=10, shifted=False, seed=2)
    """
    resamples, one, thousand = counter("resamples", MOST, "resamples")
    controls = {
        "n": whole("items n", 20, 5, 30),
        "plus": whole("plus", 7, 0, 20),
        "minus": whole("minus", 2, 0, 7),
        "resamples": resamples,
        "shifted": Checkbox(value=False, description="shift by delta", indent=False),
        "seed": field("seed", 2, 0, 999),
        "one": one,
        "thousand": thousand,
    }

    def limit(controls):
        n, plus = controls["n"].value, controls["plus"]
        plus.max = n
        controls["minus"].max = min(plus.value, n - plus.value)

    return Demonstration(
        "bootstrap",
        controls,
        initial,
        numbers=bootstrap_numbers,
        say=_say,
        picture=_picture,
        caption=(
            "<p>Squares: items that only system 1 has right, only 2, or (grey) both or neither. "
            "<b>What to notice.</b> The resampled gains gather around delta, the observed gain, "
            "not around 0. So one counts those that are more than delta above their own centre: "
            "above 2 delta. “Shift” moves the same picture to 0. Source: Berg-Kirkpatrick et al. "
            "(2012), section 2.2, figure 1.</p>"
        ),
        limit=limit,
    )


def _say(numbers):
    if numbers["resamples"]:
        share = f"{numbers['extreme']:,} of {numbers['resamples']:,}"
        sampled = (
            f"<p><b>p = {show_p(numbers['sampled'])}</b><br>{share} gains above 2 delta = "
            f"{2 * numbers['delta']:.3g}</p><p>Latest gain {numbers['gain']:.3g}; mean of all "
            f"{numbers['mean']:.3g}</p>"
        )
    else:
        sampled = "<p>Nothing resampled so far</p>"
    return (
        f"<p>delta = {numbers['delta']:.3g}</p>{sampled}"
        f"<p>Endless resamples: p = {show_p(numbers['pvalue'])}</p>"
    )


def _picture(numbers):
    n, delta = numbers["n"], numbers["delta"]
    gains = np.arange(-n, n + 1) / n
    law = _law_of_gains(numbers)
    shift = delta if numbers["shifted"] else 0
    extreme = np.arange(-n, n + 1) > 2 * (numbers["plus"] - numbers["minus"])

    def panels(figure):
        cells, ax = figure.subplots(2, height_ratios=(1, 2.2))
        _draw_items(cells, numbers)
        last = numbers["gain"] - shift if numbers["resamples"] else None
        fill(ax, gains - shift, np.array(numbers["counts"]), law, extreme, last)
        seen = gains[law > 1e-5]
        ax.set_xlim(
            min(-0.6 / n, seen[0]) - shift - 0.5 / n, max(seen[-1], 2 * delta) - shift + 0.5 / n
        )
        if delta > 0:
            names = ("0", "delta") if shift else ("delta", "2 delta")
            for place, name, line in zip((delta, 2 * delta), names, ("--", ":"), strict=True):
                mark(ax, place - shift, name, line=line)
        ax.set_xlabel("gain of system 1" + (", less delta" if shift else ""))
        ax.set_ylabel("resamples")
        legend(ax, "above 2 delta", "endless resamples", "latest")

    alt = (
        f"Above, the {n} items of the test set, under each how often the latest resample has it. "
        f"Below, the gains of {numbers['resamples']} resamples around {delta - shift:.3g}; filled: "
        f"{numbers['extreme']} above twice delta."
    )
    return draw(panels, alt, size=TALL, top=0.97, bottom=0.12, hspace=0.42)


def _law_of_gains(numbers):
    """How probable -n, ..., n more items right with system 1 are in a resample."""
    n, plus, minus = (numbers[name] for name in ("n", "plus", "minus"))
    law = np.ones(1)
    for _ in range(n):
        law = np.convolve(law, [minus / n, (n - plus - minus) / n, plus / n])
    return law


def _draw_items(ax, numbers):
    """The test set as a row of squares, and under each the draws of the latest resample."""
    n = numbers["n"]
    kinds = np.repeat(
        [1, -1, 0], [numbers["plus"], numbers["minus"], n - numbers["plus"] - numbers["minus"]]
    )
    times = np.bincount(numbers["drawn"] or [], minlength=n)
    size = min(17, 370 / n)
    for kind, (colour, letter) in KINDS.items():
        (mine,) = np.nonzero(kinds == kind)
        ax.plot(mine, np.zeros(len(mine)), "s", color=colour, markersize=size)
        drawn = np.repeat(mine, times[mine])
        level = np.concatenate([np.arange(1, t + 1) for t in times[mine]] or [[]])
        ax.plot(drawn, -0.9 - 0.9 * level, "s", color=colour, markersize=0.7 * size)
        for place in mine:
            ax.text(place, 0, letter, ha="center", va="center", color="white", weight="bold")
    ax.axhline(-0.9, color="black", linewidth=1)
    ax.set_xlim(-0.7, n - 0.3)
    ax.set_ylim(-0.9 * (max(3, times.max(initial=0)) + 1.6), 0.8)
    ax.set_yticks([0, -2.7], ["test set", "resample"])
    ax.set_xticks([])
    ax.grid(visible=False)
    for spine in ax.spines.values():
        spine.set_visible(False)
