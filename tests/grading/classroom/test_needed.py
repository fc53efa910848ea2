"""Cells of the course run if an answer needs them; those that none needs may be left out."""

import random
import re
import textwrap

import pytest
from nbformat.v4 import new_code_cell, new_notebook
from ticks import TICKS, notebook

from labkit.grading.classroom.needed import unneeded
from labkit.grading.classroom.restore import restored
from labkit.grading.classroom.tick import load_tick


def left_out(given, own):
    """The numbers of the given cells that need not run."""
    cells = [new_code_cell(code, metadata={"given": True}) for code in given]
    found = unneeded(new_notebook(cells=[*cells, *map(new_code_cell, own)]))
    return [i for i, cell in enumerate(cells) if cell in found]


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


def test_a_run_without_the_cells_left_out_ends_in_the_same_variables():
    """Small programs at random, each run whole and in part."""
    rng = random.Random(5)
    names = "abcdef"
    skipped = 0
    for _ in range(300):
        given, own = ([statement(rng, names) for _ in range(rng.randint(1, 6))] for _ in range(2))
        own = own[:2]
        out = left_out(given, own)
        skipped += len(out)
        whole = run([*given, *own])
        part = run([code for i, code in enumerate(given) if i not in out] + own)
        used = {name for name in names if any(re.search(rf"\b{name}\b", code) for code in own)}
        assert {n: whole.get(n) for n in used} == {n: part.get(n) for n in used}, (given, own, out)
    assert skipped > 300


def statement(rng, names):
    a, b, c = rng.choices(names, k=3)
    return rng.choice(
        [f"{a} = [{rng.randint(0, 9)}]", f"{a} = {b} + {c}", f"{a}.append(len({b}))",
         f"{a} += {b}", f"{a}[0] = len({c})", f"for {a} in [len({b})]: pass", f"print({a})"]
    )  # fmt: skip


def run(codes):
    variables = {name: [1] for name in "abcdef"} | {"print": len}
    for code in codes:
        try:
            exec(textwrap.dedent(code), variables)
        except (TypeError, AttributeError):
            pass
    return variables


@pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)
def test_the_ticks_own_cells(tick):
    """Of a notebook with the solutions the figures and comparisons go, and nothing else."""
    found, _ = restored(notebook(tick), load_tick(tick).notebook())
    out = unneeded(found)
    assert out and not [cell for cell in out if "nbgrader" in cell.metadata]
    assert found.cells[1] not in out  # what the answers import
