"""The course of a run, over kernels that do what a test says: which cell is left out, what is asked."""

import os
from contextlib import nullcontext
from unittest.mock import Mock

import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from labkit.checks.marking import Status
from labkit.instructor.grading.sandbox import run as module
from labkit.instructor.grading.sandbox.bubblewrap import Limits, SandboxUnavailable
from labkit.instructor.grading.sandbox.kernel import NotStarted, Reply

DIED, OVER, FLOOD, FULL = "KernelDied", "TimedOut", "TooMuchOutput", "OutOfMemory"
ENDS = dict(die=Status.DIED, stuck=Status.TIMED_OUT, flood=Status.OUTPUT, full=Status.MEMORY)


class Kernel:
    """One that `die` ends, `stuck` too, and `bomb` as soon as it is left alone; `long` needs some seconds."""

    all, takes, becomes = [], 0, {}

    def __init__(self, limits, files, *, confined, seconds):
        self.ran, self.slept, self.armed, self.confined = [], [], False, confined
        self.worked, self.ready, self.seconds = 0, 0, []
        Kernel.all.append(self)

    def execute(self, code, seconds, *, expression=None, keep=None):
        assert seconds > 0
        text = f"{code} {expression or ''}".strip()
        text = Kernel.becomes.get(text, text)
        if self.armed or not text:  # is it alive?
            return Reply().end(Status.DIED) if self.armed else Reply()
        self.ran.append((text, keep))
        self.worked += Kernel.takes  # by each step, where a test counts them
        self.seconds.append(seconds)
        self.armed = text == "bomb"
        status = {"late": Status.TIMED_OUT, "loud": Status.OUTPUT}.get(text, Status.RAN)
        if text == "long" and seconds < 8:
            status = Status.TIMED_OUT
        reply = Reply(kept=10, status=status, answer=None if text in ENDS else f"{text}!")
        reply.seconds = len(text)
        if keep is not None:
            reply.outputs = [new_output("stream", text=text)]
        if text == "late":
            reply.outputs += [new_output("error", ename="KeyboardInterrupt")]
        return reply.end(ENDS[text]) if text in ENDS else reply


@pytest.fixture(autouse=True)
def kernels(monkeypatch):
    monkeypatch.setattr(module, "open_kernel", lambda *a, **more: nullcontext(Kernel(*a, **more)))
    monkeypatch.setattr(module, "available", lambda: None)
    monkeypatch.setattr(module.time, "sleep", lambda seconds: Kernel.all[-1].slept.append(seconds))
    monkeypatch.setattr(Kernel, "all", [])
    return Kernel.all


def go(*sources, limits=None, **options):
    cells = [new_code_cell(source, id=f"cell-{i}") for i, source in enumerate(sources)]
    return module.run(new_notebook(cells=cells), {}, limits or Limits(), **options), cells


def notes(cells):
    return [[output.get("ename", "text") for output in cell.outputs] for cell in cells]


def texts(kernel):
    return [text for text, _ in kernel.ran]


def test_cells_run_in_order_and_questions_are_asked_behind_them(kernels):
    ran, cells = go("a", " ", "b", ask=["x", "y"], after={"cell-1": "kept", "cell-2": "seen"})
    assert list(map(texts, kernels)) == [["a", "kept", "b seen", "x", "y"]]
    assert (ran.status, ran.answers, ran.confined) == (Status.RAN, ("x!", "y!"), True)
    assert notes(cells) == [["text"]] * 3
    go("a", "late", "die", "", "b", after={"cell-3": "kept"}, ask=["x"])
    shown = [text if keep else f"({text})" for text, keep in kernels[-1].ran]
    assert shown == ["(a)", "kept", "b", "(x)"]


@pytest.mark.parametrize(("sources", "errors", "status", "kernels_used"), [
    ("a bomb b c", {1: DIED}, Status.DIED, 3), ("a flood b", {1: FLOOD}, Status.OUTPUT, 2),
    ("a stuck b", {1: OVER}, Status.TIMED_OUT, 2), ("a late b", {1: OVER}, Status.TIMED_OUT, 1),
    ("a die b die c", {1: DIED, 3: DIED}, Status.DIED, 4), ("a loud b", {}, Status.OUTPUT, 1),
    ("loud full", {1: FULL}, Status.MEMORY, 2), ("late full", {0: OVER, 1: FULL}, Status.TIMED_OUT, 2),
    ("late die", {0: OVER, 1: DIED}, Status.DIED, 3),
])  # fmt: skip
def test_what_a_kernel_does_not_survive_costs_its_cell(sources, errors, status, kernels_used):
    ran, cells = go(*sources.split(), ask=["x"])
    wanted = [["text", errors[i]] if i in errors else ["text"] for i in range(len(cells))]
    assert notes(cells) == wanted
    assert (ran.status, ran.answers, len(Kernel.all)) == (status, ("x!",), kernels_used)


