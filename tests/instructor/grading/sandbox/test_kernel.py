"""One kernel: what it is asked, what is kept of what it says, and when it is given up."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from unittest.mock import Mock

import psutil
import pytest
from jsonschema import ValidationError

from labkit.checks import limits
from labkit.checks.marking import Status
from labkit.checks.plain_data import MIMETYPE
from labkit.instructor.grading.sandbox import kernel as module
from labkit.instructor.grading.sandbox.bubblewrap import Limits
from labkit.instructor.grading.sandbox.kernel import LEFT_OUT, NotStarted, Reply, open_kernel


def stream(text, name="stdout"):
    return "stream", {"name": name, "text": text}


def texts(reply):
    return [output.get("text", output.output_type) for output in reply.outputs]


PICTURE = "display_data", {"data": {"image/png": "x" * 900}, "metadata": {}}
A = stream("a")
MUCH, CUT, TOO_MUCH = "a" * 500, LEFT_OUT.text, "too much output"
SIZE = len('{"name": "stdout", "text": "a"}')


@pytest.mark.parametrize(("told", "keep", "wanted", "status"), [
    ([A, stream("b"), PICTURE, stream("d")], 9999, "ab display_data d", "ran"), ([A, stream("c", "stderr")], 999, "a c", "ran"),
    ([A], None, "", "ran"), ([A], SIZE, "a", "ran"), ([A], SIZE - 1, CUT, TOO_MUCH),
    ([stream(MUCH), PICTURE, stream("c")], 800, f"{MUCH} {CUT}", TOO_MUCH),
])  # fmt: skip
def test_outputs_are_kept_in_order_and_streams_joined(told, keep, wanted, status):
    reply = Reply()
    for one in told:
        reply.take(*one, keep)
    assert " ".join(texts(reply)) == wanted and reply.status == status


def test_what_is_no_output_is_refused_and_an_answer_is_a_text_that_was_handed_over():
    with pytest.raises(ValidationError):
        Reply().take(*stream({"x": 1}), 999)
    reply, found = Reply(), []
    for kind, text in (("no_such_kind", "x"), ("reply", 3), ("reply", "x")):
        reply.take(kind, {MIMETYPE: text}, None)
        found.append((reply.answer, reply.replied))
    assert found == [(None, False), (None, True), ("x", True)]
    for state in (True, False, 1):  # no more outputs come, or some are still to come
        reply.take("idle", state, None)
        assert reply.idle is (state is True)


HANDED = "__import__('labkit.checks.in_kernel', fromlist=['*']).Handed(kept[0])"
FILES = {"data.txt": b"three\nlines\nof data\n", "helpers/mine.py": b"value = 17\n"}


def test_code_runs_with_the_files_is_interrupted_and_an_expression_is_answered():
    code = "import os, helpers.mine\nkept = sorted(os.listdir())\nprint(kept, helpers.mine.value)"
    late = """import threading
