"""What the lectures' slides say of p and of tests, against numbers worked out here."""

import re
from functools import cache
from math import comb, sqrt

import numpy as np
import pytest
from scipy.stats import binom, binomtest, fisher_exact, nct, t

from labkit import NaiveBayes, course_split, load_scores_table, load_yeh_modifiers
from labkit.demos._report_check import REVIEWS
from labkit.demos.demonstration import KIND
from labkit.experiments import DATA, load_system_outputs
from tests.notebooks.test_lectures import is_notes, read, slides, table

SIGNIFICANCE, GAIN, VALIDATION, RUNS, YEH = (
    "significance-testing",
    "confidence-against-gain",
    "smoothing-and-validation",
    "comparing-runs",
    "yeh",
)


@cache
def slide(lecture, name):
    """What the slide that begins with the cell of a name says, its tables' rows, and its notes."""
    (cells,) = (cells for cells in slides(lecture) if cells[0].id == name)
    texts = [c.source for c in cells if c.cell_type == "markdown" and not is_notes(c)]
    (notes,) = (c.source for c in cells if is_notes(c))
    rows = [row for cell in cells for row in table(cell)]
    return "\n\n".join(texts), {name: row for name, *row in rows}, notes


def whole_numbers(text):
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)]


def as_printed(number, digits=3):
    return f"{number:.{digits}g}"


# Significance testing


def test_the_binomial_sum_is_written_out():
    text, rows, _ = slide(SIGNIFICANCE, "coins")
    assert r"\binom{n}{k}" in text and r"\sum_{i=0}^{k} \binom{n}{i}" in text
    plain = re.sub(r"\\text\{([\d,]+)\}", r"\1", text)
    ways, outcomes, tail = re.search(r"\\frac\{([\d, +]+)\}\{([\d,]+)\} = ([\d.]+)", plain).groups()
    assert whole_numbers(ways) == [comb(20, i) for i in range(6)]
    assert whole_numbers(outcomes) == [2**20]
    assert tail == as_printed(binom.cdf(5, 20, 0.5))
    assert rows["5 of 20"][0] == as_printed(2 * binom.cdf(5, 20, 0.5)) and "twice the sum" in text


def test_an_effect_has_the_unit_that_gives_its_power():
    """In units of the differences, the t-test's power would be more than half."""
    text = slide(SIGNIFICANCE, "errors")[0]
    assert "0.3 standard deviations *of a score*" in text
    ends = np.array([-1, 1]) * t.ppf(0.975, 49)

    def power(effect):
        below, above = nct.cdf(ends, 49, effect * sqrt(50))
        return below + 1 - above

    found = int(re.search(r"with 50 items it finds (\d+) %", text)[1])
    of_a_score, of_differences = power(0.3 / sqrt(2)), power(0.3)
    assert found == round(100 * of_a_score) and of_differences > of_a_score + 0.2


def test_two_slides_with_other_verdicts_say_that_they_have_other_reviews():
    on_200, on_1000 = slide(SIGNIFICANCE, "effect")[0], slide(SIGNIFICANCE, "sins-check")[0]
    assert f"{len(course_split().test)} test reviews" in on_200
    assert f"**{REVIEWS:,} other reviews**" in on_1000


