"""The triangle of significance against scipy."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from labkit import metrics
from labkit.report import significance_triangle
from labkit.significance import Result, randomization_test


def split_p(a, b):
    """The p-value of the sign test, ties split: scipy's binomial test of the two sides."""
    wins, losses = int(np.sum(a > b)), int(np.sum(a < b))
    half = -(-(len(a) - wins - losses) // 2)
    return stats.binomtest(half + wins, 2 * half + wins + losses).pvalue


@pytest.fixture(scope="module")
def systems():
    """Right and wrong of six systems on 150 items, from poor to good."""
    rng = np.random.default_rng(3)
    shares = (0.1, 0.5, 0.5, 0.6, 0.7, 0.9)
    return {f"S{i}": rng.random(150) < share for i, share in enumerate(shares)}


@pytest.fixture(scope="module")
def triangle(systems):
    return significance_triangle(systems, levels=(0.01, 0.1, 0.05))


def test_each_pair_has_the_p_value_of_a_sign_test(systems, triangle):
    found = triangle.pvalues.stack().dropna()
    assert set(found.index) == {(b, a) for a, b in combinations(systems, 2)}
    for (row, column), p in found.items():
        assert p == pytest.approx(split_p(systems[row], systems[column]), rel=1e-9)


def test_the_triangle_has_scores_in_its_margins(systems, triangle):
    margin = [f"{name} ({np.mean(right):.3f})" for name, right in systems.items()]
    for table in (triangle.table, triangle.differences):
        assert table.index.tolist() == margin[1:]
        assert table.columns.tolist() == margin[:-1]
    assert triangle.scores.to_dict() == pytest.approx({k: v.mean() for k, v in systems.items()})


def test_one_star_for_each_level_that_is_reached(systems, triangle):
    kinds = set()
    for (i, row), (j, column) in combinations(enumerate(systems), 2):
        p = split_p(systems[row], systems[column])
        stars = "*" * sum(p <= level for level in (0.1, 0.05, 0.01))
        kinds.add(stars)
        assert triangle.table.iloc[j - 1, i] == stars
    assert len(kinds) > 2
    assert triangle.caption.endswith("n = 150; * p ≤ 0.1, ** p ≤ 0.05, *** p ≤ 0.01")


def test_differences_are_row_less_column_with_their_sign():
    triangle = significance_triangle({"a": [1, 1, 1, 0], "b": [0, 0, 0, 0], "c": [1, 1, 1, 1]})
    assert triangle.differences.to_numpy().tolist() == [["-0.750", ""], ["+0.250", "+1.000"]]


def test_p_equal_to_a_level_earns_its_star():
    # Five wins and no loss: p = 2/32.
    scores = {"a": [0] * 5, "b": [1] * 5}
    assert significance_triangle(scores, levels=(0.0625,)).table.iloc[0, 0] == "*"
    assert significance_triangle(scores, levels=(0.0624,)).table.iloc[0, 0] == ""


def test_another_test_is_called_with_row_and_column():
    calls = []

    def test(a, b):
        calls.append((a.tolist(), b.tolist()))
        return Result("my test", float(a.mean() - b.mean()), 0.03, "two-sided", "exact", len(a))

    triangle = significance_triangle({"x": [1, 2], "y": [3, 4], "z": [5, 6]}, test)
    assert calls == [([3, 4], [1, 2]), ([5, 6], [1, 2]), ([5, 6], [3, 4])]
    assert triangle.table.to_numpy().tolist() == [["*", ""], ["*", "*"]]
    assert triangle.caption.startswith("my test, two-sided, n = 2;")


def test_print_and_html_say_the_same(triangle):
    text, page = repr(triangle), triangle._repr_html_()
    for said in (*triangle.table.index, triangle.caption, "***"):
        assert said in text and said in page
    assert "Difference" in page and "Significance" in page  # neighbouring tables
    for size in triangle.differences.to_numpy().ravel():
        assert size in page


def test_html_shows_names_and_not_what_they_could_do():
    page = significance_triangle({"<b>&": [1, 0], "plain": [0, 1]})._repr_html_()
    assert "&lt;b&gt;&amp;" in page and "<b>&" not in page


def test_latex_prints_names_with_signs_of_its_own():
    latex = significance_triangle({"tf_idf": [1] * 6, "50% & more": [0] * 6}).to_latex()
    assert latex.splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\caption{sign test, two-sided, n = 6; * p $\leq$ 0.05, ** p $\leq$ 0.01}",
        r"\begin{tabular}{lc}",
        r"\toprule",
        r" & 1 \\",
        r"\midrule",
        r"1 tf\_idf (1.000) &  \\",
        r"2 50\% \& more (0.000) & * \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def one_sided(a, b):
    return randomization_test(a, b, alternative="greater")


TWO = {"a": [1, 0], "b": [0, 1]}
COUNTS = {"A": [[1, 1, 1]] * 9, "B": [[0, 1, 1]] * 9}
TWICE = "systems of different names, not"  # their scores would be printed as one
BAD = [
    *(("scores must be a dictionary of at least two systems", {"scores": scores})
      for scores in ({"a": [1, 0]}, [[1, 0], [0, 1]])),
    ("levels must hold at least one", {"levels": ()}),
    ("levels must be", {"levels": (0.05, 0)}),
    *(("must (be|hold)", {"scores": {"a": [1, 0], "b": b}}) for b in ([1, 0, 1], [float("nan"), 1])),
    (TWICE, {"scores": {1: [1, 0], "1": [0, 0]}}),
    ("digits must be a whole number", {"digits": -1}),
    ("test must be two-sided, not of the alternative 'greater'", {"test": one_sided}),
    ("statistics for mean must have 2 columns", {"scores": COUNTS}),
]  # fmt: skip


@pytest.mark.parametrize(("message", "changed"), BAD)
def test_bad_input_names_the_argument(message, changed):
    with pytest.raises((ValueError, TypeError), match=message):
        significance_triangle(**{"scores": TWO} | changed)


def test_another_metric_scores_its_statistics():
    links = {"poor": [[1, 1, 2, 2]] * 9, "good": [[2, 2, 2, 2]] * 9}

    def test(a, b):
        return randomization_test(a, b, metrics.aer)

    triangle = significance_triangle(links, test, metric=metrics.aer)
    assert triangle.pvalues.loc["good", "poor"] == pytest.approx(2 / 2**9)
    assert triangle.scores.to_dict() == {"poor": 0.5, "good": 0}


def test_scores_and_differences_have_as_many_digits_as_asked_for():
    scores = {"A": [1] * 130 + [0] * 70, "B": [1] * 141 + [0] * 59}
    found = significance_triangle(scores, digits=2)
    assert found.differences.to_dict() == {"A (0.65)": {"B (0.71)": "+0.06"}}
    assert "+0.055" in significance_triangle(scores)._repr_html_()
