"""Figures on a page, whose font may be wide or narrow: no letters on others, none outside, none small."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from labkit import load_scores_table, plots
from labkit.laws import PowerLaw
from labkit.report import significance_triangle
from labkit.significance import friedman_test, randomization_test
from tests.browser.driving import offline_page
from tests.plots.test_tables import INTERVALS, PVALUES

pytestmark = pytest.mark.slow

#: What a lecture shows: systems with names of usual length, and numbers of usual size.
RNG = np.random.default_rng(1)
RIGHT = {
    name: RNG.random(200) < p for name, p in [("naive Bayes", 0.7), ("SVM", 0.8), ("n-grams", 0.5)]
}
RANKED = friedman_test(load_scores_table().filter(like="F_A", axis="index"))
ORDER = pd.DataFrame(~np.tri(9, dtype=bool), *[[f"1_SVM0{i}_1" for i in range(9)]] * 2)
KINDS = RNG.choice(["same kind", "different kinds"], 300)
PAIRS = pd.DataFrame(
    {"gain": RNG.exponential(0.02, 300), "confidence": RNG.random(300), "kind": KINDS}
)
WORDS = pd.DataFrame({"tokens": [10**i for i in range(7)], "types": [5**i for i in range(7)]})
SIZES = pd.DataFrame(
    {"test_set": [250 * 2**i for i in range(7)], "threshold": [4 / 2**i for i in range(7)]}
)
SHARES = pd.DataFrame({"from": [0, 0.01], "to": [0.01, 0.05], "test_set": "snippets", "share": 0.8})
LOOKS = pd.DataFrame(
    {"by items": [0.05, 0.19, 0.32], "by topics": [0.05, 0.06, 0.04]}, ["one look", "20", "100"]
)
SAMPLED = [
    randomization_test([1] * 9, [0] * 9, n_resamples=n, method="monte-carlo", rng=3)
    for n in (100, 10_000)
]
FIGURES = {
    "binomial": lambda: plots.binomial(50, 19),
    "exact": lambda: plots.exact_distribution([-0.3, -0.1, 0.1, 0.3], [0.1, 0.4, 0.4, 0.1], -0.3),
    "convergence": lambda: plots.convergence(SAMPLED, 0.004),
    "triangle": lambda: plots.triangle(significance_triangle(RIGHT, digits=2)),
    "order": lambda: plots.partial_order(ORDER),
    "ranks": lambda: plots.critical_difference(RANKED),
    "pairs": lambda: plots.confidence_vs_gain(PAIRS),
    "sizes": lambda: plots.threshold_by_size(SIZES.assign(low=SIZES["threshold"], high=5)),
    "calibration": lambda: plots.calibration(SHARES.assign(low=0.7, high=0.9)),
    "curve": lambda: plots.accuracy_curve([1, 2, 3], [0.6, 0.7, 0.65], parameter="ω", chosen=2),
    "folds": lambda: plots.fold_accuracies({"blocks by class": [0.5, 0.6], "random": [0.8, 0.82]}),
    "words": lambda: plots.word_evidence(["superb", "waste"], [2.1, -2.6]),
    "running": lambda: plots.running_sum(
        [f"word{n}" for n in range(60)], [(-1) ** n * n % 7 - 3 for n in range(60)]
    ),
    "decisions": lambda: plots.decisions(
        pd.DataFrame({"weak words": [4, -3, 2], "strong words": [-1, 1, 0]}),
        ["POS", "NEG", "NEG"],
        ["POS", "POS", "NEG"],
        slope=-0.5,
    ),
    "zipf": lambda: plots.zipf(
        [10**6 // i for i in range(1, 999)], PowerLaw(10**6, -1), marked={"film": 20, "zest": 800}
    ),
    "heaps": lambda: plots.heaps(WORDS, PowerLaw(5.9, 0.66)),
    "dots": lambda: plots.dots({"plus": 23, "minus": 12, "tie": 165}),
    "intervals": lambda: plots.intervals(INTERVALS.assign(label="p = 0.04"), margin=0.02),
    "bars": lambda: plots.bars(LOOKS, quantity="false alarms", line=0.05),
    "p": lambda: plots.pvalues(PVALUES),
}

#: The letters of a figure that are outside it, on others, or smaller than of 13 points; powers may be.
_WRONG = """svg => {
  const texts = [...svg.querySelectorAll("text")], place = svg.getBoundingClientRect(), wrong = [];
  const box = text => { const { x, y, width, height } = text.getBBox(); return [x, y + 0.2 * height, x + width, y + 0.8 * height]; };
  const corners = text => { const [a, b, c, d] = box(text), m = text.getScreenCTM();
    return [[a, b], [c, b], [c, d], [a, d]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(m)); };
  const apart = (one, other) => [one, other].some(shape => shape.some((p, i) => {
    const q = shape[(i + 1) % 4], nx = q.y - p.y, ny = p.x - q.x, along = r => r.x * nx + r.y * ny;
    const [s, t] = [one, other].map(each => each.map(along));
    return Math.max(...s) <= Math.min(...t) || Math.max(...t) <= Math.min(...s);
  }));
  const shapes = texts.map(corners);
  texts.forEach((text, i) => {
    if (!text.textContent.trim()) return;
    if (shapes[i].some(p => p.x < place.left - 1 || p.x > place.right + 1 || p.y < place.top - 1 || p.y > place.bottom + 1))
      wrong.push("outside: " + text.textContent);
    if (parseFloat(text.style.fontSize) < 12.9) wrong.push("small: " + text.textContent);
    for (let j = 0; j < i; j++) if (texts[j].textContent.trim() && !apart(shapes[i], shapes[j]))
      wrong.push(texts[j].textContent + " on " + text.textContent);
  });
  return wrong;
}"""


@pytest.mark.parametrize(
    "font", ["DejaVu Sans", pytest.param("Liberation Sans", marks=pytest.mark.long)]
)
def test_letters_have_room_in_wide_and_narrow_fonts_and_are_the_pages(browser, font):
    with offline_page(browser, viewport={"width": 900, "height": 700}) as page:
        for name, draw in FIGURES.items():
            size = (5.4, 4.4) if name in {"order", "ranks"} else (5.9, 3.6)
            shown = plots.picture(draw(), "What it shows.", size=size)
            page.set_content(f"<body style='font-family: {font}'>{shown.lettered}")
            svg = page.locator("svg[role=img]")
            assert svg.evaluate(_WRONG) == [], name
            texts = svg.locator("text").evaluate_all(
                "all => all.map(one => getComputedStyle(one).fontFamily)"
            )
            assert {text.strip('"') for text in texts} == {font} and not plt.get_fignums()
