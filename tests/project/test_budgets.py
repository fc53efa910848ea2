"""No room of the house grows: each has a budget of tokens, and it may only fall."""

import ast
import io
import tokenize

import pytest

from tests.project.test_rooms import BUDGETS, LABKIT

#: What formatting changes, and what costs nothing.
FREE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENDMARKER,
}  # fmt: skip
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def tokens(code):
    """Count the names, numbers, strings and operators of code, without its docstrings."""
    documented = (node for node in ast.walk(ast.parse(code)) if isinstance(node, DOCUMENTED))
    docstrings = sum(ast.get_docstring(node) is not None for node in documented)
    count = depth = 0
    for each in tokenize.generate_tokens(io.StringIO(code).readline):
        name = tokenize.tok_name[each.type]
        count += each.type not in FREE and not depth
        # From Python 3.12 on an f-string is many tokens: here it is the one that it was.
        depth += (name == "FSTRING_START") - (name == "FSTRING_END")
    return count - docstrings


def room_of(path):
    """Return the innermost room with a budget that a file of labkit is in."""
    *above, name = path.relative_to(LABKIT).parts
    if above == ["significance"] and name[0] == "_" and name != "__init__.py":
        above.append("engine")
    rooms = ("/".join(above[:depth]) for depth in range(len(above), 0, -1))
    return next((room for room in rooms if room in BUDGETS), ".")


def size(room):
    files = (path for path in LABKIT.rglob("*.py") if room_of(path) == room)
    return sum(tokens(path.read_text("utf8")) for path in files)


def test_layout_and_words_cost_nothing():
    plain = "def f(a):\n    return a + 1\n"
    worded = 'def f(\n    a,\n):\n    """Add one."""\n\n    # To a.\n    return a + 1\n'
    assert tokens(plain) == 10
    assert tokens("""f"{f'{a:{b}}'} of {c}"\n""") == 1
    assert tokens(worded) == 11  # the comma


@pytest.mark.parametrize("room", BUDGETS)
def test_a_room_keeps_to_its_budget(room):
    over = size(room) - BUDGETS[room]["ceiling"]
    assert over <= 0, f"{room} is {over:,} tokens over its budget: take something away"


def test_a_budget_is_no_less_than_it_is_to_be():
    assert all(each["final"] <= each["ceiling"] for each in BUDGETS.values())
