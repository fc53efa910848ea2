"""A step that takes too much is ended, says so, and costs nobody else anything."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from labkit.grading.submission.bounded import POSSIBLE, Bounds, Excess, OverBounds, bounded
from tests.ticks import ROOT

pytestmark = pytest.mark.skipif(not POSSIBLE, reason="processes cannot be copied here")

SMALL = Bounds(seconds=1, megabytes=300)
LOADED = []


def spin():
    while True:
        pass


def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def take(megabytes):
    return len(bytearray(megabytes << 20))


def fall():
    os.kill(os.getpid(), signal.SIGSEGV)


def refuse(text):
    raise ValueError(text)


class Odd(Exception):
    """One that cannot be sent."""

    def __init__(self, first, second):
        super().__init__(first)


def refuse_oddly():
    raise Odd("an odd one", spin)


def load(what):
    LOADED.append(what)


def loaded():
    return list(LOADED)


def number():
    return os.getppid()


def test_a_value_and_an_error_come_back_as_they_are():
    assert bounded(SMALL, sorted, [2, 1]) == [1, 2]
    with pytest.raises(ValueError, match="no good"):
        bounded(SMALL, refuse, "no good")
    with pytest.raises(RuntimeError, match="Odd: an odd one"):
        bounded(SMALL, refuse_oddly)
    with pytest.raises(json.JSONDecodeError):
        bounded(SMALL, json.loads, "{")


@pytest.mark.parametrize(
    ("work", "excess"),
    [((spin,), Excess.TIME), ((take, 400), Excess.MEMORY), ((fall,), Excess.MEMORY)],
)
def test_what_takes_too_much_is_ended_and_the_next_step_is_not(work, excess):
    server = bounded(SMALL, number)
    began = time.monotonic()
    with pytest.raises(OverBounds) as caught:
        bounded(SMALL, *work)
    assert caught.value.excess is excess
    much = "seconds" if excess is Excess.TIME else f"{SMALL.megabytes} MB of memory"
    assert f"{much} to {SMALL.doing} it" in str(caught.value)
    assert time.monotonic() - began < 10
    assert bounded(SMALL, take, 100) == 100 << 20
    assert bounded(SMALL, number) == server  # which was not to be started anew


def test_what_counts_is_the_time_of_the_processor():
    with pytest.raises(OverBounds, match="more than 1 seconds"):
        bounded(SMALL, burn, 3)  # the time on the wall would let it end


def test_a_step_that_only_waits_is_ended():
    with pytest.raises(OverBounds, match="more than 0.1 seconds to judge it"):
        bounded(Bounds(0.1, 100, "judge"), time.sleep, 60)


def test_what_is_loaded_before_is_there_in_every_later_step_and_only_there():
    assert bounded(SMALL, loaded, before=(load, ("a tick",))) == ["a tick"]
    assert bounded(SMALL, loaded) == ["a tick"]
    assert LOADED == []
    with pytest.raises(ValueError, match="no such tick"):
        bounded(SMALL, loaded, before=(refuse, ("no such tick",)))


def test_threads_that_ask_at_the_same_time_get_their_own_answers():
    found = {}

    def ask(value):
        found[value] = bounded(Bounds(), sorted, [value, 0])

    threads = [threading.Thread(target=ask, args=(value,)) for value in range(1, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {value: [0, value] for value in (1, 2, 3)}


def test_a_server_ends_with_the_process_that_started_it_even_in_the_midst_of_a_step():
    code = (
        "from labkit.grading.submission.bounded import Bounds, bounded\n"
        "import os, time\n"
        "print(bounded(Bounds(), os.getppid), flush=True)\n"
        "bounded(Bounds(60), time.sleep, 50)"
    )
    asking = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    server = int(asking.stdout.readline())
    time.sleep(0.3)
    asking.kill()
    asking.communicate()
    assert ends_within(10, server)


def ends_within(seconds, process):
    for _ in range(10 * seconds):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_a_server_ends_with_the_process_that_started_it_while_it_imports(tmp_path):
    module = "import os, time\nif told := os.environ.get('TOLD'):\n"
    module += "    open(told, 'w').write(str(os.getpid()))\n    time.sleep(50)\n"
    (tmp_path / "slow.py").write_text(f"{module}def step(): pass\n")
    code = (
        "import os, slow\n"
        "from labkit.grading.submission.bounded import Bounds, bounded\n"
        f"os.environ['TOLD'] = {str(tmp_path / 'told')!r}\n"
        "bounded(Bounds(), slow.step)"
    )
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    asking = subprocess.Popen([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": path})
    try:
        while not ((told := tmp_path / "told").exists() and told.read_text()):
            assert asking.poll() is None
            time.sleep(0.05)
    finally:
        asking.kill()
        asking.wait()
    assert ends_within(10, int(told.read_text()))


def step_in_a_step():
    """Take a step inside of a step; tell where it was taken."""
    return os.getpid(), bounded(Bounds(), os.getpid)


def test_a_step_within_a_step_is_taken_by_it():
    outside, inside = bounded(Bounds(), step_in_a_step)
    assert outside == inside != os.getpid()
