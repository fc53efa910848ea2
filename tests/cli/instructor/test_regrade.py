"""``labkit regrade``: what it asks, and what it does without an answer."""

import builtins
import sys

import pytest

from labkit.cli import main
from labkit.grading.marks import regrade as module
from labkit.grading.marks.regrade import Plan
from labkit.grading.marks.rulings import Kind
from tests.grading.marks.class_of import make_class

CHANGES = {"ann": ((None, 3.5), (2, 5.5))}
PLAN = Plan("tick4", "t-test", "waive", CHANGES, 1, {"bob": "it\x1b[2J died"})


@pytest.fixture
def regraded(monkeypatch):
    """Put a function in the place of the work, which asks and takes down its arguments."""
    calls = []

    def regrade(*arguments, confirm, **options):
        calls.append((arguments, options))
        return PLAN if confirm(PLAN) else None

    monkeypatch.setattr(module, "regrade", regrade)
    return calls


@pytest.fixture
def answer(monkeypatch):
    def answer(text):
        monkeypatch.setattr(sys.stdin, "isatty", lambda: text is not None, raising=False)
        monkeypatch.setattr(builtins, "input", lambda _: text)

    return answer


def test_it_lists_what_changes_before_it_asks(regraded, answer, capsys):
    answer("y")
    assert main(["regrade", "marks", "--question", "t-test", "--waive", "--source", "lab"]) == 0
    out = capsys.readouterr().out
    assert "t-test of tick4: waive" in out
    assert "  ann: – -> 2  total 3.5 -> 5.5\n" in out
    assert "bob stays as it is: it?[2J died" in out
    assert "changed: 1; as before: 1" in out
    assert "audit.jsonl" in out
    ((arguments, options),) = regraded
    assert [str(a) for a in arguments] == ["marks", "t-test", "lab/notebooks/ticks"]
    assert options["kind"] is Kind.WAIVE and options["points"] is None and not options["undo"]


@pytest.mark.parametrize("text", ["", "n", "N", "no", "yess", None])
def test_without_a_yes_nothing_is_changed(regraded, answer, capsys, text):
    answer(text)
    assert main(["regrade", "marks", "--question", "t-test", "--leave-out"]) == 1
    said = capsys.readouterr()
    assert "nothing was changed" in said.out
    assert ("--yes" in said.err) == (text is None)


def test_the_end_of_what_is_typed_is_no_yes(regraded, monkeypatch, capsys):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(builtins, "input", lambda _: (_ for _ in ()).throw(EOFError))
    assert main(["regrade", "marks", "--question", "t-test", "--leave-out"]) == 1
    assert capsys.readouterr().out.endswith("nothing was changed\n")


@pytest.mark.parametrize(
    ("words", "kind", "points", "undo"),
    [
        ("", None, None, False),
        ("--points 0", Kind.POINTS, 0, False),
        ("--leave-out", Kind.LEAVE_OUT, None, False),
        ("--undo", None, None, True),
        ("--excuse --student ann", Kind.EXCUSE, None, False),
    ],
)
def test_each_way_is_passed_on(regraded, words, kind, points, undo):
    command = f"regrade marks --question q --tick tick4 --why misprint --yes --jobs 3 {words}"
    assert main(command.split()) == 0
    options = regraded[0][1]
    assert (options["kind"], options["points"], options["undo"]) == (kind, points, undo)
    assert (options["tick"], options["why"], options["jobs"]) == ("tick4", "misprint", 3)


def test_two_ways_at_once_are_refused(regraded):
    with pytest.raises(SystemExit):
        main(["regrade", "marks", "--question", "q", "--waive", "--points", "1"])
    assert not regraded


@pytest.mark.long
def test_the_whole_way_from_the_command_line(tmp_path, capsys):
    made = make_class(tmp_path)
    command = ["regrade", str(made.out), "--source", str(tmp_path), "--question"]
    assert main([*command, "triple", "--waive", "--why", "a misprint", "--yes"]) == 0
    assert made.points() == {"ann": 3, "bob": 3, "cat": 1}
    assert main([*command, "tripel", "--waive"]) == 2
    assert "not 'tripel', which none has" in capsys.readouterr().err
