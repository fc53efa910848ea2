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

from labkit.grading.release.pack import student_environment
from tests.project.elsewhere import closure

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
    """Name and versions of what `make lab` installs in the lab's own repository."""
    return by_name([*project["dependencies"], *extras(project, "instructor", "test", "dev")])


@pytest.fixture(scope="module")
def peers(project):
    """Name and versions of the libraries that only `make bench` measures the lab against."""
    return by_name(extras(project, "bench"))


@pytest.fixture(scope="module")
def server(project):
    """Name and versions of what a class on a server needs; conda's environment has none of it."""
    return by_name(extras(project, "hub"))


@pytest.fixture(scope="module")
def environment():
    return (ROOT / "environment.yml").read_text(encoding="utf8")


@pytest.fixture(scope="module")
def conda(environment):
    return conda_packages(environment)


@pytest.fixture(scope="module")
def pinned_lines():
    return (ROOT / "constraints.txt").read_text(encoding="utf8").splitlines()


@pytest.fixture(scope="module")
def pinned(pinned_lines):
    return dict(line.split("==") for line in pinned_lines)


@pytest.fixture(scope="module")
def installed(required, peers, server):
    """What should be here, with everything that it needs: the peers only after `make bench`."""
    present = {canonicalize_name(each.metadata["Name"]) for each in distributions()}
    names = set(required).union(*(more for more in (set(peers), set(server)) if more <= present))
    # Python brings setuptools itself up to 3.11; nothing that the lab runs uses it.
    return closure(names) - {"setuptools"}


def extras(project, *names):
    return [line for name in names for line in project["optional-dependencies"][name]]


def by_name(lines):
    found = {}
    for line in lines:
        requirement = Requirement(line)
        name = canonicalize_name(PIP_NAMES.get(requirement.name, requirement.name))
        assert name not in found, f"{name} stands twice in one list"
        found[name] = requirement.specifier
    return found


def conda_packages(environment):
    """Names and versions in an environment.yml, by their names on pip; without Python and pip."""
    plain = [line for line in yaml.safe_load(environment)["dependencies"] if isinstance(line, str)]
    packages = [line for line in plain if line.split()[0] not in {"python", "pip"}]
    return by_name([*packages, *(line for line in pip_lines(environment) if line[0] != "-")])


def pip_lines(environment):
    lines = yaml.safe_load(environment)["dependencies"]
    (section,) = (line for line in lines if isinstance(line, dict))
    return section["pip"]


def test_conda_and_pip_install_the_same_packages(required, conda):
    assert set(conda) == set(required)


def test_conda_and_pip_allow_the_same_versions(required, conda):
    assert {name: conda[name] for name in required} == required


def test_students_get_the_same_from_conda_and_from_pip(project, environment):
    theirs = student_environment(environment)
    assert conda_packages(theirs) == by_name(project["dependencies"])
    assert "--editable ." in pip_lines(theirs)
    assert "students" not in theirs


def test_conda_and_binder_take_one_python_on_which_the_tests_run(project, environment):
    (line,) = re.findall("^  - (python .*)$", environment, flags=re.MULTILINE)
    # This is how repo2docker looks for it; conda reads one = as "and any patch of it".
    (number,) = re.fullmatch(r"python\s*=+\s*([\d\.]*)", line).groups()
    assert f"{number}.0" in SpecifierSet(project["requires-python"])
    targets = (ROOT / "tests" / "targets.mk").read_text(encoding="utf8")
    assert number in re.search("^PYTHONS := (.*)$", targets, flags=re.MULTILINE)[1].split()


def test_the_tests_use_extras_as_they_are(project):
    lists = project["optional-dependencies"]
    assert lists["cluster"] and set(lists["cluster"]) <= set(lists["test"])


def test_conda_installs_the_lab_itself(environment):
    # `.` is the folder of environment.yml: the repository's, or the student pack's.
    assert "--editable ." in pip_lines(environment)


def test_conda_needs_one_channel_by_its_plain_name(environment):
    read = yaml.safe_load(environment)
    assert read["name"] == "labkit"
    assert read["channels"] == ["conda-forge"]


def test_constraints_are_names_and_versions_only(pinned_lines):
    for line in pinned_lines:
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*==[0-9][0-9A-Za-z.]*", line), line


def test_constraints_name_each_package_once(pinned_lines):
    names = [canonicalize_name(line.partition("==")[0]) for line in pinned_lines]
    assert len(set(names)) == len(names)


def test_constraints_pin_every_dependency_within_its_versions(
    required, peers, server, conda, pinned
):
    versions = {canonicalize_name(name): number for name, number in pinned.items()}
    for name, specifier in (required | peers | server).items():
        assert versions[name] in specifier & conda.get(name, SpecifierSet()), name


@where_constraints_hold
def test_constraints_pin_what_the_dependencies_need(installed, pinned):
    unpinned = installed - {canonicalize_name(name) for name in pinned}
    assert not unpinned, f"{sorted(unpinned)} may change from one day to the next"


@where_constraints_hold
def test_pinned_versions_run_on_the_oldest_python(project, installed):
    (floor,) = SpecifierSet(project["requires-python"])
    oldest = f"{floor.version}.0"
    for name in installed:
        needs = Distribution.from_name(name).metadata.get("Requires-Python")
        assert oldest in SpecifierSet(needs or ""), f"{name} needs Python {needs}"


@where_constraints_hold
def test_this_environment_has_the_pinned_versions(pinned, installed):
    versions = {canonicalize_name(name): number for name, number in pinned.items()}
    found = {name: version(name) for name in installed}
    wrong = {name: v for name, v in found.items() if Version(v) != Version(versions[name])}
    assert not wrong
