"""The lists of packages agree: environment.yml, pyproject.toml, constraints.txt, the container."""

import json
import re
import sys
import tomllib
from importlib.metadata import Distribution, distributions, version
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.project.elsewhere import closure
from tests.ticks import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["project"]
CONDA = (ROOT / "environment.yml").read_text(encoding="utf8")

#: What conda and pip read alike: no extra, mark or address, and no ~= or single =.
OF_BOTH = re.compile(r"[a-z][a-z\d_-]+ (?:[<>!=]=|[<>])\d[\d.]*(?:,(?:[<>!=]=|[<>])\d[\d.]*)*")

# Where conda-forge calls a package something else than pip does.
PIP_NAMES = {"matplotlib-base": "matplotlib"}

# Conda chooses versions of its own, and other systems need other packages.
where_constraints_hold = pytest.mark.skipif(
    Path(sys.prefix, "conda-meta").is_dir() or sys.platform != "linux",
    reason="constraints.txt is what make installs, on Linux",
)


def by_name(lines):
    """Return the versions of each package of a list, which has it once."""
    wanted = [Requirement(line) for line in lines]
    found = {canonicalize_name(PIP_NAMES.get(each.name, each.name)): each for each in wanted}
    assert len(found) == len(wanted), "a package stands twice in one list"
    return {name: each.specifier for name, each in found.items()}


def extras(*names):
    return [line for name in names for line in PROJECT["optional-dependencies"][name]]


#: What those who work on the lab install; and what only a server, or `make bench`, needs.
STUDENTS = [*PROJECT["dependencies"], *extras("lab")]
REQUIRED = by_name([*STUDENTS, *extras("instructor", "test", "dev")])
SERVER, PEERS = by_name(extras("hub")), by_name(extras("bench"))


def conda_lists(environment):
    """Return what conda and what pip installs by an environment.yml, without Python and pip."""
    lines = yaml.safe_load(environment)["dependencies"]
    (by_pip,) = (line["pip"] for line in lines if isinstance(line, dict))
    plain = [line for line in lines if isinstance(line, str)]
    return [line for line in plain if line.split()[0] not in {"python", "pip"}], by_pip


def test_conda_and_pip_install_the_same_packages_in_the_same_versions():
    by_conda, by_pip = conda_lists(CONDA)
    assert [line for line in by_conda if not OF_BOTH.fullmatch(line)] == []
    # `.` is the folder of environment.yml: the repository's, or the student pack's.
    assert by_pip.pop() == "--editable .[lab]"
    assert by_name(by_conda + by_pip) == by_name(STUDENTS)
    assert {*yaml.safe_load(CONDA)} == {"name", "channels", "dependencies"}
    assert yaml.safe_load(CONDA)["channels"] == ["conda-forge"]


def test_conda_binder_and_the_container_take_one_python_on_which_the_tests_run():
    # This is how repo2docker looks for it; conda reads one = as "and any patch of it".
    (number,) = re.findall(r"^  - python\s*=+\s*([\d\.]*)$", CONDA, re.MULTILINE)
    assert f"{number}.0" in SpecifierSet(PROJECT["requires-python"])
    targets = (ROOT / "tests/targets.mk").read_text(encoding="utf8")
    assert number in re.search("^PYTHONS := (.*)$", targets, re.MULTILINE)[1].split()
    text = (ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf8")
    container = json.loads(re.sub("^ *//.*$", "", text, flags=re.MULTILINE))
    assert container["image"].startswith(f"python:{number}-")
    missing = re.findall(r"missing\+=\((.*)\)", (ROOT / ".ci/run").read_text(encoding="utf8"))
    assert "bubblewrap" in missing and {*missing} <= {*container["onCreateCommand"].split()}


@pytest.fixture(scope="module")
def pinned():
    """The version of each package, which constraints.txt names once, and with nothing else."""
    text = (ROOT / "constraints.txt").read_text(encoding="utf8")
    lines = [re.fullmatch(r"([\w.-]+)==(\d[\da-z.]*)", line) for line in text.splitlines()]
    found = {canonicalize_name(line[1]): line[2] for line in lines}
    assert len(found) == len(lines)
    return found


@pytest.fixture(scope="module")
def installed():
    """What should be here, with all that it needs: what a server needs, or the peers, if it is here."""
    present = {canonicalize_name(each.metadata["Name"]) for each in distributions()}
    names = {*REQUIRED}.union(*(more for more in ({*PEERS}, {*SERVER}) if more <= present))
    # Python brings setuptools itself up to 3.11; nothing that the lab runs uses it.
    return closure(names) - {"setuptools"}


def test_constraints_pin_every_dependency_within_its_versions(pinned):
    for lines in [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]:
        for name, specifier in by_name(lines).items():
            assert pinned[name] in specifier, name


@where_constraints_hold
def test_this_environment_has_the_pinned_versions_of_all_that_the_lab_needs(pinned, installed):
    # What is not pinned may change from one day to the next.
    assert installed - {*pinned} == set()
    found = {name: version(name) for name in installed}
    assert [name for name, v in found.items() if Version(v) != Version(pinned[name])] == []


@where_constraints_hold
def test_pinned_versions_run_on_the_oldest_python(installed):
    (floor,) = SpecifierSet(PROJECT["requires-python"])
    needs = {
        name: Distribution.from_name(name).metadata.get("Requires-Python") for name in installed
    }
    assert [n for n, v in needs.items() if f"{floor.version}.0" not in SpecifierSet(v or "")] == []
