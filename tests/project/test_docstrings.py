"""Every example in the library's documentation gives what it says."""

import doctest
import importlib
import pkgutil

import pytest

import labkit

MODULES = [module.name for module in pkgutil.walk_packages(labkit.__path__, prefix="labkit.")]
TAKE_SECONDS = {
    *("labkit.instructor.datasets.resampled_systems", "labkit.instructor.datasets.search_runs"),
    "labkit.power",
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.long] * (n in TAKE_SECONDS)) for n in ["labkit", *MODULES]],
)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
