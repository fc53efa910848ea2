"""The right answers of questions that ask for a value: none may stand in the pack.

A question whose answer is a function is judged by many cases, and knowing one value helps
nobody. Where a value is the answer, whoever reads it has answered; and where there are few
possible values, trying them all is no work.
"""

import ast
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from inspect import getclosurevars
from pathlib import Path
from typing import Any

import nbformat

from labkit.checks.judges import same
from labkit.checks.questions import Case, Question, load_questions
from labkit.grading.release.contents import Content

#: Fewer digits could stand anywhere by chance; beside the question itself, they count.
TELLING_DIGITS = 4

#: Longer texts are searched for a list of the answer's parts, and not read as one.
LONGEST_WORD = 40

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
        """What a message calls it."""
        return f"the answer of {self.question.name!r} of {self.folder.name}"

    def found_in(self, content: Content, name: Path) -> str | None:
        """Say how a file gives the answer away: what of it is right; None if nothing is.

        The question's own ``checks.py`` is read more closely than other files.
        """
        near = name.parent.name == self.folder.name and name.suffix == ".py"
        short = [text for text in content.texts if len(text) <= LONGEST_WORD]
        for part in [*content.values, *short]:
            for value in _dresses(part) if near or self._looks_alike(part) else ():
                if (near or _telling(value)) and self._is_right(value, near):
                    return f"{value!r} is"
        return self._listed_in(content.texts) if self._members else None

    @property
    def _members(self) -> list[str]:
        """The strings that are the answer, where it is a set or a list of three or more."""
        sets = [v for v in self.values if isinstance(v, set | frozenset | list | tuple)]
        members = sorted(map(str, sets[0]), key=len, reverse=True) if sets else []
        return members if len(members) >= 3 and all(type(x) is str for x in sets[0]) else []

    def _listed_in(self, texts: Iterable[str]) -> str | None:
        """Find the members behind one another in some order, as in "one, two and three"."""
        one = "|".join(map(re.escape, self._members))
        between = rf"(?:\W{{1,4}}|\W+(?:and|&)\W+)(?:{one})"
        listed = re.compile(rf"(?<!\w)(?:{one})(?:{between}){{{len(self._members) - 1}}}(?!\w)")
        for match in (match for text in texts for match in listed.finditer(text)):
            words = re.findall(rf"(?<!\w)(?:{one})(?!\w)", match.group())
            if len(words) == len(set(words)):
                return f"{match.group()!r} is"
        return None

    def _looks_alike(self, part: Any) -> bool:
        """Tell quickly whether a part of a file could be a right answer in some dress."""
        number = isinstance(part, int | float)
        return any(isinstance(right, int | float) == number for right in self.values)

    def _is_right(self, value: Any, near: bool) -> bool:
        if any(same(value, right, exact=False) for right in self.values):
            return True
        if not near:  # a judge that takes any opinion for right would find one everywhere
            return False
        return all(_accepts(case, value) for case in self.question.cases) and not _is_opinion(
            self.question, value
        )

    def guessed(self) -> str | None:
        """Say among how few answers the visible check would tell the right one; None if it does not."""
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
    """Give what judges made by ``equals`` compare with."""
    for case in question.cases:
        variables = getclosurevars(case.judge).nonlocals
        if "expected" in variables:
            yield variables["expected"]


def _solved(folder: Path, answer: str) -> Iterator[Any]:
    """Give the value that a solution assigns, where it is written down and not computed."""
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
    """Give answers near this one."""
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


def _dresses(value: Any) -> Iterable[Any]:
    """Give a value and what else it may stand for: ``{"a": True}`` or "a" for ``{"a"}``."""
    yield value
    if isinstance(value, dict):
        yield {name for name, holds in value.items() if holds is True or holds == 1}
        yield {name for name, holds in value.items() if holds is False or holds == 0}
        yield from (set(map(str, value)), list(value.values()))
    elif isinstance(value, list | tuple | set | frozenset):
        members = list(value)
        yield from (members, tuple(members))
        if all(isinstance(member, str | int | float) for member in members):
            yield set(members)
        if members and all(isinstance(x, tuple | list) and len(x) == 2 for x in members):
            pairs = {str(x): y for x, y in members}
            yield from (pairs, {name for name, holds in pairs.items() if holds})
    elif isinstance(value, str) and len(value) <= LONGEST_WORD:
        yield set(value)
        yield set(re.findall(r"\w+", value))
        yield re.findall(r"\w+", value)


def _telling(value: Any) -> bool:
    """Tell whether a value would not stand anywhere by chance."""
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, int | float):
        digits = re.sub(r"e.*|\D", "", f"{value!r}").strip("0")
        return len(digits) >= TELLING_DIGITS
    if isinstance(value, str):
        return len(value) >= TELLING_DIGITS
    return isinstance(value, set | frozenset | dict | list | tuple) and len(value) >= 2
