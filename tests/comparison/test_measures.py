"""Which of two systems is better: by errors as by scores, and never by what cannot be a score."""

import numpy as np
import pytest

from labkit.comparison import compare_systems, render
from labkit.comparison.measures import facts_of
from tests.comparison.test_read import found, table, write

ITEMS = [f"d{i}" for i in range(12)]
LOW = [0.1 + i / 100 for i in range(12)]
HIGH = [low + 0.2 + (i % 3) / 10 for i, low in enumerate(LOW)]


def long(path, name):
    """Write the named scores of both systems as one table with a row for each system and item."""
    systems = ["low"] * 12 + ["high"] * 12
    return write(path, "long.csv", table(f"system,item,{name}", systems, ITEMS * 2, LOW + HIGH))


def wide(path, low=LOW, high=HIGH):
    return write(path, "wide.csv", table("item,low,high", ITEMS, low, high))


def check(read, better):
    """Hold ranking, verdict, signs, interval and words against the system that is better."""
    assert isinstance(read, dict), read
    assert read["systems"][0]["name"] == better
    (pair,) = read["pairs"]
    assert pair["better"] == better and pair["significant"]
    assert 0 < pair["low"] <= pair["gain"] <= pair["high"]
    assert (pair["wins"], pair["losses"]) == (12, 0)
    assert read["measure"]["higher_is_better"] == (better == "high")
    assert f"({'higher' if better == 'high' else 'lower'} is better)" in read["paragraph"]
    assert f"{better} is significantly better than" in read["paragraph"]


@pytest.mark.parametrize("name", ["score", "neg_loss"])
def test_a_name_that_does_not_say_it_is_asked_about(tmp_path, capsys, name):
    chosen = () if name == "score" else ("--metric", name)
    asked = "must be True or False (--higher-is-better or --lower-is-better)"
    path = long(tmp_path, name)
    assert asked in str(found(capsys, path, *chosen))
    for better, flag in (("low", "--lower-is-better"), ("high", "--higher-is-better")):
        said = found(capsys, path, *chosen, flag)
        check(said, better)
        assert flag in said["command"]
    check(found(capsys, long(tmp_path / "lower", "TER")), "low")
    check(found(capsys, long(tmp_path / "higher", "chrf")), "high")


@pytest.mark.parametrize("form", ["csv", "npz", "integers", "true"])
def test_numbers_without_a_name_may_be_predictions(tmp_path, capsys, form):
    whole = [1, 0] * 6, [1, 1] * 6
    path = wide(tmp_path, *(whole if form == "integers" else ()))
    if form == "npz":
        np.savez(path := tmp_path / "x.npz", low=LOW, high=HIGH)
    if form == "true":
        for name, values in zip(("low", "high"), whole, strict=True):
            lines = [str(value == 1) for value in values]
            write(path := tmp_path / "lines", f"{name}.txt", "\n".join(lines))
    for chosen in ((), *(("--metric", name) for name in ("mean", "accuracy", "f1"))):
        said = found(capsys, path, *chosen)
        assert "--lower-is-better) if these" in said and "right answers (--gold FILE)" in said
    if form in ("csv", "npz"):
        check(found(capsys, path, "--lower-is-better"), "low")
        check(found(capsys, path, "--metric", "WER"), "low")


def test_every_form_says_which_way_was_taken():
    found = compare_systems({"low": LOW, "high": HIGH}, "ter")
    page = render(found)
    assert "by mean ter (lower is better) on 12" in page
    assert "mean ter, lower is better, with 95" in page
    assert "mean ter, n = 12, lower is better" in render(found, "text")
    assert "confidence intervals; lower is better" in render(found, "latex")


def test_what_was_said_of_the_scores_in_python():
    outputs = {"low": LOW, "high": HIGH}
    for how in ({"metric": "rmse"}, {"metric": "mean WER"}, {"higher_is_better": False}):
        best, _ = compare_systems(outputs, **how).systems
        assert best.name == "low"
    assert compare_systems(outputs, "mean nDCG@10").systems[0].name == "high"
    for how in ({}, {"metric": "mean"}, {"metric": "my score"}, {"metric": "accuracy"}):
        with pytest.raises(ValueError, match="higher_is_better must be True or False"):
            compare_systems(outputs, **how)


@pytest.mark.parametrize("name", ["accuracy", "macro F1"])
@pytest.mark.parametrize("values", [[100 * x for x in LOW], [-0.1, *LOW[1:]]])
def test_a_share_outside_of_0_to_1_is_refused(name, values):
    message = f"high must have shares from 0 to 1 for {name}, not {values[0]:g}: write"
    with pytest.raises(ValueError, match=message):
        compare_systems({"low": LOW, "high": values}, name, higher_is_better=True)


