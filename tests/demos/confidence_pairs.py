"""Write the data of the demonstration of confidence against gain, from the systems' outputs.

``python -m tests.demos.confidence_pairs`` writes labkit/demos/js/confidence_vs_gain.json anew.
The pairs stand in the order of `comparisons`; those left out at the end have p = 0. By each metric
there are two texts: the one-sided p, and what the other side adds to it. Each is a
whole number of ten-thousandths in two signs; a space is 0, and ``!`` is 1.
"""

import json

from labkit.experiments import take_items
from tests.demos.oracles.confidence_vs_gain import (
    METRICS,
    SIZES,
    TEST_SETS,
    comparisons,
    outputs_of,
)
from tests.ticks import ROOT

PATH = ROOT / "labkit/demos/js/confidence_vs_gain.json"
SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()*+,-./:;"


def compute_panel(test_set, size):
    """Return two counts a system, and the p-values of all pairs by both metrics."""
    right, counts = (take_items(outputs_of(test_set, by), size) for by in METRICS)
    panel = {
        "right": [int(each.sum()) for each in right.values()],
        "hits": [int(each[:, 0].sum()) for each in counts.values()],
    }
    for metric in METRICS:
        one, two = (
            (10_000 * comparisons(test_set, size, metric, sides)["pvalue"]).round().astype(int)
            for sides in ("one-sided", "two-sided")
        )
        panel[metric] = ["".join(map(write, part)).rstrip() for part in (one, two - one)]
    return panel


def write(code):
    """Return a p-value's signs."""
    known = {0: " ", 10_000: "!"}
    return known.get(code) or "".join(SIGNS[part] for part in divmod(code, len(SIGNS)))


def main():
    systems = list(outputs_of("IMDB", "accuracy"))
    panels = {
        test_set: {str(size): compute_panel(test_set, size) for size in SIZES}
        for test_set in TEST_SETS
    }
    data = {"signs": SIGNS, "systems": systems, "test_sets": panels}
    text = json.dumps(data, separators=(",", ":"))
    PATH.write_text(text.replace('},"', '},\n"') + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
