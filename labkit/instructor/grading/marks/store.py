"""The records of a class: one file for each row, from which all else is derived."""

from collections.abc import Sequence
from pathlib import Path

from labkit.instructor.grading.base.atomic import file_name, write_whole
from labkit.instructor.grading.judging.record import Record, Submission, from_json

#: The folder with the records of files that are not graded.
OTHER = "other-files"


class Store:
    """The records in the folder of a class.

    A record is written whole or not at all; one that cannot be read counts as not there.
    """

    def __init__(self, out: Path) -> None:
        self.folder = out / "records"

    @classmethod
    def opened(cls, out: Path) -> "Store":
        """Open the records of a class, or raise if nothing was ever graded into that folder."""
        store = cls(out)
        if not store.folder.is_dir():
            raise FileNotFoundError(
                f"marks must be the folder that labkit grade wrote marks into (its --out), not {out}"
            )
        return store

    def all(self) -> list[Record]:
        """Return every record, those of a tick together, by student."""
        records = map(_read, sorted(self.folder.glob("*/*.json")))
        return [record for record in records if record]

    def of(self, student: str, tick: str) -> Record | None:
        """Return one student's record of a tick, or None."""
        return _read(self.folder / tick / f"{file_name(student)}.json")

    def save(self, record: Record) -> None:
        """Write a record, in place of an earlier one of the same student and tick, or of that file."""
        folder, name = record.tick, record.student
        if record.batch is not None:
            folder, name = OTHER, f"{record.batch}/{record.file}/{record.student}"
        write_whole(self.folder / folder / f"{file_name(name)}.json", record.to_json())

    def save_ungraded(self, handed_in: Sequence[Submission], batch: str) -> None:
        """Write what is not graded of a folder or zip file, in place of what was not before.

        What was handed in again, perhaps mended, takes the place of what was not graded, whatever
        that was in: a class is downloaded again under another name, and no refusal is for ever.
        """
        again = {(s.student, s.file) for s in handed_in}
        again |= {(s.student, s.tick) for s in handed_in if s.student}
        for path in self.folder.glob(f"{OTHER}/*.json"):
            old = _read(path)
            same = old and again & {(old.student, old.tick), (old.student, old.file)}
            if old is None or same or old.batch == batch:
                path.unlink()
        for s in handed_in:
            if s.status:
                self.save(Record(**s.known, batch=batch))


def _read(path: Path) -> Record | None:
    try:
        return from_json(path.read_text(encoding="utf8"))
    except (OSError, ValueError):
        return None
