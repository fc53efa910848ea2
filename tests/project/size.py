"""Print how large each room of labkit is: ``make size``. Nothing asks for a size; it is looked at."""

import ast
import io
import tokenize
from collections import Counter, defaultdict

from tests.project.test_rooms import INSIDE, LABKIT

#: What formatting changes, and what costs nothing.
FREE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    tokenize.ENDMARKER,
}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def size_of(code):
    """Count functions, lines and tokens: names, numbers, strings and operators, but no docstrings."""
    nodes = list(ast.walk(ast.parse(code)))
    documented = [
        node for node in nodes if isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS))
    ]
    tokens = -sum(ast.get_docstring(node) is not None for node in documented)
    depth = 0
    for each in tokenize.generate_tokens(io.StringIO(code).readline):
        name = tokenize.tok_name[each.type]
        tokens += each.type not in FREE and not depth
        # From Python 3.12 on an f-string is many tokens: here it is the one that it was.
        depth += (name == "FSTRING_START") - (name == "FSTRING_END")
    functions = sum(isinstance(node, FUNCTIONS) for node in nodes)
    return Counter(files=1, functions=functions, lines=len(code.splitlines()), tokens=tokens)


def room_of(path):
    """Return the innermost room that a file is in."""
    parts = path.relative_to(LABKIT).with_suffix("").parts
    depth = 1
    while "/".join(parts[:depth]) in INSIDE:
        depth += 1
    return "/".join(parts[:depth])


def table():
    """Return the sizes of all rooms, of the parts of labkit, and of the whole, as text."""
    sizes = defaultdict(Counter)
    for path in sorted(LABKIT.rglob("*.py")):
        room, size = room_of(path), size_of(path.read_text("utf8"))
        part = "instructors'" if room.startswith("instructor") else "students'"
        for name in (room, f"{part} part", "labkit"):
            sizes[name] += size
    columns = ("files", "functions", "lines", "tokens")
    totals = ("students' part", "instructors' part", "labkit")
    rows = [("room", *columns)]
    for name in (*sorted(sizes.keys() - totals), *totals):
        rows.append((name, *(f"{sizes[name][column]:,}" for column in columns)))
    return "".join(f"{row[0]:32}" + "".join(f"{n:>10}" for n in row[1:]) + "\n" for row in rows)


if __name__ == "__main__":
    print(table(), end="")
