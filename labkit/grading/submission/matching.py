"""Tell which cell of a submission is which of the notebook that was given out.

Programs that open notebooks keep nbgrader's names and the cells' ids, or lose both: Colab, editors,
converters there and back, a copy of the text into a new notebook. What has lost them is known by
what it says, by the functions that it defines, or by the cells around it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from nbformat import NotebookNode

from labkit.grading.submission.cells import grade_id, takes_answer

#: Functions and classes, and variables, that a cell's text defines without indentation.
_DEFINED = re.compile(r"^(?:async +)?(?:def|class) +(\w+)", re.MULTILINE)
_ASSIGNED = re.compile(r"^(\w+) *(?::[^=\n]*)?=(?!=)", re.MULTILINE)


@dataclass(frozen=True)
class Matched:
    """Which cells belong together.

    Attributes
    ----------
    places : dict
        Position in the submission -> position in what was given out. Each is there once.
    found : list of str
        Names of graded cells that were known only by what they say.
    joined : dict
        Position of a written answer -> those of its other parts.
    elsewhere : set of str
        Names of answers without a cell of their own that another cell of the submission holds.
    left : dict
        Position of a cell for a written answer that was left as it was -> its name: the answer
        stands in cells of the student's own beside it.
    """

    places: dict[int, int] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)
    joined: dict[int, list[int]] = field(default_factory=dict)
    elsewhere: set[str] = field(default_factory=set)
    left: dict[int, str] = field(default_factory=dict)


def defined(text: str) -> set[str]:
    r"""Give the names that a cell defines, also if it cannot be parsed.

    Examples
    --------
    >>> sorted(defined("def f(n):\n    a = n\n\nb: int = f(2)\nb == 3"))
    ['b', 'f']
    """
    return {*_DEFINED.findall(text), *_ASSIGNED.findall(text)}


def answers_of(cell: NotebookNode) -> set[str]:
    """Give the names that an answer's cell is to define; none if it is no answer in code."""
    if cell.cell_type != "code" or not takes_answer(cell):
        return set()
    return set(_DEFINED.findall(cell.source)) or set(_ASSIGNED.findall(cell.source))


def matched(cells: Sequence[NotebookNode], originals: Sequence[NotebookNode]) -> Matched:
    """Match the cells of a submission with those that were given out.

    Parameters
    ----------
    cells, originals : list of NotebookNode
        Of the submission, and of the released notebook.

    Returns
    -------
    Matched
        Of several cells for one the last that holds an answer counts; of several answers in code
        the one that their check was run on.
    """
    return _Matching(cells, originals).result