def test_an_answer_that_ends_python_costs_no_other_and_no_output_is_kept_from_then_on(kernels):
    ran, cells = go("a", "b", ask=["x", "die", "y"], limits=Limits(output=15))
    assert ran.answers == ("x!", None, "y!") and ran.status is Status.DIED
    assert list(map(texts, kernels)) == [[*"abx", "die"], [*"ab", "die"], [*"aby"]]
    assert [keep for _, keep in kernels[0].ran] == [15, 5, None, None]  # what is left of 15
    assert {keep for kernel in kernels[1:] for _, keep in kernel.ran} == {None}
    assert notes(cells) == [["text"]] * 2


@pytest.mark.parametrize(("total", "run"), [(50, 3), (51, 4)])
def test_cells_leave_time_for_the_questions_and_these_for_the_judge(monkeypatch, total, run):
    limits = Limits(total=total, cell_seconds=30)
    by_work = monkeypatch.context(), (Kernel, "takes", 10)
    # By the clock all may last five times as long.
    by_clock = (
        monkeypatch.context(),
        (module.time, "monotonic", lambda: 50 * len(Kernel.all[-1].ran)),
    )
    for context, change in (by_work, by_clock):
        with context as patch:
            monkeypatch.setattr(Kernel, "all", [Mock(ran=[])])
            patch.setattr(*change)
            ran, cells = go(*"abcde", ask=["x", "y"], limits=limits)
        assert notes(cells) == [["text"]] * run + [["NotRun"]] * (5 - run)
        assert (ran.status, ran.answers) == (Status.TIMED_OUT, ("x!", None))
        assert ran.missed == (frozenset(range(run, 5)), frozenset())


def test_what_a_kernel_was_lost_with_is_not_taken_from_the_next(monkeypatch, kernels):
    monkeypatch.setattr(Kernel, "takes", 10)
    ran, cells = go("a", "b", "stuck", "stuck", ask=["x", "stuck", "y"], limits=Limits(total=60))
    assert [len(kernel.ran) for kernel in kernels] == [3, 3, 4, 3]
    assert [kernel.seconds[-1] for kernel in kernels] == [16, 5, 5, 5]  # and a quarter for others
    assert notes(cells) == [["text"], ["text"], ["text", OVER], ["text", OVER]]
    assert (ran.status, ran.answers) == (Status.TIMED_OUT, ("x!", None, "y!"))
    # A cell that has run needs no more time than there was for it, also if it now takes longer.
    monkeypatch.setattr(Kernel, "takes", 19)
    ran, _ = go("a", "b", ask=["stuck", "y"], limits=Limits(total=60))
    assert texts(kernels[-1]) == ["a", "b", "y"] and ran.answers == (None, "y!")


def test_a_cell_that_has_run_has_all_its_time_again(kernels):
    ran, cells = go("long", "stuck", "long", ask=["stuck", "y"], then=[lambda _: ["stuck", "z"]])
    times = [[20, 20], [20, 5, 5], [20, 5, 5], [20, 5]]
    assert [kernel.seconds for kernel in kernels] == times
    assert notes(cells) == [["text"], ["text", OVER], ["text", OVER]]
    assert (ran.answers, ran.later) == ((None, "y!"), ((None, "z!"),))


@pytest.mark.parametrize("hidden", ["stuck", "die"])
@pytest.mark.parametrize("again", ["late", "stuck", "die"])
def test_cells_that_are_run_again_behind_a_hidden_case_say_nothing(
    monkeypatch, kernels, hidden, again
):
    """Whether a hidden input has ended Python is not to be told by a cell that then takes longer."""

    def then(answers):
        monkeypatch.setattr(Kernel, "becomes", {"a": again})
        return [hidden]

    ran, cells = go("a", "b", ask=["x"], then=[then])
    assert texts(kernels[1])[0] == again and notes(cells) == [["text"], ["text"]]
    assert (ran.answers, ran.missed, ran.longest) == (("x!",), (frozenset(),), None)


