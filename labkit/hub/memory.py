"""What the grading service remembers from one round to the next."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from labkit.hub.course import Course
from labkit.hub.versions import HandedIn, Versions, counting

#: So often all is looked at again, whether anything seems to have changed or not.
REGULARLY = timedelta(minutes=15)

#: So often every version is looked at, for pages that have changed and deadlines that have passed.
OFTEN = timedelta(seconds=15)

#: A student and a tick.
Work = tuple[str, str]

NEVER = datetime.fromtimestamp(0, UTC)


def is_past(when: datetime, span: timedelta) -> bool:
    """Tell whether something was longer ago than that.

    Parameters
    ----------
    when : datetime
        In UTC. What is of the future was noted before the clock was set back: nobody knows how long
        ago that is, and it counts as long.
    span : timedelta

    Returns
    -------
    bool
    """
    return not timedelta() <= datetime.now(UTC) - when <= span


class Memory:
    """What one round need not read anew after another. All of it is on the disk, too.

    Attributes
    ----------
    works : dict
        (student, tick) -> the versions that are known.
    given : dict
        Version -> what it was given back for: the state of its page, or of its notice.
    read : datetime
        When all of this was read last.
    looked_at : datetime
        When every version was looked at last.
    state : object
        What else pages depend on, as it was then.
    """

    def __init__(self) -> None:
        self.works: dict[Work, list[HandedIn]] = {}
        self.given: dict[tuple[str, str, str], object] = {}
        self.read = self.looked_at = NEVER
        self.state: object = None

    def is_fresh(self, state: object) -> bool:
        """Tell whether there is nothing to do where nothing was handed in."""
        return self.state == state and not is_past(self.looked_at, OFTEN)

    def looked(self, state: object) -> None:
        """Remember that every version was looked at; None if that must be done again at once."""
        self.looked_at, self.state = datetime.now(UTC), state

    def bring_up_to_date(
        self,
        course: Course,
        versions: Versions,
        collected: Iterable[HandedIn],
        trouble: list[str],
    ) -> None:
        """Read what has changed; regularly, all, and at once what could not be read."""
        new = {(version.student, version.tick) for version in collected}
        todo = new
        if is_past(self.read, REGULARLY):
            self.works, self.read, todo = {}, datetime.now(UTC), {*versions.works()} | new
            self.given.clear()
        for work in sorted(todo):
            try:
                if work in new:
                    versions.make_room(*work, counting(versions.of(*work), course.late))
                self.works[work] = versions.of(*work)
            except OSError as error:  # not marked as if there were none
                self.works.pop(work, None)
                self.read = NEVER
                trouble.append(f"{', '.join(work)}: its versions cannot be read: {error}")
