"""What a class is graded by: deadlines, roster, times and the lab's folder, remembered in its folder.

A file that was given is copied into ``settings/`` as it is, so that a later run, an export, or a
mark that is changed by hand goes by the same rules.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from labkit.instructor.grading.base.atomic import write_whole
from labkit.instructor.grading.judging.record import HandedIn
from labkit.instructor.grading.marks.late import Policy, read_policy
from labkit.instructor.grading.submissions.platforms import Platform, read_platforms
from labkit.instructor.grading.submissions.roster import (
    Groups,
    Roster,
    Student,
    find_meant,
    form_groups,
    read_roster,
)
from labkit.instructor.grading.submissions.tables import decoded, read_file
from labkit.instructor.grading.submissions.times import Times, read_times

FOLDER = "settings"

#: The files that are remembered, by the option that they are given with.
_FILES = {
    "late": "late.toml",
    "roster": "roster.csv",
    "groups": "groups.csv",
    "times": "times",
    "platform": "platform.toml",
}
_VALUES = "settings.json"


@dataclass(frozen=True)
class GradingSettings:
    """What a class is graded by; `files` are those given, content and name by option.

    `file_times` tells whether the files' own times are those of handing in; `source` is the lab's
    folder.
    """

    files: Mapping[str, tuple[bytes, str]] = field(default_factory=dict)
    file_times: bool = False
    source: str = "."

    @cached_property
    def policy(self) -> Policy:
        """What late work loses: nothing if that was never said."""
        return read_policy(*self.files["late"]) if "late" in self.files else Policy()

    @cached_property
    def platforms(self) -> Mapping[str, Platform]:
        """The learning platforms, with the one that was given."""
        if "platform" not in self.files:
            return read_platforms()
        data, file = self.files["platform"]
        return read_platforms(decoded(data, "platform", file), file)

    @cached_property
    def roster(self) -> Roster | None:
        """The class; None if it was never given."""
        given = self.files.get("roster")
        return read_roster(*given, self.platforms) if given else None

    @cached_property
    def groups(self) -> Groups | None:
        """Who hands in together; None if that was never given."""
        given = self.files.get("groups")
        return form_groups(*given, self.roster) if given else None

    @cached_property
    def times(self) -> Times:
        """When work was handed in: as a list of times says, or else the platform's list of the class."""
        zone, when = self.policy.zone, dict[tuple[str, str], datetime]()
        with suppress(ValueError, KeyError):  # most lists of a class tell no times
            when |= read_times(*self.files["roster"], zone, self.platforms).when
        if "times" in self.files:
            when |= read_times(*self.files["times"], zone, self.platforms).when
        return Times(when, zone)

    def find(self, student: str, records: Iterable[HandedIn]) -> str:
        """Return the identifier of a student of the class, who may be called as in a roster."""
        students = {r.student: Student(r.student, r.display) for r in records if r.student}
        students |= self.roster.students if self.roster else {}
        return find_meant(student, students.values()).identifier

    def with_given(self, ticks: Collection[str], **given: Any) -> "GradingSettings":
        """Put what is given in the place of what was remembered; deadlines are of `ticks` only."""
        given = {option: value for option, value in given.items() if value is not None}
        paths = {option: Path(given.pop(option)) for option in _FILES.keys() & given.keys()}
        files = {option: (read_file(path, option), path.name) for option, path in paths.items()}
        if "late" in files:
            read_policy(*files["late"], ticks)
        return replace(self, files={**self.files, **files}, **given)

    def save(self, out: Path) -> None:
        """Write them into the folder of a class."""
        folder = out / FOLDER
        for option, (content, _) in self.files.items():
            write_whole(folder / _FILES[option], content)
        values = {"file_times": self.file_times, "source": self.source}
        write_whole(folder / _VALUES, json.dumps(values))


def read_settings(out: Path) -> GradingSettings:
    """Read what a class was graded by; what was never given is as by default."""
    folder = out / FOLDER
    files = {
        option: (path.read_bytes(), name)
        for option, name in _FILES.items()
        if (path := folder / name).is_file()
    }
    values = folder / _VALUES
    return GradingSettings(
        files, **json.loads(values.read_text("utf8")) if values.is_file() else {}
    )


def forget(out: Path, option: str) -> None:
    """Forget a file that was given."""
    (out / FOLDER / _FILES[option]).unlink(missing_ok=True)
