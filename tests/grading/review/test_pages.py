"""The pages for people who mark: how they write numbers, and how much of an answer they show."""

from nbformat.v4 import new_code_cell

from labkit.grading.review.pages import SHOWN, number, templates


def test_points_are_short():
    assert [number(x) for x in (0, 1.5, 2.0, None)] == ["0", "1.5", "2", "–"]


def test_long_answers_are_cut_and_stay_text():
    show = templates().filters["cell"]
    made = show(new_code_cell("<b>" + "x" * (SHOWN + 1231)))
    assert made.startswith("<pre>&lt;b&gt;xxx") and "1,234 more characters" in made
    assert "x" * (SHOWN + 1) not in made
    assert "There is no such answer." in show(None)
