"""Whose a file is: read from what learning platforms and nbgrader write, never from what students can.

Only the outermost folder tells it, or the name of a file that lies outermost. The platforms
put their own words at the beginning of these; what follows may be the student's:

- Moodle: ``Ada Lovelace_1001_assignsubmission_file_/...`` in folders (since 4.0 without the last
  ``_``), ``Ada Lovelace_1001_assignsubmission_file_tick4.ipynb`` without. A name has no ``_`` there.
  Where teams hand in together, it is the team's name and the team's number, which is no student's;
  ``Default group_assignsubmission_file_`` are those without a team.
  https://github.com/moodle/moodle/blob/main/mod/assign/classes/downloader.php
- Canvas: ``lovelaceada_LATE_1001_5005_tick4-1.ipynb``: the sortable name, whether it is late, the
  student's number, the file's number, the file; or, of what was typed in, ``text.html`` or ``link.html``.
  https://github.com/instructure/canvas-lms/blob/master/lib/content_zipper.rb
- Gradescope: ``submission_123/...``; whose these are is said in ``submission_metadata.yml``.
- Blackboard: ``Tick 4_ada_attempt_2026-11-20-10-11-12_tick4.ipynb``: the assignment's title, the
  student's login, the time, the file; and for each attempt a note of its own without ``_`` and file.
  A ``_`` may be in title and login too: the title is what all names begin with.
  https://nbgrader.readthedocs.io/en/stable/plugins/zipcollect-plugin.html
- Brightspace: ``271836-442356 - Ada Lovelace - Dec 5, 2026 1149 AM/tick4.ipynb``, or in the place of
  the folder a file's name that goes on with `` - tick4.ipynb``: the student's number, the attempt's,
  the name, the time; and beside them an ``index.html`` that lists them.
- Sakai: ``Lovelace, Ada(ada1)/Submission attachment(s)/tick4.ipynb``, in a folder called as the
  assignment, beside a ``grades.csv``.
- GitHub Classroom: ``tick4-ada/...``, if a roster has ``ada`` or all folders are called so.
- nbgrader: ``ada/tick4/...``; by hand: ``ada_tick4.ipynb`` or ``tick4_ada.ipynb``, and as forms and
  classrooms of Google's write it, ``Ada Lovelace - tick4.ipynb`` or ``tick4 - Ada Lovelace.ipynb``.
"""

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto

from labkit.grading.classroom.logins import logins, title_of
from labkit.grading.classroom.sources import Source

#: Folders that platforms and people put around a class. None of them is a student's.
_AROUND = re.compile(
    r"submitted|submissions?|exports?|class|assignment_\d+_export"
    r"|student work|(submitted|working) files"  # Microsoft Teams
    r"|.*\(file responses\)",  # Google Forms
    re.IGNORECASE,
)

#: What is added to the name of a zip file: by browsers that have one of its name, by Google Drive.
_OF_ZIP = re.compile(r"(-\d{8}T\d{6}Z(-\d{1,9}){0,3})?( ?\(\d{1,9}\))?\Z")

#: No file system has a longer name, but a zip file can: what costs more than its length is left out.
_LONGEST = 255

#: Files that no student made.
_SYSTEM = re.compile(
    r"__MACOSX|__pycache__|Thumbs\.db|desktop\.ini|\.DS_Store|\._.*|\.ipynb_checkpoints"
    r"|\.git.*|\.nfs.*|\.Trash.*|\.lock"
)

# "tick4 (1)", "tick4-Copy1", "tick4 - Copy", "Copy of tick4", Canvas's "tick4-1"
_COPY = re.compile(r"(( ?\(\d+\))|( ?[ -]? ?copy ?\d*)|(-\d+))+$", re.IGNORECASE)
#: The same without Canvas's, where a student's identifier may end so.
_COPY_OF_STUDENT = re.compile(r"(( ?\(\d+\))|( ?[ -] ?copy ?\d*))+$", re.IGNORECASE)
#: Some browsers add an ending, and a number before it.
_NOTEBOOK = re.compile(r"\.ipynb( ?\(\d{1,9}\))?(\.(json|txt))?$", re.IGNORECASE)
_COPY_OF = re.compile(r"((copy of|kopie v[ao]n|copie de|copia d[ei]|cópia de) )+", re.IGNORECASE)
_ENDING = re.compile(r"\.\w{1,5}$")

