"""Identifiers have one alphabet, and what does not fit is refused by a reason."""

import unicodedata
from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.instructor.grading.submissions.identify import as_identifier, display, from_name

GOOD = ["ann", "ada@uni.example", "a+b-c_d.e", "1001", "José", "Ωμέγα", "李雷", "x" * 64, "_aux", "表" * 46 + "é"]  # fmt: skip
BAD = ["", "<img src=x>", "Ann Lee", "😀", "ann\u202e", "ann\u200b", "ann\n", "../ann", "a\\b", "ann\udcff",
       "..", ".ann", "ann.", "-rf", "+1", "@SUM", "x" * 65, "😀" * 90, "𝒜" * 60, "表" * 46 + "éa"]  # fmt: skip


@pytest.mark.parametrize("text", GOOD + BAD)
def test_an_identifier_is_taken_as_it_is_and_another_text_refused(text):
    words = r"^a student's identifier must be of at most .*, not '[^\n\u202e\u200b\udcff]{0,70}'$"
    with nullcontext() if text in GOOD else pytest.raises(ValueError, match=words):
        assert as_identifier(unicodedata.normalize("NFD", text)) == text


@pytest.mark.parametrize(("name", "number", "identifier"), [
    (" Ann  Lee ", "", "Ann-Lee"), ("O'Hara", "", "O-Hara"), ("Ann Lee", "12", "Ann-Lee_12"),
    ("O'Hara, Ann", "12", "O-Hara-Ann_12"), ("<script>", "12", "script_12"),
    ("😀" * 90, "12", "12"), ("..", "12", "12"), ("x" * 100, "12", "x" * 30 + "_12"),
    ("x" * 29 + "--y", "12", "x" * 29 + "_12"), ("𝒜" * 64, "9" * 18, "𝒜" * 30 + "_" + "9" * 18),
])  # fmt: skip
def test_an_identifier_is_made_of_a_name(name, number, identifier):
    assert from_name(name, number) == identifier


@given(st.text(max_size=120), st.from_regex(r"[0-9]{1,12}", fullmatch=True))
def test_any_name_with_a_number_is_a_safe_identifier_and_is_shown_in_a_short_line(text, number):
    name, shown = from_name(text, number), display(text)
    assert as_identifier(name) == name
    assert not set(name) & set("/\\<>\"'&:*?| \n\0") and len(name.encode()) <= 140
    assert shown.isprintable() and len(shown) <= 100 and shown == display(shown)
    assert display("x" * 100) == "x" * 100 and display("x" * 101) == "x" * 99 + "…"
