"""``labkit regrade``: what it asks, and what it does without an answer."""

import builtins
import sys
from dataclasses import replace

import pytest

from labkit.cli import main
from labkit.instructor.grading.marks import regrade as module
from labkit.instructor.grading.marks.grade_class import Running
from labkit.instructor.grading.marks.regrade import Plan, Regrading
from labkit.instructor.grading.marks.rulings import Kind

CHANGES = {"ann": ((None, 3.5), (2, 5.5))}
PLAN = Plan("tick4", "t-test", "waive", CHANGES, 1, {"bob": "it\x1b[2J died"})
COMMAND = ["regrade", "marks", "--source", "lab", "--question", "t-test"]


@pytest.fixture
def regraded(monkeypatch):
    """Put a function in the place of the work, which asks and takes down its arguments."""
    calls = []

    def regrade(*arguments, confirm, **options):
        calls.append((arguments, options))
        return PLAN if confirm(PLAN) else None

    monkeypatch.setattr(module, "regrade", regrade)
    return calls


EOF = "\x04"


def answer(monkeypatch, text):
    """Type an answer; EOF is Ctrl+D, and None that nobody is there to be asked."""

    def typed(asked):
        assert asked == "change these marks? [y/N] "
        if text == EOF:
            raise EOFError
        return text

    monkeypatch.setattr(sys.stdin, "isatty", lambda: text is not None, raising=False)
    monkeypatch.setattr(builtins, "input", typed)


@pytest.mark.parametrize("text", ["y", " Yes"])
def test_it_lists_what_changes_before_it_asks(regraded, monkeypatch, capsys, text):
    answer(monkeypatch, text)
    assert main([*COMMAND, "--waive"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "t-test of tick4: waive",
        "  ann: – -> 2  total 3.5 -> 5.5",
        "  bob stays as it is: it?[2J died",
        "changed: 1; as before: 1",
        "done: marks/grades.csv; who, when and why is in marks/audit.jsonl",
    ]


def test_of_a_whole_tick_the_total_is_what_changes(regraded, monkeypatch, capsys):
    monkeypatch.setattr(sys.modules[__name__], "PLAN", replace(PLAN, question=""))
    assert (
        main([*COMMAND[:-2], "--tick", "tick4", "--student", "ann", "--points", "5", "--yes"]) == 0
    )
    assert capsys.readouterr().out.splitlines()[:2] == ["tick4: waive", "  ann:  total 3.5 -> 5.5"]


@pytest.mark.parametrize("text", ["", "n", "no", "yess", EOF, None])
def test_without_a_yes_nothing_is_changed(regraded, monkeypatch, capsys, text):
    answer(monkeypatch, text)
    assert main([*COMMAND, "--leave-out"]) == 1
    out, err = capsys.readouterr()
    assert out.endswith("\nnothing was changed\n")
    assert err == ("to change this, give --yes\n" if text is None else "")


@pytest.mark.parametrize(
    ("words", "change", "running", "which"),
    [
        ("--yes", Regrading(), Running(), {}),
        ("--yes --points 0", Regrading(Kind.POINTS, 0), Running(), {}),
        ("--yes --leave-out --tick tick4", Regrading(Kind.LEAVE_OUT), Running(), {"tick": "tick4"}),
        ("--yes --waive --why misprint", Regrading(Kind.WAIVE, why="misprint"), Running(), {}),
        ("--yes --undo --jobs 3 --unsafe", Regrading(undo=True), Running(3, unsafe=True), {}),
        ("--yes --excuse --student ann", Regrading(Kind.EXCUSE), Running(), {"student": "ann"}),
    ],
)
def test_each_way_is_passed_on(regraded, words, change, running, which):
    assert main([*COMMAND, *words.split()]) == 0
    ((arguments, options),) = regraded
    *names, how, run = arguments
    assert [str(name) for name in names] == ["marks", "t-test", "lab/notebooks/ticks"]
    assert (how, run) == (change, running)
    assert options == {"tick": None, "student": "", **which}
