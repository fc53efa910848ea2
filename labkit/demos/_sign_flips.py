"""Demonstration of sign flips: two search runs on the same topics, randomized topic by topic."""

import numpy as np

from labkit import arguments
from labkit.demos.frame import (
    TALL,
    Demonstration,
    bars,
    counter,
    draw,
    field,
    mark,
    scale,
    show_p,
    signed,
)
from labkit.demos.resampling import MOST, fill, histogram, legend, random_signs
from labkit.significance import randomization_test
from labkit.significance.engine.cells import toss_by_toss
from labkit.trecvid import load_scores_table


def sign_flips_numbers(run_a="F_A_1_NB04_4", run_b="F_C_1_LEX03_3", shuffles=0, seed=1, table=None):
    """Flip the signs of two runs' differences on the topics, and count large means.

    Parameters
    ----------
    run_a, run_b : str
        Two runs of the table.
    shuffles : int
        How often signs have been flipped so far, from 0 to 10,000.
    seed : int
        The same seed flips the same signs.
    table : DataFrame, optional
        A row a run, a column a topic; by default ``load_scores_table()``.

    Returns
    -------
    dict
        The settings (but the table), and: `mean_a`, `mean_b`; `gains` (a less b
        on each topic); `difference` (their mean); `flipped` (whether the latest
        shuffle flips each topic); `latest` (the mean then; None before the
        first); `means` (of all so far); `extreme` (how many are as far from 0 as
        the observed one, or further); `sampled` ((extreme + 1) / (shuffles + 1);
        None before the first); `pvalue` (`randomization_test`) and its `method`.

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

    References
    ----------
    README of ``randCompareMeans.pl``.

    Examples
    --------
    >>> numbers = sign_flips_numbers("F_A_1_NB04_4", "F_C_1_LEX03_3", shuffles=1000)
    >>> round(numbers["difference"], 3), round(numbers["pvalue"], 4), numbers["method"]
    (0.071, 0.0186, 'exact')
    """
    table = load_scores_table() if table is None else table
    for name, run in (("run_a", run_a), ("run_b", run_b)):
        if run not in table.index:
            raise ValueError(f"{name}: expected one of the table's {len(table)} runs; got {run!r}")
    if run_a == run_b:
        raise ValueError("run_b: expected another run than run_a")
    shuffles = arguments.as_count(shuffles, "shuffles")
    if shuffles > MOST:
        raise ValueError(f"shuffles: expected at most {MOST:,}; got {shuffles:,}")
    arguments.check_rng(seed)
    a, b = table.loc[run_a].to_numpy(float), table.loc[run_b].to_numpy(float)
    result = randomization_test(a, b, rng=seed)
    gains = a - b
    flipped = random_signs(len(gains), seed)[:shuffles]
    means = np.where(flipped, -gains, gains).mean(axis=1)
    extreme = int((abs(means) >= abs(gains.mean()) - 1e-9).sum())
    return {
        "run_a": run_a,
        "run_b": run_b,
        "shuffles": shuffles,
        "seed": seed,
        "mean_a": float(a.mean()),
        "mean_b": float(b.mean()),
        "gains": gains.tolist(),
        "difference": float(gains.mean()),
        "flipped": flipped[-1].tolist() if shuffles else [False] * len(gains),
        "latest": float(means[-1]) if shuffles else None,
        "means": means.tolist(),
        "extreme": extreme,
        "sampled": (extreme + 1) / (shuffles + 1) if shuffles else None,
        "pvalue": result.pvalue,
        "method": result.method,
    }


