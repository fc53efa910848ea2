# Gives the grader other modules than it imports: by the built-in import, by finders, by sys.modules.
# expects: status=ran, points=4
# beside: rewritten
# %%
import builtins
import importlib.abc
import sys
import types

ordinary = builtins.__import__


def another(name, *arguments, **options):
    module = ordinary(name, *arguments, **options)
    if name.endswith("in_kernel"):
        copy = types.ModuleType(name)
        copy.__dict__.update(module.__dict__)
        copy.keep = lambda *_: None
        return copy
    return module


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target_module=None):
        if name.startswith(("labkit.grading", "hidden", "checks")) and "grading" in sys.modules:
            print("BREACH: a module of the grader's in the kernel:", name)


builtins.__import__ = another
sys.meta_path.insert(0, Finder())
