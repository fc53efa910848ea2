"""The ticks' notebooks as they are stored: run from top to bottom, and marked as nbgrader reads them."""

import ast
import builtins
import collections
import itertools
import json
import math
import random
import shutil
import statistics

import nbformat
import pytest
from nbformat.v4 import new_output
from nbgrader.utils import determine_grade

from labkit.checks.questions import course_folder
from labkit.instructor.grading.base.clearing import cleared
from tests.notebooks.test_mutants import made
from tests.ticks import TICKS, imports, nbgrader, notebook

named = pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)


@named
def test_outputs_are_those_of_a_run_and_nbgrader_grades_what_check_prints(tick):
    cells = [cell for cell in notebook(tick).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert "Traceback" not in json.dumps(cells)
    for cell in [cell for cell in cells if nbgrader(cell).get("grade")]:
        points = cell.metadata.nbgrader.points
        assert determine_grade(cell) == (points, points)  # as stored
        for stream, text, earned in (("stdout", "✓ right\n", points), ("stderr", "✗ wrong\n", 0)):
            cell.outputs = [new_output("stream", name=stream, text=text)]
            assert determine_grade(cell)[0] == earned


@named
def test_the_courses_cells_leave_alone_what_an_answer_may_have_imported(tick):
    """An answer is asked for its values last of all: ``mean`` has still to be a function then."""
    libraries = builtins, collections, itertools, math, random, statistics
    importable = {name for library in libraries for name in dir(library)} - {"_"}  # of doctests
    for cell in notebook(tick).cells:
        if cell.cell_type == "code" and not nbgrader(cell):
            nodes = ast.walk(ast.parse(cell.source))
            found = [n for n in nodes if isinstance(n, ast.Import | ast.ImportFrom)]
            imported = {(a.asname or a.name).partition(".")[0] for n in found for a in n.names}
            assert not (made(cell) - imported) & importable


@pytest.mark.slow
@named
def test_each_check_of_the_untouched_notebook_says_not_answered(
    tick, tmp_path, monkeypatch, capsys
):
    """In this process and without the cells in between: a notebook's own run takes long."""
    folder, untouched = tmp_path / tick.name, cleared(notebook(tick))
    shutil.copytree(tick, folder)
    shutil.copytree(course_folder(tick), folder / ".course")
    nbformat.write(untouched, folder / f"{tick.name}.ipynb")
    monkeypatch.chdir(folder)
    variables, checks = {}, 0
    exec(imports(tick), variables)
    for cell in untouched.cells:
        if cell.cell_type == "code" and (nbgrader(cell).get("solution") or "check(" in cell.source):
            exec(cell.source, variables)
            checks += cell.source.startswith("check(")
    out, err = capsys.readouterr()
    said = [line for line in out.splitlines() if line.startswith(("○", "✗"))]
    assert err == "" and len(said) == checks > 0
    open_still = ("Not answered yet", "not written yet", "No paragraph was found")
    assert [line for line in said if not any(words in line for words in open_still)] == []
