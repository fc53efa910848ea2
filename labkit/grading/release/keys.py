"""The right answers of questions that ask for a value: none may stand in the pack.

A question whose answer is a function is judged by many cases, and knowing one value helps
nobody. Where a value is the answer, whoever reads it has answered; and where there are few
possible values, trying them all is no work.
"""

import ast
import math
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from inspect import getclosurevars
from pathlib import Path
from typing import Any

import nbformat

from labkit.checks.judges import same
from labkit.checks.questions import Case, Question, load_questions

#: Smaller numbers and shorter words could stand anywhere by chance.
LEAST_TELLING, LEAST_LETTERS = 1000, 4

#: With so many possible answers, trying them all by hand is more work than thinking.
FEW = 1000


@dataclass(frozen=True)
class Key:
    """The right answer of a question.

    Attributes
    ----------
    question : Question
        With its hidden cases.
    folder : Path
        Of the tick.
    values : tuple
        Right answers that are known; empty where only a judge knows.
    """

    question: Question
    folder: Path
    values: tuple[Any, ...]

    @property
    def origin(self) -> str:
        """Return what a message calls it."""
        return f"the answer of {self.question.name!r} of {self.folder.name}"

    def written(self) -> str | None:
        """Return which right answer stands in the tick's ``checks.py`` as a literal; None if none does."""
        program = ast.parse((self.folder / "checks.py").read_text(encoding="utf8"))
        for node in ast.walk(program):
            with suppress(ValueError, TypeError, SyntaxError):
                value = ast.literal_eval(node)
                if _telling(value) and any(same(value, x, exact=False) for x in self.values):
                    return f"says {value!r}, which is {self.origin}"
        return None

    def guessed(self) -> str | None:
        """Return among how few answers the visible check would tell the right one; None if it does not."""
        visible = [case for case in self.question.cases if not case.label]
        for right in self.values if self.question.points else ():
            number = combinations(right)
            told = all(_accepts(c, right) for c in visible) and not any(
                all(_accepts(case, other) for case in visible) for other in _others(right)
            )
            if told and number <= FEW:
                return f"tells the right one of {number:.0f} possible answers"
        return None


def keys(source: Path) -> Iterator[Key]:
    """Collect the questions of a lab that ask for a value which not everyone may choose.

    Parameters
    ----------
    source : Path
        The lab's folder.

    Yields
    ------
    Key
        One for each.
    """
    for checks in sorted((source / "notebooks").rglob("checks.py")):
        folder = checks.parent
        questions = load_questions(folder)
        wanted = [name for name, q in questions.items() if q.cases[0].inputs is None]
        hidden = folder / "hidden.py"
        code = hidden.read_text(encoding="utf8") if hidden.is_file() else ""
        if any(name in code for name in wanted):  # to load it may take a second
            questions = load_questions(folder, hidden=True)
        for question in (questions[name] for name in wanted):
            if all(case.inputs is None for case in question.cases):
                values = [*_expected(question), *_solved(folder, question.answer)]
                if not any(_is_opinion(question, value) for value in values):
                    yield Key(question, folder, tuple(values))


def combinations(value: Any) -> float:
    """Count the answers that look like this one: infinity where nobody could try them all.

    Parameters
    ----------
    value : object
        A right answer.

    Returns
    -------
    float
        A whole number, or infinity.

    Examples
    --------
    >>> combinations(set("bee")), combinations(True), combinations({1: "POS", 2: "NEG"})
    (32, 2, 4)
    """
    match value:
        case bool():
            return 2
        case int():
            return 2 * abs(value) + 1
        case str():
            return 2 if value in ("POS", "NEG") else 26 if len(value) == 1 else math.inf
        case set() | frozenset():
            letters = [x for x in value if isinstance(x, str) and len(x) == 1]
            single = len(letters) == len(value) > 0
            return 2 ** (ord(max(letters).lower()) - ord("a") + 1) if single else math.inf
        case dict():
            return math.prod(map(combinations, value.values()))
        case list() | tuple():
            return math.prod(map(combinations, value))
    return math.inf


def _accepts(case: Case, value: Any) -> bool:
    try:
        return case.judge(value) is None
    except Exception:  # of a value that no judge expects
        return False


def _expected(question: Question) -> Iterator[Any]:
    """Yield what judges made by ``equals`` compare with."""
    for case in question.cases:
        variables = getclosurevars(case.judge).nonlocals
        if "expected" in variables:
            yield variables["expected"]


def _solved(folder: Path, answer: str) -> Iterator[Any]:
    """Yield the value that a solution assigns, where it is written down and not computed."""
    for path in sorted(folder.glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            if not cell.metadata.get("nbgrader", {}).get("solution"):
                continue
            region = re.search(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", cell.source, re.S)
            try:
                tree = ast.parse(region.group(1)) if region else ast.Module([], [])
            except SyntaxError:  # a function's body, which is no value
                continue
            for node in tree.body:
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == answer:
                    try:
                        yield ast.literal_eval(node.value)
                    except ValueError:
                        continue


def _is_opinion(question: Question, value: Any) -> bool:
    """Tell whether another answer is as right as this one."""
    return all(_accepts(case, value) for case in question.cases) and any(
        all(_accepts(case, other) for case in question.cases) for other in _others(value)
    )


def _others(value: Any) -> Iterator[Any]:
    """Yield answers near this one."""
    match value:
        case bool():
            yield not value
        case int() | float():
            yield from (value + 1, value * 2 + 1)
        case str():
            other = {"POS": "NEG", "NEG": "POS"}.get(value)
            yield other or f"{value}x"
        case set() | frozenset():
            for member in value:
                yield set(value) - {member}
        case dict():
            for name, part in value.items():
                flipped = {"positive": "negative", "negative": "positive"}.get(str(part))
                for other in [flipped] if flipped else _others(part):
                    yield {**value, name: other}
        case list() | tuple():
            for place, part in enumerate(value):
                for other in _others(part):
                    yield type(value)([*value[:place], other, *value[place + 1 :]])


def _telling(value: Any) -> bool:
    """Tell whether a value would not stand anywhere by chance."""
    if isinstance(value, int | float):
        return abs(value) >= LEAST_TELLING or value % 1 != 0
    if isinstance(value, str):
        return len(value) >= LEAST_LETTERS
    return isinstance(value, set | dict | list | tuple) and len(value) >= 2
