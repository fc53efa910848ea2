"""The ticks as their tests see them: notebooks and cells."""

import ast
from pathlib import Path

import nbformat

from labkit.checks.plan import read_plan

ROOT = Path(__file__).parents[1]
TICKS = [ROOT / "notebooks" / "ticks" / name for name in read_plan(ROOT / "notebooks" / "ticks")]
#: The ticks of the course's eight weeks: tests ask more of these than of any tick.
COURSE = [ROOT / "notebooks" / "ticks" / name for name in (
    "tick1-lexicon-classifier", "tick2-naive-bayes", "tick3-laws-of-language", "tick4-sign-test",
    "tick5-validation", "tick6-yeh", "tick7-comparing-runs", "tick8-confidence-against-gain",
)]  # fmt: skip


def notebook(tick):
    """Return the instructor's notebook of a tick's folder."""
    return nbformat.read(tick / f"{tick.name}.ipynb", as_version=4)


def nbgrader(cell):
    """Return a cell's nbgrader metadata; empty for a cell that is not graded."""
    return cell.metadata.get("nbgrader", {})


def solution_cells(tick):
    """Return the code of the cells in which students write, by name, in order."""
    cells = [cell for cell in notebook(tick).cells if cell.cell_type == "code"]
    return {nbgrader(c).grade_id: c.source for c in cells if nbgrader(c).get("solution")}


def imports(tick):
    """Return the import statements of a notebook, from all its cells, as code."""
    cells = [cell for cell in notebook(tick).cells if cell.cell_type == "code"]
    nodes = [node for cell in cells for node in ast.parse(cell.source).body]
    return "\n".join(ast.unparse(n) for n in nodes if isinstance(n, (ast.Import, ast.ImportFrom)))
