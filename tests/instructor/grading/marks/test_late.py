"""Deadlines, extensions and penalties, on the border and on both sides of it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError, create_model

from labkit.instructor.grading.marks.late import (
    Lateness,
    Policy,
    first_wrong,
    hundredths,
    read_policy,
)

FILE = """
timezone = "Europe/London"
penalty_per_day = 0.1
max_penalty = 0.25
grace_minutes = 15
[deadlines]
tick4 = 2026-11-20T17:00:00
[extensions.ann]
tick4 = 2026-11-27T17:00:00
"""
DUE = datetime(2026, 11, 20, 17, tzinfo=UTC)
DAY, MINUTE, SECOND = timedelta(days=1), timedelta(minutes=1), timedelta(seconds=1)


def read(text, ticks=()):
    return read_policy(text.encode(), "late.toml", ticks)


@pytest.mark.parametrize(("after", "days", "penalty"), [
    (-3 * DAY, 0, 0), (0 * DAY, 0, 0), (15 * MINUTE, 0, 0), (15 * MINUTE + SECOND, 1, 0.1),
    (DAY, 1, 0.1), (DAY + SECOND, 2, 0.2), (2 * DAY + SECOND, 3, 0.25), (400 * DAY, 400, 0.25),
])  # fmt: skip
def test_each_day_begun_counts_up_to_the_most(after, days, penalty):
    policy = read(FILE, ["tick4"])
    for student, due in (("bob", DUE), ("ann", DUE + 7 * DAY)):
        assert policy.lateness(student, "tick4", due + after) == Lateness(days, penalty)


def test_an_extension_counts_even_where_it_ends_earlier_and_penalties_are_decimals():
    policy = Policy({"t": DUE}, {("ann", "t"): DUE - SECOND, ("ann", "u"): DUE}, 0.1)
    assert policy.lateness("bob", "t", DUE) == Lateness()  # without grace
    assert policy.lateness("ann", "t", DUE) == Lateness(1, 0.1)
    assert policy.lateness("ann", "u", DUE + SECOND).days == 1
    assert policy.lateness("bob", "u", DUE + SECOND) == Lateness()
    # What nobody can date is unknown, and costs nothing; no deadline, no question.
    assert policy.lateness("ann", "u", DUE + DAY, dated=False) == Lateness(unknown=True)
    assert policy.lateness("bob", "u", DUE + DAY, dated=False) == Lateness()
    # 3 * 0.1 is 0.30000000000000004 in floats, and 7 * 0.1 is 0.7000000000000001.
    policy = Policy({"t": DUE}, {}, 0.1, max_penalty=0.7)
    penalties = [policy.lateness("ann", "t", DUE + d * DAY).penalty for d in range(9)]
    assert penalties == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.7]
    assert [Lateness(penalty=0.125).points(p, 5) for p in (4.5, 0.625, 0.6)] == [3.88, 0, 0]
    assert [hundredths(p) for p in (3.125, 4.375, 1.005, 0.1 + 0.2)] == [3.13, 4.38, 1.01, 0.3]


def test_times_are_of_the_zone_that_the_file_names_and_days_of_24_hours():
    for written, meant in (
        ("2026-10-25T01:30:00", datetime(2026, 10, 25, 0, 30)),  # struck twice: the first
        ("2026-10-25T01:30:00+00:00", datetime(2026, 10, 25, 1, 30)),
        ("2026-03-29T01:30:00", datetime(2026, 3, 29, 1, 30)),  # never struck: as in winter
    ):
        policy = read(f"timezone = 'Europe/London'\n[deadlines]\nt = {written}")
        due = policy.deadline("ann", "t")
        assert due == meant.replace(tzinfo=UTC) and str(policy.zone) == "Europe/London"
        assert [policy.lateness("ann", "t", due + d * DAY).days for d in (1, 2)] == [1, 2]
    assert read("[deadlines]\nt = 2026-11-20T17:00:00") == Policy({"t": DUE})


@pytest.mark.parametrize(("line", "words"), [
    ("penalty_per_day = 10\nmax_penalty = 7", "penalty_per_day must be another: "), ("penalty_per_day = -0.01", "not -0.01"),
    ("max_penalty = 1.01", "not 1.01"), ("max_penalty = '10 %'", "not '10 %'"), ("grace_minutes = -1", "not -1"),
    ("grace_minutes = nan", "not nan"), ("grace_minutes = 525601", "not 525601"), ("penalty = 0.1", "no entry penalty"),
    ("timezone = 'Cambridge'", "timezone must be another: "), ("deadlines = {tick4 = 2026-11-20}", "a time is written as 2026"),
    ("deadlines = {tick9 = 2026-11-20T17:00:00}", "there is no tick 'tick9'"),
    ("extensions = {ann = {tick9 = 2026-11-20T17:00:00}}", "there is no tick 'tick9'"),
    ("[extensions.ann@x.org]", "(at line 1, column 16); a time is written as"),
    ("a." * 400_000 + "b = 1", "a line must have at most 20 full stops"),
])  # fmt: skip
def test_a_wrong_entry_is_named(line, words):
    with pytest.raises(ValueError, match=rf"^late: late.toml: .*{re.escape(words)}"):
        read(line, ["tick4"])
    with pytest.raises(ValidationError) as raised:
        create_model("File", name=(str, ...)).model_validate({})
    assert first_wrong(raised.value) == "there must be an entry name"


def test_the_borders_of_what_is_allowed_and_names_as_people_write_them():
    dots = "# " + "." * 80
    policy = read(f"\ufeffpenalty_per_day = 1\n{dots}\nmax_penalty = 0\ngrace_minutes = 525600\n")
    assert policy == Policy(penalty_per_day=1, max_penalty=0, grace=timedelta(days=365))
    names = ("Ada  Lee", "A\u030asa", "B.C@X.org")
    policy = read("\n".join(f'[extensions."{n}"]\nt = 2026-11-20T17:00:00' for n in names))
    assert {student for student, _ in policy.extensions} == {"ada-lee", "\u00e5sa", "b.c@x.org"}
    assert policy.deadline("b.C@x.org", "t") == DUE and policy.deadline("bc@x.org", "t") is None
