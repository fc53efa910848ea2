"""Heavy comparisons, each in a process of its own: their time and peak memory, and how they grow."""

import multiprocessing
import os
import re
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
from joblib import parallel_config

from labkit import cli, metrics
from labkit.experiments import DATA, load_system_outputs
from labkit.significance import bootstrap_test, compare_all, randomization_test


def three_counts(m=150, n=2034):
    """Correct, guessed and gold constituents of m parsers on n sentences."""
    rng = np.random.default_rng(2)
    gold = rng.integers(5, 40, n)
    guessed = np.clip(gold + rng.integers(-2, 3, (m, n)), 1, None)
    correct = rng.binomial(np.minimum(gold, guessed), rng.normal(0.85, 0.005, (m, 1)))
    return np.stack([correct, guessed, np.broadcast_to(gold, (m, n))], axis=2)


def compare_f1(m=150, n=2034, n_resamples=10**6, n_jobs=2):
    """All pairs of m systems on n items by F1, from three counts."""
    with parallel_config(n_jobs=n_jobs):
        options = dict(alternative="greater", n_resamples=n_resamples, rng=15)
        return compare_all(three_counts(m, n), metrics.f1, **options)


def growth():
    """Yield the processor time of all pairs by F1 against doubled n, systems and draws."""
    base = dict(m=60, n=2000, n_resamples=100_000, n_jobs=1)
    once = measured(compare_f1, **base)[1]
    yield "n = 2,000, 60 systems, b = 100,000", once, 1.0
    for name, text in (("n", "n"), ("m", "systems"), ("n_resamples", "b")):
        twice = measured(compare_f1, **{**base, name: 2 * base[name]})[1]
        yield f"{text} doubled", twice, twice / once


def own_systems(metric="mean", positive=None, n_jobs=1, **options):
    """Compare all pairs of the lab's own 150 systems on 24,000 real reviews, IMDB's first."""
    files = [DATA / "systems" / f"{name}.npz" for name in ("imdb", "rotten_tomatoes")]
    sets = [load_system_outputs(file, positive) for file in files]
    outputs = {name: np.concatenate([part[name] for part in sets])[:24_000] for name in sets[0]}
    with parallel_config(n_jobs=n_jobs):
        return compare_all(outputs, getattr(metrics, metric), **options)


def real_scores(test, n=10**6):
    """Compare two systems of a million real scores."""
    scores = np.random.default_rng(19).random((2, n)) + np.array([[0.001], [0]])
    {"bootstrap": bootstrap_test, "sign flips": randomization_test}[test](*scores)


def compare_real_scores(m=20, n=100_000):
    """Do what `labkit compare` does with a table of m systems of n real scores."""
    rng = np.random.default_rng(20)
    scores = np.clip(
        rng.random((m, n)) / 2 + rng.random(n) / 2 + np.arange(m)[:, None] / 2500, 0, 1
    )
    with tempfile.TemporaryDirectory() as folder:
        table, page = Path(folder, "scores.csv"), Path(folder, "report.html")
        names = [f"s{number}" for number in range(m)]
        pd.DataFrame(scores.T, columns=names).to_csv(table, index_label="item")
        if cli.main(["compare", str(table), "--metric", "map", "--out", str(page)]):
            raise RuntimeError("labkit compare could not read its table")


def measured(work, **options) -> tuple[float, float, float]:
    """Seconds, processor seconds and peak memory (GB) of a function, with its processes."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as processes:
        return processes.submit(_timed, work, options).result()


def _timed(work, options):
    start, start_of_work = time.perf_counter(), os.times()
    work(**options)
    seconds, end_of_work = time.perf_counter() - start, os.times()
    # User and system time of this process and of those that it waited for.
    work_seconds = sum(end_of_work[:4]) - sum(start_of_work[:4])
    # Linux's own record: that of the resource module begins with the parent's peak.
    kilobytes = int(re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())[1])
    return seconds, work_seconds, kilobytes / 2**20
