"""Questions and their cases: what a tick asks and how answers are judged.

Each tick has, in the hidden folder ``.course``, ``checks.py`` with its questions and the cases
students may see, and ``hidden.py`` with more cases, which stay with the instructor. A *case* is inputs for the
student's function and a *judge* of the plain value that comes back.
"""

import difflib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from labkit.checks.alike import is_rounded
from labkit.checks.outcomes import Failure, FailureKind, Outcome, Returned
from labkit.notebook_env import opened_notebook

#: Words on failures that any answer may have. A question's own hints may say it better.
GENERIC = {
    FailureKind.CHANGED: "Your function changes what it is given: the code that calls it finds "
    "another list or dictionary afterwards. Work on a copy, or build a new one.",
    FailureKind.SLOW: "Your code had not ended when its time was up. Does each loop come to an "
    "end, does nothing wait, and is there work in a loop that could be done once, before it?",
    FailureKind.MEMORY: "Your code fills the memory: it keeps more than a computer has room for. Can "
    "it count or add up as it goes, in place of a list of all there is?",
    FailureKind.PRINTED: "Your function prints, and gives None. Hand the result over "
    "with return, so that other code can use it.",
    FailureKind.STUCK: "To earn the points, delete the line with stuck, write your own answer, then "
    "choose Restart Kernel and Run All Cells.",
    FailureKind.LOST: "No answer came back: the code ran too long, or Python stopped.",
    FailureKind.OUTSIDE: "{answer} uses {detail} of the notebook, where what it is given should "
    "count: with other data it must give another result.",
    FailureKind.NOT_PLAIN: "The result is {detail}; the question asks for plain Python (numbers, "
    "strings, lists, dictionaries).",
    FailureKind.ARGUMENTS: "{answer} cannot be called as the question does. How many arguments does "
    "it take? It is given {count}, in this order{names}.",
    FailureKind.NOT_CALLABLE: "{answer} should be a function. Did another cell give the name to "
    "something else, or did you call it where only its name is wanted?",
    FailureKind.UNANSWERED: "{answer} gives None: either it is not written yet, or a path through it "
    "ends without return, or it returns what gives None, as a list's sort() does.",
}
_MASKED = {FailureKind.OUTSIDE: "a variable", FailureKind.NOT_PLAIN: "of another kind"}
_NO_VALUE = "Not answered yet: give {answer} a value above."

#: Words on wrong values that any question may have. A question's own hints may say it better.
_ROUNDED = "This is rounded. Round when you print, not when you compute."
_CONSTANT = (
    "Your function gives the same in every case here, although what it is given differs. Does its "
    "result depend on all of that? "
)

_NO_FUNCTION = (
    "Round brackets behind a name call it: has a variable taken a function's name, as sum or list, or "
    "is an operator missing before the bracket?"
)

_ON_EXCEPTIONS = {
    "UnboundLocalError": "The function reads a name before it has given it a value: what should it "
    "be at the beginning? What the notebook has under this name is not meant inside.",
    "NameError": "Is it spelt as where it gets its value? And has that cell been run? If you have just "
    "opened the notebook, run its first cells first.",
    "EOFError": "A function is given what it needs: do without input().",
    "SystemExit": "exit() ends Python, and with it all that you have computed: end a function with "
    "return.",
    "RecursionError": "A function that calls itself goes one level deeper each time, and Python "
    "stops at about 1,000 levels; what it is given may be longer. A loop has no such limit.",
}


@dataclass(frozen=True)
class Hint:
    """What is wrong with an answer, and what to tell the student.

    Parameters
    ----------
    key : str
        Of a misconception in the question's hints, or the kind of a failure.
    text : str, optional
        The words; "" where the question's hints have them.
    also : tuple of str, default ()
        Keys of further misconceptions that lead to the same value.
    doubt : bool, default False
        Whether the answer counts as right, and the words only ask to look at it again.

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
    also: tuple[str, ...] = ()
    doubt: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all misconceptions that it may be."""
        return self.key, *self.also


#: Says what is wrong with a plain value; None if nothing is.
Judge: TypeAlias = Callable[[Any], Hint | None]


