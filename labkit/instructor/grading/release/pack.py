"""Make the student pack: the notebooks without solutions, and what they need.

It is built and searched in a temporary folder, and moved to its place only if it gives no answer away.
"""

import shutil
import tempfile
from pathlib import Path
from uuid import uuid4

import nbformat

from labkit.checks.progress import PACK_ID
from labkit.instructor.grading.base.clearing import cleared
from labkit.instructor.grading.release.leaks import (
    LEFTOVERS,
    find_notebooks,
    read_secrets,
    refuse_leaks,
)

#: The name of the pack's folder, and of its zip file.
NAME = "labkit-lab"

#: What the pack holds besides the notebooks and a README.
FILES = ("environment.yml", "pyproject.toml", "constraints.txt", "Makefile", "LICENSE")
TOP_LEVEL = ("labkit", "data", *FILES)


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
    folder, archive = outdir / NAME, outdir / f"{NAME}.zip"
    if not replace and (folder.exists() or archive.exists()):
        raise FileExistsError(f"{folder} exists already; give --replace to make it anew")
    with tempfile.TemporaryDirectory() as scratch:
        pack = Path(scratch) / NAME
        _copy_lab(source, pack)
        for notebook in find_notebooks(source):
            _copy_notebook(notebook, pack / notebook.relative_to(source))
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
    for name in FILES:
        shutil.copy2(source / name, pack / name)
    for name in ("labkit", "data", "notebooks/.course", "notebooks/ticks/.course"):
        unwanted = shutil.ignore_patterns(*LEFTOVERS, "*.pyc", "hidden.py", "instructor")
        shutil.copytree(source / name, pack / name, ignore=unwanted)
    (pack / "notebooks" / PACK_ID).write_text(uuid4().hex)
    shutil.copy2(source / "notebooks" / "README.md", pack / "README.md")


def _copy_notebook(path: Path, target: Path) -> None:
    """Copy a notebook without its solutions and a lecturer's notes."""
    target.parent.mkdir(exist_ok=True)
    try:
        notebook = cleared(nbformat.read(path, as_version=4))
    except ValueError as error:
        raise ValueError(f"{path.name} cannot be cleared: {error}") from None
    notebook.cells = [c for c in notebook.cells if "notes" not in c.metadata.get("tags", [])]
    nbformat.write(notebook, target)
