"""Which submissions of a class have answers that are alike: something to look at, never a verdict.

Three things are told apart, and each is shown with two answers side by side. Answers in code are
*equal* when nothing but names, layout, comments and type hints differs (`normal_form`); *much
alike* when most of one's code, names left out, is in the other; answers in words *share passages*
when most of one's runs of five words are in the other. What the course gave out counts for
nothing, and what is too short to tell is left out.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from itertools import combinations, groupby
from typing import TypeAlias

from labkit.arguments import as_count, as_fraction
from labkit.grading.review.answers import (
    Answers,
    CodeAnswer,
    Course,
    WrittenAnswer,
    read_all,
)
from labkit.grading.review.overlap import Overlap, in_groups, overlaps, shingles, words_of
from labkit.grading.submission.bounded import Bounds, OverBounds, bounded
from labkit.grading.submission.record import Record

#: Words in a row that are compared: of a text, and of code without names.
TEXT_RUN = 5
CODE_RUN = 12

#: A group is common if it has more than this many members, and more than this share of a class.
COMMON = 5
COMMON_SHARE = 0.1

#: Pairs of students that are listed.
MOST_PAIRS = 50


#: What the answers of one submission may take to be read.
BOUNDS = Bounds(seconds=10, megabytes=512, doing="compare")


class Kind(StrEnum):
    """In what way the answers of a group are alike."""

    EQUAL = "equal after renaming"
    CORE = "what is asked for is equal after renaming; what else is in the cells differs"
    ALIKE = "much alike without names"
    PASSAGES = "passages in common"


@dataclass(frozen=True)
class Thresholds:
    """From where on something is shown.

    Attributes
    ----------
    least : int
        Names and values that the code of an answer must have.
    least_alike : int
        As `least`, for answers that are not equal but much alike.
    alike : float
        The share of the shorter answer's code that is in the other.
    least_words : int
        Words of its own that a written answer must have.
    passages : float
        The share of the shorter text's runs of words that is in the other.
    """

    least: int = 20
    least_alike: int = 40
    alike: float = 0.8
    least_words: int = 30
    passages: float = 0.4

    def __post_init__(self) -> None:
        """Check that they can be meant."""
        for name in ("least", "least_alike", "least_words"):
            as_count(getattr(self, name), name, least=1)
        for name in ("alike", "passages"):
            as_fraction(getattr(self, name), name, low=0.01)


#: Submissions that are read in one bounded step.
AT_ONCE = 20

Answer: TypeAlias = CodeAnswer | WrittenAnswer


@dataclass(frozen=True)
class Group:
    """Submissions whose answers to one question are alike.

    Attributes
    ----------
    tick, question : str
    kind : Kind
    answers : tuple of CodeAnswer or WrittenAnswer
        One of each student. The first two are the most alike.
    share : float
        How much the first two share; 1 if they are equal.
    common : bool
        Whether so many have it that it says little.
    solution : bool
        Whether it is the course's own answer too.
    """

    tick: str
    question: str
    kind: Kind
    answers: tuple[Answer, ...]
    share: float
    common: bool
    solution: bool = False

    @property
    def students(self) -> list[str]:
        """Whose answers these are."""
        return sorted(answer.student for answer in self.answers)


@dataclass(frozen=True)
class Similarities:
    """What was found in a class.

    Attributes
    ----------
    groups : list of Group
        Those that few share first.
    compared : dict
        (tick, question) -> answers that were compared.
    short : dict
        (tick, question) -> answers that were too short to tell.
    thresholds : Thresholds
    left_out : dict
        (student, tick) -> why this submission was not compared.
    """

    groups: list[Group]
    compared: Mapping[tuple[str, str], int]
    short: Mapping[tuple[str, str], int]
    thresholds: Thresholds
    left_out: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @property
    def pairs(self) -> list[tuple[tuple[str, str], list[Group]]]:
        """The pairs of students with more than one answer in a group that is not common."""
        shared = defaultdict(list)
        for group in self.groups:
            if not group.common:
                for pair in combinations(group.students, 2):
                    shared[pair].append(group)
        several = [
            (pair, groups)
            for pair, groups in shared.items()
            if len({(group.tick, group.question) for group in groups}) > 1
        ]
        return sorted(several, key=lambda each: (-len(each[1]), each[0]))[:MOST_PAIRS]

    def to_json(self) -> str:
        """Write the groups for other programs: who, on what, and how."""
        values = [
            {
                "tick": group.tick,
                "question": group.question,
                "kind": group.kind.name.lower(),
                "students": group.students,
                "share": round(group.share, 3),
                "common": group.common,
                "solution": group.solution,
            }
            for group in self.groups
        ]
        return json.dumps({"thresholds": asdict(self.thresholds), "groups": values}, indent=1)


def similarities(
    records: Iterable[Record], courses: Mapping[str, Course], thresholds: Thresholds | None = None
) -> Similarities:
    """Find the answers of a class that are alike.

    Parameters
    ----------
    records : iterable of Record
        Of a class; those without a notebook count for nothing.
    courses : dict
        Tick -> Course; what is of another tick is left out.
    thresholds : Thresholds, optional
        From where on something is shown.

    Returns
    -------
    Similarities
        Groups of at least two students.
    """
    limits = thresholds or Thresholds()
    code: dict[tuple[str, str], list[CodeAnswer]] = defaultdict(list)
    written: dict[tuple[str, str], list[WrittenAnswer]] = defaultdict(list)
    left_out: dict[tuple[str, str], str] = {}
    for record, answers in _read(records, courses):
        if isinstance(answers, str):
            left_out[record.student, record.tick] = answers
            continue
        for answer in answers[0]:
            code[record.tick, answer.question].append(answer)
        for text in answers[1]:
            written[record.tick, text.question].append(text)
    groups, compared, short = _grouped(code, written, courses, limits)
    return Similarities(groups, compared, short, limits, left_out)


def _read(
    records: Iterable[Record], courses: Mapping[str, Course]
) -> Iterator[tuple[Record, Answers | str]]:
    """Read the answers of submissions, or say what was in the way."""
    known = [r for r in records if r.notebook is not None and r.tick in courses]
    known.sort(key=lambda record: record.tick)
    for tick, of_tick in groupby(known, key=lambda record: record.tick):
        left = list(of_tick)
        while left:
            some, left = left[:AT_ONCE], left[AT_ONCE:]
            try:
                yield from zip(some, bounded(BOUNDS, read_all, some, courses[tick]), strict=True)
            except Exception as error:  # whatever one submission brings about, it costs no other
                if len(some) == 1:
                    known_why = isinstance(error, OverBounds)
                    yield some[0], str(error) if known_why else f"{type(error).__name__}: {error}"
                    continue
                for record in some:  # one of them is to blame, and the others are not
                    yield from _read([record], courses)


def _grouped(
    code: Mapping[tuple[str, str], Sequence[CodeAnswer]],
    written: Mapping[tuple[str, str], Sequence[WrittenAnswer]],
    courses: Mapping[str, Course],
    limits: Thresholds,
) -> tuple[list[Group], Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    groups: list[Group] = []
    compared: Counter[tuple[str, str]] = Counter()
    short: Counter[tuple[str, str]] = Counter()
    for key, answers in code.items():
        long = [answer for answer in answers if answer.core.size >= limits.least]
        compared[key], short[key] = len(long), len(answers) - len(long)
        groups += _of_code(key[0], long, courses[key[0]], limits)
    for key, texts in written.items():
        found, too_short = _of_texts(key[0], texts, courses[key[0]], limits)
        compared[key] += len(texts) - too_short
        short[key] += too_short
        groups += found
    order = list(Kind)
    groups.sort(
        key=lambda g: (
            g.common,
            g.tick,
            len(g.answers),
            order.index(g.kind),
            g.question,
            g.students,
        )
    )
    return groups, compared, short


def _is_common(members: int, answers: int) -> bool:
    return members > max(COMMON, COMMON_SHARE * answers)


def _of_code(
    tick: str, answers: Sequence[CodeAnswer], course: Course, limits: Thresholds
) -> list[Group]:
    by_form = defaultdict(list)
    for answer in answers:
        by_form[answer.core.parsed, answer.core.words].append(answer)
    groups = []
    for alike in by_form.values():
        if len(alike) > 1:
            kind = Kind.EQUAL if len({a.all for a in alike}) == 1 else Kind.CORE
            solved = course.solutions.get(alike[0].question) == alike[0].core
            many = _is_common(len(alike), len(answers))
            groups.append(
                Group(tick, alike[0].question, kind, tuple(alike), 1.0, many, solution=solved)
            )
    different = [each[0] for each in by_form.values()]
    runs = [
        shingles(a.core.blank, CODE_RUN) if a.core.size >= limits.least_alike else set()
        for a in different
    ]
    pairs = overlaps(runs, limits.alike, fewest=CODE_RUN)
    return groups + _joined(tick, different, pairs, Kind.ALIKE, len(answers))


def _of_texts(
    tick: str, answers: Sequence[WrittenAnswer], course: Course, limits: Thresholds
) -> tuple[list[Group], int]:
    given: set[tuple[object, ...]] = set()
    for text in [*course.texts, *map(words_of, course.skeleton.values())]:
        given |= shingles(text, TEXT_RUN)
    runs = [shingles(answer.words, TEXT_RUN) - given for answer in answers]
    fewest = max(1, limits.least_words - TEXT_RUN + 1)
    pairs = overlaps(runs, limits.passages, fewest)
    too_short = sum(len(each) < fewest for each in runs)
    return _joined(tick, answers, pairs, Kind.PASSAGES, len(answers)), too_short


def _joined(
    tick: str, answers: Sequence[Answer], pairs: Sequence[Overlap], kind: Kind, number: int
) -> list[Group]:
    """Make groups of pairs, in each of which the first two are those that share most."""
    groups = []
    for members in in_groups(pairs):
        best = next(pair for pair in pairs if pair.first in members)
        two = (best.first, best.second)
        chosen = tuple(answers[i] for i in (*two, *(i for i in members if i not in two)))
        common = _is_common(len(members), number)
        groups.append(Group(tick, chosen[0].question, kind, chosen, best.share, common))
    return groups
