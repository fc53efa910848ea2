"""``labkit check``: what it prints, and its exit status."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.checks import Hint
from labkit.checks.marking import CellError, Mark, Report
from labkit.cli import main

CHECKS = """
from labkit.checks import Case, Question, equals
QUESTIONS = [Question("double", "double", 2, {"square": "This is the square.", "other": "No."},
                      (Case((3,), equals(6, square=9)),))]
"""

PASSED = Mark("accuracy", 2, 2, 1, 1, None)
FAILED = Mark("per-class-accuracy", 0, 1, 0, 2, Hint("swapped", "The two classes are swapped."))


@pytest.fixture
def marked(monkeypatch):
    """Make `labkit check` report what the test says, without a kernel."""
    calls = []

    def set_report(marks, errors=(), written=()):
        def mark_notebook(*arguments, told, **options):
            calls.append((arguments, options))
            for found in (*errors, *marks):
                told(found)
            return Report(list(marks), list(errors), list(written))

        monkeypatch.setattr("labkit.checks.notebook.mark_notebook", mark_notebook)
        return calls

    return set_report


def test_check_prints_a_line_for_each_question(marked, capsys):
    errors = [CellError(7, "KeyError", "'a'", 3), CellError(8, "E", "x" * 600, 4)]
    marked([PASSED, FAILED], errors, ["what-goes-wrong"])
    assert main(["check", "tick1.ipynb"]) == 1
    out = capsys.readouterr().out
    assert out.splitlines() == [
        "tick1.ipynb",
        "  ! cell [3]: KeyError: 'a'",
        f"  ! cell [4]: E: {'x' * 485}",  # 500 in all
        "  ✓ accuracy  1 of 1 points",
        "  ✗ per-class-accuracy  0 of 2 points: The two classes are swapped.",
        "  – what-goes-wrong: a written answer, which a person reads",
        "1 of 2 checked questions pass: 1 of 3 points.",
    ]


@pytest.mark.parametrize("person", [True, False])
def test_check_succeeds_when_all_pass_and_tells_a_person_what_it_does(
    marked, monkeypatch, capsys, person
):
    marked([PASSED])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: person)
    assert main(["check", "tick1.ipynb"]) == 0
    out, err = capsys.readouterr()
    assert "1 of 1 checked questions pass: 1 of 1 points." in out
    assert err == "running the cells ...\n" * person


def test_check_passes_its_options_on(marked, capsys):
    calls = marked([PASSED])
    main(["check", "tick1.ipynb"])
    main(["check", "--hidden", "--timeout", "5", "--tick", "ticks/tick1", "a/tick1.ipynb"])
    assert calls == [
        ((Path("tick1.ipynb"), None), {"hidden": False, "timeout": 60}),
        ((Path("a/tick1.ipynb"), Path("ticks/tick1")), {"hidden": True, "timeout": 5.0}),
    ]


NO_CELLS = nbformat.writes(new_notebook()).encode()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("none.ipynb", None, "none.ipynb; the notebooks there: other.ipynb"),
        (".", None, "is a folder; the notebooks there: other.ipynb"),
        ("tick.ipynb", b"", "tick.ipynb cannot be read as a notebook: it is empty, cut off,"),
        (
            "tick.ipynb",
            b'{"cells": [',
            "it is empty, cut off, or of another kind (Notebook does not",
        ),
        ("tick.ipynb", b"\xff\xfe\x00", "'utf-8' codec can't decode byte 0xff"),
        ("tick.ipynb", b"[1]", "it is empty, cut off, or of another kind ('list'"),
        ("tick.ipynb", b'{"nbformat": 9, "cells": []}', "(Unsupported nbformat version 9)"),
        ("tick.ipynb", NO_CELLS, "it belongs to the tick's notebook"),
        ("tick.ipynb", b"\xef\xbb\xbf" + NO_CELLS, "it belongs to the tick's notebook"),
    ],
)
def test_check_explains_what_it_cannot_do(tmp_path, capsys, name, content, words):
    (tmp_path / "other.ipynb").touch()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert main(["check", str(tmp_path / name)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("labkit check: ") and words in err
    assert "Errno" not in err and err.count("\n") == 1


@pytest.fixture
def tick(tmp_path):
    (tmp_path / ".course").mkdir()
    (tmp_path / ".course" / "checks.py").write_text(CHECKS)
    notebook = new_notebook(cells=[new_code_cell("def double(n):\n    return n * n")])
    nbformat.write(notebook, tmp_path / "tick.ipynb")
    return tmp_path / "tick.ipynb"


def test_the_command_checks_a_notebook(tick):
    command = [Path(sys.executable).with_name("labkit"), "check", tick]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stdout.splitlines() == [
        "tick.ipynb",
        "  ✗ double  0 of 2 points: This is the square.",
        "0 of 1 checked questions pass: 0 of 2 points.",
    ]
    assert run.stderr == ""


OTHERS = [
    pytest.param(*other, marks=pytest.mark.slow) for other in (("ascii", "x"), ("utf-8", "✗"))
]


@pytest.mark.slow
@pytest.mark.parametrize(("encoding", "sign"), [("cp1252", "x"), *OTHERS])
def test_a_console_without_ticks_and_crosses_gets_the_lines_all_the_same(tick, encoding, sign):
    hint = "“This” – is α²."  # the quotation marks and the dash are in cp1252, the letter is not
    (tick.parent / ".course" / "checks.py").write_text(
        CHECKS.replace("This is the square.", hint), "utf-8"
    )
    run = subprocess.run(
        [sys.executable, "-m", "labkit", "check", tick],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
    )
    assert run.stdout.decode(encoding).splitlines() == [
        "tick.ipynb",
        f"  {sign} double  0 of 2 points: {hint.encode(encoding, 'backslashreplace').decode(encoding)}",
        "0 of 1 checked questions pass: 0 of 2 points.",
    ]
    assert (run.returncode, run.stderr) == (1, b"")


@pytest.mark.slow
def test_a_stopped_check_says_so_and_leaves_no_kernel(tick):
    code = "import os, time\nprint(os.getpid(), file=open('pid', 'w'))\ntime.sleep(60)"
    nbformat.write(new_notebook(cells=[new_code_cell(code)]), tick)
    os.mkfifo(tick.with_name("pid"))
    command = [sys.executable, "-m", "labkit", "check", tick]
    run = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # If the tests are started in the background, the signal is ignored in all below them.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    kernel = psutil.Process(int(tick.with_name("pid").read_text()))
    run.send_signal(signal.SIGINT)
    assert run.communicate() == ("", "\nlabkit check: stopped\n")
    assert run.returncode == 130
    assert not psutil.pid_exists(kernel.pid) or kernel.status() == psutil.STATUS_ZOMBIE


ENDLESS = [
    "from labkit import check",
    "import time\ndef double(n):\n    while True:\n        time.sleep(1)",
    "check('double', double)",
    "print(double(3))",
    "def triple(n):\n    return 3 * n",
    "check('triple', triple)",
    "def triple(n):\n    return 0",
]


@pytest.mark.slow
def test_an_endless_loop_costs_one_time_limit(tick):
    checks = CHECKS.replace("equals(6, square=9)),)", "equals(6, square=9), seconds=3),)").replace(
        "QUESTIONS = [", "QUESTIONS = [Question('triple', 'triple', 1, {'other': 'No.'}, "
        "(Case((3,), equals(9)),)), "
    )  # fmt: skip
    (tick.parent / ".course" / "checks.py").write_text(checks)
    nbformat.write(new_notebook(cells=[new_code_cell(cell) for cell in ENDLESS]), tick)
    began = time.monotonic()
    run = subprocess.Popen(
        [sys.executable, "-m", "labkit", "check", tick], stdout=subprocess.PIPE, text=True
    )
    lines = [(line.rstrip(), time.monotonic() - began) for line in run.stdout]
    assert [line for line, _ in lines] == [
        "tick.ipynb",
        "  ! cell [4]: TimedOut: stopped after 10 seconds",
        "  ✓ triple  1 of 1 points",  # as it was at its check
        lines[3][0],
        "1 of 2 checked questions pass: 1 of 3 points.",
    ]
    assert lines[3][0].startswith("  ✗ double  0 of 2 points: Your code had not ended")
    assert lines[1][1] < lines[3][1] - 2  # each line is there as soon as it is known
    run.stdout.close()
    assert run.wait() == 1


def test_the_cause_of_what_is_missing_is_said(tick, capsys):
    cells = ["# a comment", "", "x = 1", "def double(n):\n    return (2 * n", "double(3)"]
    cells += ["def double(n):"]  # as a cell that was split leaves it
    nbformat.write(new_notebook(cells=[new_code_cell(cell) for cell in cells]), tick)
    assert main(["check", str(tick)]) == 1
    assert capsys.readouterr().out.splitlines()[1:-1] == [
        "  ! cell [3]: SyntaxError: incomplete input, in line 2 of the cell",
        "  ! cell [5]: SyntaxError: incomplete input, in line 1 of the cell",
        "  ✗ double  0 of 2 points: The cell that makes double has not run to its end: "
        "SyntaxError in cell [3].",
    ]
