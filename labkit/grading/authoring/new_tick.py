"""Make a new tick: a small one that works, from the templates in ``notebooks/new-tick``.

It is complete when it is made (run, judged, with hidden cases and sample answers), so that an
author changes one piece at a time, and the tests that every tick must pass say at once what broke.
"""

import os
import re
import shutil
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import nbformat
import yaml
from jinja2 import Environment, StrictUndefined
from jupyter_client.kernelspec import NoSuchKernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks.progress import VARIABLE
from labkit.grading.authoring.cards import last_links, renew_last_card

#: A tick's name in full, and what it is about alone. The ticks stand in the order of their names,
#: in which tick10 would come before tick2.
FULL = re.compile(r"tick[1-9][a-z]?(-[a-z0-9]+)+")
WORDS = re.compile(r"(?!tick\d)[a-z0-9]+(-[a-z0-9]+)*")

#: More letters make a path that some systems cannot hold, and a heading that nobody reads.
LONGEST = 60

#: What would be more than a letter in a heading, or in the table of *Start here*.
MARKUP = "|[]<>$`\\#*"

#: The files beside a tick's notebook, each from a template.
BESIDE = ("checks.py", "hidden.py", "stuck.py")

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


@dataclass(frozen=True)
class NewTick:
    """A tick that was made.

    Attributes
    ----------
    name : str
    folder : Path
        Its notebook, checks and hidden cases.
    samples : Path
        The folder of its sample answers.
    stale : tuple of Path
        Notebooks whose stored outputs could not be brought up to date.
    """

    name: str
    folder: Path
    samples: Path
    stale: tuple[Path, ...] = ()


def new_tick(
    name: str,
    source: str | os.PathLike[str] = ".",
    *,
    title: str | None = None,
    lecture: str = "significance-testing",
) -> NewTick:
    """Make a new tick that passes the tests which every tick must pass.

    Parameters
    ----------
    name : str
        As in ``"tick9-word-lengths"``; or what it is about alone, as in ``"word-lengths"``: then it
        comes after all others.
    source : path, optional
        The lab's folder.
    title : str, optional
        Its heading; by default the words of its name.
    lecture : str, optional
        The lecture that its last card leads to.

    Returns
    -------
    NewTick

    Raises
    ------
    FileNotFoundError
        If `source` is not the full repository.
    FileExistsError
        If the name, or its number, is in use.
    ValueError
        If the name, the title or the lecture will not do, or the notebook does not run.
    """
    source = Path(source)
    templates, ticks = source / "notebooks" / "new-tick", source / "notebooks" / "ticks"
    if not (templates.is_dir() and ticks.is_dir() and (source / "tests" / "mutants").is_dir()):
        raise FileNotFoundError(
            f"source must be the lab's full repository, not {source}, which has no "
            "notebooks/new-tick, notebooks/ticks or tests/mutants"
        )
    name = _full_name(name, [path.parent.name for path in ticks.glob("*/checks.py")])
    made = NewTick(name, ticks / name, source / "tests" / "mutants" / name)
    if there := [path for path in (made.folder, made.samples) if path.exists()]:
        raise FileExistsError(f"{there[0]} is there already: choose another name, or remove it")
    values = {
        "tick": f"Tick {name.removeprefix('tick').partition('-')[0]}",
        "title": _heading(name, title),
        "lecture": _known(lecture, source / "notebooks" / "lectures"),
    }
    previous = max(
        (path.parent for path in ticks.glob("tick*/checks.py") if path.parent < made.folder),
        default=None,
    )
    led_to = last_links(previous) if previous else ()
    try:
        _write(templates, made, values)
        _run(made.folder / f"{name}.ipynb")
    except BaseException:
        shutil.rmtree(made.folder, ignore_errors=True)
        shutil.rmtree(made.samples, ignore_errors=True)
        raise
    stale = []
    if previous and not renew_last_card(previous, led_to):
        stale.append(previous / f"{previous.name}.ipynb")
    _run(source / "notebooks" / "start-here.ipynb")  # it lists the ticks
    return replace(made, stale=tuple(stale))


