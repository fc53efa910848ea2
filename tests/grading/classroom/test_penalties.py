"""A run that would change penalties is told to stop, and one that learns a time is not."""

from dataclasses import replace
from datetime import timedelta

import pytest

from labkit.grading.classroom.penalties import PenaltiesWouldChange, changes, refuse
from labkit.grading.results.late import Policy
from tests.grading.tiny import NAME, NOON, record, refused

NONE = Policy()
DUE = Policy({NAME: NOON - timedelta(days=1)}, {}, 0.1)
LATER = Policy({NAME: NOON}, {}, 0.1)


def same(found):
    return found


@pytest.mark.parametrize(("before", "after", "number"), [(NONE, DUE, 1), (DUE, NONE, 1), (DUE, DUE, 0), (NONE, LATER, 0), (DUE, LATER, 1)])  # fmt: skip
def test_what_was_told_may_not_change(before, after, number):
    assert len(changes([record()], before, after, same)) == number


def test_what_was_unknown_may_become_known_and_not_the_other_way():
    undated = record(dated=False)
    assert changes([undated], DUE, DUE, lambda r: replace(r, dated=True)) == []
    (change,) = changes([record()], DUE, DUE, lambda r: undated)
    assert str(change) == f"ann ({NAME}): 10% -> unknown"


def test_shares_that_differ_are_shown_to_differ():
    half = replace(DUE, penalty_per_day=0.025)
    (change,) = changes([record()], half, replace(DUE, penalty_per_day=0.02), same)
    assert str(change) == f"ann ({NAME}): 2.5% -> 2%"
    assert "7% -> 0%" in str(changes([record()], replace(DUE, penalty_per_day=0.07), NONE, same)[0])


def test_rows_without_marks_have_no_penalties():
    assert changes([refused("bob"), record(marks=())], NONE, DUE, same) == []


def test_some_are_named():
    refuse([])
    with pytest.raises(PenaltiesWouldChange) as raised:
        refuse(changes([record(f"s{n}") for n in range(7)], NONE, DUE, same))
    assert "and 7 would be" in str(raised.value) and str(raised.value).count("->") == 5
