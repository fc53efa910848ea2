"""``labkit regrade``: one question anew for the whole class."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from labkit.instructor.cli._options import (
    add_marks,
    add_running,
    agreed,
    ticks_folder,
    write_points,
)

HELP = "mark one question again for the class, or change one student's mark; list what changes"

#: The rulings without points, and what they do.
_KINDS = {
    "waive": "all points for everybody who handed in; nobody loses any",
    "leave out": "no points, and no part of the tick's total",
    "keep": "as many points as before: an answer to whoever asked for another look",
    "excuse": "no mark for --student in --tick, and no loss by it",
}


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Rule on one question for the whole class or one student, excuse a student from a tick, or "
        "mark a question again by its checks as they are now. What changes is listed before anything "
        "is changed, and written into audit.jsonl."
    )
    add_marks(parser)
    add_running(parser)
    add, how = parser.add_argument, parser.add_mutually_exclusive_group()
    add("--question", default="", help="the question's name")
    add("--student", default="", help="this student alone: identifier, name, number or address")
    for kind, text in _KINDS.items():
        option = f"--{kind.replace(' ', '-')}"
        how.add_argument(option, dest="kind", action="store_const", const=kind, help=text)
    how.add_argument(
        "--points",
        type=float,
        metavar="N",
        help="this many points for everybody who handed in, or for --student; without --question, for all "
        "of the work of --student on --tick, also if it was refused",
    )
    how.add_argument(
        "--undo", action="store_true", help="take the ruling back, so that all marks are as before"
    )
    add("--why", default="", help="the reason, for the log and the students")
    add("--yes", action="store_true", help="do not ask")


def run(
    marks: Path,
    source: Path | None,
    question: str,
    jobs: int,
    unsafe: bool,
    yes: bool,
    **given: Any,
) -> int:
    """Carry the command out, and return its exit status."""
    from labkit.instructor.grading.marks.grade_class import Running
    from labkit.instructor.grading.marks.regrade import Plan, Regrading, regrade
    from labkit.instructor.grading.marks.rulings import Kind
    from labkit.instructor.grading.submissions.identify import display

    def confirm(plan: Plan) -> bool:
        of = f"{plan.question} of " if plan.question else ""
        print(f"{of}{plan.tick}: {plan.what}")
        for student, both in plan.changes.items():
            print(f"  {student}:", end="")
            parts = list(zip(("", "  total"), *both, strict=True))
            for what, was, will_be in parts if plan.question else parts[1:]:
                print(f"{what} {write_points(was)} -> {write_points(will_be)}", end="")
            print()
        for student, reason in sorted(plan.failed.items()):
            print(f"  {student} stays as it is: {display(reason, 500)}")
        print(f"changed: {len(plan.changes)}; as before: {plan.unchanged}")
        return yes or agreed("change these marks?", "to change this, give --yes")

    kind, points, undo, why = (given.pop(name) for name in ("kind", "points", "undo", "why"))
    if points is not None:
        kind = Kind.POINTS
    change = Regrading(Kind(kind) if kind else None, points, undo, why)
    ticks, running = ticks_folder(marks, source), Running(jobs, unsafe)
    if not regrade(marks, question, ticks, change, running, confirm=confirm, **given):
        print("nothing was changed")
        return 1
    print(f"done: {marks}/grades.csv; who, when and why is in {marks}/audit.jsonl")
    return 0