@dataclass(frozen=True)
class Case:
    """Inputs for the student's function and a judge of what it returns.

    Parameters
    ----------
    inputs : tuple or None
        The arguments; None where the answer is itself a value. ``Seeded(seed, calls)`` of
        `plain_data` stands for a random generator: the judge is given the list of what so many calls
        with it came to.
    judge : callable
        Plain value -> None if right, else a Hint that names the likely misconception.
    label : str, optional
        Of a hidden case, whose inputs students are not to see: in a few words what kind of input it
        has, as in "an empty list". This is all that a student is told of it, besides right or not.
    seconds : float, default 10
        The time that the answer may take: at least ten times what a plain solution does.

    See Also
    --------
    Question : What a case belongs to.

    Examples
    --------
    >>> from labkit.checks.judges import equals
    >>> Case((3,), equals(6, square=9)).judge(9).key
    'square'
    """

    inputs: tuple[Any, ...] | None
    judge: Judge
    label: str = ""
    seconds: float = 10

    @property
    def expected(self) -> object:
        """The right value; dots if the judge does not tell."""
        return getattr(self.judge, "expected", ...)

    @property
    def knows(self) -> frozenset[str]:
        """The keys of the mistakes that the judge looks for."""
        return getattr(self.judge, "knows", frozenset())


@dataclass(frozen=True)
class Question:
    """One question of a tick.

    Parameters
    ----------
    name, answer : str
        What ``check`` is called with, and the notebook's variable that holds the answer.
    points : float
        0 for a self-check that earns no mark.
    hints : dict
        Key of a misconception -> what to tell the student. Every question has the key "other", for
        a wrong answer that no judge recognises; "rounded", "constant" and the failures that any
        answer may have need no words of their own.
    cases : tuple of Case
        Judged in this order.
    without : tuple of str, default ()
        Library functions that would answer it, by their public names, as
        ``labkit.metrics:precision``: they are switched off while its cases are asked. The hint's key
        is "PermissionError".
    parameters : tuple of str, default ()
        What the question's text calls the function's parameters.
    meaning : str, optional
        In a sentence what the right answer means, shown with it.
    provisional : bool, default False
        Whether the cases that students see look at the form only: points come with the hidden ones.
    masked : bool, default False
        Whether hints repeat nothing that the student's code says of a failure: it may know hidden
        inputs.

    See Also
    --------
    check : Answer a question.

    Examples
    --------
    >>> from labkit.checks.judges import equals
    >>> hints = {"other": "Compute it by hand."}
    >>> Question("double", "double", 2, hints, (Case((3,), equals(6)),)).name
    'double'
    """

    name: str
    answer: str
    points: float
    hints: Mapping[str, str]
    cases: tuple[Case, ...]
    without: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    meaning: str = ""
    provisional: bool = False
    masked: bool = False

    @property
    def asks_value(self) -> bool:
        """Tell whether the answer is itself a value, and no function."""
        return all(case.inputs is None for case in self.cases)

    def judge(self, outcomes: Sequence[Outcome]) -> list[Hint | None]:
        """Judge the outcomes of all cases: for each None if right, else a Hint with its words."""
        pairs = list(zip(self.cases, outcomes, strict=True))
        hints = self._agreed([self._hint(case, outcome) for case, outcome in pairs], outcomes)
        # As text: to Python 1 and True are equal.
        same = len(outcomes) > 1 and len(set(map(repr, outcomes))) == 1
        if same and {hint.key for hint in hints if hint} == {"other"}:
            constant = Hint("constant", _CONSTANT + self.hints["other"])
            hints = [hint and constant for hint in hints]
        words_of = {"rounded": _ROUNDED, **self.hints}
        return [hint and replace(hint, text=hint.text or words_of[hint.key]) for hint in hints]

    def _agreed(
        self, hints: Sequence[Hint | None], outcomes: Sequence[Outcome]
    ) -> list[Hint | None]:
        """Name a mistake only if the visible cases agree on it; else say less.

        Each that knows it shows it. Where a class is asked for, to which any mistake may come, it
        explains half of the wrong cases. "rounded" is what all are.
        """
        cases = [
            (case, one.value if isinstance(one, Returned) else ..., hint)
            for case, one, hint in zip(self.cases, outcomes, hints, strict=True)
            if not case.label
        ]
        missing = {
            key for case, _, hint in cases for key in case.knows - {*(hint.keys if hint else ())}
        }
        wrong = [(hint, value) for _, value, hint in cases if hint and not hint.doubt]
        shown = Counter(key for hint, _ in wrong for key in {*hint.keys})
        for hint, value in wrong:
            if isinstance(value, (str, bool)):
                missing |= {key for key in hint.keys if 2 * shown[key] < len(wrong)}
        named = [
            hint
            and replace(hint, key=next((key for key in hint.keys if key not in missing), "other"))
            for hint in hints
        ]
        found = {
            hint.key
            for case, hint in zip(self.cases, named, strict=True)
            if hint and not case.label
        }
        judged = [(value, case.expected) for case, value, _ in cases if case.expected is not ...]
        if (len(found) > 1 or "other" in found) and is_rounded(
            [value for value, _ in judged], [expected for _, expected in judged]
        ):
            return [
                hint and (hint if case.label else Hint("rounded"))
                for case, hint in zip(self.cases, named, strict=True)
            ]
        return named

    def _hint(self, case: Case, outcome: Outcome) -> Hint | None:
        if isinstance(outcome, Failure):
            named = outcome.exception in {*self.hints, "PermissionError"}
            key = outcome.exception if named else str(outcome.kind)
            key = "wrong_type" if key == FailureKind.NOT_PLAIN else key
            own = self.hints.get(key, "")
            if own and not named and key != "wrong_type":
                return Hint(key, own)
            if self.masked:
                outcome = Failure(outcome.kind, "an error", _MASKED.get(outcome.kind, ""))
            return Hint(key, self._words(case, outcome, own if named else ""))
        try:
            return case.judge(outcome.value)
        except Exception:  # so odd a value that the judge did not think of it
            return Hint("other")

    def _words(self, case: Case, failure: Failure, known: str) -> str:
        """Describe a failure, and what is `known` of its exception."""
        if failure.kind is FailureKind.RAISED:
            detail = failure.detail.removesuffix(".")
            what = f"{failure.exception}: {detail}" if detail else failure.exception
            known = known or _ON_EXCEPTIONS.get(failure.exception, "")
            known = _NO_FUNCTION if detail.endswith("object is not callable") else known
            return f"Your code stopped with {what}. {known}".strip()
        words = GENERIC[failure.kind]
        if failure.kind is FailureKind.UNANSWERED and case.inputs is None:
            words = _NO_VALUE
        names = f": {', '.join(self.parameters)}" if self.parameters else ""
        count = len(case.inputs or ())
        return words.format(answer=self.answer, detail=failure.detail, count=count, names=names)


