"""The command ``labkit``: find the command that is asked for, and run it.

A command is a module with ``HELP``, ``add_options(parser)`` and ``run``, which takes the options by name
and returns the exit status, or nothing for 0; of a command with verbs, each verb has its own ``run``. It
imports what it needs when it runs: ``labkit --help`` should not take seconds.
"""

import argparse
import io
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from labkit import __version__

COMMANDS = ("check", "compare", "compare-means")

#: In the full repository only: the student pack leaves out what they need.
INSTRUCTORS_COMMANDS = (
    *("release", "grade", "regrade", "export", "similarity", "rubric", "requests"),
    *("collect-predictions", "data", "new-tick", "handouts", "hub"),
)
INSTRUCTORS_ROOM = "labkit.instructor.cli"
NOT_HERE = "this command is for instructors, in the full repository"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command (by default that of the command line), and return its exit status.

    0: done; 1: a check failed; 2: it could not be carried out; 130: stopped from the keyboard.
    """
    _print_what_can_be_printed()
    words = sys.argv[1:] if arguments is None else list(arguments)
    full = find_spec(INSTRUCTORS_ROOM) is not None
    if not full and words and words[0] in INSTRUCTORS_COMMANDS:
        return _refuse(words[0], NOT_HERE)
    options = vars(_parser(full).parse_args(words))
    command, run = options.pop("command"), options.pop("run")
    try:
        return run(**options) or 0
    except KeyboardInterrupt:
        print(f"\nlabkit {command}: stopped", file=sys.stderr)
        return 130
    except ModuleNotFoundError as error:
        if command not in INSTRUCTORS_COMMANDS:
            raise
        extras = "instructor,hub" if command == "hub" else "instructor"
        return _refuse(command, f"{error}: pip install 'labkit[{extras}]' brings it")
    except (OSError, ValueError) as error:
        return _refuse(command, error)


def _parser(full: bool) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="labkit", description="The lab's commands.")
    parser.add_argument("--version", action="version", version=f"labkit {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS + INSTRUCTORS_COMMANDS * full:
        room = INSTRUCTORS_ROOM if name in INSTRUCTORS_COMMANDS else "labkit.cli"
        command = import_module(f"{room}.{name.replace('-', '_')}")
        subparser = commands.add_parser(name, help=command.HELP)
        subparser.set_defaults(run=getattr(command, "run", None))
        command.add_options(subparser)
    return parser


def _refuse(command: str, reason: object) -> int:
    print(f"labkit {command}: {reason}", file=sys.stderr)
    return 2


def _print_what_can_be_printed() -> None:
    # Some consoles cannot show ≤ or a student's letters: a number in Unicode is better than none.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
