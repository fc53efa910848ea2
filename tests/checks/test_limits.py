"""A time limit that holds, and leaves a student's own interrupts alone."""

import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

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


def two_levels():
    while True:
        try:
            loop_with_except()
        except BaseException as error:
            str(error)


def two_in_one():
    while True:
        try:
            try:
                for i in range(1000):
                    str(i)
            except:  # noqa: E722
                str(2)
        except:  # noqa: E722
            continue


def three_levels():
    while True:
        try:
            two_levels()
            two_in_one()
        except:  # noqa: E722
            two_levels()


def finally_goes_on():
    while True:
        try:
            for i in range(1000):
                str(i)
        finally:
            continue  # noqa: B012


def sleeps():
    time.sleep(60)


ENDLESS = [
    for_ever,
    after_except,
    after_bare_except,
    loop_with_except,
    two_levels,
    two_in_one,
    three_levels,
    finally_goes_on,
    sleeps,
    lambda: next(i for i in iter(int, 1) if i),
]


@pytest.mark.parametrize("answer", ENDLESS, ids=lambda answer: answer.__name__)
def test_what_does_not_end_is_ended(answer):
    before, began, stdout = signal.getsignal(signal.SIGALRM), time.monotonic(), sys.stdout
    assert outcome(answer, (), 0.1) == SLOW
    assert sys.stdout is stdout
    assert time.monotonic() - began < 3
    assert signal.getsignal(signal.SIGALRM) is before and sys.gettrace() is None
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    time.sleep(0.05)  # nothing comes later


@pytest.mark.parametrize("answer", [for_ever, after_except, after_bare_except])
def test_in_another_thread_too(answer):
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(outcome, answer, (), 0.1).result(timeout=10) == SLOW
        assert pool.submit(outcome, lambda: 3, (), 0.1).result() == Returned(3)
    assert threading.active_count() < 20


def test_what_was_ended_in_another_thread_leaves_nothing_behind():
    with ThreadPoolExecutor(1) as pool:
        pool.submit(outcome, for_ever, (), 0.1).result(timeout=10)
    # This one is followed line by line, by a Python that would look for what is not there any more.
    assert outcome(loop_with_except, (), 0.1) == SLOW


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


def test_code_that_has_to_wait_for_the_processor_gets_longer(monkeypatch):
    worked = iter([0, *[0.05] * 8, 5])  # of a tenth of a second, until something else has ended
    monkeypatch.setattr(limits.time, "process_time", lambda: next(worked))
    with TimeLimit(0.1) as limit:
        until = time.monotonic() + 0.25
        while time.monotonic() < until:
            pass
    assert not limit.expired


def test_what_swallows_interrupts_gets_ever_more_time_to_come_to_its_end():
    limit = TimeLimit(1)
    waits = []
    for limit._times in range(100):
        waits.append(limit._next())
    assert max(waits[:10]) <= 0.02 < 0.1 < min(waits[-30:]) <= max(waits) <= 1


def test_an_endless_loop_costs_one_time_limit():
    began = time.monotonic()
    assert outcomes(lambda n: for_ever(), [(n,) for n in range(20)], seconds=[0.2] * 20) == 20 * [
        SLOW
    ]
    assert time.monotonic() - began < 2


def test_one_slow_case_costs_no_other():
    def answer(n):
        return for_ever() if n == 1 else n

    found = outcomes(answer, [(n,) for n in range(4)], seconds=[1] * 4)
    assert found == [Returned(0), SLOW, Returned(2), Returned(3)]


@pytest.mark.parametrize("short", [0.0, 1e-9, 1e-7, 1e-5])
def test_a_rest_of_the_time_that_no_clock_can_be_set_to_is_none(short, monkeypatch):
    with TimeLimit(0.1) as limit:
        now = limit._began + 0.1 * limits.PATIENCE - short
        monkeypatch.setattr(limits.time, "monotonic", lambda: now)
        assert limit._left() == 0
    monkeypatch.undo()
