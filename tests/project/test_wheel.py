"""The package as others install it: what the archives hold, and that they work without the repository."""

import json
import os
import re
import shlex
import shutil
import site
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from labkit import DISTRIBUTION
from labkit.checks.questions import course_folder
from labkit.instructor.grading.release.leaks import read_secrets, refuse_leaks
from tests.project import elsewhere
from tests.ticks import ROOT, TICKS

pytestmark = pytest.mark.slow

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
RELEASE = (ROOT / "CONTRIBUTING.md").read_text("utf8").partition("## How a release is made")[2]
#: What is typed at a release, in this order.
REMOVE, SDIST, WHEEL, EMPTY, INSTALL, COMPARE = re.findall(r"^ {7}(\S.*)$", RELEASE, re.MULTILINE)
#: Nothing is fetched: what labkit needs, and what builds it, is that of this environment.
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The source archive, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("built") / "dist"
    for command in (REMOVE, SDIST, WHEEL):
        typed(command, folder)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return SimpleNamespace(sdist=sdist, wheel=wheel)


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """An environment with nothing but the wheel, which finds what it needs in this one."""
    for command in (EMPTY, INSTALL):
        typed(command, built.wheel.parent)
    venv = built.wheel.parent / "empty"
    (packages,) = venv.glob("lib/python*/site-packages")
    (packages / "others.pth").write_text("\n".join(site.getsitepackages()), encoding="utf8")
    folder = tmp_path_factory.mktemp("installed")
    (folder / ".course").mkdir()
    shutil.copy2(course_folder(TICKS[0]) / "checks.py", folder / ".course")
    return SimpleNamespace(folder=folder, venv=venv, labkit=packages / "labkit")


def typed(command, folder):
    """Type a command of a release, where the folder `dist` is another, and so may be `.venv`."""
    command = re.sub(r"\bdist\b", str(folder), command).replace(".venv", sys.prefix)
    environment = os.environ | OFFLINE
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def run(installed, name, *arguments, extras=(), status=0):
    """Run one of the environment's programs, which sees the wheel, and what it and extras bring."""
    program = installed.venv / "bin" / name
    folder = installed.folder
    done = elsewhere.run([program, *arguments], folder, extras=extras, cwd=folder)
    assert done.returncode == status, done.stderr
    return done.stdout or done.stderr


def test_the_wheel_holds_what_labkit_reads(built):
    names = set(zipfile.ZipFile(built.wheel).namelist())
    read = [path for path in (ROOT / "data").rglob("*") if path.is_file()]
    wanted = {f"labkit/{path.relative_to(ROOT).as_posix()}" for path in read}
    for path in (ROOT / "labkit").rglob("*.*"):
        kinds = {".py", ".css", ".js", ".j2", ".html", ".typed"}
        if path.suffix in kinds and "instructor" not in path.parts:
            wanted.add(path.relative_to(ROOT).as_posix())
    assert wanted - names == set() and not any("instructor" in name for name in names)


def test_no_archive_gives_an_answer_away(built, tmp_path):
    with tarfile.open(built.sdist) as archive:
        archive.extractall(tmp_path / "sdist", filter="data")
    with zipfile.ZipFile(built.wheel) as archive:
        archive.extractall(tmp_path / "wheel")
    (unpacked,) = (tmp_path / "sdist").iterdir()
    assert {path.name for path in unpacked.iterdir()} == {
        *("labkit", "data", "docs", ".ci", "pyproject.toml", "README.md", "LICENSE"),
        *("PKG-INFO", ".gitignore"),
    }
    assert not list(tmp_path.rglob("hidden.py")) and not list(tmp_path.rglob("*.ipynb"))
    refuse_leaks(tmp_path, read_secrets(ROOT))


