"""What each demonstration reads out, word by word, and what it refuses; and what lectures have stored of it."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

from labkit import demos
from labkit.demos.demonstration import KIND
from labkit.demos.program import NAMES
from tests.browser.modules import show
from tests.demos.oracles import readout, settings_of
from tests.notebooks.stored import SVG, shown
from tests.ticks import ROOT

STORED = [
    (path.stem, output)
    for path in sorted(ROOT.glob("notebooks/lectures/*.ipynb"))
    for cell in nbformat.read(path, as_version=4).cells
    for output in cell.get("outputs", [])
    if KIND in output.get("data", {})
]


def tails(p, verdict, alpha, region, percent):
    """What the demonstration of the tails says."""
    return [
        f"p = {p}",
        f"“No difference” {verdict} at α = {alpha}.",
        f"Rejected: {region}. If there is no difference, that happens in {percent}\xa0% of all experiments.",
    ]


GANDHI = [
    "POS: 40 × “gandhi”, P = 0.00017", "NEG: 0 × “gandhi”, P = 4.4 × 10⁻⁶", "Evidence for POS: 3.67",
    "Accuracy with ω = 1, ten folds of the training reviews: 0.82",
]  # fmt: skip
LEFT_OUT = "In no training review: the classifier leaves “covid” out"
#: Demonstration, settings, and all that it says.
SAID = [
    ("binomial_tails", {"n": 2000, "k": 753, "tails": "one tail"},
     tails("7.81 × 10⁻²⁹", "is rejected", 0.05, "at most 962 negative events", 4.7)),
    ("binomial_tails", {"n": 20, "k": 6},
     tails("0.115", "is not rejected", 0.05, "at most 5 or at least 15 negative events", 4.1)),
    ("binomial_tails", {"n": 4, "k": 0}, tails("0.125", "is not rejected", 0.05, "no outcome at all", 0)),
    # Of 4 events no 5 are negative: what was not given gives way.
    ("binomial_tails", {"n": 4}, tails("0.125", "is not rejected", 0.05, "no outcome at all", 0)),
    ("binomial_tails", {"tails": "one tail", "alpha": 0.9999},
     tails("0.0207", "is rejected", 0.9999, "at most 10 or at least 11 negative events", 100)),
    ("bootstrap", {}, ["δ = 0.25", "Nothing resampled so far"]),
    ("bootstrap", {"exact": True},
     ["δ = 0.25", "Nothing resampled so far", "All resamples: p = 0.0219"]),
    ("bootstrap", {"plus": 0, "minus": 0, "exact": True, "resamples": 1000},
     ["δ = 0.00: the systems never differ, there is nothing to test",
      "Resample 1,000: gain 0.00; mean of all 0.00", "0 of 1,000 gains above 2δ = 0.00", "All resamples: p = 1"]),
    ("bootstrap", {"plus": 2, "minus": 2}, ["δ = 0.00", "Nothing resampled so far"]),
    ("confidence_vs_gain", {}, ["p = 0.0958, two-sided", "A 0.85, B 0.83: A is ahead by 2.0 points"]),
    ("confidence_vs_gain", {"sides": "one-sided", "reveal": True},
     ["p = 0.0481, one-sided", "A 0.85, B 0.83: A is ahead by 2.0 points", "Threshold 1.9 (same), 2.2 (different)"]),
    ("confidence_vs_gain", {"size": 200, "reveal": True},
     ["p = 0.375, two-sided", "A 0.85, B 0.83: A is ahead by 2.0 points", "Threshold 4.5 (same), 6.0 (different)"]),
    # No p is called 0 that four decimals are too few for; A and B stay who they are.
    ("confidence_vs_gain", {"size": 200, "metric": "F1", "a": "lexicon/quarter-04", "b": "svm/half-07"},
     ["p < 0.0001, two-sided", "A 0.63, B 0.90: B is ahead by 27.2 points"]),
    ("confidence_vs_gain", {"a": "svm/full-01", "b": "svm/full-01", "pairs": "same kind", "reveal": True},
     ["p = 1, two-sided", "A system against itself: nothing to test", "Threshold 2.2 (same)"]),
    ("correlation", {},
     ["Difference 0.12; correlation r₁₂ = 0.58",
      "Standard deviation of the difference: 0.0443, 0.651 times that of independent systems, 0.0681",
      "Two-sample t test: p = 0.0884; t = 1.71", "Matched t test: p = 0.00984; t = 2.63"]),
    ("correlation", {"n": 300, "found_1": 299, "found_2": 1, "both": 0},
     ["Difference 0.99; correlation r₁₂ = −1.00",
      "Standard deviation of the difference: 0.0067, 1.414 times that of independent systems, 0.0047",
      "Two-sample t test: p < 10⁻³⁰⁰; t = 210.72", "Matched t test: p = 1.34 × 10⁻²⁸²; t = 149.00"]),
    ("error_types", {}, ["Type I error: 3.3\xa0%", "Power: 17.3\xa0%", "Type II error, β: 82.7\xa0%",
                         "No experiments so far"]),
    ("error_types", {"effect": 0, "experiments": 4},
     ["Type I error: 3.3\xa0%; seen: 0\xa0% (0.0 to 60.2)", "No difference: every rejection is a Type I error"]),
    ("peeking", {}, ["Nothing tested so far"]),
    ("peeking", {"exact": True}, ["Nothing tested so far", "Exactly: 32.1\xa0%; one test: 4.6\xa0%"]),
    ("peeking", {"experiments": 1000, "look": 3}, ["Experiment 3: a false alarm after 310 events, p = 0.0266",
                                                   "31.9\xa0% false alarms: 319 of 1,000", "One test, at the end: 4.6\xa0%"]),
    ("peeking", {"every": "at the end", "events": 10, "experiments": 1},
     ["Experiment 1: no alarm in 10 events, at the end p = 1",
      "0\xa0% false alarms: 0 of 1", "One test, at the end: 0\xa0%"]),
    ("shuffle_or_resample", {}, ["δ = 0.25", "Nothing drawn so far"]),
    ("shuffle_or_resample", {"draws": 1, "exact": True},
     ["δ = 0.25", "Draw 1: +0.05 and +0.30", "0 of 1 shuffles at least δ", "0 of 1 resamples above 2δ",
      "All: p = 0.0898 and p = 0.0219"]),
    ("shuffle_or_resample", {"draws": 1000, "plus": 0, "minus": 0},
     ["δ = 0.00: the systems never differ, there is nothing to test", "Draw 1,000: 0.00 and 0.00",
      "1,000 of 1,000 shuffles at least δ", "0 of 1,000 resamples above 2δ"]),
    ("shuffle_or_resample", {"draws": 1000, "plus": 20, "minus": 0},
     ["δ = 1.00", "Draw 1,000: +0.30 and +1.00",
      "0 of 1,000 shuffles at least δ: p = 0.000999 = (0 + 1) / (1,000 + 1)", "0 of 1,000 resamples above 2δ: p < 0.001"]),
    ("shuffling", {"metric": "precision"}, ["A 0.49, B 0.64; B − A = 0.15", "Nothing shuffled so far"]),
    ("shuffling", {"exact": True},
     ["A 0.47, B 0.35; A − B = 0.12", "Nothing shuffled so far", "All shuffles: p = 0.0148"]),
    ("sign_flips", {}, ["Means 0.84, 0.77; A − B = +0.07", "Nothing flipped so far"]),
    ("sign_flips", {"exact": True},
     ["Means 0.84, 0.77; A − B = +0.07", "Nothing flipped so far", "All 2²⁴ flips: p = 0.0186"]),
    ("sign_flips", {"run_b": "F_A_1_NB04_4", "exact": True},
     ["Means 0.84, 0.84; A − B = 0.00: a run against itself, there is nothing to test",
      "Nothing flipped so far", "All 2²⁴ flips: p = 1"]),
    *(("smoothing", {"word": typed}, GANDHI) for typed in ("gandhi", " GANDHI ", "gandhi.", "“Gandhi”")),
    ("smoothing", {"reveal": True}, [*GANDHI, "Best ω of these: 3, with 0.82"]),
    ("smoothing", {"omega": 0, "word": "zombies"},
     ["POS: 0 × “zombies”, P = 0", "NEG: 23 × “zombies”, P = 0.00011", "Evidence for NEG: without limit",
      "Accuracy with ω = 0, ten folds of the training reviews: 0.54"]),
    ("smoothing", {"word": "covid"},
     ["POS: 0 × “covid”, P = 4.2 × 10⁻⁶", "NEG: 0 × “covid”, P = 4.4 × 10⁻⁶", LEFT_OUT, "Accuracy with ω = 1, ten folds of the training reviews: 0.82"]),
    ("smoothing", {"omega": 0, "word": "covid"},
     ["POS: 0 × “covid”, P = 0", "NEG: 0 × “covid”, P = 0", LEFT_OUT, "Accuracy with ω = 0, ten folds of the training reviews: 0.54"]),
    ("ties", {}, ["Ties split: p = 0.368; 45 of 100 events; inconclusive",
                  "Ties dropped: p = 0.00635; 1 of 12 events; significant"]),
    ("ties", {"plus": 0, "minus": 0}, ["Ties split: p = 1; 44 of 88 events; inconclusive",
                                       "Ties dropped: p = 1; 0 of 0 events; inconclusive"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "settings", "said"), SAID)
def test_a_demonstration_says(functions, name, settings, said):
    assert show(functions, name, settings)[1] == said


#: Demonstration, settings that it cannot show, and a pattern of what it says instead.
REFUSED = [
    ("ties", {"tie": 3}, "ties has no setting 'tie'; it has plus, minus, ties, alpha"),
    *(("binomial_tails", {"n": n}, f"n must be a whole number from 1 to 2000, not {n}") for n in (0, 2001, 2.5)),
    ("binomial_tails", {"n": "20"}, "n must be a whole number from 1 to 2000, not '20'"),
    ("binomial_tails", {"k": 21}, "k must be a whole number from 0 to 20, not 21"),
    *(("binomial_tails", {"alpha": alpha}, f"alpha must be above 0 and below 1, not {alpha}") for alpha in (0, 1, 5)),
    ("binomial_tails", {"tails": "both"}, "tails must be one of 'two tails', 'one tail', not 'both'"),
    *(("bootstrap", {"n": n}, f"n must be a whole number from 1 to 200, not {n}") for n in (0, 201)),
    ("bootstrap", {"plus": 21}, "plus must be a whole number from 0 to 20, not 21"),
    ("bootstrap", {"plus": 15, "minus": 6}, "minus must be a whole number from 0 to 5, not 6"),
    ("bootstrap", {"plus": 2, "minus": 3}, "minus must be a whole number from 0 to 2, not 3"),
    ("bootstrap", {"resamples": 10_001}, "resamples must be a whole number from 0 to 10000, not 10001"),
    ("bootstrap", {"resamples": 9, "look": 10}, "look must be a whole number from 0 to 9, not 10"),
    ("bootstrap", {"seed": -1}, "seed must be a whole number from 0 to 4294967295, not -1"),
    ("bootstrap", {"exact": 1}, "exact must be true or false, not 1"),
    ("confidence_vs_gain", {"test_set": "imdb"}, "test_set must be one of 'IMDB', 'Rotten Tomatoes', not 'imdb'"),
    ("confidence_vs_gain", {"point": 3}, "confidence_vs_gain has no setting 'point'; it has a, b, size, .*"),
    ("confidence_vs_gain", {"size": 300}, "size must be one of 200, 1000, 5000, not 300"),
    ("confidence_vs_gain", {"a": "svm"}, "a must be one of 'naive-bayes/full-01', .*, not 'svm'"),
    ("confidence_vs_gain", {"sides": 2}, "sides must be one of 'two-sided', 'one-sided', not 2"),
    ("confidence_vs_gain", {"metric": "BLEU"}, "metric must be one of 'accuracy', 'F1', not 'BLEU'"),
    ("confidence_vs_gain", {"pairs": 0}, "pairs must be one of 'all', 'same kind', 'different', not 0"),
    *(("correlation", {"n": n}, f"n must be a whole number from 2 to 300, not {n}") for n in (1, 301)),
    *(("correlation", {name: found}, f"{name} must be a whole number from 1 to 102, not {found}")
      for name in ("found_1", "found_2") for found in (0, 103)),
    ("correlation", {"both": 36}, "both must be a whole number from 0 to 35, not 36"),
    ("correlation", {"found_1": 100, "both": 31}, "both must be a whole number from 32 to 35, not 31"),
    ("error_types", {"test": "t"}, "test must be one of 'sign test', 'matched-pair t', 'two-sample t', not 't'"),
    *(("error_types", {"n": n}, f"n must be a whole number from 2 to 200, not {n}") for n in (1, 201)),
    ("error_types", {"effect": float("nan")}, "effect must be from 0 to 1.5, not NaN"),
    ("error_types", {"correlation": 1}, "correlation must be from -0.9 to 0.95, not 1"),
    ("error_types", {"experiments": 2001}, "experiments must be a whole number from 0 to 2000, not 2001"),
    *(("peeking", {"every": every}, f"every must be one of 1, 10, 50, 'at the end', not {every}") for every in (0, 20)),
    *(("peeking", {"events": n}, f"events must be a whole number from 10 to 1000, not {n}") for n in (9, 1001)),
    ("peeking", {"experiments": 10_001}, "experiments must be a whole number from 0 to 10000, not 10001"),
    ("shuffle_or_resample", {"minus": 8}, "minus must be a whole number from 0 to 7, not 8"),
    ("shuffle_or_resample", {"draws": 2, "look": 3}, "look must be a whole number from 0 to 2, not 3"),
    *(("shuffling", {"gold": gold}, f"gold must be a whole number from 53 to 1000, not {gold}") for gold in (52, 1001)),
    ("shuffling", {"correct_1": 201}, "correct_1 must be a whole number from 0 to 200, not 201"),
    ("shuffling", {"correct_both": 0, "correct_1": 0, "correct_2": 0, "gold": 0},
     "gold must be a whole number from 1 to 1000, not 0"),
    ("shuffling", {"metric": "accuracy"}, "metric must be one of 'F-score', 'recall', 'precision', not 'accuracy'"),
    ("sign_flips", {"run_a": None}, "run_a must be one of 'F_C_1_LEX01_1', .*, not null"),
    ("sign_flips", {"run_b": "C"}, "run_b must be one of 'F_C_1_LEX01_1', .*, not 'C'"),
    *(("smoothing", {"word": word}, f"word must be one word, such as gandhi, zombies, bother, not {word!r}")
      for word in ("two words", "", "...")),
    ("smoothing", {"word": 3}, "word must be a text, not 3"),
    ("smoothing", {"omega": 0.9}, "omega must be one of 0, 0.001, .*, 100, not 0.9"),
    ("smoothing", {"omega": True}, "omega must be one of 0, 0.001, .*, 100, not true"),
    *(("ties", {name: most + 1}, f"{name} must be a whole number from 0 to {most}, not {most + 1}")
      for name, most in (("plus", 100), ("minus", 100), ("ties", 400))),
    ("ties", {"plus": 0, "minus": 0, "ties": 0}, "ties must be a whole number from 1 to 400, not 0"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "settings", "message"), REFUSED)
def test_a_demonstration_says_what_it_cannot_show(functions, name, settings, message):
    found, (line,) = show(functions, name, settings)
    assert found is None and re.fullmatch(message, line)


def test_what_cannot_be_shown_stands_in_the_page_and_nothing_is_stored_of_it(opened, browser):
    page = opened("ties", plus=300)
    readout = page.locator(".labkit-readout")
    expect(readout).to_have_text("plus must be a whole number from 0 to 100, not 300")
    expect(page.locator(".labkit-picture > *")).to_have_count(0)
    page.get_by_label("plus, typed").fill("3")
    page.get_by_label("plus, typed").press("Enter")
    expect(readout).to_contain_text("Ties split: p = ")
    with pytest.raises(ValueError, match="^plus must be a whole number from 0 to 100, not 300$"):
        shown(browser.new_page(), "ties", {"plus": 300})


@pytest.mark.parametrize("name", NAMES)
def test_its_documentation_and_its_oracle_begin_as_its_controls_do(functions, name):
    controls = "(name) => Object.fromEntries(defined(name).controls.map(({ name, value }) => [name, value]))"
    begin = functions.evaluate(controls, name)
    words = ", ".join(f"{key}={value!r}" for key, value in begin.items())
    assert f"Settings: {words}. Source: " in " ".join(getattr(demos, name).__doc__.split())
    assert settings_of(name) == begin


@pytest.mark.slow
@pytest.mark.parametrize(("lecture", "output"), STORED, ids=[lecture for lecture, _ in STORED])
def test_what_a_lecture_has_stored_is_what_the_page_shows_and_the_oracle_says(browser, lecture, output):  # fmt: skip
    name, settings = output.data[KIND].values()
    stored = output.data[SVG], output.metadata[KIND]["readout"]
    assert stored == shown(browser.new_page(), name, settings)
    assert stored[1] == readout(name, **settings)
