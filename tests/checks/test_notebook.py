"""Running and judging one's own notebook, in a real kernel in its own folder."""

import asyncio
import json
import pickle
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

import psutil
import pytest

from labkit.checks.marking import CellError, Status
from labkit.checks.notebook import mark_notebook
from tests.checks.notebooks import CELLS, write, written_cell


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """One notebook that does many things, marked in one kernel; and the path of it."""
    folder = tmp_path_factory.mktemp("tick")
    path = write(folder, [*CELLS, written_cell()])
    before = path.read_bytes()
    report = mark_notebook(path, hidden=True)
    assert path.read_bytes() == before
    return report


@pytest.fixture(scope="module")
def marks(marked):
    return {mark.question: mark for mark in marked.marks}


@pytest.mark.parametrize(
    ("name", "passed", "cases", "points", "key"),
    [
        ("right", 1, 1, 2, None),
        ("value", 1, 1, 1, None),
        ("wrong", 0, 1, 0, "square"),
        ("raises", 0, 1, 0, "raised"),
        ("agrees", 0, 1, 0, "wrong_type"),
        ("pretends", 0, 1, 0, "other"),
        ("missing", 0, 1, 0, "unanswered"),
        ("scribbles", 0, 1, 0, "other"),
        ("quits", 0, 1, 0, "raised"),
        ("half", 3, 4, 1, "other"),  # each right case beyond a guess earns its share
        ("hides", 1, 3, 0, "constant"),  # one value for every case
    ],
)
def test_each_answer_earns_its_points_or_a_hint(marks, name, passed, cases, points, key):
    mark = marks[name]
    assert (mark.passed, mark.cases, mark.points) == (passed, cases, points)
    assert (mark.hint and mark.hint.key) == key
    assert key is None or mark.hint.text


def test_a_report_can_be_sent_and_stored(marked):
    assert pickle.loads(pickle.dumps(marked)) == marked
    assert json.loads(json.dumps(asdict(marked)))["status"] == "ran"
    assert marked.seconds > 0 and not marked.confined


def test_errors_and_written_answers_are_listed(marked):
    assert marked.errors == [CellError(3, "ZeroDivisionError", "division by zero")]
    assert marked.written == ["essay"]


@pytest.mark.slow
def test_an_endless_loop_costs_its_own_question_only(tmp_path):
    path = write(
        tmp_path,
        [
            "while True:\n    pass",
            "def right(n):\n    return 2 * n",
            "def wrong(n):\n    while True:\n        pass",
            "def raises(n):\n    return 2 * n",
        ],
    )
    start = time.monotonic()
    report = mark_notebook(path, timeout=2)
    assert time.monotonic() - start < 30
    marks = {mark.question: mark for mark in report.marks}
    assert marks["right"].points == marks["raises"].points == 2
    assert marks["wrong"].hint.key == "lost"
    assert (report.errors[0].cell, report.errors[0].exception) == (1, "TimedOut")


@pytest.mark.slow
def test_a_cell_that_ends_python_costs_itself_only(tmp_path):
    path = write(
        tmp_path,
        [
            "right = lambda n: 2 * n",
            "import os\nos._exit(3)",
            "def quits(n):\n    import os\n    os._exit(4)",
            "hides = lambda n: 2 * n",
        ],
    )
    report = mark_notebook(path)
    marks = {mark.question: mark for mark in report.marks}
    assert report.status is Status.DIED
    assert marks["right"].points == marks["hides"].points == 2
    assert sum(mark.points for mark in report.marks) == 4
    assert report.errors == [CellError(2, "KernelDied", "Python ended in this cell")]


@pytest.mark.parametrize("ending", ["exit()", "quit", "x = 1\nexit(keep_kernel=False)"])
def test_a_cell_that_says_exit_costs_no_other(tmp_path, ending):
    path = write(tmp_path, ["right = lambda n: 2 * n", ending, "hides = lambda n: 2 * n"])
    report = mark_notebook(path)
    marks = {mark.question: mark.points for mark in report.marks}
    assert marks["right"] == marks["hides"] == 2
    assert report.status is Status.RAN


