"""Questions, cases and judges: what a tick asks and how answers are judged.

Each tick has, beside its notebook, ``checks.py`` with its questions and the
cases students may see, and ``hidden.py`` with more cases, which stay with the
instructor. A *case* is inputs for the student's function and a *judge* of the
plain value that comes back. A judge gives None for a right value, or a Hint
that names the likely misconception.
"""

import difflib
import importlib.util
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.machinery import SourceFileLoader
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from labkit.checks.outcomes import Failure, FailureKind, Outcome

#: A failure's kind -> the key of its hint, unless the exception's name is one.
_KEYS = {kind: str(kind) for kind in FailureKind} | {FailureKind.NOT_PLAIN: "wrong_type"}


@dataclass(frozen=True)
class Hint:
    """What is wrong with an answer, and what to tell the student.

    Parameters
    ----------
    key : str
        Of a misconception in the question's hints, or the kind of a failure.
    text : str, optional
        The words; "" where the question's hints have them.
    failure : Failure, optional
        Why a case came to no value, where it did not. Of a hidden case it says
        nothing that the student's code could have made up.

    See Also
    --------
    equals : Make a judge that gives hints.

    Examples
    --------
    >>> Hint("percentage").key
    'percentage'
    """

    key: str
    text: str = ""
    failure: Failure | None = None


#: Says what is wrong with a plain value; None if nothing is.
Judge: TypeAlias = Callable[[Any], Hint | None]


@dataclass(frozen=True)
class Case:
    """Inputs for the student's function and a judge of what it returns.

    Parameters
    ----------
    inputs : tuple or None
        The arguments; None where the answer is itself a value.
    judge : callable
        Plain value -> None if right, else a Hint.
    hidden : bool, optional
        Whether students are not to see the inputs: what their code says of a
        failure, and so could say of the inputs, is not repeated to them.

    See Also
    --------
    Question : What a case belongs to.

    Examples
    --------
    >>> Case((3,), equals(6, square=9)).judge(9).key
    'square'
    """

    inputs: tuple[Any, ...] | None
    judge: Judge
    hidden: bool = False


@dataclass(frozen=True)
class Question:
    """One question of a tick.

    Parameters
    ----------
    name : str
        What ``check`` is called with.
    answer : str
        The variable of the notebook that holds the answer.
    points : float
        0 for a self-check that earns no mark.
    hints : dict
        Key of a misconception -> what to tell the student. Every question
        has the key "other", for a wrong answer that no judge recognises.
    cases : tuple of Case
        Judged in this order.
    without : tuple of str, optional
        Library functions that the answer should do without, as
        ``package.module:function``. The hint's key is "PermissionError".

    See Also
    --------
    check : Answer a question.

    Examples
    --------
    >>> question = Question("double", "double", 2, {"other": "Compute it by hand."},
    ...                     (Case((3,), equals(6)),))
    >>> question.name
    'double'
    """

    name: str
    answer: str
    points: float
    hints: Mapping[str, str]
    cases: tuple[Case, ...]
    without: tuple[str, ...] = ()

    def judge(self, outcomes: Sequence[Outcome]) -> list[Hint | None]:
        """Judge the outcomes of all cases.

        Parameters
        ----------
        outcomes : list of Returned or Failure
            One for each case.

        Returns
        -------
        list
            For each case None if right, else a Hint with its words.
        """
        return [
            self._worded(self._hint(case, outcome))
            for case, outcome in zip(self.cases, outcomes, strict=True)
        ]

    def _hint(self, case: Case, outcome: Outcome) -> Hint | None:
        if isinstance(outcome, Failure):
            failure = outcome.masked() if case.hidden else outcome
            named = outcome.exception in self.hints
            key = outcome.exception if named else _KEYS[outcome.kind]
            known = self.hints[key] if named else ""
            return Hint(key, self._words(case, failure, known), failure)
        try:
            return case.judge(outcome.value)
        except Exception:  # so odd a value that the judge did not think of it
            return Hint("other")

    def _words(self, case: Case, failure: Failure, known: str) -> str:
        match failure.kind:
            case FailureKind.RAISED:
                what = failure.exception or "an error of its own"
                what += "" if case.hidden else f": {failure.detail}"
                return f"Your code stopped with {what}. {known}".strip()
            case FailureKind.LOST:
                return "No answer came back: the code ran too long, or Python stopped."
            case FailureKind.NOT_PLAIN:
                return (
                    f"The result is {failure.detail or 'of another kind'}; the question asks for "
                    "plain Python (numbers, strings, lists, dictionaries)."
                )
            case FailureKind.NOT_CALLABLE:
                return (
                    f"{self.answer} should be a function. Did another cell give the name "
                    "to something else, or did you call it where only its name is wanted?"
                )
        if case.inputs is None:
            return f"Not answered yet: give {self.answer} a value above."
        return (
            f"{self.answer} gives None: either it is not written yet, or a path through it "
            "ends without return."
        )

    def _worded(self, hint: Hint | None) -> Hint | None:
        if hint is None or hint.text:
            return hint
        return replace(hint, text=self.hints[hint.key])


def most_telling(hints: Iterable[Hint | None]) -> tuple[int, Hint] | None:
    """Choose the one hint to show: the first that names a misconception.

    Parameters
    ----------
    hints : iterable of Hint or None
        One for each case.

    Returns
    -------
    (int, Hint) or None
        The case's position and its hint; None if all cases are right.
    """
    failed = [(i, hint) for i, hint in enumerate(hints) if hint is not None]
    vague = ("other", "wrong_type")
    return next((f for f in failed if f[1].key not in vague), failed[0] if failed else None)


