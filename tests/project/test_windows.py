"""What students and instructors run does without POSIX: a simulation, on any system.

Every process, kernels and workers too, sees labkit with a Python that lacks what
Windows lacks, behind a console and with files that are not in UTF-8.
"""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.checks.questions import course_folder
from tests.instructor.grading.tiny import NAME, make_tick
from tests.ticks import ROOT

LOST = "No answer came back: the code ran too long, or Python stopped."
WINDOWS = {
    "PYTHONPATH": str(Path(__file__).parent / "windows"),
    "PYTHONIOENCODING": "cp1252",
    # Files are in the system's own encoding, unless another one is asked for.
    **{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}
# There, the names of files are Unicode in any case.
pytestmark = pytest.mark.skipif(
    not str(ROOT).isascii(), reason="the simulation is for a folder in ASCII"
)


def run(*arguments, **options):
    """Run Python as on Windows; give its exit status, what it prints and its errors."""
    command = [sys.executable, *map(str, arguments)]
    ran = subprocess.run(
        command, capture_output=True, encoding="cp1252", env=os.environ | WINDOWS, **options
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.fixture
def tick(tmp_path):
    """The folder of a tick, with a hint that is not in ASCII, and a notebook."""
    make_tick(tmp_path)
    checks = course_folder(tmp_path / NAME) / "checks.py"
    checks.write_text(checks.read_text().replace("This is the square.", "Not n² → 2·n."), "utf-8")
    codes = ["def double(n):\n    return n * n", "import os\nos._exit(1)", "triple = 3"]
    notebook = new_notebook(cells=[new_code_cell(code) for code in codes])
    nbformat.write(notebook, tmp_path / NAME / "own.ipynb")
    return tmp_path / NAME


def test_the_simulation_takes_away_what_windows_lacks(tmp_path):
    (tmp_path / "labkit_like.py").write_text(
        "import os, signal, socket, sys\n"
        "lacking = (os, 'fork'), (signal, 'SIGKILL'), (socket, 'AF_UNIX'), (os, 'O_NOFOLLOW')\n"
        "print(os.name, sys.platform, *[hasattr(*each) for each in lacking])\n"
        "try:\n    import fcntl\nexcept ModuleNotFoundError as error:\n    print(error)\n"
    )
    _, out, _ = run("-c", f"import sys; sys.path.append({str(tmp_path)!r}); import labkit_like")
    assert out == "nt win32 False False False False\nNo module named 'fcntl'\n"


def test_check_answers_at_once(tick):
    code = (
        "import sys\n"
        "for stream in (sys.stdout, sys.stderr):\n"
        "    stream.reconfigure(errors='backslashreplace')\n"  # a notebook shows every sign
        "from labkit import check\n"
        "check('triple', lambda n: 3 * n)\n"
        "check('double', lambda n: n * n)\n"
    )
    status, out, err = run("-c", code, cwd=tick)
    assert (status, err) == (0, "")
    right, wrong = out.index("\\u2713 triple"), out.index("\\u2717 double")
    assert out[right:wrong].splitlines()[:2] == ["\\u2713 triple", "  1 of 1 point · 1 of 3 so far"]
    assert out[wrong:].splitlines()[0] == "\\u2717 double: Not n² \\u2192 2·n."


@pytest.mark.slow
def test_labkit_check_says_which_cell_ended_python(tick):
    status, out, err = run("-m", "labkit", "check", tick / "own.ipynb")
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        f"own.ipynb, by the checks of {tick.name}",
        "  ! cell [2]: KernelDied: Python ended in this cell, and with it the check",
        f"  x double  0 of 2 points: {LOST}",
        f"  x triple  0 of 1 point: {LOST}",
        "0 of 2 checked questions pass: 0 of 3 points; hidden cases are marked as well.",
    ]


def test_compare_means_compares(tmp_path):
    table = tmp_path / "some.table"
    table.write_text("Zoë .4 .4 .4 .4 .4 .4 .4 .4\nB .2 .2 .2 .2 .2 .2 .2 .2\n", "utf-8")
    status, out, err = run("-m", "labkit", "compare-means", 0, 0.01, table)
    assert out.splitlines()[0] == "Zoë > B 0.0078 2 256 0.200"
    assert (status, err) == (0, "")


@pytest.mark.slow
def test_a_demonstration_is_computed_and_built():
    code = "from labkit import demos; demo = demos.sign_flips(); print(len(demo.data), demo)"
    status, out, err = run("-c", code)
    assert (status, err) == (0, "") and out == "21 demos.sign_flips()\n"


@pytest.mark.slow
def test_a_class_is_not_graded(tmp_path):
    words = [ROOT / "tests/submissions/class", "--out", tmp_path / "out", "--unsafe"]
    status, out, err = run("-m", "labkit", "grade", *words, cwd=ROOT)
    assert (status, out) == (2, "") and "must run on Linux, on macOS or in WSL" in err
    assert not (tmp_path / "out").exists()
