"""numpydoc's own validation of all public names, with the checks that pyproject.toml lists."""

import importlib
import tomllib
from inspect import isclass, isfunction, unwrap

import pytest
from numpydoc.validate import ERROR_MSGS, validate

from tests.ticks import ROOT

ROOMS = tomllib.loads((ROOT / "tests/project/rooms.toml").read_text("utf8"))["public"]


def chosen():
    """The codes that pyproject.toml asks for."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))
    listed = set(told["tool"]["numpydoc_validation"]["checks"])
    return set(ERROR_MSGS) - listed if "all" in listed else listed


def public_names():
    """Where each public function, class, and method of a class is found."""
    for room in ROOMS:
        module = importlib.import_module(f"labkit.{room}")
        names = getattr(module, "__all__", None) or [
            name
            for name, value in vars(module).items()
            if getattr(value, "__module__", "") == module.__name__ and not name.startswith("_")
        ]
        for name in names:
            value = getattr(module, name)
            if isclass(value) or isfunction(unwrap(value)):
                yield f"labkit.{room}.{name}"


PUBLIC = sorted(public_names())


@pytest.mark.parametrize("name", PUBLIC)
def test_docstring_passes_numpydocs_validation(name):
    errors = validate(name)["errors"]
    assert [f"{code}: {words}" for code, words in errors if code in chosen()] == []


def test_public_names_are_found():
    wanted = {"labkit.significance.sign_test", "labkit.metrics.f1", "labkit.plots.zipf"}
    assert wanted <= set(PUBLIC)
    assert "SA01" in chosen() and "PR07" in chosen() and "ES01" not in chosen()
