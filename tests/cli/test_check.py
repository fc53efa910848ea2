"""``labkit check``: what it prints, and its exit status."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.checks import Hint
from labkit.checks.marking import CellError, Mark, Status
from labkit.checks.notebook import Report
from labkit.cli import main

CHECKS = """
from labkit.checks import Case, Question, equals
QUESTIONS = [Question("double", "double", 2, {"square": "“This” – is α².", "other": "No."},
                      (Case((3,), equals(6, square=9)),))]
"""

PASSED = Mark("accuracy", 2, 2, 1, 1, None)
FAILED = Mark("per-class-accuracy", 0, 1, 0, 2, Hint("swapped", "The two classes are swapped."))
FOR_ONESELF = Mark("self", 1, 1, 0, 0, None)
NOTED = Mark("letters", 1, 1, 0, 1, Hint("noted", "only its form is seen.", doubt=True))


@pytest.fixture
def marked(monkeypatch):
    """Make `labkit check` report what the test says, without a kernel."""
    calls = []

    def set_report(marks, errors=(), written=None):
        def mark_notebook(*arguments, told, **options):
            calls.append((arguments, options))
            for found in (*errors, *marks):
                told(found)
            return Report(list(marks), list(errors), written or {}, Status.RAN, {"letters"})

        monkeypatch.setattr("labkit.checks.notebook.mark_notebook", mark_notebook)
        return calls

    return set_report


def test_check_prints_a_line_for_each_question(marked, capsys):
    errors = [CellError(7, "KeyError", "'a'", 3), CellError(8, "E", "x" * 600, 4)]
    written = {"what-goes-wrong": True, "essay": False}
    marked([PASSED, FAILED, FOR_ONESELF, NOTED], errors, written)
    assert main(["check", "tick1.ipynb"]) == 1
    out = capsys.readouterr().out
    assert out.splitlines() == [
        f"tick1.ipynb, by the checks of {Path.cwd().name}",
        "  ! cell [3]: KeyError: 'a'",
        f"  ! cell [4]: E: {'x' * 485}",  # 500 in all
        "  ✓ accuracy  1 of 1 point",
        "  ✗ per-class-accuracy  0 of 2 points: The two classes are swapped.",
        "  ✓ self  no points",
        "  – letters  0 of 1 point: only its form is seen.",
        "  – what-goes-wrong: a written answer, which a person reads",
        "  – essay: not written yet",
        "3 of 4 checked questions pass: 1 of 3 points, and 0 of 1 for the ★; "
        "hidden cases are marked as well.",
    ]


def test_check_passes_its_options_on_and_tells_a_person_what_it_does(marked, monkeypatch, capsys):
    calls = marked([PASSED])
    assert main(["check", "tick1.ipynb"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.endswith(
        "\n1 of 1 checked question passes: 1 of 1 point; hidden cases are marked as well.\n"
    )
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    words = ["--hidden", "--timeout", "5", "--tick", "ticks/tick1"]
    assert main(["check", *words, "a/tick1.ipynb"]) == 0
    out, err = capsys.readouterr()
    assert err == "running the cells ...\n" and out.endswith(": 1 of 1 point.\n")
    assert out.startswith("tick1.ipynb\n")  # its own
    assert calls == [
        ((Path("tick1.ipynb"), None), {"hidden": False, "timeout": 60}),
        ((Path("a/tick1.ipynb"), Path("ticks/tick1")), {"hidden": True, "timeout": 5.0}),
    ]


def test_check_explains_what_it_cannot_do(tmp_path, capsys):
    nbformat.write(new_notebook(), tmp_path / "other.ipynb")
    for name, words in (
        ("none.ipynb", f"{tmp_path / 'none.ipynb'}; the notebooks there: other.ipynb"),
        ("other.ipynb", "there is no .course/checks.py: it belongs to the tick's notebook"),
    ):
        assert main(["check", str(tmp_path / name)]) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.startswith("labkit check: ") and words in err
        assert err.count("\n") == 1


@pytest.fixture
def tick(tmp_path):
    (tmp_path / ".course").mkdir()
    (tmp_path / ".course" / "checks.py").write_text(CHECKS, "utf-8")
    notebook = new_notebook(cells=[new_code_cell("def double(n):\n    return n * n")])
    nbformat.write(notebook, tmp_path / "tick.ipynb")
    return tmp_path / "tick.ipynb"


@pytest.mark.parametrize(
    ("encoding", "sign", "hint"),
    [
        ("utf-8", "✗", "“This” – is α²."),
        pytest.param("cp1252", "x", "“This” – is \\u03b1².", marks=pytest.mark.slow),
    ],
)
def test_a_notebook_is_checked_on_a_console_of_any_encoding(tick, encoding, sign, hint):
    command = [Path(sys.executable).with_name("labkit"), "check", tick]
    terminal = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    run = subprocess.run(command, capture_output=True, env=terminal)
    assert run.stdout.decode(encoding).splitlines() == [
        f"tick.ipynb, by the checks of {tick.parent.name}",
        f"  {sign} double  0 of 2 points: {hint}",
        "0 of 1 checked question passes: 0 of 2 points; hidden cases are marked as well.",
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
