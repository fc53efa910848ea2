"""Every example in the library's documentation gives what it says."""

import doctest
import importlib
import pkgutil

import pytest

import labkit

MODULES = ["labkit"] + [
    module.name for module in pkgutil.walk_packages(labkit.__path__, prefix="labkit.")
]


TAKE_SECONDS = (
    "labkit.datasets.resampled_systems",
    "labkit.datasets.search_runs",
    "labkit.power.assumptions",
)


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.long] * (n in TAKE_SECONDS)) for n in MODULES]
)
def test_examples(name):
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


def test_modules_are_found():
    assert {"labkit.corpora", "labkit.classifiers", "labkit.checks.plain_data"} <= set(MODULES)


@pytest.mark.parametrize("name", labkit.__all__)
def test_public_names_are_explained(name):
    explanation = getattr(labkit, name).__doc__ or ""
    assert explanation.splitlines()[0].endswith(".")
