"""What every tick has: its questions in order, what it says of its points, code that fits, one cell to explore."""

import re

import nbformat
import pytest

from labkit.checks.questions import load_questions
from labkit.instructor.grading.release.readme import CHECK, parts
from tests.notebooks.prose import DIGITS
from tests.ticks import COURSE, ROOT, TICKS, nbgrader, notebook

ticks = pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)


def code(tick):
    return [cell for cell in notebook(tick).cells if cell.cell_type == "code"]


@ticks
def test_questions_stand_in_the_order_of_the_notebook(tick):
    in_notebook = [name for cell in code(tick) for name in CHECK.findall(cell.source)]
    assert [*load_questions(tick)] == in_notebook  # a card says which is next


@ticks
def test_given_code_fits_a_page(tick):
    given = [cell.source for cell in code(tick) if not nbgrader(cell).get("solution")]
    assert [line for text in given for line in text.splitlines() if len(line) > 100] == []


@ticks
def test_the_first_cell_says_how_many_points_there_are(tick):
    core, starred = parts(notebook(tick).cells)
    said = (
        r"(\w+) checks? gives? (\d+) points?(?:, (?:and )?a written answer (\d+))?"
        r"(?:, and the ★ parts? (\d+) more)?; about [\w ]+ hours?\b"
    )
    checks, points, written, more = re.search(said, core[0].source).groups()
    checked = [cell for cell in core if cell.cell_type == "code" and nbgrader(cell).get("points")]
    asked = [nbgrader(cell).get("points", 0) for cell in core if cell.cell_type == "markdown"]
    assert int(DIGITS.get(checks.lower(), checks)) == len(checked)
    assert int(points) == sum(nbgrader(cell).get("points", 0) for cell in checked)
    assert int(written or 0) == sum(asked)
    assert int(more or 0) == sum(nbgrader(cell).get("points", 0) for cell in starred)


@ticks
def test_a_cell_to_explore_has_no_output_and_a_picture_before_it(tick):
    cells = code(tick)
    tagged = [i for i, cell in enumerate(cells) if "explore" in cell.metadata.get("tags", [])]
    assert len(tagged) == 1 or tick not in COURSE
    for at in tagged:
        assert "nbval-ignore-output" in cells[at].metadata.tags  # its widgets are new in each run
        assert "labkit.explore(" in cells[at].source and cells[at].outputs == []
        assert any("image/png" in output.get("data", {}) for output in cells[at - 1].outputs)


def test_start_here_lists_what_is_switched_off():
    names = {name for tick in COURSE for q in load_questions(tick).values() for name in q.without}
    libraries = [name.split(":") for name in names if not name.startswith("labkit.")]
    # A class is listed, and not its methods; a distribution's functions are.
    off = {re.sub(r"^([A-Z]\w+)\..*", r"\1", function) for _, function in libraries}
    text = nbformat.read(ROOT / "notebooks" / "start-here.ipynb", as_version=4).cells[5].source
    (sentence,) = [line for line in text.splitlines() if "switched off" in line]
    listed = set(re.findall("`([^`]+)`", sentence)) - {"labkit", "scipy.stats"}
    assert listed == off, f"Start here must list {sorted(off)}"
