"""What a cell takes away from all that come behind it is put back."""

import builtins
import sys

import pytest

from labkit.grading.notebook import mending
from labkit.grading.notebook.confinement import Limits
from labkit.grading.notebook.execution import Ending
from labkit.grading.notebook.kernel import Kernel


@pytest.fixture(scope="module")
def kernel():
    with Kernel(Limits(), confined=False) as started:
        yield started


@pytest.mark.parametrize(
    "code",
    [
        "import builtins; del builtins.open",
        "import builtins; builtins.list = [1, 2]; builtins.__import__ = None",
        "import sys; sys.setrecursionlimit(30)",
        "import sys; sys.stdout = sys.stderr = None",
        "import numpy, sys; sys.modules.clear()",
        """import os, resource
resource.setrlimit(resource.RLIMIT_NOFILE, (200, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
kept = []
try:
    while True:
        kept.append(open(os.devnull))
except OSError:
    pass""",
    ],
)
def test_the_next_cell_runs_and_an_answer_is_given(kernel, code):
    assert kernel.execute(code, 20).ending is Ending.DONE
    after = "import numpy, os\nprint(list(map(str, numpy.arange(2))), open(os.devnull).read())"
    handed = "__import__('labkit.checks.in_kernel', fromlist=['*']).Handed('here')"
    ran = kernel.execute(after, 20, expression=handed, keep=1000)
    assert (ran.ending, ran.answer) == (Ending.DONE, "here")
    assert [output.get("text") for output in ran.outputs] == ["['0', '1'] \n"]


def test_what_does_something_stays_as_the_cell_has_put_it(monkeypatch):
    def own(*words):
        return "x"

    monkeypatch.setattr(builtins, "input", own)
    monkeypatch.setattr(builtins, "open", None)
    monkeypatch.delattr(builtins, "sorted")
    monkeypatch.delitem(sys.modules, "this", raising=False)
    monkeypatch.setitem(mending._modules, "this", sys)
    before = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(mending.LEAST_DEPTH + 7)
        mending.put_right()
        assert sys.getrecursionlimit() == mending.LEAST_DEPTH + 7
    finally:
        sys.setrecursionlimit(before)
    assert input() == "x" and callable(open) and sorted([2, 1]) == [1, 2]
    assert "this" not in sys.modules  # a single module may be to be imported anew
