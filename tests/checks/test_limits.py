"""Limits of time and memory that hold, and leave a student's own interrupts alone."""

import gc
import itertools
import resource
import signal
import sys
import time
from types import SimpleNamespace

import pytest

from labkit.checks import limits
from labkit.checks.limits import Limit, TimeIsUp, as_work, bounded_memory
from labkit.checks.outcomes import Failure, FailureKind, Returned, outcome, outcomes

SLOW, FULL = Failure(FailureKind.SLOW), Failure(FailureKind.MEMORY)


def for_ever():
    while True:
        pass


def caught():
    """Catch what ends it, as a bare ``except:`` does."""
    try:
        for_ever()
    except BaseException:
        return 1


def goes_on(work):
    while True:
        try:
            work()
        except BaseException:
            continue


ENDLESS = [for_ever, lambda: time.sleep(60), lambda: goes_on(lambda: str(list(range(1000))))]


@pytest.mark.parametrize("answer", [*ENDLESS, caught])
def test_what_does_not_end_is_ended(answer):
    before, stdout = signal.getsignal(signal.SIGALRM), sys.stdout
    assert outcome(answer, (), 0.1) == SLOW
    assert sys.stdout is stdout
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_an_endless_loop_ends_where_no_clock_rings(monkeypatch):
    monkeypatch.setattr(limits, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(limits, "SIGNAL", signal.SIGABRT)
    before = signal.getsignal(signal.SIGABRT)
    for answer in (for_ever, caught):
        assert outcome(answer, (), 0.1) == SLOW
        assert outcome(lambda: 3, (), 0.1) == Returned(3)
    assert signal.getsignal(signal.SIGABRT) is before


def test_ones_own_interrupt_and_an_error_of_the_code_pass_as_they_are():
    # Python leaves the signal alone where it was started in the background of a shell.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            outcome(lambda: signal.raise_signal(signal.SIGINT), (), 5)
    finally:
        signal.signal(signal.SIGINT, before)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    with pytest.raises(ZeroDivisionError), Limit(5) as limit:
        1 / 0  # noqa: B018
    assert not limit.expired
    with Limit(5) as limit:
        raise TimeIsUp
    assert not limit.expired


@pytest.mark.parametrize(
    ("worked", "waited", "queued", "late"),
    [
        *((0, 4.9, 0, False), (0, 5.1, 0, True), (0.7, 4.9, 0, False), (2, 0.9, 0, False)),
        *((1.01, 1.1, 0, True), (0.9, 99, 98, False), (1.1, 99, 97.9, True)),
        (0, 99, 93.9, True),
    ],
)
def test_code_that_has_to_wait_for_the_processor_gets_longer(
    monkeypatch, tmp_path, worked, waited, queued, late
):
    file = tmp_path / "schedstat"
    file.write_text("7 5000000000 7\n")
    monkeypatch.setattr(limits, "QUEUED", str(file))
    with Limit(1) as limit:
        signal.setitimer(signal.ITIMER_REAL, 0)
        file.write_text(f"7 {int((5 + queued) * 1e9)} 7\n")
        began, spent = limit._began + 5, limit._worked
        monkeypatch.setattr(limits.time, "monotonic", lambda: began + waited)
        monkeypatch.setattr(limits.time, "process_time", lambda: spent + worked)
        limit._ring(0, None)
        monkeypatch.undo()
    limit._ring(0, None)  # what rings too late winds up no clock
    assert (limit.expired, limit.full) == (late, False)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_time_in_which_others_run_does_not_count_for_ever():
    assert [as_work(*each) for each in ((5, 0), (100, 95), (100, 100), (100, 400))] == [1, 5, 5, 5]


def test_one_slow_case_costs_no_other_and_a_second_one_all(monkeypatch):
    monkeypatch.setattr("labkit.checks.outcomes.AFTER_SLOW", 0.2)
    began, inputs, seconds = time.process_time(), [(n,) for n in range(20)], [5, 0.2, *[5] * 18]
    found = outcomes(lambda n: n if n in (0, 2) else for_ever(), inputs, seconds=seconds)
    assert found == [Returned(0), SLOW, Returned(2), *[SLOW] * 17]
    assert time.process_time() - began < 2.5  # five times what it takes


@pytest.fixture
def little(monkeypatch):
    """A small limit, and none of Hypothesis' or pytest's code while Python tidies up."""
    held = gc.callbacks[:]
    gc.callbacks.clear()
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    for name in ("MOST", "RESERVED"):
        monkeypatch.setattr(limits, name, 2**26)
    yield
    gc.callbacks.extend(held)


def test_an_answer_that_fills_the_memory_step_by_step(little):
    kept = []
    assert outcome(lambda: goes_on(lambda: kept.append(list(range(1000)))), ()) == FULL


@pytest.mark.parametrize(("before", "sets"), [(-1, 1), (2**31 + 13, 1), (2**31 + 12, 0), (0, 0)])
def test_no_limit_of_memory_is_raised(monkeypatch, before, sets):
    uses, calls = SimpleNamespace(memory_info=lambda: SimpleNamespace(vms=7)), []
    monkeypatch.setattr(limits.psutil, "Process", lambda: uses)
    monkeypatch.setattr(limits, "_allowed", lambda: 5)
    monkeypatch.setattr(limits.sys, "platform", "linux")
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (before, 9))
    monkeypatch.setattr(resource, "setrlimit", lambda *call: calls.append(call))
    with bounded_memory():
        assert calls == [(resource.RLIMIT_AS, (2**31 + 12, 9))] * sets
    assert calls[-1] == (resource.RLIMIT_AS, (before, 9))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's limits")
def test_an_answer_that_fills_the_memory_in_one_call(little):
    before = resource.getrlimit(resource.RLIMIT_AS)
    with bounded_memory():
        assert outcome(lambda n: len(bytearray(2**n)), (40,)) == FULL
        for n, found in ((40, FULL), (4, Returned(16))):
            assert outcome(lambda n: len(list(itertools.product((0, 1), repeat=n))), (n,)) == found
    assert resource.getrlimit(resource.RLIMIT_AS) == before


@pytest.mark.parametrize(("free", "allowed"), [(2**40, 2**30), (2**30, 2**29), (0, 0)])
def test_half_of_what_is_free_is_allowed_and_a_gigabyte_at_most(monkeypatch, free, allowed):
    monkeypatch.setattr(limits.psutil, "virtual_memory", lambda: SimpleNamespace(available=free))
    assert limits._allowed() == allowed
