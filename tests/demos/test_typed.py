"""Numbers as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.demos.typed import read_number


@given(st.integers(-(10**12), 10**12), st.sampled_from([",", ".", " ", "\u202f", "'", "_", ""]))
def test_a_whole_number_may_be_grouped_in_any_way(number, mark):
    typed = f"{number:,}".replace(",", mark)
    assert read_number(typed, whole=True) == number
    assert read_number(typed.replace("-", "−"), whole=True) == number


@given(st.integers(0, 10**9), st.integers(0, 99))
def test_a_comma_and_a_point_before_decimals_are_the_same(units, hundredths):
    wanted = units + hundredths / 100
    for typed in (f"{units}.{hundredths:02}", f"{units:,}.{hundredths:02}"):
        swapped = typed.translate(str.maketrans(",.", ".,"))
        assert read_number(typed) == pytest.approx(wanted)
        assert read_number(swapped) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("0,05", 0.05),
        (".05", 0.05),
        (",5", 0.5),
        ("5%", 0.05),
        ("5 %", 0.05),
        ("+3", 3),
        ("1e-3", 0.001),
        ("1,000", 1000),
        ("0,050", 0.05),
        ("1.000", 1),
        ("1.000.000", 1e6),
        (" 7 ", 7),
        ("- 3", -3),
        ("1 234,5", 1234.5),
        ("1’234.567", 1234.567),
        ("٣", 3),
    ],
)
def test_usual_ways_are_read(typed, number):
    assert read_number(typed) == pytest.approx(number)


@given(st.text(max_size=8))
def test_whatever_is_typed_is_a_number_or_none(typed):
    number = read_number(typed)
    assert number is None or (isinstance(number, float) and abs(number) < float("inf"))


@pytest.mark.parametrize("typed", ["", "five", "-", "1e999", "nan", "inf", "%", "1-2", "0x10"])
def test_what_is_no_number_is_none(typed):
    assert read_number(typed) is None


@pytest.mark.parametrize(
    "typed", ["0.1,5", "12,34.5", "1.5,000", "0,123.4", "3 4", "3\t4", "1 2000", "1_2", "½", "+-3"]
)
def test_marks_that_part_no_groups_of_three_make_no_number(typed):
    assert read_number(typed) is None
    assert read_number(typed, whole=True) is None
