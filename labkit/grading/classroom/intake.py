"""Take in what a class handed in: a folder, or a zip file from a learning platform.

Every file becomes a submission or a refusal that says why. Nothing is ever
unpacked: notebooks are read into memory, within limits, and lose their outputs.
"""

import re
import stat
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from nbgrader.utils import parse_utc

from labkit.checks.marking import Status
from labkit.grading.classroom.atomic import AnyPath
from labkit.grading.submission.record import in_words
from labkit.grading.submission.restore import read, tick_of
from labkit.grading.submission.tick import Tick

#: Bytes of one file. Notebooks with many figures have some millions.
LARGEST = 50_000_000

#: Bytes of all files together.
LARGEST_SUM = 4_000_000_000

#: Files in a zip file. More than this is not the work of a class.
MOST_FILES = 10_000

#: Characters of a student's name.
LONGEST_NAME = 100

_ANOTHER = "another file of this student and tick is"

_SYSTEM = re.compile(r"\.|__MACOSX$|__pycache__$")  # files that no student made
_COPY = re.compile(r"( ?\(\d+\)|[ -]?copy\d*)+$", re.IGNORECASE)  # "tick4 (1)", "tick4-Copy1"

_MOODLE = re.compile(r"_assignsubmission_file_?$")  # "Ann Lee_1234_assignsubmission_file_"


@dataclass(frozen=True)
class Submission:
    """What one file came to.

    Attributes
    ----------
    file : str
        Its path inside the folder or the zip file.
    student, tick : str
        Whose it is and which tick; "" where that cannot be told.
    submitted : datetime
        In UTC, to the second.
    notebook : str
        The notebook as JSON, without outputs; "" if it was refused.
    status : Status or None
        None if it is to be graded; else `Status.REFUSED` or `Status.REPLACED`.
    reason : str
        Why it is not graded.
    """

    file: str
    student: str
    tick: str
    submitted: datetime
    notebook: str = ""
    status: Status | None = None
    reason: str = ""

    @property
    def refusal(self) -> str:
        """Say why it is not graded; "" if it is."""
        return in_words(self.status, self.reason) if self.status else ""


@dataclass(frozen=True)
class _Entry:
    parts: tuple[str, ...]
    submitted: datetime
    read: Callable[[], bytes] = bytes
    refusal: str = ""

    @property
    def name(self) -> str:
        return self.parts[-1]

    @property
    def folder(self) -> tuple[str, ...]:
        return self.parts[:-1]

    @property
    def file(self) -> str:
        return "/".join(self.parts)[-300:]

    @property
    def is_notebook(self) -> bool:
        return self.name.lower().endswith(".ipynb")

    def is_of_a_tick(self, ticks: Collection[str]) -> bool:
        return bool(self.folder) and self.folder[-1] in ticks


def intake(submissions: AnyPath, ticks: Mapping[str, Tick]) -> list[Submission]:
    """Read every submission in a folder or a zip file.

    Parameters
    ----------
    submissions : path
        Of nbgrader's layout ``student/tick/notebook.ipynb`` (with its
        ``timestamp.txt``, if there is one), or files ``student_tick.ipynb``.
    ticks : dict
        Name -> Tick.

    Returns
    -------
    list of Submission
        One for each file, except what lies beside a notebook in a tick's
        folder, and hidden files of the operating system. Of several
        notebooks of one student and tick, the last that can be read is to be
        graded.

    Raises
    ------
    FileNotFoundError
        If there is no such folder or file.
    ValueError
        If it is neither a folder nor a zip file, or holds too many files.
    """
    path = Path(submissions)
    if not path.exists():
        raise FileNotFoundError(
            f"submissions must be a folder or a zip file that exists, not {path}"
        )
    entries = [e for e in _entries(path) if not any(map(_SYSTEM.match, e.parts))]
    stamps = {e.folder: _timestamp(e) for e in entries if e.name == "timestamp.txt"}
    # What lies beside a notebook in a tick's folder is no submission; its folder may be one.
    files = [e for e in entries if e.refusal or e.is_notebook or not e.is_of_a_tick(ticks)]
    found = []
    for entry in sorted(files, key=lambda entry: entry.parts):
        stamp = stamps.get(entry.folder) or entry.submitted
        found.append(_taken(replace(entry, submitted=stamp.replace(microsecond=0)), ticks))
    return _last_of_each(found) + _without_notebook(entries, {e.folder for e in files}, ticks)


def _entries(path: Path) -> list[_Entry]:
    if path.is_dir():
        return list(_in_folder(path, ()))
    if zipfile.is_zipfile(path):
        return _in_zip(path)
    raise ValueError(f"submissions must be a folder or a zip file, not {path.name}")


def _in_folder(folder: Path, parts: tuple[str, ...]) -> Iterator[_Entry]:
    for item in sorted(folder.iterdir()):
        inner = (*parts, _readable(item.name))
        info = item.lstat()
        when = datetime.fromtimestamp(info.st_mtime, UTC)
        if stat.S_ISDIR(info.st_mode):
            yield from _in_folder(item, inner)
        elif stat.S_ISLNK(info.st_mode):
            yield _Entry(inner, when, refusal="a symbolic link, which is not followed")
        elif not stat.S_ISREG(info.st_mode):
            yield _Entry(inner, when, refusal="not a plain file")
        elif info.st_size > LARGEST:
            yield _Entry(inner, when, refusal=_too_large(info.st_size))
        else:
            yield _Entry(inner, when, item.read_bytes)


