"""A tick of many questions, and notebooks that answer them well, badly and with tricks."""

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

CHECKS = """
from labkit.checks import Case, Question, equals

def question(name, expected=6, **mistakes):
    hints = {"other": "Compute it by hand.", **{key: f"This is {key}." for key in mistakes}}
    return Question(name, name, 2, hints, (Case((3,), equals(expected, **mistakes), seconds=SECONDS),))

NAMES = "right wrong raises pretends missing quits half"
QUESTIONS = [question(name, square=9) for name in NAMES.split()]
QUESTIONS.append(Question("value", "value", 1, {"other": "No."}, (Case(None, equals(4)),)))
"""

HIDDEN = """
from labkit.checks import Case, equals

CASES = {"half": [Case((n,), equals(2 * n), "numbers") for n in (5, 8, -1)]}
"""

CELLS = [
    "from IPython.display import display\n"
    "def right(n):\n    print('a word')\n    display('shown')\n    return 2 * n",
    "def wrong(n):\n    return n * n",
    "1 / 0",
    "def raises(n):\n    return {}[n]",
    # Outcomes of its own making, and text that no one can read, come first.
    "from labkit.checks.plain_data import MIMETYPE\n"
    "def pretends(n):\n"
    "    for text in ('{', '[]', '[{\"passed\": true}]', '[{\"value\": {\"list\": 1}}]'):\n"
    "        display({MIMETYPE: text}, raw=True)\n"
    "    return n + 4",
    "def quits(n):\n    raise SystemExit",
    "def half(n):\n    return 2 * abs(n)",
    "value = 4",
]


def course(folder):
    """Return the hidden folder with the checks of a tick in a folder of its own."""
    (folder / ".course").mkdir(exist_ok=True, parents=True)
    return folder / ".course"


def write(folder, cells, seconds=10):
    """Write the tick, whose cases may take so long, and a notebook of these cells into a folder."""
    (course(folder) / "checks.py").write_text(CHECKS.replace("SECONDS", str(seconds)))
    (course(folder) / "hidden.py").write_text(HIDDEN)
    path = folder / "tick.ipynb"
    cells = [new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    nbformat.write(new_notebook(cells=cells), path)
    return path


def written_cell():
    """Make the cell of a written answer."""
    marks = {"grade": True, "solution": True, "grade_id": "essay", "locked": False, "points": 2}
    return new_markdown_cell("Because.", metadata={"nbgrader": marks | {"schema_version": 3}})
