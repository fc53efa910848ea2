"""From what a class handed in to a `Submission` for each file; no student's spoils another's."""

import json
import re
import time
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from posixpath import dirname, relpath

from labkit.checks.marking import Status
from labkit.instructor.grading.judging.record import Submission
from labkit.instructor.grading.judging.restore import tick_of
from labkit.instructor.grading.judging.tick import Tick
from labkit.instructor.grading.submissions.identify import (
    Layout,
    Owner,
    Parts,
    copy_number,
    display,
    from_name,
    is_notebook,
    letters,
    twin_key,
)
from labkit.instructor.grading.submissions.notebook_file import (
    ALL_SECONDS,
    Budget,
    other_kind,
    read,
)
from labkit.instructor.grading.submissions.platforms import PLAIN, Platform, read_platforms
from labkit.instructor.grading.submissions.roster import Groups, Roster
from labkit.instructor.grading.submissions.times import Times, parse_time
from labkit.instructor.grading.submissions.unpack import EMPTY, Entry, unpack, unpack_inner

#: Of one student: notebooks, zip files.
MOST_NOTEBOOKS = 30
MOST_ZIPS = 3

#: What may go with a notebook: files, and bytes together.
MOST_COMPANIONS = 20
LARGEST_COMPANIONS = 5_000_000

#: A companion's path: at most five names, without what has a meaning for a path or another system,
#: and the first is none of labkit's or of nbgrader's. What is hidden, as .course, is none.
_COMPANION = re.compile(
    r"(?i)(?!(labkit|labkit\.py|timestamp\.txt)(/|$))"
    r"(\w[\w .,;+@&#%!()='’-]{0,59}(?<![ .])(/|$)){1,5}"
)


@dataclass(frozen=True, kw_only=True)
class _File(Entry):
    """A file of a student: whose it is, and its path as the student gave it, from a / on."""

    owner: Owner
    path: str


def collect(
    submissions: Path,
    ticks: Mapping[str, Tick],
    *,
    tick: str = "",
    roster: Roster | None = None,
    groups: Groups | None = None,
    times: Times | None = None,
    file_times: bool = False,
    others: Iterable[str] = (),
    platforms: Mapping[str, Platform] | None = None,
) -> list[Submission]:
    """Return every submission in a folder or a zip file, and a refused one for what is none.

    What could be of any tick is taken for `tick`. Of a group's work each member has one. `others` are
    the students who have earlier work; with `file_times` the files' own times are those of handing
    in. Of several notebooks of one student and tick, the last is to be graded.
    """
    times = times or Times({})
    entries = unpack(submissions, times.zone)
    paths = {entry.parts: entry.refusal != EMPTY for entry in entries}
    layout = Layout(paths, submissions.stem, ticks, platforms or read_platforms())
    by_nbgrader = submissions.is_dir() and layout.platform.name == PLAIN
    owners = _find_owners(layout, times.zone, roster, groups, others)
    stamps, students = dict[Parts, datetime](), defaultdict[str, list[_File]](list)
    for entry in entries:
        if by_nbgrader and entry.parts[-1] == "timestamp.txt" and entry.size < 100:
            with suppress(Exception):  # not nbgrader's: nobody tells the time
                stamps[entry.parts[:-1]] = parse_time(entry.read().decode(), UTC)
        for owner in owners[entry.parts[: layout.depth]]:
            rest = "/".join(entry.parts[len(owner.unit) :]) or owner.rest or owner.unit[-1]
            students[owner.student].append(_File(**vars(entry), owner=owner, path=f"/{rest}"))
    collector = _Collector(layout, ticks, tick, times, stamps, file_times)
    rows: list[Submission] = []
    for files in students.values():
        try:
            rows += [*collector.rows(files)]
        except Exception as error:  # whatever it is, it is one student's
            rows.append(collector.row(files[0], f"it cannot be taken in: {_tell(error)}"))
    return sorted(rows, key=lambda row: row.file)


