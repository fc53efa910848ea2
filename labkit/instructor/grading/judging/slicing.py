"""Which of the course's own code a submission needs: imports and demonstrations take minutes."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from symtable import Symbol, SymbolTable, symtable
from typing import NamedTuple

from nbformat import NotebookNode

#: With these, code can reach variables without naming them.
_ANY_NAME = {"globals", "locals", "vars", "eval", "exec", "get_ipython", "__main__"}

#: Calls that change nothing that they are given.
_SHOWING = {"print", "display"}


class _Statement(NamedTuple):
    source: str
    names: set[str]  # variables of the notebook
    changed: set[str]  # those of them that it makes or may change


def needed_code(notebook: NotebookNode) -> dict[str, str]:
    """Return for each cell that is as it was given out (by id) the statements that the rest needs."""
    given, wanted = {}, set[str]()
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.metadata.get("given"):
            given[cell.id] = _statements(cell.source)
        elif cell.cell_type == "code":
            wanted |= _mentioned(cell.source)
    if wanted & _ANY_NAME:
        return {}
    left = [statement for statements in given.values() for statement in statements]
    while needed := [one for one in left if one.changed & wanted]:
        wanted = wanted.union(*(one.names for one in needed))
        left = [one for one in left if one not in needed]
    return {
        name: "\n".join(one.source for one in statements if one not in left)
        for name, statements in given.items()
    }


def _mentioned(source: str) -> set[str]:
    """Return the variables in a student's code; all of its words if it cannot be compiled."""
    try:
        return {symbol.get_name() for symbol in _variables(symtable(source, "cell", "exec"))}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set(re.findall(r"[^\W\d]\w*", source))


def _variables(table: SymbolTable) -> Iterator[Symbol]:
    """Yield the variables of the notebook in code, also within functions."""
    yield from filter(Symbol.is_global, table.get_symbols())
    for inner in table.get_children():
        yield from _variables(inner)


@cache  # they are the same in each submission
def _statements(source: str) -> list[_Statement]:
    try:
        body = ast.parse(source).body
    except SyntaxError:  # commands of IPython
        return [_Statement(source, _mentioned(source), _mentioned(source))]
    statements = []
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            for name in statement.names:  # each may take a second
                statement.names = [name]
                statements.append(_read(statement))
        else:
            statements.append(_read(statement))
    return statements


def _read(statement: ast.stmt) -> _Statement:
    source = ast.unparse(statement)
    variables = _variables(symtable(source, "cell", "exec"))
    made = {v.get_name() for v in variables if v.is_assigned() or v.is_imported()}
    return _Statement(source, _mentioned(source), made.union(_mutated(statement)))


def _mutated(statement: ast.stmt) -> Iterator[str]:
    """Name what a statement may change without a name on the left."""
    for node in ast.walk(statement):
        match node:
            case ast.Expr(ast.Call(ast.Name(name), arguments)):  # shuffle(numbers)
                touched = [] if name in _SHOWING else arguments
            case ast.Expr(ast.Call(method, arguments)):  # numbers.sort()
                touched = [method, *arguments]
            case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
                touched = [node]
            case _:
                continue
        for each in touched:
            while isinstance(each, ast.Attribute | ast.Subscript):
                each = each.value
            if isinstance(each, ast.Name):
                yield each.id
