"""Make the student pack: the course's ticks without solutions, and what they need.

It is built and searched in a temporary folder, and moved to its place only if it gives no answer away.
"""

import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

import nbformat

from labkit.checks.plan import FILE, PACK_ID, absent, read_plan
from labkit.instructor.grading.base.atomic import write_whole
from labkit.instructor.grading.base.clearing import cleared
from labkit.instructor.grading.judging.tick import Tick, load_ticks
from labkit.instructor.grading.release.leaks import (
    LEFTOVERS,
    find_notebooks,
    read_secrets,
    refuse_leaks,
)
from labkit.instructor.grading.release.readme import with_table

#: The name of the pack's folder, and of its zip file.
NAME = "labkit-lab"

#: What the pack holds besides the notebooks and a README.
FILES = (
    *("environment.yml", "pyproject.toml", "constraints.txt", "Makefile"),
    *("LICENSE", ".ci/hatch_build.py"),
)
TOP_LEVEL = ("labkit", "data", *(name.partition("/")[0] for name in FILES))


def release(
    outdir: Path, source: Path, *, replace: bool = False, lectures: bool = False, pdf: bool = True
) -> tuple[Path, Path]:
    """Make the student pack in `outdir`, and return it as a folder and the same as a zip file.

    `source` is the lab's folder; with `replace` an earlier pack is replaced. `lectures` and `pdf`
    tell whether the lectures' handouts are in it, and as PDF, too. If an answer or a hidden case is
    anywhere in the pack, a ValueError is raised, and nothing is written.
    """
    if not (source / "notebooks" / "ticks").is_dir():
        raise FileNotFoundError(
            f"source must be the lab's own folder, not {source}, which has no notebooks/ticks: "
            "say where it is with --source FOLDER"
        )
    ticks = load_ticks(source / "notebooks" / "ticks")
    for name, entry in read_plan(source / "notebooks" / "ticks").items():
        lecture = source / "notebooks" / "lectures" / f"{entry.lecture}.ipynb"
        if entry.lecture and not lecture.is_file():
            raise FileNotFoundError(
                f"{FILE}: the lecture of {name} must be a notebook: no {lecture}"
            )
    folder, archive = outdir / NAME, outdir / f"{NAME}.zip"
    if not replace and (folder.exists() or archive.exists()):
        raise FileExistsError(f"{folder} exists already; give --replace to make it anew")
    with tempfile.TemporaryDirectory() as scratch:
        pack = Path(scratch) / NAME
        _copy_lab(source, pack)
        for tick in ticks.values():
            _write_tick(tick, pack / "notebooks" / "ticks")
        for notebook in find_notebooks(source):
            if source / "notebooks" / "ticks" not in notebook.parents:
                _copy_notebook(notebook, pack / notebook.relative_to(source))
        _write_readme(source, pack, ticks)
        if lectures:
            # The demonstrations take seconds to import, and the hub's service hands out ticks only.
            from labkit.instructor.grading.release.lectures import write_lectures

            write_lectures(pack / "handouts", source, pdf=pdf)
        refuse_leaks(pack, read_secrets(source))
        zipped = shutil.make_archive(str(pack), "zip", scratch, NAME)
        outdir.mkdir(parents=True, exist_ok=True)
        if folder.exists():
            shutil.rmtree(folder)
        shutil.move(pack, folder)
        shutil.move(zipped, archive)
    return folder, archive


def _copy_lab(source: Path, pack: Path) -> None:
    """Copy what students get but for the notebooks."""
    pack.mkdir()
    (pack / ".ci").mkdir()
    for name in FILES:
        shutil.copy2(source / name, pack / name)
    for name in ("labkit", "data", "notebooks/.course"):
        unwanted = shutil.ignore_patterns(*LEFTOVERS, "*.pyc", "hidden.py", "instructor")
        shutil.copytree(source / name, pack / name, ignore=unwanted)
    (pack / "notebooks" / PACK_ID).write_text(uuid4().hex)
    if (plan := source / "notebooks" / FILE).is_file():
        shutil.copy2(plan, pack / "notebooks" / FILE)


def _write_tick(tick: Tick, ticks: Path) -> None:
    """Write what students get of a tick: what is hidden beside its folder, the rest into it."""
    for name, content in {f"{tick.name}.ipynb": tick.released.encode(), **tick.files}.items():
        top, _, rest = name.partition("/")
        place = (top, tick.name, rest) if top == ".course" else (tick.name, name)
        write_whole(ticks.joinpath(*place), content)


def _write_readme(source: Path, pack: Path, ticks: Mapping[str, Tick]) -> None:
    """Write the students' README, with what each tick of the course asks."""
    text = (source / "notebooks" / "README.md").read_text(encoding="utf8")
    (pack / "README.md").write_text(with_table(text, ticks), encoding="utf8")


def _copy_notebook(path: Path, target: Path) -> None:
    """Copy a notebook that is no tick's, without its solutions and a lecturer's notes."""
    target.parent.mkdir(exist_ok=True)
    try:
        notebook = cleared(nbformat.read(path, as_version=4))
    except ValueError as error:
        raise ValueError(f"{path.name} cannot be cleared: {error}") from None
    notebook.cells = [c for c in notebook.cells if "notes" not in c.metadata.get("tags", [])]
    nbformat.write(notebook, target)


def find_mentions(pack: Path) -> list[str]:
    """List what a pack says about ticks that are not in it, in notebooks, hints and the README."""
    plan, found = read_plan(pack / "notebooks" / "ticks"), []
    for path in (pack / "README.md", *find_notebooks(pack), *pack.rglob("checks.py")):
        text = path.read_text(encoding="utf8")
        if path.suffix == ".ipynb":
            text = "\n".join(cell.source for cell in nbformat.reads(text, as_version=4).cells)
        sentences = (one.strip() for one in re.split(r"\n|(?<=[.!?]) ", text) if absent(one, plan))
        found += [f"{path.relative_to(pack)}: {one}" for one in sentences]
    return found