def _find_owners(
    layout: Layout,
    zone: tzinfo,
    roster: Roster | None,
    groups: Groups | None,
    others: Iterable[str],
) -> dict[Parts, list[Owner]]:
    """Return whose each outermost folder or file is, or why that is not known."""
    of_unit = {unit: _members(layout.owner(unit), groups) for unit in layout.units}
    owners = [owner for each in of_unit.values() for owner in each]
    alike, platform = defaultdict[str, set[str]](set), layout.platform
    roster = roster or (groups.everyone if groups else None)
    hint = "" if platform.name == PLAIN else "; of a group's work, --groups FILE says whose it is"
    hint = ", and is no group of --groups" if groups else hint
    for owner in owners:
        name = owner.student or owner.name
        try:
            owner.student = owner.student or from_name(name, owner.number)
            if roster and not owner.group:
                try:
                    student = roster.find(name, owner.number, platform.name)
                except ValueError as error:
                    raise ValueError(f"{error}{hint}") from None
                owner.student, owner.name = student.identifier, student.display
                if platform.name == PLAIN:  # by whichever of the student's names it goes
                    owner.label = owner.student
            if owner.when:
                owner.time = parse_time(owner.when, zone, platform.times)
        except ValueError as error:
            owner.refusal = owner.refusal or _tell(error)
        if not owner.group:
            alike[twin_key(owner.student)].add(owner.label or name)
    for other in {*others} - {owner.student for owner in owners}:
        alike[twin_key(other)].add(other)
    for owner in owners:
        names = alike[twin_key(owner.student)]
        if len(names) > 1 and not owner.refusal:
            several = display(" and ".join(sorted(names)))
            owner.refusal = (
                f"{several} would be marked as one and the same student: rename one of them"
            )
    return of_unit


def _members(owner: Owner, groups: Groups | None) -> list[Owner]:
    """Return an owner for each member of the group that it is, or else the one."""
    key = letters(owner.name) or owner.name
    if not groups or key not in groups.members:
        return [owner]
    return [
        replace(
            owner, student=m.identifier, name=m.display, number=m.number, group=groups.names[key]
        )
        for m in groups.members[key]
    ]


