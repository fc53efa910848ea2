"""How often intervals miss and tests err: ``python -m tests.comparison.error_rates`` writes docs/compare.md.

Two systems are made up again and again, of which the true gain is known. Nothing is asked of the library
but what its users ask: `compare_systems`.
"""

from pathlib import Path

import numpy as np
from joblib import Parallel, delayed

from labkit.comparison import Settings, compare_systems

PAGE = Path(__file__).parents[2] / "docs" / "compare.md"
SIZES = (20, 50, 200)
#: Items in a cluster.
OF_CLUSTER = 5
#: How alike two systems' answers are: the share of what an item's difficulty decides.
ALIKE = 0.5
#: What makes the first system better, as a shift of its latent scores.
AHEAD = 0.2
TESTS = ("randomization", "bootstrap", "matched-t", "sign", "wilcoxon")


def latent(rng, n, m, shift, cluster=1):
    """Return normal scores (m, n) of systems on items that are hard for all, or easy; the first is ahead."""
    common = rng.normal(size=n // cluster).repeat(cluster)
    scores = np.sqrt(ALIKE) * common + np.sqrt(1 - ALIKE) * rng.normal(size=(m, n))
    scores[0] += shift
    return scores


def answers(rng, n, shift, m=2):
    """Right and wrong answers."""
    return {"outputs": latent(rng, n, m, shift) > -0.7}


def graded(rng, n, shift, m=2):
    """Scores from 0 to 1, most of them high."""
    return {"outputs": 1 / (1 + np.exp(-1 - 1.5 * latent(rng, n, m, shift)))}


def counts(rng, n, shift):
    """Correct, guessed and gold of a class that three in ten items have."""
    gold = rng.random(n) < 0.3
    guessed = np.where(gold, 1, -1) * 0.8 + latent(rng, n, 2, 0) * 0.8 > 0
    guessed[0] = np.where(rng.random(n) < shift, gold, guessed[0])
    parts = [guessed & gold, guessed, np.broadcast_to(gold, guessed.shape)]
    return {"outputs": np.stack(parts, axis=2).astype(int), "metric": "f1"}


def clusters(rng, n, shift):
    """Right and wrong answers in so many clusters, whose items are alike."""
    right = latent(rng, n * OF_CLUSTER, 2, shift, OF_CLUSTER) > -0.7
    return {"outputs": right, "groups": np.arange(n).repeat(OF_CLUSTER)}


KINDS = {"0 and 1": answers, "scores": graded, "F1": counts, "clusters of 0 and 1": clusters}


def compare(made, **settings):
    """Return the comparison of made-up systems, the first of which is called 0."""
    outputs = {str(i): each for i, each in enumerate(made.pop("outputs"))}
    higher = None if "metric" in made else True
    settings = Settings(n_resamples=settings.pop("n_resamples", 1000), **settings)
    return compare_systems(outputs, **made, higher_is_better=higher, settings=settings)


def true_gain(kind, shift):
    """Return by how much the first system is truly better: its gain on very many items."""
    made = kind(np.random.default_rng(0), 400_000, shift)["outputs"]
    if made.ndim == 2:
        return made[0].mean() - made[1].mean()
    correct, guessed, gold = made.sum(axis=1).T
    f1 = 2 * correct / (guessed + gold)
    return f1[0] - f1[1]


def covers(pair, gain):
    """Tell whether the interval of a pair has the true gain of system 0 in it; nan where there is none."""
    sign = 1 if pair.better == "0" else -1
    return np.nan if pair.low is None else pair.low <= sign * gain <= pair.high


def one(kind, n, shift, gain, seed):
    """Make up two systems; tell whether the interval covers, and which tests reject."""
    rng = np.random.default_rng(seed)
    (pair,) = compare(kind(rng, n, shift), seed=seed[-1]).pairs
    p = {"randomization": pair.pvalue, **pair.others}
    return covers(pair, gain), *(p[test] <= 0.05 if test in p else np.nan for test in TESTS)


def rates(kind, n, shift, times):
    """Return how often the interval covers, and each test rejects."""
    gain = true_gain(kind, shift) if shift else 0.0
    found = Parallel(n_jobs=-1)(delayed(one)(kind, n, shift, gain, (n, i)) for i in range(times))
    found = np.array(found, float)
    return [np.nanmean(column) if np.isfinite(column).any() else np.nan for column in found.T]


def all_cover(kind, m, baseline, seed):
    """Make up m systems that do not differ; tell whether all intervals of their pairs cover 0."""
    made = kind(np.random.default_rng(seed), 200, 0, m)
    pairs = compare(made, n_resamples=1, baseline=baseline).pairs
    return len(pairs), all(covers(pair, 0) != 0 for pair in pairs)


def together(kind, m, baseline, times):
    """Return how many pairs there are, and how often all their intervals cover."""
    found = Parallel(n_jobs=-1)(delayed(all_cover)(kind, m, baseline, (m, i)) for i in range(times))
    return found[0][0], np.mean([covered for _, covered in found])


def percent(rate):
    return "–" if np.isnan(rate) else f"{100 * rate:.1f}"


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def coverage_table(times=2000):
    """Per cent of the 95 % intervals that cover the true gain."""
    rows = [
        [name, *(percent(rates(kind, n, AHEAD, times)[0]) for n in SIZES)]
        for name, kind in KINDS.items()
    ]
    return table(["intervals that cover, of", *(f"n = {n}" for n in SIZES)], rows)


def together_table(times=1000):
    """Per cent of the reports on equal systems in which all intervals of gains cover 0."""
    rows = []
    for name in ("0 and 1", "scores"):
        found = [together(KINDS[name], *how, times) for how in ((5, "0"), (13, "0"), (12, None))]
        rows.append([name, *(percent(rate) for _, rate in found)])
    return table(["all at once, n = 200", "4 pairs", "12 pairs", "66 pairs"], rows)


def type_one_table(times=2000):
    """Per cent of the comparisons without a difference in which each test has p at most 0.05."""
    rows = []
    for name, kind in KINDS.items():
        for n in SIZES:
            rows.append([f"{name}, n = {n}", *map(percent, rates(kind, n, 0, times)[1:])])
    return table(["p at most 0.05, of", *TESTS], rows)


TABLES = {"coverage": coverage_table, "together": together_table, "type one": type_one_table}


def stored(name):
    """Return the table of this name in docs/compare.md."""
    return (
        PAGE.read_text(encoding="utf8")
        .partition(f"<!-- {name} -->\n\n")[2]
        .partition("\n\n<!-- end -->")[0]
    )


def main():
    """Write all tables anew."""
    for name, make in TABLES.items():
        before, mark, rest = PAGE.read_text(encoding="utf8").partition(f"<!-- {name} -->\n\n")
        made, after = make(), rest[rest.index("\n\n<!-- end -->") :]
        PAGE.write_text(before + mark + made + after, encoding="utf8")
        print(made, flush=True)


if __name__ == "__main__":
    main()