def is_right(hint: Hint | None) -> bool:
    """Tell whether what a judge gave counts as right."""
    return hint is None or hint.doubt


def most_telling(hints: Iterable[Hint | None]) -> tuple[int, Hint] | None:
    """Choose the one hint to show: the first that names a misconception.

    Of one hint or None for each case; it comes with the case's position. None if all are right.
    """
    failed = [(i, hint) for i, hint in enumerate(hints) if hint and not hint.doubt]
    telling = (f for f in failed if f[1].key not in ("other", "wrong_type"))
    return next(telling, failed[0] if failed else None)


def tick_order(name: str) -> list[int | str]:
    """Return what names of ticks are sorted by, so that tick2, tick2b and tick10 come in this order."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]


def short_name(tick: str) -> str:
    """Return what people call a tick: tick4b of tick4b-more-on-ties."""
    return re.sub(r"(?<=\d)([a-z]?)-.*", r"\1", tick)


def course_folder(folder: Path) -> Path:
    """Return where a tick has its checks: beside its folder, hidden, or in it."""
    beside = folder.parent / ".course" / folder.name
    return beside if beside.is_dir() else folder / ".course"


def tick_folder() -> Path:
    """Return the folder of the tick that this notebook is in, also where Python works in another one.

    VS Code can be told to work in another folder, and a student's own cell can go to one.
    """
    folders = [Path.cwd()]
    if opened := opened_notebook():
        folders.append(opened.parent.absolute())
    return next((f for f in folders if (course_folder(f) / "checks.py").is_file()), folders[0])


def load_questions(folder: str | PathLike[str], *, hidden: bool = False) -> dict[str, Question]:
    """Load a tick's questions: name -> Question, in the notebook's order.

    The `folder` has ``checks.py`` (``QUESTIONS``, a list) and, for the hidden cases, ``hidden.py``
    (``CASES``, question name -> list of Case). Raise FileNotFoundError if a file is not there, and
    ValueError if ``hidden.py`` has cases for a question that ``checks.py`` lacks.
    """
    folder = course_folder(Path(folder).resolve())
    questions = {q.name: q for q in load_module(folder / "checks.py").QUESTIONS}
    if hidden:
        for name, cases in load_module(folder / "hidden.py").CASES.items():
            if name not in questions:
                raise ValueError(f"hidden.py: {unknown_question(name, questions)}")
            question = questions[name]
            questions[name] = replace(question, cases=(*question.cases, *cases))
    return questions


def unknown_question(name: object, questions: Collection[str]) -> str:
    """Write in a sentence that a tick has no such question, and which may be meant."""
    near = difflib.get_close_matches(str(name), list(questions), n=1)
    meant = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(questions)}."
    return f"this tick has no question {name!r}; {meant}"


def load_module(path: Path) -> ModuleType:
    """Run a file of a tick as a module of its own, or raise FileNotFoundError."""
    if not path.is_file():
        raise FileNotFoundError(
            f"there is no {path.parent.name}/{path.name}: it belongs to the tick's notebook"
        )
    module = ModuleType(f"{path.stem}_of_{path.parent.name}")
    exec(compile(path.read_bytes(), path, "exec"), vars(module))
    return module
