"""One student's work: which notebook is of which tick, what goes with it, and what is refused."""

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo

from labkit.checks.marking import Status
from labkit.grading.classroom.companions import (
    LARGEST_COMPANIONS,
    MOST_COMPANIONS,
    beside,
    companions,
)
from labkit.grading.classroom.layouts import Layout, Platform, is_notebook
from labkit.grading.classroom.pieces import Person, Piece, Submission, shown
from labkit.grading.classroom.sources import inner
from labkit.grading.classroom.taken import Taken
from labkit.grading.classroom.times import Times, stamp_of
from labkit.grading.submission.kinds import is_other_archive

#: Of one student: seconds to read all notebooks in, and how many there may be.
MOST_SECONDS = 60
MOST_NOTEBOOKS = 30

#: Rows of files that are refused for one student, and zip files that are opened.
MOST_ROWS = 20
MOST_ZIPS = 3

_ANOTHER = "another file of this student and tick is"
_TOO_MANY = "one notebook too many"

#: Why a notebook is not graded that a student has handed in beside others.
SPARE = (_ANOTHER, _TOO_MANY)

_OTHER_ARCHIVE = "an archive of another kind than its name says, which is not opened; hand in the notebook itself"

#: How browsers and mail programs rename a notebook that they do not know, or do not finish.
_OTHER_NAME = re.compile(r"\A[^.]*\Z|\.(json|txt)\Z|\.ipynb", re.IGNORECASE)

_ARCHIVE = re.compile(r"\.(7z|rar|gz|tar|tgz|bz2|xz)$", re.IGNORECASE)


@dataclass(frozen=True)
class Clock:
    """What tells the time of a submission.

    Attributes
    ----------
    times : Times
        What a platform or the instructor says.
    by_nbgrader : bool
        Whether nbgrader may have written the folder, with its ``timestamp.txt``.
    by_files : bool
        Whether the instructor vouches for the files' own times.
    """

    times: Times = field(default_factory=Times)
    by_nbgrader: bool = False
    by_files: bool = False


def work_of(person: Person, layout: Layout, taken_in: Taken, clock: Clock) -> list[Submission]:
    """Take in all that one student has handed in.

    Parameters
    ----------
    person : Person
        The student.
    layout : Layout
        What ticks are called.
    taken_in : Taken
        What reads notebooks.
    clock : Clock
        What tells the time.

    Returns
    -------
    list of Submission
        One for each notebook, and for each file that should have been one.
        Of several notebooks of a tick, the last that can be read is to be
        graded.
    """
    pieces = list(_opened(_visible(person.pieces)))
    stamps = _stamps(person.pieces, layout, clock.times.zone) if clock.by_nbgrader else {}
    begun = time.monotonic()
    taken: list[tuple[Submission, Piece]] = []
    for number, piece in enumerate(_notebooks(pieces), 1):
        if number > MOST_NOTEBOOKS or time.monotonic() - begun > MOST_SECONDS:
            found = _refused(_begun(person, piece, layout, clock, stamps), _TOO_MANY)
        else:
            found = _taken(_begun(person, piece, layout, clock, stamps), piece, taken_in)
            found = _timed(found, piece, clock, stamps)
        taken.append((found, piece))
    rows = [
        replace(found, files=companions(piece, pieces)) if not found.refusal else found
        for found, piece in _last_of_each(taken, taken_in)
    ]
    refused = [
        _refused(_begun(person, piece, layout, clock, stamps), piece.entry.refusal)
        for piece in pieces
        if piece.entry.refusal
    ]
    if len(refused) > MOST_ROWS:
        left = f"one of {len(refused) - MOST_ROWS + 1} more files that cannot be read"
        refused[MOST_ROWS - 1 :] = [replace(refused[MOST_ROWS - 1], reason=left)]
    rows += refused + _left_out(person, taken, pieces, rows)
    return rows or [_nothing(person, layout, clock)]


