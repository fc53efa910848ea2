"""Running a notebook in a kernel that is not trusted: what comes back, and what remains."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from labkit.checks.marking import CellError, Status
from labkit.checks.questions import load_questions
from labkit.grading.notebook import course
from labkit.grading.notebook.course import Course
from labkit.grading.notebook.sandbox import Limits, SandboxUnavailable, run
from tests.grading.marking import mark
from tests.grading.notebook.files import write_files
from tests.grading.notebook.tricks import CELLS, write, written_cell
from tests.grading.tiny import UNSAFE


def notebook(*sources):
    return new_notebook(cells=[new_code_cell(source) for source in sources])


def texts(ran):
    return ["".join(output.get("text", "") for output in cell.outputs) for cell in ran.cells]


def handed(code):
    """An expression whose value, a text, is handed over."""
    return f"__import__('labkit.checks.in_kernel', fromlist=['*']).Handed({code})"


# --- what comes back


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """What a student hands in: data, modules, and what is not to be copied."""
    return write_files(tmp_path_factory.mktemp("handed-in"))


@pytest.fixture(scope="module")
def ordinary(sandbox, files):
    """A notebook that does many harmless things, and how its run ended."""
    work = notebook(
        "print('one'); print('two')\nimport sys\nprint('three', file=sys.stderr)",
        "print(open('data.txt').read().count('\\n'))\nopen('result.txt', 'w').write('mine')",
        "import os\nprint(sorted(os.listdir()))",
        "import mine, random\nprint(mine.value, random.random() < 1)",
        "1 / 0",
        "from IPython.display import clear_output\nprint('old')\nclear_output()\nprint('new')",
        "40 + 2",
        "   ",
        "print('a' * 9_000)\nprint('still here')",
        "kept = 'after all'\nprint(kept)",
        "import matplotlib.pyplot as plt\nax = plt.figure(figsize=(1, 1)).subplots()",
    )
    work.cells.insert(1, new_markdown_cell("Words."))
    work.cells[0].outputs = [new_output("stream", text="of an earlier run")]
    ask = [handed("kept"), "kept", "1 +", "1 / 0", handed("repr(os.environ)")]
    ran = run(work, files, Limits(output=30_000), ask=ask)
    work.cells = [cell for cell in work.cells if cell.cell_type == "code"]
    return work, ran


def test_outputs_are_those_of_the_run(ordinary):
    work, ran = ordinary
    assert (ran.status, ran.confined) == (Status.RAN, True)
    assert 0 < ran.seconds < 60
    assert sorted(output.text for output in work.cells[0].outputs) == ["one\ntwo\n", "three\n"]
    assert work.cells[4].outputs[0].ename == "ZeroDivisionError"
    assert texts(work)[5] == "new\n"
    assert work.cells[6].outputs[0].data["text/plain"] == "42"
    assert work.cells[7].outputs == []
    assert [cell.execution_count for cell in work.cells] == [*range(1, 8), None, *range(8, 11)]


def test_long_outputs_are_shortened_and_the_cell_goes_on(ordinary):
    work, _ = ordinary
    assert "a" * 7_500 in texts(work)[8] and "a" * 7_501 not in texts(work)[8]
    assert "left out" in texts(work)[8]
    assert texts(work)[9] == "after all\n"


def test_a_figure_comes_without_a_complaint(ordinary):
    work, _ = ordinary
    assert [list(output.data) for output in work.cells[10].outputs] == [["text/plain", "image/png"]]


def test_the_working_folder_has_the_plain_files(ordinary):
    work, _ = ordinary
    assert texts(work)[1] == "3\n"
    assert texts(work)[2] == "['.ipython', 'data.txt', 'mine.py', 'random.py', 'result.txt']\n"


def test_own_modules_are_found_and_none_takes_anothers_place(ordinary):
    work, _ = ordinary
    assert texts(work)[3] == "17 True\n"


def test_nothing_stays_of_the_files(ordinary, files):
    assert not (files / "result.txt").exists()


def test_only_texts_that_are_handed_over_are_answers(ordinary):
    _, ran = ordinary
    assert ran.answers[:4] == ("after all", None, None, None)
    environment = ran.answers[4]
    assert "HOME" in environment and str(os.getpid()) not in environment
    assert "PYTEST" not in environment


def run_at_once(*arguments, **options):
    """Run with short pauses behind the cells, where what ends Python ends it there and then."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(course, "PAUSE", 0.05)
        return run(*arguments, **options)


@pytest.fixture(scope="module")
def lost(sandbox):
    """Two cells that Python does not survive, among others, and an answer that it does not."""
    work = notebook(
        "first = [1]",
        "import os\nprint('before the end', flush=True)\nos._exit(1)",
        "first.append(2)\nprint(first)",
        "gone = True\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
        "first.append(3)\nprint(first, 'gone' in globals())",
    )
    ask = [handed("str(first)"), handed("__import__('os')._exit(1)"), handed("str(first)")]
    return work, run_at_once(work, ask=ask)


