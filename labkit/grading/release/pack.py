"""Make the student pack: the notebooks without solutions, and what they need.

The pack is built and searched in a temporary folder, and moved to its place
only when nothing in it gives an answer away.
"""

import re
import shutil
import tempfile
from pathlib import Path

import nbformat
from nbgrader.nbgraderformat.common import ValidationError
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearHiddenTests,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
)
from traitlets.config import Config

from labkit.grading.release.leaks import find_notebooks, refuse_leaks, secrets

NAME = "labkit-lab"
TOP_LEVEL = (
    "labkit",
    "data",
    "environment.yml",
    "pyproject.toml",
    "constraints.txt",
    "Makefile",
    "LICENSE",
)
STUDENT_README = Path("notebooks") / "README.md"
NOT_SHIPPED = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", "*.pyc")

CODE_STUB = "# your code here\n..."
TEXT_STUB = "*Write your answer here: double-click on this text.*"


def release(outdir, source=".", *, replace=False):
    """Make the student pack, as a folder and as a zip file.

    Parameters
    ----------
    outdir : path
        Where to put ``labkit-lab/`` and ``labkit-lab.zip``.
    source : path
        The lab's folder, with ``notebooks`` and ``labkit`` in it.
    replace : bool
        Whether an earlier pack in `outdir` may be replaced.

    Returns
    -------
    (Path, Path)
        The folder and the zip file.

    Raises
    ------
    FileNotFoundError
        If `source` is not the lab's folder.
    FileExistsError
        If there is a pack in `outdir` already and `replace` is not set.
    Leak
        If a line of a solution, of a marker's note or of ``hidden.py`` is
        anywhere in the pack. Nothing is written then.
    ValueError
        If a notebook's solution regions or metadata are not as nbgrader wants
        them.
    """
    outdir, source = Path(outdir), Path(source)
    if not (source / "notebooks" / "ticks").is_dir():
        raise FileNotFoundError(
            f"source: {source} has no folder notebooks/ticks; run this in the lab's own folder"
        )
    targets = outdir / NAME, outdir / f"{NAME}.zip"
    existing = [target for target in targets if target.exists()]
    if existing and not replace:
        raise FileExistsError(f"{existing[0]} exists already; give --replace to make it anew")
    with tempfile.TemporaryDirectory() as scratch:
        pack = Path(scratch) / NAME
        _copy(source, pack)
        for notebook in sorted(pack.glob("notebooks/**/*.ipynb")):
            _clear(notebook)
        refuse_leaks(pack, secrets(source))
        archive = shutil.make_archive(str(pack), "zip", scratch, NAME)
        outdir.mkdir(parents=True, exist_ok=True)
        for target in existing:
            shutil.rmtree(target) if target.is_dir() else target.unlink()
        shutil.move(pack, targets[0])
        shutil.move(archive, targets[1])
    return targets


def _copy(source, pack):
    pack.mkdir()
    for name in TOP_LEVEL:
        if (source / name).is_dir():
            shutil.copytree(source / name, pack / name, ignore=NOT_SHIPPED)
        else:
            shutil.copy2(source / name, pack / name)
    shutil.copy2(source / STUDENT_README, pack / "README.md")
    for notebook in find_notebooks(source):
        target = pack / notebook.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(notebook, target)
        if (notebook.parent / "checks.py").is_file():
            shutil.copy2(notebook.parent / "checks.py", target.parent / "checks.py")


def _clear(path):
    try:
        notebook = cleared(nbformat.read(path, as_version=4))
    except ValueError as error:
        raise ValueError(f"{path.name} cannot be cleared: {error}") from None
    nbformat.write(notebook, path)


def cleared(notebook):
    """Turn an instructor's notebook into the students', with nbgrader's own steps.

    Parameters
    ----------
    notebook : NotebookNode
        It is changed.

    Returns
    -------
    NotebookNode
        Without solutions and outputs, its test cells locked.

    Raises
    ------
    ValueError
        If its solution regions or metadata are not as nbgrader wants them.
    """
    config = Config()
    config.ClearSolutions.code_stub = {"python": CODE_STUB}
    config.ClearSolutions.text_stub = TEXT_STUB
    resources = {}
    steps = (
        CheckCellMetadata,
        LockCells,
        ClearSolutions,
        ClearHiddenTests,
        ClearOutput,
        ComputeChecksums,
    )
    try:
        for step in steps:
            notebook, resources = step(config=config).preprocess(notebook, resources)
            if step is ClearSolutions:
                _drop_second_placeholders(notebook)
    except (RuntimeError, ValidationError) as error:  # of a solution region, or the metadata
        raise ValueError(str(error)) from None
    return notebook


def _drop_second_placeholders(notebook):
    # A function's body needs the stub. Where a value is asked for, the cell
    # begins with `name = ...` already, and the stub would be a second place to
    # write in.
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = re.sub(rf"^{re.escape(CODE_STUB)}$", "", cell.source, flags=re.M).rstrip()
