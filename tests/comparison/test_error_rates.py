"""The tables of docs/compare.md on intervals and tests are those of today's code."""

import math

import pytest

from tests.comparison.error_rates import TABLES, stored

#: Simulations for a cell here, and those behind the guide's; standard errors that may lie between.
TIMES, BEHIND, ERRORS = 200, 2000, 5


def cells(table):
    rows = [line.strip("| ").split(" | ") for line in table.split("\n")[2:]]
    return {(row[0], place): cell for row in rows for place, cell in enumerate(row[1:])}


@pytest.mark.long
@pytest.mark.parametrize("name", TABLES)
def test_the_guide_has_the_rates_of_today(name):
    old, new = cells(stored(name)), cells(TABLES[name](TIMES))
    assert old.keys() == new.keys() and len(new) >= 6
    for place, rate in old.items():
        if rate == "–" or new[place] == "–":
            assert rate == new[place]
            continue
        before, now = float(rate) / 100, float(new[place]) / 100
        middle = min(max((before + now) / 2, 0.005), 0.995)
        error = math.sqrt(middle * (1 - middle) * (1 / TIMES + 1 / BEHIND))
        assert abs(before - now) <= ERRORS * error, place


@pytest.mark.parametrize("place", [0, 3])
def test_no_exact_test_of_the_guide_errs_too_often(place):
    # Randomization and sign test: at most 5 %, but for what 2,000 simulations may be off.
    rates = [
        float(rate)
        for (_, test), rate in cells(stored("type one")).items()
        if test == place and rate != "–"
    ]
    assert rates and max(rates) <= 100 * (0.05 + ERRORS * math.sqrt(0.05 * 0.95 / BEHIND))