_MOODLE = re.compile(
    r"(?P<name>[^_]*)(_(?P<number>\d{1,18}))?_assignsubmission_[a-z]+(_(?P<rest>.*))?", re.DOTALL
)
#: What is behind the student's number: a file's number and name, or a text or link typed into Canvas.
_IN_CANVAS = r"((?P<file>\d{1,18})_(?P<rest>.+)|(?P<typed>(text|link)\.html))"
_CANVAS = re.compile(
    rf"(?P<name>.+?)_(?P<late>LATE_)?(?P<number>\d{{1,18}})_{_IN_CANVAS}", re.DOTALL
)
_ANONYMOUS = re.compile(
    rf"(?P<late>LATE_)?(?P<number>anon_[A-Za-z0-9]{{1,18}})_{_IN_CANVAS}", re.DOTALL
)
_GRADESCOPE = re.compile(r"submission_(?P<number>\d{1,18})")
_BLACKBOARD = re.compile(
    r"(?P<whole>.+?_[^_]{1,64})_attempt_(?P<when>\d{4}(-\d\d){5})(_(?P<rest>.+)|\.txt)", re.DOTALL
)
_BRIGHTSPACE = re.compile(
    r"(?P<number>\d{1,18})-\d{1,18} - (?P<name>.+?) - "
    r"(?P<when>([^\W\d_]{3}\w* \d\d?,|\d\d? [^\W\d_]{3}\w*,?) \d{4} \d{3,4}( [AP]M)?)"
    r"( - (?P<rest>.+))?",
    re.DOTALL,
)
_SAKAI = re.compile(r"(?P<name>[^()]+,[^()]*)\((?P<number>[\w.@+-]{1,64})\)")
#: Sakai's list of the class, beside the students' folders.
_OF_SAKAI = frozenset(("grades.csv", "grades.xls", "grades.xlsx"))

#: The beginning of most ticks' names, by which people call them: "tick4" or "Tick 4".
_SHORT = re.compile(r"([^\W\d_]+)(\d+)-.*")


class Platform(Enum):
    """Who has written a name."""

    PLAIN = auto()  # nbgrader, or a person
    MOODLE = auto()
    CANVAS = auto()
    GRADESCOPE = auto()
    BLACKBOARD = auto()
    BRIGHTSPACE = auto()
    SAKAI = auto()

    @property
    def writes_attempts(self) -> bool:
        """Whether it gives out each attempt, with its time in the name."""
        return self in (Platform.BLACKBOARD, Platform.BRIGHTSPACE)

    @property
    def has_own_numbers(self) -> bool:
        """Whether its numbers are those that students have at their university."""
        return self in (Platform.GRADESCOPE, Platform.SAKAI)


@dataclass(frozen=True)
class Owner:
    """What an outermost name says.

    Attributes
    ----------
    name : str
        The student's; "" if only the number is told.
    number : str
        The platform's; "" if there is none.
    platform : Platform
    rest : str
        Of a file: its name as the student gave it.
    tick : str
        The tick that the name ends with; "" if none.
    late : bool
        Whether Canvas calls it late.
    order : int
        Canvas's number of the file, or the digits of the time in the name: a later one is larger.
    others : tuple of str
        What else the login may be, where the assignment's title is not always told from it.
    """

    name: str
    number: str = ""
    platform: Platform = Platform.PLAIN
    rest: str = ""
    tick: str = ""
    late: bool = False
    order: int = 0
    others: tuple[str, ...] = ()

    def is_feedback(self, path: tuple[str, ...]) -> bool:
        """Tell whether a path in a student's folder is of what an instructor gave back."""
        return self.platform is Platform.SAKAI and path[:1] == ("Feedback Attachment(s)",)


