"""What a tick offers besides its questions: a prediction, a plot, something of the student's own."""

import re

import pytest

from tests.ticks import TICKS, notebook

#: What is offered -> how the ticks say it.
OFFERED = {
    "a prediction before a cell is run": r"\*Predict, then run\.\*",
    "a plot that the student makes": r"\*\*(Draw it|Draw it yourself|Your plot)\.\*\*",
    "a text or choice of the student's own": r"\*(Yours|Your choice|Your own pair)\.\*|[oO]f your own|your own text",
    "the class challenge, but for the first": r"[Cc]lass challenge|class as a shared task|^# Tick 1 ",
}
INKS = r"""["'](black|white|k|w|#000|#fff|#000000|#ffffff)["']"""
#: A number with a comma in it is two to Python, and "85 %" none: the cell goes on with either.
FORMATTED = r"\{(?:my_(?:guess|number|percent|prediction)|guess)[:!][^}]*\}"


@pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)
def test_a_tick_is_explored_and_its_figures_are_as_dark_or_light_as_the_page(tick):
    cells = [cell for cell in notebook(tick).cells if cell.cell_type == "code"]
    text = "\n".join(c.source for c in notebook(tick).cells if c.cell_type == "markdown")
    assert [offer for offer, words in OFFERED.items() if not re.search(words, text)] == []
    code = "\n".join(cell.source for cell in cells)
    assert not re.search(FORMATTED, code), "a prediction is shown as it was typed"
    assert not re.search(INKS, code), "black is not seen on black: plots.STYLE knows"
    figures = [out for cell in cells for out in cell.outputs if "image/png" in out.get("data", {})]
    # A figure of no transparency is a white card on a dark page.
    assert {figure.metadata.get("needs_background") for figure in figures} == {"light"}
