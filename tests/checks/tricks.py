"""A tick of many questions, and notebooks that answer them well, badly and with tricks."""

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

CHECKS = """
from labkit.checks import Case, Question, equals

def question(name, expected=6, **mistakes):
    hints = {"other": "Compute it by hand.", **{key: f"This is {key}." for key in mistakes}}
    return Question(name, name, 2, hints, (Case((3,), equals(expected, **mistakes)),))

NAMES = "right wrong raises agrees pretends missing scribbles quits hides half tells types"
QUESTIONS = [question(name, square=9) for name in NAMES.split()]
QUESTIONS.append(Question("value", "value", 1, {"other": "No."}, (Case(None, equals(4)),)))
"""

HIDDEN = """
from labkit.checks import Case, equals

CASES = {
    "hides": [Case((5,), equals(10), "more"), Case((0,), equals(0), "none")],
    "half": [Case((n,), equals(2 * n), "numbers") for n in (5, 8, -1)],
    "tells": [Case((8_191,), equals(16_382), "large")],
    "types": [Case((8_191,), equals(16_382), "large")],
}
"""

CELLS = [
    "from IPython.display import display\n"
    "def right(n):\n    print('a word')\n    display('shown')\n    return 2 * n",
    "def wrong(n):\n    return n * n",
    "1 / 0",
    "def raises(n):\n    return {}[n]",
    "class Anything:\n"
    "    def __eq__(self, other):\n        return True\n"
    "    def __float__(self):\n        return 6.0\n"
    "agrees = lambda n: Anything()",
    # Outcomes of its own making, and text that no one can read, come first.
    "from labkit.checks.plain_data import MIMETYPE\n"
    "def pretends(n):\n"
    "    for text in ('{', '[]', '[{\"passed\": true}]', '[{\"value\": {\"list\": 1}}]'):\n"
    "        display({MIMETYPE: text}, raw=True)\n"
    "    return n + 4",
    "def scribbles(n):\n"
    "    import labkit.checks.judges as judges\n"
    "    import labkit.checks.questions as questions\n"
    "    judges.equals = lambda *_, **__: lambda value: None\n"
    "    questions.Question.judge = lambda self, outcomes: []\n"
    "    return 7",
    "def quits(n):\n    raise SystemExit",
    "def hides(n):\n    return 6",
    "def half(n):\n    return 2 * abs(n)",
    "def tells(n):\n    if n > 3:\n        raise type(f'Input{n}', (Exception,), {})(n)\n    return 6",
    "def types(n):\n    return 6 if n == 3 else type(f'Input{n}', (), {})()",
    "value = 4",
]


def course(folder):
    """Return the hidden folder with the checks of a tick in a folder of its own."""
    (folder / ".course").mkdir(exist_ok=True, parents=True)
    return folder / ".course"


def write(folder, cells):
    """Write the tick and a notebook of these cells into a folder."""
    (course(folder) / "checks.py").write_text(CHECKS)
    (course(folder) / "hidden.py").write_text(HIDDEN)
    path = folder / "tick.ipynb"
    cells = [new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    nbformat.write(new_notebook(cells=cells), path)
    return path


def written_cell():
    """Make the cell of a written answer."""
    marks = {"grade": True, "solution": True, "grade_id": "essay", "locked": False, "points": 2}
    return new_markdown_cell("Because.", metadata={"nbgrader": marks | {"schema_version": 3}})
