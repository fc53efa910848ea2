"""What code shows before it runs: what a function reads, and which cell makes or takes an answer."""

import ast
import dis
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from inspect import unwrap
from types import CodeType, FunctionType, ModuleType
from typing import Any

#: What stands in a notebook where an answer in words goes.
TEXT_STUB = "*Write your answer here: double-click on this text.*"
#: In an answer in code that is not begun.
_STUB = re.compile(r"(?m)(^|=)\s*\.\.\.\s*(#.*)?$")


def starred(cells: Iterable[Mapping[str, Any]]) -> set[str]:
    """Return the questions whose checks stand below a heading with a star, of a notebook's cells."""
    found, level = set(), 0
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            checked = re.search(r"""^check\(["']([\w-]+)""", source, re.MULTILINE)
            found |= {checked[1]} if checked and level else set()
        elif (heading := re.match("(#+) (.*)", source)) and not 0 < level < len(heading[1]):
            level = len(heading[1]) if "★" in heading[2] else 0
    return found


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
    made = rf"(?m)^(async )?(def|class) {name}\b|^{name}\s*(:.*)?=(?!=)(?!.*\bstuck\()"
    return bool(re.search(made, source))


def graded_cell(code: Sequence[str], question: str, name: str) -> str:
    """Return the cell whose answer is graded: the last above its check that makes it, if any does."""
    check = f'check("{question}", {name})'
    above = code[: code.index(check)] if check in code else []
    made = [source for source in (*code, *above) if makes(source, name)]
    begun = [source for source in made if not _STUB.search(source)]
    return (begun or made or [""])[-1]


def parse_cell(source: str) -> list[ast.AST]:
    """Return a cell's nodes, also with commands of IPython; of one that cannot run there are none."""
    from IPython.core.inputtransformer2 import TransformerManager

    with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
        code = TransformerManager().transform_cell(source)  # type: ignore[no-untyped-call]
        return list(ast.walk(ast.parse(code)))
    return []


def calls_of_stuck(nodes: Iterable[ast.AST]) -> dict[ast.AST, str]:
    """Find the calls ``labkit.stuck("question")``: what is called -> the question."""
    calls: dict[ast.AST, str] = {}
    for node in nodes:
        match node:
            case ast.Call(
                (ast.Name("stuck") | ast.Attribute(_, "stuck")) as called, [ast.Constant(str(name))]
            ):
                calls[called] = name
    return calls
