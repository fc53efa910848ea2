"""Item analysis against numpy and against counts by hand."""

import random
from dataclasses import replace

import numpy as np
import pytest

from labkit.checks import Hint
from labkit.checks.marking import Mark
from labkit.grading.results.analysis import FEWEST, analysis
from labkit.grading.results.late import Lateness
from labkit.grading.results.marks import Row
from tests.grading.tiny import record

OUT_OF = {"a": 2.0, "b": 3.0, "c": 5.0}


def rows_of(table, out_of=OUT_OF, hints=()):
    """One row a student; a question that nobody has read has None."""
    made = []
    for number, points in enumerate(table):
        earned = dict(zip(out_of, points, strict=True))
        one = record(f"s{number}")
        marks = tuple(
            Mark(q, 1, 4, 0, 1, Hint("h", text)) for q, text in hints[number : number + 1]
        )
        made.append(Row(replace(one, marks=marks or one.marks), earned, out_of, Lateness()))
    return made


@pytest.fixture
def table():
    rng = random.Random(14)
    return [[rng.randint(0, int(most)) for most in OUT_OF.values()] for _ in range(40)]


def test_difficulty_and_discrimination_are_those_of_numpy(table):
    scores = np.array(table, float)
    for item in analysis(rows_of(table)):
        column = list(OUT_OF).index(item.question)
        rest = scores.sum(axis=1) - scores[:, column]
        assert item.difficulty == pytest.approx(scores[:, column].mean() / OUT_OF[item.question])
        assert item.discrimination == pytest.approx(np.corrcoef(scores[:, column], rest)[0, 1])
        assert item.lost == OUT_OF[item.question] * 40 - scores[:, column].sum()
        assert item.answers == 40


def test_the_hardest_comes_first_and_the_shares_of_what_was_lost_add_up(table):
    items = analysis(rows_of(table))
    assert [i.difficulty for i in items] == sorted(i.difficulty for i in items)
    assert sum(item.share for item in items) == pytest.approx(1)


def test_where_nothing_was_lost_no_question_has_a_share_in_it():
    assert [item.share for item in analysis(rows_of([[2, 3, 5]] * 12))] == [0, 0, 0]


def test_answers_that_nobody_has_read_are_left_out():
    read = [[2, 0, 5], [1, 3, 1], [0, 1, 0]] * 10
    items = {i.question: i for i in analysis(rows_of([*read, *[[2, 3, None]] * 7]))}
    assert items["c"].answers == 30 and items["a"].answers == 37
    assert items["c"].mean == 2 and items["c"].lost == 90
    # Of whoever has an unread answer, what is known is held against what could be earned of it.
    known = [(a, (b + c) / 8) for a, b, c in read] + [(2, 1.0)] * 7
    assert items["a"].discrimination == pytest.approx(np.corrcoef(*zip(*known, strict=True))[0, 1])
    none = analysis(rows_of([[2, 3, None]] * 12))[-1]
    assert (none.question, none.mean, none.difficulty, none.lost) == ("c", None, None, 0)


def test_of_few_answers_or_equal_ones_no_correlation_is_claimed(table):
    assert all(i.discrimination is None for i in analysis(rows_of(table[: FEWEST - 1])))
    assert all(i.discrimination is not None for i in analysis(rows_of(table[:FEWEST])))
    same = {i.question: i for i in analysis(rows_of([[1, b, c] for _, b, c in table]))}
    assert same["a"].discrimination is None and same["b"].discrimination is not None


@pytest.mark.parametrize("students", [10, 11, 12, 37, 100])
def test_no_correlation_is_claimed_where_only_the_floats_differ(students):
    shares = [5 / 12, 5 / 6, 0.1]  # of eleven such numbers, the mean is another number
    assert all(i.discrimination is None for i in analysis(rows_of([shares] * students)))
    in_turn = [[1, 0.1, 0.2, 0.3], [2, 0.3, 0.2, 0.1]] * students
    last = {i.question: i for i in analysis(rows_of(in_turn, OUT_OF | {"d": 1.0}))}
    assert last["a"].discrimination is None and last["b"].discrimination is not None


def test_a_question_alone_or_without_points_is_no_error():
    (alone,) = analysis(rows_of([[n % 3] for n in range(20)], {"a": 2.0}))
    assert alone.discrimination is None and alone.share == 1
    left_out = analysis(rows_of([[0.0, n % 2] for n in range(20)], {"a": 0.0, "b": 1.0}))[-1]
    assert left_out.question == "a" and left_out.difficulty is None and left_out.lost == 0
    assert analysis([]) == []


def test_extra_credit_makes_up_for_nothing_that_others_lost():
    items = {i.question: i for i in analysis(rows_of([[3, 0, 5], [1, 3, 5]]))}
    assert items["a"].lost == 1 and items["a"].difficulty == 1


def test_hints_are_counted_by_question():
    met = [("a", "one"), ("a", "two"), ("a", "two"), ("b", "two")]
    items = {i.question: i for i in analysis(rows_of([[0, 0, 0]] * 4, hints=met))}
    assert items["a"].hints == (("two", 2), ("one", 1)) and items["b"].hints == (("two", 1),)
