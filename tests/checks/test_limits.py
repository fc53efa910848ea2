"""A time limit that holds, and leaves a student's own interrupts alone."""

import signal
import sys
import threading
import time

import pytest

from labkit.checks import limits
from labkit.checks.limits import TimeIsUp, TimeLimit
from labkit.checks.outcomes import Failure, FailureKind, Returned, outcome, outcomes

SLOW = Failure(FailureKind.SLOW)


def for_ever():
    while True:
        pass


def after_except():
    try:
        for_ever()
    except Exception:
        return 1


def after_bare_except():
    try:
        for_ever()
    except:  # noqa: E722
        return 1


def loop_with_except():
    while True:
        try:
            for i in range(1000):
                str(i)
        except:  # noqa: E722
            continue


def finally_goes_on():
    while True:
        try:
            for i in range(1000):
                str(i)
        finally:
            continue  # noqa: B012


def endless_generator():
    return next(i for i in iter(int, 1) if i)


def sleeps():
    time.sleep(60)


@pytest.mark.parametrize(
    "answer",
    [
        for_ever,
        after_except,
        after_bare_except,
        loop_with_except,
        finally_goes_on,
        endless_generator,
        sleeps,
    ],
)
def test_what_does_not_end_is_ended(answer):
    before, began, stdout = signal.getsignal(signal.SIGALRM), time.monotonic(), sys.stdout
    assert outcome(answer, (), 0.1) == SLOW
    assert sys.stdout is stdout
    assert time.monotonic() - began < 10
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_an_endless_loop_ends_where_no_clock_rings(monkeypatch):
    monkeypatch.setattr(limits, "sys", type("Windows", (), {"platform": "win32"}))
    monkeypatch.setattr(limits, "SIGNAL", signal.SIGABRT)
    before = signal.getsignal(signal.SIGABRT)
    for answer in (for_ever, after_bare_except):
        assert outcome(answer, (), 0.1) == SLOW
        assert outcome(lambda: 3, (), 0.1) == Returned(3)
    assert signal.getsignal(signal.SIGABRT) is before


def test_outside_the_main_thread_there_is_no_limit():
    found = []
    thread = threading.Thread(target=lambda: found.append(outcome(lambda: 3, (), 0.1)))
    thread.start()
    thread.join()
    assert found == [Returned(3)]


def test_who_is_in_time_notices_nothing():
    def answer(n):
        return sum(range(n))

    assert [outcome(answer, (n,), 1) for n in (3, 10)] == [Returned(3), Returned(45)]


def test_ones_own_interrupt_is_ones_own():
    def answer():
        signal.raise_signal(signal.SIGINT)

    # Python leaves the signal alone where it was started in the background of a shell.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            outcome(answer, (), 5)
    finally:
        signal.signal(signal.SIGINT, before)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_an_error_of_the_code_passes_as_it_is():
    with pytest.raises(ZeroDivisionError), TimeLimit(5) as limit:
        1 / 0  # noqa: B018
    assert not limit.expired
    with TimeLimit(0.05) as limit:
        raise TimeIsUp
    assert not limit.expired


@pytest.mark.parametrize(
    ("worked", "waited", "late"),
    [(0, 2.9, False), (0, 3.1, True), (0.7, 2.9, False), (0.9, 0.9, False), (0.9, 1.1, True)],
)
def test_code_that_has_to_wait_for_the_processor_gets_longer(monkeypatch, worked, waited, late):
    with TimeLimit(1) as limit:
        began, spent = limit._began, limit._worked
        monkeypatch.setattr(limits.time, "monotonic", lambda: began + waited)
        monkeypatch.setattr(limits.time, "process_time", lambda: spent + worked)
        assert limit._is_late() == late
        monkeypatch.undo()


def test_an_endless_loop_costs_one_time_limit():
    began = time.monotonic()
    all_inputs = [(n,) for n in range(20)]
    assert outcomes(lambda n: for_ever(), all_inputs, seconds=[0.2] * 20) == [SLOW] * 20
    assert time.monotonic() - began < 2


def test_one_slow_case_costs_no_other():
    def answer(n):
        return for_ever() if n == 1 else n

    found = outcomes(answer, [(n,) for n in range(4)], seconds=[1] * 4)
    assert found == [Returned(0), SLOW, Returned(2), Returned(3)]
