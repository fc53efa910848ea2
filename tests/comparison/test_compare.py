"""From the outputs of systems to a record: labels, directions, what is refused, and what is remarked."""

import dataclasses

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import f1_score, precision_score, recall_score

import labkit
from labkit.comparison import compare_systems, read_predictions
from tests.comparison.compared import compared
from tests.ticks import ROOT


@pytest.fixture(scope="module")
def read():
    return read_predictions(ROOT / "data/shared-task")


JUDGES = [
    ("f1", "POS", lambda y, x: f1_score(y, x, pos_label="POS")),
    ("f1", None, lambda y, x: f1_score(y, x, average="macro")),
    ("macro-f1", None, lambda y, x: f1_score(y, x, average="macro")),
    ("precision", "NEG", lambda y, x: precision_score(y, x, pos_label="NEG")),
    ("recall", "NEG", lambda y, x: recall_score(y, x, pos_label="NEG")),
]


@pytest.mark.parametrize("metric, positive, judge", JUDGES)
def test_other_metrics_are_those_of_scikit_learn(read, metric, positive, judge):
    two = dict(list(read.systems.items())[:2])
    how = {"gold": read.gold, "positive": positive, "n_resamples": 100}
    found = compared(two, metric, **how)
    for one in found.systems:
        assert one.score == pytest.approx(judge(read.gold, two[one.name]))
    assert found.agreement.keys() == {"bootstrap"} and found.classes == ("NEG", "POS")


XY, UP = ["x", "y"], {"higher_is_better": True}
BAD = [
    ({"outputs": {}}, r"outputs must be a dictionary of systems .*dict\(table\)\), not {}"),
    ({"outputs": pd.DataFrame(np.eye(2))}, "outputs must be a dictionary of systems"),
    ({"outputs": {1: [1], "1": [0]}}, "a different name for each system"),
    ({"outputs": {"a": [1, 2], "b": [1]}}, r"a and outputs\['b'\] must be of equal length, not 2 and 1"),
    ({"outputs": {"a": pd.Series([1, 2]), "b": pd.Series([1, 2], [1, 0])}}, r"a and outputs\['b'\] must have the same index"),
    ({"gold": pd.Series(XY), "outputs": {"a": pd.Series(XY, [1, 0])}}, r"gold and outputs\['a'\] must have the same index"),
    ({"outputs": {"a": ["x"]}}, r"outputs\['a'\] must hold numbers only"),
    ({"outputs": {"a": [1.0, np.nan]}}, "must be finite"),
    ({"gold": ["x", None]}, "gold must have a right answer for each item"),
    ({"gold": ["x"]}, "must be of equal length"),
    ({"gold": XY, "metric": "rouge"}, "metric must be one of 'accuracy'"),
    ({"metric": "accuracy"}, r"if these \(accuracy\) are scores; .*gold must be the right"),
    ({"positive": "x"}, "positive must be left out"),
    ({"gold": XY, "metric": "f1", "positive": "z"}, "positive must be one of x, y, not 'z'"),
    ({"gold": XY, "metric": "recall"}, "positive must be the class whose recall"),
    ({"outputs": {"a": [[0, 5], [0, 25]], "b": [[0, 4], [0, 2]]}}, "not 'mean': 2 numbers an item .a decimal has a point, not a comma."),
    ({"gold": XY, "higher_is_better": False}, "higher_is_better must be True for accuracy, not False"),
    ({"baseline": "z", **UP}, "baseline must be the name of a system, not 'z'"),
    *(({"outputs": {"a": a, "b": [0] * len(a)}, **how, **UP}, f"test for these data must be one of 'randomization', {allowed}, not")
      for a, how, allowed in (
          ([0.5, 1, 1], {"test": "sign"}, "'bootstrap', 'matched-t'"),
          ([0, 1, 1], {"test": "wilcoxon"}, "'bootstrap', 'matched-t', 'sign'"),
          ([0, 1], {"test": "sign", "groups": XY}, "'bootstrap'"), ([1], {"test": "matched-t"}, "'bootstrap'"))),
    ({"adjust": "z"}, "adjust must be one of"),
    ({"alpha": 0}, "alpha must be between 0 and 1"),
    ({"seed": -1}, "seed must be a whole number"),
    ({"n_resamples": 0, **UP}, "n_resamples must be a whole number and at least 1"),
    ({"groups": ["x"], **UP}, "groups must be one cluster label an item"),
    *(({"gold": XY, "outputs": {"a": said}}, r"outputs\['a'\] must be a sequence of one label an item")
      for said in ([["x", "y"], ["y"]], [["x"], ["y"]], pd.Series([["x"], ["y"]]), np.eye(2))),
]  # fmt: skip


