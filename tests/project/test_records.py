"""What passes between rooms does not change on its way: every dataclass is frozen."""

import importlib
import pkgutil
from dataclasses import is_dataclass

import labkit

#: Records that are filled while something runs, and are given to nobody before.
FILLED = {"Export", "Owner", "Reply", "_Step"}


def dataclasses():
    for module in pkgutil.walk_packages(labkit.__path__, "labkit."):
        if not module.name.endswith("__main__"):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, type) and is_dataclass(value):
                    yield value


def test_every_record_is_frozen():
    found = {each for each in dataclasses() if each.__module__.startswith("labkit.")}
    assert len(found) > 40
    thawed = {each.__qualname__ for each in found if not each.__dataclass_params__.frozen}
    assert thawed == FILLED
