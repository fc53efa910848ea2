"""What the lectures' slides conclude from their numbers; ``recomputed.py`` works these out anew."""

import re
from math import comb

from scipy.stats import binom

from labkit import load_yeh_modifiers
from labkit.demos.demonstration import KIND
from tests.demos.oracles import settings_of
from tests.notebooks.test_lectures import is_notes, slides, table


def slide(lecture, name):
    """What the slide that begins with the cell of a name says, its tables' rows, and its notes."""
    (cells,) = (cells for cells in slides(lecture) if cells[0].id == name)
    texts = [c.source for c in cells if c.cell_type == "markdown" and not is_notes(c)]
    (notes,) = (c.source for c in cells if is_notes(c))
    rows = [row for cell in cells for row in table(cell)]
    return "\n\n".join(texts), {name: row for name, *row in rows}, notes


def whole_numbers(text):
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)]


def test_the_binomial_sum_is_written_out():
    text, rows, _ = slide("significance-testing", "coins")
    plain = re.sub(r"\\text\{([\d,]+)\}", r"\1", text)
    ways, outcomes, tail = re.search(r"\\frac\{([\d, +]+)\}\{([\d,]+)\} = ([\d.]+)", plain).groups()
    assert whole_numbers(ways) == [comb(20, i) for i in range(6)]
    assert whole_numbers(outcomes) == [2**20]
    p = binom.cdf(5, 20, 0.5)
    assert (tail, rows["5 of 20"][0]) == (f"{p:.3g}", f"{2 * p:.3g}") and "twice the sum" in text


def test_six_pairs_corrected_show_nothing_with_ties_split_and_three_with_ties_dropped():
    _, rows, notes = slide("significance-testing", "effect")
    del rows["difference"]
    split, dropped = (sorted(map(float, column)) for column in zip(*rows.values(), strict=True))
    assert 6 * split[0] > 0.05 and "none of the six is significant with ties split" in notes
    assert all((6 - i) * p <= 0.05 for i, p in enumerate(dropped))
    assert len(dropped) == 3 and "with ties dropped all three of the table" in notes


def test_digits_are_held_against_the_test_that_the_slide_names():
    text, _, notes = slide("significance-testing", "digits")
    assert all("ties split" in words.lower() and "dropped" in words for words in (text, notes))
    assert "0.005" in text


def test_how_often_a_winner_is_better_depends_on_the_pairs():
    (cells,) = (each for each in slides("confidence-against-gain") if each[0].id == "calibration")
    (said,) = (out.data["text/plain"] for cell in cells for out in cell.get("outputs", []))
    lowest = re.search(r"all 150 systems.*?interval (\d+)", said)[1]
    assert int(re.search(r"30 lexicons.*?interval .*? to (\d+)", said)[1]) < int(lowest)


def test_a_test_that_could_not_reject_is_told_from_one_that_did_not():
    text, rows, _ = slide("smoothing-and-validation", "better")
    del rows["reviews"]
    assert list(rows) == ["test", "held out"] and "no* outcome could have been significant" in text
    assert all(float(best) > 0.05 for *_, best in rows.values())
    text, rows, notes = slide("smoothing-and-validation", "many")
    differ, ties, dropped, split = rows["5,000 others"]
    assert float(dropped.removeprefix("< ")) <= 0.05 < float(split) and "Dropped, tuned is" in text
    assert f"{differ} coins" in notes and f"the {ties} ties" in notes
    plus, minus = whole_numbers(re.search(r"outweigh (.*?)\.", notes)[1])
    assert plus + minus == int(differ) and f"{(plus - minus) / 2} wins above an even share" in notes


def test_a_sampled_p_counts_the_observed_difference():
    _, rows, notes = slide("comparing-runs", "script")
    _, p, *counts, _ = rows["NB05"]
    count, drawn = whole_numbers(" ".join(counts))
    assert p == "< 0.001" and f"({count} + 1) / ({drawn:,} + 1)" in notes
    in_10_000 = int(re.search(r"about (\d) in 10,000", notes)[1])
    assert in_10_000 == round(10_000 * (count + 1) / (drawn + 1))


def test_yeh_opens_at_the_paper_s_counts_and_one_p_is_three_times_the_other():
    one, two = (responses[:, 0] for responses in load_yeh_modifiers())
    counts = {"n": 103, "found_1": one.sum(), "found_2": two.sum(), "both": (one & two).sum()}
    (cell,) = (c for cells in slides("yeh") for c in cells if c.id == "correlation-demo")
    assert settings_of(**cell.outputs[0].data[KIND]) == counts
    notes = slide("yeh", "correlation")[2]
    said = re.search(r"to find \d+, found by A \d+, by B \d+, by both \d+", notes)[0]
    assert whole_numbers(said) == [*counts.values()]
    _, rows, notes = slide("yeh", "chi-squared")
    chi2, shuffled = (
        float(rows[test][0]) for test in ("chi-squared, 2.38", "shuffling, two-sided")
    )
    assert round(chi2 / shuffled) == 3 and "one p is three times the other" in notes