@dataclass(frozen=True)
class _Collector:
    """What every student's work is read with; `stamps` are nbgrader's times by folders."""

    layout: Layout
    ticks: Mapping[str, Tick]
    usual: str  # the tick where nothing says which it is
    times: Times
    stamps: Mapping[Parts, datetime]
    by_files: bool

    def rows(self, files: list[_File]) -> Iterator[Submission]:
        """Yield all that one student has handed in."""
        refusals = [file.owner.refusal for file in files if file.owner.refusal]
        if refusals:  # of an attempt that cannot be read, too: an older one must not count
            for unit, file in {file.owner.unit: file for file in files}.items():
                reason = file.refusal or file.owner.refusal or refusals[0]
                yield self.row(replace(file, parts=unit, path=""), reason)
            return
        opened = _open_zips(files)
        refused = [file for file in opened if file.refusal not in ("", EMPTY)]
        whole = [file for file in opened if not file.refusal]
        notebooks = [file for file in whole if is_notebook(file.path)]
        for file in refused[:1]:
            yield self.row(file, file.refusal)
        for file in notebooks[MOST_NOTEBOOKS:][:1]:
            yield self.row(file, f"more than {MOST_NOTEBOOKS} notebooks of one student")
        if not (refused or notebooks):
            first = min(files, key=lambda file: file.refusal == EMPTY)
            reason = first.refusal or other_kind(first.read()) or "not a notebook (.ipynb)"
            yield self.row(first, reason)
        yield from self._choose(notebooks[:MOST_NOTEBOOKS], whole)

    def _choose(self, notebooks: Iterable[_File], files: list[_File]) -> Iterator[Submission]:
        """Yield a student's notebooks: of each tick the last is to be graded, with its companions."""
        by_tick, budget = defaultdict[str, list[tuple[Submission, _File]]](list), Budget()
        # The last first: where older ones take too long to read, it has been.
        for file in sorted(notebooks, key=self._last, reverse=True):
            named, began = self._tick(file), time.thread_time()
            try:
                if budget.left <= 0:
                    raise ValueError(
                        f"to read this student's other files took {ALL_SECONDS:g} s of processor time: "
                        "hand in this one alone"
                    )
                notebook = read(file.read(), budget)
                tick = tick_of(notebook, self.ticks, named) or named or self.usual
                if named not in ("", tick):
                    raise ValueError(
                        f"it is handed in as {named}, but its cells are those of {tick}"
                    )
                if not tick:
                    raise ValueError(
                        "neither its name nor its cells say which tick it is: --tick NAME can say it"
                    )
                by_tick[tick].append((self.row(file, "", tick, notebook), file))
            except Exception as error:  # notebooks, and files in a zip file, can be broken
                yield self.row(file, _tell(error))
            budget.left -= time.thread_time() - began
        for each in by_tick.values():
            if len(each) > 1:
                each.sort(key=self._preference)
            *replaced, (last, its_file) = each
            if any(file.owner.when == its_file.owner.when for _, file in replaced):
                last = replace(
                    last,
                    notebook=_noted(
                        last.notebook,
                        f"{len(each)} notebooks; this one was taken: {display(its_file.path[1:], 300)}",
                    ),
                )
            yield from self._with_files(last, its_file, files)
            reason = "another file of this student was graded for this tick"
            for row, _ in replaced:
                yield replace(row, notebook="", status=Status.REPLACED, reason=reason)

    def row(self, file: _File, reason: str = "", tick: str = "", notebook: str = "") -> Submission:
        """Return a file as a submission; with a reason, as one that is not graded."""
        owner, tick = file.owner, tick or self._tick(file) or self.usual
        who, name = twin_key(owner.student), display(owner.name)
        keys = (self.layout.platform.name, owner.number), (who, tick.casefold()), (who, "")
        stamp = self.stamps.get(file.parts[: len(owner.unit) + 1])
        when = next(filter(None, (*map(self.times.when.get, keys), owner.time, stamp)), None)
        return Submission(
            owner.student,
            tick,
            display("/".join(file.parts), 300),
            when or file.modified,
            Status.REFUSED if reason else None,
            reason,
            name if name != owner.student else "",
            bool(when) or self.by_files,
            bool(owner.late),
            owner.group,
            notebook,
        )

    def _tick(self, file: _File) -> str:
        """Return the tick that a file's path names; "" if it names none."""
        named = map(self.layout.tick, file.path.split("/"))
        return file.owner.tick or next(filter(None, named), "")

    def _preference(self, one: tuple[Submission, _File]) -> tuple[object, ...]:
        """Prefer the last attempt, and in it what is more than the notebook that was given out."""
        row, file = one
        given = {cell.source.strip() for cell in self.ticks[row.tick].notebook().cells}
        own = {cell["source"].strip() for cell in json.loads(row.notebook)["cells"]}
        attempt, *last = self._last(file)
        return attempt, bool(own - given), row.submitted, *last

    def _last(self, file: _File) -> tuple[object, ...]:
        """Return what tells which of a student's files is the last, by names and times alone."""
        copy = copy_number(file.path.rpartition("/")[2])
        return str(file.owner.time or ""), file.modified, copy, file.parts

    def _with_files(self, row: Submission, main: _File, files: list[_File]) -> Iterator[Submission]:
        """Yield a row with the files beside its notebook, and one that says if they are too much."""
        folder = dirname(main.path)
        beside = {
            path: file
            for file in files
            # As programs are typed in; macOS may have another form, and finds either.
            if (path := unicodedata.normalize("NFC", relpath(file.path, folder)))
            and _COMPANION.fullmatch(path)
            and not is_notebook(path)
            and path not in self.ticks[row.tick].files
            and file.owner.when == main.owner.when
        }
        size = sum(file.size for file in beside.values())
        if len(beside) > MOST_COMPANIONS or size > LARGEST_COMPANIONS:
            reason = (
                f"the {len(beside)} files beside the notebook are left out: there may be "
                f"{MOST_COMPANIONS}, of {LARGEST_COMPANIONS // 1_000_000} MB together"
            )
            yield self.row(next(iter(beside.values())), reason, row.tick)
            beside = {}
        yield replace(row, files={path: file.read() for path, file in beside.items()})


def _noted(notebook: str, repair: str) -> str:
    """Return a notebook, as JSON, that says what was done about it."""
    content = json.loads(notebook)
    content["metadata"].setdefault("labkit", {}).setdefault("repairs", []).append(repair)
    return json.dumps(content)


def _open_zips(files: Iterable[_File]) -> list[_File]:
    """Put the files of a student's zip files in their place, if there is no notebook beside them."""
    zips = [file for file in files if file.path.lower().endswith(".zip") and not file.refusal]
    if len(zips) > MOST_ZIPS or any(is_notebook(file.path) for file in files):
        zips = []
    opened = [file for file in files if file not in zips]
    for file in zips:
        for one in unpack_inner(file.read()):
            path = "/".join((file.path, *one.parts))
            place = {"parts": file.parts + one.parts, "path": path}
            opened.append(replace(file, **vars(one) | place))
    return opened


def _tell(error: Exception) -> str:
    """Return an error in a line that can be shown; of one without words, its kind."""
    return display(str(error) or repr(error), 200)