def _in_zip(path: Path) -> list[_Entry]:
    with zipfile.ZipFile(path) as archive:
        infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MOST_FILES:
        raise ValueError(
            f"submissions must hold at most {MOST_FILES:,} files, not {len(infos):,} ({path.name})"
        )
    total, entries = 0, []
    for info in infos:
        names = info.filename.replace("\\", "/").split("/")
        parts = tuple(_readable(name) for name in names if name not in ("", "."))
        refusal = ""
        if stat.S_ISLNK(info.external_attr >> 16):
            refusal = "a symbolic link, which is not followed"
        elif ".." in parts or names[0] == "" or ":" in names[0]:
            refusal = "its path leads out of the zip file"
            parts = tuple(part for part in parts if part != "..")
        elif info.file_size > LARGEST:
            refusal = _too_large(info.file_size)
        elif total + info.file_size > LARGEST_SUM:
            refusal = f"the files together are larger than {LARGEST_SUM / 1e9:.0f} GB"
        else:
            total += info.file_size
        reader = bytes if refusal else _member(path, info)
        entries.append(_Entry(parts or ("?",), _zip_time(info), reader, refusal))
    return entries


def _member(path: Path, info: zipfile.ZipInfo) -> Callable[[], bytes]:
    def read_member() -> bytes:
        with zipfile.ZipFile(path) as archive, archive.open(info) as member:
            return member.read(LARGEST)  # no more, whatever the file says of its size

    return read_member


def _zip_time(info: zipfile.ZipInfo) -> datetime:
    try:  # a zip file tells the local time
        return datetime(*info.date_time).astimezone(UTC)
    except ValueError:
        return datetime(1980, 1, 1, tzinfo=UTC)


def _readable(name: str) -> str:
    # Names are printed, and are written into files: no line breaks, no half characters.
    text = name.encode("utf8", "replace").decode("utf8")
    return "".join(c if c.isprintable() else "?" for c in text)


def _too_large(size: int) -> str:
    return f"too large: {size / 1e6:,.0f} MB, where {LARGEST / 1e6:.0f} are allowed"


def _timestamp(entry: _Entry) -> datetime | None:
    try:
        text = entry.read().decode("utf8").strip()
        return parse_utc(text).replace(tzinfo=UTC)
    except Exception:  # not nbgrader's: the file's own time counts
        return None


def _taken(entry: _Entry, ticks: Mapping[str, Tick]) -> Submission:
    student, named = _name(entry.parts, ticks)
    student = _plain_name(student)
    submission = Submission(entry.file, student[:LONGEST_NAME], named, entry.submitted)
    if entry.refusal:
        return _refused(submission, entry.refusal)
    if len(student) > LONGEST_NAME:
        return _refused(submission, "the student's name is too long")
    if not entry.is_notebook:
        return _refused(submission, "not a notebook (.ipynb)")
    try:
        notebook = read(entry.read())
        tick = _checked_tick(named, tick_of(notebook, ticks, named))
    except Exception as error:  # zip files and notebooks can be broken in many ways
        return _refused(submission, _first_line(error))
    return replace(submission, tick=tick, notebook=notebook)


def _refused(submission: Submission, reason: str) -> Submission:
    return replace(submission, status=Status.REFUSED, reason=reason)


def _plain_name(student: str) -> str:
    # It becomes a folder's name: not a hidden one, and not the one above.
    return _MOODLE.sub("", student).strip().lstrip(". ") or "?"


def _name(parts: tuple[str, ...], ticks: Collection[str]) -> tuple[str, str]:
    """Tell whose a file is and, if its path says so, of which tick."""
    *folders, name = parts
    for position in range(len(folders) - 1, 0, -1):
        if folders[position] in ticks:
            return folders[position - 1], folders[position]
    stem = _COPY.sub("", re.sub(r"\.ipynb$", "", name, flags=re.IGNORECASE))
    student, _, tick = stem.rpartition("_")
    if student and tick in ticks:
        return student, tick
    if folders and folders[-1] not in ticks:
        return folders[-1], stem if stem in ticks else ""
    return student or stem, ""


def _checked_tick(named: str, held: str) -> str:
    if named and held and named != held:
        raise ValueError(f"it is handed in as {named}, but its cells are those of {held}")
    if not (named or held):
        raise ValueError("neither its name nor its cells say which tick it is")
    return named or held


def _first_line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return (text[0] if text else type(error).__name__)[:200]


def _without_notebook(
    entries: Iterable[_Entry], seen: Collection[tuple[str, ...]], ticks: Collection[str]
) -> list[Submission]:
    """Refuse each folder of a tick in which there are files, but no notebook."""
    folders: dict[tuple[str, ...], _Entry] = {}
    for entry in entries:
        folder = entry.folder
        if entry.is_of_a_tick(ticks) and len(folder) > 1 and folder not in seen:
            folders.setdefault(folder, replace(entry, parts=folder))
    return [
        _refused(
            Submission(
                entry.file,
                _plain_name(entry.folder[-1])[:LONGEST_NAME],
                entry.name,
                entry.submitted,
            ),
            "no notebook in the folder",
        )
        for entry in folders.values()
    ]


def _last_of_each(found: Iterable[Submission]) -> list[Submission]:
    best: dict[tuple[str, str], list[Submission]] = {}
    for submission in found:
        if not submission.refusal:
            best.setdefault((submission.student, submission.tick), []).append(submission)
    chosen = {id(max(files, key=_preference)) for files in best.values()}
    return [
        submission
        if submission.refusal or id(submission) in chosen
        else replace(submission, notebook="", status=Status.REPLACED, reason=_ANOTHER)
        for submission in found
    ]


def _preference(submission: Submission) -> tuple[datetime, bool, str]:
    # nbgrader gives the files of one folder one time; the tick's own name then decides.
    own_name = PurePosixPath(submission.file).stem == submission.tick
    return submission.submitted, own_name, submission.file
