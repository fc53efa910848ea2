"""The widget of a demonstration: what it takes, tells and stores, and what each one says and refuses."""

import re

import numpy as np
import pytest

from labkit import demos
from labkit.demos import program
from labkit.demos.demonstration import KIND, opener


def ties_numbers(count: int = 3, share: float = 0.5) -> dict:
    if count < 0:
        raise ValueError(f"count must be at least 0, not {count}")
    return {"twice": 2 * count}


def write(found):
    return [f"twice: {found['twice']}", *(["and so on"] if found["reveal"] else [])]


show = opener(ties_numbers, write, "Show it.", {"seed": 1, "reveal": False})


def test_it_begins_with_what_it_is_given_and_defaults():
    demo = show(count=5)
    assert demo.settings == {"count": 5, "share": 0.5, "seed": 1, "reveal": False}
    assert repr(demo) == "Demonstration(ties, count=5, share=0.5, seed=1, reveal=False)"
    assert demo.numbers() == {"twice": 10} and demo.readout() == "twice: 10"
    assert show(reveal=True).readout() == "twice: 6\nand so on"


def test_its_data_are_those_of_the_settings_it_begins_with():
    assert show().data == {}
    counts = opener(ties_numbers, write, "Show it.", data=lambda settings: {"a": settings["count"]})
    assert counts(count=4).get_state()["data"] == {"a": 4}


def test_its_documentation_names_the_settings():
    assert show.__name__ == show.__qualname__ == "ties" and show.__module__ == __name__
    assert show.__doc__.startswith("Show it.\n\nParameters")
    assert "count=3, share=0.5, seed=1, reveal=False" in show.__doc__


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"count": -1}, ValueError, "count must be at least 0, not -1"),
        ({"table": 3}, TypeError, "ties has no setting 'table'; it has count, share, seed, reveal"),
        ({"seed": -1}, ValueError, "seed must be a whole number from 0 to 4,294,967,295, not -1"),
        ({"seed": 2**32}, ValueError, "seed must be a whole number from 0 to 4,294,967,295"),
        ({"reveal": 1}, TypeError, "reveal must be like False, not 1"),
    ],
)
def test_what_cannot_be_is_refused_at_once_and_changes_nothing(settings, error, message):
    with pytest.raises(error, match=message):
        show(**settings)
    demo = show()
    with pytest.raises(error, match=message):
        demo.settings = settings
    assert demo.settings == show().settings


def test_numpys_numbers_are_taken_as_the_page_wants_them():
    demo = show(count=np.int64(4), share=np.float64(0.25))
    assert [type(value) for value in demo.settings.values()] == [int, float, int, bool]


def test_it_follows_the_page():
    demo = show()
    demo.set_state({"settings": {"count": 7, "share": 0.1}})
    assert demo.settings["count"] == 7 and demo.readout() == "twice: 14"


def test_it_stores_its_readout_and_where_a_page_shows_it():
    output, _ = show(count=5)._repr_mimebundle_()
    assert output["text/plain"] == "twice: 10"
    assert output[KIND] == {"name": "ties", "settings": show(count=5).settings}
    assert "application/vnd.jupyter.widget-view+json" in output


def test_its_program_is_the_frame_and_its_own_module():
    sent = show().get_state()
    assert (sent["name"], sent["_esm"]) == ("ties", program.as_module("ties"))
    assert (sent["settings"], sent["_css"]) == (show().settings, program.style())


def tails(p, verdict, alpha, region, percent):
    """What the demonstration of the tails says."""
    return (
        f"p = {p}\n“No difference” {verdict} at alpha = {alpha}.\nRejected: {region}. "
        f"If there is no difference, that happens in {percent}\xa0% of all experiments."
    )


