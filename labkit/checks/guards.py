"""What may not answer for the student: library functions, and the course's own versions."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from inspect import unwrap
from itertools import takewhile
from pkgutil import resolve_name
from types import CodeType, FunctionType
from typing import Any

#: The file in which a tick has the course's versions of its answers.
VERSIONS = "stuck.py"

#: Questions of which a notebook took the course's version: where it went, nobody can see.
gave_up: set[str] = set()

#: The question whose answer runs, if any, and the code of what is switched off for it.
_running: list[tuple[str | None, dict[FunctionType, CodeType]]] = [(None, {})]


class Version:
    """The course's version of an answer: it runs, but helps only answers to later questions.

    `order` has the names of a tick's questions.
    """

    order: Sequence[str] = ()

    def __init__(self, question: str, function: Callable[..., Any]) -> None:
        self.question, self.function = question, function

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Run it, with those library functions that the answer may not use."""
        judged, switched_off = _running[-1]
        earlier = takewhile(lambda name: name != judged, self.order)
        if judged is not None and self.question not in earlier:
            raise RuntimeError("the course's version of an answer earns nothing")
        with _running_as(switched_off):
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


def loaded(names: Sequence[str]) -> list[str]:
    """Return the functions whose module is imported: the others cannot help yet, and cost a second."""
    return [name for name in names if name.partition(":")[0] in sys.modules]


@contextmanager
def judging(question: str, without: Sequence[str] = ()) -> Iterator[None]:
    """Let versions, and library functions named ``package.module:function``, refuse in a ``with``.

    A function keeps its identity, so that an answer which imported it earlier is refused as well.
    What is written in C cannot be named; a method is, as ``package.module:Class.method``.
    """
    refusing = {_function(name): _refusing(name.replace(":", ".")) for name in without}
    _running.append((question, {function: function.__code__ for function in refusing}))
    try:
        with _running_as(refusing):
            yield
    finally:
        _running.pop()


def _function(name: str) -> FunctionType:
    """Return what runs where a function, a method or a property is used."""
    used = resolve_name(name)
    function: FunctionType = unwrap(getattr(used, "fget", getattr(used, "__func__", used)))
    return function


def _refusing(name: str) -> CodeType:
    words = (
        f"this question asks you to compute it: {name} is switched off while your answer is checked"
    )
    code = _refuse.__code__
    return code.replace(co_consts=tuple(words if c == "..." else c for c in code.co_consts))


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
    raise PermissionError("...")
