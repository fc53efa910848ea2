"""A submission gets back its form, whatever was done to its cells, and keeps the student's work."""

import random
import time
from copy import deepcopy

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

from labkit.instructor.grading.judging.restore import defined, restored, tick_of
from labkit.instructor.grading.judging.tick import grade_id
from labkit.instructor.grading.submissions.notebook_file import read
from tests.instructor.grading.tiny import NAME, answered, cell_of, graded

NEW, OLD = "def double(n):\n    return 2 * n", "def double(n):\n    return n * n"
TRIPLE = "def triple(n):\n    return 3 * n"
FOUND = "cells without their names were found by what they say: double-check, triple-check, double"
ALL_FOUND = f"{FOUND}, triple, essay"
TWICE = "cells were there more than once, or renamed: double"
MISSING = "# This cell was missing."
NOTHING = "*Write your answer here: double-click on this text.*"
STUB = "def double(n):\n    # your code here\n    ..."


def as_read(notebook):
    return read(nbformat.writes(notebook).encode())


def put_right(notebook, tick):
    return restored(nbformat.reads(as_read(notebook), as_version=4), tick.notebook())


def sources(notebook):
    return [cell.source for cell in notebook.cells]


def strip(notebook):
    """Lose what a program may lose."""
    for number, cell in enumerate(notebook.cells):
        cell.metadata, cell.id = {}, f"c{number:04}"


def remove(*names):
    return lambda n: n.update(cells=[c for c in n.cells if grade_id(c) not in names])


def change(name, source):
    return lambda n: cell_of(n, name).update(source=source)


def add(*cells, at=99):
    return lambda n: n.update(cells=[*n.cells[:at], *deepcopy(cells), *n.cells[at:]])


def copy(name, source, at=99):
    """Put a copy of a cell, names and all, with another text before a position or at the end."""
    other = {"source": source, "id": f"copy-{at}"}
    return lambda n: n.cells.insert(at, nbformat.from_dict(cell_of(n, name) | other))


def as_type(make, **metadata):
    other = make(NEW, metadata=metadata)
    return lambda n: n.update(cells=[other if c.source == NEW else c for c in n.cells])


def cheat(notebook):
    cell_of(notebook, "double-check").metadata.nbgrader.points = 100
    cell_of(notebook, "double").metadata.nbgrader.update(points=50, grade=True, locked=True)
    cell_of(notebook, "essay").metadata.nbgrader.solution = False
    notebook.metadata = {"kernelspec": {"name": "julia", "display_name": "J", "language": "j"}}


def spoilt(tick, *changes):
    notebook = answered(tick)
    for each in changes:
        each(notebook)
    return notebook


CHANGED, PARTS = "the locked cell double-check was changed", "the cell essay was in 2 parts"
DOUBLE_MISSING = ["the cell double was missing", "the cell triple-check was missing"]
TRIPLE_MISSING, ESSAY_MISSING = "the cell triple was missing", "the cell essay was missing"
CHECK, BOTH = "print(double(3))", f"{NEW}\n\n{TRIPLE}"
JOINED = f"{CHECK}\n\n{TRIPLE}"
IN_ONE = [change("double", BOTH), remove("triple")]
TWO = [new_markdown_cell("One."), new_code_cell("1"), new_raw_cell("Two.")]
STUBS = [add(new_code_cell(STUB), at=2), add(new_code_cell(STUB), at=4)]

