"""What docstrings and comments put into back quotes exists, and a class is the only one of its name."""

import ast
import builtins
import io
import keyword
import pkgutil
import re
import tokenize
from collections import defaultdict
from functools import cache

import numpy as np
import pytest

from labkit.cli import find_commands
from tests.ticks import ROOT

MODULES = sorted((ROOT / "labkit").rglob("*.py"))
FOLDERS = [ROOT / folder for folder in ("labkit", "data", "notebooks", "tests")]
FILES = {path.name for folder in FOLDERS for path in folder.rglob("*")}

#: What others have: a command, an element of HTML, a file of Python's own, a script in Perl.
ELSEWHERE = {"sudo", "switch", "random.py", "randCompareMeans.pl"}

SPAN = re.compile(r"(?<!`)(`{1,2})([^`]+)\1(?!`)")
NAME = re.compile(r"([A-Za-z_]\w*(?:\.\w+)*)(?:\(.*\))?")
NAMED = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def quoted(source):
    """The names in back quotes of the docstrings and comments of a module: of a call, what is called."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Module | NAMED)]
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = (token.string[1:] for token in tokens if token.type == tokenize.COMMENT)
    texts = [*(ast.get_docstring(node) or "" for node in nodes), "\n".join(comments)]
    for span in (" ".join(span.split()) for text in texts for _, span in SPAN.findall(text)):
        if span.startswith("labkit ") and span != "labkit --help":
            yield "labkit " + span.split()[1]
        for part in span.split(", "):
            if match := NAME.fullmatch(part):
                yield match[1]


def defined(tree):
    """What a module defines: classes, functions, parameters, variables but for local ones."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
        for inner in node.body if isinstance(node, ast.ClassDef | ast.Module) else ():
            targets = getattr(inner, "targets", [getattr(inner, "target", None)])
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def written(tree):
    """The texts in the code of a module, such as columns and files, but for its docstrings."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docstrings:
            yield node.value


def used(tree):
    """All names in the code of a module, also local ones and those of other packages."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                yield name
            case ast.keyword(arg=name):
                yield name


@cache
def known():
    """What any module may mention."""
    trees = [ast.parse(path.read_text("utf8")) for path in MODULES]
    names = {path.stem for path in MODULES} | {path.parent.name for path in MODULES}
    names |= {*dir(builtins), *keyword.kwlist, *dir(np)}
    names |= {f"labkit {command}" for command in find_commands("cli", "instructor/cli")}
    return names.union(*map(defined, trees), *map(written, trees), FILES, ELSEWHERE)


def missing(source):
    """The names that a module quotes and that are nowhere."""
    here = known().union(used(ast.parse(source)))
    return sorted(
        {name for name in quoted(source) if name not in here and not is_somewhere(name, here)}
    )


def is_somewhere(name, here):
    """Tell whether a name with points can be imported, or each of its parts is known."""
    first, *others = name.split(".")
    try:
        return bool(others) and (pkgutil.resolve_name(name) or True)
    except (ImportError, AttributeError):
        return bool(others) and first != "labkit" and here.issuperset(name.split("."))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_name_in_back_quotes_exists(path):
    assert missing(path.read_text("utf8")) == []


@pytest.mark.parametrize(
    ("quotes", "wrong"),
    [
        ("see ``steps.judged``", ["steps.judged"]),
        ("as `prepared` made it", ["prepared"]),
        ("as `labkit marks` prints", ["labkit marks"]),
        ("gives ``first, nowhere``; `labkit.no_such.name`", ["nowhere", "labkit.no_such.name"]),
        ("in ``marks.csw``, not `gold`", ["marks.csw"]),
        ("`labkit grade --late`, `(n,)`, `grade_one.grade`, `labkit.metrics.f1`, `checks.py`", []),
    ],
)
def test_what_does_not_exist_is_noticed(quotes, wrong):
    for source in (f'"""Words, {quotes}."""\n', f"def f(gold):\n    # {quotes}\n    first = 1\n"):
        found = {*missing(source)}
        assert found - {"first", "gold"} == {*wrong}


def test_each_class_has_a_name_of_its_own():
    found = defaultdict(list)
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf8"))):
            match node:
                case ast.ClassDef(name=name) if not name.startswith("_"):
                    found[name].append(path.name)
                case ast.AnnAssign(ast.Name(name), ast.Name("TypeAlias")):
                    found[name].append(path.name)
    assert {name: files for name, files in found.items() if len(files) > 1} == {}
