"""What a comparison says of its data: of one item, of perfection, of classes that are never right."""

import numpy as np
import pytest

from labkit.comparison import compare_systems


def notes(outputs, *rest, **options):
    if not rest:
        options = {"higher_is_better": True, **options}
    return compare_systems(outputs, *rest, n_interval=100, **options).notes


def test_one_item_is_said_to_say_little_whether_or_not_a_score_has_an_interval():
    found = compare_systems({"a": [1], "b": [0.5]}, n_interval=100, higher_is_better=True)
    assert found.systems[0].low is not None
    assert "One item says next to nothing about others." in found.notes


@pytest.mark.parametrize("metric", ["precision", "recall", "f1"])
def test_whoever_finds_all_of_a_class_may_make_mistakes(metric):
    gold = ["x", "x", "y", "y", "z"]
    said = {"precision": "xyyyz", "recall": "xxxyz", "f1": "xxyzz"}[metric]
    found = compare_systems({"a": [*said]}, metric, gold=gold, positive="x", n_interval=100)
    assert found.systems[0].score == 1
    assert not any("mistake" in note for note in found.notes)
    assert any("mistake" in note for note in notes({"a": gold}, metric, gold=gold, positive="x"))


def test_statistics_of_precision_say_nothing_of_mistakes():
    right = np.array([[1, 1], [1, 1], [0, 0]])
    assert not any("mistake" in note for note in notes({"a": right}, "precision"))
    right = np.array([[1, 1, 1], [1, 1, 1], [0, 0, 0]])
    assert any("mistake" in note for note in notes({"a": right}, "f1"))


@pytest.mark.parametrize("scores", [[2.0**-400] * 3, [0.5] * 3])
def test_equal_scores_below_one_are_not_perfect(scores):
    assert not any("mistake" in note for note in notes({"a": scores}))


def test_a_class_that_another_system_says_is_one_where_all_right_answers_are_of_one_class():
    outputs = {"a": ["yes", "no", "yes"], "b": ["no", "no", "no"]}
    found = compare_systems(outputs, gold=["yes"] * 3, n_interval=100)
    assert [one.score for one in found.systems] == [2 / 3, 0]
    with pytest.raises(
        ValueError, match=r"b must predict the classes of the right answers \(yes\)"
    ):
        compare_systems({"b": outputs["b"]}, gold=["yes"] * 3)


SHARES = np.array([0.1, 0.5, 0.9, 0.4, 0.3, 0.8, 0.2, 0.7])
COUNTS = np.array([0, 3, 12, 4, 5, 6, 8, 1])


@pytest.mark.parametrize(
    ("outputs", "named"),
    [
        ({"a": SHARES, "b": 100 * SHARES[::-1], "c": SHARES**2}, "b: scores of up to 90, beside"),
        (
            {"a": SHARES, "b": 100 * SHARES[::-1], "c": 99 * SHARES},
            "a: scores of up to 0.9, beside",
        ),
        (
            {"a": SHARES > 0.5, "b": 100 * (SHARES > 0.6)},
            "a: scores of up to 1, beside others of up",
        ),
        ({"a": SHARES, "b": 100 * SHARES, "c": 0 * SHARES}, "a: scores of up to 0.9, beside"),
    ],
)
def test_a_system_in_per_cent_beside_others_in_shares_is_named(outputs, named):
    outputs = {name: each.astype(float) for name, each in outputs.items()}
    (note,) = [note for note in notes(outputs) if "per cent" in note]
    assert note.startswith(named)


@pytest.mark.parametrize(
    "outputs",
    [
        {"a": SHARES, "b": SHARES[::-1]},
        {"a": 100 * SHARES, "b": 90 * SHARES, "c": 0 * SHARES},
        {"a": SHARES, "b": np.r_[SHARES[:-1], 60]},  # one outlier
        {"a": SHARES, "b": 10 * SHARES},
        {"a": SHARES, "b": 1000 * SHARES},
        {"a": -SHARES, "b": 100 * SHARES},
        {"a": COUNTS > 5, "b": COUNTS},  # errors of each item
        {"a": SHARES, "b": 100 * SHARES, "c": 10 * SHARES},
    ],
)
def test_scores_of_one_scale_or_of_none_meet_no_remark_on_per_cent(outputs):
    outputs = {name: each.astype(float) for name, each in outputs.items()}
    assert not any("per cent" in note for note in notes(outputs))
