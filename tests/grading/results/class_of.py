"""A class that is graded already: three students, their records, and a gradebook."""

import json
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from labkit.grading.classroom.again import renew
from labkit.grading.classroom.records import Store
from labkit.grading.submission.sanitize import prepared
from tests.grading.tiny import NAME, answered, make_tick, record

#: Nothing to read; an answer to read; nothing right.
STUDENTS = {
    "ann": {"written": {"essay": False}},
    "bob": {},
    "cat": {"points": {"double": 0, "triple": 0}, "written": {"essay": False}},
}


@dataclass(frozen=True)
class Class:
    """Where it is."""

    folder: Path

    @property
    def out(self):
        return self.folder / "out"

    @property
    def ticks(self):
        return self.folder / "notebooks" / "ticks"

    def points(self):
        """Student -> points, as grades.json has them."""
        rows = json.loads((self.out / "grades.json").read_text())
        return {row["student"]: row["points"] for row in rows}

    def earned(self, question):
        rows = json.loads((self.out / "grades.json").read_text())
        return {row["student"]: row["earned"].get(question) for row in rows}


def make_class(folder):
    """Give a class of its own to a test."""
    shutil.copytree(_first().name, folder, dirs_exist_ok=True)
    return Class(Path(folder))


@cache  # the gradebook takes nbgrader some seconds
def _first():
    """Make it once, without a kernel."""
    folder = tempfile.TemporaryDirectory(prefix="labkit-test-class-")
    made = Class(Path(folder.name))
    tick = make_tick(made.ticks)
    store = Store(made.out)
    for student, changes in STUDENTS.items():
        notebook = answered(tick, triple="return n * n")
        path = made.out / "submitted" / student / NAME / f"{NAME}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(notebook))
        shown = json.loads(json.dumps(prepared(notebook)))
        store.save(record(student, notebook=shown, **changes))
    renew(made.out, made.ticks)
    return folder
