"""Demonstration of sign flips: two search runs on the same topics, randomized topic by topic."""

from functools import partial

import numpy as np
import pandas as pd

from labkit import arguments
from labkit.demos.chance import random_tosses
from labkit.demos.demonstration import Demonstration, Numbers
from labkit.demos.resampling import check_draws, count_shuffles, write_shuffles
from labkit.demos.words import raised, show_score
from labkit.significance import randomization_test
from labkit.trecvid import load_scores_table

#: The two runs to begin with: with Naive Bayes, and with a lexicon.
RUNS = "F_A_1_NB04_4", "F_C_1_LEX03_3"

#: Scores have four decimals: in these units they are whole numbers.
UNIT = 10_000

#: Topics at most, so that all flips are counted in no time.
MOST_TOPICS = 100


def sign_flips_numbers(
    run_a: str = RUNS[0],
    run_b: str = RUNS[1],
    shuffles: int = 0,
    seed: int = 5,
    look: int = 0,
    exact: bool = False,
    table: pd.DataFrame | None = None,
) -> Numbers:
    """Flip the signs of two runs' differences on the topics, and count large means.

    Parameters
    ----------
    run_a, run_b : str
        Two runs of the table; a run against itself has no difference to flip.
    shuffles, seed, look, exact : int, int, int, bool
        Shuffles so far, to 10,000; their seed; which is looked at, from 1 (0: the latest); whether
        p of all flips is shown, too, which changes no number.
    table : DataFrame, optional
        A row a run, a column a topic, scores from 0 to 1 of which four decimals
        count; by default ``load_scores_table()``.

    Returns
    -------
    dict
        `mean_a`, `mean_b`, `gains` (a less b on each topic), `difference` (their mean);
        `means` of all shuffles, `extreme` (how many are at least as far from 0),
        `sampled` ((extreme + 1) / (shuffles + 1)), `pvalue` (of all flips); of the
        `shown` shuffle `flipped` (whether it flips each topic) and `here` (the mean).

    See Also
    --------
    sign_flips, labkit.randomization_test : The demonstration, and the test itself.

    Examples
    --------
    >>> numbers = sign_flips_numbers(shuffles=1000)
    >>> round(numbers["difference"], 3), round(numbers["pvalue"], 4)
    (0.071, 0.0186)
    """
    scores = _scores(table)
    for name, run in (("run_a", run_a), ("run_b", run_b)):
        if run not in [*scores]:
            raise ValueError(f"{name} must be one of the table's {len(scores)} runs, not {run!r}")
    shuffles, seed, shown = check_draws(shuffles, "shuffles", seed, look)
    a, b = np.floor(np.array([scores[run_a], scores[run_b]]) * UNIT + 0.5).astype(int)
    steps, whole = a - b, UNIT * len(a)
    flipped = random_tosses(seed, shuffles, len(steps))
    sums = np.where(flipped, -steps, steps).sum(axis=1)
    return {
        "mean_a": float(a.sum() / whole),
        "mean_b": float(b.sum() / whole),
        "gains": (steps / UNIT).tolist(),
        "difference": float(steps.sum() / whole),
        "flipped": (flipped[shown - 1] if shown else np.zeros(len(steps), dtype=bool)).tolist(),
        "means": (sums / whole).tolist(),
        **count_shuffles(sums / whole, abs(sums) >= abs(steps.sum()), shown, exact),
        "pvalue": randomization_test(a, b, method="exact").pvalue,
        "itself": run_a == run_b,
    }


def _scores(table: pd.DataFrame | None) -> dict[str, list[float]]:
    """Return the scores of each run, in four decimals."""
    table = load_scores_table() if table is None else table
    wanted = "table must be a DataFrame with a row a run, each with a name of its own, not"
    if not isinstance(table, pd.DataFrame):
        raise TypeError(f"{wanted} {arguments.shown(table)}")
    runs, scores = table.index, table.to_numpy(float)
    if len(runs) < 2 or runs.nlevels > 1 or runs.hasnans or not runs.is_unique:
        raise ValueError(f"{wanted} one with the rows {arguments.shown(list(runs))}")
    if not 1 <= scores.shape[1] <= MOST_TOPICS or not ((scores >= 0) & (scores <= 1)).all():
        raise ValueError(f"table must have scores from 0 to 1 on at most {MOST_TOPICS} topics")
    return dict(zip(map(str, runs), scores.round(4).tolist(), strict=True))


def _readout(numbers: Numbers) -> str:
    a, b = (show_score(numbers[name]) for name in ("mean_a", "mean_b"))
    difference = show_score(numbers["difference"], signed=True)
    itself = ": a run against itself, there is nothing to test" if numbers["itself"] else ""
    observed = f"Means {a}, {b}; a − b = {difference}{itself}"
    flips = f"2{raised(len(numbers['gains']))} flips"
    return write_shuffles(numbers, observed, "as far from 0", "flipped", flips)


def sign_flips(table: pd.DataFrame | None = None, **settings: object) -> Demonstration:
    """Show two runs' differences on the topics, their signs flipped, and the means of many flips.

    Source: README of ``randCompareMeans.pl``.

    Parameters
    ----------
    table : DataFrame, optional
        As `sign_flips_numbers` takes it; of one's own, the first two runs are shown.
    **settings
        Settings to begin with: arguments of `sign_flips_numbers`.

    Returns
    -------
    Demonstration
        It follows its controls.

    See Also
    --------
    sign_flips_numbers : What its readout says.

    Examples
    --------
    >>> sign_flips(run_b="F_C_1_LEN01_1").settings["run_a"]
    'F_A_1_NB04_4'
    """
    scores = _scores(table)
    if table is not None:
        settings = dict(zip(("run_a", "run_b"), scores, strict=False)) | settings
    numbers = partial(sign_flips_numbers, table=table)
    return Demonstration("sign_flips", numbers, _readout, settings, scores)
