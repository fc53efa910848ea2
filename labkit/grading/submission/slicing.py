"""Which of the course's own code a submission's answers need.

A tick loads reviews, draws figures and runs comparisons that no answer builds
on. Where a student left such a cell as it was given out, its run would tell
nothing about the student and take most of the time.
"""

import ast
import symtable
from copy import copy
from dataclasses import dataclass

_ANY_NAME = set(
    [
        "globals",
        "locals",
        "vars",
        "dir",
        "eval",
        "exec",
        "compile",
        "open",
        "__import__",
        "get_ipython",
        "importlib",
        "inspect",
        "sys",
        "gc",
        "__main__",
    ]
)
"""With these, code can reach variables without naming them."""

_IMPORTS = ast.Import, ast.ImportFrom

_HARMLESS = {"print", "display"}
"""Functions that change nothing that they are given."""


def needed_code(notebook):
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
    given = {cell.id: _statements(cell) for cell in cells if cell.metadata.get("given")}
    own = [_statements(cell) for cell in cells if not cell.metadata.get("given")]
    if None in own:
        return {}
    wanted = set().union(*(code.mentioned for statements in own for code in statements))
    if wanted & _ANY_NAME:
        return {}
    left = [code for statements in given.values() for code in statements or ()]
    libraries = set().union(*(code.changed for code in left if code.imports))
    while needed := [c for c in left if (c.changed | c.asked - libraries) & wanted]:
        wanted = wanted.union(*(code.mentioned for code in needed))
        left = [code for code in left if code not in needed]
    return {
        name: "\n".join(code.source for code in statements if code not in left)
        for name, statements in given.items()
        if statements and any(code in left for code in statements)
    }


@dataclass(frozen=True, eq=False)
class _Code:
    """A statement, and what it has to do with the notebook's variables."""

    source: str
    imports: bool
    mentioned: frozenset
    changed: frozenset
    asked: frozenset  # has methods called, which may change it


def _statements(cell):
    try:
        body = ast.parse(cell.source).body
        return [_read(part) for statement in body for part in _parts(statement)]
    except (ValueError, SyntaxError, RecursionError, MemoryError):  # IPython's own commands, too
        return None


def _parts(statement):
    """An import of several names as one of each: to import a library can take a second."""
    if not isinstance(statement, _IMPORTS):
        return [statement]
    parts = [copy(statement) for _ in statement.names]
    for part, name in zip(parts, statement.names, strict=True):
        part.names = [name]
    return parts


def _read(statement):
    source = ast.unparse(statement)
    top = symtable.symtable(source, "cell", "exec")
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
        imports=isinstance(statement, _IMPORTS),
        mentioned=frozenset(inner | set(top.get_identifiers())),
        changed=frozenset(given | _mutated(statement)),
        asked=frozenset(_asked(statement)),
    )


def _inside(table):
    for child in table.get_children():
        yield child
        yield from _inside(child)


def _mutated(tree):
    """Names whose value a cell may change without naming them on the left."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            found |= _root(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func  # numbers.sort(), random.shuffle(numbers)
            found |= _root(called) if isinstance(called, ast.Attribute) else set()
            if not (isinstance(called, ast.Name) and called.id in _HARMLESS):
                found = found.union(*map(_root, node.value.args))
    return found


def _asked(tree):
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return set().union(*(_root(called) for called in calls if isinstance(called, ast.Attribute)))


def _root(node):
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()
