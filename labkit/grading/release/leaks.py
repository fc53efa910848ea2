"""Search the student pack for what would give an answer away."""

import html
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from labkit.checks.guards import VERSIONS
from labkit.grading.release.keys import keys

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

    Raises
    ------
    Leak
        If the checks of a question that asks for a value give the right one away.
    """
    for key in keys(Path(source)):
        if mistake := key.written() or key.guessed():
            raise Leak(
                f"{key.folder.name}/checks.py {mistake}: its visible case should judge the form alone"
            )
    texts: list[Secret] = []
    for path in find_notebooks(Path(source)):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.metadata.get("nbgrader", {}).get("solution"):
                origin = f"{path.name}, cell {cell.id}"
                texts += _lines(_solution(cell), origin)
    for path in sorted((Path(source) / "notebooks").rglob("hidden.py")):
        code = path.read_text(encoding="utf8").splitlines()
        lines = [line for line in code if not line.startswith(("import ", "from "))]
        texts += _lines(lines, f"{path.parent.name}/hidden.py")
    return texts


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
        if path.is_file():
            _search(path, path.relative_to(pack), secrets)


def _search(path: Path, name: Path, secrets: Iterable[Secret]) -> None:
    if name.name == "hidden.py":
        raise Leak(f"{name}: hidden cases must not be in the pack")
    if set(LEFTOVERS) & set(name.parts) or name.suffix == ".pyc":
        raise Leak(f"{name}: what programs leave behind must not be in the pack")
    content = _content(path)
    if name.suffix == ".ipynb" and "BEGINSOLUTION" in content:
        raise Leak(f"{name}: a solution region was not cleared")
    for secret in secrets:
        if secret.text in content and not _may_stand_in(name, secret):
            raise Leak(f"{name} would give an answer away: {secret.text!r} is from {secret.origin}")


def _content(path: Path) -> str:
    """Return the text of a file, without white space; in JSON and in pages it is written otherwise."""
    text = path.read_bytes().decode("utf8", errors="ignore")
    if path.suffix in (".ipynb", ".json"):
        text = "\n".join([text, *_strings(json.loads(text))])
    if path.suffix in (".html", ".htm"):
        text += html.unescape(re.sub(r"<[^<>]*>", "", text))
    return _squeeze(text)


def _strings(value: Any) -> Iterator[str]:
    """Yield the strings of JSON; of a list of lines the whole."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        if all(isinstance(each, str) for each in value):
            yield "".join(value)
        for each in value:
            yield from _strings(each)


def _may_stand_in(name: Path, secret: Secret) -> bool:
    # The course's versions call the library, and so do hidden cases for their expected values.
    of_a_case = not secret.origin.endswith("hidden.py") or re.search(r"[\d\"']", secret.text)
    return name.name == VERSIONS and not of_a_case


def _solution(cell: NotebookNode) -> list[str]:
    """Return the lines of an answer: all of a text, or what a solution region encloses."""
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
