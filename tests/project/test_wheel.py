"""The package as others install it: what the archives hold, and that they work without the repository."""

import json
import shutil
import site
import subprocess
import sys
import tarfile
import zipfile
from email.parser import HeaderParser
from types import SimpleNamespace

import pytest

from labkit.checks.questions import course_folder
from labkit.grading.release.leaks import read_secrets, refuse_leaks
from tests.project import elsewhere
from tests.ticks import ROOT, TICKS


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
    pip("--python", venv / "bin" / "python", "install", "--no-deps", built.wheel)
    (packages,) = venv.glob("lib/python*/site-packages")
    (packages / "others.pth").write_text("\n".join(site.getsitepackages()), encoding="utf8")
    (folder / ".course").mkdir()
    shutil.copy2(course_folder(TICKS[0]) / "checks.py", folder / ".course")
    return SimpleNamespace(folder=folder, venv=venv, packages=packages)


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
    with zipfile.ZipFile(built.wheel) as archive:
        names = set(archive.namelist())
    for path in (ROOT / "data").rglob("*"):
        assert path.is_dir() or f"labkit/{path.relative_to(ROOT).as_posix()}" in names
    for path in (ROOT / "labkit").rglob("*.*"):
        if (
            path.suffix in {".py", ".css", ".js", ".j2", ".html", ".typed"}
            and "share" not in path.parts
        ):
            assert path.relative_to(ROOT).as_posix() in names
    assert not any("hidden" in name or name.startswith(("tests", "notebooks")) for name in names)


def test_the_wheel_says_what_it_needs(built):
    with zipfile.ZipFile(built.wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        told = HeaderParser().parsestr(archive.read(name).decode())
    assert told["Requires-Python"] == ">=3.11"
    assert "instructor" in told.get_all("Provides-Extra")
    needed = told.get_all("Requires-Dist")
    assert any(line.startswith("jsonschema<4.25") for line in needed)
    assert any(line.startswith("nbgrader") and "'instructor'" in line for line in needed)


@pytest.mark.slow
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


@pytest.mark.slow
def test_labkit_works_from_the_wheel_alone(installed):
    labkit, data, table, p, pairs, answer, *_ = run(
        installed, "python", "-c", elsewhere.LESSON
    ).splitlines()
    assert labkit == str(installed.packages / "labkit" / "__init__.py")
    assert data == str(installed.packages / "labkit" / "data")
    assert (table, answer.split(":")[0]) == ("(21, 24)", "✓ accuracy")
    assert float(p) == pytest.approx(0.0147757) and int(pairs) > 1000


@pytest.mark.slow
def test_the_command_works_from_the_wheel_alone(installed):
    shown = run(installed, "labkit", "--help")
    assert "compare-means" in shown and "grade" in shown
    assert run(installed, "labkit", "--version") == run(
        installed, "python", "-m", "labkit", "--version"
    )
    table = installed.packages / "labkit" / "data" / "search.results.table"
    compared = run(installed, "labkit", "compare-means", "0", "0.01", table, "--json")
    assert len(json.loads(compared)["pairs"]) == 21 * 20 / 2


@pytest.mark.slow
def test_jupyterlab_finds_the_labs_settings(installed):
    settings = installed.venv / "share" / "jupyter" / "lab" / "settings" / "overrides.d"
    assert "fetchNews" in (settings / "labkit.json").read_text(encoding="utf8")
