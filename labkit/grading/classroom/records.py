"""The records of a class: one file for each row, from which all else is derived."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from labkit.grading.base.atomic import AnyPath, file_name, write_whole
from labkit.grading.submission.record import Record, from_json, told_of_another_form

#: The folder with the records of files that are not graded.
OTHER = "other-files"


class Store:
    """The records in the folder of a class.

    A record is written whole or not at all. One that cannot be read, after a
    power cut for instance, counts as not there; one that another version of
    labkit wrote is a row that says so.

    Parameters
    ----------
    folder : path
        The folder of the class; the records are in ``records`` there.
    """

    def __init__(self, folder: AnyPath) -> None:
        self.folder = Path(folder) / "records"

    def all(self) -> list[Record]:
        """Read every record.

        Returns
        -------
        list of Record
            In the order of ticks and students.
        """
        return list(filter(None, map(_read, sorted(self.folder.glob("*/*.json")))))

    def of(self, student: str, tick: str) -> Record | None:
        """Read one student's record of a tick.

        Parameters
        ----------
        student, tick : str
            Their names.

        Returns
        -------
        Record or None
            None if there is none.
        """
        return _read(self._place(student, tick))

    def save(self, record: Record) -> None:
        """Write a record, in place of an earlier one of the same student and tick.

        Parameters
        ----------
        record : Record
            What is to be kept.
        """
        write_whole(self._path(record), record.to_json())

    def keep_other(self, records: Iterable[Record], batch: str) -> None:
        """Write the records of the files that are not graded, as they are today.

        Parameters
        ----------
        records : list of Record
            One for each such file.
        batch : str
            Where the files are. Earlier records of the same place that are
            not among these go: the files are no longer there, or were mended.
        """
        records = [replace(record, batch=batch) for record in records]
        kept = {self._path(record) for record in records}
        for path in self.folder.glob(f"{OTHER}/*.json"):
            earlier = _read(path)
            if path not in kept and (earlier is None or earlier.batch == batch):
                path.unlink()
        for record in records:
            self.save(record)

    def remove(self, record: Record) -> None:
        """Remove a record."""
        self._path(record).unlink(missing_ok=True)

    def _path(self, record: Record) -> Path:
        if record.batch is None:
            return self._place(record.student, record.tick)
        what = record.file or f"{record.tick}/{record.student}"  # of nothing, whose it would be
        return self.folder / OTHER / f"{file_name(record.batch + '/' + what)}.json"

    def _place(self, student: str, tick: str) -> Path:
        return self.folder / tick / f"{file_name(student)}.json"


def _read(path: Path) -> Record | None:
    try:
        text = path.read_text(encoding="utf8")
    except (OSError, ValueError):
        return None
    try:
        return from_json(text)
    except ValueError:
        return told_of_another_form(text)
