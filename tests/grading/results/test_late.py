"""Deadlines, extensions and penalties, on the border and on both sides of it."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.grading.results.late import Lateness, Policy, load_policy

FILE = """
timezone = "Europe/London"
penalty_per_day = 0.1
max_penalty = 0.25
grace_minutes = 15

[deadlines]
tick4 = 2026-11-20T17:00:00
tick5 = 2026-07-03T17:00:00
tick6 = 2026-11-20T17:00:00+05:00

[extensions.ann]
tick4 = 2026-11-27T17:00:00
"""
DUE = datetime(2026, 11, 20, 17, tzinfo=UTC)


@pytest.fixture
def policy(tmp_path):
    (tmp_path / "late.toml").write_text(FILE)
    return load_policy(tmp_path / "late.toml", ["tick4", "tick5", "tick6"])


@pytest.mark.parametrize(
    ("after", "days", "penalty"),
    [
        (timedelta(days=-3), 0, 0),
        (timedelta(0), 0, 0),
        (timedelta(minutes=15), 0, 0),
        (timedelta(minutes=15, seconds=1), 1, 0.1),
        (timedelta(days=1), 1, 0.1),
        (timedelta(days=1, seconds=1), 2, 0.2),
        (timedelta(days=2, seconds=1), 3, 0.25),
        (timedelta(days=400), 400, 0.25),
    ],
)
def test_each_day_begun_counts_up_to_the_most(policy, after, days, penalty):
    late = policy.lateness("bob", "tick4", DUE + after)
    assert (late.days, late.penalty) == (days, penalty)
    assert late.by == max(after, timedelta(0))


def test_times_are_of_the_zone_that_the_file_names(policy):
    assert policy.deadline("bob", "tick4") == DUE
    assert policy.deadline("bob", "tick5") == datetime(2026, 7, 3, 16, tzinfo=UTC)
    assert policy.deadline("bob", "tick6") == datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_an_extension_is_one_students_own(policy):
    week = DUE + timedelta(days=7)
    assert policy.lateness("ann", "tick4", week).penalty == 0
    assert policy.lateness("bob", "tick4", week).days == 7
    assert policy.lateness("ann", "tick5", week).days > 100


def test_a_tick_without_deadline_is_never_late(policy):
    assert policy.lateness("ann", "tick7", DUE) == Lateness()
    assert Policy().lateness("ann", "tick4", DUE) == Lateness()


@given(
    st.integers(0, 1200), st.integers(1, 12), st.integers(0, 30), st.integers(0, 100), st.integers(0, 100)
)  # fmt: skip
def test_the_penalty_in_fractions(hundredths, out_of, days, per_day, most):
    policy = Policy({"t": DUE}, {}, per_day / 100, most / 100)
    points = min(hundredths / 100, out_of)
    late = policy.lateness("ann", "t", DUE + timedelta(days=days))
    share = min(days * Fraction(per_day, 100), Fraction(most, 100))
    expected = max(Fraction(0), Fraction(str(points)) - share * out_of)
    assert abs(late.points(points, out_of) - float(expected)) <= 0.005 + 1e-9


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("penalty_per_day = 10", "penalty_per_day should be a number from 0 to 1, not 10"),
        ("max_penalty = '10 %'", "max_penalty should be a number from 0 to 1"),
        ("grace_minutes = -1", "grace_minutes should be a number not below 0"),
        ("penalty = 0.1", "no setting 'penalty'; there are deadlines"),
        ("timezone = 'Cambridge'", "timezone: 'Cambridge' is none"),
        ("deadlines = {tick4 = '20 Nov'}", "deadlines.tick4 should be a time as 2026"),
        ("deadlines = {tick4 = 2026-11-20}", "deadlines.tick4 should be a time"),
        ("deadlines = {tick9 = 2026-11-20T17:00:00}", "no tick 'tick9'"),
        ("extensions = {ann = {tick4 = 7}}", "extensions.ann.tick4 should be a time"),
        ("extensions = {ann = 7}", "late.toml"),
        ("deadlines = 3", "late.toml"),
        ("this is no TOML", "late.toml"),
    ],
)
def test_a_wrong_entry_is_named(tmp_path, line, words):
    (tmp_path / "late.toml").write_text(line)
    with pytest.raises(ValueError, match="late: late.toml: ") as raised:
        load_policy(tmp_path / "late.toml", ["tick4"])
    assert words in str(raised.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="late: there is no file"):
        load_policy(tmp_path / "late.toml")
