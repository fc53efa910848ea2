"""What a tick offers besides its questions: a prediction, a plot, something of the student's own."""

import re

import pytest

from tests.ticks import TICKS, notebook

ticks = pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)

#: What is offered -> how the ticks say it.
OFFERED = {
    "a prediction before a cell is run": r"\*Predict, then run\.\*",
    "a plot that the student makes": r"\*\*(Draw it|Draw it yourself|Your plot)\.\*\*",
    "a text or choice of the student's own": r"\*(Yours|Your choice|Your own pair)\.\*|[oO]f your own|your own text",
}


def text(tick):
    return "\n".join(cell.source for cell in notebook(tick).cells if cell.cell_type == "markdown")


@ticks
@pytest.mark.parametrize("offer", OFFERED)
def test_a_tick_is_explored_as_well_as_answered(tick, offer):
    assert re.search(OFFERED[offer], text(tick)), f"{tick.name} lacks {offer}"


@ticks
def test_the_class_challenge_is_offered_from_the_second_tick_on(tick):
    offered = re.search(r"[Cc]lass challenge|class as a shared task", text(tick))
    assert bool(offered) == (tick != TICKS[0])


@ticks
def test_figures_are_as_dark_or_light_as_the_page(tick):
    cells = [cell for cell in notebook(tick).cells if cell.cell_type == "code"]
    figures = [out for cell in cells for out in cell.outputs if "image/png" in out.get("data", {})]
    assert figures
    for figure in figures:  # a figure of no transparency is a white card on a dark page
        assert figure.metadata.get("needs_background") == "light", figure.data["text/plain"]
    inks = r"""["'](black|white|k|w|#000|#fff|#000000|#ffffff)["']"""
    for cell in cells:
        assert not re.search(inks, cell.source), "black is not seen on black: plots.STYLE knows"


@ticks
def test_a_prediction_is_shown_as_it_was_typed(tick):
    """A number with a comma in it is two to Python, and "85 %" none: the cell goes on with either."""
    cells = [cell.source for cell in notebook(tick).cells if cell.cell_type == "code"]
    formatted = r"\{(?:my_(?:guess|number|percent|prediction)|guess)[:!][^}]*\}"
    assert re.findall(formatted, "\n".join(cells)) == []
