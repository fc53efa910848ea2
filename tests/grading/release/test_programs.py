"""A solution is found under other names and in another layout, and other code is not."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.grading.release.leaks import Leak, refuse_leaks
from labkit.grading.release.programs import programs

SOLUTION = '''def sign(plus, minus):
    """Say how likely the fewer are."""
    ### BEGIN SOLUTION
    n = plus + minus
    fewer = min(plus, minus)
    tail = sum(comb(n, i) for i in range(fewer + 1)) / 2**n
    return min(1.0, 2 * tail)
    ### END SOLUTION
'''

RENAMED = '''
def stuck(a, b):
    """The course's version."""
    if a < 0:
        raise ValueError
    N = a + b
    k = min( a, b )
    rest = sum(comb(N, j)
               for j in range(k + 1)) / 2**N  # the tail
    return min(1.0, 2 * rest)
'''

OTHERS = """
def sign(plus, minus):
    from scipy.stats import binomtest
    return binomtest(plus, plus + minus).pvalue

def near(plus, minus):
    n = plus + minus
    fewer = max(plus, minus)
    tail = sum(comb(n, i) for i in range(fewer + 1)) / 2**n
    return min(1.0, 2 * tail)
"""


@pytest.fixture
def secret():
    (program,) = programs(SOLUTION, "the tick")
    return program


def test_a_program_is_all_between_the_marks(secret):
    assert [s.lineno for s in secret.statements] == [4, 5, 6, 7]


def as_module(folder):
    (folder / "stuck.py").write_text(RENAMED)
    return "stuck.py"


def as_cell(folder):
    nbformat.write(new_notebook(cells=[new_code_cell("%time\n" + RENAMED)]), folder / "x.ipynb")
    return "x.ipynb"


def in_prose(folder):
    text = f"For example:\n```python\n{RENAMED}```\n"
    nbformat.write(new_notebook(cells=[new_markdown_cell(text)]), folder / "x.ipynb")
    return "x.ipynb"


def in_a_class(folder):
    inner = "\n".join(f"    {line}" for line in RENAMED.splitlines())
    (folder / "stuck.py").write_text(f"class Course:\n    value: int = 0\n{inner}\n")
    return "stuck.py"


def with_hints(folder):
    (folder / "stuck.py").write_text(RENAMED.replace("(a, b)", "(a: int, b: int) -> float"))
    return "stuck.py"


@pytest.mark.parametrize("plant", [as_module, as_cell, in_prose, in_a_class, with_hints])
def test_a_solution_under_other_names_is_found(tmp_path, secret, plant):
    name = plant(tmp_path)
    with pytest.raises(Leak, match=f"{name} would give an answer away.*from the tick"):
        refuse_leaks(tmp_path, [secret])


def test_other_code_is_none(tmp_path, secret):
    (tmp_path / "stuck.py").write_text(OTHERS)
    (tmp_path / "broken.py").write_text("def (")
    refuse_leaks(tmp_path, [secret])


def test_short_code_could_be_anybodys():
    assert programs("### BEGIN SOLUTION\nx = len(y)\n### END SOLUTION\n", "the tick") == []
