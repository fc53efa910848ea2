"""Make the student pack: the notebooks without solutions, and what they need.

The pack is built and searched in a temporary folder, and moved to its place
only when nothing in it gives an answer away.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import nbformat

from labkit.checks.guards import VERSIONS
from labkit.grading.base.clearing import cleared
from labkit.grading.release.leaks import find_notebooks, refuse_leaks, secrets

#: The name of the pack's folder, and of its zip file.
NAME = "labkit-lab"

#: Where in the pack the handouts of the lectures are.
HANDOUTS = "handouts"

#: What the pack holds besides the notebooks and a README.
TOP_LEVEL = (
    "labkit",
    "data",
    "environment.yml",
    "pyproject.toml",
    "constraints.txt",
    "Makefile",
    "LICENSE",
)

#: The rooms of labkit that only instructors use.
NOT_FOR_STUDENTS = ("labkit/grading", "labkit/datasets", "labkit/hub", "labkit/cli/instructor")

#: What comes with a notebook: its checks, and the library functions that stand in for an answer.
BESIDE_A_NOTEBOOK = ("checks.py", VERSIONS)

#: What the pack has as its README.
STUDENT_README = Path("notebooks") / "README.md"

_LEFTOVERS = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", "*.pyc")

# In environment.yml, lines between two comments.
_MARKED = re.compile(
    r"^ *# <not for students>\n.*?^ *# </not for students>\n", re.DOTALL | re.MULTILINE
)


def release(
    outdir: str | os.PathLike[str],
    source: str | os.PathLike[str] = ".",
    *,
    replace: bool = False,
    lectures: bool = False,
    pdf: bool = True,
) -> tuple[Path, Path]:
    """Make the student pack, as a folder and as a zip file.

    Parameters
    ----------
    outdir : path
        Where to put ``labkit-lab/`` and ``labkit-lab.zip``.
    source : path, optional
        The lab's folder, with ``notebooks`` and ``labkit`` in it.
    replace : bool, optional
        Whether an earlier pack in `outdir` may be replaced.
    lectures, pdf : bool, optional
        Whether to put the lectures' handouts into the pack, and whether as PDF, too
        (`write_handouts`); the lectures' notebooks are in it in any case, without outputs.

    Returns
    -------
    folder : Path
        The pack.
    archive : Path
        The same as a zip file.

    Raises
    ------
    FileNotFoundError
        If `source` is not the lab's folder, or there is no browser to print handouts with.
    FileExistsError
        If there is a pack in `outdir` already and `replace` is not set.
    Leak
        If a line of a solution, of a marker's note or of ``hidden.py``, a
        solution under other names, or the right answer of a question that asks
        for a value is anywhere in the pack. Nothing is written then.
    ValueError
        If a notebook's solution regions or metadata are not as nbgrader wants
        them.
    """
    outdir, source = Path(outdir), Path(source)
    if not (source / "notebooks" / "ticks").is_dir():
        raise FileNotFoundError(
            f"source must be the lab's own folder, not {source}, which has no notebooks/ticks"
        )
    folder, archive = outdir / NAME, outdir / f"{NAME}.zip"
    existing = [target for target in (folder, archive) if target.exists()]
    if existing and not replace:
        raise FileExistsError(f"{existing[0]} exists already; give --replace to make it anew")
    with tempfile.TemporaryDirectory() as scratch:
        pack = Path(scratch) / NAME
        _copy(source, pack)
        for notebook in sorted(pack.glob("notebooks/**/*.ipynb")):
            _clear(notebook)
        if lectures:
            # The demonstrations take seconds to import, and the hub's service hands out ticks only.
            from labkit.grading.release.handouts import write_handouts

            write_handouts(pack / HANDOUTS, source, pdf=pdf)
        refuse_leaks(pack, secrets(source))
        zipped = shutil.make_archive(str(pack), "zip", scratch, NAME)
        outdir.mkdir(parents=True, exist_ok=True)
        for target in existing:
            if target.is_dir():
                shutil.rmtree(target)
            else:
                target.unlink()
        shutil.move(pack, folder)
        shutil.move(zipped, archive)
    return folder, archive


def student_environment(text: str) -> str:
    """Leave out of ``environment.yml`` what its comments mark as not for students.

    Parameters
    ----------
    text : str
        The file's content.

    Returns
    -------
    str
        The content of the pack's ``environment.yml``.
    """
    return _MARKED.sub("", text)


def _copy(source: Path, pack: Path) -> None:
    pack.mkdir()
    for name in TOP_LEVEL:
        if (source / name).is_dir():
            shutil.copytree(source / name, pack / name, ignore=_not_shipped(source))
        else:
            shutil.copy2(source / name, pack / name)
    environment = pack / "environment.yml"
    shipped = student_environment(environment.read_text(encoding="utf8"))
    environment.write_text(shipped, encoding="utf8")
    shutil.copy2(source / STUDENT_README, pack / "README.md")
    for notebook in find_notebooks(source):
        target = pack / notebook.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(notebook, target)
        for beside in BESIDE_A_NOTEBOOK:
            if (notebook.parent / beside).is_file():
                shutil.copy2(notebook.parent / beside, target.parent / beside)


def _not_shipped(source: Path) -> Callable[[str, list[str]], set[str]]:
    """Make the filter for `shutil.copytree`: which names in a folder are not copied."""

    def unwanted(folder: str, names: Iterable[str]) -> set[str]:
        place = Path(folder).relative_to(source)
        rooms = {name for name in names if (place / name).as_posix() in NOT_FOR_STUDENTS}
        return rooms | _LEFTOVERS(folder, list(names))

    return unwanted


def _clear(path: Path) -> None:
    try:
        notebook = cleared(nbformat.read(path, as_version=4))
        # What a lecturer says of a slide, with the answers to what the class is asked.
        notebook.cells = [c for c in notebook.cells if "notes" not in c.metadata.get("tags", [])]
    except ValueError as error:
        raise ValueError(f"{path.name} cannot be cleared: {error}") from None
    nbformat.write(notebook, path)
