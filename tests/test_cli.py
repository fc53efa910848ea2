"""The command line as a whole: its commands, its help, and what ends a command."""

import argparse
import io
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import labkit.cli
from labkit import DISTRIBUTION
from labkit.cli import main

LABKIT = Path(__file__).parents[1] / "labkit"


@pytest.mark.parametrize(
    "words",
    [
        *("", "mark", "check", "check --timeout soon x"),
        *("compare-means 9 low x", "compare-means 9 .5", "compare-means 9 .5 x --sides 3"),
    ],
)
def test_wrong_arguments_are_explained(words, capsys):
    with pytest.raises(SystemExit) as stop:
        main(words.split())
    assert stop.value.code == 2
    usage = " ".join(["usage: labkit", *words.split()[:1]]).removesuffix(" mark")
    assert capsys.readouterr().err.startswith(usage)


def options(parser):
    """All options of a command and its verbs."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for verb in action.choices.values():
                yield from options(verb)
        elif action.option_strings and action.nargs != 0:
            yield action


def test_help_shows_what_to_type_and_no_name_of_a_program():
    for option in options(labkit.cli._parser()):
        own = option.option_strings[-1].strip("-").replace("-", "_")
        plain = option.dest == own and option.type not in (int, Path)
        assert option.metavar or option.choices or plain, option


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


def test_what_a_console_cannot_show_is_a_number(monkeypatch):
    shown = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(shown, "ascii", write_through=True))
    assert main(["compare", "\N{CHECK MARK}"]) == 2
    assert b"\\u2713" in shown.getvalue()


def test_the_students_pack_runs_and_offers_no_command_for_instructors(tmp_path):
    unwanted = shutil.ignore_patterns("instructor", "__pycache__")
    shutil.copytree(LABKIT, tmp_path / "labkit", ignore=unwanted)

    def run(*words):
        command = [sys.executable, "-m", "labkit", *words]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        return ran.returncode, ran.stdout, ran.stderr

    assert run("--version") == (0, f"labkit {version(DISTRIBUTION)}\n", "")
    status, out, err = run("check", "none.ipynb")
    assert (status, out, err.count("none.ipynb")) == (2, "", 1)
    shown = run("--help")[1]
    assert "check" in shown and "compare-means" in shown and " release " not in shown
    assert "invalid choice: 'release'" in run("release", "out")[2]


@pytest.mark.parametrize(
    ("words", "work", "extras"),
    [
        ("release out", "instructor.grading.release.pack.release", "lab,instructor"),
        ("hub users", "instructor.hub.course.read_course", "lab,instructor,hub"),
        ("check some.ipynb", "cli.check.run", "lab"),
    ],
)
def test_a_command_without_what_it_needs_says_so(monkeypatch, capsys, words, work, extras):
    def fails(*given, **options):
        raise ModuleNotFoundError("No module named 'nbgrader'")

    monkeypatch.setattr(f"labkit.{work}", fails)
    assert main(words.split()) == 2
    said = (
        f"No module named 'nbgrader': python -m pip install '{DISTRIBUTION}[{extras}]' installs it"
    )
    assert capsys.readouterr().err == f"labkit {words.split()[0]}: {said}\n"
