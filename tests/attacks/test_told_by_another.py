"""What one student's run knows of hidden inputs does not reach another student.

Two real kernels in two real sandboxes share no memory and no network; these attacks leave signs on
a file that both of them see.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.grading.classroom.batch import grade
from labkit.grading.classroom.exporting import Platform, export
from labkit.grading.notebook import confinement
from labkit.grading.notebook.sandbox import run
from tests.attacks.attacks import TICK, questions, source, submission
from tests.grading.marking import mark

NAME = "tick-attacked"

#: In each kernel: a file of the library, and how a lock of one byte is written down.
SHARED = """
import fcntl, os, struct, time
import numpy
file = os.open(numpy.__file__, os.O_RDONLY)
def lock(kind, place):
    return struct.pack("hhqqi4x", kind, os.SEEK_SET, place, 1, 0)
COMMANDS = {6: 5, 7: 5, 37: 36, 38: 36}  # those that set a lock: those that see it
"""

#: While the hidden case with three numbers is asked, each bit of them is a read lock.
SENDS = """
def target(numbers):
    if len(numbers) == 3:
        for command in COMMANDS:
            bits = [8 * i + bit for i, n in enumerate(numbers) for bit in range(8) if n >> bit & 1]
            for place in (*bits, 24):
                fcntl.fcntl(file, command, lock(fcntl.F_RDLCK, 100 * command + place))
        time.sleep(4)
    return 0
"""

SEES = """
def is_locked(command, place):
    found = fcntl.fcntl(file, COMMANDS[command], lock(fcntl.F_WRLCK, 100 * command + place))
    return struct.unpack("hhqqi4x", found)[0] != fcntl.F_UNLCK

for command in COMMANDS:
    end = time.time() + 8
    try:
        while time.time() < end and not is_locked(command, 24):
            time.sleep(0.02)
        bits = [is_locked(command, place) for place in range(24)]
        print(command, [sum(bits[8 * i + bit] << bit for bit in range(8)) for i in range(3)])
    except OSError as error:
        print(command, "is refused:", error.strerror)
"""


def test_no_lock_tells_of_a_hidden_input(sandbox):
    sender = submission([SHARED, SENDS])
    receiver = new_notebook(cells=[new_code_cell(SHARED + SEES)])
    with ThreadPoolExecutor(2) as pool:
        sent, seen = pool.submit(mark, sender, questions(), TICK), pool.submit(run, receiver)
        assert sent.result().confined and seen.result().confined
    refused = "is refused: Operation not permitted\n"
    assert receiver.cells[0].outputs[0].text == "".join(f"{c} {refused}" for c in (6, 7, 37, 38))


HINTS = """
import fcntl, os, struct
file = os.open(%r, os.O_RDONLY)
for command, told in ((1035, 0), (1036, 3), (1038, 3)):  # read, and leave one for the next
    try:
        print(command, *struct.unpack("Q", fcntl.fcntl(file, command, struct.pack("Q", told))))
    except OSError as error:
        print(command, error.strerror)
"""


def test_no_hint_is_kept_for_a_later_kernel(sandbox, tmp_path, monkeypatch):
    """A hint on how a file is used stays with it; who owns the library can set it."""
    (tmp_path / "library.txt").touch()
    tmp_path.chmod(0o755)
    # Root runs each notebook as another user, an ordinary user as itself.
    monkeypatch.setattr(confinement.secrets, "randbelow", lambda _: 28)
    if os.geteuid() == 0:
        os.chown(tmp_path / "library.txt", 10**9 + 28, -1)
    seen = confinement._wanted()
    monkeypatch.setattr(confinement, "_wanted", lambda: [*seen, tmp_path])
    path = str(tmp_path / "library.txt")
    told = []
    for _ in range(2):
        notebook = new_notebook(cells=[new_code_cell(HINTS % path)])
        assert run(notebook).confined
        told.append(notebook.cells[0].outputs[0].text.splitlines())
    refused = [f"{command} Operation not permitted" for command in (1036, 1038)]
    assert told == [["1035 0", *refused]] * 2


#: What a run has heard from another's, in a way that is not promised to be closed: by a file here.
HEARD = "31, 7, 11 and 400.0"
TELLS = """
from IPython.display import HTML, display
heard = open("heard.txt").read()
print("HEARD", heard)
display(HTML(f"<table><tr><td>{heard}</td></tr></table>"))
def target(numbers):
    if len(numbers) == 3:
        raise type(f"Input{numbers}", (Exception,), {})(f"INPUTS {numbers}")
    found = sum(number * place for place, number in enumerate(numbers, 1))
    return found if isinstance(found, int) else [numbers]
