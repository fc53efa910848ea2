"""Demonstration of sign flips: two search runs on the same topics, randomized topic by topic."""

from collections.abc import Hashable
from functools import lru_cache, partial

import numpy as np
import pandas as pd

from labkit import arguments
from labkit.demos.controls import choice, scale
from labkit.demos.frame import Controls, Demonstration, Numbers
from labkit.demos.own_data import PASTED, SCORES, pasted_field, read_lines, show_only, two_scores
from labkit.demos.resampling import ENOUGH, MOST, looked_at, random_signs, resampling_controls
from labkit.demos.words import show_score
from labkit.plots import demonstrations
from labkit.significance import randomization_test
from labkit.significance._shuffles import toss_by_toss
from labkit.trecvid import load_scores_table

#: The two runs to begin with: with Naive Bayes, and with a lexicon.
RUNS = "F_A_1_NB04_4", "F_C_1_LEX03_3"

#: Where the scores come from: the table, or what was pasted.
SOURCES = "runs", PASTED


def sign_flips_numbers(
    run_a: str = RUNS[0],
    run_b: str = RUNS[1],
    shuffles: int = 0,
    seed: int = 5,
    look: int = 0,
    exact: bool = False,
    data: str = SOURCES[0],
    pasted: str = SCORES,
    table: pd.DataFrame | None = None,
) -> Numbers:
    """Flip the signs of two runs' differences on the topics, and count large means.

    Parameters
    ----------
    run_a, run_b : str
        Two runs of the table; a run against itself has no difference to flip.
    shuffles, seed : int
        Shuffles so far, from 0 to 10,000; the same seed flips the same signs.
    look : int
        Which shuffle is looked at, counted from 1; 0 for the latest.
    exact : bool
        Whether p and law of all flips are shown, too; it changes no number.
    data : {"runs", "pasted"}
        Where the scores come from: from the table, or from pasted lines, one a
        topic with the scores of a and b, perhaps after the topic's name.
    pasted : str
        These lines.
    table : DataFrame, optional
        A row a run, a column a topic; by default ``load_scores_table()``.

    Returns
    -------
    dict
        The settings (but the table), and: `mean_a`, `mean_b`; `gains` (a less b
        on each topic); `difference` (their mean); `shown` (the shuffle that is
        looked at, counted from 1; None before the first); `flipped` (whether it
        flips each topic); `here` (the mean then); `latest` (the mean of the
        latest); `means` (of all so far); `extreme` (how many are as far from 0 as
        the observed one, or further); `sampled` ((extreme + 1) / (shuffles + 1);
        None before the first); `enough` (whether there are 100 shuffles, so that
        it is shown as p); `pvalue` (`randomization_test`) and its `method`.

    See Also
    --------
    sign_flips, labkit.randomization_test : The widget, and the test itself.

    Examples
    --------
    >>> numbers = sign_flips_numbers("F_A_1_NB04_4", "F_C_1_LEX03_3", shuffles=1000)
    >>> round(numbers["difference"], 3), round(numbers["pvalue"], 4), numbers["method"]
    (0.071, 0.0186, 'exact')
    """
    arguments.as_option(data, "data", SOURCES)
    shuffles = arguments.as_count(shuffles, "shuffles", most=MOST)
    seed = arguments.as_count(seed, "seed")
    shown = looked_at(look, shuffles)
    if data == PASTED:
        a, b = np.array(read_lines(pasted, two_scores)).T
    else:
        a, b = _scores(_as_table(table), run_a, run_b)
    pvalue, method = _test(tuple(a.tolist()), tuple(b.tolist()), seed)
    gains = a - b
    flipped = random_signs(len(gains), seed)[:shuffles]
    means = np.where(flipped, -gains, gains).mean(axis=1)
    # Closer than floats of this size can tell apart is the same: scores may be of any size.
    same = 1e-12 * max(abs(a).max(), abs(b).max())
    extreme = int((abs(means) >= abs(gains.mean()) - same).sum())
    settings = {"run_a": run_a, "run_b": run_b, "shuffles": shuffles, "seed": seed, "look": look}
    return {
        **settings,
        "exact": bool(exact),
        "data": data,
        "pasted": pasted,
        "mean_a": float(a.mean()),
        "mean_b": float(b.mean()),
        "gains": gains.tolist(),
        "difference": float(gains.mean()),
        "shown": shown or None,
        "flipped": (flipped[shown - 1] if shown else np.zeros(len(gains), dtype=bool)).tolist(),
        "here": float(means[shown - 1]) if shown else None,
        "latest": float(means[-1]) if shuffles else None,
        "means": means.tolist(),
        "extreme": extreme,
        "sampled": (extreme + 1) / (shuffles + 1) if shuffles else None,
        "enough": shuffles >= ENOUGH,
        "pvalue": pvalue,
        "method": method,
    }


