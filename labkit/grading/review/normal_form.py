"""Code without its names and its layout: two pieces of code that differ in nothing else become equal.

Every name that the code itself gives a value becomes a number, in the order of appearance, one
for each variable and scope. What it calls from elsewhere keeps its name: ``min(a)`` and ``max(a)``
are different. Comments, layout, docstrings, type hints and ``pass`` are left out. The form is a
list of words from which the syntax tree could be built again, so that equal forms are equal code.

The code is only read, never run or compiled. Python's own parser refuses what is nested too
deeply; longer code than `MOST_CODE` is not given to it.
"""

import ast
import builtins
import keyword
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from labkit.grading.review import scopes
from labkit.grading.review.scopes import Scope

#: Characters of code in one cell that are parsed; the longest answer of a tick has two thousand.
MOST_CODE = 20_000

#: Parts of a syntax tree that say nothing of what the code does.
_LEFT_OUT = frozenset(
    ("annotation", "returns", "type_comment", "type_params", "type_ignores", "ctx", "kind")
)

#: What stands for a name of the code's own, in a form without names.
BLANK = "_"

#: How words begin that are names or values: the code's own, from elsewhere, attributes, constants.
_LEAVES = frozenset((BLANK, "=", ".", "'"))

_KEYWORDS = frozenset(keyword.kwlist)
_KEPT = _KEYWORDS | frozenset(dir(builtins))
_WORD = re.compile(
    r"""(?P<comment>\#[^\n]*)
    |(?P<text>[bBrRuUfF]{0,2}(?:'''[\s\S]*?'''|\"{3}[\s\S]*?\"{3}
        |'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"))
    |(?P<name>(?<![\w.])[^\W\d]\w*)
    |(?P<other>\w+|[^\w\s])
    |(?P<line>\n[ \t]*(?=[^\s\#]))""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Form:
    """Code without names and layout.

    Attributes
    ----------
    words : tuple of str
        What is left of it.
    parsed : bool
        Whether Python could read the code; if not, the words are those of its
        text, and every name but those of Python itself has become a number.
    free : tuple of str
        What the code uses and gives no value, in the order of its use.
    """

    words: tuple[str, ...] = ()
    parsed: bool = True
    free: tuple[str, ...] = field(default=(), compare=False)

    @property
    def size(self) -> int:
        """How many names and values there are: short code is alike by chance."""
        return sum(word[0] in _LEAVES for word in self.words)

    @property
    def blank(self) -> tuple[str, ...]:
        """The words, with the same sign for each of the code's own names."""
        return tuple(BLANK if word[0] == BLANK else word for word in self.words)


def parse(text: str) -> list[ast.stmt] | None:
    """Read a cell of code.

    Parameters
    ----------
    text : str
        Its source.

    Returns
    -------
    list of statements, or None
        None if it is not Python, or too long, or nested too deeply. IPython's
        own commands, as ``%timeit``, are left out.
    """
    if len(text) > MOST_CODE:
        return None
    without = re.sub(r"^([ \t]*)[%!].*", r"\1pass", text, flags=re.MULTILINE)
    for source in dict.fromkeys((text, without)):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of code that is not ours
                return ast.parse(source).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return None


def form(code: Sequence[ast.stmt]) -> Form | None:
    """Give the form of some statements, as of one whole program.

    Parameters
    ----------
    code : sequence of statements
        In the order that is to count.

    Returns
    -------
    Form or None
        None if they are nested too deeply.
    """
    try:
        code = [part for part in code if not _only_for_hints(part, code)]
        written = _Writer(code)
    except RecursionError:
        return None
    return Form(tuple(written.words), free=tuple(written.free))


def form_of_text(text: str) -> Form:
    """Give the form of code that Python cannot read, from the words of its text.

    Parameters
    ----------
    text : str
        Anything.

    Returns
    -------
    Form
        Its words without names, comments and empty lines; of a text that is
        too long, its lines without space at their ends.
    """
    if len(text) > MOST_CODE:
        return Form(tuple(line.strip() for line in text.split("\n") if line.strip()), False)
    numbers: dict[str, int] = {}
    words = []
    for match in _WORD.finditer("\n" + text):
        kind, word = str(match.lastgroup), match.group()
        if kind == "name" and word not in _KEPT:
            words.append(f"{BLANK}{numbers.setdefault(word, len(numbers))}")
        elif kind == "line":
            words.append("\n")
        elif kind != "comment":
            value = kind == "text" or word[0].isalnum()
            words.append(f"'{word}" if value and word not in _KEYWORDS else f" {word}")
    return Form(tuple(_indented(words, text)), False)


def _indented(words: Iterable[str], text: str) -> Iterator[str]:
    """Say by how many steps each line goes in or out, whatever a step's width is."""
    lines = (line.expandtabs() for line in text.split("\n"))
    widths = iter([len(x) - len(x.lstrip()) for x in lines if x.strip() and x.strip()[0] != "#"])
    open_blocks = [0]
    for word in words:
        if word == "\n":
            width = next(widths, 0)
            while width < open_blocks[-1]:
                open_blocks.pop()
                yield "<"
            if width > open_blocks[-1]:
                open_blocks.append(width)
                yield ">"
        yield word


def _only_for_hints(statement: ast.stmt, code: Iterable[ast.stmt]) -> bool:
    """Tell whether a statement imports something that nothing but type hints need."""
    if not isinstance(statement, ast.Import | ast.ImportFrom):
        return False
    if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
        return True
    names = scopes.names_bound([statement])
    used = {
        node.id: None
        for other in code
        for node in ast.walk(other)
        if isinstance(node, ast.Name) and node.id in names
    }
    return bool(used) and not any(
        isinstance(node, ast.Name) and node.id in names for x in code for node in _without_hints(x)
    )


def _without_hints(node: ast.AST) -> Iterator[ast.AST]:
    left = [node]
    while left:
        node = left.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name not in _LEFT_OUT:
                parts = value if isinstance(value, list) else [value]
                left += [part for part in parts if isinstance(part, ast.AST)]


class _Writer:
    """Write statements as words."""

    def __init__(self, code: Sequence[ast.stmt]) -> None:
        self.words: list[str] = []
        self.free: dict[str, None] = {}
        self.numbers: dict[object, int] = {}
        self.inner: dict[ast.AST, Scope] = {}
        self.attributes = scopes.own_attributes(code)
        top = scopes.whole(code)
        self._know_functions(code, top)
        self._block(code, top)

    def _know_functions(self, code: Iterable[ast.AST], scope: Scope) -> None:
        """Make the scopes of the functions first: a call may stand before what it calls."""
        for node in code:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                # Of two functions of one name, the last is the one that calls reach.
                scope.functions[node.name] = self._inside(node, scope)

    def _inside(self, node: ast.AST, scope: Scope) -> Scope:
        if node not in self.inner:
            self.inner[node] = scopes.inside(node, scope)
        return self.inner[node]

    def _name(self, name: str, scope: Scope) -> None:
        owner = scope.owner(name)
        if owner is None:
            self.free[name] = None
            self.words.append(f"={name}")
        elif owner.is_class:
            self._attribute(name)
        else:
            self._number((owner, name))

    def _attribute(self, name: str) -> None:
        if name in self.attributes:
            self._number(name)
        else:
            self.words.append(f".{name}")

    def _number(self, key: object) -> None:
        self.words.append(f"{BLANK}{self.numbers.setdefault(key, len(self.numbers))}")

    def _block(self, statements: Iterable[ast.AST], scope: Scope) -> None:
        written = [s for s in statements if not _says_nothing(s)]
        self.words.append(f"[{len(written)}")
        for statement in written:
            self._node(statement, scope)

    def _node(self, node: ast.AST, scope: Scope) -> None:
        kind = type(node).__name__
        if isinstance(node, ast.Name):
            self._name(node.id, scope)
        elif isinstance(node, ast.Constant):
            self.words.append(f"'{_constant(node.value)}")
        elif isinstance(node, ast.Attribute):
            self.words.append(kind)
            self._node(node.value, scope)
            self._attribute(node.attr)
        elif isinstance(node, ast.AnnAssign):
            self.words += ["Assign", "[1"]
            self._fields(node, scope, ("target", "value"))
        elif isinstance(node, scopes.FUNCTIONS):
            self._function(node, scope)
        elif isinstance(node, ast.ClassDef):
            self.words.append(kind)
            self._name(node.name, scope)
            self._fields(node, scope, ("decorator_list", "bases", "keywords"))
            inner = self._inside(node, scope)
            self._know_functions(node.body, inner)
            self._block(node.body, inner)
        elif isinstance(node, scopes.COMPREHENSIONS):
            self._comprehension(node, scope)
        elif isinstance(node, ast.Call):
            self._call(node, scope)
        elif isinstance(node, ast.alias):
            self.words.append(f"'{node.name!r}")
            self._name(node.asname or node.name.split(".")[0], scope)
        else:
            self.words.append(kind)
            self._fields(node, scope, node._fields)

    def _fields(self, node: ast.AST, scope: Scope, names: Iterable[str]) -> None:
        for name in names:
            if name not in _LEFT_OUT:
                self._value(name, getattr(node, name, None), scope, node)

    def _value(self, name: str, value: Any, scope: Scope, node: ast.AST) -> None:
        if isinstance(value, ast.AST):
            self._node(value, scope)
        elif isinstance(value, list) and name in ("body", "orelse", "finalbody"):
            self._block(value, scope)
        elif isinstance(value, list):
            self.words.append(f"[{len(value)}")
            for part in value:
                self._value(name, part, scope, node)
        elif isinstance(value, str) and _names_variable(node, name):
            self._name(value, scope)
        else:
            self.words.append(f":{value!r}")

    def _function(self, node: scopes.Function, scope: Scope) -> None:
        self.words.append(type(node).__name__)
        inner = self._inside(node, scope)
        if not isinstance(node, ast.Lambda):
            self._name(node.name, scope)
            self._fields(node, scope, ("decorator_list",))
        a = node.args
        for group in (a.posonlyargs, a.args, [a.vararg], a.kwonlyargs, [a.kwarg]):
            self.words.append(f"({len(list(filter(None, group)))}")
            for each in filter(None, group):
                self._name(each.arg, inner)
        self._value("defaults", a.defaults, scope, a)
        self._value("kw_defaults", a.kw_defaults, scope, a)
        if isinstance(node, ast.Lambda):
            self._node(node.body, inner)
        else:
            self._know_functions(node.body, inner)
            self._block(node.body, inner)

    def _comprehension(self, node: scopes.Comprehension, scope: Scope) -> None:
        inner = self._inside(node, scope)
        self.words += [type(node).__name__, f"[{len(node.generators)}"]
        for number, part in enumerate(node.generators):
            self._node(part.iter, inner if number else scope)
            self._fields(part, inner, ("target", "ifs", "is_async"))
        self._fields(node, inner, [name for name in node._fields if name != "generators"])

    def _call(self, node: ast.Call, scope: Scope) -> None:
        called = node.func.id if isinstance(node.func, ast.Name) else None
        owner = scope.owner(called) if called else None
        function = owner.functions.get(called) if owner and called else None
        self.words.append("Call")
        self._node(node.func, scope)
        self._value("args", node.args, scope, node)
        self.words.append(f"[{len(node.keywords)}")
        for word in node.keywords:
            if word.arg and function and word.arg in function.bound:
                self._number((function, word.arg))
            else:
                self.words.append(f"'{word.arg!r}")
            self._node(word.value, scope)


def _says_nothing(statement: ast.AST) -> bool:
    """Tell whether a statement does nothing: a docstring, dots, ``pass``, a hint without a value."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.AnnAssign):
        return statement.value is None
    return isinstance(statement, ast.Pass) or type(statement).__name__ == "TypeAlias"


def _names_variable(node: ast.AST, name: str) -> bool:
    variables = (ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping)
    return isinstance(node, ast.Global | ast.Nonlocal) or (
        isinstance(node, variables) and name in ("name", "rest")
    )


def _constant(value: object) -> str:
    # Python refuses to write long whole numbers in tens.
    return hex(value) if type(value) is int else repr(value)