class _Matching:
    """The passes, from what is certain to what is likely; each takes what is left."""

    def __init__(self, cells: Sequence[NotebookNode], originals: Sequence[NotebookNode]) -> None:
        self._cells, self._originals = cells, originals
        self._names = [defined(cell.source) for cell in cells]
        self.result = Matched()
        self._by_marks()
        self._by_text()
        self._by_definition()
        self._by_place()
        self._beside()
        self._elsewhere()

    def _missing(self) -> Iterator[tuple[int, NotebookNode]]:
        there = set(self.result.places.values())
        return ((i, cell) for i, cell in enumerate(self._originals) if i not in there)

    def _free(self) -> Iterator[tuple[int, NotebookNode]]:
        taken = {*self.result.places, *self.result.left}.union(*self.result.joined.values())
        return ((i, c) for i, c in enumerate(self._cells) if i not in taken)

    def _take(self, position: int, place: int) -> None:
        self.result.places[position] = place
        if name := grade_id(self._originals[place]):
            self.result.found.append(name)

    def _by_marks(self) -> None:
        by_grade = {grade_id(cell): i for i, cell in enumerate(self._originals) if grade_id(cell)}
        by_id = {cell.id: i for i, cell in enumerate(self._originals)}
        candidates: dict[int, list[int]] = {}
        for position, cell in enumerate(self._cells):
            place = by_grade.get(grade_id(cell), by_id.get(cell.get("id")))
            if place is not None:
                candidates.setdefault(place, []).append(position)
        for place, positions in candidates.items():
            answered = [i for i in positions if self._says_more(i, place)]
            best = (answered or positions)[-1]
            check = by_grade.get(f"{grade_id(self._originals[place])}-check")
            if len(answered) > 1 and check in candidates:
                best = self._checked(answered, candidates[check][-1])
            self.result.places[best] = place
            if self._originals[place].cell_type == "markdown" and len(answered) > 1:
                self.result.joined[best] = answered[:-1]

    def _checked(self, answers: Sequence[int], check: int) -> int:
        """Give of several answers the one that was checked: by the numbers of their runs, or by place.

        A student saw what the check says of that one; an old version may be kept below it.
        """
        if self._cells[check].cell_type != "code" or self._cells[answers[-1]].cell_type != "code":
            return answers[-1]
        ran = {
            i: self._cells[i].metadata.get("labkit", {}).get("run", 0) for i in (*answers, check)
        }
        before = sorted((ran[i], i) for i in answers if 0 < ran[i] < ran[check])
        above = [i for i in answers if i < check]
        return before[-1][1] if before else (above or answers)[-1]

    def _says_more(self, position: int, place: int) -> bool:
        text = self._cells[position].source.strip()
        return bool(text) and text != self._originals[place].source.strip()

    def _by_text(self) -> None:
        free: dict[str, list[int]] = {}
        for position, cell in self._free():
            if not grade_id(cell) and cell.source.strip():
                free.setdefault(cell.source.strip(), []).append(position)
        for place, original in list(self._missing()):
            positions = free.get(original.source.strip())
            # A text that stands there more often says less of its place.
            if positions and not takes_answer(original):
                self._take(positions.pop(0), place)

    def _by_definition(self) -> None:
        for place, original in list(self._missing()):
            wanted = answers_of(original)
            if not wanted:
                continue
            free = [
                i for i, _ in self._free() if self._names[i] & wanted and self._says_more(i, place)
            ]
            pattern = _DEFINED if _DEFINED.search(original.source) else _ASSIGNED
            alike = [i for i in free if wanted & set(pattern.findall(self._cells[i].source))]
            if best := (alike or free)[-1:]:
                self._take(best[0], place)

    def _by_place(self) -> None:
        """Find a written answer behind what it stood behind, or before what it stood before."""
        for place, original in list(self._missing()):
            if original.cell_type != "markdown" or not takes_answer(original):
                continue
            positions = {there: here for here, there in self.result.places.items()}
            before, behind = positions.get(place - 1), positions.get(place + 1)
            if before is None and behind is None:
                continue
            run = self._run(1, before) if before is not None else self._run(-1, behind or 0)
            if run:
                self._take(run[-1], place)
                self._join(run)

    def _run(self, step: int, at: int) -> list[int]:
        """Give the student's own texts that stand behind a cell, or before it."""
        run: list[int] = []
        free = {i for i, _ in self._free()}
        while (at := at + step) in free:
            if self._cells[at].cell_type != "code" and self._cells[at].source.strip():
                run.append(at)
        return sorted(run)

    def _join(self, run: Sequence[int]) -> None:
        if run[:-1]:
            self.result.joined[run[-1]] = list(run[:-1])

    def _beside(self) -> None:
        """Find a written answer beside its own cell, where nothing was written into that."""
        given = {cell.source.strip() for cell in self._originals}
        for position, place in list(self.result.places.items()):
            original = self._originals[place]
            is_written = original.cell_type == "markdown" and takes_answer(original)
            if not is_written or self._says_more(position, place):
                continue
            runs = (self._run(step, position) for step in (1, -1))
            own = ([i for i in run if self._cells[i].source.strip() not in given] for run in runs)
            if run := next(filter(None, own), []):
                del self.result.places[position]
                self.result.left[position] = grade_id(original) or ""
                self.result.places[run[-1]] = place
                self._join(run)

    def _elsewhere(self) -> None:
        for place, original in self._missing():
            wanted, name = answers_of(original), grade_id(original)
            if name and any(
                names & wanted and self._says_more(i, place) for i, names in enumerate(self._names)
            ):
                self.result.elsewhere.add(name)