@pytest.mark.slow
def test_a_lost_kernel_costs_its_cell_only(lost):
    work, ran = lost
    assert ran.status is Status.DIED
    assert work.cells[1].outputs[-1].ename == work.cells[3].outputs[-1].ename == "KernelDied"
    assert texts(work)[2] == "[1, 2]\n"
    assert texts(work)[4] == "[1, 2, 3] False\n"


@pytest.mark.slow
def test_a_lost_kernel_costs_its_answer_only(lost):
    _, ran = lost
    assert ran.answers == ("[1, 2, 3]", None, "[1, 2, 3]")


def test_leaving_costs_nothing(sandbox):
    work = notebook("first = 1", "second = 2\nquit()", "third = 3\nexit()", "quit()")
    ran = run(work, ask=[handed("str(first + second + third)")])
    assert (ran.status, ran.answers) == (Status.RAN, ("6",))
    assert not any(cell.outputs for cell in work.cells)


#: Code after which Python ends, when the cell is over.
LATER = "import os, threading\nthreading.Timer({}, os._exit, (1,)).start()"


@pytest.fixture(scope="module")
def later(sandbox):
    """A cell that Python survives for a moment only, and others for which it is no more."""
    work = notebook("first = 1", LATER.format(0.2), "second = 2", "import time\ntime.sleep(0.6)")
    bomb = "[__import__('threading').Timer(0.1, __import__('os')._exit, (1,)).start(), 'told'][1]"
    wait = "[__import__('time').sleep(0.5), str(first + second)][1]"
    ask = [handed(code) for code in ("str(first + second)", bomb, wait, "'last'")]
    return work, run(work, ask=ask)


@pytest.mark.slow
def test_a_death_is_charged_to_the_cell_that_is_its_cause(later):
    work, ran = later
    assert ran.status is Status.DIED
    names = [[output.get("ename") for output in cell.outputs] for cell in work.cells]
    assert names == [[], ["KernelDied"], [], []]


@pytest.mark.slow
def test_an_answer_that_ends_python_later_costs_no_other(later):
    _, ran = later
    assert ran.answers == ("3", "told", "3", "last")


@pytest.mark.slow
def test_a_death_between_cells_is_charged_to_the_one_before(sandbox, monkeypatch):
    work = notebook("first = 1", LATER.format(0.05), "second = 2")
    request = Course._request

    def slow(course, *arguments, **options):  # a busy machine: what is to end has ended
        time.sleep(0.1)
        return request(course, *arguments, **options)

    monkeypatch.setattr(Course, "_request", slow)
    ran = run(work, ask=[handed("str(first + second)")])
    assert (ran.status, ran.answers) == (Status.DIED, ("3",))
    assert [len(cell.outputs) for cell in work.cells] == [0, 1, 0]


def test_an_end_behind_the_last_answer_costs_nothing(sandbox):
    work = notebook("first = 1", "import atexit, os\natexit.register(os._exit, 1)")
    ran = run(work, ask=[handed("str(first)")])
    assert (ran.status, ran.answers) == (Status.RAN, ("1",))


def test_expressions_behind_cells_see_what_is_there_then(sandbox):
    work = notebook("kept = []\nn = 1", "n = 2\n1 / 0", "import os\nos._exit(1)", "n = 3")
    for number, cell in enumerate(work.cells):
        cell.id = f"cell-{number}"
    after = {f"cell-{number}": "kept.append(n)" for number in (0, 1, 3)}
    ran = run_at_once(work, after=after, ask=[handed("str(kept)")])
    assert ran.answers == ("[1, 2, 3]",)


@pytest.mark.slow
def test_outputs_behind_the_first_question_are_in_no_cell(sandbox):
    telling = (
        "INPUT = []\ndef tell(*_):\n    print('TOLD', INPUT)\n"
        "get_ipython().events.register('pre_run_cell', tell)"
    )
    work = notebook("first = 1", telling, "import atexit\natexit.register(tell)")
    ask = [handed("[INPUT.append('told'), tell(), 'a'][2]"), handed("__import__('os')._exit(1)")]
    ran = run_at_once(work, ask=[*ask, handed("str(INPUT)")])
    assert ran.answers == ("a", None, "[]")  # in a new kernel nothing is left of it
    assert "TOLD []" in json.dumps(work.cells) and "told" not in json.dumps(work.cells)


def test_files_that_were_handed_in_are_there(sandbox, files):
    work = notebook("import helpers.tables, mine\nprint(helpers.tables.value, mine.value)")
    handed_in = {"helpers/tables.py": b"value = 3", "mine.py": b"value = 4", "../out.py": b""}
    ran = run(work, files, handed_in=handed_in)
    assert (ran.status, texts(work)) == (Status.RAN, ["3 17\n"])


@pytest.mark.slow
def test_the_whole_time_is_bounded_and_leaves_some_for_the_questions(sandbox):
    work = notebook("kept = 'kept'", *["while True:\n    pass"] * 5)
    began = time.monotonic()
    ran = run(work, limits=Limits(cell_seconds=2, notebook_seconds=8), ask=[handed("kept")])
    assert time.monotonic() - began < 8 + 5
    assert (ran.status, ran.answers) == (Status.TIMED_OUT, ("kept",))
    assert work.cells[-1].outputs[-1].ename == "NotRun"