def _as_table(table: pd.DataFrame | None) -> pd.DataFrame:
    if table is None:
        return load_scores_table()
    wanted = "table must be a DataFrame with a row a run, each with a name of its own, not"
    if not isinstance(table, pd.DataFrame):
        raise TypeError(f"{wanted} {arguments.shown(table)}")
    runs = table.index
    if len(runs) < 2 or runs.nlevels > 1 or runs.hasnans or not runs.is_unique:
        raise ValueError(f"{wanted} one with the rows {arguments.shown(list(runs))}")
    return table


def _scores(table: pd.DataFrame, *runs: str) -> list[np.ndarray]:
    for name, run in zip(("run_a", "run_b"), runs, strict=True):
        if not isinstance(run, Hashable) or run not in table.index:
            raise ValueError(f"{name} must be one of the table's {len(table)} runs, not {run!r}")
    return [table.loc[run].to_numpy(float) for run in runs]


@lru_cache(maxsize=32)
def _test(a: tuple[float, ...], b: tuple[float, ...], seed: int) -> tuple[float, str]:
    """Give p and how it was computed; while one only shuffles on, it is the same."""
    result = randomization_test(a, b, rng=seed)
    return result.pvalue, result.method


def sign_flips(table: pd.DataFrame | None = None, **initial: object) -> Demonstration:
    """Show two runs' differences on the topics, their signs flipped, and the means of many flips.

    Source: README of ``randCompareMeans.pl``.

    Parameters
    ----------
    table : DataFrame, optional
        A row a run, a column a topic; by default ``load_scores_table()``.
    **initial
        Settings to begin with: arguments of `sign_flips_numbers`.

    Returns
    -------
    Demonstration
        A widget, which follows its controls.

    See Also
    --------
    sign_flips_numbers : What its readout says.

    Examples
    --------
    >>> sign_flips(run_b="F_C_1_LEN01_1").settings["run_a"]
    'F_A_1_NB04_4'
    """
    scores = _as_table(table)
    first, second = RUNS if table is None else scores.index[:2]
    controls = {
        "data": choice("data", SOURCES),
        "run_a": scale("a", scores.index, first),
        "run_b": scale("b", scores.index, second),
        "pasted": pasted_field(SCORES),
        **resampling_controls("shuffles", seed=5),
    }

    def limit(controls: Controls) -> None:
        own = controls["data"].value == PASTED
        show_only(controls, run_a=not own, run_b=not own, pasted=own)
        controls["look"].max = controls["shuffles"].value

    numbers, rows = (
        partial(sign_flips_numbers, table=scores),
        {"seed": ("seed", "look at:", "look")},
    )
    return Demonstration("sign_flips", controls, initial, numbers, _picture, limit=limit, rows=rows)


def _picture(numbers: Numbers) -> str:
    gains, flipped = np.array(numbers["gains"]), np.array(numbers["flipped"], dtype=bool)
    seen, outline = numbers["shown"], numbers["exact"]
    digits = 3 if numbers["data"] == PASTED else 2
    words = (
        f"{len(gains)} topics, " + (f"shuffle {seen:,}" if seen else "as observed"),
        f"observed: {show_score(numbers['difference'], digits, signed=True)}",
    )
    alt = (
        f"Above, the differences on {len(gains)} topics, {sum(numbers['flipped'])} of them flipped. "
        f"Below, the means of {numbers['shuffles']} shuffles; filled: {numbers['extreme']} at least "
        f"{show_score(abs(numbers['difference']), digits)} from 0."
    )
    law, observed = _law_of_means(tuple(numbers["gains"])), abs(numbers["difference"])
    shown = demonstrations.histogram(*law, np.array(numbers["means"]), observed, two_sided=True)
    return demonstrations.as_svg(
        lambda: demonstrations.sign_flips(
            gains, flipped, shown, numbers["here"], words, outline=outline
        ),
        alt,
        over=lambda figure: demonstrations.bar_targets(figure, shown, "look", seen or 0),
    )


@lru_cache(maxsize=8)
def _law_of_means(topics: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Give all means that flips can give, and how probable they are, in steps too fine to be seen."""
    gains = np.array(topics)
    total = abs(gains).sum()
    unit = total / 100_000 or 1.0
    steps = np.rint(abs(gains) / unit).astype(int)
    probabilities = toss_by_toss(steps)
    sums = 2 * np.arange(len(probabilities)) - steps.sum()
    return sums * unit / len(gains), probabilities
