"""The three lists of packages agree: environment.yml, pyproject.toml, constraints.txt."""

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

ROOT = Path(__file__).parents[2]

# Where conda-forge calls a package something else than pip does.
PIP_NAMES = {"matplotlib-base": "matplotlib"}

# Conda chooses versions of its own, and other systems need other packages.
where_constraints_hold = pytest.mark.skipif(
    (Path(sys.prefix) / "conda-meta").is_dir() or sys.platform != "linux",
    reason="constraints.txt is what make installs, on Linux",
)


@pytest.fixture(scope="module")
def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))["project"]


@pytest.fixture(scope="module")
def required(project):
    """Name and versions of every dependency, those of the tests too."""
    return by_name(project["dependencies"] + project["optional-dependencies"]["test"])


@pytest.fixture(scope="module")
def peers(project):
    """Name and versions of the libraries that only `make bench` measures the lab against."""
    return by_name(project["optional-dependencies"]["bench"])


@pytest.fixture(scope="module")
def environment():
    return yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf8"))


@pytest.fixture(scope="module")
def conda(environment):
    """Names and versions in environment.yml, by their names on pip."""
    plain = [line for line in environment["dependencies"] if isinstance(line, str)]
    return by_name([*plain, *(line for line in pip_lines(environment) if line[0] != "-")])


@pytest.fixture(scope="module")
def pinned_lines():
    return (ROOT / "constraints.txt").read_text(encoding="utf8").splitlines()


@pytest.fixture(scope="module")
def pinned(pinned_lines):
    return dict(line.split("==") for line in pinned_lines)


@pytest.fixture(scope="module")
def installed(pinned, peers):
    """The pinned packages that should be here: without the peers, not what only they need."""
    present = {d.metadata["Name"] for d in distributions()}
    here = {canonicalize_name(name) for name in present}
    if set(peers) <= here:
        return set(pinned)
    return {name for name in pinned if canonicalize_name(name) in here}


def by_name(lines):
    found = {}
    for line in lines:
        requirement = Requirement(line)
        name = canonicalize_name(PIP_NAMES.get(requirement.name, requirement.name))
        assert name not in found, f"{name} stands twice in one list"
        found[name] = requirement.specifier
    return found


def pip_lines(environment):
    (section,) = (line for line in environment["dependencies"] if isinstance(line, dict))
    return section["pip"]


def test_conda_and_pip_install_the_same_packages(required, conda):
    assert set(conda) - {"python", "pip"} == set(required)


def test_conda_and_pip_allow_the_same_versions(required, conda):
    assert {name: conda[name] for name in required} == required


def test_conda_and_pip_start_from_the_same_python(project, conda):
    assert conda["python"] == SpecifierSet(project["requires-python"])


def test_the_tests_use_voila_as_make_voila_installs_it(project):
    extras = project["optional-dependencies"]
    assert extras["voila"] and set(extras["voila"]) <= set(extras["test"])


def test_conda_installs_the_lab_itself(environment):
    # `.` is the folder of environment.yml: the repository's, or the student pack's.
    assert "--editable ." in pip_lines(environment)


def test_conda_needs_one_channel_by_its_plain_name(environment):
    assert environment["name"] == "labkit"
    assert environment["channels"] == ["conda-forge"]


def test_constraints_are_names_and_versions_only(pinned_lines):
    for line in pinned_lines:
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*==[0-9][0-9A-Za-z.]*", line), line


def test_constraints_name_each_package_once(pinned_lines):
    names = [canonicalize_name(line.partition("==")[0]) for line in pinned_lines]
    assert len(set(names)) == len(names)


def test_constraints_pin_every_dependency_within_its_versions(required, peers, conda, pinned):
    versions = {canonicalize_name(name): number for name, number in pinned.items()}
    for name, specifier in required.items():
        assert versions[name] in specifier & conda[name], name
    for name, specifier in peers.items():
        assert versions[name] in specifier, name


@where_constraints_hold
def test_constraints_pin_what_the_dependencies_need(required, pinned):
    # Python brings setuptools itself up to 3.11; nothing that the lab runs uses it.
    names = {canonicalize_name(name) for name in pinned} | {"setuptools"}
    unpinned = closure(required) - names
    assert not unpinned, f"{sorted(unpinned)} may change from one day to the next"


@where_constraints_hold
def test_pinned_versions_run_on_the_oldest_python(project, installed):
    (floor,) = SpecifierSet(project["requires-python"])
    oldest = f"{floor.version}.0"
    for name in installed:
        needs = Distribution.from_name(name).metadata.get("Requires-Python")
        assert oldest in SpecifierSet(needs or ""), f"{name} needs Python {needs}"


@where_constraints_hold
def test_this_environment_has_the_pinned_versions(required, pinned, installed):
    assert set(required) <= {canonicalize_name(name) for name in installed}
    found = {name: version(name) for name in installed}
    wrong = {name: v for name, v in found.items() if Version(v) != Version(pinned[name])}
    assert not wrong


def closure(names):
    """Everything that some packages need, they included, as installed here."""
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
