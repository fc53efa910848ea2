"""What a comparison of many systems by F1, which is drawn, costs, and how that grows."""

from tests.benchmarks.heavy import compare_f1, measured


def growth():
    """Processor time of all pairs against doubled n, systems and draws."""
    base = dict(m=60, n=2000, n_resamples=100_000, n_jobs=1)
    once = measured(compare_f1, **base)[1]
    yield "n = 2,000, 60 systems, b = 100,000", once, 1.0
    for name, text in (("n", "n"), ("m", "systems"), ("n_resamples", "b")):
        twice = measured(compare_f1, **{**base, name: 2 * base[name]})[1]
        yield f"{text} doubled", twice, twice / once
