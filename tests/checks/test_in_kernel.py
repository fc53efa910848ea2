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
    def halve(n):
        return n / 2 if n else None

    error = "unsupported operand type(s) for /: 'str' and 'int'"
    assert asked({"mine": halve}, "mine", [(3,), (0,), ("a",)]) == [
        Returned(1.5),
        UNANSWERED,
        Failure(FailureKind.RAISED, "TypeError", error),
    ]
    assert asked({"mine": 4}, "mine", [None]) == [Returned(4)]
    assert asked({}, "mine", [(3,)]) == [UNANSWERED]


@pytest.mark.parametrize(
    "later",
    [
        "",
        "sum = 0",
        "mean = mean([1, 2])",
        "del mean",
        "total = None",
        "globals().clear()",
        "weights.clear(); options['scale'] = 9; seen.add(3); seen = 4",
    ],
)
def test_an_answer_is_asked_as_it_was_when_it_was_kept(later):
    space = {}
    exec(
        "weights, options, seen = [1, 2], {'scale': 2}, {0}\n"
        "def total(items): return sum(items)\n"
        "def mean(items): return [options['scale'] * total(items), sum(weights), len(seen)]",
        space,
    )
    keep(space, "a mean", "mean")
    exec(later, space)
    for _ in range(2):
        assert asked(space, "mean", [([1, 3],)], "a mean") == [Returned([8, 3, 1])]


def test_a_helper_below_the_check_is_there_but_no_name_of_pythons_is():
    space = {}
    exec("def mean(items): return [helper(items), len(items)]", space)
    keep(space, "with a helper", "mean")
    exec("def helper(items): return sum(items)\nsum = len = 0\nmean = 0", space)
    assert asked(space, "mean", [([1, 3],)], "with a helper") == [Returned([4, 2])]


def test_an_answer_below_the_check_of_its_stub_is_asked():
    space = {"counts": [1]}
    exec("def mine(n): ...", space)
    keep(space, "a stub", "mine")
    exec("counts.append(2)\ndef mine(n): return n + sum(counts)", space)
    assert asked(space, "mine", [(3,), (4,)], "a stub") == [Returned(6), Returned(7)]


@pytest.mark.parametrize("first", [{}, {"mine": ...}])
def test_what_was_no_answer_yet_is_asked_as_it_is_in_the_end(first):
    space = {**first}
    keep(space, "late", "mine")
    space["mine"] = 3
    assert asked(space, "mine", [None], "late") == [Returned(3)]


@pytest.fixture
def begun(monkeypatch, tmp_path):
    """Begin a kernel whose cells may print ten characters; its streams, and what begins a cell."""
    shell = SimpleNamespace(callbacks={}, events=None)
    shell.events = SimpleNamespace(register=shell.callbacks.__setitem__)
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, io.StringIO())
    monkeypatch.setattr(sys, "path", ["installed"])
    monkeypatch.chdir(tmp_path)
    assert begin(10).text == "ready"
    assert shell.ask_exit() is None  # exit() ends nothing
    return sys.stdout, sys.stderr, lambda: shell.callbacks["pre_run_cell"](None)


def test_each_cell_prints_so_many_characters_and_no_more(begun):
    out, err, next_cell = begun
    assert out.write("12345") == 5 and err.write("678") == 3
    assert out.write("90abc") == 5
    err.write("dropped")
    assert out.getvalue() == "1234590\n[... and more, which is left out.]\n"
    assert err.getvalue() == "678"
    next_cell()
    out.write("1234567890")
    assert out.getvalue().endswith("out.]\n1234567890")  # as many as allowed are not cut
    out.write("x")
    assert out.getvalue().endswith("7890")


def test_modules_of_the_folder_come_last(begun, tmp_path):
    assert sys.path == ["installed", str(tmp_path)]
