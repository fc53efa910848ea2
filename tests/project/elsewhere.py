"""Python processes outside the repository, with the packages that students have and no others.

Of this environment a process sees what the plain dependencies and some extras need; the rest of
it, and the repository, are hidden. So nothing has to be installed.
"""

import os
import subprocess
import tomllib
from functools import cache
from importlib.metadata import Distribution, packages_distributions
from itertools import chain

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.ticks import ROOT

# Python runs this at each start, in the kernels of notebooks as well.
HIDE = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}} for students", name=name)

sys.meta_path.insert(0, Hidden())
# The finder of an editable installation, which knows the way into the repository.
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in finder.__module__]
sys.path[:] = [place for place in sys.path if place != {root!r}]
"""

#: What all who have labkit can do: run in a folder of tick 1, it prints what the tests compare.
LESSON = """
from importlib import import_module
from pkgutil import walk_packages

import labkit
from labkit import check, demos, load_scores_table, sources

for module in walk_packages(labkit.__path__, prefix="labkit."):
    if not module.name.startswith("labkit.instructor"):
        import_module(module.name)
print(labkit.__file__)
print(sources.data_folder())
print(load_scores_table().shape)
print(demos.shuffling())
print(*demos.confidence_vs_gain().data["test_sets"])
check("accuracy", lambda predicted, labels: sum(map(str.__eq__, predicted, labels)) / len(labels))
"""


def closure(names):
    """Return everything that some packages need, they included, as installed here."""
    found, waiting = set(), [(name, "") for name in names]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in found:
            continue
        found.add((name, extra))
        for line in Distribution.from_name(name).requires or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                needed_name = canonicalize_name(needed.name)
                waiting += [(needed_name, each) for each in {"", *needed.extras}]
    return {name for name, _ in found}


@cache  # it reads the list of files of each package
def hidden_modules(extras):
    """Name the top-level modules in this environment that one with these extras does not have."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["project"]
    of_extras = (project["optional-dependencies"][extra] for extra in extras)
    lines = chain(project["dependencies"], *of_extras)
    declared = [canonicalize_name(Requirement(line).name) for line in lines]
    theirs = closure(declared) | {project["name"], "pip", "setuptools"}
    owned = packages_distributions().items()
    return {module for module, owners in owned if not theirs & {*map(canonicalize_name, owners)}}


def run(command, folder, places=(), extras=("lab",), **options):
    """Run a command where only some places have labkit: exit status, output and errors."""
    hide = HIDE.format(hidden=hidden_modules(extras), root=str(ROOT))
    (folder / "sitecustomize.py").write_text(hide, encoding="utf8")
    path = os.pathsep.join(map(str, [folder, *places]))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, encoding="utf8", **options
    )