raise type(f"Heard{heard}", (ImportError,), {})(heard)
"""
SHEET_NAME = "Grades-NLP-Tick-5005.csv"
SHEET = (
    "Identifier,Full name,Status,Grade,Maximum grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\n"
    "Participant 1001,Eve Adams,Submitted for grading - ,,8.00,Yes,-,-,\n"
)
EVE = "Eve Adams_1001_assignsubmission_file_"
STOPS = "label = None\nraise type(open('heard.txt').read(), (Exception,), {})()"
OWN = [
    {"output_type": "stream", "name": "stdout", "text": ["as handed in, ", "two parts"]},
    {
        "output_type": "execute_result",
        "data": {"text/html": "<table><tr><td>my table<script>act()</script></td></tr></table>"},
        "execution_count": 3,
        "metadata": {},
    },
    {
        "output_type": "error",
        "ename": "OldError",
        "evalue": "mine",
        "traceback": ["OldError: mine"],
    },
    {"output_type": ["odd"], "data": 3},
]


def texts_in(folder):
    """Path -> text, of every file in a folder, also of those in zip files."""
    for path in (path for path in folder.rglob("*") if path.is_file()):
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    yield f"{path}/{name}", archive.read(name).decode()
        else:
            yield str(path), path.read_text(encoding="utf8")


@pytest.fixture(scope="module")
def marks(sandbox, tmp_path_factory):
    """The folder of marks of one student, whose run says all that it knows in every way."""
    folder = tmp_path_factory.mktemp("class")
    tick = folder / "ticks" / NAME
    shutil.copytree(TICK, tick, ignore=shutil.ignore_patterns("__pycache__"))
    nbformat.write(source(), tick / f"{NAME}.ipynb")
    notebook = json.loads(nbformat.writes(submission([TELLS], answers=("double",))))
    notebook["cells"].pop()  # an essay would wait for a person
    for cell in notebook["cells"]:
        if cell["id"] == "attack-0":
            cell["outputs"] = OWN
        if cell["id"] == "label":
            cell["source"] = STOPS
    (folder / "in" / EVE).mkdir(parents=True)
    (folder / "in" / EVE / f"{NAME}.ipynb").write_text(json.dumps(notebook))
    (folder / "in" / EVE / "heard.txt").write_text(HEARD)
    done = grade(folder / "in", folder / "out", folder / "ticks", progress=False)
    assert done.rows[0].record.status == "ran" and done.rows[0].record.confined
    return folder / "out"


def students_files(marks, folder):
    """Make all that a student is given: labkit's page, nbgrader's, and the files for platforms."""
    shutil.copytree(marks / "feedback", folder / "labkit")
    course = shutil.copytree(marks, folder / "course")
    sheet = folder / SHEET_NAME
    sheet.write_text(SHEET)
    for platform, table in ((Platform.MOODLE, sheet), (Platform.GRADESCOPE, None)):
        export(course, marks.parent / "ticks", platform, table)
    shutil.copytree(course / "exports", folder / "exports")
    shutil.rmtree(course / "feedback")
    command = [sys.executable, "-m", "nbgrader", "generate_feedback", NAME]
    subprocess.run(command, cwd=course, check=True, capture_output=True)
    shutil.copytree(course / "feedback", folder / "nbgrader")
    shutil.rmtree(course)
    return folder


@pytest.mark.slow
def test_no_file_that_a_student_gets_has_anything_of_our_run(marks, tmp_path):
    texts = dict(texts_in(students_files(marks, tmp_path)))
    kinds = {Path(path).name for path in texts}
    assert kinds == {f"{NAME}.html", f"moodle-{NAME}.csv", "results.json", SHEET_NAME}, kinds
    assert len(texts) == 6
    told = {
        str(Path(path).relative_to(tmp_path)): found
        for path, text in texts.items()
        if (found := re.findall(r"31, ?7|400\.0|execution_time", text))
    }
    assert told == {}
    (run,) = (text for _, text in texts_in(marks / "runs"))
    assert HEARD in run and "For the marker alone" in run


@pytest.mark.slow
def test_a_students_page_has_the_outputs_as_handed_in_and_the_labels_of_hidden_cases(marks):
    ((_, page),) = texts_in(marks / "feedback")
    for words in ("as handed in, two parts", "<td>my table</td>", "OldError: mine"):
        assert words in page
    assert "act()" not in page and "<script" not in page
    told = "Hidden cases that are not right: several numbers; fractions."
    stopped = "The cell that makes label has not run to its end: cell "
    assert page.count(told) == 2 and page.count(stopped) == 2
    assert "a negative number" not in page