#: What was done -> how, what is said of it, and name -> source that is another than before;
#: and what is not graded of it, and stays as a cell of the student's.
CASES = {
    "points, locks and the kernel changed": ([cheat], [], {}),
    "a locked cell emptied": ([change("double-check", "")], [CHANGED], {"double-check": CHECK}),
    "cells deleted": ([remove("double", "triple-check")], DOUBLE_MISSING, {"double": MISSING}),
    "names lost, known by their ids": ([lambda n: [c.metadata.clear() for c in n.cells]], [], {}),
    "of another type": ([as_type(new_markdown_cell, **graded("double"))], [], {}),
    "an old version below the check": ([copy("double", OLD)], [TWICE], {}, OLD),
    "an old version above": ([copy("double", OLD, at=2)], [TWICE], {}, OLD),
    "a stub below": ([copy("double", STUB, at=3)], [TWICE], {}),
    # The essay is the last cell: cells added at the end stand below it.
    "a note below an answer": ([add(new_markdown_cell("A note."))], [], {}),
    "answers below its own cell": ([change("essay", ""), add(*TWO)], [PARTS], {"essay": "One.\n\nTwo."}),
    "an answer above its own cell": ([change("essay", NOTHING), add(new_markdown_cell("One."), at=-1)], [], {"essay": "One."}),
    "an answer split": ([copy("essay", "First of all.", at=6)], [PARTS], {"essay": "First of all.\n\nBecause."}),
    "an answer in the cell of another": (IN_ONE, [TRIPLE_MISSING], {"double": BOTH, "triple": MISSING}),
    "an answer joined to a check": (
        [change("double-check", JOINED), remove("triple")], [CHANGED, TRIPLE_MISSING], {"double-check": CHECK, "triple": MISSING}, JOINED),
    "names and ids lost": ([strip], [ALL_FOUND], {}),
    "and nothing written": ([change("essay", NOTHING), strip], [ALL_FOUND], {"essay": NOTHING}),
    "and stubs around, of another type": ([strip, *STUBS, as_type(new_raw_cell)], [ALL_FOUND], {}),
    "and a cell deleted": ([remove("essay"), strip], [f"{FOUND}, triple", ESSAY_MISSING], {"essay": NOTHING}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_notebook_is_put_right(tick, name):
    steps, repairs, changed, *own = CASES[name]
    expected = {grade_id(c): c.source for c in answered(tick).cells if grade_id(c)} | changed
    found, said = put_right(spoilt(tick, *steps), tick)
    assert said == repairs
    nbformat.validate(found)
    assert [cell.id for cell in found.cells] == [f"cell-{i}" for i in range(len(found.cells))]
    marked, originals = (list(filter(grade_id, n.cells)) for n in (found, tick.notebook()))
    kinds = [[(c.metadata, c.cell_type) for c in cells] for cells in (marked, originals)]
    assert kinds[0] == kinds[1] and {grade_id(c): c.source for c in marked} == expected
    assert found.metadata.kernelspec.name == "python3"
    assert [c.metadata for c in found.cells if c.source in own] == [{}] * len(own)


def test_reordered_cells_are_put_back(tick):
    for seed in range(20):
        # A text without a name is known by its place, so there is none here.
        lost = [strip, lambda n: n.cells.pop()] * (seed % 2)
        notebook = spoilt(tick, *lost)
        before = sources(notebook)
        random.Random(seed).shuffle(notebook.cells)
        found, repairs = put_right(notebook, tick)
        assert sources(found) == before + [NOTHING] * (seed % 2)
        assert lost or repairs == ["cells were in another order"] * (sources(notebook) != before)


def test_a_students_own_cells_stay_behind_their_neighbour(tick):
    own = [new_code_cell("mine = 1"), new_markdown_cell("My thoughts.")]
    own[0].metadata = {"tags": ["skip-execution"], "nbgrader": {"grade": True, "points": 5}}
    notebook = spoilt(tick, add(*own, at=4), add(new_code_cell("first = 1"), at=0))
    notebook.cells[1].attachments = {"a.png": {}}
    found, repairs = put_right(notebook, tick)
    assert repairs == ["pictures in texts were left out: the file as handed in has them"]
    assert sources(found) == sources(notebook)
    assert [cell.metadata for cell in found.cells[:3]] == [{}, {"given": True}, {"given": True}]
    assert found.cells[5].source == "mine = 1" and found.cells[5].metadata == {}


def test_of_several_answers_the_last_above_its_last_check_is_judged(tick):
    """As where the notebook is run from top to bottom."""
    steps = [change("double-check", "print(6)"), copy("double", OLD, at=4)]
    found, repairs = put_right(spoilt(tick, *steps, copy("double-check", CHECK, at=5)), tick)
    texts = [text for text in sources(found) if text in (NEW, OLD, CHECK, "print(6)")]
    assert texts == [NEW, "print(6)", OLD, CHECK]
    assert repairs == [f"{TWICE}, double-check"]


def test_a_whole_notebook_pasted_below_itself_is_said_in_a_line_and_answers_once(tick):
    pasted = answered(tick)
    for again in "ab":  # JupyterLab gives each cell a new id
        pasted.cells += [nbformat.from_dict(c | {"id": c.id + again}) for c in answered(tick).cells]
    found, repairs = put_right(pasted, tick)
    assert repairs[0] == f"{TWICE}, double-check, triple, triple-check" and len(repairs) == 2
    answers = {grade_id(cell): cell.source for cell in found.cells if grade_id(cell)}
    assert answers == {grade_id(c): c.source for c in answered(tick).cells if grade_id(c)}


def test_a_text_is_one_answer_s_and_none_beyond_the_next_known_cell():
    essays = [new_markdown_cell(NOTHING, metadata=graded(n, solution=True)) for n in "ab"]
    released = new_notebook(cells=[*essays, new_code_cell("check", metadata=graded("c"))])
    own, late = new_markdown_cell("One."), new_markdown_cell("Late.")
    for cells, first in (([own], "One."), ([released.cells[2], late], NOTHING)):
        found, _ = restored(nbformat.from_dict(new_notebook(cells=cells)), released)
        assert [cell_of(found, name).source for name in "ab"] == [first, NOTHING]


def test_a_notebook_tells_which_tick_it_is(tick):
    known = {"another": tick, NAME: tick}  # the one it is named after
    found = [tick_of(as_read(answered(tick)), known, name) for name in (NAME, "")]
    assert found == [NAME, "another"]
    for steps, expected in (
        ([remove("double-check", "triple")], NAME), ([remove("double-check", "triple", "triple-check")], ""),
        ([strip], NAME), ([*IN_ONE, strip], NAME),
    ):  # fmt: skip
        assert tick_of(as_read(spoilt(tick, *steps)), {NAME: tick}) == expected


def test_names_that_a_cell_defines():
    text = "async def a(): pass\nclass B:\n    c = 1\nd = e = 2\nf: int = 3\ng == 4\nh += 1\n%%time\nk=1"
    assert defined(f"{text}\ndef m(:\n  broken") == {"a", "B", "d", "f", "k", "m"}


def test_all_graded_cells_are_there_once_and_quickly_whatever_there_is(tick):
    rng, metadata = random.Random(3), [{}, *map(graded, ("double", "essay", "other"))]
    texts = [NEW, f"{NEW}\n{TRIPLE}", "double = 1", "So.", STUB, NOTHING, "print(double(3))"]
    for _ in range(100):
        kinds = rng.choices([new_code_cell, new_markdown_cell], k=7)
        cells = [make(rng.choice(texts), metadata=rng.choice(metadata)) for make in kinds]
        found, _ = put_right(new_notebook(cells=cells), tick)
        assert sorted(filter(None, map(grade_id, found.cells))) == sorted(tick.grade_ids)
    texts = ["a : " * 100_000, "So.\n" * 100_000, *["mine = 1\n" * 100, "So.", "f: " * 200] * 600]
    began = time.process_time()
    restored(new_notebook(cells=list(map(new_code_cell, texts))), tick.notebook())
    assert time.process_time() - began < 5
