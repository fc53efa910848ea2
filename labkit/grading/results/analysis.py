"""Item analysis: how hard each question is, and how well it tells who knows the rest.

Difficulty is the mean share of a question's points, as in Crocker and Algina (1986,
*Introduction to Classical and Modern Test Theory*, chapter 14): near 1 it is easy.
Discrimination is the item-rest correlation, Pearson's between the points of a question
and those of all others. Answers that nobody
has read yet are left out of both.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import correlation, mean

from labkit.grading.results.marks import Row

#: Of fewer answers a correlation says next to nothing.
FEWEST = 10

#: Behind the point. Sums of the same points in another order differ behind that.
_DIGITS = 9


@dataclass(frozen=True)
class Item:
    """One question, over the whole class.

    Attributes
    ----------
    question : str
    out_of : float
        Its points.
    answers : int
        How many have points; those that wait for a person have none.
    mean : float or None
        Of the points; None if there are none.
    lost : float
        The points that the class has lost here, in all.
    share : float
        Of all points that the class has lost, the part lost here.
    discrimination : float or None
        The item-rest correlation; None if there are fewer than `FEWEST`
        answers, or either side is the same for everybody.
    hints : tuple of (str, int)
        Hint -> how many have met it, the commonest first.
    """

    question: str
    out_of: float
    answers: int
    mean: float | None
    lost: float
    share: float
    discrimination: float | None
    hints: tuple[tuple[str, int], ...]

    @property
    def difficulty(self) -> float | None:
        """The mean share of the points; None if there is none, or no points to earn."""
        return None if self.mean is None or not self.out_of else self.mean / self.out_of


def analysis(rows: Sequence[Row]) -> list[Item]:
    """Look at each question of a tick.

    Parameters
    ----------
    rows : list of Row
        Graded ones, all of one tick.

    Returns
    -------
    list of Item
        The hardest first; questions without any points yet come last.
    """
    questions = list(dict.fromkeys(question for row in rows for question in row.earned))
    lost = {question: _lost(question, rows) for question in questions}
    items = [_item(question, rows, lost) for question in questions]
    return sorted(items, key=lambda i: (i.difficulty is None, i.difficulty or 0.0))


def _item(question: str, rows: Sequence[Row], lost: dict[str, float]) -> Item:
    points = [p for row in rows if (p := row.earned.get(question)) is not None]
    in_all = sum(lost.values())
    return Item(
        question,
        out_of=max((row.points_of.get(question, 0.0) for row in rows), default=0.0),
        answers=len(points),
        mean=mean(points) if points else None,
        lost=round(lost[question], 2),
        share=lost[question] / in_all if in_all else 0.0,
        discrimination=_discrimination(question, rows),
        hints=tuple(_hints(question, rows).most_common()),
    )


def _lost(question: str, rows: Iterable[Row]) -> float:
    # Extra credit makes up for nothing that others have lost.
    return sum(
        max(0.0, row.points_of[question] - points)
        for row in rows
        if (points := row.earned.get(question)) is not None
    )


def _discrimination(question: str, rows: Iterable[Row]) -> float | None:
    pairs = [
        (round(points, _DIGITS), round(rest, _DIGITS))
        for row in rows
        if (points := row.earned.get(question)) is not None
        and (rest := _rest(question, row)) is not None
    ]
    # Where all are the same their mean can be another float, and the rest of that correlates.
    if len(pairs) < FEWEST or any(len(set(side)) < 2 for side in zip(*pairs, strict=True)):
        return None
    return correlation(*zip(*pairs, strict=True))


def _rest(question: str, row: Row) -> float | None:
    """Give the share of the points of the other questions, of those that are known."""
    others = [n for n, points in row.earned.items() if n != question and points is not None]
    out_of = sum(row.points_of[name] for name in others)
    return sum(row.earned[name] or 0.0 for name in others) / out_of if out_of else None


def _hints(question: str, rows: Iterable[Row]) -> Counter[str]:
    marks = (row.record.mark(question) for row in rows)
    return Counter(mark.hint.text for mark in marks if mark and mark.hint)
