"""The ticks as their tests see them: notebooks, cells and mutants."""

import ast
from pathlib import Path

import nbformat

from tests.grader_accuracy import load_mutants

ROOT = Path(__file__).parents[1]
TICKS = sorted(path.parent for path in (ROOT / "notebooks" / "ticks").glob("*/checks.py"))
MUTANTS = Path(__file__).parent / "mutants"


def notebook(tick):
    """The instructor's notebook of a tick's folder."""
    return nbformat.read(tick / f"{tick.name}.ipynb", as_version=4)


def nbgrader(cell):
    """A cell's nbgrader metadata; empty for a cell that is not graded."""
    return cell.metadata.get("nbgrader", {})


def solution_cells(tick):
    """Name -> code of the cells in which students write, in order."""
    return {
        nbgrader(cell).grade_id: cell.source
        for cell in notebook(tick).cells
        if cell.cell_type == "code" and nbgrader(cell).get("solution")
    }


def imports(tick):
    """The import statements of a notebook, from all its cells, as code."""
    found = []
    for cell in notebook(tick).cells:
        if cell.cell_type == "code":
            body = ast.parse(cell.source).body
            found += [n for n in body if isinstance(n, (ast.Import, ast.ImportFrom))]
    return "\n".join(map(ast.unparse, found))


def mutants(tick, question):
    """The answers in a question's file."""
    path = MUTANTS / tick.name / f"{question}.py"
    # Without a file, it is for a test to tell: here it would stop all of them.
    return load_mutants(path, tick) if path.is_file() else []
