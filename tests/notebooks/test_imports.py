"""Notebooks and checks import what a student has, by names that are public."""

import ast
import importlib

import nbformat
import pytest

from tests.ticks import ROOT

#: What `labkit` has for instructors alone.
NOT_FOR_STUDENTS = ("labkit.grading", "labkit.datasets", "labkit.cli", "labkit.hub")
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
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            found = [(node.module, alias.name) for alias in node.names]
        elif isinstance(node, ast.Import):
            found = [(alias.name, None) for alias in node.names]
        else:
            continue
        yield from (pair for pair in found if pair[0].partition(".")[0] == "labkit")


def wrong(module, name):
    """What is wrong with an import, or None."""
    whole = module if name is None else f"{module}.{name}"
    if any(f"{whole}.".startswith(f"{room}.") for room in NOT_FOR_STUDENTS):
        return f"{whole} is not for students"
    if any(part.startswith("_") for part in whole.split(".")):
        return f"{whole} is private"
    if name is not None and not hasattr(importlib.import_module(module), name):
        return f"{whole} does not exist"
    return None


@pytest.mark.parametrize("name", FILES)
def test_only_public_names_for_students_are_imported(name):
    found = list(of_labkit(code(name)))
    assert found
    assert [problem for pair in found if (problem := wrong(*pair))] == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("from labkit.grading import release", "labkit.grading.release is not for students"),
        ("from labkit import datasets", "labkit.datasets is not for students"),
        ("from labkit.demos._shuffling import x", "labkit.demos._shuffling.x is private"),
        ("from labkit import no_such_test", "labkit.no_such_test does not exist"),
        ("from labkit import sign_test", None),
        ("from labkit.checks import Case", None),
    ],
)
def test_a_wrong_import_is_found(line, problem):
    ((module, name),) = of_labkit(line)
    assert wrong(module, name) == problem


def test_every_notebook_is_looked_at():
    assert len(FILES) >= 2 * 8 + 5 + 2