RATES = "Type I error: 3.3\xa0%\nPower: 17.3\xa0%\nType II error, beta: 82.7\xa0%"
#: Demonstration, settings, and all that it says.
SAID = [
    ("binomial_tails", {"n": 2000, "k": 753, "tails": "one tail"},
     tails("7.81e-29", "is rejected", 0.05, "at most 962 negative events", 4.7)),
    ("binomial_tails", {"n": 20, "k": 6},
     tails(0.115, "is not rejected", 0.05, "at most 5 or at least 15 negative events", 4.1)),
    ("binomial_tails", {"n": 4, "k": 0}, tails(0.125, "is not rejected", 0.05, "no outcome at all", 0)),
    ("binomial_tails", {"tails": "one tail", "alpha": 0.9999},
     tails(0.0207, "is rejected", 0.9999, "at most 10 or at least 11 negative events", 100)),
    ("bootstrap", {}, "delta = 0.25\nNothing resampled so far"),
    ("bootstrap", {"exact": True, "resamples": 9}, "delta = 0.25\nEndless resamples: p = 0.0219"),
    ("bootstrap", {"plus": 0, "minus": 0, "exact": True, "resamples": 9},
     "delta = 0.00: the systems never differ, there is nothing to test\nEndless resamples: p = 1"),
    ("bootstrap", {"plus": 2, "minus": 2}, "delta = 0.00\nNothing resampled so far"),
    ("correlation", {},
     "Difference 0.12; correlation r₁₂ = 0.58\n"
     "Standard deviation of the difference: 0.0443, 0.651 times that of independent systems, 0.0681\n"
     "Two-sample t test: p = 0.0884; t = 1.71\nMatched t test: p = 0.00984; t = 2.63"),
    ("correlation", {"n": 300, "found_1": 299, "found_2": 1, "both": 0},
     "Difference 0.99; correlation r₁₂ = −1.00\n"
     "Standard deviation of the difference: 0.0067, 1.414 times that of independent systems, 0.0047\n"
     "Two-sample t test: p < 1e-300; t = 210.72\nMatched t test: p = 1.34e-282; t = 149.00"),
    ("error_types", {"experiments": 200}, RATES),
    ("error_types", {}, f"{RATES}\nNo experiments so far"),
    ("shuffling", {"metric": "precision"}, "I 0.49, II 0.64; II − I = 0.15\nNothing shuffled so far"),
    ("shuffling", {"exact": True, "shuffles": 9}, "I 0.47, II 0.35; I − II = 0.12\nAll shuffles: p = 0.0148"),
    ("sign_flips", {}, "Means 0.84, 0.77; a − b = +0.07\nNothing flipped so far"),
    ("sign_flips", {"exact": True, "shuffles": 9},
     "Means 0.84, 0.77; a − b = +0.07\nAll 2²⁴ flips: p = 0.0186"),
    ("sign_flips", {"run_b": "F_A_1_NB04_4", "exact": True, "shuffles": 9},
     "Means 0.84, 0.84; a − b = 0.00: a run against itself, there is nothing to test\nAll 2²⁴ flips: p = 1"),
    ("ties", {}, "Ties split: p = 0.368; 45 of 100 events; inconclusive\n"
                 "Ties dropped: p = 0.00635; 1 of 12 events; significant"),
    ("ties", {"plus": 0, "minus": 0}, "Ties split: p = 1; 44 of 88 events; inconclusive\n"
                                      "Ties dropped: p = 1; 0 of 0 events; inconclusive"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "settings", "said"), SAID)
def test_a_demonstration_says_what_can_be_told_without_drawing(name, settings, said):
    assert getattr(demos, name)(**settings).readout() == said


