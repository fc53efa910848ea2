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
from tests.grading.tiny import NAME, answered, make_tick, write

SIMULATION = Path(__file__).parent / "windows"


def run(*arguments, **options):
    """Run Python as on Windows; give what it prints."""
    windows = {
        "PYTHONPATH": str(SIMULATION),
        "PYTHONIOENCODING": "cp1252",
        # Files are in the system's own encoding, unless another one is asked for.
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
    }
    ran = subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        env=os.environ | windows,
        timeout=300,
        **options,
    )
    return ran.returncode, ran.stdout.decode("cp1252"), ran.stderr.decode("cp1252")


LOST = "No answer came back: the code ran too long, or Python stopped."


@pytest.fixture
def tick(tmp_path):
    """The folder of a tick, with a hint that is not in ASCII, and a notebook."""
    folder = tmp_path / "ticks" / NAME
    make_tick(tmp_path / "ticks")
    checks = course_folder(folder) / "checks.py"
    checks.write_text(checks.read_text().replace("This is the square.", "Not n² → 2·n."), "utf-8")
    cells = [
        "def double(n):\n    return n * n",
        "import os\nos._exit(1)",
        "def triple(n):\n    return 3 * n",
    ]
    nbformat.write(
        new_notebook(cells=[new_code_cell(cell) for cell in cells]), folder / "own.ipynb"
    )
    return folder


def test_the_simulation_takes_away_what_windows_lacks(tmp_path):
    (tmp_path / "labkit_like.py").write_text(
        "import os, signal, socket, subprocess, sys\n"
        "names = [hasattr(os, 'fork'), hasattr(signal, 'SIGKILL'), hasattr(socket, 'AF_UNIX')]\n"
        "print(os.name, sys.platform, *names)\n"
        "try:\n    import fcntl\nexcept ModuleNotFoundError as error:\n    print(error)\n"
        "try:\n    from os import O_NOFOLLOW\nexcept ImportError as error:\n    print('no such name')\n"
    )
    code = f"import sys; sys.path.append({str(tmp_path)!r}); import labkit_like"
    _, out, _ = run("-c", code)
    assert out.splitlines() == [
        "nt win32 False False False",
        "No module named 'fcntl'",
        "no such name",
    ]


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
        "own.ipynb",
        "  ! cell [2]: KernelDied: Python ended in this cell, and with it the check",
        *(f"  x {name}  0 of {n} points: {LOST}" for name, n in (("double", 2), ("triple", 1))),
        "0 of 2 checked questions pass: 0 of 3 points.",
    ]


def test_compare_means_compares(tmp_path):
    table = tmp_path / "some.table"
    table.write_text("Zoë .4 .4 .4 .4 .4 .4 .4 .4\nB .2 .2 .2 .2 .2 .2 .2 .2\n", "utf-8")
    status, out, err = run("-m", "labkit", "compare-means", 0, 0.01, table)
    assert out.splitlines()[0] == "Zoë > B 0.0078 2 256 0.200"
    assert (status, err) == (0, "")


@pytest.mark.slow
def test_a_demonstration_is_computed_and_built():
    code = (
        "from labkit import demos\n"
        "print(demos.shuffling().numbers()['pvalue'])\n"
        "print(type(demos.shuffling()).__name__)\n"
    )
    status, out, err = run("-c", code)
    p, shown = out.split()
    assert 0 < float(p) <= 1 and shown == "Demonstration"
    assert (status, err) == (0, "")


@pytest.mark.slow
def test_a_class_is_not_graded(tmp_path):
    tick = make_tick(tmp_path / "notebooks" / "ticks")
    write(tmp_path / "class" / f"ann_{NAME}.ipynb", answered(tick))
    places = [tmp_path / "class", "--out", tmp_path / "out", "--source", tmp_path]
    status, out, err = run("-m", "labkit", "grade", *places, "--unsafe")
    assert (status, out) == (2, "") and "must run on Linux, on macOS or in WSL" in err
    assert not (tmp_path / "out").exists()
