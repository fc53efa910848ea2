"""For people who mark: rubrics and worksheets, what students object to, and what is alike.

All begins with the records of a class, and nothing runs a line of a student's code.
"""

from pathlib import Path

from labkit.instructor.grading.judging.record import Record
from labkit.instructor.grading.judging.tick import Tick, load_ticks
from labkit.instructor.grading.marks.store import Store


def load_class(
    out: Path, sources: Path, tick: str | None = None
) -> tuple[list[Record], dict[str, Tick]]:
    """Load the records with a notebook of a class, or of one `tick` of it, and the ticks by name."""
    store, ticks = Store.opened(out), load_ticks(sources, tick)
    records = [r for r in store.all() if r.notebook and r.tick in ticks]
    if not records:
        raise ValueError(
            "marks must be a folder that labkit grade has made with --out, with submissions of "
            f"{tick or 'a tick'}, not {out}"
        )
    return records, ticks
