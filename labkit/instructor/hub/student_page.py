"""A student's own page: the ticks, with deadlines, marks and feedback; and the ticks' files."""

from datetime import UTC, datetime
from typing import Any

from labkit.instructor.hub.class_page import in_zone
from labkit.instructor.hub.class_state import ClassState
from labkit.instructor.hub.submissions import counting


def own_ticks(state: ClassState, username: str) -> list[dict[str, Any]]:
    """Return what a student's page shows of each tick that the student has, or can have."""
    student, course, released = state.student(username), state.course, state.released
    policy, now = course.policy, datetime.now(UTC)
    rows = {row.record.tick: row for row in state.loop.rows if row.record.student == student}
    lines = []
    for name, tick in state.ticks.items():
        work = student, name
        times = state.versions.times(work)
        if name not in released and not times:
            continue
        due, counts = policy.deadline(*work), counting(times, work, policy)
        over = due is None or now > due + policy.grace
        row = rows.get(name) if over or course.feedback == "at once" else None
        lines.append(
            {
                "name": name,
                "deadline": in_zone(state, due),
                "extended": due != policy.deadlines.get(name),  # is it this student's own?
                "handed_in": counts and in_zone(state, counts),  # what counts
                "versions": len(times),
                "waiting": work in state.loop.waiting,
                "row": row if row and row.points is not None else None,
                "out_of": sum(tick.points.values()),
            }
        )
    return lines


def receipt(state: ClassState, username: str, tick: str, when: datetime) -> dict[str, Any]:
    """Return the receipt for a version that a student handed in at a time."""
    work, policy = (state.student(username), tick), state.course.policy
    times = state.versions.times(work)
    return {
        "when": in_zone(state, when),
        "version": len(times),
        "deadline": in_zone(state, policy.deadline(*work)),
        "counts": counting(times, work, policy) == when,
    }
