"""``labkit rubric``: mark written answers by a rubric, alone or with others."""

import shlex
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labkit.instructor.cli._options import add_marks, agreed, ticks_folder, write_points

if TYPE_CHECKING:
    from labkit.instructor.grading.review.markers import Answer

HELP = "mark written answers by a rubric, alone or with others"


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Mark written answers by a rubric: 'start' writes one, 'share' deals the answers out to "
        "markers without names, 'agreement' says how far they agree, and 'apply' enters the marks - "
        "again whenever the rubric has changed. Without one of these words it says what comes next."
    )
    where = "where to look, without one of the words below (default: marks)"
    parser.add_argument("--marks", type=Path, default=Path("marks"), metavar="DIR", help=where)
    verbs = parser.add_subparsers(metavar="WHAT")

    def add(name: str, run: object, text: str) -> ArgumentParser:
        verb = verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        add_marks(verb, one_tick=True)
        verb.set_defaults(run=run)
        return verb

    add("start", _start, "write a rubric to begin with")
    share = add("share", _share, "deal the answers out to markers")
    share.add_argument(
        "--marker", action="append", required=True, help="a marker's name; once for each"
    )
    share.add_argument(
        "--second",
        type=float,
        default=0,
        metavar="SHARE",
        help="the share of answers that two markers read, from 0 to 1 (default: 0)",
    )
    one = add("mark", _mark, "mark one answer").add_argument
    one("--student", required=True, help="identifier, name, number or address")
    one("--question", help="which question, if the tick has several")
    one("--items", required=True, metavar="A,B", help="keys of the rubric; or: none")
    one("--adjust", default="", metavar="POINTS", help="points to add")
    one("--comment", default="", help="what the student will read")
    one("--marker", help="by default the name of your account")
    add("agreement", _agreement, "say how far markers agree, and list where they differ")
    apply = add("apply", _apply, "enter the marks in the gradebook and on the pages").add_argument
    apply("--why", default="", help="the reason, for the log")
    apply("--yes", action="store_true", help="do not ask")
    apply(
        "--overwrite",
        action="store_true",
        help="replace what somebody has entered in Formgrader, too",
    )


def run(marks: Path) -> None:
    """Say how far the written answers of each tick are, and what to type next."""
    from labkit.checks.questions import tick_order
    from labkit.instructor.grading.review import load_class

    records, _ = load_class(marks, ticks_folder(marks, None))
    for tick in sorted({r.tick for r in records if any(r.written.values())}, key=tick_order):
        says, verb, *more = _next_step(marks, tick)
        print(f"{tick}: {says}")
        if verb:
            print(f"  {shlex.join(['labkit', 'rubric', verb, str(marks), '--tick', tick, *more])}")


def _next_step(marks: Path, tick: str) -> tuple[str, ...]:
    """Return what is to be done, the verb that does it, "" if none does, and its options."""
    from labkit.instructor.grading.marks.audit import me
    from labkit.instructor.grading.review.enter import plan_changes
    from labkit.instructor.grading.review.markers import THIRD

    if not (marks / "review" / tick / "rubric.toml").is_file():
        return "there is no rubric yet", "start"
    with _answers(marks, tick, None) as (folder, answers):
        changes, *_ = plan_changes(marks, tick, answers)
    waiting = [answer for answer in answers if answer.decided is None]
    if new := sum(not answer.dealt and not answer.lines for answer in waiting):
        return (
            f"{new} answers have no marker yet; --marker once for each",
            "share",
            "--marker",
            me(),
        )
    left = Counter(name for a in waiting for name in a.dealt if name not in a.lines)
    if not left and (differ := [answer.id for answer in waiting]):
        third = folder / "markers" / THIRD / "worksheet.csv"
        listed = third.read_bytes() if third.is_file() else b""
        if not all(own.encode() in listed for own in differ):
            return f"markers differ on {len(differ)} answers", "agreement"
        left[THIRD] = len(differ)
    if left:
        sheets = (
            f"\n  {n} in {folder / 'markers' / who / 'worksheet.csv'}" for who, n in left.items()
        )
        return f"answers to read:{''.join(sheets)}", ""
    return (f"{len(changes)} marks to enter", "apply") if changes else ("all marks are entered", "")


@contextmanager
def _answers(marks: Path, tick: str, source: Path | None) -> "Iterator[tuple[Path, list[Answer]]]":
    """Yield a tick's folder of review and its answers; keep others out of the folder of marks."""
    from labkit.instructor.grading.base.atomic import alone
    from labkit.instructor.grading.review import load_class
    from labkit.instructor.grading.review.markers import load_answers
    from labkit.instructor.grading.review.rubric import load_rubric

    # A folder of marks that is not there is not made by that.
    with alone(marks) if marks.is_dir() else nullcontext():
        records, ticks = load_class(marks, ticks_folder(marks, source), tick)
        folder = marks / "review" / tick
        rubric = load_rubric(folder / "rubric.toml", ticks[tick])
        yield folder, load_answers(folder, records, rubric)


