"""What a class is graded with, remembered in its folder: deadlines, roster, times.

Each is kept as the text that it was when it was given, so that a later run, or a mark
that is changed by hand, goes by the same rules without being told again.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from labkit.grading.base.atomic import AnyPath, write_whole
from labkit.grading.classroom.roster import Roster, read_roster
from labkit.grading.classroom.tables import LARGEST_TABLE, decoded
from labkit.grading.classroom.times import Times, read_times
from labkit.grading.results.late import Policy, load_policy, read_policy

#: The file in the folder of the class.
FILE = "settings.json"

SCHEMA = 1


@dataclass(frozen=True)
class Kept:
    """A file as it was when it was given.

    Attributes
    ----------
    name, text : str
        Its name, for errors, and what is in it.
    """

    name: str
    text: str


@dataclass(frozen=True)
class Settings:
    """What a class is graded with.

    Attributes
    ----------
    late, roster, times : Kept or None
        What was given as ``--late``, ``--roster`` and ``--times``.
    file_times : bool
        Whether the files' own times are those of handing in.
    """

    late: Kept | None = None
    roster: Kept | None = None
    times: Kept | None = None
    file_times: bool = False

    def policy(self, ticks: Iterable[str] | None = None) -> Policy:
        """Give what late work loses; nothing if that was never said."""
        return read_policy(self.late.text, self.late.name, ticks) if self.late else Policy()

    def students(self) -> Roster | None:
        """Give the class; None if it was never said."""
        return read_roster(self.roster.text, self.roster.name) if self.roster else None

    def handed_in(self) -> Times:
        """Give when work was handed in, as far as that was said."""
        zone = self.policy().zone
        times = read_times(self.times.text, self.times.name, zone) if self.times else Times()
        if self.roster and "last modified (submission)" in self.roster.text[:2_000].casefold():
            # Moodle's grading worksheet is both.
            with suppress(ValueError):  # in another language: asked for otherwise
                told = read_times(self.roster.text, self.roster.name, zone)
                times = replace(times, by_number={**told.by_number, **times.by_number})
        return replace(times, zone=zone)

    def with_given(
        self,
        ticks: Iterable[str],
        *,
        late: AnyPath | None = None,
        roster: AnyPath | None = None,
        times: AnyPath | None = None,
        file_times: bool | None = None,
    ) -> "Settings":
        """Put what is given now in the place of what was remembered.

        Parameters
        ----------
        ticks : iterable of str
            The ticks there are.
        late, roster, times : path, optional
            Files.
        file_times : bool, optional
            Whether the files' own times count from now on.

        Returns
        -------
        Settings
            All of it can be read.

        Raises
        ------
        FileNotFoundError, ValueError
            If a file is not there, or not what it must be; the message names it.
        """
        if late is not None:
            load_policy(late, ticks)
        found = replace(
            self,
            late=_kept(late, "late") or self.late,
            roster=_kept(roster, "roster") or self.roster,
            times=_kept(times, "times") or self.times,
            file_times=self.file_times if file_times is None else file_times,
        )
        found.policy()
        found.students()
        found.handed_in()
        return found

    def save(self, out: AnyPath) -> None:
        """Write it into the folder of a class, whole or not at all."""
        write_whole(Path(out) / FILE, json.dumps({"schema": SCHEMA} | asdict(self), indent=1))


def _kept(path: AnyPath | None, argument: str) -> Kept | None:
    if path is None:
        return None
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"{argument} must be a file that exists, not {path}")
    if path.stat().st_size > LARGEST_TABLE:
        raise ValueError(f"{argument} must be a file of at most 20 MB, not {path.name}")
    return Kept(path.name, decoded(path.read_bytes(), argument, path.name))


def remembered(out: AnyPath) -> Settings:
    """Read what a class was graded with.

    Parameters
    ----------
    out : path
        The folder of the class.

    Returns
    -------
    Settings
        Empty ones if nothing was ever given.

    Raises
    ------
    ValueError
        If the file there was changed by hand and is no longer what it must be.
    """
    path = Path(out) / FILE
    if not path.is_file():
        return Settings()
    try:
        content = json.loads(path.read_text(encoding="utf8"))
        if content.pop("schema") != SCHEMA:
            raise ValueError
        kept: Mapping[str, Kept | None] = {
            name: Kept(**content[name]) if content[name] else None
            for name in ("late", "roster", "times")
        }
        return Settings(**kept, file_times=bool(content["file_times"]))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ValueError(
            f"out must be a folder whose {FILE} is as labkit wrote it, not {out}; remove that file, "
            "and give --late, --roster and --times again"
        ) from None


def remembered_policy(out: AnyPath, ticks: Iterable[str] | None = None) -> Policy:
    """Read what late work loses, as a class was graded with it.

    Parameters
    ----------
    out : path
        The folder of the class.
    ticks : iterable of str, optional
        The ticks there are.

    Returns
    -------
    Policy
        Nothing is taken off if that was never said.
    """
    return remembered(out).policy(ticks)
