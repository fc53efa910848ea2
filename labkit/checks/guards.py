"""What may not run while an answer is judged: library functions, and the course's own versions."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any

#: The file in which a tick has the course's versions of its answers.
VERSIONS = "stuck.py"

#: File and question -> the function that answers it; file -> all questions, in their order.
_functions: dict[tuple[str, str], Callable[..., Any]] = {}
_orders: dict[str, Sequence[str]] = {}
#: Library functions that refuse to run now, with their own code.
_refusing: list[tuple[FunctionType, CodeType]] = []


class CourseVersion(PermissionError):
    """The course's version of an answer was to answer for the student."""


class _Judged:
    """The question that is judged now, if one is, and whether a version was asked to help."""

    question: str | None = None
    helped = False


class Version:
    """The course's version of a function: it does what the function should, but not when judged.

    While a question's cases run, it refuses to answer that question and those after it: an answer
    may build on what an earlier question asks for.
    """

    def __init__(self, file: str, question: str) -> None:
        self._file, self._question = file, question

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Run it."""
        if self._refuses():
            _Judged.helped = True
            raise CourseVersion("the course's version of an answer earns nothing")
        with _lifted():
            return _functions[self._file, self._question](*arguments, **options)

    def __repr__(self) -> str:
        """Say what it is."""
        return f"<the course's version of {self._question}>"

    def _refuses(self) -> bool:
        order = _orders.get(self._file, ())
        if _Judged.question is None:
            return False
        if _Judged.question not in order or self._question not in order:
            return True
        return order.index(self._question) >= order.index(_Judged.question)


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

    def mark(function: Callable[..., Any]) -> Version:
        file = function.__code__.co_filename
        _functions[file, question] = function
        return Version(file, question)

    return mark


def course_version(file: str, order: Sequence[str], question: str) -> Version | None:
    """Give a file's version of a question's answer; None if it has none."""
    _orders[file] = order
    return Version(file, question) if (file, question) in _functions else None


@contextmanager
def judging(question: str) -> Iterator[Callable[[], bool]]:
    """Let versions refuse within a ``with``, and give what tells whether one had to, since last."""
    before, _Judged.question = _Judged.question, question

    def helped() -> bool:
        found, _Judged.helped = _Judged.helped, False
        return found

    helped()
    try:
        yield helped
    finally:
        _Judged.question = before


@contextmanager
def reserved(names: Sequence[str]) -> Iterator[None]:
    """Let library functions, named ``package.module:function``, refuse to run within a ``with``.

    A function keeps its identity, so that an answer which imported it earlier is refused as well.

    Examples
    --------
    >>> from labkit.checks.outcomes import outcome
    >>> from labkit.corpora import tokenize
    >>> with reserved(["labkit.corpora:tokenize"]):
    ...     outcome(tokenize, ("a film",)).exception
    'PermissionError'
    """
    references = (reference.split(":") for reference in names)
    functions = [unwrap(getattr(import_module(module), name)) for module, name in references]
    pairs = [(function, function.__code__) for function in functions]
    _refusing.extend(pairs)
    for function in functions:
        function.__code__ = _refuse.__code__
    try:
        yield
    finally:
        for function, code in pairs:
            function.__code__ = code
            _refusing.remove((function, code))


@contextmanager
def _lifted() -> Iterator[None]:
    """Let the library's functions run within a ``with``: versions are built on them."""
    held = [(function, function.__code__) for function, _ in _refusing]
    for function, code in _refusing:
        function.__code__ = code
    try:
        yield
    finally:
        for function, code in held:
            function.__code__ = code


def _refuse(*arguments: object, **options: object) -> None:
    raise PermissionError("this question asks for code of your own")
