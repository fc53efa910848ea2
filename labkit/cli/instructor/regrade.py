"""``labkit regrade``: one question anew for the whole class."""

import argparse
from typing import TYPE_CHECKING

from labkit.cli.instructor.export import printable
from labkit.cli.instructor.marks import add_marks, agreed, ticks_folder
from labkit.cli.instructor.submissions import add_running

if TYPE_CHECKING:
    from labkit.grading.marks.regrade import Plan

HELP = "one question anew for the class, or one student's mark, with a list of what changes"

#: The rulings without points, and what they do.
_KINDS = {
    "waive": "all points for everybody who handed in; nobody loses any",
    "leave out": "no points, and no part of the tick's total",
    "excuse": "no mark for --student in --tick, and no loss by it",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Rule on one question for the whole class or one student, excuse a student from a tick, or "
        "mark a question again by its checks as they are now. What changes is listed before anything "
        "is changed, and written into audit.jsonl."
    )
    add_marks(parser)
    add_running(parser)
    parser.add_argument("--question", default="", metavar="NAME", help="the question's name")
    parser.add_argument(
        "--student",
        default="",
        metavar="NAME",
        help="this student alone",
    )
    how = parser.add_mutually_exclusive_group()
    for kind, text in _KINDS.items():
        option = f"--{kind.replace(' ', '-')}"
        how.add_argument(option, dest="kind", action="store_const", const=kind, help=text)
    how.add_argument("--points", type=float, help="so many points for everybody who handed in")
    how.add_argument(
        "--undo", action="store_true", help="take back what was ruled; all marks are as before"
    )
    parser.add_argument("--why", default="", help="the reason, for the log and the students")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.grading.marks.regrade import regrade
    from labkit.grading.marks.rulings import Kind

    kind = options.kind or (None if options.points is None else Kind.POINTS)

    def confirm(plan: "Plan") -> bool:
        _show(plan)
        return options.yes or agreed("change these marks?", "to change this, give --yes")

    plan = regrade(
        options.marks,
        options.question,
        ticks_folder(options),
        tick=options.tick,
        student=options.student,
        kind=kind and Kind(kind),
        points=options.points,
        undo=options.undo,
        why=options.why,
        confirm=confirm,
        jobs=options.jobs,
        unsafe=options.unsafe,
    )
    if plan is None:
        print("nothing was changed")
        return 1
    print(f"done: {options.marks}/grades.csv; who, when and why is in {options.marks}/audit.jsonl")
    return 0


def _show(plan: "Plan") -> None:
    of = f"{plan.question} of " if plan.question else ""
    print(f"{of}{plan.tick}: {plan.what}")
    for student, (before, after) in plan.changes.items():
        for what, was, will_be in zip((f"  {student}:", "  total"), before, after, strict=True):
            print(f"{what} {_points(was)} -> {_points(will_be)}", end="")
        print()
    for student, reason in sorted(plan.failed.items()):
        print(f"  {student} stays as it is: {printable(reason)}")
    print(f"changed: {len(plan.changes)}; as before: {plan.unchanged}")


def _points(points: float | None) -> str:
    return "\u2013" if points is None else f"{points:g}"
