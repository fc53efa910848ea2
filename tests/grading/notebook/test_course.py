"""The course of a run, over kernels that do what a test says: whom a lost one is charged to."""

import pytest
from nbformat.v4 import new_code_cell, new_output

from labkit.checks.marking import Status
from labkit.grading.notebook import course as module
from labkit.grading.notebook.confinement import Limits
from labkit.grading.notebook.course import Course
from labkit.grading.notebook.execution import Ending, Execution
from labkit.grading.notebook.process import NotStarted

NO_MEMORY = [new_output("error", ename="MemoryError", evalue="", traceback=[])]


class Kernel:
    """One that a cell `die` ends, and that a cell `bomb` ends as soon as it is left alone or asked."""

    def __init__(self):
        self.ran, self.bombs, self.closed = [], False, False

    def execute(self, code, seconds, *, expression=None, keep=0):
        assert seconds > 0 and not self.closed
        if self.bombs:
            return Execution(Ending.DIED, sent=False)
        self.ran.append(expression or code)
        self.bombs = code == "bomb"
        endings = {"die": Ending.DIED, "late": Ending.LATE, "stuck": Ending.STUCK}
        ending = endings.get(expression or code, Ending.DONE)
        outputs = NO_MEMORY if code == "greedy" else []
        answer = f"{expression} after {self.ran[:-1]}" if ending is Ending.DONE else None
        return Execution(ending, outputs, answer, kept=10, cut=code == "loud" or keep < 0)

    def pause(self, seconds):
        assert 0 < seconds <= module.PAUSE
        return Ending.DIED if self.bombs else Ending.DONE

    def close(self):
        self.closed = True


@pytest.fixture
def go():
    """Run cells in such kernels; gives the course, the cells and the kernels."""

    def go(*sources, limits=None, after=None):
        kernels = []

        def start(seconds):
            assert seconds > 0 and all(kernel.closed for kernel in kernels)
            kernels.append(Kernel())
            return kernels[-1]

        course = Course(limits or Limits(), start)
        cells = [new_code_cell(s, id=f"cell-{i}") for i, s in enumerate(sources)]
        course.run_cells(cells, after or {})
        return course, cells, kernels

    return go


def notes(cells):
    return [[output.ename for output in cell.outputs] for cell in cells]


def test_cells_run_in_one_kernel_and_are_counted(go):
    course, cells, kernels = go("a", " ", "b", after={"cell-2": "seen"})
    assert [cell.execution_count for cell in cells] == [1, None, 2]
    assert kernels[0].ran == ["a", "b", "seen"] and len(kernels) == 1
    assert course.ask("x") == "x after ['a', 'b', 'seen']"
    assert course.status() is Status.RAN
    course.close()
    assert kernels[0].closed
    course.close()  # twice is as good


def test_what_is_evaluated_behind_an_empty_cell_is_so_in_each_kernel(go):
    _, cells, kernels = go("a", "", "b", "die", "c", after={"cell-1": "kept"})
    assert kernels[0].ran == ["a", "kept", "b", "die"]
    assert [code for code in kernels[-1].ran if code] == ["a", "kept", "b", "c"]
    assert [cell.execution_count for cell in cells] == [1, None, 2, 3, 4]
    assert notes(cells) == [[], [], [], ["KernelDied"], []]


def test_one_that_dies_in_a_cell_costs_that_cell(go):
    course, cells, kernels = go("a", "die", "b", after={"cell-0": "seen", "cell-2": "last"})
    assert notes(cells) == [[], ["KernelDied"], []]
    assert course.status() is Status.DIED
    assert kernels[-1].ran[-4:] == ["a", "seen", "b", "last"]


@pytest.mark.parametrize("n_before", [0, 1, 3])
def test_one_that_dies_later_costs_the_cell_that_is_the_cause(go, n_before):
    before = [f"before {i}" for i in range(n_before)]
    course, cells, kernels = go(*before, "bomb", "b", "c")
    assert notes(cells) == [[]] * n_before + [["KernelDied"], [], []]
    assert course.ask("x") == f"x after {[*before, 'b', 'c']}"
    assert course.status() is Status.DIED and len(kernels) <= 6


def test_an_answer_that_ends_python_costs_no_other(go):
    course, cells, _ = go("a")
    assert course.ask("die") is None
    assert course.ask("x") == "x after ['a']"
    assert notes(cells) == [[]] and course.status() is Status.DIED


def test_a_late_cell_keeps_its_kernel_and_one_that_is_stuck_does_not(go):
    course, cells, kernels = go("late", "a")
    assert (len(kernels), notes(cells)) == (1, [[], []])
    assert course.status() is Status.TIMED_OUT
    course, cells, kernels = go("a", "stuck", "b")
    assert notes(cells) == [[], ["TimedOut"], []] and len(kernels) > 1
    assert course.status() is Status.TIMED_OUT


def test_too_little_memory_and_too_much_output_are_told_though_the_kernel_lives(go):
    assert go("greedy", "a")[0].status() is Status.MEMORY
    assert go("loud", "a")[0].status() is Status.OUTPUT
    # Each cell may keep what those before it have left.
    assert go("a", "b", limits=Limits(output=10))[0].status() is Status.RAN
    assert go("a", "b", "c", limits=Limits(output=10))[0].status() is Status.OUTPUT


def test_the_worst_is_told_first(go):
    assert go("loud", "greedy", "late", "die")[0].status() is Status.DIED
    assert go("loud", "greedy", "late")[0].status() is Status.TIMED_OUT
    assert go("loud", "greedy")[0].status() is Status.MEMORY


def test_the_cells_leave_some_time_for_the_questions(go, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(Kernel, "execute", slowly(Kernel.execute, now))
    course, cells, _ = go("a", "b", "c", "d", "e", limits=Limits(notebook_seconds=40))
    assert notes(cells) == [[], [], [], ["NotRun"], ["NotRun"]]
    assert course.ask("x") is not None and course.ask("x") is None
    assert course.status() is Status.TIMED_OUT


def slowly(execute, now):
    """Ten seconds pass in each request."""

    def slow(*arguments, **options):
        now[0] += 10
        return execute(*arguments, **options)

    return slow


def test_one_that_never_starts_is_tried_a_few_times(monkeypatch):
    starts = []

    def start(seconds):
        starts.append(seconds)
        raise NotStarted

    course, cells = Course(Limits(), start), [new_code_cell("a")]
    course.run_cells(cells, {})
    assert notes(cells) == [["NotRun"]] and len(starts) == module.MOST_FAILURES
    assert course.ask("x") is None and len(starts) == module.MOST_FAILURES
    assert course.status() is Status.NOT_STARTED


def test_a_notebook_uses_up_so_many_kernels_and_no_more(go, monkeypatch):
    monkeypatch.setattr(module, "MOST_KERNELS", 4)
    course, cells, kernels = go("die", "die", "die", "die", "die", "a")
    assert len(kernels) == 4
    assert notes(cells) == [["KernelDied"]] * 4 + [["NotRun"]] * 2
    assert course.status() is Status.DIED