def equals(expected: object, **mistakes: object) -> Judge:
    """Make a judge that wants one value, of exactly the expected type.

    Floats may differ by rounding (one part in 10^9). A value that equals one
    of the `mistakes` gets that misconception's hint.

    Parameters
    ----------
    expected : object
        Plain data.
    **mistakes
        Key of a hint -> the value that this misconception leads to.

    Returns
    -------
    callable
        Plain value -> None if right, else a Hint.

    See Also
    --------
    says : Judge a class.

    Examples
    --------
    >>> judge = equals(0.5, percentage=50.0)
    >>> judge(0.5) is None
    True
    >>> judge(50).key
    'percentage'
    >>> judge("0.5").text
    'The result holds a str where a float is asked for.'
    """

    def judge(value: Any) -> Hint | None:
        if same(value, expected):
            return None
        for key, wrong in mistakes.items():
            if same(value, wrong, exact=False):
                return Hint(key)
        types = _type_difference(value, expected)
        if types:
            return Hint(
                "wrong_type", "The result holds a {} where a {} is asked for.".format(*types)
            )
        return Hint("other")

    return judge


def says(expected: str, mistake: str = "other") -> Judge:
    """Make a judge that wants a class, "POS" or "NEG".

    Parameters
    ----------
    expected : str
        The right class.
    mistake : str, optional
        Key of the hint for the other class. Any other string gets the hint
        "names".

    Returns
    -------
    callable
        Plain value -> None if right, else a Hint.

    See Also
    --------
    equals : Judge any value.

    Examples
    --------
    >>> judge = says("POS", mistake="ties_negative")
    >>> judge("POS"), judge("NEG").key, judge("positive").key
    (None, 'ties_negative', 'names')
    """
    judge = equals(expected, **{mistake: {"POS": "NEG", "NEG": "POS"}[expected]})

    def judge_class(value: Any) -> Hint | None:
        wrong_name = type(value) is str and value not in ("POS", "NEG")
        return Hint("names") if wrong_name else judge(value)

    return judge_class


def same(value: Any, expected: Any, exact: bool = True) -> bool:
    """Say whether two pieces of plain data are the same, floats up to rounding.

    With `exact` an int and a float are never the same.
    """
    numbers = (int, float)
    if not exact and type(value) in numbers and type(expected) in numbers:
        return _close(value, expected)
    if type(value) is not type(expected):
        return False
    if type(expected) is float:
        return _close(value, expected)
    if type(expected) in (list, tuple):
        return len(value) == len(expected) and all(
            same(v, e, exact) for v, e in zip(value, expected, strict=True)
        )
    if type(expected) is dict:
        return _typed(value) == _typed(expected) and all(
            same(value[key], expected[key], exact) for key in expected
        )
    if type(expected) in (set, frozenset):
        return _typed(value) == _typed(expected)
    return value == expected


def _typed(members: Iterable[object]) -> set[tuple[type, object]]:
    # To Python 1, 1.0 and True are one member of a set, or one key.
    return {(type(member), member) for member in members}


def _close(value: float, expected: float) -> bool:
    try:
        value, expected = float(value), float(expected)
    except OverflowError:  # an integer beyond every float
        return value == expected
    if math.isnan(value) or math.isnan(expected):
        return math.isnan(value) and math.isnan(expected)
    return math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-12)


def _type_difference(value: Any, expected: Any) -> tuple[str, str] | None:
    if type(value) is not type(expected):
        return type(value).__name__, type(expected).__name__
    if type(expected) in (list, tuple):
        pairs = list(zip(value, expected, strict=False))  # up to the shorter
    elif type(expected) is dict:
        pairs = [(value[key], expected[key]) for key in expected if key in value]
    else:
        pairs = []
    differences = (_type_difference(v, e) for v, e in pairs)
    return next((d for d in differences if d), None)


def load_questions(folder: str | PathLike[str], *, hidden: bool = False) -> dict[str, Question]:
    """Load a tick's questions.

    Parameters
    ----------
    folder : str or path
        The tick's folder, with ``checks.py`` (``QUESTIONS``, a list) and
        perhaps ``hidden.py`` (``CASES``, question name -> list of Case).
    hidden : bool, optional
        Whether to add the hidden cases.

    Returns
    -------
    dict
        Question name -> Question, in the notebook's order.

    Raises
    ------
    FileNotFoundError
        If a file that is wanted is not there.
    ValueError
        If ``hidden.py`` has cases for a question that ``checks.py`` lacks.
    """
    folder = Path(folder)
    questions = {q.name: q for q in _load(folder / "checks.py").QUESTIONS}
    if hidden:
        for name, cases in _load(folder / "hidden.py").CASES.items():
            if name not in questions:
                raise ValueError(f"hidden.py: {unknown_question(name, questions)}")
            question = questions[name]
            more = (replace(case, hidden=True) for case in cases)
            questions[name] = replace(question, cases=(*question.cases, *more))
    return questions


def unknown_question(name: object, questions: Iterable[str]) -> str:
    """Say that a tick has no such question, and which may be meant."""
    return f"this tick has no question {name!r}; {which_is_meant(name, questions)}"


def which_is_meant(name: object, known: Iterable[str]) -> str:
    """Ask whether the nearest of the known names is meant, or list them all."""
    known = list(known)
    near = difflib.get_close_matches(str(name), known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}."


def _load(path: Path) -> ModuleType:
    if not path.is_file():
        raise FileNotFoundError(f"{path.name} is not in the folder {path.parent.name}")
    loader = SourceFileLoader(f"{path.stem}_of_{path.parent.name}", str(path))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None  # a loader has one
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module
