"""Equal forms are equal code but for names and layout: held against made-up programs."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labkit.grading.review.normal_form import MOST_CODE, form, form_of_text, parse
from tests.grading.review.programs import names, programs, written


def formed(text):
    return form(parse(text))


PLAIN = ["aa", "bb", "cc", "dd", "ee", "ff"]


@settings(max_examples=30, deadline=None)
@given(programs, names, st.sampled_from([" ", "  ", "\t"]), st.sampled_from(["", "  # so"]))
def test_a_renamed_copy_is_equal(program, others, step, note):
    copy = written(program, others, step, note, hints=True, name="other_name")
    assert formed(written(program, PLAIN)) == formed(copy)


@settings(max_examples=40, deadline=None)
@given(programs, programs)
def test_other_code_is_not_equal(one, other):
    check_that_only_equal_code_is_equal(one, other)


@pytest.mark.long
@settings(max_examples=500, deadline=None)
@given(programs, programs)
def test_other_code_is_not_equal_in_many_cases(one, other):
    check_that_only_equal_code_is_equal(one, other)


def check_that_only_equal_code_is_equal(one, other):
    # All variables are parameters, in this order, so that programs are equal or their trees differ.
    same = ast.dump(ast.parse(written(one, PLAIN))) == ast.dump(ast.parse(written(other, PLAIN)))
    assert (formed(written(one, PLAIN)) == formed(written(other, PLAIN))) == same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = f(a=1)", "x = f(b=1)"),
        ("min(a)", "max(a)"),
        ("a = b - c", "a = c - b"),
        ("a = 1; b = 2; a - b", "a = 1; b = 2; b - a"),
        ("x = 1", "x = 1.0"),
        ("x = 1", "x = True"),
        ("x = 'a'", "x = b'a'"),
        ("x = 1; x.real", "x = 1; x.imag"),
        ("x, y = 1, 2\nx.real", "x, y = 1, 2\ny.real"),
        ("def f(a):\n global q\n q = a", "def f(a):\n q = a"),
        ("x = 1\nf'{x}'", "x = 1\nf'{x!r}'"),
        ("lambda x: x", "lambda x: y"),
        ("lambda x, y: x", "lambda x, y: y"),
        ("lambda x, /: x", "lambda x: x"),
        ("import numpy as np\nnp.sum", "import math as np\nnp.sum"),
        ("x = [1]\nx[1:]", "x = [1]\nx[:1]"),
        ("try:\n f()\nexcept E as e: g(e)", "try:\n f()\nexcept E as e: g(h)"),
        ("for x in y: f()\nelse: g()", "for x in y:\n f()\ng()"),
        ("def f(a, b=1): return a", "def f(a=1, b=1): return a"),
        ("def f(*, a): return a", "def f(a): return a"),
        ("x = lambda: 0", "def x(): return 0"),
        ("for a in b:\n  f(a)\n  g(a)", "for a in b:\n  f(a)\ng(a)"),
        # a method that lists have as well is no one's own to rename
        ("class A:\n def append(self): 0 + 1\nx.append", "class A:\n def extend(self): 0 + 1\nx.extend"),
        ("def f(a, b): return a - b\nf(a=1, b=2)", "def f(a, b): return a - b\nf(b=1, a=2)"),
        ("class A(B):\n def run(self): f()", "class A(B):\n def go(self): f()"),
    ],
)  # fmt: skip
def test_a_difference_remains(one, other):
    assert formed(one) != formed(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f(n, most=3): return n\nf(1, most=2)", "def g(a, b=3): return a\ng(1, b=2)"),
        ("def f(x):\n return x\ndef g(x):\n return x", "def f(x):\n return x\ndef g(y):\n return y"),
        ("class A:\n def run(self):\n  self.v = 1\nA().run()", "class B:\n def go(me):\n  me.w = 1\nB().go()"),
        ("from typing import Any\ndef f(a: Any): return a", "def f(a): return a"),
        ("from __future__ import annotations\nx: int = 3", "y = 0x3"),
        ("def f():\n 'doc'\n pass", "def f(): ..."),
        ("import numpy as np\nnp.sum(1)", "import numpy as numbers\nnumbers.sum(1)"),
        ("%matplotlib inline\nx = 1", "!ls\nlonger = 1"),
        ("try:\n f()\nexcept E as e: g(e)", "try:\n f()\nexcept E as error: g(error)"),
        ("match v:\n case [a, *b]: f(a, b)", "match v:\n case [x, *y]: f(x, y)"),
        ("def f():\n n = 0\n def g():\n  nonlocal n\n  n += 1", "def a():\n b = 0\n def c():\n  nonlocal b\n  b += 1"),
        ("[x for x in y if (z := x)]\nz", "[a for a in y if (b := a)]\nb"),
        ("x = 1\n[x for x in x for x in x]", "y = 1\n[x for x in y for x in x]"),  # first of all, outside
        ("x = 'a' 'b'", "x = \"ab\""),
    ],
)  # fmt: skip
def test_names_and_layout_go(one, other):
    assert formed(one) == formed(other)


def test_in_what_is_no_program_lines_are_indented_by_steps_of_any_width():
    four, two, other = (
        form_of_text(f"while (:\n{step}a b\n{step}c\n{last}d e f")
        for step, last in (("    ", ""), ("  ", ""), ("  ", "  "))
    )
    assert four == two != other
    assert four.words.count(">") == four.words.count("<") == 1 and "<" not in other.words


HOSTILE = {
    "brackets": "(" * 5000,
    "attributes": "x" + ".a" * 9000,
    "minus": "-" * 9000 + "1",
    "calls": "f(" * 90 + ")" * 90,
    "digits": "x = " + "9" * 15_000,
    "hexadecimal": "x = 0x" + "f" * 15_000,
    "sum": "x = 1" + "+1" * 9000,
    "blocks": "".join(" " * i + "if x:\n" for i in range(99)) + " " * 99 + "y",
    "NUL": "x = 1\0",
    "half a character": "x = '\ud800'",
    "escape": "x = '\\d'",
    "quotes": "'''" * 6000 + '"' * 10,
    "open quotes": "'" * 9999 + '"' * 9999,
    "long": "x = 1\n" * 100_000,
    "functions": "".join(" " * i + f"def f{i}():\n" for i in range(95)) + " " * 95 + "return f0",
    "comprehensions": "[x for x in " * 60 + "y" + "]" * 60,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_code_has_a_form(text):
    code = parse(text)
    found = (code and form(code)) or form_of_text(text)
    assert found.words == ((code and form(code)) or form_of_text(text)).words


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=200))
def test_any_text_has_a_form(text):
    code = parse(text)
    if code is not None:
        assert form(code) is not None
    assert isinstance(form_of_text(text).words, tuple)


def test_broken_code_is_compared_by_its_words():
    one = "def f(n:\n    total = n  # so\n    return total + min(n)"
    copy = "def other(k:\n\n  # a note\n  sums = k\n  return sums + min(k)"
    assert parse(one) is None
    assert form_of_text(one) == form_of_text(copy)
    assert form_of_text(one) != form_of_text(one.replace("min", "max"))
    assert form_of_text(one) != form_of_text(one.replace("    return", "        return"))
    assert form_of_text(one) != form_of_text(one.replace("total + min(n)", "n + min(total)"))


def test_too_long_code_is_compared_line_by_line():
    text = "x = 1\n" * MOST_CODE
    assert parse(text) is None
    assert form_of_text(text) == form_of_text(text.replace("\n", "  \n\n"))


def test_names_from_elsewhere_are_told():
    assert formed("def f(a):\n b = a + c\n return d(b)").free == ("c", "d")
