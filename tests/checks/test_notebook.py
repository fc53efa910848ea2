"""Running and judging one's own notebook, in a real kernel in its own folder."""

import asyncio
import shutil
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest

from labkit.checks import notebook
from labkit.checks.marking import CARRIED, CellError, Status
from labkit.checks.notebook import mark_notebook
from tests.checks.tricks import CELLS, course, write, written_cell

RIGHT = "right = lambda n: 2 * n"
ENDED = "KernelDied", "Python ended in this cell, and with it the check"
STAYED = (
    "stopped after 1 seconds; an interrupt did nothing, so the check ended here, and no answer could be "
    "asked for"
)
STUBBORN = "while True:\n    try: __import__('time').sleep(60)\n    except BaseException: pass"


def marked(folder, *cells, seconds=10, **options):
    """Mark a notebook of these cells: the report, and question -> mark."""
    report = mark_notebook(write(folder, cells, seconds), **options)
    return report, {mark.question: mark for mark in report.marks}


def test_each_answer_earns_its_points_or_a_hint_and_no_kernel_outlives_the_marking(tmp_path):
    for name in ("random", "nbformat"):  # no modules of the kernel's
        (tmp_path / f"{name}.py").write_text("raise SystemExit")
    (tmp_path / "helper.py").touch()
    cells = [
        *CELLS,
        *["exit()", "quit", "x = 1\nexit(keep_kernel=False)"],  # these cost no other cell
        "import os, random, helper\nopen('pid', 'w').write(str(os.getpid()))",
        "import ipywidgets\nfrom IPython.core.interactiveshell import InteractiveShell\n"
        "InteractiveShell.ast_node_interactivity = 'none'\nipywidgets.IntSlider(3)",
        "from labkit import check\ncheck('right', right)",
        "right = lambda n: n",  # below its check
        written_cell(),
    ]
    path = write(tmp_path, cells)
    written = path.read_bytes()

    async def mark_as_in_jupyter():  # from within a loop
        return mark_notebook(path, hidden=True)

    with ThreadPoolExecutor(1) as pool:  # tests of the browser leave a loop in their thread
        report = pool.submit(asyncio.run, mark_as_in_jupyter()).result()
    assert path.read_bytes() == written
    found = {m.question: (m.passed, m.cases, m.points, m.hint and m.hint.key) for m in report.marks}
    assert found == {
        "right": (1, 1, 2, None),
        "value": (1, 1, 1, None),
        "wrong": (0, 1, 0, "square"),
        "raises": (0, 1, 0, "raised"),
        "pretends": (0, 1, 0, "other"),
        "missing": (0, 1, 0, "unanswered"),
        "quits": (0, 1, 0, "raised"),
        "half": (3, 4, 1, "other"),  # each right case beyond a guess earns its share
    }
    assert report.errors == [CellError(3, "ZeroDivisionError", "division by zero")]
    assert [*report.written] == ["essay"] and report.status is Status.RAN
    pid = int((tmp_path / "pid").read_text())
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


@pytest.mark.slow
def test_an_endless_loop_costs_its_own_question_only(tmp_path, monkeypatch):
    cells = ["while True: pass", f"{RIGHT}\nraises = right", "def wrong(n):\n    while True: pass"]
    report, marks = marked(tmp_path, *cells, timeout=2)
    assert marks["right"].points == marks["raises"].points == 2
    assert marks["wrong"].hint.key == "lost"
    assert report.errors == [CellError(1, "TimedOut", "stopped after 2 seconds")]
    assert report.status is Status.TIMED_OUT
    # After an answer that took too long in its check, no cell gets so much time again.
    monkeypatch.setattr(notebook, "AFTER_LATE", 1)
    cells = [cells[2], "from labkit import check\ncheck('wrong', wrong)", "while True: pass", RIGHT]
    report, marks = marked(tmp_path, *cells, seconds=1)
    assert report.errors == [CellError(3, "TimedOut", "stopped after 1 seconds")]
    assert (marks["wrong"].hint.key, marks["right"].points) == ("slow", 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cell", "options", "error"),
    [
        ("import os\nos._exit(3)", {}, ENDED),
        (STUBBORN, {"timeout": 1}, ("TimedOut", STAYED)),
        ("sum(range(10**12))", {"timeout": 1}, ("TimedOut", STAYED)),
    ],
)
def test_a_cell_that_ends_the_kernel_ends_the_run_and_is_named(tmp_path, cell, options, error):
    report, marks = marked(tmp_path, RIGHT, cell, "half = right", **options)
    assert report.errors == [CellError(2, *error)]
    assert {mark.hint.key for mark in marks.values()} == {"lost"}
    assert report.status is Status.DIED


def test_an_answer_that_is_not_there_names_the_cell_that_stopped(tmp_path):
    told = []
    cells = [RIGHT, "", "wrong = 1 / 0", "def half(n):\n    return (n", "half(3)", "raises("]
    report, marks = marked(tmp_path, *cells, told=told.append)
    kinds = ["ZeroDivisionError", "SyntaxError", "SyntaxError"]
    # That half is not there is no news.
    assert [(e.cell, e.shown, e.exception) for e in told[:3]] == [
        *zip((3, 4, 6), (2, 3, 5), kinds, strict=True)
    ]
    assert told[1].message.endswith(", in line 2 of the cell")
    assert told[2].message == "incomplete input, in line 1 of the cell"
    assert told[3:] == report.marks
    stopped = "The cell that makes {} has not run to its end: {} in cell [{}]."
    assert marks["wrong"].hint.text == stopped.format("wrong", "ZeroDivisionError", 2)
    assert marks["half"].hint.text == stopped.format("half", "SyntaxError", 3)
    assert marks["quits"].hint.text.startswith("quits gives None")


STUCK = """from labkit.checks import version
@version("right")
def right(n):
    return 2 * n
"""


@pytest.mark.parametrize("hidden", [False, True])
def test_an_earlier_mistake_costs_the_points_of_its_own_question_only(tmp_path, hidden):
    (course(tmp_path) / "stuck.py").write_text(STUCK)
    cells = ["right = lambda n: n", "half = lambda n: right(n)", "value = right(2)"]
    _, marks = marked(tmp_path, *cells, hidden=hidden)
    found = {name: (mark.passed, mark.points) for name, mark in marks.items() if mark.points}
    assert found == {"half": (0, 2), "value": (0, 1)}  # and a cell has made its value anew
    for name, points in (("half", "2 points"), ("value", "1 point")):
        assert CARRIED.format(points) in marks[name].hint.text
        assert ("Hidden cases may decide otherwise." in marks[name].hint.text) is not hidden


@pytest.mark.slow
@pytest.mark.parametrize("python", ["no-such-python", shutil.which("false")])
def test_a_kernel_that_cannot_start_is_said_and_what_to_do(tmp_path, monkeypatch, python):
    monkeypatch.setattr("sys.executable", python)
    with pytest.raises(OSError, match="^Python could not be started .*: .*room on the disk"):
        marked(tmp_path, RIGHT)


def test_a_time_is_above_zero(tmp_path):
    with pytest.raises(ValueError, match="timeout must be"):
        marked(tmp_path, timeout=0)
