"""What ``import labkit`` gives: its names, its rooms and its version, without waiting for them."""

import shutil
import subprocess
import sys
import tomllib
from importlib import import_module

import pytest

import labkit
from tests.ticks import ROOT

FILES = [*(ROOT / "labkit").glob("*.py"), *(ROOT / "labkit").glob("*/__init__.py")]
ROOMS = {path.stem if path.stem != "__init__" else path.parent.name for path in FILES}
ROOMS -= {"labkit", "__main__", "instructor"}  # the wheel has none


def test_every_room_is_there_when_it_is_asked_for():
    assert {"metrics", "plots", "demos", "significance"} <= ROOMS <= set(dir(labkit))
    for room in ROOMS:
        assert labkit.__getattr__(room).__name__ == f"labkit.{room}"


@pytest.mark.parametrize("name", labkit.__all__)
def test_a_name_is_the_one_of_its_room(name):
    thing = getattr(labkit, name)
    assert getattr(import_module(thing.__module__), name) is thing


LARGE = {"pandas", "scipy.special", "scipy.stats", "matplotlib", "sklearn", "joblib", "tqdm"}
IMPORTS = [  # one after the other: what is loaded then, and what still waits
    ("import labkit", "labkit", {f"labkit.{room}" for room in ROOMS} | LARGE),
    ("import labkit.arguments, labkit.metrics", "labkit.metrics", LARGE),
    ("from labkit import sign_test", "labkit.significance.sign", LARGE),
    (
        "from labkit import *",
        "labkit.tuning",
        {"labkit.demos", "labkit.instructor.grading", "nbgrader"},
    ),
]


@pytest.mark.slow
def test_an_import_loads_no_more_than_it_needs():
    code = "".join(f"{statement}\nprint(*sys.modules)\n" for statement, _, _ in IMPORTS)
    run = [sys.executable, "-c", f"import sys\n{code}"]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    for (_, room, others), loaded in zip(IMPORTS, done.stdout.splitlines(), strict=True):
        assert room in loaded.split() and not others & set(loaded.split())


def test_the_version_has_one_source_and_a_wrong_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = labkit.no_such_name
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    version, _, commit = labkit.__version__.partition("+")
    assert version == project["version"]
    if (ROOT / ".git").exists() and shutil.which("git"):
        git = ["git", "-C", ROOT, "rev-parse", "HEAD"]
        head = subprocess.run(git, capture_output=True, text=True).stdout
        assert head.startswith(commit.removesuffix(".changed"))