def sign_flips(table=None, **initial):
    """Show two runs' differences on the topics, their signs flipped, and the means of many flips.

    Parameters
    ----------
    table : DataFrame, optional
        A row a run, a column a topic; by default ``load_scores_table()``.
    **initial
        Settings to begin with: run_a, run_b, shuffles, seed, as in
        `sign_flips_numbers`.

    Returns
    -------
    Demonstration

    Raises
    ------
    ValueError
        If a setting is unknown or out of the range of its control.

    References
    ----------
    README of ``randCompareMeans.pl``.

    Examples
    --------
    >>> sign_flips(run_b="F_C_1_LEN01_1")
    Demonstration(run_a='F_A_1_NB04_4', run_b='F_C_1_LEN01_1', shuffles=0, seed=1)
    """
    scores = load_scores_table() if table is None else table
    first, second = ("F_A_1_NB04_4", "F_C_1_LEX03_3") if table is None else scores.index[:2]
    shuffles, one, thousand = counter("shuffles", MOST, "shuffles")
    controls = {
        "run_a": scale("a", scores.index, first),
        "run_b": scale("b", scores.index, second),
        "shuffles": shuffles,
        "seed": field("seed", 1, 0, 999),
        "one": one,
        "thousand": thousand,
    }
    return Demonstration(
        "sign_flips",
        controls,
        initial,
        numbers=lambda **settings: sign_flips_numbers(**settings, table=scores),
        say=_say,
        picture=_picture,
        caption=(
            "<p>A bar at the top is a topic: how much better run a is there; hatched: its sign is "
            "flipped. <b>What to notice.</b> If the runs do not differ, a topic’s two scores could "
            "as well have come the other way round. Flipped at random, the mean stays near 0; p is "
            "how often it comes as far out as the observed one, on either side. Source: README of "
            "randCompareMeans.pl.</p>"
        ),
    )


def _say(numbers):
    shuffles = numbers["shuffles"]
    if shuffles:
        sampled = (
            f"<p><b>p = {show_p(numbers['sampled'])}</b><br>({numbers['extreme']:,} + 1) / "
            f"({shuffles:,} + 1)<br>Latest mean {signed(numbers['latest'], 4)}</p>"
        )
    else:
        sampled = "<p>Nothing flipped so far</p>"
    among = (
        f"All 2<sup>{len(numbers['gains'])}</sup> flips"
        if numbers["method"] == "exact"
        else "More flips"
    )
    return (
        f"<p>Means {numbers['mean_a']:.3f}, {numbers['mean_b']:.3f}<br>"
        f"a − b = {signed(numbers['difference'], 4)}</p>{sampled}"
        f"<p>{among}: p = {show_p(numbers['pvalue'])}</p>"
    )


def _picture(numbers):
    gains, flipped = np.array(numbers["gains"]), np.array(numbers["flipped"])
    observed = abs(numbers["difference"])
    values, probabilities = _law_of_means(gains)
    shown = histogram(values, probabilities, numbers["means"], observed, two_sided=True)

    def panels(figure):
        topics, ax = figure.subplots(2, height_ratios=(1, 2))
        now = np.where(flipped, -gains, gains)
        bars(topics, np.arange(len(gains)), now, flipped, width=0.8)
        reach = 1.1 * abs(gains).max()
        topics.set_ylim(-reach, reach)
        topics.axhline(0, color="black", linewidth=1)
        topics.set_xlim(-0.7, len(gains) - 0.3)
        topics.set_xticks([])
        topics.set_xlabel(f"{len(gains)} topics")
        topics.set_ylabel("a − b")
        fill(ax, shown.places, shown.found, shown.law, shown.extreme, numbers["latest"])
        mark(ax, numbers["difference"], f"observed: {signed(numbers['difference'], 3)}")
        ax.axvline(-numbers["difference"], color="black", linestyle=":", linewidth=1)
        ax.set_xlabel("mean of a − b")
        ax.set_ylabel("shuffles")
        legend(ax, "as far out", "all flips", "latest")

    alt = (
        f"Above, the differences on {len(gains)} topics, {sum(numbers['flipped'])} of them flipped. "
        f"Below, the means of {numbers['shuffles']} shuffles; filled: {numbers['extreme']} at least "
        f"{observed:.4f} from 0."
    )
    return draw(panels, alt, size=TALL, top=0.97, bottom=0.12, hspace=0.42)


def _law_of_means(gains):
    """All means that flips can give, and how probable they are, in steps too fine to be seen."""
    total = abs(gains).sum()
    unit = max(1e-4, total / 100_000)
    steps = np.rint(abs(gains) / unit).astype(int)
    probabilities = toss_by_toss(steps)
    sums = 2 * np.arange(len(probabilities)) - steps.sum()
    return sums * unit / len(gains), probabilities
