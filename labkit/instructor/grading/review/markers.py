"""Who reads which written answer, and what each marker writes of it into a worksheet.

Markers see ids in the place of names. An id is made from the student and the text with a secret of
the class: it tells nothing, comes in no order that does, and is another when the text is.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import nbformat
import pandas as pd
from nbformat import NotebookNode

from labkit.agreement import agreement_table, fleiss_kappa
from labkit.arguments import as_fraction
from labkit.instructor.grading.base.atomic import file_name, write_whole
from labkit.instructor.grading.base.pseudonyms import pseudonym, read_secret
from labkit.instructor.grading.judging.clean_html import visible
from labkit.instructor.grading.judging.record import Record
from labkit.instructor.grading.judging.render import text_of
from labkit.instructor.grading.review import load_class
from labkit.instructor.grading.review.pages import write_page
from labkit.instructor.grading.review.rubric import Line, RubricQuestion, find_answers, load_rubric
from labkit.instructor.grading.submissions.tables import as_written, read_table, without_formula

#: The name of the marker who decides where two differ.
THIRD = "third"

COLUMNS = ["id", "question", "answer", "items", "adjust", "comment"]

#: Characters of an answer in a worksheet: no cell of Excel holds more than 32,767.
SHOWN = 30_000

#: Who reads which answer, in the folder of review of a tick.
_SHARES = "shares.json"


@dataclass(frozen=True)
class Answer:
    """A written answer, the markers whom it was dealt to, and what each has said of it."""

    id: str
    student: str
    question: RubricQuestion
    cell: NotebookNode
    dealt: list[str]
    lines: dict[str, Line]

    @property
    def readers(self) -> list[str]:
        """The markers who have read it, but for the third."""
        return [name for name in self.lines if name != THIRD]

    @property
    def marks(self) -> set[float]:
        """The different points by those who have read it; none until all have to whom it was dealt."""
        all_read = self.lines.keys() >= {*self.dealt}
        return {self.lines[name].points for name in self.readers if all_read}

    @property
    def by(self) -> list[str]:
        """The markers who decide it; none while some are to read it, or differ."""
        return [THIRD] if THIRD in self.lines else self.readers if len(self.marks) == 1 else []

    @property
    def decided(self) -> tuple[float, str] | None:
        """The points, and what the student is told: their items, and the words of who decides."""
        lines = [self.lines[name] for name in self.by]
        words = [line.says for line in lines[:1]] + [line.comment for line in lines]
        return (lines[0].points, " ".join(filter(None, dict.fromkeys(words)))) if lines else None


@dataclass(frozen=True)
class Agreement:
    """How far two markers agree on an item, or on the points where the item is ""."""

    question: str
    item: str
    answers: int  # that two have read
    alike: int
    kappa: float | None  # None where all were given the same


def load_answers(
    folder: Path, records: Iterable[Record], rubric: Mapping[str, RubricQuestion]
) -> list[Answer]:
    """Load the written answers to a tick, by id, from its folder of review and its records."""
    secret, path = read_secret(folder.parent / "secret"), folder / _SHARES
    dealt = json.loads(path.read_text("utf8")) if path.is_file() else {}
    answers = []
    for record in records:
        who = record.student
        for name, cell in find_answers(nbformat.from_dict(record.notebook)).items():
            if name in rubric and record.written.get(name):
                text = json.dumps([folder.name, name, who, text_of(cell).strip()])
                # A letter before it: no spreadsheet takes it for a number.
                own = f"r{pseudonym(secret, text)}"
                answers.append(Answer(own, who, rubric[name], cell, dealt.get(own, []), {}))
    for path in sorted(folder.glob("markers/*/worksheet.csv")):
        rows = _read_rows(path)
        for answer in answers:  # one that was written anew has another id
            row = rows[answer.id]
            try:
                line = answer.question.read_line(row["items"], row["adjust"], row["comment"])
            except ValueError as error:
                raise ValueError(f"{path}, {answer.id}: {error}") from None
            if line:
                answer.lines[path.parent.name] = line
    return sorted(answers, key=lambda answer: answer.id)


def find_differing(out: Path, sources: Path) -> set[tuple[str, str]]:
    """Find the tick and student of each answer on which the markers of a class differ."""
    found = set()
    for path in out.glob("review/*/rubric.toml"):
        with suppress(ValueError, OSError):  # labkit rubric says what is wrong in them
            name = path.parent.name
            records, ticks = load_class(out, sources, name)
            answers = load_answers(path.parent, records, load_rubric(path, ticks[name]))
            found |= {(name, a.student) for a in answers if len(a.marks) > 1 and not a.decided}
    return found


def _read_rows(path: Path) -> dict[str, dict[str, str]]:
    """Read a worksheet as a spreadsheet saves it: id -> its row."""
    rows: dict[str, dict[str, str]] = defaultdict(lambda: dict.fromkeys(COLUMNS, ""))
    if not path.is_file():
        return rows
    table = read_table(path, "worksheet")
    if not {"id", "items"} <= table.headings.keys():
        raise ValueError(f"{path} must have the columns id and items")
    for cells in table.rows:
        row = {name: as_written(table.cell(cells, name)) for name in COLUMNS}
        if rows.setdefault(row["id"], row) != row:
            raise ValueError(f"{path}: an id must come once, not twice: {row['id']}")
    return rows


def share(
    folder: Path, answers: Sequence[Answer], markers: Iterable[str], second: float = 0.0
) -> dict[str, int]:
    """Deal answers out, to two markers a share of `second`, and return how many each marker reads.

    What was dealt before stays, and so does what markers have written.
    """
    names = {*map(file_name, markers)}
    if as_fraction(second, "second") and len(names) < 2:
        raise ValueError(f"second must be 0 where there is one marker, not {second:g}")
    reads = Counter(name for answer in answers for name in answer.dealt)
    for number, answer in enumerate(answers):
        while len(answer.dealt) < 1 + (number < round(second * len(answers))):
            name = min(sorted(names - {*answer.dealt}), key=reads.__getitem__)
            answer.dealt.append(name)
            reads[name] += 1
    write_whole(folder / _SHARES, json.dumps({answer.id: answer.dealt for answer in answers}))
    return {name: write_worksheet(folder, name, answers, {}) for name in sorted(names | {*reads})}


def write_worksheet(
    folder: Path, marker: str, answers: Iterable[Answer], new: Mapping[str, dict[str, str]]
) -> int:
    """Write a marker's answers as page and worksheet, in which all stays but `new` cells, by id."""
    path = folder / "markers" / marker / "worksheet.csv"
    rows, mine = _read_rows(path), []
    # Equal texts stand together: what one of them gets, all do.
    for answer in sorted(answers, key=lambda answer: text_of(answer.cell).strip()):
        theirs = marker in (*answer.dealt, *answer.lines) or answer.id in new
        if theirs or (marker == THIRD and len(answer.marks) > 1):
            mine.append(answer)
            text = visible(text_of(answer.cell)[:SHOWN])
            rows[answer.id] |= {"id": answer.id, "question": answer.question.name, "answer": text}
            rows[answer.id] |= new.get(answer.id, {})
    if rows:
        table = pd.DataFrame(rows.values(), columns=COLUMNS)
        table = table.sort_values(["question", "answer"], kind="stable")
        # By the first character Excel knows UTF-8.
        write_whole(path, "\ufeff" + table.map(without_formula).to_csv(index=False))
    page = path.with_name("answers.html")
    write_page(page, tick=folder.name, marker=marker, answers=mine)
    return len(mine)


def measure_agreement(answers: Iterable[Answer]) -> list[Agreement]:
    """Measure how far two markers agree, for each question by the points, then by each item."""
    measured, twice = [], [answer for answer in answers if len(answer.readers) == 2]
    questions = {answer.question.name: answer.question for answer in twice}
    for name in sorted(questions):
        read = [answer for answer in twice if answer.question.name == name]
        for item in ("", *questions[name].items):
            ratings = [
                [item in a.lines[who].items if item else a.lines[who].points for who in a.readers]
                for a in read
            ]
            classes = sorted({*chain(*ratings)})
            kappa = fleiss_kappa(agreement_table(ratings, classes)) if len(classes) > 1 else None
            alike = sum(one == other for one, other in ratings)
            measured.append(Agreement(name, item, len(read), alike, kappa))
    return measured
