"""What a function reads, found in its code: its parameters, and the variables of the notebook."""

import dis
import functools
import math
from collections.abc import Iterator
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple, TypeGuard


class Variable(NamedTuple):
    """A variable of a notebook that holds data."""

    namespace: dict[str, Any]
    name: str


def _functions(answer: object) -> list[FunctionType]:
    """Return the functions of the notebook that an answer is made of: itself first, then helpers."""
    seen: dict[int, object] = {}
    waiting = [answer]
    while waiting:
        value = waiting.pop(0)
        if id(value) not in seen:
            seen[id(value)] = value
            waiting += _parts(value)
    return [value for value in seen.values() if _is_of_a_notebook(value)]


def _is_of_a_notebook(value: object) -> TypeGuard[FunctionType]:
    # A notebook's variables have no file of their own.
    return isinstance(value, FunctionType) and "__file__" not in value.__globals__


def _parts(value: Any) -> list[object]:
    """Return what a value may call."""
    if isinstance(value, FunctionType):
        enclosed = [cell.cell_contents for cell in value.__closure__ or ()]
        named = _globals(value.__code__) if _is_of_a_notebook(value) else ()
        return [*enclosed, *(value.__defaults__ or ()), *map(value.__globals__.get, named)]
    if isinstance(value, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, MethodType):
        return [value.__func__, value.__self__]
    kind = value if isinstance(value, type) else type(value)
    if kind.__module__ == "__main__":
        return [*vars(kind).values(), *getattr(value, "__dict__", {}).values()]
    return [value.__wrapped__] if hasattr(value, "__wrapped__") else []  # by functools.cache


def data_read(answer: object) -> list[Variable]:
    """Return the variables that an answer and its helpers read and that hold data.

    Examples
    --------
    >>> namespace = {"limit": 3}
    >>> exec("def is_many(n): return n > limit", namespace)
    >>> [variable.name for variable in data_read(namespace["is_many"])]
    ['limit']
    """
    found = {
        (id(function.__globals__), name): Variable(function.__globals__, name)
        for function in _functions(answer)
        for name in _globals(function.__code__)
        if _is_data(function.__globals__.get(name))
    }
    return list(found.values())


def _is_data(value: object) -> bool:
    constant = isinstance(value, float) and (value in (math.pi, math.e) or not math.isfinite(value))
    return not (value is None or constant or callable(value) or isinstance(value, ModuleType))


def ignores_a_parameter(answer: object) -> bool:
    """Tell whether there is a parameter that a function does nothing with.

    Examples
    --------
    >>> namespace = {}
    >>> exec("def plus_one(a, b): return a + 1", namespace)
    >>> ignores_a_parameter(namespace["plus_one"])
    True
    """
    for function in _functions(answer)[:1]:
        code = function.__code__
        named = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        return not {"self", *_loaded(code, ("FAST", "DEREF", "CLOSURE"))}.issuperset(named)
    return False


def _globals(code: CodeType) -> Iterator[str]:
    yield from _loaded(code, ("GLOBAL", "NAME"))
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _globals(part)


def _loaded(code: CodeType, places: tuple[str, ...]) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if "LOAD" in step.opname and any(place in step.opname for place in places):
            yield from step.argval if isinstance(step.argval, tuple) else (step.argval,)
