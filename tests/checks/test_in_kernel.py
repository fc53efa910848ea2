"""The part of marking inside a kernel: what it hands over, and how much a cell may print."""

import io
import sys
from types import SimpleNamespace

import IPython
import pytest

from labkit import sign_test
from labkit.checks.in_kernel import begin, hand_over, keep
from labkit.checks.outcomes import Failure, FailureKind, Returned, read_reply
from labkit.checks.plain_data import MIMETYPE, encode

NAMES = ("labkit.significance.sign:sign_test",)


def answered(answer, all_inputs, without=()):
    handed = hand_over({"mine": answer}, "mine", encode(all_inputs), without)
    return read_reply(handed._repr_mimebundle_()[MIMETYPE], len(all_inputs))


def test_outcomes_are_handed_over():
    def halve(n):
        return n / 2 if n else None

    assert answered(halve, [(3,), (0,), ("a",)]) == [
        Returned(1.5),
        Failure(FailureKind.UNANSWERED),
        Failure(
            FailureKind.RAISED, "TypeError", "unsupported operand type(s) for /: 'str' and 'int'"
        ),
    ]
    assert answered(4, [None]) == [Returned(4)]


def test_a_name_that_is_not_there_is_unanswered():
    handed = hand_over({}, "mine", encode([(3,)]))
    assert read_reply(handed.text, 1) == [Failure(FailureKind.UNANSWERED)]


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
    handed = hand_over(space, "mean", encode([([1, 3],)]), (), "a mean")
    assert read_reply(handed.text, 1) == [Returned([8, 3, 1])]
    assert hand_over(space, "mean", encode([([1, 3],)]), (), "a mean").text == handed.text


def test_a_helper_below_the_check_is_there_but_no_name_of_pythons_is():
    space = {}
    exec("def mean(items): return [helper(items), len(items)]", space)
    keep(space, "with a helper", "mean")
    exec("def helper(items): return sum(items)\nsum = len = 0\nmean = 0", space)
    handed = hand_over(space, "mean", encode([([1, 3],)]), (), "with a helper")
    assert read_reply(handed.text, 1) == [Returned([4, 2])]


def test_an_answer_below_the_check_of_its_stub_is_asked():
    space = {"counts": [1]}
    exec("def mine(n): ...", space)
    keep(space, "a stub", "mine")
    exec("counts.append(2)\ndef mine(n): return n + sum(counts)", space)
    handed = hand_over(space, "mine", encode([(3,), (4,)]), (), "a stub")
    assert read_reply(handed.text, 2) == [Returned(6), Returned(7)]


def test_what_was_no_answer_yet_is_asked_as_it_is_in_the_end():
    for first in ({}, {"mine": ...}):
        space = {**first}
        keep(space, "late", "mine")
        space["mine"] = 3
        handed = hand_over(space, "mine", encode([None]), (), "late")
        assert read_reply(handed.text, 1) == [Returned(3)]


def test_a_reserved_function_is_refused():
    (refused,) = answered(lambda a, b: sign_test(a, b).pvalue, [(8, 2)], NAMES)
    assert refused.exception == "PermissionError"
    assert answered(lambda a, b: sign_test(a, b).pvalue, [(8, 2)]) == [
        Returned(pytest.approx(0.109375))
    ]


def begun(monkeypatch):
    """Begin a kernel whose cells may print ten characters; its streams, and what begins a cell."""
    callbacks = []
    events = SimpleNamespace(register=lambda name, call: callbacks.append((name, call)))
    monkeypatch.setattr(IPython, "get_ipython", lambda: SimpleNamespace(events=events))
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert begin(10).text == "ready"
    ((name, next_cell),) = callbacks
    assert name == "pre_run_cell"
    return out, err, lambda: next_cell(None)


def test_each_cell_prints_so_many_characters_and_no_more(monkeypatch):
    out, err, next_cell = begun(monkeypatch)
    next_cell()
    assert out.write("12345678") == 8
    assert out.write("90abc") == 5
    out.write("dropped")
    err.write("of its own")
    assert out.getvalue() == "1234567890\n[... and more, which is left out.]\n"
    assert err.getvalue() == "of its own"
    next_cell()
    out.write("next")
    assert out.getvalue().endswith("out.]\nnext")


def test_as_many_characters_as_allowed_are_not_cut(monkeypatch):
    out, _, _ = begun(monkeypatch)
    out.write("1234567890")
    out.write("x")
    assert out.getvalue() == "1234567890"


def test_modules_of_the_folder_come_last(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    begun(monkeypatch)
    assert sys.path == [*before, str(tmp_path)]
