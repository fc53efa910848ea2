"""The heaviest comparison, in a process of its own: its time and its peak memory."""

from __future__ import annotations

import multiprocessing
import resource
import time

import numpy as np
from labkit import metrics
from labkit.significance import compare_all


def three_counts(m=150, n=2034):
    """Correct, guessed and gold constituents of m parsers on n sentences."""
    rng = np.random.default_rng(2)
    gold = rng.integers(5, 40, n)
    guessed = np.clip(gold + rng.integers(-2, 3, (m, n)), 1, None)
    correct = rng.binomial(np.minimum(gold, guessed), rng.normal(0.85, 0.005, (m, 1)))
    return np.stack([correct, guessed, np.broadcast_to(gold, (m, n))], axis=2)


def compare_f1(m=150, n=2034, n_resamples=10**6, n_jobs=2):
    """All pairs of m systems by F1."""
    counts = three_counts(m, n)
    return compare_all(counts, metrics.f1, n_resamples=n_resamples, rng=15, n_jobs=n_jobs, progress=False)


def f1_in_a_process(queue, options):
    """Time and peak memory (GB) of the F1 comparison, in a process of its own."""
    start = time.perf_counter()
    compare_f1(**options)
    queue.put((time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20))


def f1_measured(**options):
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=f1_in_a_process, args=(queue, options))
    process.start()
    measured = queue.get()
    process.join()
    return measured
