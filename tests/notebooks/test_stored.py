"""The ticks' notebooks as they are stored: run from top to bottom, and marked as nbgrader reads them."""

import ast
import builtins
import collections
import dis
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
from nbgrader.validator import Validator

from labkit.checks.questions import course_folder, load_questions
from labkit.grading.base.clearing import cleared
from tests.ticks import TICKS, imports, nbgrader, notebook

named = pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)


@pytest.mark.long
def test_nbgrader_accepts_the_instructors_notebook():
    assert Validator().validate(str(TICKS[0] / f"{TICKS[0].name}.ipynb")) == {}


@named
def test_nbgrader_grades_what_check_prints(tick):
    stdout = new_output("stream", name="stdout", text="✓ accuracy\n")
    stderr = new_output("stream", name="stderr", text="✗ accuracy: This is a percentage.\n")
    graded = [
        cell
        for cell in notebook(tick).cells
        if cell.cell_type == "code" and nbgrader(cell).get("grade")
    ]
    assert 4 <= len(graded) <= 8
    for cell in graded:
        assert determine_grade(cell) == (cell.metadata.nbgrader.points,) * 2  # as stored
        cell.outputs = [stdout]
        assert determine_grade(cell)[0] == cell.metadata.nbgrader.points
        cell.outputs = [stderr]
        assert determine_grade(cell)[0] == 0


@named
def test_graded_questions_have_hidden_cases_and_stored_outputs_are_those_of_a_run(tick):
    visible, every = load_questions(tick), load_questions(tick, hidden=True)
    for name, question in visible.items():
        assert len(every[name].cases) > len(question.cases) or not question.points
    counts = [c.execution_count for c in notebook(tick).cells if c.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert "Traceback" not in json.dumps(notebook(tick))


@named
def test_the_courses_cells_leave_alone_what_an_answer_may_have_imported(tick):
    """An answer is asked for its values last of all: ``mean`` has still to be a function then."""
    libraries = builtins, collections, itertools, math, random, statistics
    importable = {name for library in libraries for name in dir(library)} - {"_"}  # of doctests
    for cell in notebook(tick).cells:
        if cell.cell_type == "code" and not nbgrader(cell):
            imports = (
                n
                for n in ast.walk(ast.parse(cell.source))
                if isinstance(n, ast.Import | ast.ImportFrom)
            )
            imported = {(a.asname or a.name).partition(".")[0] for n in imports for a in n.names}
            # Not by symtable: from Python 3.12 on it lists a comprehension's own names as well.
            steps = dis.get_instructions(compile(cell.source, "cell", "exec"))
            stored = {step.argval for step in steps if step.opname == "STORE_NAME"}
            assert not (stored - imported) & importable


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
