"""Whether a run would change what lateness has cost anybody, which it must be told to do."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from labkit.grading.results.late import Lateness, Policy
from labkit.grading.submission.record import Record

#: How many are named.
_NAMED = 5


class PenaltiesWouldChange(ValueError):
    """A run would take more or less off marks that are there already."""


@dataclass(frozen=True)
class Change:
    """One student's penalty, now and after a run.

    Attributes
    ----------
    record : Record
        As it is now.
    before, after : Lateness
    """

    record: Record
    before: Lateness
    after: Lateness

    def __str__(self) -> str:
        """Say it in a few words."""
        return (
            f"{self.record.student} ({self.record.tick}): {_in_words(self.before)} -> "
            f"{_in_words(self.after)}"
        )


def _in_words(late: Lateness) -> str:
    return "unknown" if late.unknown else f"{100 * late.penalty:.6g}%"


def changes(
    records: Iterable[Record], before: Policy, after: Policy, renewed: Callable[[Record], Record]
) -> list[Change]:
    """Find the marks whose penalty would be another one.

    Parameters
    ----------
    records : iterable of Record
        Those of a class, as they are.
    before, after : Policy
        What late work lost, and is to lose.
    renewed : callable
        Gives a record with the time that it is to have.

    Returns
    -------
    list of Change
        Without those of whom nothing was known: to learn when they handed in
        is what was asked for.
    """
    found = []
    for record in records:
        if not record.marks:
            continue
        change = Change(record, _lateness(before, record), _lateness(after, renewed(record)))
        if not change.before.unknown and change.before.penalty != change.after.penalty:
            found.append(change)
    return found


def _lateness(policy: Policy, record: Record) -> Lateness:
    return policy.lateness(record.student, record.tick, record.submitted, record.dated)


def refuse(found: list[Change]) -> None:
    """Refuse a run that would change penalties.

    Parameters
    ----------
    found : list of Change
        As `changes` gives them.

    Raises
    ------
    PenaltiesWouldChange
        If there is any.
    """
    if found:
        named = "; ".join(map(str, found[:_NAMED])) + ("; ..." if len(found) > _NAMED else "")
        raise PenaltiesWouldChange(
            f"late must leave the penalties of earlier runs as they are, and {len(found)} would be "
            f"another one: {named}. Give --change-penalties if that is meant"
        )