def _notebooks(pieces: Sequence[Piece]) -> list[Piece]:
    """Give what is named as a notebook; if nothing is, what is one by another name."""
    whole = [piece for piece in pieces if not piece.entry.refusal]
    if any(is_notebook(piece.rest[-1]) for piece in pieces):
        return [piece for piece in whole if is_notebook(piece.rest[-1])]
    perhaps = [piece for piece in whole if _OTHER_NAME.search(piece.rest[-1])]
    return list(filter(_holds_cells, perhaps[:MOST_NOTEBOOKS]))


def _holds_cells(piece: Piece) -> bool:
    try:
        data = piece.entry.read()
    except Exception:  # its row says that there is no notebook
        return False
    return data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" and b'"nbformat"' in data


def _visible(pieces: Iterable[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece.rest and not piece.hidden]


def _opened(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Put the files of a zip file in its place, if there is no notebook beside it."""
    has_notebook = any(is_notebook(piece.rest[-1]) for piece in pieces)
    number = 0
    for piece in pieces:
        is_zip = piece.rest[-1].lower().endswith(".zip") and not piece.entry.refusal
        if has_notebook or not is_zip:
            yield piece
            continue
        number += 1
        if number > MOST_ZIPS:
            yield _spoilt(piece, f"more than {MOST_ZIPS} zip files of one student")
            continue
        data = b""
        try:
            data = piece.entry.read()
            found = inner(data)
        except Exception as error:  # zip files can be broken in many ways
            yield _spoilt(piece, _OTHER_ARCHIVE if is_other_archive(data) else first_line(error))
            continue
        inside = [
            replace(
                piece,
                entry=replace(entry, parts=piece.entry.parts + entry.parts),
                rest=piece.rest + entry.parts,
            )
            for entry in found
            if not entry.empty_folder
        ]
        yield from _visible(inside) or [_spoilt(piece, "an empty zip file")]


def _spoilt(piece: Piece, reason: str) -> Piece:
    return replace(piece, entry=replace(piece.entry, read=bytes, refusal=reason))


def _stamps(pieces: Iterable[Piece], layout: Layout, zone: tzinfo) -> dict[str, datetime]:
    """Read nbgrader's times: beside the notebook, in the tick's folder in the student's."""
    found = {}
    for piece in pieces:
        if (
            piece.in_folder
            and piece.owner.platform is Platform.PLAIN
            and len(piece.rest) == 2
            and piece.rest[1] == "timestamp.txt"
            and (tick := layout.tick(piece.rest[0]))
            and piece.entry.size <= 200
        ):
            try:
                found[tick] = stamp_of(piece.entry.read().decode("utf8"), zone)
            except Exception:  # not nbgrader's: nobody tells the time
                continue
    return found


def _begun(
    person: Person, piece: Piece, layout: Layout, clock: Clock, stamps: Mapping[str, datetime]
) -> Submission:
    entry, tick = piece.entry, piece.tick(layout)
    when = entry.modified.replace(microsecond=0)
    found = Submission(
        piece.file, person.student, tick, when, display=person.display, dated=clock.by_files
    )
    return _timed(found, piece, clock, stamps)


def _timed(
    submission: Submission, piece: Piece, clock: Clock, stamps: Mapping[str, datetime]
) -> Submission:
    said = clock.times.find(piece.owner, submission.student, submission.tick)
    stamp = said or (stamps.get(submission.tick) if piece.in_folder else None)
    return replace(submission, submitted=stamp, dated=True) if stamp else submission


def _taken(submission: Submission, piece: Piece, taken_in: Taken) -> Submission:
    try:
        notebook, held = taken_in.read(piece.entry.read(), submission.tick)
        tick = _checked_tick(submission.tick, held)
    except Exception as error:  # zip files and notebooks can be broken in many ways
        return _refused(submission, first_line(error))
    return replace(submission, tick=tick, notebook=notebook)


def _checked_tick(named: str, held: str) -> str:
    if named and held and named != held:
        raise ValueError(f"it is handed in as {named}, but its cells are those of {held}")
    if not (named or held):
        raise ValueError("neither its name nor its cells say which tick it is")
    return named or held


def first_line(error: Exception) -> str:
    """Say an error in a line that can be shown; of one without words, its kind."""
    text = str(error).strip().splitlines()
    return shown([text[0][:200] if text else type(error).__name__])


def _refused(submission: Submission, reason: str) -> Submission:
    return replace(submission, notebook="", status=Status.REFUSED, reason=reason)


def _nothing(person: Person, layout: Layout, clock: Clock) -> Submission:
    """Give the row of a student in whose files there is no notebook."""
    visible = _visible(person.pieces)
    piece = (visible or list(person.pieces))[0]
    entry = piece.entry
    if len(visible) == 1 and not entry.empty_folder:
        reason = "not a notebook (.ipynb)"
        if _ARCHIVE.search(entry.name):
            reason = "an archive that is not opened; hand in the notebook itself"
    elif visible and not all(piece.entry.empty_folder for piece in visible):
        reason = f"no notebook among its {len(visible)} files"
        piece = _above(piece)
    else:
        reason = "an empty folder"
    return _refused(_begun(person, piece, layout, clock, {}), reason)


def _above(piece: Piece) -> Piece:
    """Give the outermost folder of a file; of one in a tick's folder, that."""
    depth = len(piece.entry.parts) - len(piece.rest) + (1 if len(piece.rest) > 1 else 0)
    return replace(piece, entry=replace(piece.entry, parts=piece.entry.parts[: max(depth, 1)]))


def _left_out(
    person: Person,
    taken: Iterable[tuple[Submission, Piece]],
    pieces: Sequence[Piece],
    rows: Iterable[Submission],
) -> list[Submission]:
    """Say in a row of a notebook that is graded which files could not go with it."""
    found = []
    by_file = {row.file: row for row in rows if not row.refusal}
    for submission, notebook in taken:
        row = by_file.get(submission.file)
        if row is None:
            continue
        left = [(p, name) for p, name in beside(notebook, pieces) if name not in row.files]
        if left:
            reason = (
                f"{len(left)} file{'s' * (len(left) > 1)} beside the notebook could not be taken "
                f"along: at most {MOST_COMPANIONS}, and {LARGEST_COMPANIONS // 1_000_000} MB together"
            )
            found.append(_refused(replace(row, file=left[0][0].file, files={}), reason))
    return found


_Found = tuple[Submission, Piece]


def _last_of_each(found: Sequence[_Found], taken_in: Taken) -> list[_Found]:
    best: dict[tuple[str, str], list[_Found]] = {}
    for submission, piece in found:
        if not submission.refusal:
            best.setdefault((submission.student, submission.tick), []).append((submission, piece))

    def preference(one: _Found) -> tuple[object, ...]:
        return _preference(one, taken_in.is_as_given(one[0].notebook, one[0].tick))

    last = [max(files, key=preference) if len(files) > 1 else files[0] for files in best.values()]
    chosen = {id(submission) for submission, _ in last}
    return [
        (submission, piece)
        if submission.refusal or id(submission) in chosen
        else (
            replace(submission, notebook="", status=Status.REPLACED, reason=_ANOTHER),
            piece,
        )
        for submission, piece in found
    ]


def _preference(found: _Found, is_as_given: bool) -> tuple[object, ...]:
    # Within an attempt, what was given out is beside the answers by mistake. Canvas numbers files
    # as they come. Where a time is of all files together, the tick's own name decides, and then
    # the number that a browser gave to a copy.
    submission, piece = found
    name = piece.rest[-1].casefold()
    own_name = name.removesuffix(".ipynb").endswith(submission.tick.casefold())
    copies = tuple(int(n) for n in re.findall(r"[(-](\d{1,6})\)?(?=\.)", name))
    # "Version 10" is later than "Version 9", as Teams names its folders.
    path = [(text, int(n or 0)) for text, n in re.findall(r"(\D*)(\d{0,18})", submission.file)]
    order = piece.owner.order
    attempt = order if piece.owner.platform.writes_attempts else 0
    return attempt, not is_as_given, order, submission.submitted, own_name, copies, tuple(path)
