"""What a tick's plots and predictions look like, whatever the page and whatever is typed."""

import re

import pytest

from tests.ticks import TICKS, notebook

INKS = r"""["'](black|white|k|w|#000|#fff|#000000|#ffffff)["']"""
#: A number with a comma in it is two to Python, and "85 %" none: the cell goes on with either.
FORMATTED = r"\{(?:my_(?:guess|number|percent|prediction)|guess)[:!][^}]*\}"


@pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)
def test_figures_are_as_dark_or_light_as_the_page_and_a_prediction_is_shown_as_typed(tick):
    cells = [cell for cell in notebook(tick).cells if cell.cell_type == "code"]
    code = "\n".join(cell.source for cell in cells)
    assert not re.search(FORMATTED, code), "a prediction is shown as it was typed"
    assert not re.search(INKS, code), "black is not seen on black: plots.STYLE knows"
    figures = [out for cell in cells for out in cell.outputs if "image/png" in out.get("data", {})]
    # A figure of no transparency is a white card on a dark page.
    assert {figure.metadata.get("needs_background") for figure in figures} <= {"light"}
