"""``labkit regrade``: one question anew for the whole class."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from labkit.cli.instructor.export import printable
from labkit.cli.instructor.marks import agreed

if TYPE_CHECKING:
    from labkit.grading.classroom.regrade import Plan

HELP = "one question anew for the whole class, with a list of what changes"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Rule on one question for the whole class, or mark it again by its checks as they are now. "
        "What changes is listed before anything is changed, and written into audit.jsonl."
    )
    parser.add_argument(
        "out", type=Path, metavar="MARKS", help="the folder that labkit grade wrote (its --out)"
    )
    parser.add_argument("--question", required=True, metavar="NAME", help="the question's name")
    parser.add_argument("--tick", metavar="NAME", help="its tick, if several have such a question")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--waive",
        action="store_true",
        help="all points for everybody who handed in; nobody loses any",
    )
    how.add_argument(
        "--points", type=float, metavar="N", help="N points for everybody who handed in"
    )
    how.add_argument(
        "--leave-out", action="store_true", help="no points, and no part of the tick's total"
    )
    how.add_argument(
        "--undo", action="store_true", help="take back what was ruled; all marks are as before"
    )
    parser.add_argument(
        "--why", default="", metavar="TEXT", help="the reason, for the log and the students"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="submissions at a time (default: 1)"
    )
    parser.add_argument(
        "--source", type=Path, default=Path(), help="the lab's folder (default: this one)"
    )
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="run students' code unconfined where it cannot be confined",
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.grading.classroom.regrade import regrade
    from labkit.grading.results.rulings import Kind

    kinds = {
        Kind.WAIVE: options.waive,
        Kind.POINTS: options.points is not None,
        Kind.LEAVE_OUT: options.leave_out,
    }

    def confirm(plan: "Plan") -> bool:
        _show(plan)
        return options.yes or agreed("change these marks?", "to change this, give --yes")

    plan = regrade(
        options.out,
        options.question,
        options.source / "notebooks" / "ticks",
        tick=options.tick,
        kind=next((kind for kind, wanted in kinds.items() if wanted), None),
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
    print(
        f"done: {options.out / 'grades.csv'}, and who, when and why in {options.out / 'audit.jsonl'}"
    )
    return 0


def _show(plan: "Plan") -> None:
    print(f"{plan.question} of {plan.tick}: {plan.what}")
    width = max((len(change.student) for change in plan.changes), default=0)
    for c in plan.changes:
        print(
            f"  {c.student:{width}}  {_points(c.before)} -> {_points(c.after)}   "
            f"total {_points(c.total_before)} -> {_points(c.total_after)}"
        )
    for student, reason in sorted(plan.failed.items()):
        print(f"  {student} stays as it is: {printable(reason)}")
    if plan.out_of[0] != plan.out_of[1]:
        print(f"the tick is out of {plan.out_of[1]:g} points instead of {plan.out_of[0]:g}")
    print(f"changed: {len(plan.changes)}; as before: {plan.same}")


def _points(points: float | None) -> str:
    return "  –" if points is None else f"{points:3g}"