def test_per_cent_beside_shares_are_refused():
    shares, percent = [0.5, 0.0, 1.0], [50.0, 0.0, 25.0]
    with pytest.raises(ValueError, match=r"b must have shares from 0 to 1 for my score, not 50"):
        compare_systems({"a": shares, "b": percent}, "my score", higher_is_better=True)
    for a, higher in ((shares, False), ([0, 0, 0], True), ([-0.5, 0.5, 1], True), (percent, True)):
        assert compare_systems({"a": a, "b": percent}, "my score", higher_is_better=higher).n == 3
    assert compare_systems({"a": shares, "b": [0, 19, 20]}, higher_is_better=True).n == 3


COUNTS = [  # of an item: correct, and what there is
    ("precision", [[2, 1], [0, 1]]),
    ("precision", [[-1, 1], [1, 1]]),
    ("f1", [[2, 1, 1], [0, 1, 1]]),
    ("macro-f1", [[2, 1, 1, 0, 0, 0], [0, 1, 1, 1, 1, 1]]),
]


@pytest.mark.parametrize("metric, counts", COUNTS)
@pytest.mark.parametrize("systems", [("a",), ("a", "b")])
def test_no_more_can_be_correct_than_there_is(metric, counts, systems):
    for order, item in ((1, 1), (-1, 2)):
        message = f"no more is correct than there is, not .* item {item}:"
        with pytest.raises(ValueError, match=message):
            compare_systems(dict.fromkeys(systems, counts[::order]), metric)
    possible = [[max(0, min(row)), *row[1:]] for row in counts]
    assert compare_systems(dict.fromkeys(systems, possible), metric).n == 2


#: Names of metrics, whether higher is better, and whether they are shares.
FACTS = [
    ("accuracy, acc_norm, f1, F-score, macro F1", True, True),
    ("BLEU, chrF++, nDCG@10, exact_match, P_10, rougeL, AP", True, False),
    ("TER, mae, mse, rmse, aer, mean wer, CER, loss, val_loss, nll, perplexity, ppl", False, False),
    ("error, err_rate, latency, time", False, False),
    ("score, goodness, neg_loss, 1-wer, mean 1-wer, 100 - bleu, -loss, loss-bleu", None, False),
    ("error_reduction, mean, ", None, False),
    ("accuracy loss", None, True),
]


@pytest.mark.parametrize(("names", "higher", "share"), FACTS)
def test_a_name_says_which_way_is_better_or_nothing(names, higher, share):
    for name in names.split(", "):
        assert facts_of(name) == (higher, share), name


RNG = np.random.default_rng(7)
CLASSES = RNG.integers(0, 4, 400)
#: Predictions that seem to have nothing to do with the right answers, and honest ones.
CHANCE = {
    "in another order": RNG.permutation(CLASSES),
    "turned round": CLASSES[::-1],
    "counted from 1": CLASSES + 1,
    "scores": RNG.random(400) < 0.8,
    "guesses of one class but once": np.append(np.zeros(399, int), 1),
}
HONEST = {
    "good": np.where(RNG.random(400) < 0.9, CLASSES, 0),
    "weak": np.where(RNG.random(400) < 0.2, CLASSES, RNG.integers(0, 4, 400)),
    "of one class": np.zeros(400, int),
    "half of it missing": np.where(RNG.random(400) < 0.5, CLASSES.astype(object), None),
}


@pytest.mark.parametrize("name", CHANCE)
def test_a_system_that_is_right_by_chance_is_named_and_no_other(name):
    found = compare_systems({name: CHANCE[name].astype(int), **HONEST}, gold=CLASSES.tolist())
    notes = [note for note in found.notes if "chance alone" in note]
    (right,) = (one.score for one in found.systems if one.name == name)
    chance = sum((CHANCE[name] == k).mean() * (k == CLASSES).mean() for k in range(4))
    assert notes == [
        f"{name} is right on {right:.2f} of the items; with these shares of classes, chance alone gives "
        f"{chance:.2f}: is it in the order of the right answers, with the same classes?"
    ]


RARE = np.array([1] * 4 + [0] * 96)


@pytest.mark.parametrize(("gold", "system"), [
    ([0, 1, 0], [1, 0, 1]), ([0, 1] * 9, [1, 0] * 9), (RARE, np.roll(RARE, 3)), (RARE, np.roll(RARE, 4)),
])  # fmt: skip
def test_where_chance_can_hardly_be_told_nothing_is_said(gold, system):
    notes = compare_systems({"a": [*system]}, gold=[*gold]).notes
    assert not any("chance" in note for note in notes)


def test_of_one_class_nothing_is_right_by_chance():
    assert compare_systems({"a": [1, 1, 0]}, gold=[1, 1, 1]).notes[-1].startswith("So few items")
    assert not any(
        "chance" in note for note in compare_systems({"a": [1, 1, 0]}, gold=[1, 1, 1]).notes
    )
