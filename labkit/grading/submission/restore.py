"""Put a handed-in notebook back into the form in which it was given out.

Students may write in their answers and add cells. What is locked comes from
the released notebook again, and the graded cells are there once, in order.
"""

import json
import re
import warnings
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4.rwbase import rejoin_lines

from labkit.grading.submission.cells import grade_id, takes_answer
from labkit.grading.submission.tick import Tick

#: Characters in all cells together; a tick has some ten thousand.
MOST_TEXT = 2_000_000

MOST_CELLS = 2_000


def read(data: bytes) -> str:
    """Read a notebook and drop all that only its outputs and its history need.

    Parameters
    ----------
    data : bytes
        The file.

    Returns
    -------
    str
        The notebook as JSON: sources, cell ids, and nbgrader's metadata.

    Raises
    ------
    ValueError
        If it is not a notebook, or one larger than any tick.
    """
    if not data.strip():
        raise ValueError("the file is empty")
    content = _parsed(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            notebook = _newer(content) if content["nbformat"] == 4 else _older(content)
            for cell in notebook.cells:
                _strip(cell)
            notebook.metadata = {}
            notebook.nbformat_minor = 5
            _give_ids(notebook)
            nbformat.validate(notebook)
    except Exception:  # nbformat's own errors are of many kinds
        raise ValueError("not a notebook: the file is JSON, but not in a notebook's form") from None
    if sum(len(cell.source) for cell in notebook.cells) > MOST_TEXT:
        raise ValueError(f"a notebook of more than {MOST_TEXT:,} characters, which no tick needs")
    return json.dumps(notebook)


def _parsed(data: bytes) -> Any:
    try:
        content = json.loads(data.decode("utf8"))
        # Half characters, which JSON can write, could not be handed to a kernel.
        content = json.loads(json.dumps(content, ensure_ascii=False).encode("utf8", "replace"))
    except (ValueError, RecursionError):
        raise ValueError("not a notebook: the file is not JSON, or was cut off") from None
    cells = content.get("cells") if isinstance(content, dict) else None
    if isinstance(cells, list) and len(cells) > MOST_CELLS:
        raise ValueError(f"a notebook of more than {MOST_CELLS:,} cells, which no tick needs")
    return content


def _newer(content: Any) -> NotebookNode:
    return rejoin_lines(nbformat.from_dict(content))


def _older(content: Any) -> NotebookNode:
    notebook = nbformat.convert(nbformat.from_dict(content), 4)
    for cell in notebook.cells:
        cell.pop("id", None)  # which the conversion has made up
    return notebook


def _give_ids(notebook: NotebookNode) -> None:
    """Let each cell have an id of its own, the same whenever the notebook is read."""
    seen: set[str] = set()
    for number, cell in enumerate(notebook.cells):
        known = cell.get("id")
        if not isinstance(known, str) or known in seen or not re.fullmatch(r"[\w-]{1,64}", known):
            cell.id = f"unnamed-{number}"
        seen.add(cell.id)


def _strip(cell: NotebookNode) -> None:
    name = grade_id(cell)
    cell.metadata = {"nbgrader": {"grade_id": name}} if isinstance(name, str) else {}
    cell.pop("attachments", None)
    if cell.cell_type == "code":
        cell.outputs, cell.execution_count = [], None


def tick_of(notebook: str, ticks: Mapping[str, Tick], named: str = "") -> str:
    """Tell from its graded cells which tick a notebook is.

    Parameters
    ----------
    notebook : str
        As `read` gives it.
    ticks : dict
        Name -> Tick.
    named : str
        The tick that the file's name names.

    Returns
    -------
    str
        The tick that has most of its graded cells in the notebook, at least
        half of them; "" if there is none. Of several, the one that is named.
    """
    cells = nbformat.reads(notebook, as_version=4).cells
    there = {grade_id(cell) for cell in cells}
    shares = {
        name: len(there & tick.grade_ids) / len(tick.grade_ids) for name, tick in ticks.items()
    }
    best = max(shares, key=lambda name: (shares[name], name == named))
    return best if shares[best] >= 0.5 else ""


def restored(notebook: NotebookNode, released: NotebookNode) -> tuple[NotebookNode, list[str]]:
    """Put the graded cells of a notebook back as they were given out.

    Locked cells get back their source; all graded cells their type, their
    points and their place; missing ones are added. Of a cell that is there
    several times the last is graded; the others stay as ordinary cells. So
    do the student's own cells, behind the cell that they stood behind.

    Parameters
    ----------
    notebook, released : NotebookNode
        What was handed in, and what was given out.

    Returns
    -------
    NotebookNode
        A new one.
    list of str
        What had to be put right, for the marker.
    """
    originals = released.cells
    matches = _matches(notebook.cells, originals)
    groups, repairs = _groups(notebook.cells, matches, originals)
    order = [position for position, _ in groups]
    if order != sorted(order):
        repairs.append("cells were in another order")
        groups.sort(key=lambda group: group[0])
    for position, original in enumerate(originals):
        if grade_id(original) and position not in order:
            repairs.append(f"the cell {grade_id(original)} was missing")
            groups.append((position, [deepcopy(original)]))
    groups.sort(key=lambda group: group[0])
    result = deepcopy(released)
    result.cells = [cell for _, cells in groups for cell in cells]
    for number, cell in enumerate(result.cells):
        cell.id = f"cell-{number}"  # once each, and nothing that a page would have to quote
    return result, repairs


def _matches(cells: Sequence[NotebookNode], originals: Sequence[NotebookNode]) -> dict[int, int]:
    """Map each position in the submission to its position in the released notebook."""
    by_grade = {grade_id(cell): i for i, cell in enumerate(originals) if grade_id(cell)}
    by_id = {cell.id: i for i, cell in enumerate(originals)}
    last: dict[int, int] = {}
    for position, cell in enumerate(cells):
        match = by_grade.get(grade_id(cell), by_id.get(cell.get("id")))
        if match is not None:
            last[match] = position
    return {position: match for match, position in last.items()}


def _groups(
    cells: Sequence[NotebookNode], matches: Mapping[int, int], originals: Sequence[NotebookNode]
) -> tuple[list[tuple[int, list[NotebookNode]]], list[str]]:
    """Put each matched cell with the student's own cells behind it, and say what was changed."""
    groups: list[tuple[int, list[NotebookNode]]] = [(-1, [])]
    repairs: list[str] = []
    for position, cell in enumerate(cells):
        cell = deepcopy(cell)
        match = matches.get(position)
        if match is None:
            if name := grade_id(cell):
                repairs.append(f"the cell {name[:60]} was there more than once, or renamed")
            cell.metadata = {}
            groups[-1][1].append(cell)
            continue
        original = originals[match]
        if grade_id(original):
            cell = _graded(cell, original, repairs)
        else:
            cell.metadata = {"given": cell.source == original.source}
        groups.append((match, [cell]))
    return groups, repairs


def _graded(cell: NotebookNode, original: NotebookNode, repairs: list[str]) -> NotebookNode:
    restored = deepcopy(original)
    if takes_answer(original):
        restored.source = cell.source
    elif cell.source.rstrip() != original.source.rstrip():
        repairs.append(f"the locked cell {grade_id(original)} was changed")
    if cell.cell_type != original.cell_type:
        repairs.append(f"the cell {grade_id(original)} was of another type")
    return restored
