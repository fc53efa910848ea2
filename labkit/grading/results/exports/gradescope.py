"""``results.json`` of one submission, as a Gradescope autograder gives it.

The format is that of https://gradescope-autograders.readthedocs.io/en/latest/specs/ (Output format).
"""

import json
from collections.abc import Iterable

from labkit.grading.results.exports.final import Export, final
from labkit.grading.results.marks import Row

#: When students see it: as soon as the instructor publishes the grades.
VISIBILITY = "after_published"


def gradescope(rows: Iterable[Row], tick: str) -> Export:
    """Write a ``results.json`` for each student with final marks.

    Parameters
    ----------
    rows : iterable of Row
        All of a class.
    tick : str
        The tick that the assignment is.

    Returns
    -------
    Export
        A file ``gradescope-tick/student/results.json`` for each.
    """
    done, left_out = final(rows, tick)
    files = {
        f"gradescope-{tick}/{student}/results.json": json.dumps(results(row), indent=1).encode()
        for student, row in sorted(done.items())
    }
    undated = [student for student, row in sorted(done.items()) if row.late.unknown]
    return Export(files, sorted(done), left_out, [], undated)


def results(row: Row) -> dict[str, object]:
    """Give what Gradescope shows of one submission.

    Parameters
    ----------
    row : Row
        A student's marks.

    Returns
    -------
    dict
        As JSON has it. ``score`` is what counts, with the penalty for
        lateness taken off; it goes before the sum of the tests.
    """
    says = []
    if row.penalty:
        says.append(
            f"{row.before:g} points, and {row.penalty:g} less for {row.late.days} days of lateness."
        )
    if row.late.unknown:
        says.append("When it was handed in is not known: nothing is taken off for lateness.")
    found: dict[str, object] = {
        "score": row.points,
        "output": " ".join(says),
        "output_format": "text",
        "test_output_format": "text",
        "visibility": VISIBILITY,
        "stdout_visibility": "hidden",
        "tests": [_test(row, question) for question in row.earned],
        "extra_data": {"student": row.record.student, "tick": row.record.tick},
    }
    return found


def _test(row: Row, question: str) -> dict[str, object]:
    points, out_of = row.earned[question] or 0.0, row.points_of[question]
    mark = row.record.mark(question)
    says = [row.by_hand.comments.get(question, "")]
    if question in row.ruled:
        says.append(row.ruled[question].says)
    elif mark and points < out_of:
        says.append(mark.told)
    return {
        "name": question,
        "name_format": "text",
        "score": points,
        "max_score": out_of,
        "status": "passed" if points >= out_of else "failed",
        "output": " ".join(filter(None, says)),
        "output_format": "text",
        "visibility": VISIBILITY,
    }
