"""A submission gets back its form, whatever was done to its cells, and keeps the student's work."""

import random
from copy import deepcopy

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from labkit.grading.submission.cells import grade_id
from labkit.grading.submission.restore import read, restored, tick_of
from tests.grading.tiny import NAME, answered, cell_of, graded, make_tick


@pytest.fixture(scope="module")
def tick(tmp_path_factory):
    return make_tick(tmp_path_factory.mktemp("ticks"))


@pytest.fixture
def notebook(tick):
    return answered(tick)


@pytest.fixture
def put_right(tick):
    def put_right(notebook):
        taken = nbformat.reads(read(nbformat.writes(notebook).encode()), as_version=4)
        return restored(taken, tick.notebook())

    return put_right


def sources(notebook):
    return [cell.source for cell in notebook.cells]


def test_an_honest_submission_stays_as_it_is(tick, notebook, put_right):
    found, repairs = put_right(notebook)
    assert repairs == []
    assert sources(found) == sources(notebook)
    for cell, original in zip(found.cells, tick.notebook().cells, strict=True):
        assert cell.metadata.get("nbgrader") == original.metadata.get("nbgrader")


def test_locked_cells_and_points_come_from_what_was_given_out(tick, notebook, put_right):
    check = cell_of(notebook, "double-check")
    check.source = "print(6)"
    check.metadata.nbgrader.points = 100
    cell_of(notebook, "double").metadata.nbgrader.update(points=50, grade=True, locked=True)
    cell_of(notebook, "essay").metadata.nbgrader.solution = False
    found, repairs = put_right(notebook)
    assert repairs == ["the locked cell double-check was changed"]
    for name in ("double", "double-check", "essay"):
        assert (
            cell_of(found, name).metadata.nbgrader
            == cell_of(tick.notebook(), name).metadata.nbgrader
        )
    assert cell_of(found, "double-check").source == "print(double(3))"
    assert cell_of(found, "essay").source == "Because."


def test_deleted_cells_come_back_in_their_place(tick, notebook, put_right):
    notebook.cells = [c for c in notebook.cells if grade_id(c) not in ("double", "triple-check")]
    found, repairs = put_right(notebook)
    assert repairs == ["the cell double was missing", "the cell triple-check was missing"]
    assert [grade_id(c) for c in found.cells] == [grade_id(c) for c in tick.notebook().cells]
    stub = cell_of(found, "double").source
    assert "your code here" in stub and "2 * n" not in stub  # not the solution


def test_with_all_cells_deleted_all_graded_ones_come_back(tick, notebook, put_right):
    notebook.cells = []
    found, repairs = put_right(notebook)
    assert {grade_id(c) for c in found.cells} == tick.grade_ids and len(repairs) == 5


def test_of_duplicated_cells_the_last_is_graded_and_none_is_lost(notebook, put_right):
    first = deepcopy(cell_of(notebook, "double"))
    first.source, first.id = "def helper(n):\n    return n", "first"
    notebook.cells.insert(2, first)
    found, repairs = put_right(notebook)
    assert repairs == ["the cell double was there more than once, or renamed"]
    assert cell_of(found, "double").source == "def double(n):\n    return 2 * n"
    position = sources(found).index(first.source)
    assert found.cells[position].metadata == {}
    assert position < sources(found).index("def double(n):\n    return 2 * n")


def test_a_renamed_cell_is_known_by_its_id(notebook, put_right):
    cell_of(notebook, "double-check").metadata.nbgrader.grade_id = "mine"
    cell_of(notebook, "triple-check").metadata = {}
    found, repairs = put_right(notebook)
    assert [grade_id(c) for c in found.cells if grade_id(c)] == [
        "double", "double-check", "triple", "triple-check", "essay",
    ]  # fmt: skip
    assert repairs == []


@pytest.mark.parametrize("seed", range(20))
def test_reordered_cells_are_put_back(tick, notebook, put_right, seed):
    expected = sources(notebook)
    random.Random(seed).shuffle(notebook.cells)
    found, repairs = put_right(notebook)
    assert sources(found) == expected
    assert repairs in ([], ["cells were in another order"])


def test_a_students_own_cells_stay_behind_their_neighbour(notebook, put_right):
    own = [new_code_cell("mine = 1"), new_markdown_cell("My thoughts.")]
    own[0].metadata = {"tags": ["skip-execution"], "nbgrader": {"grade": True, "points": 5}}
    notebook.cells[4:4] = own
    notebook.cells.insert(0, new_code_cell("first = 1"))
    found, repairs = put_right(notebook)
    texts = sources(found)
    assert repairs == []
    assert texts[0] == "first = 1"
    behind = texts.index("print(double(3))")
    assert texts[behind + 1 : behind + 3] == ["mine = 1", "My thoughts."]
    assert found.cells[behind + 1].metadata == {}
    # Also if their neighbour has to move.
    notebook.cells = notebook.cells[:4] + notebook.cells[7:] + notebook.cells[4:7]
    found, repairs = put_right(notebook)
    assert repairs == ["cells were in another order"]
    assert sources(found) == texts


def test_types_kernels_and_ids_are_put_right(tick, notebook, put_right):
    position = notebook.cells.index(cell_of(notebook, "double"))
    wrong = new_markdown_cell("def double(n):\n    return 2 * n", metadata=graded("double"))
    notebook.cells[position] = wrong
    notebook.metadata = {"kernelspec": {"name": "julia", "display_name": "J", "language": "j"}}
    notebook.cells.append(new_code_cell("x", id="x-1"))
    found, repairs = put_right(notebook)
    assert repairs == ["the cell double was of another type"]
    assert cell_of(found, "double").cell_type == "code"
    assert found.metadata.kernelspec.name == "python3"
    assert [cell.id for cell in found.cells] == [f"cell-{i}" for i in range(len(found.cells))]
    nbformat.validate(found)


def test_what_was_handed_in_is_not_changed(tick, notebook, put_right):
    taken = nbformat.reads(read(nbformat.writes(notebook).encode()), as_version=4)
    before, released = deepcopy(taken), tick.notebook()
    restored(taken, released)
    assert (taken, released) == (before, tick.notebook())


def test_lines_are_joined_as_they_were(notebook, put_right):
    notebook.cells[1].source = "a = 1\n\nb = '''\n x'''"
    assert put_right(notebook)[0].cells[1].source == notebook.cells[1].source


def test_a_notebook_tells_which_tick_it_is(tick, notebook):
    text = read(nbformat.writes(notebook).encode())
    assert tick_of(text, {NAME: tick}) == NAME
    notebook.cells = [c for c in notebook.cells if grade_id(c) in (None, "double", "essay")]
    assert tick_of(read(nbformat.writes(notebook).encode()), {NAME: tick}) == ""
