"""The installation that `make lab` and conda make, in a folder whose name not every locale can write."""

import os
import re
import shutil
import site
import subprocess
import sys

import pytest

from tests.ticks import ROOT

pytestmark = pytest.mark.slow

#: File names are Unicode, as on Windows, and text is not.
WINDOWS = {"LC_ALL": "de_DE.CP1252", "PYTHONUTF8": "1"}


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """A lab in a folder called Übung, installed where the locale is ASCII."""
    folder = tmp_path_factory.mktemp("home") / "Übung 1"
    for name in ("labkit", "data", ".ci"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / ".venv"], check=True)
    (packages,) = folder.glob(".venv/lib/python*/site-packages")
    # What labkit needs, and what builds it, is that of the environment of this test.
    (packages / "others.pth").write_text("\n".join(site.getsitepackages()), encoding="utf8")
    pip = [sys.executable, "-m", "pip", "--python", folder / ".venv/bin/python", "install"]
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    environment = os.environ | {"LC_ALL": "C"}
    subprocess.run([*pip, *options, "--editable", folder], env=environment, check=True)
    return folder


@pytest.mark.parametrize(
    "locale", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, WINDOWS], ids=["C", "POSIX", "like Windows"]
)
def test_python_starts_and_finds_labkit_and_its_data(lab, tmp_path, locale):
    if locale == WINDOWS:
        if not os.path.exists("/usr/share/i18n/charmaps/CP1252.gz"):
            pytest.skip("the locale is made from Debian's package locales")
        made = ["localedef", "-i", "de_DE", "-f", "CP1252", tmp_path / "de_DE.CP1252"]
        subprocess.run(made, check=True)
    code = "import labkit; from labkit.sources import data_folder; print(ascii(str(data_folder())))"
    environment = os.environ | locale | {"LOCPATH": str(tmp_path)}
    # Somewhere else, where the folder that Python starts in is not the lab's.
    for command in (["python", "-c", code], ["labkit", "--version"]):
        program = lab / ".venv/bin" / command[0]
        done = subprocess.run(
            [program, *command[1:]], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith((ascii(str(lab / "data")), "labkit "))


def test_jupyter_finds_the_labs_settings(lab):
    places = {
        "jupyterlab.json": "share/jupyter/lab/settings/overrides.d",
        "jupyter_server.json": "etc/jupyter/jupyter_server_config.d",
    }
    for name, place in places.items():
        assert (lab / ".venv" / place / "labkit.json").read_bytes() == (
            ROOT / "labkit" / name
        ).read_bytes()


def test_the_guide_s_line_lets_any_shell_find_labkit(lab):
    guide = (ROOT / "docs/marking.md").read_text("utf8")
    (line,) = re.findall("`(source .*)`", guide)
    found = ["bash", "-c", f"{line} && command -v labkit"]
    done = subprocess.run(found, cwd=lab, capture_output=True, text=True)
    assert done.stdout == f"{lab / '.venv/bin/labkit'}\n", done.stderr
