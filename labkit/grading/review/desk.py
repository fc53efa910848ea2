"""One tick of a class on a marker's desk: its rubric, its answers, who reads them, what they said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from labkit.grading.base.atomic import AnyPath, write_whole
from labkit.grading.review.classes import Class, load_class
from labkit.grading.review.judgements import Judged, judged
from labkit.grading.review.pages import answers_page
from labkit.grading.review.rubric import Question, load_rubric, rubric_file
from labkit.grading.review.sharing import (
    THIRD,
    Share,
    Unmarked,
    answers_of,
    as_marker,
    deal,
    load_shares,
    save_shares,
    secret_of,
)
from labkit.grading.review.worksheets import (
    NAME,
    Line,
    folder_of,
    read_worksheet,
    write_worksheet,
)


@dataclass(frozen=True)
class Desk:
    """What there is to mark by hand in one tick.

    Attributes
    ----------
    known : Class
    tick : str
    rubric : dict
        Question -> Question.
    answers : list of Unmarked
        By their ids.
    shares : dict
        Id -> Share: what was dealt.
    """

    known: Class
    tick: str
    rubric: Mapping[str, Question]
    answers: Sequence[Unmarked]
    shares: Mapping[str, Share]

    @property
    def judged(self) -> list[Judged]:
        """What markers say of each answer."""
        return judged(self.known.out, self.tick, self.answers, self.shares, self.rubric)


def open_desk(out: AnyPath, sources: AnyPath, tick: str) -> Desk:
    """Read what there is to mark by hand.

    Parameters
    ----------
    out : path
        The folder of the class.
    sources : path
        The instructor's folder of ticks.
    tick : str
        The tick's name.

    Returns
    -------
    Desk
        Nothing is written, except the secret of the class if it has none.
    """
    known = load_class(out, sources, tick)
    rubric = load_rubric(rubric_file(out, sources, tick), known.ticks[tick])
    answers = answers_of(known.records, rubric, secret_of(out))
    return Desk(known, tick, rubric, answers, load_shares(out, tick))


def share(desk: Desk, markers: Sequence[str], second: float = 0.0) -> dict[str, int]:
    """Deal the answers out, and write each marker's page and worksheet.

    What markers have written stays. So does what was dealt before: new
    answers are added to it.

    Parameters
    ----------
    desk : Desk
        The tick.
    markers : sequence of str
        Their names.
    second : float
        The share of answers that two markers read.

    Returns
    -------
    dict
        Marker -> answers to read.
    """
    out, tick = desk.known.out, desk.tick
    shares = deal(desk.answers, markers, second, secret_of(out), desk.shares)
    names = dict.fromkeys([as_marker(name) for name in markers])
    names |= dict.fromkeys(name for each in shares.values() for name in each.markers)
    found = {}
    for name in names:
        mine = [answer for answer in desk.answers if name in shares[answer.id].markers]
        _write(replace(desk, shares=shares), name, mine)
        found[name] = len(mine)
    save_shares(out, tick, shares)
    return found


def third(desk: Desk) -> int:
    """Write the page and the worksheet for the answers on which two markers differ.

    Parameters
    ----------
    desk : Desk
        The tick.

    Returns
    -------
    int
        How many there are, those included that were decided.
    """
    mine = [each.answer for each in desk.judged if each.differs]
    _write(desk, THIRD, mine)
    return len(mine)


def mark(desk: Desk, marker: str, line: Line) -> None:
    """Write one line into a marker's worksheet, as if the marker did.

    Parameters
    ----------
    desk : Desk
        The tick.
    marker : str
        The marker's name.
    line : Line
        What is said of an answer.

    Raises
    ------
    ValueError
        If the answer was dealt to others.
    """
    dealt = desk.shares.get(line.id)
    if dealt and marker not in (*dealt.markers, THIRD):
        others = " or ".join(dealt.markers)
        raise ValueError(
            f"marker must be one to whom the answer was dealt ({others}), or {THIRD}, who decides, "
            f"not {marker!r}"
        )
    mine = [a for a in desk.answers if a.id == line.id or marker in _markers(desk, a)]
    _write(desk, marker, mine, {line.id: line})


def _markers(desk: Desk, answer: Unmarked) -> tuple[str, ...]:
    dealt = desk.shares.get(answer.id)
    return dealt.markers if dealt else ()


def _write(
    desk: Desk, marker: str, answers: Sequence[Unmarked], new: Mapping[str, Line] | None = None
) -> None:
    folder = folder_of(desk.known.out, desk.tick, marker)
    path = folder / NAME
    lines = read_worksheet(path, desk.rubric) if path.is_file() else {}
    gone = set(lines) - {answer.id for answer in answers}
    shown = list(answers)
    if gone:  # what was said of these is not lost: their students have written them anew
        write_whole(_unused(folder), path.read_bytes())
        shown += [a for a in desk.answers if a.id in gone]
    lines |= new or {}
    pairs = [(answer.id, answer.question) for answer in sorted(shown, key=lambda a: a.id)]
    write_worksheet(path, pairs, lines)
    write_whole(folder / "answers.html", answers_page(desk.tick, marker, shown, desk.rubric))


def _unused(folder: Path) -> Path:
    """Name a file for an earlier worksheet that does not take the place of a still earlier one."""
    names = (f"worksheet.before{'-' * (n > 1)}{n if n > 1 else ''}.csv" for n in count(1))
    return next(folder / name for name in names if not (folder / name).exists())
