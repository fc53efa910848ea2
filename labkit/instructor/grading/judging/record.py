"""What a student handed in for one tick, and the record of it: all that is known, and as a file."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from labkit.checks.marking import Mark, Status


@dataclass(frozen=True)
class HandedIn:
    """What is known of a file that was handed in, before it is graded and after."""

    student: str  # the identifier; "" where it cannot be told, as of the tick
    tick: str
    file: str  # its path inside the folder or the zip file
    submitted: datetime  # in UTC, to the second
    status: Status | None = None  # how its run ended, or why there are no marks; None before
    reason: str = ""  # of a status without marks: what was in the way
    display: str = ""  # the student's name as free text, to be escaped, if not the identifier
    dated: bool = True  # whether anybody but the file system tells when it was submitted
    marked_late: bool = False  # whether the platform says that it is late
    group: str = ""  # whose work it is together, as the platform writes its name

    @property
    def ended(self) -> str:
        """The status in words, with its reason; "" before there is one."""
        return f"{self.status}: {self.reason}" if self.reason else str(self.status or "")

    @property
    def named(self) -> str:
        """The student's name, with the identifier if that is another."""
        named = self.display and self.display != self.student
        return f"{self.display} ({self.student})" if named else self.student

    @property
    def known(self) -> dict[str, Any]:
        """All of this, by name."""
        return {each.name: getattr(self, each.name) for each in fields(HandedIn)}


@dataclass(frozen=True)
class Record(HandedIn):
    """What is known of one submission that was graded, or of a file that was not."""

    status: Status
    fingerprint: str = ""  # as ``Job.fingerprint``: what the marks depend on
    confined: bool | None = None  # whether the kernel was; None if nothing was run
    marks: tuple[Mark, ...] = ()  # what of them students may read is ``told``
    written: Mapping[str, bool] = field(default_factory=dict)  # answer in words -> is there any
    errors: tuple[str, ...] = ()  # cells that stopped with an error in our run: for markers alone
    repairs: tuple[str, ...] = ()  # what had to be put right before the run
    notebook: dict[str, Any] | None = None  # with the outputs as handed in, made harmless
    run: tuple[list[dict[str, Any]], ...] = ()  # of each cell our run's outputs: for markers alone
    seconds: float | None = None  # how long it took to grade
    batch: str | None = None  # of a file that is not graded: the folder or zip file it was in

    def mark(self, question: str) -> Mark | None:
        """Return the mark of one question, or None."""
        return next((mark for mark in self.marks if mark.question == question), None)

    def shown(self) -> dict[str, object]:
        """Return what instructors are shown of the record, as JSON has it, without notebook."""
        values = vars(self) | {
            "submitted": self.submitted.isoformat(),
            "status": self.ended,
            "marks": [asdict(mark) for mark in self.marks],
            "display": self.display or None,
            "group": self.group or None,
            "dated": None if self.dated else False,
        }
        left_out = ("reason", "fingerprint", "notebook", "run", "marked_late")
        return {n: value for n, value in values.items() if value is not None and n not in left_out}

    def to_json(self) -> str:
        """Write the record as text."""
        return as_json(self)


def as_json(value: object) -> str:
    """Write plain data as text, with records and times in it."""
    text = json.dumps(value, ensure_ascii=False, default=_plain)
    # Halves of characters, which an error's words may have, could not be read again.
    return text.encode("utf8", "replace").decode()


def _plain(value: Any) -> object:
    return value.isoformat() if isinstance(value, datetime) else asdict(value)


_RECORD = TypeAdapter(Record)


def from_json(text: str) -> Record:
    """Read a record as ``Record.to_json`` writes it; raise ValueError if it is none."""
    return _RECORD.validate_json(text)


@dataclass(frozen=True)
class Submission(HandedIn):
    """A notebook to be graded, or a file that is not, and why: its status is REFUSED or REPLACED."""

    notebook: str = ""  # as JSON, as `read` gives it; "" if it was refused
    files: Mapping[str, bytes] = field(default_factory=dict)  # path beside the notebook -> content
