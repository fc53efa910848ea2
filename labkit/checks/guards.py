"""What may not answer for the student: library functions, and the course's own versions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from inspect import unwrap
from itertools import takewhile
from pkgutil import resolve_name
from types import CodeType, FunctionType
from typing import Any

#: The file in which a tick has the course's versions of its answers.
VERSIONS = "stuck.py"

#: Questions of which a notebook took the course's value: where it went, nobody can see.
gave_up: set[str] = set()


@dataclass
class _Judged:
    """A question whose answer runs: what refuses to help it, and whether a version was asked to."""

    question: str | None = None
    own_code: dict[FunctionType, CodeType] = field(default_factory=dict)
    helped: bool = False


_running = [_Judged()]


class Version:
    """The course's version of an answer: it runs, but helps only answers to later questions.

    `order` has the names of a tick's questions.
    """

    order: Sequence[str] = ()

    def __init__(self, question: str, function: Callable[..., Any]) -> None:
        self.question, self.function = question, function

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Run it, with those library functions that the answer may not use."""
        judged = _running[-1]
        earlier = takewhile(lambda name: name != judged.question, self.order)
        if judged.question is not None and self.question not in earlier:
            judged.helped = True
            raise PermissionError("the course's version of an answer earns nothing")
        with _running_as(judged.own_code):
            return self.function(*arguments, **options)


def version(question: str) -> Callable[[Callable[..., Any]], Version]:
    """Mark a function of ``stuck.py`` as the course's version of a question's answer.

    Where a value is asked for, the function takes nothing and gives the value.

    Parameters
    ----------
    question : str
        The question's name.

    Returns
    -------
    callable
        A decorator.

    See Also
    --------
    labkit.stuck : Gives the version to a student.

    Examples
    --------
    >>> @version("double")
    ... def double(n):
    ...     return 2 * n
    >>> double(3)
    6
    """
    return partial(Version, question)


@contextmanager
def judging(question: str, without: Sequence[str] = ()) -> Iterator[_Judged]:
    """Let versions, and library functions named ``package.module:function``, refuse in a ``with``.

    A function keeps its identity, so that an answer which imported it earlier is refused as well.

    Examples
    --------
    >>> from labkit.checks.outcomes import outcome
    >>> from labkit.corpora import tokenize
    >>> with judging("words", ["labkit.corpora:tokenize"]):
    ...     outcome(tokenize, ("a film",)).exception
    'PermissionError'
    """
    functions = [unwrap(resolve_name(name)) for name in without]
    _running.append(_Judged(question, {function: function.__code__ for function in functions}))
    try:
        with _running_as(dict.fromkeys(functions, _refuse.__code__)):
            yield _running[-1]
    finally:
        _running.pop()


@contextmanager
def _running_as(codes: Mapping[FunctionType, CodeType]) -> Iterator[None]:
    """Let functions run other code within a ``with``."""
    before = {function: function.__code__ for function in codes}
    try:
        for function, code in codes.items():
            function.__code__ = code
        yield
    finally:
        for function, code in before.items():
            function.__code__ = code


def _refuse(*arguments: object, **options: object) -> None:
    raise PermissionError("this question asks for code of your own")
