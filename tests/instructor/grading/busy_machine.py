"""Whether marks depend on how busy the machine is.

``python -m tests.instructor.grading.busy_machine [--busy N] [--tick NAME]`` grades the same 20 notebooks, two at a
time, beside no endless loops and beside so many, and says whose marks differ; status 1 if any do, or if
finished work lost a point.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell

from labkit.instructor.grading.judging.tick import takes_answer
from labkit.instructor.grading.marks.grade_class import Running, grade
from tests.ticks import ROOT

TICKS = ROOT / "notebooks" / "ticks"
TICK = "tick4-sign-test"
HANGS = "sum(range(10**12))"
#: For some eight seconds of processor time.
WORKS = "import time\nend = time.process_time() + 8\nwhile time.process_time() < end:\n    pass\n"


def solved(tick):
    """Return the instructor's notebook of a tick, as a student would have it who has finished."""
    notebook = nbformat.read(TICKS / tick / f"{tick}.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.source = re.sub(r" *### (BEGIN|END) SOLUTION\n?", "", cell.source)
    return notebook


def with_cells(*sources):
    """Return a change that adds cells at the end."""
    return lambda notebook: notebook.cells.extend(map(new_code_cell, sources))


def paste_again(notebook):
    """Have all cells twice, as after Select All, Copy, Paste."""
    copies = nbformat.from_dict(notebook).cells
    for number, cell in enumerate(copies):
        cell["id"] = f"copy-{number}"
    notebook.cells += copies


def hang_in(*numbers):
    """Return a change by which the answers of these places hang in a function of C, with an inner name."""

    def change(notebook):
        answers = [c for c in notebook.cells if takes_answer(c) and c.cell_type == "code"]
        for number in numbers:
            head, _, body = answers[number].source.partition("\n")
            answers[number].source = f"{head}\n    {HANGS}\n{body}"

    return change


def work_and_hang(notebook):
    """Have the cell of the first answer work for long, and one behind all hang."""
    answers = [c for c in notebook.cells if takes_answer(c) and c.cell_type == "code"]
    answers[0].source = WORKS + answers[0].source
    with_cells(HANGS)(notebook)


def spoil_with_a_tab(notebook):
    """Break the last answer by a tab."""
    answers = [c for c in notebook.cells if takes_answer(c) and c.cell_type == "code"]
    answers[-1].source += "\n\t  x = 1"


#: What was done to a finished notebook, and in how many; with * the work loses nothing by it.
CHANGES = {
    "plain*": (with_cells(), 3),
    "all-names*": (with_cells("print(len(globals()))"), 3),
    "pasted-again*": (paste_again, 3),
    "sleeps-and-hangs*": (with_cells("import time; time.sleep(15)", HANGS), 1),
    "works-and-hangs*": (work_and_hang, 1),
    "hangs-twice*": (with_cells(HANGS, HANGS), 1),
    "loops*": (with_cells("while True:\n    pass"), 2),
    "all-names-and-hangs*": (with_cells("print(len(vars()))", HANGS), 1),
    "an-answer-hangs": (hang_in(0), 1),  # which others call
    "two-answers-hang": (hang_in(-1, -2), 2),
    "a-tab": (spoil_with_a_tab, 2),
}


def write_class(folder, tick):
    """Write the notebooks of a class."""
    for name, (change, count) in CHANGES.items():
        for number in range(count):
            notebook = solved(tick)
            change(notebook)
            nbformat.write(notebook, folder / f"{name.strip('*')}-{number}_{tick}.ipynb")


def points_of(folder, out, tick, busy):
    """Grade a class beside so many endless loops: student -> points of each question."""
    with ExitStack() as loops:
        for _ in range(busy):
            loop = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            loops.callback(loop.wait)
            loops.callback(loop.kill)
        began = time.monotonic()
        done = grade(folder, out, TICKS, Running(jobs=2))
    print(f"beside {busy} endless loops: {time.monotonic() - began:.0f} s", flush=True)
    rows = (row.record for row in done.rows)
    return {r.student: {m.question: m.points for m in r.marks} for r in rows}


def main():
    """Grade the class both times, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--busy", type=int, default=4)
    parser.add_argument("--tick", default=TICK)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "class")
        folder.mkdir()
        write_class(folder, options.tick)
        outs = {busy: Path(scratch, f"marks-{busy}") for busy in (0, options.busy)}
        quiet, busy = (points_of(folder, out, options.tick, n) for n, out in outs.items())
    full = sum(quiet["plain-0"].values())
    lost = [
        s for s in quiet if f"{s.rpartition('-')[0]}*" in CHANGES and sum(quiet[s].values()) < full
    ]
    other = [student for student in quiet if quiet[student] != busy.get(student)]
    for student, points in quiet.items():
        print(student, sum(points.values()), sum(busy[student].values()))
    print("marks that differ:", ", ".join(other) or "none")
    print("finished work that lost points:", ", ".join(lost) or "none")
    return int(bool(other or lost or len(quiet) < sum(n for _, n in CHANGES.values())))


if __name__ == "__main__":
    sys.exit(main())
