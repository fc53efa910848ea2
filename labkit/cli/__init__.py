"""The command line: `main` finds the commands; each has a file with its options and its action."""

from labkit.cli.main import main

__all__ = ["main"]
