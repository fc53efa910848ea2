"""What each name in a piece of Python means: the variable that it stands for, and its scope."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension: TypeAlias = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

_WITHOUT_NAMES = (ast.Constant, ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)

#: Attributes that are no one's own: a method may be called like one of them and mean another.
_BUILT_IN = frozenset(
    name
    for kind in (object, type, int, float, complex, str, bytes, list, tuple, dict, set)
    for name in dir(kind)
)


@dataclass(eq=False)
class Scope:
    """A function, a class, a comprehension or the whole code, and the names that are its own.

    Attributes
    ----------
    bound : set of str
        The names that get a value here.
    parent : Scope or None
        The one around it.
    is_class : bool
        Whether its names are attributes, which inner scopes do not see.
    functions : dict
        The functions defined here: name -> their own scope.
    outer : set of str
        Names that are declared to be those of the whole code.
    """

    bound: set[str]
    parent: "Scope | None" = None
    is_class: bool = False
    functions: dict[str, "Scope"] = field(default_factory=dict)
    outer: set[str] = field(default_factory=set)

    def owner(self, name: str) -> "Scope | None":
        """Give the scope whose variable a name is here; None if the code gives it no value."""
        scope: Scope | None = self
        if name in self.outer:
            while scope and scope.parent:
                scope = scope.parent
        elif name not in self.bound:
            scope = self.parent
            while scope and (scope.is_class or name not in scope.bound):
                scope = scope.parent
        return scope if scope and name in scope.bound else None


def whole(code: Iterable[ast.stmt]) -> Scope:
    """Give the scope of the whole code.

    Parameters
    ----------
    code : iterable of statement
        All of it.

    Returns
    -------
    Scope
        With the names that functions declare global and give a value.
    """
    code = list(code)
    found = names_bound(code)
    for statement in code:
        for node in ast.walk(statement):
            if isinstance(node, ast.Global):
                break
        else:
            continue
        functions = (n for n in ast.walk(statement) if isinstance(n, FUNCTIONS))
        for function in functions:
            names = _names(_body(function))
            found |= names.outer & names.bound
    return Scope(found)


def inside(node: ast.AST, around: Scope) -> Scope:
    """Make the scope that a function, a class or a comprehension opens.

    Parameters
    ----------
    node : node
        One of these.
    around : Scope
        Where it stands.

    Returns
    -------
    Scope
        A new one.
    """
    if isinstance(node, ast.ClassDef):
        return Scope(names_bound(node.body), around, is_class=True)
    if isinstance(node, COMPREHENSIONS):
        return Scope(names_bound(part.target for part in node.generators), around)
    assert isinstance(node, FUNCTIONS)
    names = _names(_body(node))
    own = names.bound - names.outer - names.between
    return Scope(own | set(parameters(node)), around, outer=names.outer)


def _body(node: Function) -> list[ast.AST]:
    return [node.body] if isinstance(node, ast.Lambda) else list(node.body)


def parameters(node: Function) -> list[str]:
    """Give the names of a function's parameters, in order."""
    a = node.args
    every = [*a.posonlyargs, *a.args, a.vararg, *a.kwonlyargs, a.kwarg]
    return [each.arg for each in every if each]


def names_bound(nodes: Iterable[ast.AST]) -> set[str]:
    """Give the names that get a value in some code, but for those of the scopes inside of it.

    Parameters
    ----------
    nodes : iterable of node
        Statements or expressions.

    Returns
    -------
    set of str
        Variables, functions, classes, and what is imported.

    Examples
    --------
    >>> sorted(names_bound(ast.parse("import os.path; a = [b for b in (c := 1, 2)]").body))
    ['a', 'c', 'os']
    """
    return _names(nodes).bound


class _Names(NamedTuple):
    """What a scope says of names: it binds them, or they are those of the code or of one between."""

    bound: set[str]
    outer: set[str]
    between: set[str]


def _names(nodes: Iterable[ast.AST]) -> _Names:
    found = _Names(set(), set(), set())
    left: list[ast.AST] = list(nodes)
    while left:
        node = left.pop()
        if isinstance(node, _WITHOUT_NAMES):
            continue
        if isinstance(node, ast.Global):
            found.outer.update(node.names)
        elif isinstance(node, ast.Nonlocal):
            found.between.update(node.names)
        else:
            found.bound.update(_binds(node))
            left += _same_scope(node)
    return found


def _binds(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case (
            ast.FunctionDef(name=name)
            | ast.AsyncFunctionDef(name=name)
            | ast.ClassDef(name=name)
            | ast.ExceptHandler(name=str(name))
            | ast.MatchAs(name=str(name))
            | ast.MatchStar(name=str(name))
            | ast.MatchMapping(rest=str(name))
        ):
            yield name
        case ast.Import(names=names):
            yield from (alias.asname or alias.name.split(".")[0] for alias in names)
        case ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name for alias in names)


def _same_scope(node: ast.AST) -> Iterator[ast.AST]:
    """Give the parts of a node whose names belong to the scope in which it stands."""
    if isinstance(node, FUNCTIONS):
        yield from getattr(node, "decorator_list", [])
        yield from filter(None, [*node.args.defaults, *node.args.kw_defaults])
    elif isinstance(node, ast.ClassDef):
        yield from [*node.decorator_list, *node.bases, *node.keywords]
    elif isinstance(node, COMPREHENSIONS):
        # Its own variables are not of this scope; what `:=` names inside of it is.
        for part in ast.walk(node):
            if isinstance(part, ast.NamedExpr):
                yield part.target
    elif isinstance(node, ast.AnnAssign):
        if node.value is not None:
            yield from (node.target, node.value)
    else:
        yield from ast.iter_child_nodes(node)


def own_attributes(code: Iterable[ast.stmt]) -> set[str]:
    """Give the attributes that are the code's own to name: those of its own plain classes.

    Parameters
    ----------
    code : iterable of statement
        All of it.

    Returns
    -------
    set of str
        None of a class that has a base or a decorator, which may need its
        names, and none that the built-in types have.
    """
    found: set[str] = set()
    for statement in code:
        for node in ast.walk(statement):
            if isinstance(node, ast.ClassDef) and not (node.bases or node.decorator_list):
                found |= names_bound(node.body)
                found.update(
                    part.attr
                    for part in ast.walk(node)
                    if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)
                )
    return {name for name in found if name not in _BUILT_IN and not name.startswith("__")}
