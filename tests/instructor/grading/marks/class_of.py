"""A class that is graded already: three students, their records, and a gradebook."""

import json
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from labkit.instructor.grading.judging.render import make_harmless
from labkit.instructor.grading.marks.publish import publish_again
from labkit.instructor.grading.marks.store import Store
from tests.instructor.grading.tiny import NAME, answered, make_tick, record, write

#: Nothing to read; an answer to read; nothing right.
STUDENTS = {
    "ann": {"written": {"essay": False}},
    "bob": {},
    "cat": {"points": {"double": 0, "triple": 0}, "written": {"essay": False}},
}


@dataclass
class Class:
    folder: Path

    def __post_init__(self):
        self.out, self.ticks = self.folder / "out", self.folder / "notebooks" / "ticks"

    def rows(self):
        return {row["student"]: row for row in json.loads((self.out / "grades.json").read_text())}

    def points(self):
        return {student: row["points"] for student, row in self.rows().items()}

    def earned(self, question):
        return {student: row["earned"].get(question) for student, row in self.rows().items()}


def make_class(folder):
    """Make a class for each test."""
    shutil.copytree(_first().name, folder, dirs_exist_ok=True)
    return Class(Path(folder))


@cache
def _first():
    """Make it once, without a kernel."""
    folder = tempfile.TemporaryDirectory(prefix="labkit-test-class-")
    made = Class(Path(folder.name))
    notebook = answered(make_tick(made.ticks), triple="return n * n")
    for student, changes in STUDENTS.items():
        write(made.out / "submitted" / student / NAME / f"{NAME}.ipynb", json.dumps(notebook))
        shown = json.loads(json.dumps(make_harmless(notebook)))
        Store(made.out).save(record(student, notebook=shown, **changes))
    publish_again(made.out, made.ticks)
    return folder
