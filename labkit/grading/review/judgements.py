"""From markers' worksheets to marks, and how far the markers agree.

An answer that two markers read gets its mark when both give it the same points, or when a third
person has decided. Until then it is open, and nothing of it is entered.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from labkit.agreement import agreement_table, fleiss_kappa
from labkit.grading.base.atomic import AnyPath
from labkit.grading.review.rubric import FOLDER, Question
from labkit.grading.review.sharing import THIRD, Share, Unmarked
from labkit.grading.review.worksheets import NAME, Line, read_worksheet


@dataclass(frozen=True)
class Judged:
    """An answer, and what markers say of it.

    Attributes
    ----------
    answer : Unmarked
    share : Share
        Who is to read it.
    lines : dict
        Marker -> Line, of those who have.
    points : dict
        Marker -> points.
    """

    answer: Unmarked
    share: Share
    lines: Mapping[str, Line]
    points: Mapping[str, float]

    @property
    def decided(self) -> str | None:
        """The marker whose line counts; None while the answer waits or is open."""
        if THIRD in self.lines:
            return THIRD
        who = [name for name in self.share.markers if name in self.lines]
        if len(who) < len(self.share.markers) or len({self.points[name] for name in who}) != 1:
            return None
        return who[0]

    @property
    def differs(self) -> bool:
        """Whether all who are to read it have, and give it different points."""
        read = [self.points[name] for name in self.share.markers if name in self.lines]
        return len(read) == len(self.share.markers) and len(set(read)) > 1

    def comment(self, question: Question) -> str:
        """Say to the student what the mark is made of, and what the markers have said."""
        who = self.decided
        if who is None:
            return ""
        line = self.lines[who]
        said = [
            self.lines[name].comment for name in (*self.share.markers, THIRD) if name in self.lines
        ]
        words = [line.comment] if who == THIRD else said
        return question.comment(
            line.items, line.adjust, " ".join(dict.fromkeys(filter(None, words)))
        )


@dataclass(frozen=True)
class Measured:
    """How far two markers agree on one thing.

    Attributes
    ----------
    question, item : str
        The item is "" where it is the points.
    answers : int
        Those that two have read.
    alike : int
        Those of which both say the same.
    kappa : float or None
        Fleiss' kappa; None where all of them were given the same, so that
        there is none.
    """

    question: str
    item: str
    answers: int
    alike: int
    kappa: float | None


def judged(
    out: AnyPath,
    tick: str,
    answers: Sequence[Unmarked],
    shares: Mapping[str, Share],
    rubric: Mapping[str, Question],
) -> list[Judged]:
    """Read all worksheets of a tick.

    Parameters
    ----------
    out : path
        The folder of the class.
    tick : str
        The tick's name.
    answers : sequence of Unmarked
        All that are to be read.
    shares : dict
        Id -> Share. An answer that was dealt to nobody may be read by anybody.
    rubric : dict
        Question -> Question.

    Returns
    -------
    list of Judged
        One for each answer.

    Raises
    ------
    ValueError
        If a worksheet is not what it must be, or has an answer of another
        marker; the message names it.
    """
    by_answer: dict[str, dict[str, Line]] = defaultdict(dict)
    known = {answer.id: answer for answer in answers}
    places = Path(out, FOLDER, tick, "markers").glob(f"*/{NAME}")
    for path in sorted(places):
        marker = path.parent.name
        for key, line in read_worksheet(path, rubric).items():
            if key not in known:  # its student has written another answer since
                continue
            if line.question != known[key].question:
                raise ValueError(f"{path}: {key} must be an answer to {known[key].question}")
            if marker != THIRD and key in shares and marker not in shares[key].markers:
                raise ValueError(f"{path}: {key} must be an answer that was dealt to {marker}")
            by_answer[key][marker] = line
    found = []
    for answer in answers:
        lines = by_answer.get(answer.id, {})
        alone = tuple(name for name in lines if name != THIRD)
        share = shares.get(answer.id) or Share(alone)
        question = rubric[answer.question]
        points = {name: question.points(line.items, line.adjust) for name, line in lines.items()}
        found.append(Judged(answer, share, lines, points))
    return found


def agreement(found: Iterable[Judged], rubric: Mapping[str, Question]) -> list[Measured]:
    """Measure how far markers agree, by each item and by the points.

    Parameters
    ----------
    found : iterable of Judged
        All answers; those count that two markers have read.
    rubric : dict
        Question -> Question.

    Returns
    -------
    list of Measured
        Of each question the points first.
    """
    by_question = defaultdict(list)
    for each in found:
        who = [name for name in each.share.markers if name in each.lines]
        if len(who) == 2:
            by_question[each.answer.question].append((each, who))
    measured = []
    for name in sorted(by_question):
        pairs = by_question[name]
        points = [[each.points[marker] for marker in who] for each, who in pairs]
        measured.append(_measured(name, "", points))
        for item in rubric[name].items:
            chosen = [[item in each.lines[marker].items for marker in who] for each, who in pairs]
            measured.append(_measured(name, item, chosen))
    return measured


def _measured(question: str, item: str, ratings: Sequence[Sequence[float]]) -> Measured:
    classes = sorted({rating for pair in ratings for rating in pair})
    kappa = fleiss_kappa(agreement_table(ratings, classes)) if len(classes) > 1 else None
    alike = sum(len(set(pair)) == 1 for pair in ratings)
    return Measured(question, item, len(ratings), alike, kappa)
