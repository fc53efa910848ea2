"""An answer that fills the memory is stopped, and leaves the limits as they were."""

import gc
import itertools
import resource
import sys
from types import SimpleNamespace

import pytest

from labkit.checks import Case, Question, equals, memory
from labkit.checks.memory import bounded_memory, memory_watch
from labkit.checks.outcomes import Failure, FailureKind, Returned, outcome, outcomes

FULL = Failure(FailureKind.MEMORY)
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's limits")


@pytest.fixture(autouse=True)
def little(monkeypatch):
    """A small limit, so that nothing here takes long, and none of Hypothesis' code while Python tidies up."""
    held = gc.callbacks[:]
    gc.callbacks.clear()
    for name in ("MOST", "LEAST", "RESERVED"):
        monkeypatch.setattr(memory, name, 2**26)
    yield
    gc.callbacks.extend(held)


def all_ways(n):
    ways = [[]]
    for _ in range(n):
        ways = [[*way, coin] for way in ways for coin in (0, 1)]
    return len(ways)


def all_ways_with_except(n):
    kept = []
    while True:
        try:
            kept.append(list(range(1000)))
        except:  # noqa: E722
            continue


def all_at_once(n):
    return len(list(itertools.product((0, 1), repeat=n)))


def one_array(n):
    return len(bytearray(2**n))


@pytest.mark.parametrize("answer", [all_ways, all_ways_with_except])
def test_an_answer_that_fills_the_memory_step_by_step(answer):
    assert outcome(answer, (60,)) == FULL


@on_linux
@pytest.mark.parametrize("answer", [all_at_once, one_array])
def test_an_answer_that_fills_the_memory_in_one_call(answer):
    before = resource.getrlimit(resource.RLIMIT_AS)
    with bounded_memory():
        assert outcome(answer, (40,)) == FULL
        assert outcome(answer, (4,)) == Returned(16)
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_an_error_of_memory_is_one_whatever_the_limit():
    def too_large(n):
        raise MemoryError

    assert outcome(too_large, (1,)) == FULL


def test_what_fills_the_memory_twice_is_not_tried_again():
    tried = []

    def answer(n):
        tried.append(n)
        raise MemoryError

    assert outcomes(answer, [(1,), (2,), (3,)]) == [FULL, FULL, FULL]
    assert len(tried) == 2


def test_right_answers_may_take_some(monkeypatch):
    monkeypatch.setattr(memory, "MOST", 2**30)

    def answer(n):
        return sum(len(row) for row in [list(range(1000)) for _ in range(n)])

    assert outcomes(answer, [(2_000,)]) == [Returned(2_000_000)]


def test_a_watch_compares_with_its_first_look():
    is_full = memory_watch()
    assert not is_full()
    kept = bytearray(b"x") * 2**27
    assert is_full()
    del kept
    assert not memory_watch()()


@pytest.mark.parametrize(
    ("free", "allowed"), [(2**40, 2**32), (2**32, 2**31), (2**10, 2**26), (0, 2**26)]
)
def test_half_of_what_is_free_is_allowed_within_bounds(monkeypatch, free, allowed):
    monkeypatch.setattr(memory, "MOST", 2**32)
    monkeypatch.setattr(memory.psutil, "virtual_memory", lambda: SimpleNamespace(available=free))
    assert memory._allowed() == allowed


def test_the_hint_says_what_costs_the_memory():
    asked = Question(
        "ways", "ways", 1, {"other": "No.", "slow": "Count them."}, (Case((40,), equals(1)),)
    )
    (found,) = asked.judge([FULL])
    assert found.key == "memory"
    assert "fills the memory" in found.text and found.text.endswith("Count them.")
