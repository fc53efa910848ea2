"""The course's code runs if an answer builds on it; what none builds on may be left out."""

import ast
import random
import re
from contextlib import suppress

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.instructor.grading.judging.slicing import needed_code


def enough(given, own):
    cells = [new_code_cell(code, metadata={"given": True}) for code in given]
    text = new_markdown_cell("What a, b and c say.", metadata={"given": True})
    found = needed_code(new_notebook(cells=[text, *cells, *map(new_code_cell, own)]))
    return [found.get(cell.id, cell.source) for cell in cells]


@pytest.mark.parametrize(("given", "own", "expected"), [
    (["a = 1", "b = 2"], ["def f():\n    return a"], [1]), (["a = 1", "b = a", "c = 3"], ["print(b)"], [2]),
    (["import math", "import numpy as np"], ["def f(n):\n    return np.sqrt(n)"], [0]),
    (["from x import y as z", "import os.path"], ["os, z"], []), (["%matplotlib inline", "a = 1"], [], [0, 1]),
    (["a = []", "a.append(1)", "display(a)", "x = len(a)"], ["a"], [2, 3]),
    (["d = {}", "d['k'] = 1", "d.k = 1", "e['k'] = 1"], ["d"], [3]), (["a = b = 1", "a += 1", "del a", "for a in c: pass"], ["a"], []),
    (["def f(): pass", "class C: pass", "(w := 1)", "[v for v in u]"], ["f, C, w"], [3]),
    (["random.seed(1)", "plot(x)"], ["import random\nrandom.random()"], [1]),
    (["for n in (1, 2): print(n)"], ["def f(n):\n    return [n for _ in range(n)]"], [0]),
    (["def f():\n    global a\n    a = 1", "f()"], ["a"], [1]), (["def f():\n    return a", "a = 1", "b = 2"], ["x = f()"], [2]),
    (["a = 1", "b = 2"], ["%time a"], [1]), (["a = 1", "b = 2"], ["def f(: a"], [1]),
    *((["a = 1"], [f"{name}('a')"], []) for name in ("globals", "locals", "vars", "eval", "exec", "get_ipython", "__main__")),
])  # fmt: skip
def test_what_may_be_left_out(given, own, expected):
    assert [i for i, code in enumerate(enough(given, own)) if not code] == expected


@pytest.mark.parametrize(("given", "own", "expected"), [
    ("from m import (a, b as c, d)", "a, c", "from m import a\nfrom m import b as c"),
    ("a = [2, 1]\nshuffle(a)\nprint(a)", "a", "a = [2, 1]\nshuffle(a)"), ("@keep\ndef f(n):\n    return n\n\nf(1)", "f", "@keep\ndef f(n):\n    return n"),
    *((code, name, code) for code, name in (
        ("a = 1\nplot(a.x)", "a"), ("rng = make()\nrng.shuffle(a)", "a"), ("a = 1\n%time b = a", "b"))),
])  # fmt: skip
def test_of_a_cell_only_what_is_needed_runs(given, own, expected):
    assert enough([given], [own]) == [expected]


def test_a_run_without_the_cells_left_out_ends_in_the_same_variables():
    """Small programs at random, each run whole and in part."""
    rng, names, skipped = random.Random(5), "abcdef", 0
    for _ in range(300):
        given = ["\n".join(statements(rng, names, 3)) for _ in range(rng.randint(1, 6))]
        own = list(statements(rng, names, 2))
        some, used = enough(given, own), set(re.findall(r"\b[a-f]\b", "\n".join(own)))
        skipped += "\n".join(given).count("\n") - "\n".join(some).count("\n")
        whole, part = run([*given, *own]), run([*some, *own])
        assert {n: whole.get(n) for n in used} == {n: part.get(n) for n in used}, (given, own, some)
    assert skipped > 300


def statements(rng, names, most):
    for _ in range(rng.randint(1, most)):
        a, b, c = rng.choices(names, k=3)
        yield rng.choice(
            [f"{a} = [{rng.randint(0, 9)}]", f"{a} = {b} + {c}", f"{a}.append(len({b}))",
             f"{a} += {b}", f"{a}[0] = len({c})", f"for {a} in [len({b})]: pass", f"print({a})"]
        )  # fmt: skip


def run(codes):
    variables = {name: [1] for name in "abcdef"} | {"print": len}
    for statement in ast.parse("\n".join(codes)).body:
        with suppress(TypeError, AttributeError):
            exec(compile(ast.Module([statement], []), "cell", "exec"), variables)
    return variables
