"""No room of the house grows: each has a budget of tokens, and it may only fall."""

import ast
import io
import tokenize
from collections import Counter

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


def test_layout_and_words_cost_nothing():
    assert tokens("def f(a):\n    return a + 1\n") == 10
    assert tokens("""f"{f'{a:{b}}'} of {c}"\n""") == 1
    worded = 'def f(\n    a,\n):\n    """Add one."""\n\n    # To a.\n    return a + 1\n'
    assert tokens(worded) == 11  # the comma


def test_every_room_keeps_to_its_budget():
    sizes = Counter()
    for path in LABKIT.rglob("*.py"):
        sizes[room_of(path)] += tokens(path.read_text("utf8"))
    assert sizes.keys() == BUDGETS.keys()
    over = {room: size - BUDGETS[room] for room, size in sizes.items()}
    assert {room: n for room, n in over.items() if n > 0} == {}, "take so many tokens away"
