"""The table of printed and computed figures says plainly what agrees."""

import math

import pytest

from labkit.report import reproduction_table


def row(*figure, **options):
    return reproduction_table([("it", "section 1", *figure)], **options).loc["it"]


@pytest.mark.parametrize(
    ("printed", "computed", "shown", "verdict"),
    [
        ("86", 86, "86", "agrees"),
        ("86", 85, "85", "does not reproduce"),
        ("1", 1.0, "1.0", "agrees"),
        ("1048576", 2**20, "1048576", "agrees"),
        ("1/32", 1 / 32, "0.03125", "agrees"),
        ("1/3", 0.3333, "0.33330", "does not reproduce"),
        ("0.35", 0.345, "0.3450", "agrees after rounding"),
        ("less than 0.05", 0.0501, "0.05010", "does not reproduce"),
        ("0.35", 0.345181, "0.3452", "agrees after rounding"),
        ("0.35", 0.344999, "0.3450", "does not reproduce"),
        ("0.50", 0.5, "0.5000", "agrees"),
        ("45.6%", 47 / 103, "45.631%", "agrees after rounding"),
        ("64%", 0.6451, "64.51%", "does not reproduce"),
        ("25%", 0.25, "25.00%", "agrees"),
        ("10% to 20%", 0.1229, "12.290%", "agrees"),
        ("10% to 20%", 0.2001, "20.010%", "does not reproduce"),
        ("less than 4%", 0.03999, "3.999%", "agrees"),
        ("less than 4%", 0.04, "4.000%", "does not reproduce"),
        ("-0.35", -0.345181, "-0.3452", "agrees after rounding"),
    ],
)
def test_verdict_without_sampling(printed, computed, shown, verdict):
    found = row(printed, computed)
    assert found.tolist() == ["section 1", printed, shown, "", verdict]


def test_a_count_is_judged_by_its_binomial_standard_error():
    trials, p = 10_000, 0.1  # expected 1,000, standard error 30
    for count, errors in ((1000, "0"), (1089, "+3.0"), (911, "-3.0")):
        assert row(str(count), p, trials).tolist()[2:] == ["1000.0", errors, "agrees"]
    for count in ("1091", "909"):
        assert row(count, p, trials)["verdict"] == "does not reproduce"
    assert row("1091", p, trials, within=4)["verdict"] == "agrees"
    assert row("1", 0.5, 1)["standard errors"] == "+1.0"
    assert [row(str(9 * p), p, 9)["verdict"] for p in (0, 1)] == ["agrees"] * 2
    assert row("1001", p, trials, within=0)["verdict"] == "does not reproduce"


def test_a_sampled_probability_is_judged_from_what_rounds_to_it():
    p, trials = 0.02, 10_000
    found = row("3%", p, trials)  # anything from 2.5% is printed so
    assert found["standard errors"] == f"{(0.025 - p) / math.sqrt(p * (1 - p) / trials):+.1f}"
    assert found["verdict"] == "does not reproduce"
    assert row("2%", 0.0204, trials).tolist()[3:] == ["0", "agrees after rounding"]
    # A limit that the exact value misses by less than chance does.
    assert row("less than 4%", 0.0402, trials).tolist()[3:] == ["-0.1", "agrees"]


def test_the_table_keeps_the_order_and_all_columns():
    table = reproduction_table([("b", "here", "1", 1), ("a", "there", "2", 3)])
    assert table.index.tolist() == ["b", "a"] and table.index.name == "what"
    assert [*table] == ["where", "printed", "computed", "standard errors", "verdict"]
    assert reproduction_table([]).empty


UNREADABLE, ROWS = (
    "figures must be printed as",
    "takes from 4 to 5 positional arguments",
)
SHARE, FINITE = (
    "figures must have a probability and the number of",
    "what is computed for it must be a fin",
)
BAD = [
    *((UNREADABLE, (printed, 3), 3) for printed in ("", "less than 3 to 4", "1/0", "1,048")),
    (ROWS, ("0.35", 0.3, 9, 9), 3),
    *((SHARE, ("96", *sampled), 3) for sampled in ((102.3, 2**20), (0.1, 0), (-0.1, 9))),
    ("within must be", ("96", 0.1, 1_000), -1),
    *((FINITE, ("0.35", computed), 3) for computed in (math.nan, math.inf)),
]


@pytest.mark.parametrize(("message", "figure", "within"), BAD)
def test_bad_input_is_named(message, figure, within):
    with pytest.raises((ValueError, TypeError), match=message):
        row(*figure, within=within)
