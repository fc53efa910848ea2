"""The command ``labkit``: find the command that is asked for, and run it.

A command is a module with ``HELP``, ``add_options(parser)`` and ``run(options)``, which gives the
exit status. It imports what it needs when it runs: ``labkit --help`` should not take seconds.
"""

import argparse
import io
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

COMMANDS = ("check", "compare", "compare-means")

#: In the full repository only: the student pack leaves out what they need.
INSTRUCTORS_COMMANDS = (
    *("release", "grade", "regrade", "export", "similarity", "rubric", "requests"),
    *("collect-predictions", "data", "new-tick", "handouts", "hub"),
)
INSTRUCTORS_ROOM = "labkit.cli.instructor"
NOT_HERE = "this command is for instructors, in the full repository"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command (by default that of the command line), and give its exit status.

    0: done; 1: a check failed; 2: it could not be carried out; 130: stopped from the keyboard.
    """
    _print_what_can_be_printed()
    words = sys.argv[1:] if arguments is None else list(arguments)
    full = find_spec(INSTRUCTORS_ROOM) is not None
    if not full and words and words[0] in INSTRUCTORS_COMMANDS:
        return _refuse(words[0], NOT_HERE)
    options = _parser(full).parse_args(words)
    try:
        return int(options.run(options))
    except KeyboardInterrupt:
        print(f"\nlabkit {options.command}: stopped", file=sys.stderr)
        return 130
    except ModuleNotFoundError as error:
        if options.command not in INSTRUCTORS_COMMANDS:
            raise
        extras = "instructor,hub" if options.command == "hub" else "instructor"
        return _refuse(options.command, f"{error}: pip install 'labkit[{extras}]' brings it")
    except (OSError, ValueError) as error:
        return _refuse(options.command, error)


def _parser(full: bool) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="labkit", description="The lab's commands.")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    places = [("labkit.cli", name) for name in COMMANDS]
    if full:
        places += [(INSTRUCTORS_ROOM, name) for name in INSTRUCTORS_COMMANDS]
    for room, name in places:
        command = import_module(f"{room}.{name.replace('-', '_')}")
        subparser = commands.add_parser(name, help=command.HELP)
        subparser.set_defaults(run=command.run)
        command.add_options(subparser)
    return parser


class _Version(argparse.Action):
    """Like argparse's own, but the version is looked up when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the version and stop."""
        import labkit

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
