"""The answers in a class's records, beside what the course itself gave and would have said."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import nbformat
from nbformat import NotebookNode

from labkit.grading.base.atomic import AnyPath
from labkit.grading.review import scopes
from labkit.grading.review.normal_form import Form, form, form_of_text, parse
from labkit.grading.review.overlap import words_of
from labkit.grading.submission.cells import grade_id, takes_answer
from labkit.grading.submission.record import Record
from labkit.grading.submission.sanitize import text_of
from labkit.grading.submission.tick import Tick

#: Words in a text between quotation marks from which on it counts as a written answer.
LONG_TEXT = 25


@dataclass(frozen=True)
class CodeAnswer:
    """The code with which a student answers a question.

    Attributes
    ----------
    student, question : str
    shown : str
        As it was typed, with what it uses from the student's other cells.
    core : Form
        The functions and variables that are asked for, and those of the
        student's own that they use, whatever cell these are in.
    all : Form
        That, and whatever else is in the cell of the answer.
    """

    student: str
    question: str
    shown: str
    core: Form
    all: Form


@dataclass(frozen=True)
class WrittenAnswer:
    """A text with which a student answers a question.

    Attributes
    ----------
    student, question : str
    shown : str
        As it was typed.
    words : list of str
        As `words_of` gives them.
    """

    student: str
    question: str
    shown: str
    words: list[str] = field(repr=False)


@dataclass(frozen=True)
class Course:
    """What the course gave out in one tick, and its own answers.

    Attributes
    ----------
    questions : frozenset of str
        Those that earn points.
    asked : dict
        Question -> the names that its cell gives a value.
    given : frozenset of str
        The statements of its notebook, as `_exactly` writes them.
    texts : list of lists of str
        The words of its texts.
    skeleton : dict
        Question -> the source of its empty cell.
    solutions : dict
        Question -> the form of the course's own answer.
    """

    questions: frozenset[str]
    asked: Mapping[str, set[str]]
    given: frozenset[str]
    texts: Sequence[list[str]]
    skeleton: Mapping[str, str]
    solutions: Mapping[str, Form] = field(default_factory=dict)


Answers: TypeAlias = tuple[list[CodeAnswer], list[WrittenAnswer]]


def load_course(tick: Tick, sources: AnyPath) -> Course:
    """Read what a tick gives out, and its solutions.

    Parameters
    ----------
    tick : Tick
        The tick.
    sources : path
        The instructor's folder of ticks.

    Returns
    -------
    Course
        What is the course's own, and not the students'.
    """
    cells = tick.notebook().cells
    code = [parse(cell.source) or [] for cell in cells if cell.cell_type == "code"]
    skeleton = {str(grade_id(c)): c.source for c in cells if takes_answer(c)}
    given = Course(
        frozenset(tick.points),
        {name: scopes.names_bound(parse(text) or []) for name, text in skeleton.items()},
        frozenset(_exactly(statement) for body in code for statement in body),
        [words_of(cell.source) for cell in cells if cell.cell_type != "code"],
        skeleton,
    )
    path = Path(sources) / tick.name / f"{tick.name}.ipynb"
    solved = nbformat.read(path, as_version=4)
    for cell in solved.cells:
        cell.metadata["given"] = not grade_id(cell)
    answers = code_answers("", solved, given)
    return Course(**{**vars(given), "solutions": {a.question: a.core for a in answers}})


def notebook_of(record: Record) -> NotebookNode | None:
    """Give the notebook of a record, if it has one.

    Parameters
    ----------
    record : Record
        Of a submission or of a file that is none.

    Returns
    -------
    NotebookNode or None
        As it was graded.
    """
    return nbformat.from_dict(record.notebook) if record.notebook else None


def read_all(records: Iterable[Record], course: Course) -> list[Answers]:
    """Give all answers of some submissions.

    Parameters
    ----------
    records : iterable of Record
        Submissions of one tick.
    course : Course
        What was given out in it.

    Returns
    -------
    list of tuples of lists
        For each submission its answers in code, and those in words; none
        without a notebook.
    """
    found: list[Answers] = []
    for record in records:
        notebook = notebook_of(record)
        if notebook is None:
            found.append(([], []))
            continue
        student = record.student
        in_code = code_answers(student, notebook, course)
        found.append((in_code, written_answers(student, notebook, course)))
    return found


def code_answers(student: str, notebook: NotebookNode, course: Course) -> list[CodeAnswer]:
    """Give a student's answers in code, without the course's own code.

    Parameters
    ----------
    student : str
        Whose it is.
    notebook : NotebookNode
        As it was graded.
    course : Course
        What was given out.

    Returns
    -------
    list of CodeAnswer
        One for each question that earns points and was answered.
    """
    own = [c for c in notebook.cells if c.cell_type == "code" and _is_own(c)]
    others = [s for c in own for s in _statements(text_of(c), course) or ()]
    found = []
    for cell in notebook.cells:
        name = grade_id(cell)
        if cell.cell_type != "code" or not takes_answer(cell) or name not in course.questions:
            continue
        answer = _code_answer(student, name, text_of(cell), others, course)
        if answer.core.words:
            found.append(answer)
    return found


def written_answers(student: str, notebook: NotebookNode, course: Course) -> list[WrittenAnswer]:
    """Give a student's answers in words: the cells for them, and long texts in answers in code.

    Parameters
    ----------
    student : str
        Whose it is.
    notebook : NotebookNode
        As it was graded.
    course : Course
        What was given out.

    Returns
    -------
    list of WrittenAnswer
        One for each question that was answered.
    """
    found = []
    for cell in notebook.cells:
        name, text = grade_id(cell), text_of(cell)
        if not takes_answer(cell) or text.strip() == course.skeleton.get(str(name), "").strip():
            continue
        if cell.cell_type == "code":
            text = "\n\n".join(_long_texts(text))
        if text.strip():
            found.append(WrittenAnswer(student, str(name), text, words_of(text)))
    return found


def _is_own(cell: NotebookNode) -> bool:
    return not grade_id(cell) and not cell.metadata.get("given")


@dataclass(frozen=True, eq=False)
class _Statement:
    code: ast.stmt
    source: str
    bound: set[str]
    form: Form


def _statements(text: str, course: Course) -> list[_Statement] | None:
    """Read a cell's statements but for the course's own; None if it is not Python."""
    code = parse(text)
    if code is None:
        return None
    found = []
    lines = re.split(r"\r\n|\r|\n", text)  # as Python counts them
    for statement in code:
        if _exactly(statement) not in course.given:
            own = form([statement])
            if own is None:
                return None
            first = min([statement, *getattr(statement, "decorator_list", [])], key=_line).lineno
            source = "\n".join(lines[first - 1 : statement.end_lineno])
            bound = scopes.whole([statement]).bound
            found.append(_Statement(statement, source, bound, own))
    return found


def _line(node: ast.stmt | ast.expr) -> int:
    return node.lineno


def _exactly(statement: ast.stmt) -> str:
    try:
        return ast.dump(statement)
    except (RecursionError, ValueError):  # nested too deeply, or with a number of a million digits
        return ""


def _code_answer(
    student: str, name: str, text: str, others: Sequence[_Statement], course: Course
) -> CodeAnswer:
    own = _statements(text, course)
    if own is None:
        written = form_of_text(text)
        empty = written == form_of_text(course.skeleton.get(name, ""))
        written = Form() if empty else written
        return CodeAnswer(student, name, text, written, written)
    wanted = course.asked.get(name, set())
    asked = [s for s in own if s.bound & wanted]
    elsewhere = [] if asked else [s for s in others if s.bound & wanted]
    core = _with_what_it_uses(asked or elsewhere or own, [own, others])
    every = _with_what_it_uses([*core, *own], [others])
    shown = "\n\n".join([*(s.source for s in every if s not in own), text])
    core_form = _form(core) or form_of_text(text)
    every_form = core_form if every == core else _form(every) or form_of_text(text)
    return CodeAnswer(student, name, shown, core_form, every_form)


def _form(statements: Sequence[_Statement]) -> Form | None:
    if len(statements) == 1:
        return statements[0].form
    return form([statement.code for statement in statements])


def _with_what_it_uses(
    start: Sequence[_Statement], places: Sequence[Iterable[_Statement]]
) -> list[_Statement]:
    """Add to some statements those that give a value to what they use, and so on.

    The order does not hang on the places or on the names.
    """
    binding: list[dict[str, list[_Statement]]] = []
    for place in places:
        binding.append(defaultdict(list))
        for statement in place:
            for name in statement.bound:
                binding[-1][name].append(statement)
    chosen = dict.fromkeys(start)
    left = list(chosen)
    for statement in left:  # which grows
        for name in statement.form.free:
            known = next((place[name] for place in binding if name in place), [])
            new = [each for each in known if each not in chosen]
            chosen.update(dict.fromkeys(new))
            left += new
    return list(chosen)


def _long_texts(code: str) -> list[str]:
    nodes = (node for statement in parse(code) or () for node in ast.walk(statement))
    texts = (n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return [text for text in texts if len(words_of(text)) >= LONG_TEXT]
