"""Which of the course's own code a submission's answers need.

A tick loads reviews, draws figures and runs comparisons that no answer builds
on. Where a student left such a cell as it was given out, running it would take
most of the time and say nothing about the student.
"""

import ast
import symtable
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache

from nbformat import NotebookNode

#: With these, code can reach variables without naming them.
_ANY_NAME = {
    *("globals", "locals", "vars", "dir", "eval", "exec", "compile", "open"),
    *("__import__", "get_ipython", "importlib", "inspect", "sys", "gc", "__main__"),
}

#: Functions that change nothing that they are given.
_HARMLESS = {"print", "display"}


@dataclass(frozen=True, eq=False)
class _Code:
    """A statement, and what it has to do with the notebook's variables."""

    source: str
    imports: bool
    mentioned: frozenset[str]
    changed: frozenset[str]
    asked: frozenset[str]  # has methods called, which may change it


def needed_code(notebook: NotebookNode) -> dict[str, str]:
    """Reduce the course's unchanged cells to the statements that answers build on.

    Names are followed, not objects. A statement may also change what it calls
    a method of, as in ``rng.random()``, unless that is a library, and what it
    hands over by name in a call on a line of its own, as in ``shuffle(items)``.

    Parameters
    ----------
    notebook : NotebookNode
        As ``restored`` gives it.

    Returns
    -------
    dict
        Id of a cell of which something may be left out -> the code that is
        enough, which may be none; empty if it cannot be told from the code.
    """
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    given = {cell.id: _of_the_course(cell.source) for cell in cells if cell.metadata.get("given")}
    wanted: set[str] = set()
    for cell in cells:
        if not cell.metadata.get("given"):
            own = _statements(cell.source)
            if own is None:
                return {}
            wanted.update(*(code.mentioned for code in own))
    if wanted & _ANY_NAME:
        return {}
    left = [code for statements in given.values() for code in statements or ()]
    libraries = {name for code in left if code.imports for name in code.changed}
    while needed := [c for c in left if (c.changed | c.asked - libraries) & wanted]:
        wanted.update(*(code.mentioned for code in needed))
        left = [code for code in left if code not in needed]
    return {
        name: "\n".join(code.source for code in statements if code not in left)
        for name, statements in given.items()
        if statements and any(code in left for code in statements)
    }


@lru_cache(maxsize=1000)  # they are the same in each submission
def _of_the_course(source: str) -> list[_Code] | None:
    return _statements(source)


def _statements(source: str) -> list[_Code] | None:
    try:
        body = ast.parse(source).body
        return [_read(part) for statement in body for part in _parts(statement)]
    except (ValueError, SyntaxError, RecursionError, MemoryError):  # IPython's own commands, too
        return None


def _parts(statement: ast.stmt) -> Sequence[ast.stmt]:
    """Split an import of several names into one of each: to import a library can take a second."""
    if not isinstance(statement, ast.Import | ast.ImportFrom):
        return [statement]
    parts = [copy(statement) for _ in statement.names]
    for part, name in zip(parts, statement.names, strict=True):
        part.names = [name]
    return parts


def _read(statement: ast.stmt) -> _Code:
    source = ast.unparse(statement)
    scoped = ast.unparse(_OwnScopes().visit(ast.parse(source)))
    top = symtable.symtable(scoped, "cell", "exec")
    inner = {s.get_name() for table in _inside(top) for s in table.get_symbols() if s.is_global()}
    given = {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported()}
    given |= {
        s.get_name()
        for table in _inside(top)
        for s in table.get_symbols()
        if s.is_declared_global() and s.is_assigned()
    }
    return _Code(
        source,
        imports=isinstance(statement, ast.Import | ast.ImportFrom),
        mentioned=frozenset(inner | set(top.get_identifiers())),
        changed=frozenset(given | _mutated(statement)),
        asked=frozenset(_asked(statement)),
    )


class _OwnScopes(ast.NodeTransformer):
    """Write each comprehension as a generator, whose variables are its own.

    Those of lists, sets and dicts are listed with the names around them since
    Python 3.12.
    """

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp) -> ast.AST:
        """Let a list or a set come one by one."""
        return self.generic_visit(ast.GeneratorExp(node.elt, node.generators))

    visit_SetComp = visit_ListComp

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        """Let a dict come in pairs."""
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return self.generic_visit(ast.GeneratorExp(pair, node.generators))


def _inside(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for child in table.get_children():
        yield child
        yield from _inside(child)


def _mutated(tree: ast.AST) -> set[str]:
    """Find the names whose value a cell may change without naming them on the left."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            found |= _root(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func  # numbers.sort(), random.shuffle(numbers)
            found |= _root(called) if isinstance(called, ast.Attribute) else set()
            if not (isinstance(called, ast.Name) and called.id in _HARMLESS):
                found = found.union(*map(_root, node.value.args))
    return found


def _asked(tree: ast.AST) -> set[str]:
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    methods = (called for called in calls if isinstance(called, ast.Attribute))
    return {name for called in methods for name in _root(called)}


def _root(node: ast.AST) -> set[str]:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()
