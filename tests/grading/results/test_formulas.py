"""No cell of a table is run as a formula, and plain names stay what they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.grading.results.formulas import as_known, as_written, without_formula

EVIL = [
    "=1+1", "=HYPERLINK(\"http://x\")", "@SUM(A1)", "-2+3+cmd|' /C calc'!A0", "+cmd|'x'!A1",
    "\t=1", "\r=1", "\n=1", " =1", "\xa0=1", "＝1+1", "Lee;=1+1", "Lee\n=1", "Lee\t@SUM(1)", "a; =1",
]  # fmt: skip


@pytest.mark.parametrize("text", EVIL)
@pytest.mark.parametrize("safe", [without_formula, as_known])
def test_what_could_be_called_is_text(text, safe):
    for separator in ";\t\r\n":  # whatever a spreadsheet takes for the end of a cell
        for cell in safe(text).split(separator):
            assert not cell.lstrip(" \xa0").startswith(("=", "+", "-", "@", "＝", "\t"))


@pytest.mark.parametrize("text", ["-Ann", "@me", "+1", "-1", "-a.b@x.org", "+44 20", "-O'Neil"])
def test_a_platform_is_told_a_plain_name_as_it_is(text):
    assert as_known(text) == text
    assert without_formula(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Ann", "a=b", "1-2", "Lee, Ann", "ann@x.org", "Ann; Bob"])
def test_what_is_no_formula_is_left_alone(text):
    assert as_known(text) == without_formula(text) == text


@given(st.text(alphabet="=+-@;\t\r\n'a1 ,|!()"))
def test_nothing_is_lost_and_twice_is_once(text):
    for safe in (without_formula, as_known):
        assert safe(safe(text)) == safe(text)
        assert safe(text).replace("'", "") == text.replace("'", "")


@given(st.text(alphabet="=+-@;\t\r\na1 ,|!()"))
def test_what_was_put_there_is_taken_away_again(text):
    assert as_written(without_formula(text)) == text


@pytest.mark.parametrize("text", ["'tis", "it's = 1", "'a'; 'b'", "''"])
def test_an_apostrophe_of_the_writers_own_stays(text):
    assert as_written(text) == as_written(without_formula(text)) == text
