"""Solutions as programs: other names and another layout do not hide them."""

import ast
import builtins
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from labkit.grading.release.contents import Content
from labkit.grading.review.normal_form import BLANK, Form, form

#: With fewer names and values in it, a piece of code could be anybody's.
SMALLEST = 14

_BUILTINS = frozenset(dir(builtins))

#: A number for what kinds of nodes a statement has: equal programs have equal ones.
_Shape: TypeAlias = int


@dataclass(frozen=True)
class Program:
    """The statements of a solution, or of one function in it.

    Attributes
    ----------
    statements : tuple of statements
        In their order.
    origin : str
        Where they are from.
    """

    statements: tuple[ast.stmt, ...]
    origin: str

    @cached_property
    def shapes(self) -> tuple[_Shape, ...]:
        """What kinds of nodes each statement has."""
        return tuple(map(_shape, self.statements))

    @cached_property
    def words(self) -> tuple[str, ...] | None:
        """The form without names; None where it is too short to tell."""
        written = form(self.statements)
        return _without_names(written) if written and written.size >= SMALLEST else None

    def found_in(self, blocks: "Blocks") -> str | None:
        """Say where a file has the same statements, whatever their names; None if nowhere."""
        if self.words is None:
            return None
        count = len(self.statements)
        for block, start in blocks.starts.get(self.shapes[0], []):
            piece = block[start : start + count]
            if tuple(map(_shape, piece)) != self.shapes:
                continue
            written = form(piece)
            if written and _without_names(written) == self.words:
                return f"the program in line {piece[0].lineno} ({ast.unparse(piece[0])[:60]!r}) is"
        return None


def _without_names(written: Form) -> tuple[str, ...]:
    # The statements of a function come without its parameters: to them these are from elsewhere.
    return tuple(
        BLANK if word[0] == "=" and word[1:] not in _BUILTINS else word for word in written.blank
    )


class Blocks:
    """Every block of statements in a file, by the shape of each statement.

    Parameters
    ----------
    content : Content
        The file.
    """

    def __init__(self, content: Content) -> None:
        self.starts: dict[_Shape, list[tuple[list[ast.stmt], int]]] = defaultdict(list)
        known: dict[ast.AST, _Shape] = {}
        for program in content.programs:
            for block in _blocks(program):
                for start, statement in enumerate(block):
                    self.starts[_shape(statement, known)].append((block, start))


def programs(code: str, origin: str) -> list[Program]:
    """Split a solution into what must not be in the pack.

    Parameters
    ----------
    code : str
        A solution cell, with the frame that students are given.
    origin : str
        Where it is from.

    Returns
    -------
    list of Program
        All between the marks of its region, and each function's body; the short ones are left out.
    """
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return []
    lines = code.splitlines()
    begins = [n for n, line in enumerate(lines, 1) if "### BEGIN SOLUTION" in line]
    ends = [n for n, line in enumerate(lines, 1) if "### END SOLUTION" in line]
    regions = list(zip(begins, ends, strict=False))
    found = []
    for block in _blocks(tree):
        for first, last in regions:
            inside = [s for s in block if first < s.lineno and (s.end_lineno or 0) < last]
            if inside:
                found.append(Program(tuple(inside), origin))
    return [program for program in found if program.words is not None]


def _blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Give the bodies of a module, and of all functions, loops and branches in it."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                yield [s for s in block if not _says_nothing(s)]


def _says_nothing(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _shape(node: ast.AST, known: dict[ast.AST, _Shape] | None = None) -> _Shape:
    """Give a number for the kinds of a node and of what is in it, but for hints and docstrings."""
    known = {} if known is None else known
    if node not in known:
        parts = []
        for name in node._fields:
            value = getattr(node, name, None)
            each = value if isinstance(value, list) else [value]
            if name in ("body", "orelse", "finalbody"):
                each = [s for s in each if not (isinstance(s, ast.stmt) and _says_nothing(s))]
            if name not in ("annotation", "returns", "ctx"):
                parts += [_shape(part, known) for part in each if isinstance(part, ast.AST)]
        known[node] = hash((type(node).__name__, *parts))
    return known[node]
