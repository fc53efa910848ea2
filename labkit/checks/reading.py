"""What a function reads, found in its code: its parameters, and the variables of the notebook."""

import dis
import functools
import math
from collections.abc import Iterator
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

#: With these, a function can read anything without naming it.
_ANY_NAME = {"locals", "vars", "eval", "exec"}


class Variable(NamedTuple):
    """A variable of a notebook that holds data."""

    namespace: dict[str, Any]
    name: str


def functions(answer: object) -> list[FunctionType]:
    """Find the functions that an answer is made of, itself first and helpers behind.

    Followed are partial functions, methods, calls of instances, decorators and closures, defaults,
    and the variables that are read.
    """
    found: dict[int, FunctionType] = {}
    seen: dict[int, object] = {}
    waiting = [answer]
    while waiting and len(seen) < 1000:
        value = waiting.pop(0)
        if id(value) in seen:
            continue
        seen[id(value)] = value
        if isinstance(value, FunctionType):
            found[id(value)] = value
        waiting += _parts(value)
    return list(found.values())


def _parts(value: object) -> Iterator[object]:
    """Give what a value may call."""
    if isinstance(value, FunctionType):
        yield from (cell.cell_contents for cell in value.__closure__ or () if _is_full(cell))
        yield from value.__defaults__ or ()
        yield from (value.__kwdefaults__ or {}).values()
        names = (name for name in _globals(value.__code__) if name in value.__globals__)
        yield from (value.__globals__[name] for name in names)
    elif isinstance(value, functools.partial):
        yield from (value.func, *value.args, *value.keywords.values())
    elif isinstance(value, MethodType):
        yield from (value.__func__, value.__self__)
    elif isinstance(value, (list, tuple)) and len(value) < 20:
        yield from (part for part in value if callable(part))
    elif _is_of_a_notebook(value if isinstance(value, type) else type(value)):
        kind = value if isinstance(value, type) else type(value)
        yield from (part for part in vars(kind).values() if isinstance(part, FunctionType))
        if kind is not value:
            yield from getattr(value, "__dict__", {}).values()
    elif hasattr(value, "__wrapped__"):  # as functools.cache leaves it
        yield value.__wrapped__


def _is_full(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def _is_of_a_notebook(kind: type) -> bool:
    return kind.__module__ == "__main__"


def data_read(answer: object) -> list[Variable]:
    """Find the variables that an answer and its helpers read and that hold data.

    Examples
    --------
    >>> namespace = {"limit": 3}
    >>> exec("def is_many(n): return n > limit", namespace)
    >>> [variable.name for variable in data_read(namespace["is_many"])]
    ['limit']
    """
    found = {}
    for function in functions(answer):
        if _is_library(function):
            continue
        for name in _globals(function.__code__):
            value = function.__globals__.get(name)
            if _is_data(value):
                found[id(function.__globals__), name] = Variable(function.__globals__, name)
    return list(found.values())


def _is_data(value: object) -> bool:
    constant = isinstance(value, float) and (value in (math.pi, math.e) or not math.isfinite(value))
    return not (value is None or constant or callable(value) or isinstance(value, ModuleType))


def _is_library(function: FunctionType) -> bool:
    # A notebook's variables have no file of their own.
    return "__file__" in function.__globals__


def unread_parameter(answer: object) -> str | None:
    """Name a parameter that a function does nothing with; None if it reads all of them.

    Examples
    --------
    >>> namespace = {}
    >>> exec("def plus_one(a, b): return a + 1", namespace)
    >>> unread_parameter(namespace["plus_one"])
    'b'
    """
    function = next(iter(functions(answer)), None)
    if function is None or _is_library(function):
        return None
    code = function.__code__
    if _ANY_NAME & set(code.co_names):
        return None
    named = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    read = {name for name in _loaded(code, ("FAST", "DEREF", "CLOSURE"))} | {"self"}
    return next((name for name in named if name not in read), None)


def _globals(code: CodeType) -> Iterator[str]:
    yield from _loaded(code, ("GLOBAL", "NAME"))
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _globals(part)


def _loaded(code: CodeType, places: tuple[str, ...]) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if "LOAD" in step.opname and any(place in step.opname for place in places):
            names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
            yield from names