def test_what_is_not_asked_in_time_is_lost_and_hidden_cases_of_the_others_are_asked(monkeypatch):
    monkeypatch.setattr(Kernel, "takes", 10)
    then = Mock(return_value=["hidden", "die"])
    ran, _ = go(*"abc", ask=["x", "y", "z"], then=[then], limits=Limits(total=59))
    then.assert_called_once_with(("x!", "y!", None))
    assert texts(Kernel.all[0]) == [*"abcxy", "hidden"] and ran.later == (("hidden!", None),)
    assert ran.status is Status.TIMED_OUT and len(Kernel.all) == 1


def test_a_second_round_is_asked_when_all_of_the_first_is_answered(kernels):
    asked = []

    def then(answers):
        asked.append(answers)
        return ["hidden", None, "die"]

    ran, _ = go("a", ask=["x", "stuck", "y"], then=[then])
    assert asked == [("x!", None, "y!")] and list(map(texts, kernels)) == [
        ["a", "x", "stuck"], ["a", "y", "hidden", "die"], ["a"],
    ]  # fmt: skip
    assert (ran.answers, ran.later) == (asked[0], (("hidden!", None, None),))
    ran, _ = go(*["die"] * 6, ask=["x"], then=[then])  # nothing is
    assert len(asked) == 1 and ran.later == ()


def test_each_round_knows_the_answers_of_all_before_and_what_is_lost_in_it_costs_nothing_more(
    kernels,
):
    rounds = [lambda first: ["hidden", None], lambda *both: ["die", repr(both)]]
    ran, _ = go("a", ask=["x", "y"], then=rounds)
    answered = ("x!", "y!"), ("hidden!", None)
    assert (ran.answers, *ran.later) == (*answered, (None, f"{answered}!"))
    assert texts(kernels[-1]) == ["a", repr(answered)]


def test_what_took_the_time_is_named_as_it_was_before_the_second_round(kernels):
    def go_on(*cells, ask=("x",), then=()):
        return go(*cells, ask=ask, then=[lambda answers: then])[0].longest

    assert go_on("a", "longer", "late") == 1 and go_on("a", "stuck") == 1
    assert go_on("a", ask=["x", "late"]) == 2
    assert go_on("a", "longer") is go_on("a", "longer", "die") is None  # it was not short
    assert go_on("a", then=["late", "b"]) is None


def test_a_notebook_uses_up_so_many_kernels_and_no_more(kernels):
    ran, cells = go(*["die"] * 7, "a", ask=["x"])
    assert notes(cells) == [["text", DIED]] * 6 + [["NotRun"]] * 2
    assert (len(kernels), ran.status, ran.answers) == (7, Status.DIED, (None,))
    for number, pause in ((2, 0.4), (30, 0.2)):  # of 6 seconds in all
        go("die", *"a" * (number - 1))
        assert kernels[-1].slept == [pause] * (number - 1)


def test_the_last_kernel_is_for_the_hidden_cases_of_what_is_answered(kernels):
    ran, _ = go("a", ask=["x", *["die"] * 6, "y"], then=[lambda answers: ["hidden"]])
    assert (len(kernels), ran.later) == (7, (("hidden!",),))
    assert texts(kernels[-1]) == ["a", "hidden"] and ran.answers == ("x!", *[None] * 7)
    ran, _ = go(*["die"] * 5, "a", ask=["x"], then=[lambda answers: ["hidden"]])
    assert (ran.answers, ran.later) == (("x!",), (("hidden!",),))


def test_without_python_cells_are_not_run_and_without_confinement_it_refuses(monkeypatch, kernels):
    monkeypatch.setattr(module, "available", lambda: "There is none.")
    with pytest.raises(SandboxUnavailable, match=r"There is none\."):
        go("a")
    assert not kernels and go("a", unsafe=True)[0].confined is kernels[0].confined is False
    monkeypatch.setattr(module, "open_kernel", Mock(side_effect=NotStarted))
    ran, cells = go("a", "", "b", ask=["x"], unsafe=True)
    assert notes(cells) == [["NotRun"], [], ["NotRun"]]
    assert (ran.status, ran.answers) == (Status.NOT_STARTED, (None,))


def test_folders_of_killed_runs_are_removed_when_they_are_old(tmp_path, monkeypatch):
    monkeypatch.setattr(module.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(module.time, "time", lambda: 10_000)
    for name, then in (("labkit-class", 0), ("labkit-scratch-new", 6_400.5), ("labkit-scratch-old", 6_399.5)):  # fmt: skip
        (tmp_path / name / "work").mkdir(parents=True)
        os.utime(tmp_path / name, (then, then))
    module.remove_left()
    assert {path.name for path in tmp_path.iterdir()} == {"labkit-class", "labkit-scratch-new"}
