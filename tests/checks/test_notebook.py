"""Running and judging one's own notebook, in a real kernel in its own folder."""

import asyncio
import shutil
import time
from concurrent.futures import ThreadPoolExecutor

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks.marking import CellError, Status
from labkit.checks.notebook import mark_notebook

CHECKS = """
from labkit.checks import Case, Question, equals

def question(name, expected=6, **mistakes):
    hints = {"other": "Compute it by hand.", **{key: f"This is {key}." for key in mistakes}}
    return Question(name, name, 2, hints, (Case((3,), equals(expected, **mistakes)),))

NAMES = "right wrong raises missing pretends quits half"
QUESTIONS = [question(name, square=9) for name in NAMES.split()]
QUESTIONS.append(Question("value", "value", 1, {"other": "No."}, (Case(None, equals(4)),)))
"""

HIDDEN = """
from labkit.checks import Case, equals
CASES = {"half": [Case((n,), equals(2 * n), "numbers") for n in (5, 8, -1)]}
"""

RIGHT = "right = lambda n: 2 * n"
FOR_EVER = "while True:\n    pass"
STUBBORN = """import time
while True:
    try:
        time.sleep(60)
    except BaseException:
        pass"""


def write(folder, cells):
    """Write the tick and a notebook of these cells into a folder."""
    (folder / "checks.py").write_text(CHECKS)
    (folder / "hidden.py").write_text(HIDDEN)
    path = folder / "tick.ipynb"
    cells = [new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    nbformat.write(new_notebook(cells=cells), path)
    return path


def marked(folder, *cells, **options):
    """Mark a notebook of these cells: the report, and question -> mark."""
    report = mark_notebook(write(folder, cells), **options)
    return report, {mark.question: mark for mark in report.marks}


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """One notebook that does many things, marked in one kernel."""
    essay = {"grade": True, "solution": True, "grade_id": "essay", "locked": False, "points": 2}
    return marked(
        tmp_path_factory.mktemp("tick"),
        f"from IPython.display import display\nprint('a word')\ndisplay('shown')\n{RIGHT}",
        "def wrong(n):\n    return n * n",
        "1 / 0",
        "def raises(n):\n    return {}[n]",
        # An outcome of its own making comes first.
        "from labkit.checks.plain_data import MIMETYPE\n"
        "def pretends(n):\n"
        '    display({MIMETYPE: \'[{"dict": [["value", 6]]}]\'}, raw=True)\n'
        "    return n + 4",
        "def quits(n):\n    raise SystemExit",
        "def half(n):\n    return 2 * abs(n)",
        "value = 4",
        "import ipywidgets\nfrom IPython.core.interactiveshell import InteractiveShell\n"
        "InteractiveShell.ast_node_interactivity = 'none'\nipywidgets.IntSlider(3)",
        new_markdown_cell("Because.", metadata={"nbgrader": essay | {"schema_version": 3}}),
        hidden=True,
    )


@pytest.mark.parametrize(
    ("name", "passed", "cases", "points", "key"),
    [
        ("right", 1, 1, 2, None),
        ("value", 1, 1, 1, None),
        ("wrong", 0, 1, 0, "square"),
        ("raises", 0, 1, 0, "raised"),
        ("pretends", 0, 1, 0, "other"),
        ("missing", 0, 1, 0, "unanswered"),
        ("quits", 0, 1, 0, "raised"),
        ("half", 3, 4, 1, "other"),  # each right case beyond a guess earns its share
    ],
)
def test_each_answer_earns_its_points_or_a_hint(many, name, passed, cases, points, key):
    mark = many[1][name]
    assert (mark.passed, mark.cases, mark.points) == (passed, cases, points)
    assert (mark.hint and mark.hint.key) == key


def test_errors_and_written_answers_are_listed(many):
    report = many[0]
    assert report.errors == [CellError(3, "ZeroDivisionError", "division by zero")]
    assert report.written == ["essay"]
    assert report.seconds > 0 and not report.confined


@pytest.mark.slow
def test_an_endless_loop_costs_its_own_question_only(tmp_path):
    start = time.monotonic()
    cells = [FOR_EVER, f"{RIGHT}\nraises = right", "def wrong(n):\n    while True: pass"]
    report, marks = marked(tmp_path, *cells, timeout=2)
    assert time.monotonic() - start < 30
    assert marks["right"].points == marks["raises"].points == 2
    assert marks["wrong"].hint.key == "lost"
    assert report.errors == [CellError(1, "TimedOut", "stopped after 2 seconds")]
    assert report.status is Status.TIMED_OUT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cell", "options", "error"),
    [
        ("import os\nos._exit(3)", {}, ("KernelDied", "Python ended in this cell")),
        (STUBBORN, {"timeout": 1}, ("TimedOut", "the cell took too long")),
    ],
)
def test_a_cell_that_loses_the_kernel_costs_itself_only(tmp_path, cell, options, error):
    quits = "def quits(n):\n    import os\n    os._exit(4)"
    cells = [RIGHT, cell, quits, "half = right\nopen('checks.py')", "check('half', half)"]
    report, marks = marked(tmp_path, *cells, **options)
    assert report.errors[0] == CellError(2, *error)
    assert {name for name, mark in marks.items() if mark.points == 2} == {"right", "half"}
    assert marks["quits"].hint.key == "lost"
    assert report.status is Status.DIED


