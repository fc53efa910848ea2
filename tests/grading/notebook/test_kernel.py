"""One kernel: what it is asked, when it is interrupted, and when it is cut off."""

import os
import time

import pytest

from labkit.grading.notebook import kernel as module
from labkit.grading.notebook.confinement import Limits
from labkit.grading.notebook.execution import OBEY, Ending
from labkit.grading.notebook.kernel import Kernel
from labkit.grading.notebook.process import NotStarted
from tests.grading.notebook.files import copied, write_files


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    files = copied(write_files(tmp_path_factory.mktemp("files")))
    with Kernel(Limits(), files, confined=False) as started:
        yield started


def handed(code):
    return f"__import__('labkit.checks.in_kernel', fromlist=['*']).Handed({code})"


def test_code_runs_and_an_expression_is_answered(kernel):
    ran = kernel.execute("kept = 3\nprint(kept)", 20, expression=handed("str(kept)"), keep=1000)
    assert (ran.ending, ran.answer) == (Ending.DONE, "3")
    assert [output.text for output in ran.outputs] == ["3\n"]
    assert kernel.execute("", 20, expression="kept").answer is None


def test_code_that_takes_too_long_is_interrupted(kernel):
    began = time.monotonic()
    ran = kernel.execute("while True:\n    pass", 0.5, keep=10_000)
    assert ran.ending is Ending.LATE and time.monotonic() - began < 0.5 + OBEY
    assert ran.outputs[-1].ename == "KeyboardInterrupt"
    assert kernel.execute("", 20, expression=handed("'alive'")).answer == "alive"


def test_files_are_in_its_folder_which_goes_with_it(tmp_path):
    with Kernel(Limits(), copied(write_files(tmp_path)), confined=False) as own:
        folder = own.execute("", 20, expression=handed("__import__('os').getcwd()")).answer
        assert "data.txt" in os.listdir(folder) and "hidden.py" not in os.listdir(folder)
        assert own.execute("import os; os._exit(3)", 20).ending is Ending.DIED
    assert not os.path.exists(folder)


def test_a_kernel_that_says_too_much_is_cut_off(monkeypatch):
    with Kernel(Limits(), confined=False) as own:
        monkeypatch.setattr(module, "MOST_TRAFFIC", own._line.received + 20_000)
        code = "import sys\nfor _ in range(10**6): sys.stdout.write('x'); sys.stdout.flush()"
        assert own.execute(code, 20).ending is Ending.FLOOD


def test_a_kernel_that_cannot_start_is_said(monkeypatch):
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(NotStarted):
        Kernel(Limits(), confined=False)


def test_a_kernel_that_does_not_start_in_time_is_said():
    with pytest.raises(NotStarted):
        Kernel(Limits(), confined=False, seconds=0)


def test_nothing_can_be_sent_to_one_that_ended_and_no_one_waits():
    with Kernel(Limits(), confined=False) as own:
        code = "import os, threading; threading.Timer(0.2, os._exit, (1,)).start()"
        assert own.execute(code, 20).ending is Ending.DONE
        assert own.pause(5) is Ending.DIED
        began = time.monotonic()
        ran = own.execute("1", 20)
        assert (ran.ending, ran.sent) == (Ending.DIED, False)
        assert time.monotonic() - began < 5


def test_a_pause_shows_what_a_cell_left_behind(kernel):
    assert kernel.pause(0.1) is Ending.DONE
    assert kernel.execute("", 20, expression=handed("'alive'")).answer == "alive"


@pytest.mark.parametrize(
    ("text", "many"),
    [
        ("[" + "0," * 400_000 + "0]", True),
        ('[{"a":0}' + ',{"a":0}' * 90_000 + "]", True),
        ("[" * 600_000, True),
        ('"' + "," * 600_000 + '"', False),
        ('{"image/png": "' + "A" * 600_000 + '", "text": "\\"[[[[,,,,"}', False),
        ('"' + '\\"{' * 300_000 + '"', False),
        ("[" + "0," * 150_000 + "0]", False),  # short: it is read in any case
    ],
)
def test_messages_of_very_many_values_are_told_without_reading(text, many):
    assert module._has_many_values(text.encode()) is many


@pytest.mark.slow
def test_a_cell_that_ipython_stumbles_over_is_not_waited_for(tmp_path):
    """An expression that is too deep raises in IPython itself, which then never replies."""
    with Kernel(Limits(), copied(write_files(tmp_path)), confined=False) as own:
        began = time.monotonic()
        ran = own.execute("x = " + "+".join("1" * 10_000), 120, keep=1000)
        assert ran.ending in (Ending.STUCK, Ending.DONE) and time.monotonic() - began < 60
