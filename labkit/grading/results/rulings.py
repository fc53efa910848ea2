"""Rulings: what was decided on one question for the whole class.

They are in ``rulings.json`` in the folder of the class, one for a question, and stand above the
marks of single students until they are taken back: the marks themselves stay as they are.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from labkit.arguments import as_number
from labkit.grading.base.atomic import AnyPath, write_whole

NAME = "rulings.json"


class Kind(StrEnum):
    """What a ruling does with the points of a question."""

    #: Everybody who handed in gets all points; nobody loses what is above them.
    WAIVE = "waive"
    #: Everybody who handed in gets these points.
    POINTS = "points"
    #: The question earns nothing and is no part of the total.
    LEAVE_OUT = "leave out"


_SAYS = {
    Kind.WAIVE: "Everybody got all the points of this question",
    Kind.POINTS: "Everybody got the same points for this question",
    Kind.LEAVE_OUT: "This question was left out of the total",
}


@dataclass(frozen=True)
class Ruling:
    """What was decided on one question.

    Attributes
    ----------
    tick, question : str
        Which one.
    kind : Kind
        What is done with its points.
    points : float
        Of `Kind.POINTS`: how many everybody gets.
    why : str
        The reason that was given, which students read; "" if none was.
    """

    tick: str
    question: str
    kind: Kind
    points: float = 0.0
    why: str = ""

    def out_of(self, out_of: float) -> float:
        """Give what the question counts in the total.

        Parameters
        ----------
        out_of : float
            Its points as the tick has them.

        Returns
        -------
        float
            The same, or 0 if the question is left out.
        """
        return 0.0 if self.kind is Kind.LEAVE_OUT else out_of

    def earned(self, earned: float | None, out_of: float) -> float:
        """Give what a student gets.

        Parameters
        ----------
        earned : float or None
            What the student had without the ruling; None if a person has
            still to read the answer.
        out_of : float
            The question's points as the tick has them.

        Returns
        -------
        float
            The points that count.

        Examples
        --------
        >>> waive = Ruling("tick4", "t-test", Kind.WAIVE)
        >>> waive.earned(0.5, out_of=2), waive.earned(None, out_of=2), waive.earned(3, out_of=2)
        (2, 2, 3)
        """
        if self.kind is Kind.WAIVE:
            return max(out_of, earned or 0.0)
        return self.points if self.kind is Kind.POINTS else 0.0

    @property
    def says(self) -> str:
        """What a student is told, as plain text."""
        return f"{_SAYS[self.kind]}: {self.why}" if self.why else f"{_SAYS[self.kind]}."


#: (tick, question) -> the ruling on it.
Rulings = Mapping[tuple[str, str], Ruling]


def rulings(out: AnyPath) -> dict[tuple[str, str], Ruling]:
    """Read the rulings of a class.

    Parameters
    ----------
    out : path
        The folder of the class.

    Returns
    -------
    dict
        (tick, question) -> Ruling; empty if there is none.

    Raises
    ------
    ValueError
        If the file is not as labkit writes it. Marks are never made without a
        ruling that is there and cannot be read.
    """
    path = Path(out) / NAME
    if not path.is_file():
        return {}
    try:
        found = [_ruling(**entry) for entry in json.loads(path.read_text(encoding="utf8"))]
    except (ValueError, TypeError) as error:
        raise ValueError(
            f"out must be a folder whose {NAME} can be read, not {out} ({error}); mend the file, or "
            "remove it and rule again: audit.jsonl says what was decided"
        ) from None
    return {(ruling.tick, ruling.question): ruling for ruling in found}


def _ruling(tick: str, question: str, kind: str, points: float = 0.0, why: str = "") -> Ruling:
    texts = (tick, question, why)
    if not all(isinstance(text, str) for text in texts):
        raise TypeError(f"tick, question and why must be texts, not {texts!r}")
    return Ruling(tick, question, Kind(kind), as_number(points, "points", 0), why)


def write_rulings(out: AnyPath, found: Iterable[Ruling]) -> None:
    """Write the rulings of a class, in place of those that are there.

    Parameters
    ----------
    out : path
        The folder of the class.
    found : iterable of Ruling
        All that are to be in force.
    """
    entries = [asdict(ruling) for ruling in sorted(found, key=lambda r: (r.tick, r.question))]
    write_whole(Path(out) / NAME, json.dumps(entries, indent=1) + "\n")
