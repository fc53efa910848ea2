"""Search the student pack for what would give an answer away."""

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

#: With fewer characters, white space aside, a line could stand anywhere by chance.
SHORTEST_SECRET = 25


class Leak(ValueError):
    """Something in the pack would give a solution or a hidden case away."""


@dataclass(frozen=True)
class Secret:
    """A piece of text that must not be in the pack, and where it comes from."""

    text: str
    origin: str


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


def secrets(source: str | os.PathLike[str]) -> list[Secret]:
    """Collect what must not reach students.

    Parameters
    ----------
    source : path
        The lab's folder.

    Returns
    -------
    list of Secret
        Lines of solution regions and of markers' notes, and lines of the
        ``hidden.py`` files, if they are long enough to be telling.
    """
    found = []
    for path in find_notebooks(Path(source)):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.metadata.get("nbgrader", {}).get("solution"):
                found += _lines(_solution(cell), f"{path.name}, cell {cell.id}")
    for path in sorted((Path(source) / "notebooks").rglob("hidden.py")):
        code = path.read_text(encoding="utf8").splitlines()
        lines = [line for line in code if not line.startswith(("import ", "from "))]
        found += _lines(lines, f"{path.parent.name}/hidden.py")
    return found


def refuse_leaks(pack: str | os.PathLike[str], secrets: Iterable[Secret]) -> None:
    """Search every file of a pack for secrets.

    Parameters
    ----------
    pack : path
        The pack's folder.
    secrets : iterable of Secret
        What must not be in it.

    Raises
    ------
    Leak
        If one is found, or a file is called ``hidden.py``, or a solution
        region is left; the message names the file and the secret's origin.
    """
    secrets = list(secrets)
    for path in sorted(Path(pack).rglob("*")):
        if not path.is_file():
            continue
        name = path.relative_to(pack)
        if path.name == "hidden.py":
            raise Leak(f"{name}: hidden cases must not be in the pack")
        text = _squeeze(_readable(path))
        if path.suffix == ".ipynb" and "BEGINSOLUTION" in text:
            raise Leak(f"{name}: a solution region was not cleared")
        for secret in secrets:
            if secret.text in text:
                raise Leak(f"{name} would give away {secret.text!r} from {secret.origin}")


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


def _readable(path: Path) -> str:
    """Give a file's text; of a notebook, the sources and outputs as people read them."""
    if path.suffix != ".ipynb":
        return path.read_text(encoding="utf8", errors="ignore")
    texts = []
    for cell in nbformat.read(path, as_version=4).cells:
        texts.append(cell.source)
        for output in cell.get("outputs", []):
            texts.append(str(output.get("text", "")))
            texts += [str(data) for data in output.get("data", {}).values()]
    return "\n".join(texts)