def test_no_kernel_outlives_the_marking(tmp_path):
    path = write(tmp_path, ["import os\nopen('pid', 'w').write(str(os.getpid()))"])
    mark_notebook(path)
    pid = int((tmp_path / "pid").read_text())
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_an_answer_that_is_not_there_names_the_cell_that_stopped(tmp_path):
    cells = ["right = lambda n: 2 * n", "", "wrong = 1 / 0", "def half(n):\n    return (n", "x = 1"]
    told = []
    report = mark_notebook(write(tmp_path, cells), told=told.append)
    assert [(e.cell, e.shown, e.exception) for e in told[:2]] == [
        (3, 2, "ZeroDivisionError"),
        (4, 3, "SyntaxError"),
    ]
    assert told[1].message == "'(' was never closed, in line 2 of the cell"
    assert told[2:] == report.marks
    hints = {mark.question: mark.hint and mark.hint.text for mark in report.marks}
    stopped = "The cell that makes {} has not run to its end: {} in cell [{}]."
    assert hints["wrong"] == stopped.format("wrong", "ZeroDivisionError", 2)
    assert hints["half"] == stopped.format("half", "SyntaxError", 3)
    assert hints["quits"].startswith("quits gives None") and hints["right"] is None


def test_an_answer_is_judged_as_it_was_at_its_check(tmp_path):
    cells = ["right = lambda n: 2 * n", "check('right', right)", "right = wrong = lambda n: n"]
    marks = {mark.question: mark.points for mark in mark_notebook(write(tmp_path, cells)).marks}
    assert (marks["right"], marks["wrong"]) == (2, 0)


def test_a_file_of_the_folder_is_no_module_of_the_kernel_s(tmp_path):
    for name in ("random", "nbformat"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit")
    (tmp_path / "helper.py").touch()
    report = mark_notebook(write(tmp_path, ["import random, helper\nright = lambda n: 2 * n"]))
    assert report.marks[0].points == 2


def test_a_notebook_is_marked_from_within_a_loop_as_jupyters(tmp_path):
    async def marked():
        return mark_notebook(write(tmp_path, ["right = lambda n: 2 * n"]))

    with ThreadPoolExecutor(1) as pool:  # tests of the browser leave a loop in their thread
        assert pool.submit(asyncio.run, marked()).result().marks[0].points == 2


@pytest.mark.parametrize(
    "text", ["", "not json", "[]", '{"cells": 3}', '{"nbformat": 4, "cells": [{}]}']
)
def test_what_is_no_notebook_is_said_so(tmp_path, text):
    path = write(tmp_path, [])
    path.write_text(text)
    with pytest.raises(ValueError, match=r"tick.ipynb cannot be read as a notebook"):
        mark_notebook(path)


def test_missing_files_are_named(tmp_path):
    with pytest.raises(FileNotFoundError):
        mark_notebook(tmp_path / "tick.ipynb")
    path = write(tmp_path, [])
    (tmp_path / "hidden.py").unlink()
    with pytest.raises(FileNotFoundError, match="hidden.py"):
        mark_notebook(path, hidden=True)


@pytest.mark.slow
def test_a_cell_that_does_not_obey_the_interrupt_costs_itself_only(tmp_path):
    stubborn = "import time\nwhile True:\n    try:\n        time.sleep(60)\n    except BaseException:\n        pass"
    path = write(
        tmp_path,
        [
            "right = lambda n: 2 * n\nprint(open('checks.py').read()[:1])",
            stubborn,
            "hides = right",
        ],
    )
    report = mark_notebook(path, timeout=1)
    marks = {mark.question: mark for mark in report.marks}
    assert report.status is Status.TIMED_OUT
    assert marks["right"].points == marks["hides"].points == 2
    assert report.errors == [CellError(2, "TimedOut", "the cell took too long")]


@pytest.mark.parametrize("python", ["no-such-python", shutil.which("false")])
def test_a_kernel_that_cannot_start_is_said_once_and_what_to_do(tmp_path, monkeypatch, python):
    monkeypatch.setattr("sys.executable", python)
    path = write(tmp_path, ["right = lambda n: 2 * n", "", "1"])
    told = []
    with pytest.raises(OSError, match="^Python could not be started .*: .*room on the disk"):
        mark_notebook(path, told=told.append)
    assert told == []


def test_answers_come_back_whatever_the_notebook_shows_of_its_values(tmp_path):
    path = write(
        tmp_path,
        [
            "from IPython.core.interactiveshell import InteractiveShell\n"
            "InteractiveShell.ast_node_interactivity = 'none'\n"
            "import ipywidgets\nipywidgets.IntSlider(3)",
            "right = lambda n: 2 * n",
        ],
    )
    assert mark_notebook(path).marks[0].points == 2


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf")])
def test_a_time_is_above_zero(tmp_path, timeout):
    with pytest.raises(ValueError, match="timeout must be"):
        mark_notebook(write(tmp_path, []), timeout=timeout)