def test_a_kernel_that_cannot_start_is_reported(sandbox):
    work = notebook("print('never')")
    ran = run(work, limits=Limits(memory=10**7), ask=[handed("''")])
    assert (ran.status, ran.answers) == (Status.NOT_STARTED, (None,))
    assert work.cells[0].outputs[0].ename == "NotRun"


def test_several_at_once_each_in_a_thread(sandbox):
    works = [notebook(f"mine = {i}\nopen('mine', 'w').write('{i}')") for i in range(2)]
    found = {}

    def work(i):
        found[i] = run(works[i], ask=[handed("open('mine').read() + str(mine)")]).answers

    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {0: ("00",), 1: ("11",)}


GRADER = """
from nbformat.v4 import new_code_cell, new_notebook
from labkit.grading.notebook.sandbox import run
run(new_notebook(cells=[new_code_cell("import time\\ntime.sleep(600)")]))
"""


def is_kernel(process):
    with suppress(psutil.Error):  # it has ended while it was looked at
        return "ipykernel_launcher" in process.cmdline() and process.name() != "bwrap"
    return False


def test_a_killed_grader_leaves_no_process(sandbox):
    grader = subprocess.Popen([sys.executable, "-c", GRADER])
    inside = []
    deadline = time.monotonic() + 60
    while not inside and time.monotonic() < deadline:
        time.sleep(0.1)
        children = psutil.Process(grader.pid).children(recursive=True)
        inside = [process for process in children if is_kernel(process)]
    assert inside
    everyone = psutil.Process(grader.pid).children(recursive=True)
    grader.send_signal(signal.SIGKILL)
    grader.wait()
    gone, alive = psutil.wait_procs(everyone, timeout=10)
    assert inside[0] in gone and not alive


# --- without confinement


def test_without_confinement_it_refuses(monkeypatch):
    monkeypatch.setattr("labkit.grading.notebook.sandbox.available", lambda: "There is none.")
    with pytest.raises(SandboxUnavailable, match="There is none. With --unsafe"):
        run(notebook("1"))
    assert issubclass(SandboxUnavailable, OSError)


def test_without_confinement_it_runs_if_told_to(monkeypatch, files):
    monkeypatch.setattr("labkit.grading.notebook.sandbox.available", lambda: "There is none.")
    work = notebook("import os\nprint(sorted(os.listdir()))\nfolder = os.getcwd()")
    ran = run(work, files, unsafe=True, ask=[handed("folder")])
    assert (ran.status, ran.confined) == (Status.RAN, False)
    assert texts(work) == ["['.ipython', 'data.txt', 'mine.py', 'random.py']\n"]
    assert not os.path.exists(ran.answers[0])


def test_the_kernel_sees_no_notebook_and_no_test(sandbox):
    code = (
        "import os, labkit\n"
        "root = os.path.dirname(os.path.dirname(labkit.__file__))\n"
        "found = [sorted(os.listdir(root)), os.path.exists('/etc/passwd'), os.getuid()]"
    )
    ran = run(notebook(code), ask=[handed("__import__('json').dumps(found)")])
    root, passwd, user = json.loads(ran.answers[0])
    assert {"labkit", "data"} <= set(root) <= {"labkit", "data", os.path.basename(sys.prefix)}
    assert not passwd and user == 1000


# --- marked by what comes back


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """One notebook that does many things, marked in one kernel."""
    folder = tmp_path_factory.mktemp("tick")
    handed_in = nbformat.read(write(folder, [*CELLS, written_cell()]), as_version=4)
    loaded = load_questions(folder, hidden=True)
    questions = {name: replace(question, masked=True) for name, question in loaded.items()}
    return mark(handed_in, questions, folder, unsafe=UNSAFE)


@pytest.mark.parametrize(
    ("name", "points", "passed", "key"),
    [
        ("right", 2, 1, None),
        ("value", 1, 1, None),
        ("wrong", 0, 0, "square"),
        ("raises", 0, 0, "raised"),
        ("agrees", 0, 0, "wrong_type"),
        ("pretends", 0, 0, "other"),
        ("missing", 0, 0, "unanswered"),
        ("scribbles", 0, 0, "other"),
        ("quits", 0, 0, "raised"),
        ("hides", 0, 1, "constant"),  # one value for every case
        ("half", 1, 3, "other"),
        ("tells", 0, 1, "raised"),
        ("types", 0, 1, "wrong_type"),
    ],
)
def test_each_answer_earns_what_its_cases_do(marked, name, points, passed, key):
    (found,) = [one for one in marked.marks if one.question == name]
    assert (found.points, found.passed, found.hint and found.hint.key) == (points, passed, key)
    assert "8191" not in repr(found)  # an input of a hidden case


def test_the_run_is_told(marked):
    assert (marked.status, marked.confined) == (Status.RAN, not UNSAFE)
    assert marked.errors == [CellError(3, "ZeroDivisionError", "division by zero")]
    assert marked.written == ["essay"]
    assert marked.seconds > 0
