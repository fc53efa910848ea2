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