def test_labkit_works_from_the_wheel_alone(installed):
    lesson = run(installed, "python", "-c", elsewhere.LESSON, extras=("lab",))
    labkit, data, table, shown, test_sets, answer, *_ = lesson.splitlines()
    assert labkit == str(installed.labkit / "__init__.py")
    assert data == str(installed.labkit / "data")
    assert (table, answer.split(":")[0]) == ("(21, 24)", "✓ accuracy")
    assert (shown, test_sets) == ("demos.shuffling()", "IMDB Rotten Tomatoes")


def test_the_command_works_from_the_wheel_alone(installed):
    table = installed.labkit / "data/search.results.table"
    compared = run(installed, "labkit", "compare-means", "0", "0.01", table, "--json")
    assert len(json.loads(compared)["pairs"]) == 21 * 20 / 2


def test_systems_are_compared_with_nothing_but_what_the_wheel_brings(installed):
    words = shlex.split(COMPARE)
    assert words[:2] == ["dist/empty/bin/labkit", "compare"]
    said = run(installed, "labkit", "compare", ROOT / words[2], *words[3:])
    assert said.splitlines()[1].startswith(f"labkit compare {PROJECT['version']}: F1 of POS")
    rooms = "significance comparison report power experiments metrics agreement laws trecvid"
    run(installed, "python", "-c", "".join(f"from labkit.{r} import *\n" for r in rooms.split()))


def test_what_needs_more_says_what_to_type(installed):
    said = run(installed, "labkit", "check", "some.ipynb", status=2)
    (line,) = re.findall(rf"python -m pip install '{DISTRIBUTION}\[lab\]'", said)
    typed = f"{installed.venv}/bin/{line} --dry-run --no-index"
    subprocess.run(typed, shell=True, check=True, capture_output=True)
    code = "import sys; sys.modules['matplotlib'] = None; import labkit.plots"
    assert run(installed, "python", "-c", code, status=1).endswith(
        "python -m pip install matplotlib\n"
    )


def test_help_lists_what_can_work_here_and_its_guide_is_here(installed):
    listed = re.findall(r"^    ([\w-]+)", run(installed, "labkit", "--help"), re.MULTILINE)
    assert listed == ["check", "compare", "compare-means"]
    guide = run(installed, "labkit", "compare", "--help").splitlines()[-1]
    assert Path(guide).read_text("utf8") == (ROOT / "docs/compare.md").read_text("utf8")


def test_the_wheel_changes_nobodys_jupyter(installed):
    assert {path.name for path in installed.venv.iterdir()}.isdisjoint({"etc", "share"})


def test_the_wheel_has_the_licence_of_its_code_and_of_its_data(built):
    with zipfile.ZipFile(built.wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        text = archive.read(metadata).decode()
        for name in PROJECT["license-files"]:
            place = metadata.replace("METADATA", f"licenses/{name}")
            assert archive.read(place) == (ROOT / name).read_bytes()
    assert f"License-Expression: {PROJECT['license']}\n" in text and " AND CC-BY-SA-4.0" in text


USERS = """
import labkit
from labkit import no_such_name, sign_test

reveal_type(sign_test(9, 3))
reveal_type(labkit.metrics.mean)
sign_test(9, 3, alternative="both")
labkit.compare_all({}, test="sign-test")
labkit.no_such_room
"""


def test_an_editor_knows_names_types_and_options(installed, tmp_path):
    (tmp_path / "users.py").write_text(USERS)
    python = f"--python-executable={installed.venv / 'bin/python'}"
    mypy = [sys.executable, "-m", "mypy", "--strict", "--show-error-codes", python, "users.py"]
    done = subprocess.run(mypy, cwd=tmp_path, capture_output=True, text=True)
    lines = [line.removeprefix("users.py:").split(": ", 1) for line in done.stdout.splitlines()]
    said = {int(line[0]): line[1] for line in lines[:-1]}
    assert said[5].endswith('"labkit.significance.result.Result"')
    assert said[6].endswith('"labkit.metrics.Metric"')
    assert "alternative" in said[7] and "test" in said[8]
    assert said[3].endswith("[attr-defined]") and said[9].endswith("[attr-defined]")
    assert {*said} == {3, *range(5, 10)}
