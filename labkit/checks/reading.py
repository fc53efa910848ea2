"""What code shows before it runs: what a function reads, and which cell makes an answer."""

import dis
import re
from collections.abc import Iterator
from inspect import unwrap
from types import CodeType, FunctionType, ModuleType


def data_read(answer: object) -> list[str]:
    """List the notebook's variables that a function reads in place of what it is given.

    There are none if it does something with each of its parameters, or is no notebook's function.
    """
    answer = unwrap(answer) if callable(answer) else answer  # of functools.cache
    # A module's variables have its file; a notebook's have none.
    if not isinstance(answer, FunctionType) or "__file__" in answer.__globals__:
        return []
    code = answer.__code__
    named = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if {*_names_read(code, outside=False)}.issuperset(named):
        return []
    outside = {*_names_read(code, outside=True)}
    return sorted(name for name in outside if _is_data(answer.__globals__.get(name)))


def _names_read(code: CodeType, outside: bool) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if "LOAD" in step.opname and ("GLOBAL" in step.opname) is outside:
            yield from step.argval if isinstance(step.argval, tuple) else (step.argval,)
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _names_read(part, outside)


def _is_data(value: object) -> bool:
    return not (value is None or callable(value) or isinstance(value, ModuleType))


def makes(source: str, name: str) -> bool:
    """Tell whether a cell makes an answer, and does not take the course's version."""
    made = rf"(?m)^(async )?(def|class) {name}\b|^{name}\s*(:.*)?=(?!.*\bstuck\()"
    return bool(re.search(made, source))
