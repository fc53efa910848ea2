"""A lab with one tick, which tests may spoil."""

import shutil
from types import SimpleNamespace

import nbformat

from labkit.checks.questions import course_folder
from labkit.instructor.grading.release.pack import FILES
from tests.ticks import ROOT, TICKS

ONE = TICKS[0]
#: A line of its solution.
SOLUTION_LINE = "valence_of[fields[0]] = float(fields[1])"


def small_lab(lab):
    """Make a small lab with one tick in a folder, to be spoilt."""
    tick = lab / "notebooks" / "ticks" / ONE.name
    course = course_folder(ONE)
    places = lab / "notebooks" / ".course", lab / course.relative_to(ROOT)
    for folder in ("labkit/instructor", "data", ".ci", tick, *places):
        (lab / folder).mkdir(parents=True)
    for name in FILES:
        shutil.copy2(ROOT / name, lab / name)
    (lab / "notebooks" / "README.md").write_text("For students.")
    for path in (course / "checks.py", course / "hidden.py", ONE / f"{ONE.name}.ipynb"):
        shutil.copy2(path, lab / path.relative_to(ROOT))
    return SimpleNamespace(lab=lab, tick=tick, notebook=tick / f"{ONE.name}.ipynb")


def edit(path, change):
    content = nbformat.read(path, as_version=4)
    change(content.cells)
    nbformat.write(content, path)
