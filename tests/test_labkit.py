"""What ``import labkit`` gives: its names, its rooms and its version, without waiting for them."""

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import labkit

ROOT = Path(__file__).parents[1]
FILES = [*(ROOT / "labkit").glob("*.py"), *(ROOT / "labkit").glob("*/__init__.py")]
ROOMS = sorted(path.stem if path.stem != "__init__" else path.parent.name for path in FILES)
ROOMS = [name for name in ROOMS if name not in ("labkit", "__main__")]


def fresh(code):
    """Return what a new Python prints."""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.split()


@pytest.mark.slow
def test_every_room_is_there_after_a_bare_import():
    found = fresh("import labkit\n" + "\n".join(f"print(labkit.{room}.__name__)" for room in ROOMS))
    assert found == [f"labkit.{room}" for room in ROOMS]
    assert {"metrics", "plots", "demos", "significance"} <= set(ROOMS) <= set(dir(labkit))


@pytest.mark.parametrize("name", labkit.__all__)
def test_a_name_is_the_one_of_its_room(name):
    thing = getattr(labkit, name)
    assert getattr(import_module(thing.__module__), name) is thing


LARGE = {"pandas", "scipy.special", "scipy.stats", "matplotlib", "sklearn", "joblib", "tqdm"}
IMPORTS = [  # what is loaded, and what is not: each name waits for its own room only
    ("import labkit", "labkit", {f"labkit.{room}" for room in ROOMS} | LARGE),
    ("import labkit.arguments, labkit.metrics", "labkit.metrics", LARGE),
    ("from labkit import sign_test", "labkit.significance.sign", LARGE),
    ("from labkit import *", "labkit.tuning", {"labkit.demos", "labkit.grading", "nbgrader"}),
]


@pytest.mark.slow
@pytest.mark.parametrize("statement, room, others", IMPORTS)
def test_an_import_loads_no_more_than_it_needs(statement, room, others):
    loaded = set(fresh(f"import sys\n{statement}\nprint(*sys.modules)"))
    assert room in loaded and not loaded & others


def test_the_version_has_one_source_and_a_wrong_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = labkit.no_such_name
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert labkit.__version__ == project["version"]
