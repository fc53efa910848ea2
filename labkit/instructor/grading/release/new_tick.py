"""Make a new tick: a small one that works, from the templates in ``notebooks/new-tick``."""

import json
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import nbformat
import yaml
from jinja2 import Environment, StrictUndefined
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks.plan import FILE, read_plan
from labkit.checks.questions import tick_order
from labkit.instructor.grading.base.atomic import write_whole
from labkit.instructor.grading.release.running import run

#: A tick's name: its place, which is a number and perhaps a letter, and words.
FULL_NAME = re.compile(r"(tick[1-9][0-9]*)[a-z]?(-[a-z0-9]+)+")

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}

#: What nbgrader knows of a cell, where the template does not say otherwise.
USUAL = {"schema_version": 3, "grade": False, "locked": False, "solution": False, "task": False}


def new_tick(
    name: str, source: Path, *, title: str | None = None, lecture: str = "significance-testing"
) -> tuple[Path, Path]:
    """Make a tick that passes the tests of all ticks; return its folder, and the file of its samples.

    A name without a place, such as ``"word-lengths"``, comes after all others. The title is by
    default the words of the name, and the last card leads to the lecture: so says the plan, in which
    the tick gets its place. *Start here*, which lists it, and the tick before, which leads to it, are
    run anew. What will not do, or does not run, is a ValueError or an OSError, and leaves nothing behind.
    """
    notebooks = source / "notebooks"
    templates, ticks, plan = notebooks / "new-tick", notebooks / "ticks", notebooks / FILE
    if not (templates.is_dir() and plan.is_file()):
        raise FileNotFoundError(
            f"source must be the lab's full repository, not {source}, which lacks notebooks/new-tick or notebooks/{FILE}: say where it is with "
            "--source FOLDER"
        )
    names = sorted((path.name for path in ticks.glob(".course/tick[1-9]*")), key=tick_order)
    name = _complete_name(name, names)
    number, _, subject = name.partition("-")
    folder, course = ticks / name, ticks / ".course" / name
    samples = source / "tests" / "mutants" / f"{name}.txt"
    for path in (folder, samples):
        if path.exists():
            raise FileExistsError(f"{path} exists: choose another name, or remove it")
    lectures = sorted(path.stem for path in notebooks.glob("lectures/*.ipynb"))
    if lecture not in lectures:
        raise ValueError(f"lecture must be one of {', '.join(lectures)}, not {lecture!r}")
    values = {
        "tick": f"Tick {number.removeprefix('tick')}",
        "title": title or subject.replace("-", " ").capitalize(),
        "lecture": lecture,
    }
    later = [each for each in read_plan(ticks) if tick_order(each) > tick_order(name)]
    before = plan.read_text(encoding="utf8")
    try:
        write_whole(plan, _entered(before, name, values, later))
        _write_files(templates, folder, course, samples, values)
        _run(folder / f"{name}.ipynb")
    except BaseException:
        for made in (folder, course):
            shutil.rmtree(made, ignore_errors=True)
        samples.unlink(missing_ok=True)
        write_whole(plan, before)
        raise
    now = list(read_plan(ticks))
    for each in now[: now.index(name)][-1:]:
        _run(ticks / each / f"{each}.ipynb")
    _run(notebooks / "start-here.ipynb")
    return folder, samples


def _complete_name(name: str, names: Sequence[str]) -> str:
    """Check a name, and put the place after the last one before it if it has none."""
    if not re.match(r"tick\d", name):
        last = int(tick_order(names[-1])[1]) if names else 0
        name = f"tick{last + 1}-{name}"
    match = FULL_NAME.fullmatch(name)
    if not match:
        raise ValueError(
            "name must be words in small letters with hyphens between them, such as 'word-lengths' "
            f"or 'tick9-word-lengths', not {name!r}; a place is a number from 1 and, if need be, a letter, "
            "as in 'tick9b-word-lengths'"
        )
    number, _, subject = name.partition("-")
    if taken := [each for each in names if each.startswith(f"{number}-")]:
        raise FileExistsError(
            f"there is a {number} already, {', '.join(taken)}: take another number, or a letter after it, "
            f"as in '{match[1]}b-{subject}'"
        )
    return name


def _entered(plan: str, name: str, values: Mapping[str, str], later: Sequence[str]) -> str:
    """Return the text of a plan with a tick before those that come later."""
    title = json.dumps(values["title"], ensure_ascii=False)  # a string of TOML, too
    lines = f'[{name}]\ntitle = {title}\nlecture = "{values["lecture"]}"'
    heads = (re.search(rf'(?m)^\[ *"?{re.escape(each)}"? *\]', plan) for each in later)
    place = next((head.start() for head in heads if head), len(plan))
    return "\n\n".join(filter(None, (plan[:place].rstrip(), lines, plan[place:].rstrip()))) + "\n"


def _write_files(
    templates: Path, tick: Path, course: Path, samples: Path, values: Mapping[str, str]
) -> None:
    """Write a tick's files, its notebook not run yet."""
    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True)

    def filled(path: Path) -> str:
        return environment.from_string(path.read_text("utf8")).render(values)

    others = {"teaching.md": tick / "teaching.md", "samples.txt": samples}
    for path in templates.glob("*.j2"):
        write_whole(others.get(path.stem, course / path.stem), filled(path))
    cells = []
    for entry in yaml.safe_load(filled(templates / "notebook.yaml")):
        name = entry["id"]
        metadata = {"tags": entry["tags"]} if "tags" in entry else {}
        if "nbgrader" in entry:
            metadata["nbgrader"] = USUAL | entry["nbgrader"] | {"grade_id": name}
        make: Callable[..., NotebookNode] = new_markdown_cell if "text" in entry else new_code_cell
        source = entry.get("text") or entry["code"]
        cells.append(make(source.rstrip("\n"), id=name, metadata=metadata))
    notebook = new_notebook(cells=cells, metadata={"kernelspec": KERNEL})
    nbformat.write(notebook, tick / f"{tick.name}.ipynb")


def _run(path: Path) -> None:
    """Run a notebook from top to bottom, and store what it shows."""
    nbformat.write(run(path), path)
