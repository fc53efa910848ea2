"""The part of marking inside a kernel: what it hands over, and how much a cell may print."""

import io
import sys
from types import SimpleNamespace

import IPython
import pytest

from labkit.checks.in_kernel import begin, hand_over, keep
from labkit.checks.outcomes import Failure, FailureKind, Returned, read_reply
from labkit.checks.plain_data import MIMETYPE, encode

UNANSWERED = Failure(FailureKind.UNANSWERED)


def asked(space, name, all_inputs, question=""):
    handed = hand_over(space, name, encode(all_inputs), (), question)
    return read_reply(handed._repr_mimebundle_()[MIMETYPE], len(all_inputs))


def test_outcomes_are_handed_over():
    error = "unsupported operand type(s) for /: 'str' and 'int'"
    raised = Failure(FailureKind.RAISED, "TypeError", error)
    found = asked({"mine": lambda n: n / 2 if n else None}, "mine", [(3,), (0,), ("a",)])
    assert found == [Returned(1.5), UNANSWERED, raised]
    assert asked({"mine": 4}, "mine", [None]) == [Returned(4)]
    assert asked({}, "mine", [(3,)]) == [UNANSWERED]


MEAN = """
weights, options, seen = [1, 2], {'scale': 2}, {0}
def total(items): return sum(items)
def mean(items): return [options['scale'] * total(items), sum(weights), len(seen)]
"""
LATER = [
    *("", "sum = 0", "mean = mean([1, 2])", "del mean", "total = None", "globals().clear()"),
    "weights.clear(); options['scale'] = 9; seen.add(3); seen = 4",
]
HELPED = "def mean(items): return [helper(items), len(items)]"


@pytest.mark.parametrize(
    ("kept", "later", "value"),
    [
        *((MEAN, later, [8, 3, 1]) for later in LATER),
        # A helper may stand below the check, and no name of Python's.
        (HELPED, "def helper(items): return sum(items)\nsum = len = 0\nmean = 0", [4, 2]),
        # What was no answer yet is asked as it is in the end.
        ("n = [1]\ndef mean(items): ...", "n += [2]\nmean = lambda items: items + n", [1, 3, 1, 2]),
        *((none, "def mean(items): return items", [1, 3]) for none in ("", "mean = ...")),
    ],
)
def test_an_answer_is_asked_as_it_was_when_it_was_kept(kept, later, value):
    space = {}
    exec(kept, space)
    keep(space, kept, "mean")
    exec(later, space)
    for _ in range(2):
        assert asked(space, "mean", [([1, 3],)], kept) == [Returned(value)]


def test_each_cell_prints_so_many_characters_and_no_more(monkeypatch, tmp_path):
    shell = SimpleNamespace(callbacks={}, events=None)
    shell.events = SimpleNamespace(register=shell.callbacks.__setitem__)
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, io.StringIO())
    monkeypatch.setattr(sys, "path", ["installed"])
    monkeypatch.chdir(tmp_path)
    assert begin(10).text == "ready"
    assert shell.ask_exit() is None  # exit() ends nothing
    assert sys.path == ["installed", str(tmp_path)]  # modules of the folder come last
    out, err = sys.stdout, sys.stderr
    assert out.write("12345") == 5 and err.write("678") == 3
    assert out.write("90abc") == 5
    err.write("dropped")
    assert out.getvalue() == "1234590\n[... and more, which is left out.]\n"
    assert err.getvalue() == "678"
    shell.callbacks["pre_run_cell"](None)
    out.write("1234567890")
    assert out.getvalue().endswith("out.]\n1234567890")  # as many as allowed are not cut
    out.write("x")
    assert out.getvalue().endswith("7890")