#: Demonstration, settings that its page cannot show, and a pattern of the refusal.
REFUSED = [
    *(("binomial_tails", {"n": n}, f"n must be a whole number from 1 to 2,000, not {n}") for n in (0, 2001)),
    ("binomial_tails", {"k": 21}, "k must be a whole number from 0 to 20, not 21"),
    *(("binomial_tails", {"q": q}, f"q must be between 0.01 and 0.99, not {q}") for q in (0, 1)),
    ("binomial_tails", {"alpha": 5}, "alpha must be between 0 and 1, and neither of them, not 5"),
    ("binomial_tails", {"tails": "both"}, "tails must be one of 'one tail', 'two tails', not 'both'"),
    *(("bootstrap", {"n": n}, f"n must be a whole number from 1 to 200, not {n}") for n in (0, 201)),
    ("bootstrap", {"plus": 21}, "plus must be a whole number from 0 to 20, not 21"),
    ("bootstrap", {"plus": 15, "minus": 6}, "minus must be a whole number from 0 to 5, not 6"),
    ("bootstrap", {"plus": 2, "minus": 3}, "minus must be a whole number from 0 to 2, not 3"),
    *(("bootstrap", {name: 10_001}, f"{name} must be a whole number from 0 to 10,000, not 10001")
      for name in ("resamples", "look")),
    ("confidence_vs_gain", {"test_set": "imdb"}, "test_set must be one of 'IMDB', 'Rotten Tomatoes', not 'imdb'"),
    ("confidence_vs_gain", {"size": 300}, "size must be one of 200, 1000, 2000, 5000, not 300"),
    ("confidence_vs_gain", {"metric": "BLEU"}, "metric must be one of 'accuracy', 'F1', not 'BLEU'"),
    ("confidence_vs_gain", {"pairs": 0}, "pairs must be one of 'all', 'same kind', 'different kinds', not 0"),
    *(("correlation", {"n": n}, f"n must be a whole number from 2 to 300, not {n}") for n in (1, 301)),
    *(("correlation", {name: found}, f"{name} must be a whole number from 1 to 102, not {found}")
      for name in ("found_1", "found_2") for found in (0, 103)),
    ("correlation", {"both": 36}, "both must be a whole number from 0 to 35, not 36"),
    ("correlation", {"found_1": 100, "both": 31}, "both must be a whole number from 32 to 35, not 31"),
    ("error_types", {"test": "t"}, "test must be one of 'sign test', 'matched-pair t', 'two-sample t', not 't'"),
    *(("error_types", {"n": n}, f"n must be a whole number from 2 to 200, not {n}") for n in (1, 201)),
    ("error_types", {"effect": float("nan")}, "effect must be between 0 and 1.5, not nan"),
    ("error_types", {"correlation": 1}, "correlation must be between -0.9 and 0.95, not 1"),
    ("error_types", {"alpha": 0}, "alpha must be between 0 and 1, and neither of them, not 0"),
    ("error_types", {"experiments": 2001}, "experiments must be a whole number from 0 to 2,000, not 2001"),
    ("report_check", {"alpha": 5}, "alpha must be one of 0.05, 0.01, 0.001, not 5"),
    ("report_check", {"paragraph": "own", "text": 3}, "text must be a string, not 3"),
    ("report_check", {"paragraph": "mine"}, "paragraph must be one of 'Sins', .*, 'own', not 'mine'"),
    *(("shuffling", {"gold": gold}, f"gold must be a whole number from 53 to 1,000, not {gold}") for gold in (52, 1001)),
    ("shuffling", {"correct_1": 201}, "correct_1 must be a whole number from 0 to 200, not 201"),
    ("shuffling", {"shuffles": 10_001}, "shuffles must be a whole number from 0 to 10,000, not 10001"),
    ("shuffling", {"correct_both": 0, "correct_1": 0, "correct_2": 0, "gold": 0},
     "gold must be a whole number from 1 to 1,000, not 0"),
    ("shuffling", {"metric": "accuracy"}, "metric must be one of 'F-score', 'recall', 'precision', not 'accuracy'"),
    ("sign_flips", {"run_a": None}, "run_a must be one of 'F_C_1_LEX01_1', .*, not None"),
    ("sign_flips", {"run_b": "C"}, "run_b must be one of 'F_C_1_LEX01_1', .*, not 'C'"),
    *(("smoothing", {"word": word}, f"word must be one word, such as gandhi, zombies, bother, not {word!r}")
      for word in ("two words", "", "...")),
    ("smoothing", {"word": 3}, "word must be a string, not 3"),
    ("smoothing", {"omega": 0.9}, "omega must be one of the candidates in OMEGAS, not 0.9"),
    ("smoothing", {"omega": float("nan")}, "omega must be a finite number, not nan"),
    ("smoothing", {"omega": True}, "omega must be a number, not True"),
    *(("ties", {name: most + 1}, f"{name} must be a whole number from 0 to {most}, not {most + 1}")
      for name, most in (("plus", 100), ("minus", 100), ("ties", 400))),
    ("ties", {"plus": 0, "minus": 0, "ties": 0}, "plus, minus and ties must be above 0 together, not all of them 0"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "settings", "message"), REFUSED)
def test_what_a_page_cannot_show_is_refused(name, settings, message):
    with pytest.raises((ValueError, TypeError)) as raised:
        getattr(demos, name)(**settings)
    assert re.fullmatch(message, str(raised.value))