@pytest.mark.parametrize("ending", ["exit()", "quit", "x = 1\nexit(keep_kernel=False)"])
def test_a_cell_that_says_exit_costs_no_other(tmp_path, ending):
    report, marks = marked(tmp_path, RIGHT, ending, "half = right")
    assert marks["right"].points == marks["half"].points == 2
    assert report.status is Status.RAN


def test_the_file_stays_as_it_is_and_no_kernel_outlives_the_marking(tmp_path):
    path = write(tmp_path, ["import os\nopen('pid', 'w').write(str(os.getpid()))"])
    before = path.read_bytes()
    mark_notebook(path)
    assert path.read_bytes() == before
    pid = int((tmp_path / "pid").read_text())
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_an_answer_that_is_not_there_names_the_cell_that_stopped(tmp_path):
    told = []
    cells = [RIGHT, "", "wrong = 1 / 0", "def half(n):\n    return (n", "x = 1"]
    report, marks = marked(tmp_path, *cells, told=told.append)
    errors = [(3, 2, "ZeroDivisionError"), (4, 3, "SyntaxError")]
    assert [(e.cell, e.shown, e.exception) for e in told[:2]] == errors
    assert told[1].message == "'(' was never closed, in line 2 of the cell"
    assert told[2:] == report.marks
    stopped = "The cell that makes {} has not run to its end: {} in cell [{}]."
    assert marks["wrong"].hint.text == stopped.format("wrong", "ZeroDivisionError", 2)
    assert marks["half"].hint.text == stopped.format("half", "SyntaxError", 3)
    assert marks["quits"].hint.text.startswith("quits gives None")


def test_an_answer_is_judged_as_it_was_at_its_check(tmp_path):
    cells = [RIGHT, "check('right', right)", "right = wrong = lambda n: n"]
    _, marks = marked(tmp_path, *cells)
    assert (marks["right"].points, marks["wrong"].points) == (2, 0)


def test_a_file_of_the_folder_is_no_module_of_the_kernel_s(tmp_path):
    for name in ("random", "nbformat"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit")
    (tmp_path / "helper.py").touch()
    assert marked(tmp_path, f"import random, helper\n{RIGHT}")[1]["right"].points == 2


def test_a_notebook_is_marked_from_within_a_loop_as_jupyters(tmp_path):
    async def in_a_loop():
        return marked(tmp_path, RIGHT)[1]["right"].points

    with ThreadPoolExecutor(1) as pool:  # tests of the browser leave a loop in their thread
        assert pool.submit(asyncio.run, in_a_loop()).result() == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "Notebook does not appear to be JSON"),
        (b"\xff", "'utf-8' codec can't decode"),
        (b'{"nbformat": 4, "cells": [{}]}', "."),
    ],
)
def test_what_is_no_notebook_is_said_so(tmp_path, text, words):
    path = write(tmp_path, [])
    path.write_bytes(text)
    said = rf"^tick.ipynb cannot be read as a notebook: it is empty, .* \({words}.*\)\. If it opens"
    with pytest.raises(ValueError, match=said):
        mark_notebook(path)


@pytest.mark.parametrize("python", ["no-such-python", shutil.which("false")])
def test_a_kernel_that_cannot_start_is_said_and_what_to_do(tmp_path, monkeypatch, python):
    monkeypatch.setattr("sys.executable", python)
    with pytest.raises(OSError, match="^Python could not be started .*: .*room on the disk"):
        marked(tmp_path, RIGHT)


@pytest.mark.parametrize("timeout", [0, float("nan"), float("inf")])
def test_a_time_is_above_zero(tmp_path, timeout):
    with pytest.raises(ValueError, match="timeout must be"):
        marked(tmp_path, timeout=timeout)
