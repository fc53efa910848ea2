"""The package as others install it: what the archives hold, and that they work without the repository."""

import json
import shutil
import site
import subprocess
import sys
import tarfile
import zipfile
from types import SimpleNamespace

import pytest

from labkit.checks.questions import course_folder
from labkit.instructor.grading.release.leaks import read_secrets, refuse_leaks
from tests.project import elsewhere
from tests.ticks import ROOT, TICKS

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The source archive, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("built")
    python("-m", "hatchling", "build", "--target", "sdist", "--directory", folder, cwd=ROOT)
    (sdist,) = folder.glob("*.tar.gz")
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, sdist)
    (wheel,) = folder.glob("*.whl")
    return SimpleNamespace(sdist=sdist, wheel=wheel)


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """An environment with nothing but the wheel, which finds what it needs in this one."""
    folder = tmp_path_factory.mktemp("installed")
    venv = folder / "venv"
    python("-m", "venv", "--without-pip", venv)
    pip("--python", venv / "bin/python", "install", "--no-deps", built.wheel)
    (packages,) = venv.glob("lib/python*/site-packages")
    (packages / "others.pth").write_text("\n".join(site.getsitepackages()), encoding="utf8")
    (folder / ".course").mkdir()
    shutil.copy2(course_folder(TICKS[0]) / "checks.py", folder / ".course")
    return SimpleNamespace(folder=folder, venv=venv, labkit=packages / "labkit")


def python(*arguments, **options):
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stderr


def pip(*arguments):
    python("-m", "pip", *arguments, "--no-index", "--disable-pip-version-check")


def run(installed, name, *arguments):
    """Run one of the environment's programs, which sees only what students have, and the wheel."""
    program = installed.venv / "bin" / name
    done = elsewhere.run([program, *arguments], installed.folder, cwd=installed.folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


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
        *("labkit", "data", "pyproject.toml", "README.md", "LICENSE", "PKG-INFO", ".gitignore")
    }
    assert not list(tmp_path.rglob("hidden.py")) and not list(tmp_path.rglob("*.ipynb"))
    refuse_leaks(tmp_path, read_secrets(ROOT))


def test_labkit_works_from_the_wheel_alone(installed):
    lesson = run(installed, "python", "-c", elsewhere.LESSON)
    labkit, data, table, shown, test_sets, answer, *_ = lesson.splitlines()
    assert labkit == str(installed.labkit / "__init__.py")
    assert data == str(installed.labkit / "data")
    assert (table, answer.split(":")[0]) == ("(21, 24)", "✓ accuracy")
    assert (shown, test_sets) == ("demos.shuffling()", "IMDB Rotten Tomatoes")


def test_the_command_works_from_the_wheel_alone(installed):
    table = installed.labkit / "data/search.results.table"
    compared = run(installed, "labkit", "compare-means", "0", "0.01", table, "--json")
    assert len(json.loads(compared)["pairs"]) == 21 * 20 / 2


def test_jupyterlab_finds_the_labs_settings(installed):
    settings = installed.venv / "share/jupyter/lab/settings/overrides.d/labkit.json"
    assert "fetchNews" in settings.read_text(encoding="utf8")
