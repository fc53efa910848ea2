"""The command line as a whole: its commands, its help, and what ends a command."""

import subprocess
import sys

import pytest

from labkit.cli import main


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
