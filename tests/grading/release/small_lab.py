"""A lab with one tick, which tests may spoil."""

import shutil
from types import SimpleNamespace

import nbformat

from labkit.grading.release.pack import TOP_LEVEL
from tests.ticks import ROOT, TICKS

ONE = TICKS[0]

#: A line of its solution.
SOLUTION_LINE = "valence_of[fields[0]] = float(fields[1])"


def small_lab(lab):
    """Make a small lab with one tick in a folder, to be spoilt."""
    for name in TOP_LEVEL:
        if (ROOT / name).is_dir():
            (lab / name).mkdir(parents=True)
            (lab / name / "README.md").write_text("A folder.")
        else:
            shutil.copy2(ROOT / name, lab / name)
    tick = lab / "notebooks" / "ticks" / ONE.name
    tick.mkdir(parents=True)
    (lab / "notebooks" / "README.md").write_text("For students.")
    for name in ("checks.py", "hidden.py", f"{ONE.name}.ipynb"):
        shutil.copy2(ONE / name, tick / name)
    return SimpleNamespace(lab=lab, tick=tick, notebook=tick / f"{ONE.name}.ipynb")


def edit(path, change):
    content = nbformat.read(path, as_version=4)
    change(content.cells)
    nbformat.write(content, path)
