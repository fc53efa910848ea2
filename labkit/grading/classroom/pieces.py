"""What intake passes on: a student's files as they were found, and what they came to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from labkit.checks.marking import Status
from labkit.grading.classroom.layouts import Layout, Owner, is_system
from labkit.grading.classroom.sources import Entry
from labkit.grading.submission.record import in_words

#: Folders of what programs have installed beside a student's work: thousands of files.
_INSTALLED = ("venv", "node_modules", "site-packages")


@dataclass(frozen=True)
class Submission:
    """What one file came to.

    Attributes
    ----------
    file : str
        Its path inside the folder or the zip file.
    student, tick : str
        The student's identifier and which tick; "" where that cannot be told.
    submitted : datetime
        In UTC, to the second.
    notebook : str
        The notebook as JSON, without outputs; "" if it was refused.
    status : Status or None
        None if it is to be graded; else `Status.REFUSED` or `Status.REPLACED`.
    reason : str
        Why it is not graded.
    display : str
        What to show for the student; "" for the identifier.
    dated : bool
        Whether somebody besides the file system tells the time.
    files : dict
        What was handed in with it: path beside the notebook -> content.
    """

    file: str
    student: str
    tick: str
    submitted: datetime
    notebook: str = ""
    status: Status | None = None
    reason: str = ""
    display: str = ""
    dated: bool = True
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def refusal(self) -> str:
        """Say why it is not graded; "" if it is."""
        return in_words(self.status, self.reason) if self.status else ""


@dataclass(frozen=True)
class Piece:
    """A file of a student.

    Attributes
    ----------
    entry : Entry
    owner : Owner
        What the outermost name says.
    rest : tuple of str
        Its path as the student gave it.
    in_folder : bool
        Whether it is in a folder of the student's, which is not in a tick's folder.
    """

    entry: Entry
    owner: Owner
    rest: tuple[str, ...]
    in_folder: bool

    @property
    def file(self) -> str:
        """Its whole path, to be shown."""
        return shown(self.entry.parts)

    @property
    def hidden(self) -> bool:
        """Whether no student has made it, or is meant to see it."""
        return any(map(is_hidden, self.rest))

    def tick(self, layout: Layout) -> str:
        """Give the tick that its path names; "" if it names none."""
        named = (self.owner.tick, *(layout.tick(part) for part in self.rest[:-1]))
        found = next(filter(None, named), "")
        return found or (layout.tick_of_file(self.rest[-1]) if self.rest else "")


def is_hidden(name: str) -> bool:
    """Tell whether a file or folder in a student's is one that nobody looks into.

    Examples
    --------
    >>> is_hidden(".vscode"), is_hidden("venv"), is_hidden("data.csv")
    (True, True, False)
    """
    return name.startswith(".") or name in _INSTALLED or is_system(name)


@dataclass(frozen=True)
class Person:
    """A student, and all of the student's files.

    Attributes
    ----------
    student, display : str
        The identifier and the name to show.
    pieces : list of Piece
    """

    student: str
    display: str
    pieces: Sequence[Piece]


def shown(parts: Iterable[str]) -> str:
    """Give a path that can be printed: no line breaks, no half characters, and not long."""
    text = "/".join(parts).encode("utf8", "replace").decode("utf8")
    return "".join(c if c.isprintable() else "?" for c in text)[-300:]
