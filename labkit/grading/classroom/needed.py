"""Which of the course's own cells a submission's answers need.

A tick draws figures and runs comparisons that no answer builds on. Where a
student left such a cell as it was given out, its run would tell nothing about
the student and take most of the time.
"""

import ast
import symtable
from dataclasses import dataclass

_ANY_NAME = set(
    "globals locals vars dir eval exec compile open __import__ get_ipython importlib inspect sys gc"
    " __main__".split()
)
"""With these, code can reach variables without naming them."""


def unneeded(notebook):
    """Find the course's unchanged cells on whose variables nothing else depends.

    Names are followed, not objects: where a cell changes an object under
    another name than the answers use, that is not seen.

    Parameters
    ----------
    notebook : NotebookNode
        As ``restored`` gives it.

    Returns
    -------
    list of NotebookNode
        Cells that need not run; none if it cannot be told from the code.
    """
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    given = [cell for cell in cells if cell.metadata.get("given")]
    own = [_parsed(cell) for cell in cells if not cell.metadata.get("given")]
    if None in own:
        return []
    wanted = set().union(*(code.mentioned for code in own))
    if wanted & _ANY_NAME:
        return []
    left = [(cell, code) for cell in given if (code := _parsed(cell))]
    while needed := [pair for pair in left if pair[1].changed & wanted]:
        wanted = wanted.union(*(code.mentioned for _, code in needed))
        left = [pair for pair in left if pair not in needed]
    return [cell for cell, _ in left]


@dataclass(frozen=True)
class _Code:
    """What a cell has to do with the notebook's variables."""

    mentioned: frozenset
    changed: frozenset


def _parsed(cell):
    try:
        tree = ast.parse(cell.source)
        top = symtable.symtable(cell.source, "cell", "exec")
    except (ValueError, SyntaxError, RecursionError, MemoryError):  # IPython's own commands, too
        return None
    inner = {s.get_name() for table in _inside(top) for s in table.get_symbols() if s.is_global()}
    given = {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported()}
    given |= {
        s.get_name()
        for table in _inside(top)
        for s in table.get_symbols()
        if s.is_declared_global() and s.is_assigned()
    }
    return _Code(frozenset(inner | set(top.get_identifiers())), frozenset(given | _mutated(tree)))


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
            called = node.value.func  # numbers.sort(), random.seed(1)
            found |= _root(called) if isinstance(called, ast.Attribute) else set()
    return found


def _root(node):
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()
