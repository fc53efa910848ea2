"""The command line as a whole: its commands, its help, and what ends a command."""

import io
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from labkit.cli import main

LABKIT = Path(__file__).parents[2] / "labkit"


@pytest.mark.parametrize(
    "arguments", [[], ["mark"], ["check"], ["check", "--timeout", "soon", "x"]]
)
def test_wrong_arguments_are_explained(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert "usage: labkit" in capsys.readouterr().err


def test_help_is_quick():
    # These take seconds to import; neither help nor a kernel that is asked for answers needs them.
    code = (
        "import sys, labkit.cli, labkit.checks.in_kernel\n"
        "try: labkit.cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'nbgrader', 'nbclient', 'pandas', 'scipy', 'sklearn'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "check" in run.stdout and "release" in run.stdout
    assert run.stdout.splitlines()[-1] == "[]"


def test_the_version_is_said(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"labkit {version('labkit')}\n"


def test_the_package_runs_the_command_line(tmp_path):
    def run(*arguments):
        command = [sys.executable, "-m", "labkit", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    assert run("--version").stdout == f"labkit {version('labkit')}\n"
    assert (run().returncode, "usage: labkit" in run().stderr) == (2, True)
    missing = run("check", "nothing.ipynb")
    assert (missing.returncode, missing.stderr.count("nothing.ipynb")) == (2, 1)


def test_what_a_console_cannot_show_is_a_number(monkeypatch):
    shown = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(shown, "ascii", write_through=True))
    assert main(["compare", "\N{CHECK MARK}"]) == 2
    assert b"\\u2713" in shown.getvalue()


def make_pack(folder, *missing):
    """Copy labkit, without some of its rooms; give what runs its command line."""
    skip = {str(LABKIT / name) for name in missing}

    def leave_out(room, names):
        return [n for n in names if n == "__pycache__" or str(Path(room, n)) in skip]

    shutil.copytree(LABKIT, folder / "labkit", ignore=leave_out)

    def run(*arguments):
        command = [sys.executable, "-m", "labkit", *arguments]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True)

    return run


def test_the_students_pack_offers_no_command_for_instructors(tmp_path):
    run = make_pack(tmp_path, "grading", "datasets", "cli/instructor")
    asked = run("check", "none.ipynb")
    assert (asked.returncode, asked.stdout) == (2, "")
    assert "none.ipynb" in asked.stderr and "labkit.grading" not in asked.stderr
    shown = run("--help").stdout
    assert "check" in shown and "compare-means" in shown
    for name in ("release", "grade", "collect-predictions", "data"):
        assert f" {name} " not in shown
        asked = run(name, "anything", "--out", "here")
        assert (asked.returncode, asked.stdout) == (2, "")
        assert asked.stderr == (
            f"labkit {name}: this command is for instructors, in the full repository\n"
        )


def test_a_command_without_what_it_needs_says_so(monkeypatch, capsys):
    for name in list(sys.modules):
        if name.startswith(("nbgrader", "labkit.grading.release", "labkit.grading.base")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "nbgrader", None)
    assert main(["release", "out"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("labkit release: ") and err.count("\n") == 1
    assert err.endswith(": pip install 'labkit[instructor]' brings it\n")


def test_a_hub_needs_what_grades_as_well(monkeypatch, capsys):
    def fails(options):
        raise ModuleNotFoundError("No module named 'jupyterhub'", name="jupyterhub")

    monkeypatch.setattr("labkit.cli.instructor.hub.run", fails)
    assert main(["hub", "users"]) == 2
    assert "pip install 'labkit[instructor,hub]' brings it" in capsys.readouterr().err
