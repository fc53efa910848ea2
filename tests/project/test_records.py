"""What is so everywhere: no record changes on its way, and defaults are as they are documented."""

import importlib
import pkgutil
import re
from dataclasses import is_dataclass
from inspect import isclass, isfunction, signature

import labkit

#: Records that are filled while something runs, and are given to nobody before.
FILLED = {"Export", "Owner", "Reply", "_Step"}


#: In documentation: names of arguments, and their defaults.
DEFAULTS = re.compile(r"^ *([\w, ]+) : .*\bdefault ([^`;\n]+)$", re.MULTILINE)


def found_in_labkit():
    for module in pkgutil.walk_packages(labkit.__path__, "labkit."):
        if not module.name.endswith("__main__"):
            for value in vars(importlib.import_module(module.name)).values():
                if str(getattr(value, "__module__", "")).startswith("labkit."):
                    yield from [value, *(vars(value).values() if isclass(value) else [])]


def test_every_record_is_frozen():
    found = {each for each in found_in_labkit() if isclass(each) and is_dataclass(each)}
    assert len(found) > 40
    thawed = {each.__qualname__ for each in found if not each.__dataclass_params__.frozen}
    assert thawed == FILLED


def test_defaults_are_those_that_are_documented():
    functions = [each for each in found_in_labkit() if isclass(each) or isfunction(each)]
    found = [(each, *match) for each in functions for match in DEFAULTS.findall(each.__doc__ or "")]
    assert len(found) > 100
    for function, words, said in found:
        names = words.split(", ")
        values = re.split(", | and ", said) if len(names) > 1 else [said]
        for name, value in zip(names, values * (len(names) // len(values)), strict=True):
            default = signature(function).parameters[name].default
            assert default == eval(value), f"{name} of {function.__qualname__}"
