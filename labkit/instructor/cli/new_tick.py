"""``labkit new-tick``: make a small tick that works, to be rewritten piece by piece."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from labkit.instructor.cli._options import add_source

HELP = "make a new tick that works and passes the tests"

#: What an author does next, for the tick's folder and the file of its sample answers.
NEXT = """\
{folder}
    {name}.ipynb  with solutions, run from top to bottom
    teaching.md  what a teacher should know of it
    ../.course/{name}  its cases, hints and the course's versions: checks.py, hidden.py, stuck.py
{samples}
    wrong answers with the hints that they should meet, and right ones
It stands in notebooks/ticks.toml and works as it is. In the lab's folder, now and after each piece that you change, run it, count in the
students' README what it asks, and test it; docs/authoring.md says what the tests ask:
    .venv/bin/python -m tests.notebooks.stored notebooks/ticks/{name}/{name}.ipynb notebooks/start-here.ipynb
    .venv/bin/python -m labkit.instructor.grading.release.readme
    .venv/bin/python -m pytest -n0 notebooks/ticks/{name} notebooks/start-here.ipynb tests/notebooks tests/instructor/grading/release/test_readme.py -k "{name} or start-here or readme"
Before you commit it: make lint test"""


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "name",
        help="such as tick9-word-lengths; or word-lengths, which puts it after the others",
    )
    parser.add_argument("--title", help="its heading (default: its name's words)")
    parser.add_argument(
        "--lecture",
        default="significance-testing",
        help="the lecture that its last card leads to (default: significance-testing)",
    )
    add_source(parser)


def run(name: str, source: Path, **how: Any) -> None:
    """Carry the command out."""
    from labkit.instructor.grading.release.new_tick import new_tick

    folder, samples = new_tick(name, source, **how)
    print(NEXT.format(folder=folder, samples=samples, name=folder.name))
