"""Draw each of some comparisons of ratios up to 10^8 times: what computed p-values are held against.

Run from the top of the repository: ``python -m tests.benchmarks.many_draws``. It takes
about an hour of one processor and writes `many_draws.json`, which the tests read; name
cases to draw only these, and `--draws` for fewer: the table says how many there were.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from labkit import metrics
from labkit.significance._items import Systems
from labkit.significance._resamples import over_resamples
from tests.benchmarks.heavy import three_counts

TABLE = Path(__file__).with_suffix(".json")
DRAWS = 10**8
VARIANTS = ("recentred", "below-zero")


def labelled(n, recalls, false_alarms, seed):
    """Whether each item is rightly called positive, called positive, and positive, of each system."""
    rng = np.random.default_rng(seed)
    positive = rng.random(n) < 0.4
    hard = rng.normal(size=n)
    systems = []
    for recall, false_alarm in zip(recalls, false_alarms, strict=True):
        bar = np.where(positive, recall, false_alarm)
        guessed = rng.normal(size=n) + hard < np.sqrt(2) * bar
        systems.append(np.column_stack([positive & guessed, guessed, positive]))
    return np.stack(systems).astype(int)


def links(n, qualities, seed):
    """Alignments of sentences: sure hits, possible hits, links, sure links."""
    rng = np.random.default_rng(seed)
    sure = rng.integers(1, 15, n)
    systems = []
    for quality in qualities:
        hits = rng.binomial(sure, quality)
        more = rng.binomial(6, 0.3, n)
        systems.append(np.column_stack([hits, hits + more, hits + more + 1, sure]))
    return np.stack(systems)


def uneven_documents(n, qualities, seed):
    """Documents of which a few are a hundred times as long as most."""
    rng = np.random.default_rng(seed)
    gold = np.ceil(np.exp(rng.normal(1.5, 1.2, n))).astype(int)
    systems = []
    for quality in qualities:
        guessed = rng.binomial(2 * gold, 0.45) + 1
        correct = rng.binomial(np.minimum(gold, guessed), quality)
        systems.append(np.column_stack([correct, guessed, gold]))
    return np.stack(systems)


#: Statistics (m, n, k) of systems, and the metric.
CASES = {
    "AER of 120 sentences": lambda: (links(120, (0.84, 0.82, 0.79), 5), metrics.aer),
    "F1 of 300 sentences": lambda: (three_counts(3, 300), metrics.f1),
    "F1 of uneven documents": lambda: (uneven_documents(400, (0.8, 0.78), 6), metrics.f1),
    "F-score of few found": lambda: (
        labelled(400, (0.5, 0.3), (-1.2, -1.1), 3)[:, :, :2],
        metrics.f_score(160),
    ),
    "precision of labels": lambda: (
        labelled(1000, (0.6, 0.8), (-1.25, -1.1), 2)[:, :, :2],
        metrics.precision,
    ),
    "F1 of labels": lambda: (labelled(1600, (1.0, 0.9), (-1.0, -0.95), 1), metrics.f1),
    "F1 of 2,034 sentences": lambda: (three_counts(150, 2034)[[0, 3, 7]], metrics.f1),
}


def draw(case, n_draws=DRAWS, seed=17):
    """How many resamples count for each pair, better one first, by each variant."""
    statistics, metric = CASES[case]()
    statistics = statistics[better_first(statistics, metric)]
    sides = [Systems(statistics, metric, variant).standings for variant in VARIANTS]

    def count(scores):
        return np.stack([side.count(scores) for side in sides])

    chunks = over_resamples(statistics, metric, count, n_draws, np.random.default_rng(seed))
    total = np.zeros((2, len(statistics), len(statistics)), int)
    for chunk in chunks:
        total += chunk
    pairs = zip(*np.triu_indices(len(statistics), 1), strict=True)
    return {f"{i}-{j}": dict(zip(VARIANTS, total[:, i, j].tolist(), strict=True)) for i, j in pairs}


def better_first(statistics, metric):
    systems = Systems(statistics, metric)
    return np.argsort(-systems.direction * systems.observed, kind="stable")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(CASES))
    parser.add_argument("--draws", type=int, default=DRAWS)
    parser.add_argument("--out", type=Path, default=TABLE)
    options = parser.parse_args()
    table = json.loads(options.out.read_text()) if options.out.exists() else {}
    for case in options.cases or CASES:
        table[case] = {"draws": options.draws, "counts": draw(case, options.draws)}
        options.out.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
