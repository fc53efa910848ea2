"""Notebooks and checks import what a student has, by names that are public."""

import ast
import importlib

import nbformat
import pytest

from tests.ticks import ROOT

#: What `labkit` has for instructors alone.
NOT_FOR_STUDENTS = {"instructor", "cli"}
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.ipynb", "checks.py")
    for path in (ROOT / "notebooks").rglob(pattern)
)


def code(name):
    if name.endswith(".py"):
        return (ROOT / name).read_text(encoding="utf8")
    cells = nbformat.read(ROOT / name, as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "code")


def of_labkit(text):
    """(module, name) of what code imports from labkit; the name is None for the whole module."""
    nodes = [*ast.walk(ast.parse(text))]
    found = [(n.module, a.name) for n in nodes if isinstance(n, ast.ImportFrom) for a in n.names]
    found += [(a.name, None) for n in nodes if isinstance(n, ast.Import) for a in n.names]
    return [pair for pair in found if pair[0].partition(".")[0] == "labkit"]


def is_right(module, name):
    parts = [*module.split("."), *([name] if name else [])]
    there = not name or hasattr(importlib.import_module(module), name)
    public = not any(part.startswith("_") for part in parts)
    return there and public and NOT_FOR_STUDENTS.isdisjoint(parts[1:2])


@pytest.mark.parametrize("name", FILES)
def test_only_public_names_for_students_are_imported(name):
    found = of_labkit(code(name))
    assert found and [pair for pair in found if not is_right(*pair)] == []


def test_a_wrong_import_is_found():
    lines = [
        "import labkit.instructor.hub",
        "from labkit.instructor.grading import release",
        "from labkit import cli",
    ]
    lines += ["from labkit.metrics import __doc__", "from labkit import no_such_test"]
    assert not any(is_right(*pair) for pair in of_labkit("\n".join(lines)))
    assert len(FILES) >= 2 * 8 + 5 + 2
