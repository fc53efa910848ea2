"""A submission's record: all that is known of it, and its form in a file.

Marks, pages and the gradebook are derived from records alone. This module is
the one place that knows how a record is written.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Any

from labkit.checks.marking import Mark, Status
from labkit.checks.questions import Hint

#: The form of a record's file. A record of another form is not read: its submission is graded anew.
SCHEMA = 3


@dataclass(frozen=True)
class Record:
    """What is known of one submission, or of a file that is none.

    Attributes
    ----------
    student, tick : str
        Whose it is and which tick; "" where that cannot be told.
    file : str
        Its path inside the folder or the zip file that was handed in.
    submitted : datetime
        With its time zone.
    status : Status
        How its run ended, or why there are no marks.
    reason : str
        Of a status without marks: what was in the way.
    fingerprint : str
        As ``Job.fingerprint``: what the marks depend on.
    confined : bool or None
        Whether the kernel was confined; None if nothing was run.
    marks : tuple of Mark
        What of them students may read is ``told``.
    written : dict
        Each answer that a person reads -> whether the student wrote anything.
    errors : tuple of str
        Cells that stopped with an error in our run: for markers alone.
    repairs : tuple of str
        What had to be put right before the run.
    notebook : dict or None
        The notebook with the outputs it was handed in with, made harmless, as JSON has it.
    run : tuple of lists
        What each of its cells gave in our run, made harmless: for markers alone.
    seconds : float or None
        How long it took to grade.
    batch : str or None
        Of a file that is not graded: the folder or the zip file it was in.
    display : str
        The student's name as free text, to be shown, and always escaped; ""
        where it is the identifier.
    dated : bool
        Whether anybody but the file system tells when it was submitted. If
        not, whether it was late is unknown.
    """

    student: str
    tick: str
    file: str
    submitted: datetime
    status: Status
    reason: str = ""
    fingerprint: str = ""
    confined: bool | None = None
    marks: tuple[Mark, ...] = ()
    written: Mapping[str, bool] = field(default_factory=dict)
    errors: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    notebook: dict[str, Any] | None = None
    run: tuple[list[dict[str, Any]], ...] = ()
    seconds: float | None = None
    batch: str | None = None
    display: str = ""
    dated: bool = True

    @property
    def ended(self) -> str:
        """The status in words, with its reason."""
        return in_words(self.status, self.reason)

    @property
    def handed_in(self) -> str:
        """The time of submission as text, in UTC and to the second."""
        return _in_utc(self.submitted)

    def mark(self, question: str) -> Mark | None:
        """Give the mark of one question, or None."""
        return next((mark for mark in self.marks if mark.question == question), None)

    def shown(self) -> dict[str, object]:
        """Give what instructors are shown of the record, as JSON has it; its notebook is left out."""
        values: dict[str, object] = {
            "student": self.student,
            "display": self.display or None,
            "tick": self.tick,
            "file": self.file,
            "submitted": self.handed_in,
            "dated": None if self.dated else False,
            "status": self.ended,
            "confined": self.confined,
            "marks": [_shown_mark(mark) for mark in self.marks],
            "written": dict(self.written),
            "errors": list(self.errors),
            "repairs": list(self.repairs),
            "seconds": self.seconds,
            "batch": self.batch,
        }
        return {name: value for name, value in values.items() if value is not None}

    def to_json(self) -> str:
        """Write the record as text."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return json.dumps({"schema": SCHEMA} | values, default=_as_plain)


def in_words(status: Status, reason: str) -> str:
    """Say how a submission ended, and why.

    Examples
    --------
    >>> in_words(Status.REFUSED, "the file is empty")
    'refused: the file is empty'
    """
    return f"{status}: {reason}" if reason else str(status)


def from_json(text: str) -> Record:
    """Read a record.

    Parameters
    ----------
    text : str
        As ``Record.to_json`` writes it.

    Returns
    -------
    Record
        As it was.

    Raises
    ------
    ValueError
        If `text` is no record, or one in the form of another version of labkit.
    """
    try:
        values = json.loads(text)
        if values.pop("schema") != SCHEMA:
            raise ValueError(f"text must be a record in form {SCHEMA}, not in another")
        values["submitted"] = datetime.fromisoformat(values["submitted"])
        values["status"] = Status(values["status"])
        values["marks"] = map(_read_mark, values["marks"])
        for name in ("marks", "errors", "repairs", "run"):
            values[name] = tuple(values[name])
        return Record(**values)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"text must be a record, not something else ({error})") from None


def told_of_another_form(text: str) -> Record | None:
    """Tell what can be told of a record that another version of labkit wrote.

    Its submission is graded anew when its file is handed to ``labkit grade`` again;
    until then it is a row that says so, and not one that is not there.

    Parameters
    ----------
    text : str
        As that version's ``Record.to_json`` wrote it.

    Returns
    -------
    Record or None
        Without marks; None if `text` is no record of any form, or one of this.
    """
    try:
        values = json.loads(text)
        form = values["schema"]
        if form == SCHEMA or type(form) is not int:
            return None
        submitted, batch = datetime.fromisoformat(values["submitted"]), values.get("batch")
        student, tick, file = (str(values[name]) for name in ("student", "tick", "file"))
        if submitted.tzinfo is None:
            return None
    except (KeyError, TypeError, AttributeError, ValueError):
        return None
    reason = f"graded by another version of labkit (form {form}): grade the file again"
    # The first form had no alphabet for identifiers.
    fits = re.fullmatch(r"(?!\.)[\w.@+-]{1,64}", student)
    return Record(
        *(student if fits else "", tick, file, submitted, Status.FAILED, reason),
        batch=batch if isinstance(batch, str) else None,
        display=str(values.get("display", "" if fits else student))[:100],
    )


def _in_utc(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="seconds")


def _shown_mark(mark: Mark) -> dict[str, object]:
    hint = mark.hint and {"key": mark.hint.key, "text": mark.hint.text}
    return {field.name: getattr(mark, field.name) for field in fields(mark)} | {"hint": hint}


def _as_plain(value: object) -> object:
    """Give json's writer what it can write in the place of what it cannot."""
    if isinstance(value, Mark):
        return _shown_mark(value)
    if isinstance(value, datetime):
        return _in_utc(value)
    raise TypeError(f"record must hold plain data, not {value!r}")


def _read_mark(values: dict[str, Any]) -> Mark:
    hint = values.pop("hint")
    return Mark(**values, hint=hint and Hint(hint["key"], hint["text"]))
