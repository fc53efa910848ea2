"""numpydoc's own validation of all public names, with the checks that pyproject.toml lists."""

import importlib
import tomllib
from inspect import isclass, isfunction, unwrap

import pytest
from numpydoc.validate import validate

from tests.ticks import ROOT

ROOMS = tomllib.loads((ROOT / "tests/project/rooms.toml").read_text("utf8"))["public"]
TOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["tool"]
ALL, *LEFT_OUT = TOOLS["numpydoc_validation"]["checks"]


def public_names():
    """Where each public function, class, and method of a class is found."""
    for room in ROOMS:
        module = importlib.import_module(f"labkit.{room}")
        own = {
            n: v for n, v in vars(module).items() if getattr(v, "__module__", "") == module.__name__
        }
        for name in getattr(module, "__all__", [name for name in own if not name.startswith("_")]):
            value = getattr(module, name)
            if isclass(value) or isfunction(unwrap(value)):
                yield f"labkit.{room}.{name}"


PUBLIC = sorted(public_names())


@pytest.mark.parametrize("name", PUBLIC)
def test_docstring_passes_numpydocs_validation(name):
    assert ALL == "all" and len(PUBLIC) > 120
    errors = validate(name)["errors"]
    assert [f"{code}: {words}" for code, words in errors if code not in LEFT_OUT] == []
