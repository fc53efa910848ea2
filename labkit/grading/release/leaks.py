"""Search the student pack for what would give an answer away."""

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import nbformat
from nbformat import NotebookNode

from labkit.checks.guards import VERSIONS
from labkit.grading.release.contents import Content
from labkit.grading.release.keys import Key, keys

#: With fewer characters, white space aside, a line could stand anywhere by chance.
SHORTEST_SECRET = 25

#: What editors, Python and Jupyter leave behind.
LEFTOVERS = ("__pycache__", ".ipynb_checkpoints")


class Leak(ValueError):
    """Something in the pack would give a solution or a hidden case away."""


@dataclass(frozen=True)
class Secret:
    """A piece of text that must not be in the pack, and where it comes from."""

    text: str
    origin: str


#: What must not be in the pack: a text in any layout, a right value.
AnySecret: TypeAlias = Secret | Key


def find_notebooks(source: Path) -> list[Path]:
    """Find the lab's notebooks.

    Parameters
    ----------
    source : Path
        The lab's folder.

    Returns
    -------
    list of Path
        Those in its folder ``notebooks`` and below, sorted.
    """
    found = sorted((source / "notebooks").rglob("*.ipynb"))
    return [path for path in found if ".ipynb_checkpoints" not in path.parts]


def secrets(source: str | os.PathLike[str]) -> list[AnySecret]:
    """Collect what must not reach students.

    Parameters
    ----------
    source : path
        The lab's folder.

    Returns
    -------
    list of Secret and Key
        Lines of solution regions and of markers' notes, and lines of the
        ``hidden.py`` files, if they are long enough to be telling; and the right
        answers of questions that ask for a value.
    """
    found: list[AnySecret] = [*keys(Path(source))]
    for path in find_notebooks(Path(source)):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.metadata.get("nbgrader", {}).get("solution"):
                origin = f"{path.name}, cell {cell.id}"
                found += _lines(_solution(cell), origin)
    for path in sorted((Path(source) / "notebooks").rglob("hidden.py")):
        code = path.read_text(encoding="utf8").splitlines()
        lines = [line for line in code if not line.startswith(("import ", "from "))]
        found += _lines(lines, f"{path.parent.name}/hidden.py")
    return found


def refuse_leaks(pack: str | os.PathLike[str], secrets: Iterable[AnySecret]) -> None:
    """Search every file of a pack for secrets.

    Parameters
    ----------
    pack : path
        The pack's folder.
    secrets : iterable of Secret and Key
        What must not be in it.

    Raises
    ------
    Leak
        If one is found, or a file is called ``hidden.py``, or a solution
        region is left, or a question's check would tell the right one of a few
        possible answers; the message names the file and the secret's origin.
    """
    secrets = list(secrets)
    for key in (each for each in secrets if isinstance(each, Key)):
        if guessed := key.guessed():
            where = f"{key.folder.name}/checks.py"
            raise Leak(f"{where} {guessed}: its visible case should judge the form alone")
    for path in sorted(Path(pack).rglob("*")):
        if path.is_file():
            _search(Content(path), path.relative_to(pack), secrets)


def _search(content: Content, name: Path, secrets: Iterable[AnySecret]) -> None:
    if name.name == "hidden.py":
        raise Leak(f"{name}: hidden cases must not be in the pack")
    if set(LEFTOVERS) & set(name.parts) or name.suffix == ".pyc":
        raise Leak(f"{name}: what programs leave behind must not be in the pack")
    if name.suffix == ".ipynb" and "BEGINSOLUTION" in content.squeezed:
        raise Leak(f"{name}: a solution region was not cleared")
    for secret in secrets:
        match secret:
            case Secret():
                found = secret.text in content.squeezed and not _may_stand_in(name, secret)
                said = f"{secret.text!r} is" if found else None
            case Key():
                said = secret.found_in(content, name)
        if said:
            raise Leak(f"{name} would give an answer away: {said} from {secret.origin}")


def _may_stand_in(name: Path, secret: Secret) -> bool:
    # The course's versions call the library, and so do hidden cases for their expected values.
    of_a_case = not secret.origin.endswith("hidden.py") or re.search(r"[\d\"']", secret.text)
    return name.name == VERSIONS and not of_a_case


def _solution(cell: NotebookNode) -> list[str]:
    """Give the lines of an answer: all of a text, or what a solution region encloses."""
    lines: list[str] = cell.source.splitlines()
    if cell.cell_type == "markdown":
        return lines
    inside, kept = False, []
    for line in lines:
        if "### BEGIN SOLUTION" in line or "### END SOLUTION" in line:
            inside = "BEGIN" in line
        elif inside:
            kept.append(line)
    return kept


def _lines(lines: Sequence[str], origin: str) -> list[Secret]:
    # The whole as well: a short solution has no line that is long enough.
    squeezed = [_squeeze(text) for text in ("".join(lines), *lines)]
    return [Secret(line, origin) for line in squeezed if len(line) >= SHORTEST_SECRET]


def _squeeze(text: str) -> str:
    # Without white space, so that another layout of the same code is found too.
    return re.sub(r"\s+", "", text)
