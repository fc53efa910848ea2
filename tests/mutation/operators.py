"""The small mistakes that a mutant makes: one change of one place in a file's syntax tree."""

import ast
import copy
import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE, ast.GtE], ast.LtE: [ast.Lt, ast.Gt], ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt], ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Div,
    ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
REMOVABLE = (ast.Expr, ast.AugAssign, ast.Raise, ast.Return, ast.Assert, ast.Continue, ast.Break)


@dataclass(frozen=True)
class Mutant:
    """One change of one file: which of all, and the statement before and after it."""

    path: str
    number: int
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before} -> {self.after}"


class Place(NamedTuple):
    """A node of the syntax tree, the statement that it belongs to, and what hangs another one there."""

    node: ast.AST
    field: str
    statement: ast.stmt
    put: Callable[[ast.AST], None]


def places(node: ast.AST, statement: ast.stmt | None = None) -> Iterator[Place]:
    """Walk over all nodes, passing over type hints and documentation."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if isinstance(child, ast.AST) and not text:
                inside = child if isinstance(child, ast.stmt) else statement
                in_list = isinstance(value, list)
                put = (
                    partial(value.__setitem__, index) if in_list else partial(setattr, node, field)
                )
                if inside is not None:
                    yield Place(child, field, inside, put)
                yield from places(child, inside)


def changes(place: Place) -> Iterator[ast.AST]:
    """What may stand in a node's place."""
    match node := place.node:
        case ast.Compare(ops=operators):
            for number, operator in enumerate(operators):
                for other in COMPARISONS[type(operator)]:
                    ops = [*operators[:number], other(), *operators[number + 1 :]]
                    yield ast.Compare(node.left, ops, node.comparators)
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in ARITHMETIC:
            changed = copy.copy(node)
            changed.op = ARITHMETIC[type(operator)]()
            yield changed
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield from (ast.Constant(new) for new in (value + 1, value - 1) if new != value)
        case ast.Constant(value=str(text)) if text and place.field in ("defaults", "kw_defaults"):
            yield ast.Constant("")
    if place.field == "test" and isinstance(node, (ast.Call, ast.Name, ast.Attribute, ast.BoolOp)):
        yield ast.UnaryOp(ast.Not(), node)
    if isinstance(node, REMOVABLE):
        yield ast.Pass()


def mutants(path: str, source: str) -> list[Mutant]:
    """All mutants of a file."""
    found: list[Mutant] = []
    for place in places(ast.parse(source)):
        for new in changes(place):
            before = head(place.statement)
            place.put(new)
            after = "pass" if isinstance(new, ast.Pass) else head(place.statement)
            place.put(place.node)
            if before == after:  # it is not in the statement's first line
                before, after = (f"{before} {ast.unparse(node)}" for node in (place.node, new))
            found.append(Mutant(path, len(found), place.statement.lineno, before, after))
    return found


def mutated(source: str, number: int) -> str:
    """Return a file's code with the change of the mutant of this number."""
    tree = ast.parse(source)
    every = ((place, new) for place in places(tree) for new in changes(place))
    place, new = next(itertools.islice(every, number, None))
    place.put(new)
    return ast.unparse(ast.fix_missing_locations(tree))


def head(statement: ast.stmt) -> str:
    """Return a statement on one line, without its decorators and without its body."""
    if hasattr(statement, "body"):
        statement = copy.copy(statement)
        statement.body, statement.orelse = [], []  # type: ignore[attr-defined]  # of some kind
    lines = ast.unparse(statement).splitlines()
    return next(line for line in lines if not line.startswith("@"))


def drawn(found: list[Mutant], n: int, seed: int) -> list[Mutant]:
    """Draw `n` mutants without replacement, or take all; in the order of the files."""
    chosen = random.Random(seed).sample(found, min(n, len(found)))
    return sorted(chosen, key=lambda mutant: (mutant.path, mutant.number))
