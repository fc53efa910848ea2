"""The command ``labkit``: find the command that is asked for, and run it.

A command is a module here, or in ``labkit/instructor/cli``, with ``HELP``, ``add_options(parser)`` and
``run``, which takes the options by name and returns the exit status, or nothing for 0; of a command with
verbs, each verb has its own ``run``. It imports what it needs when it runs: ``labkit --help`` should not
take seconds. A module whose name begins with an underscore is no command.
"""

import argparse
import io
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import labkit


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command (by default that of the command line), and return its exit status.

    0: done; 1: a check failed; 2: it could not be carried out; 130: stopped from the keyboard.
    """
    _print_what_can_be_printed()
    options = vars(_parser().parse_args(arguments))
    command, run = options.pop("command"), options.pop("run")
    try:
        return run(**options) or 0
    except KeyboardInterrupt:
        print(f"\nlabkit {command}: stopped", file=sys.stderr)
        return 130
    except ModuleNotFoundError as error:
        instructors = find_commands("instructor/cli")
        extras = "lab" + ",instructor" * (command in instructors) + ",hub" * (command == "hub")
        wanted = f"{labkit.DISTRIBUTION}[{extras}]"
        return _refuse(command, f"{error}: python -m pip install '{wanted}' installs it")
    except (OSError, ValueError) as error:
        return _refuse(command, error)


def find_commands(*rooms: str) -> dict[str, ModuleType]:
    """Return the commands of some folders of labkit, where these are here, by their names."""
    return {
        name.replace("_", "-"): import_module(f"labkit.{room.replace('/', '.')}.{name}")
        for room in rooms
        for _, name, _ in iter_modules([str(Path(labkit.__file__).parent / room)])
        if name[0] != "_"
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="labkit", description="The lab's commands.")
    version = "say which labkit this is"
    parser.add_argument("--version", action=_Version, nargs=0, dest=argparse.SUPPRESS, help=version)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in find_commands("cli", "instructor/cli").items():
        subparser = commands.add_parser(name, help=command.HELP)
        subparser.set_defaults(run=getattr(command, "run", None))
        command.add_options(subparser)
    return parser


class _Version(argparse.Action):
    """Look for the version when it is asked for: git may have to say it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"labkit {labkit.__version__}")
        parser.exit()


def _refuse(command: str, reason: object) -> int:
    print(f"labkit {command}: {reason}", file=sys.stderr)
    return 2


def _print_what_can_be_printed() -> None:
    # Some consoles cannot show ≤ or a student's letters: a number in Unicode is better than none.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
