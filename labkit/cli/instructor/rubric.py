"""``labkit rubric``: mark written answers by a rubric, alone or with others."""

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from labkit.cli.instructor.marks import add_marks, agreed, ticks_folder

if TYPE_CHECKING:
    from labkit.grading.review.enter import Change
    from labkit.grading.review.markers import Answer

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
        default=0,
        metavar="SHARE",
        help="how many answers two markers read, from 0 to 1 (default: 0)",
    )
    one = _add(does, "mark", _mark, "say what one answer has")
    one.add_argument("--student", required=True, metavar="NAME")
    one.add_argument("--question", metavar="NAME", help="if the tick has several")
    one.add_argument("--items", required=True, metavar="A,B", help="keys of the rubric; or: none")
    one.add_argument("--adjust", default="", metavar="POINTS", help="points to add")
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
    add_marks(parser, one_tick=True)
    parser.set_defaults(action=action)
    return parser


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    return int(options.action(options))


def _alone(options: argparse.Namespace) -> AbstractContextManager[None]:
    """Keep others out of a folder of marks; one that is not there is not made by that."""
    from labkit.grading.base.atomic import alone

    return alone(options.marks) if options.marks.is_dir() else nullcontext()


def _folder(options: argparse.Namespace) -> Path:
    """Return the folder of review of a tick."""
    return Path(options.marks, "review", options.tick)


def _answers(options: argparse.Namespace) -> "list[Answer]":
    from labkit.grading.review import load_class
    from labkit.grading.review.markers import load_answers
    from labkit.grading.review.rubric import load_rubric

    sources, folder = ticks_folder(options), _folder(options)
    records, ticks = load_class(options.marks, sources, options.tick)
    rubric = load_rubric(folder / "rubric.toml", ticks[options.tick])
    return load_answers(folder, records, rubric)


def _start(options: argparse.Namespace) -> int:
    from labkit.grading.base.atomic import write_whole
    from labkit.grading.review import load_class
    from labkit.grading.review.rubric import first_rubric

    sources = ticks_folder(options)
    _, ticks = load_class(options.marks, sources, options.tick)
    path = _folder(options) / "rubric.toml"
    if path.exists():
        raise ValueError(f"there is a rubric already: {path}")
    write_whole(path, first_rubric(ticks[options.tick], sources))
    print(f"{path}: write down what you look for, and how many points it has")
    return 0


def _share(options: argparse.Namespace) -> int:
    from labkit.grading.review.markers import share

    with _alone(options):
        dealt = share(_folder(options), _answers(options), options.marker, options.second)
    for name, number in dealt.items():
        print(f"  {number:4} answers for {name}: {_folder(options) / 'markers' / name}")
    print("give each marker that folder, and put the worksheet back into it; no name is in it")
    return 0


def _mark(options: argparse.Namespace) -> int:
    from labkit.grading.base.atomic import file_name
    from labkit.grading.marks.audit import me
    from labkit.grading.review.markers import write_worksheet

    with _alone(options):
        answers, marker = _answers(options), file_name(options.marker or me())
        found = [
            answer
            for answer in answers
            if answer.student == options.student
            and options.question in (None, answer.question.name)
        ]
        if len(found) != 1:
            raise ValueError(
                f"student must be one with one answer that a person reads in {options.tick}, or "
                f"--question say which, not {options.student!r}, who has {len(found)}"
            )
        (answer,) = found
        cells = {name: getattr(options, name) for name in ("items", "adjust", "comment")}
        line = answer.question.read_line(**cells)
        if line is None:
            raise ValueError("items must be names of the rubric, or none, not ''")
        write_worksheet(_folder(options), marker, answers, {answer.id: cells})
    name = answer.question.name
    print(f"{answer.student}, {name}: {line.points:g} points; labkit rubric apply enters it")
    return 0


def _agreement(options: argparse.Namespace) -> int:
    from labkit.grading.base.atomic import write_whole
    from labkit.grading.review.markers import THIRD, measure_agreement, write_worksheet
    from labkit.grading.review.pages import render

    with _alone(options):
        answers = _answers(options)
        measured = measure_agreement(answers)
        differ = [answer for answer in answers if len(answer.marks) > 1]
        write_worksheet(_folder(options), THIRD, answers, {})
        page = _folder(options) / "agreement.html"
        content = render("agreement", tick=options.tick, differ=differ, measured=measured)
        write_whole(page, content)
    for each in measured:
        kappa = "all the same" if each.kappa is None else f"kappa {each.kappa:.2f}"
        print(
            f"  {each.question}, {each.item or 'points'}: {each.alike} of {each.answers} the same, {kappa}"
        )
    print(f"{len(differ)} answers on which two markers differ: {page}")
    if differ:
        print(f"decide in {_folder(options) / 'markers' / THIRD}")
    return 0


def _apply(options: argparse.Namespace) -> int:
    from labkit.grading.marks.audit import me
    from labkit.grading.marks.publish import publish_again
    from labkit.grading.review.enter import enter, plan_changes

    with _alone(options):
        answers = _answers(options)
        changes, by_hand, same = plan_changes(options.marks, options.tick, answers)
        if options.overwrite:
            changes, by_hand = changes + by_hand, []
        for change in changes:
            print(_describe(change))
        for change in by_hand:
            print(f"{_describe(change)}  - left: somebody entered it in Formgrader (--overwrite)")
        differs = [len(answer.marks) > 1 for answer in answers if answer.decided is None]
        print(
            f"{len(changes)} marks to enter, {len(same)} as they are, "
            f"{differs.count(False)} answers to be read, {differs.count(True)} on which markers differ"
        )
        if not (options.yes or not changes or agreed("enter them?", _TO_ENTER)):
            print("nothing was changed")
            return 1
        enter(options.marks, options.tick, changes, me(), options.why)
    # Also where nothing is new: an earlier run may have been ended before this.
    publish_again(options.marks, ticks_folder(options))
    print(f"{options.marks / 'grades.csv'}, the gradebook and the pages have them")
    return 0


def _describe(change: "Change") -> str:
    before = "–" if change.before is None else f"{change.before:g}"
    return f"  {change.student}, {change.question}: {before} -> {change.after:g} ({change.by})"
