"""``labkit rubric``: mark written answers by a rubric, alone or with others."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from labkit.cli.instructor.marks import agreed, ticks_folder

if TYPE_CHECKING:
    from labkit.grading.review.desk import Desk
    from labkit.grading.review.entering import Change

_TO_ENTER = "to enter them, give --yes"

HELP = "mark written answers by a rubric, alone or with others"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Mark written answers by a rubric: 'start' writes one, 'share' deals the answers out to "
        "markers without names, 'agreement' says how far they agree, and 'apply' enters the marks - "
        "again whenever the rubric has changed."
    )
    does = parser.add_subparsers(dest="does", required=True, metavar="WHAT")
    _add(does, "start", _start, "write a rubric to begin with")
    share = _add(does, "share", _share, "deal the answers out to markers")
    share.add_argument(
        "--marker", action="append", required=True, metavar="NAME", help="once for each marker"
    )
    share.add_argument(
        "--second",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="how many answers two markers read, from 0 to 1 (default: 0)",
    )
    one = _add(does, "mark", _mark, "say what one answer has")
    one.add_argument("--student", required=True, metavar="NAME")
    one.add_argument("--question", metavar="NAME", help="if the tick has several")
    one.add_argument("--items", required=True, metavar="A,B", help="of the rubric; or: none")
    one.add_argument("--adjust", type=float, default=0.0, metavar="POINTS", help="points to add")
    one.add_argument("--comment", default="", metavar="TEXT", help="what the student will read")
    one.add_argument("--marker", metavar="NAME", help="by default the name of your account")
    _add(does, "agreement", _agreement, "say how far markers agree, and list where they differ")
    apply = _add(does, "apply", _apply, "enter the marks in the gradebook and on the pages")
    apply.add_argument("--why", default="", metavar="TEXT", help="the reason, for the log")
    apply.add_argument("--yes", action="store_true", help="do not ask")
    apply.add_argument(
        "--overwrite", action="store_true", help="also what somebody has entered in Formgrader"
    )


def _add(
    does: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    action: Callable[[argparse.Namespace], int],
    text: str,
) -> argparse.ArgumentParser:
    parser = does.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    parser.add_argument(
        "marks", type=Path, metavar="MARKS", help="the folder of labkit grade --out"
    )
    parser.add_argument("--tick", required=True, metavar="NAME", help="the tick")
    parser.add_argument(
        "--source", type=Path, default=Path(), help="the lab's folder (default: this one)"
    )
    parser.set_defaults(action=action)
    return parser


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    status: int = options.action(options)
    return status


@contextmanager
def _alone(options: argparse.Namespace) -> Iterator[None]:
    """Keep others out of a folder of marks; one that is not there is not made by that."""
    from labkit.grading.base.atomic import alone

    with alone(options.marks) if options.marks.is_dir() else nullcontext():
        yield  # what opens the folder says what is wrong with it


def _desk(options: argparse.Namespace) -> "Desk":
    from labkit.grading.review.desk import open_desk

    return open_desk(options.marks, ticks_folder(options), options.tick)


def _start(options: argparse.Namespace) -> int:
    from labkit.grading.base.atomic import write_whole
    from labkit.grading.review.classes import load_class
    from labkit.grading.review.rubric import first_rubric, rubric_file

    sources = ticks_folder(options)
    tick = load_class(options.marks, sources, options.tick).ticks[options.tick]
    path = rubric_file(options.marks, sources, options.tick)
    if path.exists():
        raise ValueError(f"there is a rubric already: {path}")
    write_whole(path, first_rubric(tick, sources))
    print(f"{path}: write down what you look for, and how many points it has")
    return 0


def _share(options: argparse.Namespace) -> int:
    from labkit.grading.review.desk import share
    from labkit.grading.review.worksheets import folder_of

    with _alone(options):
        dealt = share(_desk(options), options.marker, options.second)
    for name, number in dealt.items():
        print(f"  {number:4} answers for {name}: {folder_of(options.marks, options.tick, name)}")
    print("give each marker that folder, and put the worksheet back into it; no name is in it")
    return 0


def _mark(options: argparse.Namespace) -> int:
    from labkit.arguments import as_number
    from labkit.grading.results.audit import me
    from labkit.grading.review.desk import mark
    from labkit.grading.review.sharing import THIRD, as_marker
    from labkit.grading.review.worksheets import as_line

    with _alone(options):
        desk = _desk(options)
        questions = (options.question,) if options.question else tuple(desk.rubric)
        found = [
            a for a in desk.answers if a.student == options.student and a.question in questions
        ]
        if len(found) != 1:
            wanted = "a question" if found else "a student with an answer that a person reads"
            raise ValueError(f"{'question' if found else 'student'} must be {wanted}, of those in "
                             f"{options.tick}, not {options.question or options.student!r}")  # fmt: skip
        adjust = as_number(options.adjust, "--adjust")
        cells = (found[0].id, found[0].question, options.items, adjust, options.comment)
        line = as_line(*cells, desk.rubric)
        name = options.marker or me()
        mark(desk, name if name == THIRD else as_marker(name), line)
    points = desk.rubric[line.question].points(line.items, line.adjust)
    print(f"{options.student}, {line.question}: {points:g} points; labkit rubric apply enters it")
    return 0


def _agreement(options: argparse.Namespace) -> int:
    from labkit.grading.base.atomic import write_whole
    from labkit.grading.review.desk import third
    from labkit.grading.review.judgements import agreement
    from labkit.grading.review.pages import agreement_page
    from labkit.grading.review.rubric import FOLDER
    from labkit.grading.review.sharing import THIRD
    from labkit.grading.review.worksheets import folder_of

    with _alone(options):
        desk = _desk(options)
        found = desk.judged
        measured = agreement(found, desk.rubric)
        page = options.marks / FOLDER / options.tick / "agreement.html"
        write_whole(page, agreement_page(options.tick, found, measured, desk.rubric))
        differ = third(desk)
    for each in measured:
        kappa = "all the same" if each.kappa is None else f"kappa {each.kappa:.2f}"
        print(
            f"  {each.question}, {each.item or 'points'}: {each.alike} of {each.answers} the same, {kappa}"
        )
    print(f"{differ} answers on which two markers differ: {page}")
    if differ:
        print(f"decide in {folder_of(options.marks, options.tick, THIRD)}")
    return 0


def _apply(options: argparse.Namespace) -> int:
    from dataclasses import replace

    from labkit.grading.classroom.again import renew
    from labkit.grading.results.audit import me
    from labkit.grading.results.gradebook import manual_marks
    from labkit.grading.review.entering import enter, plan

    with _alone(options):
        desk = _desk(options)
        manual = manual_marks(options.marks)
        planned = plan(options.marks, options.tick, desk.judged, desk.rubric, manual)
        if options.overwrite:
            planned = replace(planned, changes=planned.changes + planned.by_hand, by_hand=[])
        for change in planned.changes:
            print(_told(change))
        for change in planned.by_hand:
            print(f"{_told(change)}  - left: somebody entered it in Formgrader (--overwrite)")
        print(
            f"{len(planned.changes)} marks to enter, {len(planned.same)} as they are, {planned.waiting} "
            f"answers to be read, {planned.open} on which markers differ"
        )
        if not (options.yes or not planned.changes or agreed("enter them?", _TO_ENTER)):
            print("nothing was changed")
            return 1
        enter(options.marks, options.tick, planned, desk.rubric, me(), options.why)
    # Also where nothing is new: an earlier run may have been ended before this.
    renew(options.marks, ticks_folder(options))
    print(f"{options.marks / 'grades.csv'}, the gradebook and the pages have them")
    return 0


def _told(change: "Change") -> str:
    before = "–" if change.before is None else f"{change.before:g}"
    return f"  {change.student}, {change.question}: {before} -> {change.after:g} ({change.by})"