def _start(marks: Path, tick: str, source: Path | None) -> None:
    from labkit.instructor.grading.base.atomic import write_whole
    from labkit.instructor.grading.review import load_class
    from labkit.instructor.grading.review.rubric import first_rubric

    _, ticks = load_class(marks, ticks_folder(marks, source), tick)
    path = marks / "review" / tick / "rubric.toml"
    if path.exists():
        raise ValueError(f"there is a rubric already: {path}")
    write_whole(path, first_rubric(ticks[tick]))
    print(f"{path}: write down what you look for, and how many points it has")


def _share(marker: list[str], second: float, **of: Any) -> None:
    from labkit.instructor.grading.review.markers import share

    with _answers(**of) as (folder, answers):
        dealt = share(folder, answers, marker, second)
    for name, number in dealt.items():
        print(f"  {number:4} answers for {name}: {folder / 'markers' / name}")
    print("give each marker that folder, and put the worksheet back into it; no name is in it")


def _mark(
    marks: Path,
    tick: str,
    source: Path | None,
    student: str,
    question: str | None,
    marker: str | None,
    **cells: str,
) -> None:
    from labkit.instructor.grading.base.atomic import file_name
    from labkit.instructor.grading.marks.audit import me
    from labkit.instructor.grading.marks.settings import read_settings
    from labkit.instructor.grading.marks.store import Store
    from labkit.instructor.grading.review.markers import write_worksheet

    with _answers(marks, tick, source) as (folder, answers):
        student = read_settings(marks).find(student, Store(marks).all())
        found = [
            answer
            for answer in answers
            if answer.student == student and question in (None, answer.question.name)
        ]
        if len(found) != 1:
            raise ValueError(
                f"student must be somebody with one answer that a person reads in {tick}, not "
                f"{student!r}, who has {len(found)}; with several, --question says which"
            )
        (answer,) = found
        line = answer.question.read_line(**cells)
        if line is None:
            raise ValueError("items must be names of the rubric, or none, not ''")
        write_worksheet(folder, file_name(marker or me()), answers, {answer.id: cells})
    name = answer.question.name
    print(f"{student}, {name}: {line.points:g} points; labkit rubric apply enters it")


def _agreement(**of: Any) -> None:
    from labkit.instructor.grading.review.markers import THIRD, measure_agreement, write_worksheet
    from labkit.instructor.grading.review.pages import write_page

    with _answers(**of) as (folder, answers):
        measured = measure_agreement(answers)
        differ = [answer for answer in answers if len(answer.marks) > 1]
        write_worksheet(folder, THIRD, answers, {})
        page = folder / "agreement.html"
        write_page(page, tick=folder.name, differ=differ, measured=measured)
    for each in measured:
        kappa = "all the same" if each.kappa is None else f"kappa {each.kappa:.2f}"
        print(
            f"  {each.question}, {each.item or 'points'}: {each.alike} of {each.answers} the same, {kappa}"
        )
    print(f"{len(differ)} answers on which two markers differ: {page}")
    if differ:
        print(f"decide in {folder / 'markers' / THIRD}")


def _apply(
    marks: Path, tick: str, source: Path | None, why: str, yes: bool, overwrite: bool
) -> int:
    from labkit.instructor.grading.marks.audit import me
    from labkit.instructor.grading.marks.publish import publish_again
    from labkit.instructor.grading.review.enter import Change, enter, plan_changes

    def tell(change: Change, more: str = "") -> None:
        before, after = write_points(change.before), write_points(change.after)
        print(f"  {change.student}, {change.question}: {before} -> {after} ({change.by}){more}")

    with _answers(marks, tick, source) as (_, answers):
        changes, by_hand, same = plan_changes(marks, tick, answers)
        if overwrite:
            changes, by_hand = changes + by_hand, []
        for change in changes:
            tell(change)
        for change in by_hand:
            tell(change, "  - left: somebody entered it in Formgrader (--overwrite)")
        differs = [len(answer.marks) > 1 for answer in answers if answer.decided is None]
        print(
            f"{len(changes)} marks to enter, {len(same)} as they are, "
            f"{differs.count(False)} answers to be read, {differs.count(True)} on which markers differ"
        )
        if changes and not (yes or agreed("enter them?", "to enter them, give --yes")):
            print("nothing was changed")
            return 1
        enter(marks, tick, changes, me(), why)
    # Also where nothing is new: an earlier run may have been ended before this.
    publish_again(marks, ticks_folder(marks, source))
    print(f"{marks / 'grades.csv'}, the gradebook and the pages have them")
    return 0
