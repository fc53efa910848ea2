"""What a function reads, found in its code: its parameters, and the variables of the notebook."""

import dis
import math
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any


def _functions(answer: object) -> list[FunctionType]:
    """Return the functions of the notebook that an answer is made of: itself first, then helpers."""
    functions: list[FunctionType] = []
    waiting = [answer]
    while waiting:
        value = waiting.pop(0)
        value = getattr(value, "__wrapped__", value)  # by functools.cache
        if not isinstance(value, FunctionType) or value in functions:
            continue
        if "__file__" not in value.__globals__:  # as a notebook's variables have none
            functions.append(value)
            waiting += map(value.__globals__.get, _globals(value.__code__))
    return functions


def data_read(answer: object) -> dict[str, dict[str, Any]]:
    """Return the variables that an answer and its helpers read and that hold data, and where they are.

    Examples
    --------
    >>> namespace = {"limit": 3}
    >>> exec("def is_many(n): return n > limit", namespace)
    >>> list(data_read(namespace["is_many"]))
    ['limit']
    """
    return {
        name: function.__globals__
        for function in _functions(answer)
        for name in _globals(function.__code__)
        if _is_data(function.__globals__.get(name))
    }


def _is_data(value: object) -> bool:
    constant = isinstance(value, float) and value in (math.pi, math.e, math.inf)
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