@dataclass(frozen=True)
class Layout:
    """Where in a collection the students are.

    Attributes
    ----------
    around : tuple of str
        The folders around all of it.
    ticks : dict
        What a tick may be called -> the tick.
    attempts: bool
        Whether Blackboard has named the files.
    lists : frozenset of str
        Files that a platform puts beside the students' work.
    title : str
        What Blackboard's names of several students begin with: the assignment's title, and ``_``.
    clones : bool
        Whether GitHub Classroom has named the folders.
    """

    around: tuple[str, ...]
    ticks: Mapping[str, str]
    attempts: bool = False
    lists: frozenset[str] = frozenset()
    title: str = ""
    clones: bool = False

    def unit(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """Give the part of a path that tells whose it is.

        Parameters
        ----------
        parts : tuple of str
            A path, from the folder or the zip file down.

        Returns
        -------
        tuple of str
            The outermost folder or file; in a tick's folder, the one in it.
        """
        if parts[: len(self.around)] != self.around:
            return parts[:1]
        first = len(self.around) + 1
        if len(parts) > first and self.tick(parts[first - 1]):
            first += 1
        return parts[:first]

    def tick(self, name: str) -> str:
        """Give the tick of this name, however it is written; "" if there is none."""
        return self.ticks.get(name.casefold(), "")

    def tick_of_file(self, name: str) -> str:
        """Give the tick that a file's name is of; "" if it is of none."""
        return self.tick(stem(name)) or self.tick(_uncopied(stem(name)))

    def owner(self, unit: tuple[str, ...], is_file: bool) -> Owner:
        """Read an outermost name.

        Parameters
        ----------
        unit : tuple of str
            As `unit` gives it.
        is_file : bool
            Whether it is a file and not a folder.

        Returns
        -------
        Owner
            What it says.
        """
        name = unit[-1]
        above = self.tick(unit[-2]) if len(unit) > 1 else ""
        if found := _MOODLE.fullmatch(name):
            rest = (found["rest"] or "") if is_file else ""
            return Owner(found["name"], found["number"] or "", Platform.MOODLE, rest, above)
        if is_file and self.attempts and (found := _BLACKBOARD.fullmatch(name)):
            order = int(found["when"].replace("-", ""))
            rest = found["rest"] or name
            known = self._behind("_", found["whole"])[:1]
            login, *others = logins(found["whole"], self.title, known)
            told = Owner(login, "", Platform.BLACKBOARD, rest, above, order=order)
            return replace(told, others=tuple(others))
        if found := _BRIGHTSPACE.fullmatch(name):
            rest, order = (found["rest"] or name) if is_file else "", _in_digits(found["when"])
            told = Owner(found["name"], found["number"], Platform.BRIGHTSPACE, rest, above)
            return replace(told, order=order)
        if is_file and (found := _ANONYMOUS.fullmatch(name) or _CANVAS.fullmatch(name)):
            who = found["name"] if found.re is _CANVAS else ""
            return Owner(
                who, found["number"], Platform.CANVAS, found["rest"] or found["typed"], above,
                bool(found["late"]), int(found["file"] or 0),
            )  # fmt: skip
        if not is_file and (found := _GRADESCOPE.fullmatch(name)):
            return Owner("", found["number"], Platform.GRADESCOPE, "", above)
        if not is_file and (found := _SAKAI.fullmatch(name)):
            return Owner(found["name"], found["number"], Platform.SAKAI, "", above)
        if is_file:
            return self._plain(name, above)
        # GitHub Classroom calls a student's folder as the assignment and the login: tick4-ada.
        behind = self._behind("-", name)
        if self.clones and behind:
            return Owner(behind[0], tick=above, others=(name, *behind[1:]))
        return Owner(name, tick=above, others=behind)

    def _behind(self, between: str, name: str) -> tuple[str, ...]:
        """Give what stands in a name behind what people call a tick."""
        found = (_found(rf"{called}{between}(.+)", name) for called, _ in self._called())
        return tuple(match[1] for match in found if match)

    def _called(self) -> list[tuple[str, str]]:
        """Give patterns of what people call ticks, and the tick if that is its whole name."""
        whole = sorted(self.ticks.values(), key=len, reverse=True)
        short = filter(None, map(_SHORT.fullmatch, whole))
        return [(re.escape(tick), tick) for tick in whole] + [
            (rf"{re.escape(found[1])}[ _-]?0*{found[2]}", "") for found in short
        ]

    def _plain(self, name: str, above: str) -> Owner:
        whole = stem(name)
        tails = dict.fromkeys((whole, _uncopied(whole)))
        for tail in tails:
            for called, tick in self._called():
                if found := _found(rf"(.*\S){_BETWEEN}{called}", tail):
                    return Owner(_COPY_OF.sub("", found[1]), rest=name, tick=above or tick)
        if any(_found(called, tail) for called, _ in self._called() for tail in tails):
            return Owner("", rest=name, tick=above)  # only the tick is told, and not whose it is
        tail = _COPY_OF.sub("", _COPY_OF_STUDENT.sub("", whole)) if len(whole) <= _LONGEST else ""
        for called, tick in self._called():
            if found := _found(rf"{called}{_BETWEEN}(\S.*)", tail):
                return Owner(found[1], rest=name, tick=above or tick)
        student = "" if above else whole.rpartition("_")[0]
        return Owner(student or whole, rest=name, tick=above)


def _uncopied(name: str) -> str:
    """Give a file's name, without its ending, as it was before it was copied."""
    return _COPY_OF.sub("", _COPY.sub("", name)) if len(name) <= _LONGEST else name


#: An underscore, or a dash with spaces around it.
_BETWEEN = r"(?:\s*_|\s+[-\u2013]\s+)"


def _found(pattern: str, name: str) -> re.Match[str] | None:
    flags = re.IGNORECASE | re.DOTALL
    return re.fullmatch(pattern, name, flags) if len(name) <= _LONGEST else None


def layout_of(source: Source, ticks: Collection[str]) -> Layout:
    """Find where in a collection the students are.

    Folders around a class are left out: those that platforms and nbgrader
    use, and in a zip file one of the zip file's own name. Any other folder
    is a student's, however its files are called.

    Parameters
    ----------
    source : Source
        What was handed in.
    ticks : collection of str
        Their names.

    Returns
    -------
    Layout
        What to read identities with.
    """
    around: tuple[str, ...] = ()
    while len(around) < 3:
        names = {n: d for n, d in source.names(around).items() if not is_system(n)}
        names = {n: d for n, d in names.items() if d or n != "submission_metadata.yml"}
        only = next(iter(names), "")
        own = source.is_zip and only in (source.stem, _OF_ZIP.sub("", source.stem, 1))
        if len(names) != 1 or not names[only] or not (own or _AROUND.fullmatch(only)):
            break
        around = (*around, only)
    called = {tick.casefold(): tick for tick in ticks}
    names = source.names(around)
    wholes = {match["whole"] for match in map(_BLACKBOARD.fullmatch, names) if match}
    found = Layout(around, called, _are_attempts(names), _lists(names), title_of(wholes))
    folders = [name for name, is_folder in names.items() if is_folder and not is_system(name)]
    # One that is called as a tick is around students', and is no student's.
    clones = all(found._behind("-", name) and not found.tick(name) for name in folders)
    return replace(found, clones=clones and len(folders) > 0)


def _lists(names: Collection[str]) -> frozenset[str]:
    """Give what Brightspace and Sakai put beside the students' work, if one of them did."""
    found: set[str] = set()
    if any(map(_BRIGHTSPACE.fullmatch, names)):
        found.add("index.html")
    if any(map(_SAKAI.fullmatch, names)):
        found.update(_OF_SAKAI)
    return frozenset(found)


def is_of_sakai(names: Collection[str]) -> bool:
    """Tell from what is in a folder whether Sakai put it around students' work."""
    return not _OF_SAKAI.isdisjoint(names) and any(map(_SAKAI.fullmatch, names))


def _in_digits(when: str) -> int:
    """Give the time that Brightspace writes as "Dec 5, 2026 1149 AM" as 20261205114900; 0 if none."""
    first, second, year, clock, *half = when.replace(",", "").split(" ")
    day, month = sorted((first, second))  # digits come before letters
    form = "%d %b %Y %I%M %p" if half else "%d %b %Y %H%M"
    with suppress(ValueError):
        text = " ".join((day, month[:3], year, f"{clock:0>4}", *half))
        return int(datetime.strptime(text, form).strftime("%Y%m%d%H%M%S"))
    return 0


def _are_attempts(names: Mapping[str, bool]) -> bool:
    """Tell whether Blackboard has named the files, and not Canvas, or a student of Canvas's."""
    files = [name for name, is_folder in names.items() if not is_folder]
    found = [name for name in files if _BLACKBOARD.fullmatch(name)]
    return all(name in found for name in files if is_notebook(name)) and any(
        not _CANVAS.fullmatch(name) for name in found
    )


def is_around(name: str) -> bool:
    """Tell whether a folder is one that platforms put around several students'."""
    return _AROUND.fullmatch(name) is not None


def is_system(name: str) -> bool:
    """Tell whether a file or folder is one that no student made."""
    return _SYSTEM.fullmatch(name) is not None


def is_notebook(name: str) -> bool:
    """Tell whether a file has a notebook's name, also with an ending that browsers add."""
    return _NOTEBOOK.search(name) is not None


def stem(name: str) -> str:
    """Give a file's name without its ending."""
    found = _NOTEBOOK.sub("", name)
    return _ENDING.sub("", name) if found == name else found