one, told = get_ipython().kernel, threading.Event()
words = one.iopub_socket, "stream", {"name": "stdout", "text": "late"}, one.get_parent("shell")
thread = threading.Thread(target=lambda: (told.wait(), one.session.send(*words)))
thread.start()"""
    with open_kernel(Limits(output=403), FILES, confined=False, seconds=120) as kernel:
        (cut,) = texts(kernel.execute("print('x' * 101)", 60, keep=1000))  # a quarter for a cell
        assert cut.partition("\n[... and more")[0] == "x" * 100
        ran = kernel.execute(code, 60, expression=HANDED, keep=1000)
        assert (ran.answer, texts(ran)) == ("data.txt", ["['data.txt', 'helpers'] 17\n"])
        assert kernel.execute("print(1)", 60, expression="kept").answer is None
        ran = kernel.execute("while True:\n    pass", 0.5, keep=10_000)
        assert (ran.status, ran.lost) == (Status.TIMED_OUT, False)
        assert ran.outputs[-1].ename == "KeyboardInterrupt"
        assert kernel.execute("import time; time.sleep(2)", 1).status is Status.RAN
        burn, before = "while True: pass", kernel.worked  # a process burns, and the kernel waits
        code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}])"
        assert kernel.execute(code, 1).status is Status.TIMED_OUT and kernel.worked - before > 0.4
        kernel.execute(late, 60, keep=1000)
        ran = kernel.execute("told.set()\nthread.join()\nprint('mine')", 60, keep=1000)
        assert texts(ran) == ["mine\n"]  # and nothing of an earlier request


@pytest.mark.slow
def test_the_clock_stands_still_while_other_work_has_the_processor(monkeypatch):
    monkeypatch.setattr(
        limits, "MOST_PATIENCE", 10**6
    )  # how long it takes depends on what else runs
    code = "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass"
    with open_kernel(Limits(), {}, confined=False, seconds=120) as kernel:
        busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        try:
            processor = min(os.sched_getaffinity(0))
            for process in (*module._family(kernel._process.pid), psutil.Process(busy.pid)):
                process.cpu_affinity([processor])
                process.nice(0 if process.pid == busy.pid else 15)  # it has a thirtieth
            began = time.monotonic()
            assert kernel.execute(code, 1).status is Status.RAN
            assert time.monotonic() - began > 5
        finally:
            busy.kill()
            busy.wait()


@pytest.mark.slow
def test_one_that_takes_or_sends_too_much_or_ends_is_given_up_and_leaves_nothing(monkeypatch):
    folder = Path(tempfile.mkdtemp(dir="/tmp"))  # sockets have short names
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setattr(module, "GRACE", 1)

    def given_up(code, seconds=60, keep=None):
        ran = own.execute(code, seconds, keep=keep)
        return ran.lost and ran.status

    with open_kernel(Limits(), FILES, confined=False, seconds=120) as own:
        assert len(list(folder.glob(f"{module.PREFIX}*/run/kernel/connection.json"))) == 1
        stubborn = (
            "import time\ntry:\n    time.sleep(60)\nexcept BaseException:\n    time.sleep(20)"
        )
        assert given_up(stubborn, 0.5) is Status.TIMED_OUT
        own._memory = 10**6
        assert given_up("import time; time.sleep(5)") is Status.MEMORY
        own._memory = 10**12
        with monkeypatch.context() as patch:
            patch.setattr(module, "MOST_TRAFFIC", own._received + 20_000)
            code = "import sys\nfor _ in range(10**4): sys.stdout.write('x'); sys.stdout.flush()"
            assert given_up(code, keep=999) is Status.OUTPUT
        began = time.monotonic()
        assert given_up("get_ipython().kernel.iopub_thread.stop()") is Status.OUTPUT
        assert time.monotonic() - began > 0.9
        assert given_up("import os; os._exit(3)") is given_up("1") is Status.DIED
    assert not psutil.pid_exists(own._process.pid) and os.listdir(folder) == []
    folder.rmdir()


def test_one_that_does_not_start_or_is_not_ready_when_its_time_is_over_is_given_up(monkeypatch):
    def open_it(seconds):
        with pytest.raises(NotStarted), open_kernel(Limits(), {}, confined=False, seconds=seconds):
            pass

    open_it(0)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "executable", "/bin/false")
        open_it(60)
    monkeypatch.setattr(module.Kernel, "execute", asked := Mock(return_value=Reply()))
    open_it(120)
    assert asked.call_args.args[1] == 120


#: A client that a student has replaced: it says that it is ready, and then does as it likes.
REPLACED = f"""import json, socket, sys
channel = socket.socket(fileno=int(sys.argv[1]))
asked = channel.makefile("rb")
def tell(*lines):
    for line in lines:
        channel.sendall(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\\n")
def reply(text):
    tell(["reply", {{{MIMETYPE!r}: text}}], ["idle", True])
asked.readline(), reply("ready"), asked.readline()
"""
ODD = [b"[" * 10**6, b"\xff\n{}\n[]\n3\nnull\n", b"9" * 5000, ["stream"], ["stream", 3], [[], {}], ["reply"]]  # fmt: skip
TWO = ["stream", {"name": "stdout", "text": "mine"}], ["display_data", {"data": 3, "metadata": {}}]


@pytest.mark.parametrize(("code", "status"), [
    ("while True: tell(b'x' * 2**20)", Status.OUTPUT), ("while True: tell(b'[]\\n' * 2**16)", Status.OUTPUT),
    ("", Status.DIED), ("channel.shutdown(1); asked.readline()", Status.DIED), ("asked.readline(), asked.readline()", Status.TIMED_OUT),
    (f"tell(*{ODD}, b'\\n', *{TWO}), reply('an answer'), asked.readline()", Status.RAN),
    ("tell(['reply', {}]), asked.readline()", Status.OUTPUT),
])  # fmt: skip
@pytest.mark.slow
def test_whatever_a_client_says_that_was_replaced_is_bounded_and_answers_for_its_kernel_alone(
    code, status, monkeypatch, tmp_path
):
    (tmp_path / "client.py").write_text(REPLACED + code)
    monkeypatch.setattr(module, "CLIENT", tmp_path / "client.py")
    monkeypatch.setattr(module, "GRACE", 0.1)
    with open_kernel(Limits(), {}, confined=False, seconds=60) as kernel:
        ran = kernel.execute("1", 0.5 if status is Status.TIMED_OUT else 60, keep=1000)
        assert (ran.status, ran.lost) == (status, status is not Status.RAN)
        if status is Status.RAN:
            assert (ran.answer, texts(ran)) == ("an answer", ["mine"])
        assert len(kernel._line) < module.LONGEST_LINE + 2**18
        assert (
            kernel.execute("x" * 10**6, 2).status is Status.DIED
        )  # it has ended, or does not listen


def test_a_confined_one_sees_only_its_own(sandbox):
    code = """import os, labkit
root = os.path.dirname(os.path.dirname(labkit.__file__))
print(*os.listdir(root), os.listdir(root + '/labkit/instructor'), os.access('/etc/passwd', 4),
    os.getuid(), os.getcwd(), *open('data.txt'))"""
    with open_kernel(Limits(), FILES, confined=True, seconds=120) as kernel:
        words = texts(kernel.execute(code, 60, keep=1000))[0].split()
        assert " ".join(words[-8:]) == "[] False 1000 /student/work three lines of data"
        assert {"labkit", "data"} <= {*words[:-8]} <= {"labkit", "data", Path(sys.prefix).name}
    assert kernel._process.returncode != -9  # the lifeline ends it, and no signal


def test_memory_is_that_of_a_process_alone_also_of_one_that_hides_itself(monkeypatch):
    mine, errors = psutil.Process(), [psutil.AccessDenied(1), psutil.NoSuchProcess(1)]
    assert 10**6 < module._memory_of(mine) <= mine.memory_info().rss
    monkeypatch.setattr(psutil.Process, "memory_full_info", Mock(side_effect=errors))
    assert module._memory_of(mine) == pytest.approx(mine.memory_info().rss, rel=0.1)
    assert module._memory_of(mine) == 0


MANY = [n / 6 for n in range(31)] + [10, 80, 640, 2000]


@pytest.mark.slow
@pytest.mark.parametrize("delays", [(0, 2, 1500), pytest.param(MANY, marks=pytest.mark.long)])
def test_graders_killed_while_a_kernel_starts_leave_no_process(sandbox, delays):
    words = [sys.executable, "-m", "tests.instructor.grading.sandbox.kills", *map(str, delays)]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=900)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
