"""The ticks as their tests see them: notebooks, cells and mutants."""

import ast
from dataclasses import dataclass
from pathlib import Path

import nbformat

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


@dataclass(frozen=True)
class Mutant:
    """A student's answer to one question: right, or wrong with a hint to expect."""

    tick: Path
    question: str
    key: str | None
    note: str
    code: str

    def __str__(self):
        return f"{self.tick.name}/{self.question}: {self.note}"


def mutants(tick, question):
    """The blocks of a question's file.

    Each begins with ``# %% right: how it differs`` or
    ``# %% wrong: hint key - what the student believed``.
    """
    path = MUTANTS / tick.name / f"{question}.py"
    if not path.is_file():  # for a test to tell: here it would stop all of them
        return []
    text = path.read_text(encoding="utf8")
    found = []
    for block in text.split("# %% ")[1:]:
        header, _, code = block.partition("\n")
        verdict, _, note = header.partition(": ")
        key, separator, belief = note.partition(" - ")
        if verdict not in ("right", "wrong") or (verdict == "wrong" and not separator):
            raise ValueError(f"{tick.name}/{question}.py: cannot read the header {header!r}")
        if verdict == "right":
            key, belief = None, note
        found.append(Mutant(tick, question, key, belief, code))
    return found