def _full_name(name: str, taken: Collection[str]) -> str:
    """Check a name, and put its place before it where it has none."""
    if WORDS.fullmatch(name) and len(name) <= LONGEST:
        numbers = {int(each[4]) for each in taken if FULL.fullmatch(each)}
        following = max(numbers, default=0) + 1
        if following > 9:
            raise ValueError(
                f"name must say where the tick stands, as in 'tick9b-{name}', not {name!r}: "
                "there is a ninth tick, and ticks stand in the order of their names"
            )
        name = f"tick{following}-{name}"
    if not FULL.fullmatch(name) or len(name) > LONGEST:
        raise ValueError(
            "name must be words in small letters with hyphens between them, such as "
            f"'word-lengths' or 'tick9-word-lengths', of at most {LONGEST} characters, not {name!r}; "
            "a place is one digit and, if need be, a letter"
        )
    number = name.partition("-")[0]
    if alike := [each for each in taken if each.partition("-")[0] == number]:
        raise FileExistsError(
            f"there is a {number} already, {alike[0]}: take another number, or a letter after it, "
            f"as in '{number[:5]}b-{name.partition('-')[2]}'"
        )
    return name


def _heading(name: str, title: str | None) -> str:
    if title is None:
        return name.partition("-")[2].replace("-", " ").capitalize()
    plain = title.isprintable() and not set(title) & set(MARKUP)
    if not title.strip() or not plain or len(title) > LONGEST:
        raise ValueError(
            f"title must be a line of at most {LONGEST} characters, none of them one of {MARKUP}, "
            f"not {title!r}"
        )
    return title.strip()


def _known(lecture: str, lectures: Path) -> str:
    known = sorted(path.stem for path in lectures.glob("*.ipynb"))
    if lecture not in known:
        raise ValueError(f"lecture must be one of {', '.join(known)}, not {lecture!r}")
    return lecture


def _write(templates: Path, made: NewTick, values: Mapping[str, str]) -> None:
    """Write a tick's files, its notebook not run yet."""
    fill = Environment(undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False)
    made.folder.mkdir()
    made.samples.mkdir()
    for file in BESIDE:
        text = (templates / f"{file}.j2").read_text(encoding="utf8")
        (made.folder / file).write_text(fill.from_string(text).render(values), encoding="utf8")
    for path in sorted((templates / "samples").glob("*.py.j2")):
        text = fill.from_string(path.read_text(encoding="utf8")).render(values)
        (made.samples / path.stem).write_text(text, encoding="utf8")
    entries = yaml.safe_load((templates / "notebook.yaml").read_text(encoding="utf8"))
    cells = []
    for entry in entries:
        (kind,) = {"text", "code", "answer"} & set(entry)
        source = fill.from_string(entry[kind]).render(values).rstrip("\n")
        cells.append(_cell(entry, kind, source))
    notebook = new_notebook(cells=cells, metadata={"kernelspec": KERNEL})
    nbformat.write(notebook, made.folder / f"{made.name}.ipynb")


def _cell(entry: Mapping[str, Any], kind: str, source: str) -> NotebookNode:
    """Make a cell of an entry of ``notebook.yaml``, with nbgrader's metadata where it asks."""
    marks = {"grade": False, "locked": False, "schema_version": 3, "solution": False, "task": False}
    marks["grade_id"] = entry["id"]
    if kind == "answer":
        marks |= {"solution": True}
    elif "check" in entry:
        marks |= {"grade": True, "locked": True, "points": entry["check"]}
    elif "written" in entry:
        marks |= {"grade": True, "solution": True, "points": entry["written"]}
    else:
        marks = {}
    options = {"id": entry["id"], "metadata": {"nbgrader": marks} if marks else {}}
    cell: NotebookNode
    if kind == "text":
        cell = new_markdown_cell(source, **options)
    else:
        cell = new_code_cell(source, **options)
    return cell


def _run(path: Path) -> None:
    """Run a notebook from top to bottom, and store what it shows."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name=KERNEL["name"],
        coalesce_streams=True,
        record_timing=False,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],  # it would warn of its sockets
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        # An author's own points are nobody's output.
        client.execute(env={**os.environ, VARIABLE: ""})
    except CellExecutionError as error:
        raise ValueError(
            f"{path.name} does not run from top to bottom: {error.ename}: {error.evalue}"
        ) from None
    except (DeadKernelError, NoSuchKernel) as error:
        raise ValueError(f"{path.name} cannot be run: {error}") from None
    nbformat.write(notebook, path)
