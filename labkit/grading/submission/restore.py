"""Put a handed-in notebook back into the form in which it was given out.

Students may write in their answers and add cells. What is locked comes from
the released notebook again, and the graded cells are there once, in order.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy

import nbformat
from nbformat import NotebookNode

from labkit.grading.submission.cells import grade_id, takes_answer
from labkit.grading.submission.matching import Matched, answers_of, defined, matched
from labkit.grading.submission.reading import read as read
from labkit.grading.submission.tick import Tick

#: Characters of a text cell that are kept: to show longer ones can take a browser hours.
MOST_WRITTEN = 30_000

_CUT = "\n\n[The rest of this text is left out.]"


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
    if max(shares.values()) < 0.5:  # without nbgrader's names
        shares = {name: _share(cells, tick) for name, tick in ticks.items()}
    best = max(shares, key=lambda name: (shares[name], name == named))
    return best if shares[best] >= 0.5 else ""


def _share(cells: Sequence[NotebookNode], tick: Tick) -> float:
    """Tell how much of a tick's graded cells a notebook holds, by what its cells say."""
    originals = tick.notebook().cells
    found = matched(cells, originals)
    there = {grade_id(originals[place]) for place in found.places.values()} | found.elsewhere
    return len(there & tick.grade_ids) / len(tick.grade_ids)


def restored(notebook: NotebookNode, released: NotebookNode) -> tuple[NotebookNode, list[str]]:
    """Put the graded cells of a notebook back as they were given out.

    Locked cells get back their source; all graded cells their type, their
    points and their place; missing ones are added. Cells that have lost their
    names are found by what they say. Of a cell that is there several times the
    last that holds an answer is graded, or of code the one that was checked; the
    others stay as ordinary cells. So do the student's own cells, behind the cell
    that they stood behind.

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
    found = matched(notebook.cells, originals)
    repairs = [str(told) for told in notebook.metadata.get("labkit", {}).get("repairs", [])]
    if found.found:
        repairs.append(
            f"cells had lost their names and were found by what they say: {', '.join(found.found)}"
        )
    groups = _groups(notebook.cells, found, originals, repairs)
    order = [position for position, _ in groups]
    if order != sorted(order):
        repairs.append("cells were in another order")
    for position, original in enumerate(originals):
        if (name := grade_id(original)) and position not in order:
            groups.append((position, [_added(original, name in found.elsewhere)]))
            where = ": its answer is in another cell" if name in found.elsewhere else ""
            repairs.append(f"the cell {name} was missing{where}")
    groups.sort(key=lambda group: group[0])
    result = deepcopy(released)
    result.cells = [cell for _, cells in groups for cell in cells]
    for number, cell in enumerate(result.cells):
        cell.id = f"cell-{number}"  # once each, and nothing that a page would have to quote
    return result, repairs


def _added(original: NotebookNode, is_elsewhere: bool) -> NotebookNode:
    """Give a missing cell as it was given out, unless it would undo the answer in another cell."""
    cell = deepcopy(original)
    if is_elsewhere:
        cell.source = "# The answer is in another cell."
    return cell


def _groups(
    cells: Sequence[NotebookNode],
    found: Matched,
    originals: Sequence[NotebookNode],
    repairs: list[str],
) -> list[tuple[int, list[NotebookNode]]]:
    """Put each matched cell with the student's own cells behind it, and say what was changed."""
    groups: list[tuple[int, list[NotebookNode]]] = [(-1, [])]
    answers = set().union(*map(answers_of, originals))
    for position, handed_in in enumerate(cells):
        cell = deepcopy(handed_in)
        if any(position in parts for parts in found.joined.values()):
            continue
        if name := found.left.get(position):
            repairs.append(f"the answer {name} was in another cell beside its own")
            continue
        match = found.places.get(position)
        if match is None:
            if name := grade_id(cell):
                repairs.append(f"the cell {name[:60]} was there more than once, or renamed")
            groups[-1][1].append(_own(cell, repairs))
            continue
        original = originals[match]
        if parts := found.joined.get(position):
            cell.source = "\n\n".join(cells[part].source for part in [*parts, position])
            repairs.append(f"the cell {grade_id(original)} was in {len(parts) + 1} parts")
        if grade_id(original):
            groups.append((match, [_graded(_own(cell, repairs), original, repairs)]))
            if not takes_answer(original) and defined(cell.source) & answers:
                groups[-1][1].append(_own(deepcopy(handed_in), repairs))  # an answer joined to it
        else:
            given = cell.source == original.source
            cell = cell if given else _own(cell, repairs)
            cell.metadata = {"given": given}
            groups.append((match, [cell]))
    return groups


def _own(cell: NotebookNode, repairs: list[str]) -> NotebookNode:
    """Give a cell of the student's, without what it says of itself, and not too long to show."""
    cell.metadata = {}
    if cell.cell_type != "code" and len(cell.source) > MOST_WRITTEN:
        cell.source = cell.source[:MOST_WRITTEN] + _CUT
        repairs.append(f"a text of more than {MOST_WRITTEN:,} characters was cut")
    return cell


def _graded(cell: NotebookNode, original: NotebookNode, repairs: list[str]) -> NotebookNode:
    restored = deepcopy(original)
    if takes_answer(original):
        restored.source = cell.source
        if "outputs" in restored:
            restored.outputs = cell.get("outputs", [])
    elif cell.source.strip() != original.source.strip():
        repairs.append(f"the locked cell {grade_id(original)} was changed")
    if cell.cell_type != original.cell_type:
        repairs.append(f"the cell {grade_id(original)} was of another type")
    return restored
