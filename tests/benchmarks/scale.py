"""The lab's own 150 systems on 24,000 real reviews, on one machine."""

import numpy as np

from labkit import metrics
from labkit.experiments import DATA, load_system_outputs
from labkit.significance import compare_all

N_ITEMS = 24_000


def outputs(positive=None):
    """What the systems got right, or their counts for F1: all IMDB reviews, then snippets."""
    sets = [
        load_system_outputs(DATA / "systems" / f"{name}.npz", positive)
        for name in ("imdb", "rotten_tomatoes")
    ]
    return {name: np.concatenate([part[name] for part in sets])[:N_ITEMS] for name in sets[0]}


def accuracy():
    """All pairs by accuracy, with endless resamples."""
    return compare_all(outputs(), method="exact", progress=False)["pvalue"].to_numpy()


def f1(n_resamples=10**5, n_jobs=2):
    """All pairs by F1, drawn."""
    counts = outputs(positive=1)
    draw = dict(method="monte-carlo", n_resamples=n_resamples, n_jobs=n_jobs, rng=16)
    return compare_all(counts, metrics.f1, progress=False, **draw)["pvalue"].to_numpy()