def test_digits_are_held_against_the_test_that_the_slide_names():
    text, rows, notes = slide(SIGNIFICANCE, "digits")
    assert "ties split" in text and "ties split" in notes and "0.005" in text
    del rows["items"]
    assert list(rows) == ["200", "2,000", "20,000", "200,000"]
    for items, (least, change, shown) in rows.items():
        n, wins, thousandths = (whole_numbers(text)[0] for text in (items, least, change))
        digits = int(shown)

        def p(wins, n=n):
            half = -(-(n - wins) // 2)
            return 2 * binom.cdf(half, wins + 2 * half, 0.5)

        assert p(wins) <= 0.05 < p(wins - 1)
        assert thousandths == n // 200
        assert digits == (3 if wins <= thousandths else 2)


def test_a_share_of_2000_items_is_one_of_whole_items():
    notes = slide(SIGNIFICANCE, "digits")[2]
    shares = [float(share) for share in re.findall(r"(\d+\.\d+) %", notes)]
    counts = [round(20 * share, 9) for share in shares]
    assert len(counts) == 2 and all(count % 1 == 0 for count in counts)
    assert all(f"{count:,.0f}" in notes for count in counts)
    assert {round(share) for share in shares} == {71} and "71 % for both" in notes


def test_key_points_count_what_is_more_extreme():
    assert "would do what we saw, or more" in slide(SIGNIFICANCE, "key-points")[0]


def test_the_sources_slips_are_exercises_and_the_notes_put_them_right():
    text, rows, notes = slide(SIGNIFICANCE, "not-p")
    assert (
        "Put this sentence right" in text
        and "less than 5% chance that the effect is due to chance" in text
    )
    assert "If there is no effect, a result at least so extreme" in notes
    shares = [share for name, (share,) in rows.items() if name.startswith("true in")]
    assert len(shares) == 3 and all(share in notes for share in shares)
    assert "*Mended:* if there is no effect" in text
    text, _, notes = slide(RUNS, "script")
    assert "Put this right" in text and "probability observed difference due to chance" in text
    assert "if the runs do not differ" in notes and "*Mended:* the probability of" in text


# Confidence against gain


def test_confidence_is_a_name_and_no_probability():
    text = slide(GAIN, "explore")[0]
    assert "1 − *p* **confidence**" in text and "*not* the probability" in text


@cache
def better_of(group):
    """Shares of winners of a group that are truly better, where a one-sided p is about 0.05.

    By a normal test on test sets of their own: it differs from the bootstrap's by less than the
    slide's intervals are wide.
    """
    outputs = load_system_outputs(DATA / "systems" / "imdb.npz")
    right = np.array([scores for name, scores in outputs.items() if name.startswith(group)], float)
    truth, rng, won = right.mean(axis=1), np.random.default_rng(7), []
    a, b = np.triu_indices(len(right), 1)
    for _ in range(20):
        drawn = right[:, rng.integers(right.shape[1], size=1_600)]
        both = drawn @ drawn.T
        sums = drawn.sum(axis=1)
        gain, differ = (sums[a] - sums[b]), sums[a] + sums[b] - 2 * both[a, b]
        z = np.abs(gain) / np.sqrt(np.maximum(differ - gain**2 / 1_600, 1e-9))
        near = (z > 1.555) & (z < 1.751)  # p from 0.04 to 0.06
        won += list((np.sign(gain) * (truth[a] - truth[b]) > 0)[near])
    return np.mean(won)


@pytest.mark.long
def test_how_often_a_winner_is_better_depends_on_the_pairs():
    text, rows, _ = slide(GAIN, "calibration")
    assert "depends on the *pairs*" in text and "not the probability of being wrong" in text
    names = ["all 150 systems", "30 lexicons"]
    shares = {name: [n / 100 for n in whole_numbers(" ".join(rows[name][1:]))] for name in names}
    for name, group in (("all 150 systems", ""), ("30 lexicons", "lexicon")):
        _, low, high = shares[name]
        assert low - 0.01 <= better_of(group) <= high + 0.01
    assert shares["30 lexicons"][2] < shares["all 150 systems"][1]


def test_alpha_promises_something_about_tests_with_nothing_to_find():
    """The gain of a bootstrap sample is a sum of 1,600 draws of 1, 0 and -1."""
    text, rows, notes = slide(GAIN, "promise")
    assert "With **nothing** to find, at most one test in twenty should reject" in text
    shown = rows["one side, named beforehand"] + rows["the side that is ahead"]
    one, winner = (float(share.removesuffix(" %")) for share in shown)
    rejects = []
    for ahead in range(101):
        law = np.fft.rfft([1_500, ahead, *[0] * 3_298, 100 - ahead], 3_301) / 1_600
        chance = np.fft.irfft(law**1_600, 3_301)
        gain = 2 * ahead - 100
        rejects.append(gain > 0 and chance[2 * gain + 1 : 1_650].sum() <= 0.05)
    rate = 100 * binom.pmf(np.flatnonzero(rejects), 100, 0.5).sum()
    assert one == pytest.approx(rate, abs=0.05) and winner == pytest.approx(2 * rate, abs=0.05)
    assert "test two-sided" in notes


def test_thresholds_of_two_metrics_are_not_compared():
    text, rows, _ = slide(GAIN, "natural-plot")
    assert re.search(r"[\d.]+ points of accuracy", rows["made systems"][-1])
    assert re.search(r"[\d.]+ points of average precision", rows["TREC-5 runs"][-1])
    assert "cannot be compared" in text and "two *metrics*" in text


# Smoothing and validation


@cache
def right(part, omega=1.0, first=200):
    """Which of the first reviews of one of the course's sets Naive Bayes has right."""
    split = course_split()
    model = NaiveBayes(omega).fit(split.train["text"], split.train["label"])
    reviews = getattr(split, part)[:first]
    return (model.predict(reviews["text"]) == reviews["label"]).to_numpy()


def test_a_rare_draw_is_called_rare():
    text, rows, _ = slide(VALIDATION, "held-out")
    test, validation = (int(right(part).sum()) for part in ("test", "validation"))
    p = fisher_exact([[test, 200 - test], [validation, 200 - validation]]).pvalue
    shown = [f"{test} of 200", f"{validation} of 200", f"p = {as_printed(p)}"]
    assert rows["Naive Bayes, add-one"] == shown and p < 0.005
    assert "by lot" in text and "rare" in text


@pytest.mark.long
def test_a_test_that_could_not_reject_is_told_from_one_that_did_not():
    text, rows, notes = slide(VALIDATION, "better")
    del rows["reviews"]
    assert list(rows) == ["test, 200", "validation, 200", "5,000 others"]
    candidates = np.geomspace(0.01, 10, 30)
    tuned = candidates[np.abs(candidates - 2.4).argmin()]  # as the slide of tuning prints it
    for part, (name, cells) in zip(("test", "validation", "pool"), rows.items(), strict=True):
        one, two = (right(part, omega, whole_numbers(name)[0]) for omega in (tuned, 1.0))
        plus, minus, ties = ((one & ~two).sum(), (two & ~one).sum(), (one == two).sum())
        assert cells[:2] == [f"{plus}, {minus}", f"{ties:,}"]
        dropped = binomtest(plus, plus + minus).pvalue
        best = binomtest(0, plus + minus).pvalue
        half = -(-ties // 2)
        split = min(1, 2 * binom.cdf(half + min(plus, minus), 2 * half + plus + minus, 0.5))
        assert cells[2:] == [as_printed(dropped), as_printed(best), as_printed(split)]
        assert (best > 0.05) == ("200" in name) and (dropped <= 0.05) == ("others" in name)
    assert "ties dropped" in text and "*no* outcome could have been significant" in text
    assert "the test that drops ties" in text and "splits them is inconclusive" in text
    assert (
        "certain beforehand" in notes and f"{ties:,} ties outweigh {plus} against {minus}" in notes
    )


# Comparing runs


def test_friedman_s_p_is_that_of_runs_that_are_alike():
    text, rows, _ = slide(RUNS, "74379504")
    assert "if all runs were alike" in text and rows["11 runs"][0] == "p, if all were alike"


def test_false_alarms_are_those_of_tests_with_nothing_to_find():
    text = slide(RUNS, "many")[0]
    runs = len(load_scores_table())
    assert "with *nothing* to find still rejects up to one time in twenty" in text
    assert f"If none of {comb(runs, 2)} pairs differed, that would be up to about ten" in text
    assert round(comb(runs, 2) * 0.05, -1) == 10 and "at α or below" in text


def test_a_sampled_p_counts_the_observed_difference():
    _, rows, notes = slide(RUNS, "script")
    _, p, *counts, _ = rows["NB05_5"]
    count, drawn = whole_numbers(" ".join(counts))
    assert p == "< 0.001"
    assert f"({count} + 1) / ({drawn:,} + 1)" in notes
    in_10_000 = int(re.search(r"about (\d) in 10,000", notes)[1])
    assert in_10_000 == round(10_000 * (count + 1) / (drawn + 1))


def test_the_topics_are_no_sample():
    text = slide(RUNS, "probability")[0]
    assert f"These {load_scores_table().shape[1]} topics only" in text
    assert "the chance is that of the coins" in text and "Manly, 1997" in text


# Yeh


def test_yeh_opens_at_the_paper_s_counts():
    one, two = load_yeh_modifiers()
    found_1, found_2, both = one[:, 0].sum(), two[:, 0].sum(), (one[:, 0] & two[:, 0]).sum()
    (cell,) = (cell for cell in read(YEH) if cell.id == "correlation-demo")
    (shown,) = cell.outputs
    counts = {"n": 103, "found_1": found_1, "found_2": found_2, "both": both}
    assert shown.data[KIND]["settings"] == counts
    notes = slide(YEH, "correlation")[2]
    assert f"opens at the paper's counts: to find 103, found by I {found_1}, by II {found_2}, by both {both}." in notes  # fmt: skip


def test_a_ratio_of_p_values_is_no_ratio_of_certainty():
    _, rows, notes = slide(YEH, "chi-squared")
    tests = {name.partition(",")[0]: row for name, row in rows.items()}
    chi2, shuffled = (float(tests[name][0]) for name in ("chi-squared", "shuffling"))
    assert round(chi2 / shuffled) == 3 and "one p is three times the other" in notes
    assert "not of certainty" in notes
