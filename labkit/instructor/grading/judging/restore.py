"""Put a handed-in notebook back into the form in which it was given out.

Programs that open notebooks keep nbgrader's names and the cells' ids, or lose both. What has lost
them is known by what it says, by what it defines, or by the cells around it.
"""

import json
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from itertools import takewhile

import nbformat
from nbformat import NotebookNode

from labkit.instructor.grading.judging.tick import Tick, grade_id, takes_answer

#: Functions, classes and variables that a cell's text defines without indentation.
_DEFINED = re.compile(
    r"^(?:(?:async +)?def|class) +(\w+)|^(\w+) *(?::[^=\n]*)?=(?!=)", re.MULTILINE
)

#: What a cell is known by, the surest first.
_NAMES, _TEXT, _DEFINES = range(3)


def defined(text: str) -> set[str]:
    r"""Return the names that a cell defines, also if it cannot be parsed.

    >>> sorted(defined("def f(n):\n    a = n\n\nb: int = f(2)\nb == 3"))
    ['b', 'f']
    """
    return {function or variable for function, variable in _DEFINED.findall(text)}


def tick_of(notebook: str, ticks: Mapping[str, Tick], named: str = "") -> str:
    """Return the tick of whose graded cells a notebook has most, at least half; "" if none."""
    content = json.loads(notebook)
    names = {cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in content["cells"]}
    shares = {name: _share(names, tick) for name, tick in ticks.items()}
    if max(shares.values()) < 0.5:  # without nbgrader's names
        cells = nbformat.from_dict(content).cells
        for name, tick in ticks.items():
            originals = tick.notebook().cells
            matched = {grade_id(originals[place]) for place in _match(cells, originals)}
            shares[name] = _share(matched, tick)
    best = max(shares, key=lambda name: (shares[name], name == named))
    return best if shares[best] >= 0.5 else ""


def _share(names: set[str], tick: Tick) -> float:
    return len(names & tick.grade_ids) / len(tick.grade_ids)


def restored(notebook: NotebookNode, released: NotebookNode) -> tuple[NotebookNode, list[str]]:
    """Return a notebook with the locked cells as given out, and what had to be put right.

    All graded cells are there once, in order; the student's own stay behind what they stood behind.
    """
    cells, originals = notebook.cells, released.cells
    repairs = list(notebook.metadata.get("labkit", {}).get("repairs", []))
    given = {cell.source for cell in originals if not takes_answer(cell)}
    parts = _match(cells, originals)
    unnamed = [
        name
        for place, positions in parts.items()
        if (name := grade_id(originals[place]))
        and not any(_names(cells[p]) & _names(originals[place]) for p in positions)
    ]
    if unnamed:
        repairs.append(
            f"cells without their names were found by what they say: {', '.join(unnamed)}"
        )
    place_of = {position: place for place, positions in parts.items() for position in positions}
    again: list[str] = []
    place, groups = -1, {-1: list[NotebookNode]()}  # place -> its cell, and others behind it
    for position, cell in enumerate(cells):
        matched = place_of.get(position)
        if matched is None:
            if name := grade_id(cell):
                again.append(name[:60])
            groups[place].append(_own(cell, given=True) if cell.source in given else _own(cell))
        elif matched not in groups:
            place = matched
            its_cells = [cells[part] for part in parts[place]]
            groups[place] = _put_back(its_cells, originals[place], repairs)
    if again:
        repairs.append(
            f"cells were there more than once, or renamed: {', '.join(dict.fromkeys(again))}"
        )
    if list(groups) != sorted(groups):
        repairs.append("cells were in another order")
    for place, original in enumerate(originals):
        if place not in groups and (name := grade_id(original)):
            repairs.append(f"the cell {name} was missing")
            added = deepcopy(original)
            if original.cell_type == "code" and takes_answer(original):
                # Its stub would undo an answer that is in another cell.
                added.source = "# This cell was missing."
            groups[place] = [added]
    result = deepcopy(released)
    result.cells = [cell for place in sorted(groups) for cell in groups[place]]
    for number, cell in enumerate(result.cells):
        cell.id = f"cell-{number}"  # once each, and nothing that a page would have to quote
    return result, repairs


def _match(
    cells: Sequence[NotebookNode], originals: Sequence[NotebookNode]
) -> dict[int, list[int]]:
    """Return for cells that were given out, by their places, where their parts are in a submission."""
    parts: dict[int, list[int]] = {}
    free = set(range(len(cells)))
    signs = list(map(_signs, cells))
    last = {grade_id(cell): position for position, cell in enumerate(cells)}
    for kind in (_NAMES, _TEXT, _DEFINES):
        for place, original in enumerate(originals):
            is_answer = takes_answer(original)
            # An answer's text is its student's, and nothing else is known by what it defines.
            if place in parts or kind == (_TEXT if is_answer else _DEFINES):
                continue
            wanted = _signs(original)[kind]
            fits = sorted(p for p in free if signs[p][kind] & wanted)
            if not _is_written(original):
                # Of several answers the last above its check: an old one may be kept below.
                end = last.get(f"{grade_id(original)}-check", 0)
                fits.sort(key=lambda p: (is_answer and _says_more(cells[p], original), p < end))
                fits = fits[-1:]
            if fits:
                parts[place] = fits
                free -= {*fits}
    for place, original in enumerate(originals):
        own = parts.get(place, [])
        if not _is_written(original) or any(_says_more(cells[p], original) for p in own):
            continue
        # The answer may be in the texts between the cells before and behind its own.
        before = next((parts[p][-1] for p in reversed(range(place)) if p in parts), -1)
        around = takewhile(free.union(own).__contains__, range(before + 1, len(cells)))
        if texts := sorted({*own, *(p for p in around if cells[p].cell_type != "code")}):
            parts[place] = texts
    return parts


def _names(cell: NotebookNode) -> set[str]:
    return {grade_id(cell), cell.id} - {""}


def _signs(cell: NotebookNode) -> tuple[set[str], ...]:
    return _names(cell), {cell.source.strip()} - {""}, defined(cell.source)


def _is_written(original: NotebookNode) -> bool:
    """Tell whether a cell is for an answer in words."""
    return original.cell_type == "markdown" and takes_answer(original)


def _says_more(cell: NotebookNode, original: NotebookNode) -> bool:
    """Tell whether anything was written into a cell."""
    return cell.source.strip() not in ("", original.source.strip())


def _own(handed_in: NotebookNode, **metadata: bool) -> NotebookNode:
    """Return a cell without what it says of itself."""
    return nbformat.from_dict({**handed_in, "metadata": metadata})


def _put_back(
    parts: Sequence[NotebookNode], original: NotebookNode, repairs: list[str]
) -> list[NotebookNode]:
    """Return a cell as it was given out, with its answer; and behind it one that was joined to it."""
    first, name = parts[0], grade_id(original)
    if not name:
        return [_own(first, given=first.source == original.source)]
    cell = deepcopy(original)
    if takes_answer(original):
        texts = [*dict.fromkeys(p.source for p in parts if _says_more(p, original))]
        cell.source = "\n\n".join(texts) or first.source
        if len(texts) > 1:
            repairs.append(f"the cell {name} was in {len(texts)} parts")
        if "outputs" in cell:
            cell.outputs = first.get("outputs", [])
    elif first.source.strip() != original.source.strip():
        repairs.append(f"the locked cell {name} was changed")
        if defined(first.source):
            return [cell, _own(first)]
    return [cell]
