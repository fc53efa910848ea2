"""Rulings: what was decided on a question for the whole class, or on one student's work.

They are in ``rulings.json`` in the folder of the class and stand above all other marks until they
are taken back: the marks themselves stay as they are. One student's stands above the class's.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from labkit.instructor.grading.base.atomic import write_whole

NAME = "rulings.json"


class Kind(StrEnum):
    """What a ruling does with the points of a question, or with a student's work."""

    WAIVE = "waive"  # all points; nobody loses what is above them
    POINTS = "points"  # as many for all; or for one student's work on the tick
    LEAVE_OUT = "leave out"  # the question earns nothing and is no part of the total
    KEEP = "keep"  # nothing: somebody asked, and a person has looked again
    EXCUSE = "excuse"  # one student has no mark for the tick, and loses nothing by it


_SAYS = {
    Kind.WAIVE: "Everybody got all the points of this question",
    Kind.POINTS: "Everybody got the same points for this question",
    Kind.LEAVE_OUT: "This question was left out of the total",
    Kind.KEEP: "An instructor has looked again, and the points stay",
    Kind.EXCUSE: "This student is excused from the tick",
}


@dataclass(frozen=True)
class Ruling:
    """What was decided: of a question if there is one, for a student if there is one, and why.

    Students read the reason.
    """

    tick: str
    question: str
    kind: Kind
    points: float  # for Kind.POINTS
    why: str = ""
    student: str = ""

    def out_of(self, out_of: float) -> float:
        """Return what the question counts in the total, of all its points."""
        return 0.0 if self.kind is Kind.LEAVE_OUT else out_of

    def earned(self, earned: float | None, out_of: float) -> float | None:
        """Return what a student gets, who had `earned`: None if a person has still to read it."""
        if self.kind is Kind.WAIVE:
            return max(out_of, earned or out_of)
        if self.kind is Kind.KEEP:
            return earned
        return self.points if self.kind is Kind.POINTS else 0.0

    @property
    def says(self) -> str:
        """What a student is told, as plain text."""
        says = _SAYS[self.kind]
        if self.student and self.kind in (Kind.WAIVE, Kind.POINTS):
            says = "An instructor gave these points"
        return f"{says}: {self.why}" if self.why else f"{says}."


#: (tick, question, student) -> the ruling; the question or the student may be "".
Rulings = Mapping[tuple[str, str, str], Ruling]


def read_rulings(out: Path) -> dict[tuple[str, str, str], Ruling]:
    """Read the rulings of a class."""
    path = out / NAME
    entries = json.loads(path.read_text("utf8")) if path.is_file() else []
    rulings = [Ruling(**entry | {"kind": Kind(entry["kind"])}) for entry in entries]
    return {(ruling.tick, ruling.question, ruling.student): ruling for ruling in rulings}


def write_rulings(out: Path, rulings: Iterable[Ruling]) -> None:
    """Write the rulings of a class, in place of those that are there."""
    entries = [asdict(ruling) for ruling in rulings]
    write_whole(out / NAME, json.dumps(entries))


def rulings_on(rulings: Rulings, tick: str, student: str) -> dict[str, Ruling]:
    """Return question -> the ruling on one student's work: the student's own before the class's."""
    keys = sorted(key for key in rulings if key[0] == tick and key[2] in ("", student))
    return {question: rulings[name, question, who] for name, question, who in keys}
