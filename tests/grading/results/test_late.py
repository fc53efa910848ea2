"""Deadlines, extensions and penalties, on the border and on both sides of it."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.grading.results.late import Lateness, Policy, load_policy, read_policy

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


SECOND = timedelta(seconds=1)


@pytest.mark.parametrize("student", ["ann", "bob"])
def test_without_grace_the_deadline_itself_is_the_last_moment(student):
    own = {"ann": DUE + timedelta(days=7), "bob": DUE}[student]
    policy = Policy({"t": DUE}, {("ann", "t"): own} if own != DUE else {}, penalty_per_day=0.1)
    assert policy.lateness(student, "t", own) == Lateness()
    assert policy.lateness(student, "t", own + SECOND) == Lateness(SECOND, 1, 0.1)
    assert policy.lateness(student, "t", own + timedelta(days=1)).days == 1
    assert policy.lateness(student, "t", own + timedelta(days=1, microseconds=1)).days == 2


def test_the_time_of_grace_is_of_an_extension_too_and_is_no_part_of_the_days(policy):
    own = DUE + timedelta(days=7)
    in_grace = policy.lateness("ann", "tick4", own + timedelta(minutes=15))
    assert in_grace == Lateness(timedelta(minutes=15), 0, 0.0)
    after = policy.lateness("ann", "tick4", own + timedelta(minutes=15) + SECOND)
    assert after == Lateness(timedelta(minutes=15) + SECOND, 1, 0.1)
    assert policy.lateness("ann", "tick4", own + timedelta(days=1) + SECOND).days == 2


def test_an_extension_counts_even_where_it_ends_earlier_or_alone():
    policy = Policy({"t": DUE}, {("ann", "t"): DUE - SECOND, ("ann", "u"): DUE}, 0.1)
    assert policy.lateness("ann", "t", DUE).days == 1
    assert policy.lateness("ann", "u", DUE + SECOND).days == 1
    assert policy.lateness("bob", "u", DUE + SECOND) == Lateness()


def test_penalties_are_the_decimals_that_the_file_names():
    # 3 * 0.1 is 0.30000000000000004 in floats, and 7 * 0.1 is 0.7000000000000001.
    policy = Policy({"t": DUE}, {}, 0.1, max_penalty=0.7)
    found = [policy.lateness("ann", "t", DUE + timedelta(days=d)).penalty for d in range(9)]
    assert found == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.7]


def test_all_points_may_go_but_not_more():
    policy = Policy({"t": DUE}, {}, 0.5)
    late = [policy.lateness("ann", "t", DUE + timedelta(days=d)) for d in range(4)]
    assert [x.points(4, 5) for x in late] == [4, 1.5, 0, 0]
    assert [x.penalty for x in late] == [0, 0.5, 1, 1]
    assert policy.lateness("ann", "t", DUE + timedelta(days=2)).points(5, 5) == 0
    assert Policy({"t": DUE}).lateness("ann", "t", DUE + timedelta(days=2)).points(4, 5) == 4


def test_points_are_rounded_to_hundredths():
    assert Lateness(penalty=0.125).points(4.5, 5) == 3.88


def test_a_day_is_24_hours_also_when_the_clocks_change(tmp_path):
    (tmp_path / "late.toml").write_text(
        "timezone = 'Europe/London'\npenalty_per_day = 0.1\n"
        "[deadlines]\nautumn = 2026-10-24T17:00:00\nspring = 2026-03-28T17:00:00\n"
    )
    policy = load_policy(tmp_path / "late.toml")
    london = ZoneInfo("Europe/London")
    autumn = policy.lateness("ann", "autumn", datetime(2026, 10, 25, 17, tzinfo=london))
    assert (autumn.by, autumn.days) == (timedelta(hours=25), 2)
    spring = policy.lateness("ann", "spring", datetime(2026, 3, 29, 18, tzinfo=london))
    assert (spring.by, spring.days) == (timedelta(hours=24), 1)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-10-25T01:30:00", datetime(2026, 10, 25, 0, 30)),  # struck twice: the first
        ("2026-10-25T01:30:00+00:00", datetime(2026, 10, 25, 1, 30)),
        ("2026-03-29T01:30:00", datetime(2026, 3, 29, 1, 30)),  # never struck: as in winter
        ("2026-03-29T00:00:00", datetime(2026, 3, 29, 0, 0)),
        ("2026-10-25T00:00:00", datetime(2026, 10, 24, 23, 0)),
        ("2026-10-25T24:00:00", None),
    ],
)
def test_deadlines_in_the_night_when_the_clocks_change(tmp_path, written, meant):
    path = tmp_path / "late.toml"
    path.write_text(f"timezone = 'Europe/London'\n[deadlines]\nt = {written}\n")
    if meant is None:
        with pytest.raises(ValueError, match="late: late.toml: "):
            load_policy(path)
    else:
        assert load_policy(path).deadline("ann", "t") == meant.replace(tzinfo=UTC)


def test_without_a_zone_times_are_in_utc(tmp_path):
    (tmp_path / "late.toml").write_text("[deadlines]\nt = 2026-07-03T17:00:00\n")
    policy = load_policy(tmp_path / "late.toml")
    assert policy.deadline("ann", "t") == datetime(2026, 7, 3, 17, tzinfo=UTC)
    assert (policy.penalty_per_day, policy.max_penalty, policy.grace) == (0, 1, timedelta(0))


def test_a_hand_in_without_its_zone_is_not_guessed(policy):
    with pytest.raises(TypeError, match="offset-naive"):
        policy.lateness("ann", "tick4", datetime(2026, 11, 20, 17))


def test_times_are_of_the_zone_that_the_file_names(policy):
    assert policy.deadline("bob", "tick4") == DUE
    assert policy.deadline("bob", "tick5") == datetime(2026, 7, 3, 16, tzinfo=UTC)
    assert policy.deadline("bob", "tick6") == datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_an_extension_is_one_students_own(policy):
    week = DUE + timedelta(days=7)
    assert policy.lateness("ann", "tick4", week).penalty == 0
    assert policy.lateness("bob", "tick4", week).days == 7
    assert policy.lateness("ann", "tick5", week).days > 100


def test_capitals_in_a_name_do_not_take_an_extension_away():
    week = DUE + timedelta(days=7)
    text = f'[deadlines]\nt = {DUE:%Y-%m-%dT%H:%M:%S}\n[extensions."Ada.Lee@X.org"]\nt = {week:%Y-%m-%dT%H:%M:%S}'
    found = read_policy(text, "late.toml")
    assert found.deadline("ada.lee@x.org", "t") == found.deadline("Ada.Lee@X.org", "t") == week
    assert (
        found.deadline("adalee@x.org", "t") == DUE and found.deadline("ada.lee@x.org", "u") is None
    )


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
        ("penalty_per_day = 10", "penalty_per_day must be between 0 and 1, not 10"),
        ("penalty_per_day = -0.01", "penalty_per_day must be between 0 and 1, not -0.01"),
        ("penalty_per_day = true", "penalty_per_day must be a number, not True"),
        ("max_penalty = '10 %'", "max_penalty must be a number, not '10 %'"),
        ("max_penalty = 1.01", "max_penalty must be between 0 and 1, not 1.01"),
        ("grace_minutes = -1", "grace_minutes must be between 0 and 525600, not -1"),
        ("grace_minutes = nan", "grace_minutes must be between 0 and 525600, not nan"),
        ("grace_minutes = inf", "grace_minutes must be between 0 and 525600, not inf"),
        ("penalty = 0.1", "a setting must be one of deadlines, "),
        ("penalty = 0.1", "timezone, not 'penalty'"),
        ("timezone = 'Cambridge'", "timezone must be the name of one, "),
        ("timezone = 3", "not 3"),
        ("deadlines = {tick4 = '20 Nov'}", "deadlines.tick4 must be a time as 2026"),
        ("deadlines = {tick4 = 2026-11-20}", "without quotes, not 2026-11-20"),
        ("deadlines = {tick4 = 0001-01-01T00:00:00+05:00}", "out of range"),
        ("deadlines = {tick9 = 2026-11-20T17:00:00}", "there is no tick 'tick9'"),
        ("extensions = {ann = {tick9 = 2026-11-20T17:00:00}}", "there is no tick 'tick9'"),
        ("extensions = {ann = {tick4 = 7}}", "extensions.ann.tick4 must be a time"),
        ("extensions = {ann = 7}", "extensions.ann must be a table, begun by [extensions.ann], "),
        ("[extensions.ann.lee]\ntick4 = 2026-11-20T17:00:00", 'as [extensions."ann.lee"], not'),
        ("[extensions.ann@x.org]\n", "(at line 1, column 16); a name with other signs"),
        ("[extensions.müller]\n", "stands in quotation marks"),
        ("[extensions.Ann]\n[extensions.ann]\n", "each student once, not 'Ann' and 'ann'"),
        ("[extensions.a-b]\n[extensions.'a b']\n", "each student once, not 'a-b' and 'a b'"),
        ("extensions = 3", "extensions must be a table"),
        ("[deadlines]\ntick4 = 2026-11-20T17:00", "; a time is written with seconds, as 2026"),
        ("[deadlines]\ntick4 = 2026-11-31T17:00:00", "; there is no such day"),
        ("[deadlines]\ntick4 = 20.11.2026 17:00", "; a time is written with seconds, as 2026"),
        ("penalty_per_day = 10%", "; a share is written as 0.1"),
        ("max_penalty = 0,5", "; a share is written as 0.1"),
        ("deadlines = 3", "deadlines must be a table, begun by [deadlines], not 3"),
        ("this is no TOML", "late.toml"),
    ],
)
def test_a_wrong_entry_is_named(tmp_path, line, words):
    (tmp_path / "late.toml").write_text(line)
    with pytest.raises(ValueError, match="late: late.toml: ") as raised:
        load_policy(tmp_path / "late.toml", ["tick4"])
    assert words in str(raised.value)


def test_the_borders_of_what_is_allowed_are_allowed(tmp_path):
    path = tmp_path / "late.toml"
    path.write_text("penalty_per_day = 1\nmax_penalty = 0\ngrace_minutes = 525600\n")
    assert load_policy(path) == Policy(penalty_per_day=1, max_penalty=0, grace=timedelta(days=365))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="late must be a file that exists, not .*late.toml"):
        load_policy(tmp_path / "late.toml")


def test_what_nobody_can_date_is_unknown_and_costs_nothing():
    policy = Policy({"t": DUE}, {("ann", "u"): DUE}, 0.1)
    late = DUE + timedelta(days=2)
    assert policy.lateness("ann", "t", late, dated=False) == Lateness(unknown=True)
    assert policy.lateness("ann", "u", late, dated=False).unknown
    assert policy.lateness("bob", "u", late, dated=False) == Lateness()  # no deadline, no question
    assert policy.lateness("ann", "t", late).days == 2
    assert Lateness(unknown=True).points(3, 4) == 3


def test_a_policy_knows_its_time_zone(policy):
    assert str(policy.zone) == "Europe/London" and Policy().zone is UTC


def test_a_file_of_windowss_editor_and_names_as_people_write_them(tmp_path):
    text = '\ufeff[extensions."Ada  Lee"]\nt = 2026-11-20T17:00:00\n'
    text += '[extensions."A\u030asa"]\nt = 2026-11-20T17:00:00\n[extensions."a/b"]\n'
    (tmp_path / "late.toml").write_text(text, encoding="utf8")
    policy = load_policy(tmp_path / "late.toml")
    assert {student for student, _ in policy.extensions} == {"Ada-Lee", "\u00c5sa"}
