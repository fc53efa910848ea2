"""The course's code runs if an answer builds on it; what none builds on may be left out."""

import ast
import random
import re
from contextlib import suppress

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.grading.submission.restore import restored
from labkit.grading.submission.slicing import needed_code
from labkit.grading.submission.tick import load_tick
from tests.ticks import TICKS, notebook


def enough(given, own):
    """What is to run of the given cells."""
    cells = [new_code_cell(code, metadata={"given": True}) for code in given]
    found = needed_code(new_notebook(cells=[*cells, *map(new_code_cell, own)]))
    return [found.get(cell.id, cell.source) for cell in cells]


def left_out(given, own):
    """The numbers of the given cells that need not run."""
    return [i for i, code in enumerate(enough(given, own)) if not code]


@pytest.mark.parametrize(
    ("given", "own", "expected"),
    [
        (["a = 1", "b = 2"], ["def f():\n    return a"], [1]),
        (["a = 1", "b = a", "c = 3"], ["print(b)"], [2]),
        (["import math", "import numpy as np"], ["def f(n):\n    return np.sqrt(n)"], [0]),
        (["from x import y as z", "import os.path"], ["os, z"], []),
        (["a = []", "a.append(1)", "print(a)", "x = len(a)"], ["a"], [2, 3]),
        (["d = {}", "d['k'] = 1", "d.k = 1", "e['k'] = 1"], ["d"], [3]),
        (["a = b = 1", "a += 1", "del a", "for a in c: pass"], ["a"], []),
        (["def f(): pass", "class C: pass", "(w := 1)", "[v for v in u]"], ["f, C, w"], [3]),
        (
            ["[[w, v] for v in u for x in v]", "{v: w for v in u}", "{v for v in u}"],
            ["v, x"],
            [0, 1, 2],
        ),
        (["v = [v for v in u]", "[(y := v) for v in u]", "[v for v in v]"], ["v, y"], [2]),
        (["with o as a: pass", "a, *b = c", "try: pass\nexcept E as e: pass"], ["a, b"], [2]),
        (["random.seed(1)", "plot(x)"], ["import random\nrandom.random()"], [1]),
        (["%matplotlib inline", "a = 1"], ["b = 1"], [1]),
        (["a = 1"], [], [0]),
        (["for n in (1, 2): print(n)"], ["def f(n):\n    return [n for _ in range(n)]"], [0]),
        (["def f():\n    global a\n    a = 1", "f()"], ["a"], [1]),
        (["def f():\n    return a", "a = 1", "b = 2"], ["x = f()"], [2]),
        (["class C:\n    x = a", "a = 1"], ["C"], []),
        (["a = 1"], ["globals()['a']"], []),
        (["a = 1"], ["%run x"], []),
        (["a = 1"], ["def f(:"], []),
        (["a = 1"], ["import sys"], []),
        (["a = 1"], ["eval('a')"], []),
        (["a = 1"], ["exec('a')"], []),
    ],
)
def test_what_may_be_left_out(given, own, expected):
    assert left_out(given, own) == expected


@pytest.mark.parametrize(
    ("given", "own", "expected"),
    [
        ("from m import (a, b as c, d)", "a, c", "from m import a\nfrom m import b as c"),
        ("import numpy as np\nx = slow()", "np.mean", "import numpy as np"),
        ("a = 1; b = 2; c = b", "c", "b = 2\nc = b"),
        ("a = [2, 1]\nshuffle(a)\nprint(a)", "a", "a = [2, 1]\nshuffle(a)"),
        ("a = 1\nplot(a.x)\ndisplay(a)", "a", "a = 1\nplot(a.x)"),
        ("rng = make()\nx = [rng.random()]", "rng", "rng = make()\nx = [rng.random()]"),
        ("import numpy as np\nx = np.mean(y)", "np", "import numpy as np"),
        ("rng = make()\nrng.shuffle(a)", "a", "rng = make()\nrng.shuffle(a)"),
        ("@keep\ndef f(n):\n    return n\n\nf(1)", "f", "@keep\ndef f(n):\n    return n"),
        ("a = 1  # one", "a", "a = 1  # one"),
        ("a = 1\n%time b = a", "b", "a = 1\n%time b = a"),
    ],
)
def test_of_a_cell_only_what_is_needed_runs(given, own, expected):
    assert enough([given], [own]) == [expected]


def test_a_run_without_the_cells_left_out_ends_in_the_same_variables():
    """Small programs at random, each run whole and in part."""
    rng = random.Random(5)
    names = "abcdef"
    skipped = 0
    for _ in range(300):
        given = [cell(rng, names) for _ in range(rng.randint(1, 6))]
        own = [statement(rng, names) for _ in range(rng.randint(1, 2))]
        some = enough(given, own)
        skipped += len("\n".join(given).split("\n")) - len("\n".join(some).split("\n"))
        whole = run([*given, *own])
        part = run([*some, *own])
        used = {name for name in names if any(re.search(rf"\b{name}\b", code) for code in own)}
        assert {n: whole.get(n) for n in used} == {n: part.get(n) for n in used}, (given, own, some)
    assert skipped > 300


def cell(rng, names):
    return "\n".join(statement(rng, names) for _ in range(rng.randint(1, 3)))


def statement(rng, names):
    a, b, c = rng.choices(names, k=3)
    return rng.choice(
        [f"{a} = [{rng.randint(0, 9)}]", f"{a} = {b} + {c}", f"{a}.append(len({b}))",
         f"{a} += {b}", f"{a}[0] = len({c})", f"for {a} in [len({b})]: pass", f"print({a})"]
    )  # fmt: skip


def run(codes):
    variables = {name: [1] for name in "abcdef"} | {"print": len}
    for statement in ast.parse("\n".join(codes)).body:
        with suppress(TypeError, AttributeError):
            exec(compile(ast.Module([statement], []), "cell", "exec"), variables)
    return variables


@pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)
def test_the_ticks_own_cells(tick):
    """Of a notebook with the solutions the figures and comparisons go, and nothing else."""
    found, _ = restored(notebook(tick), load_tick(tick).notebook())
    enough = needed_code(found)
    reduced = [cell for cell in found.cells if cell.id in enough]
    assert any(not enough[cell.id] for cell in reduced)
    assert not [cell for cell in reduced if "nbgrader" in cell.metadata]
    assert "check" in enough.get(found.cells[1].id, found.cells[1].source)  # the answers import it