@pytest.mark.parametrize("arguments, message", BAD)
def test_bad_input_is_refused(arguments, message):
    outputs = {"a": [1, 0], "b": [0, 1]}
    if "gold" in arguments:
        outputs = {"a": ["x", "y"], "b": ["y", "y"]}
    with pytest.raises((ValueError, TypeError), match=message):
        compared(**{"outputs": outputs, **arguments})


def test_a_record_has_what_was_asked_for_and_cannot_be_changed():
    how = {"title": "t", "source": "s", "notes": ["n", "m"], "command": "c", "groups": list("xxy")}
    found = compared({"a": [1, 0, 1]}, "ter", **how, alpha=0.1, seed=3, n_resamples=7)
    assert (found.title, found.source, found.command, found.n, found.n_groups) == (*"tsc", 3, 2)
    assert found.notes[:2] == ("n", "m")
    assert (found.measure.name, found.measure.higher_is_better) == ("ter", False)
    settings = found.settings
    assert (settings.alpha, settings.seed, settings.n_resamples) == (0.1, 3, 7)
    assert settings.version == labkit.__version__
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.n = 5


def test_columns_of_a_table_are_systems():
    table = pd.DataFrame({"a": [1, 0, 1, 1], 2: [0, 0, 1, 0]})
    found = compare_systems(dict(table), "recall of topics", higher_is_better=True)
    assert [(one.name, one.score) for one in found.systems] == [("a", 0.75), ("2", 0.25)]
    assert found.measure.described == "mean recall of topics"


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA])
def test_a_missing_label_is_wrong(missing):
    outputs, gold = {"a": ["x", missing, missing]}, ["x", "y", "x"]
    found = compare_systems(outputs, gold=gold)
    assert found.systems[0].score == pytest.approx(1 / 3)
    assert compare_systems(outputs, "recall", gold=gold, positive="y").systems[0].score == 0
    assert "a has no prediction for 2 of 3 items: wrong." in found.notes


def test_probabilities_are_no_classes_and_never_an_accuracy_of_0():
    with pytest.raises(ValueError, match="x must predict the classes .*0, 1.*, not 0.2, 0.91"):
        compare_systems({"x": ["0.91", "0.2"]}, gold=["1", "0"])
    assert compare_systems({"x": ["1.0", "0.0"]}, gold=["1", "0"]).systems[0].score == 1


LABELS = [
    ([10**17, 10**17 + 2], [10**17 + 1, 10**17 + 2], 0.5),
    (["100000000000000000", "7"], ["100000000000000001", "7.0"], 0.5),
    ([1e14, 7], ["100000000000000", "7"], 1),
    (["1_0", "2"], ["10", "2"], 0.5),
    ([0.0, 1.0], np.round([-0.25, 1.0]), 1),
    (["inf", "1e400"], ["inf", "1e400"], 1),
    ([1, 0, 1, 1], ["1.0", "1", "1", "1"], 0.75),
    (["1", "0", "1", "1"], [1, 1, 1, 1], 0.75),
    ([True, False, True], ["True", True, np.True_], 2 / 3),
]


@pytest.mark.parametrize("gold, said, score", LABELS)
def test_numbers_are_one_label_only_where_they_are_equal(gold, said, score):
    assert compare_systems({"a": said}, gold=gold).systems[0].score == pytest.approx(score)


SAME = "The same on every item: {} and {}."
REMARKS = [  # outputs, groups, and how the remarks begin
    ({"a": [1], "b": [0]}, None, ["So few items or groups (1)"]),
    ({"a": [1] * 19, "b": [0, 1] * 9 + [1]}, None, ["So few items or groups (19)"]),
    ({"a": [1, 0] * 30}, [0, 1, 2] * 20, ["So few items or groups (3)"]),
    ({"a": [1, 0] * 10, "b": [1, 0] * 9 + [0, 1]}, None, []),
    # Five pairs of equal systems are named.
    (dict.fromkeys("abcd", [1, 0] * 10), None, [SAME.format(*pair) for pair in ("ab", "ac", "ad", "bc", "bd")]),
]  # fmt: skip


@pytest.mark.parametrize("outputs, groups, remarks", REMARKS)
def test_what_is_remarkable_is_remarked(outputs, groups, remarks):
    notes = compare_systems(outputs, groups=groups, higher_is_better=True).notes
    assert [note.partition(" show")[0] for note in notes] == remarks


def test_a_class_that_another_system_says_is_one_where_all_right_answers_are_of_one_class():
    outputs = {"a": ["yes", "no", "yes"], "b": ["no", "no", "no"]}
    found = compare_systems(outputs, gold=["yes"] * 3)
    assert [one.score for one in found.systems] == [2 / 3, 0]
    with pytest.raises(ValueError, match=r"b must predict the classes of the right .* \(yes\)"):
        compare_systems({"b": outputs["b"]}, gold=["yes"] * 3)
