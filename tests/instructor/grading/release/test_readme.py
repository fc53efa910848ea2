"""The table of what each tick asks is that of today."""

from labkit.instructor.grading.judging.tick import load_ticks
from labkit.instructor.grading.release.readme import README, with_table
from tests.ticks import ROOT


def test_the_readme_has_the_table_of_today():
    text = (ROOT / README).read_text(encoding="utf8")
    now = with_table(text, load_ticks(ROOT / "notebooks" / "ticks"))
    assert text == now, "run python -m labkit.instructor.grading.release.readme"
