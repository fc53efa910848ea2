"""What labkit keeps in the gradebook, beside nbgrader's own tables.

It is in the same file so that it changes in one piece with the marks that it is about:

- of a grade on whose question there is a ruling, the extra credit that a person gave. nbgrader has
  no field for a ruling: what it adds or takes is written as extra credit.
- what people had entered at the last run, so that what they change is noticed.
- a digest of what was written last, so that what has not changed is not written again.
"""

import hashlib
import json
import math
from typing import Any, NamedTuple

from sqlalchemy import Column, Float, MetaData, String, Table, Text, delete, insert, select
from sqlalchemy.orm import Session

_TABLES = MetaData()

_RULED = Table(
    "labkit_ruled",
    _TABLES,
    Column("grade", String(32), primary_key=True),
    Column("own", Float),
    Column("written", Float, nullable=False),
)

_SEEN = Table(
    "labkit_seen",
    _TABLES,
    Column("place", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

_WRITTEN = Table(
    "labkit_written",
    _TABLES,
    Column("place", Text, primary_key=True),
    Column("digest", String(64), nullable=False),
)


class Extra(NamedTuple):
    """The extra credit of a grade with a ruling: a person's own, and what was written for it."""

    own: float | None
    written: float


class Kept:
    """What labkit keeps in an open gradebook.

    Nothing is on the disk before the session is committed.

    Parameters
    ----------
    session : Session
        That of the gradebook.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        _TABLES.create_all(session.connection())
        self.extra = {
            grade: Extra(own, written)
            for grade, own, written in session.execute(select(*_RULED.columns))
        }
        seen = session.execute(select(*_SEEN.columns))
        self.seen: dict[str, Any] = {place: json.loads(value) for place, value in seen}
        self._digests = {
            place: digest for place, digest in session.execute(select(*_WRITTEN.columns))
        }

    def own_extra(self, grade: str, extra: float | None) -> float | None:
        """Tell the extra credit that a person gave from what a ruling added.

        Parameters
        ----------
        grade : str
            The grade's id.
        extra : float or None
            What the gradebook has.

        Returns
        -------
        float or None
            The person's own. What was entered since the ruling is.
        """
        kept = self.extra.get(grade)
        if kept is None:
            return extra
        as_written = math.isclose(extra or 0.0, kept.written, abs_tol=1e-9)
        return kept.own if as_written else extra

    def keep_extra(self, grade: str, extra: Extra | None) -> None:
        """Keep the extra credit of a grade with a ruling; None: there is no ruling any more."""
        self._replace(_RULED, _RULED.c.grade == grade, extra and (grade, *extra))
        if extra:
            self.extra[grade] = extra
        else:
            self.extra.pop(grade, None)

    def see(self, place: str, value: object) -> None:
        """Keep what a person has entered in some place."""
        self._replace(_SEEN, _SEEN.c.place == place, (place, json.dumps(value)))
        self.seen[place] = value

    def is_written(self, place: str, *what: object) -> bool:
        """Tell whether this was written there last."""
        return self._digests.get(place) == _digest(what)

    def set_written(self, place: str, *what: object) -> None:
        """Keep that this is written there."""
        self._replace(_WRITTEN, _WRITTEN.c.place == place, (place, _digest(what)))

    def _replace(self, table: Table, where: Any, values: tuple[object, ...] | None) -> None:
        self._session.execute(delete(table).where(where))
        if values:
            self._session.execute(insert(table).values(values))


def _digest(what: object) -> str:
    return hashlib.sha256(json.dumps(what, default=str).encode()).hexdigest()
