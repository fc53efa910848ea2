"""Demonstration of sign flips: two search runs on the same topics, randomized topic by topic."""

from functools import partial

import numpy as np
import pandas as pd

from labkit import arguments
from labkit.demos.controls import counter, field, scale
from labkit.demos.frame import Demonstration, Numbers
from labkit.demos.resampling import MOST, random_signs
from labkit.demos.words import signed
from labkit.plots import demonstrations
from labkit.significance import randomization_test
from labkit.significance.engine.cells import toss_by_toss
from labkit.trecvid import load_scores_table

#: The two runs to begin with: with Naive Bayes, and with a lexicon.
RUNS = "F_A_1_NB04_4", "F_C_1_LEX03_3"


def sign_flips_numbers(
    run_a: str = RUNS[0],
    run_b: str = RUNS[1],
    shuffles: int = 0,
    seed: int = 1,
    table: pd.DataFrame | None = None,
) -> Numbers:
    """Flip the signs of two runs' differences on the topics, and count large means.

    Parameters
    ----------
    run_a, run_b : str
        Two runs of the table.
    shuffles, seed : int
        Shuffles so far, from 0 to 10,000; the same seed flips the same signs.
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

    See Also
    --------
    sign_flips, labkit.randomization_test : The widget, and the test itself.

    Examples
    --------
    >>> numbers = sign_flips_numbers("F_A_1_NB04_4", "F_C_1_LEX03_3", shuffles=1000)
    >>> round(numbers["difference"], 3), round(numbers["pvalue"], 4), numbers["method"]
    (0.071, 0.0186, 'exact')
    """
    table = load_scores_table() if table is None else table
    for name, run in (("run_a", run_a), ("run_b", run_b)):
        if run not in table.index:
            raise ValueError(f"{name} must be one of the table's {len(table)} runs, not {run!r}")
    if run_a == run_b:
        raise ValueError(f"run_b must be another run than run_a, not {run_b!r} again")
    shuffles = arguments.as_count(shuffles, "shuffles", most=MOST)
    seed = arguments.as_count(seed, "seed")
    a, b = table.loc[run_a].to_numpy(float), table.loc[run_b].to_numpy(float)
    result = randomization_test(a, b, rng=seed)
    gains = a - b
    flipped = random_signs(len(gains), seed)[:shuffles]
    means = np.where(flipped, -gains, gains).mean(axis=1)
    extreme = int((abs(means) >= abs(gains.mean()) - 1e-9).sum())
    settings = {"run_a": run_a, "run_b": run_b, "shuffles": shuffles, "seed": seed}
    return {
        **settings,
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
    >>> sign_flips(run_b="F_C_1_LEN01_1")
    Demonstration(run_a='F_A_1_NB04_4', run_b='F_C_1_LEN01_1', shuffles=0, seed=1)
    """
    scores = load_scores_table() if table is None else table
    first, second = RUNS if table is None else scores.index[:2]
    controls = {
        "run_a": scale("a", scores.index, first),
        "run_b": scale("b", scores.index, second),
        **counter("shuffles", MOST),
        "seed": field("seed", 1, 0, 999),
    }
    numbers = partial(sign_flips_numbers, table=scores)
    return Demonstration("sign_flips", controls, initial, numbers, _picture)


def _picture(numbers: Numbers) -> str:
    gains, flipped = np.array(numbers["gains"]), np.array(numbers["flipped"])
    observed = f"observed: {signed(numbers['difference'], 3)}"
    alt = (
        f"Above, the differences on {len(gains)} topics, {sum(numbers['flipped'])} of them flipped. "
        f"Below, the means of {numbers['shuffles']} shuffles; filled: {numbers['extreme']} at least "
        f"{abs(numbers['difference']):.4f} from 0."
    )
    shown = gains, flipped, _law_of_means(gains), numbers["means"], observed
    return demonstrations.as_svg(lambda: demonstrations.sign_flips(*shown), alt)


def _law_of_means(gains: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give all means that flips can give, and how probable they are, in steps too fine to be seen."""
    total = abs(gains).sum()
    unit = max(1e-4, total / 100_000)
    steps = np.rint(abs(gains) / unit).astype(int)
    probabilities = toss_by_toss(steps)
    sums = 2 * np.arange(len(probabilities)) - steps.sum()
    return sums * unit / len(gains), probabilities
