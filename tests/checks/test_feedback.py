"""check answers at once: a tick mark, or a hint and never a traceback."""

import re
import sys

import pytest

import labkit
from labkit import check
from labkit.checks import feedback
from tests.ticks import ROOT

TICK1 = ROOT / "notebooks" / "ticks" / "tick1-lexicon-classifier"


@pytest.fixture
def tick1(monkeypatch):
    """The student is in the folder of tick 1."""
    monkeypatch.chdir(TICK1)
    monkeypatch.setattr(feedback, "_earned", {})


def accuracy(predicted, labels):
    return sum(p == label for p, label in zip(predicted, labels, strict=True)) / len(labels)


def test_right_answer_gets_a_tick_mark(tick1, capsys):
    assert check("accuracy", accuracy) is None
    out, err = capsys.readouterr()
    first, here, ahead = out.splitlines()
    assert (first, ahead, err) == ("✓ accuracy", "  next: per-class-accuracy", "")
    assert re.fullmatch(r"  (\d) of \1 points? · \1 of \d+ so far", here)


def test_wrong_answer_gets_a_hint_and_the_call_on_the_error_stream(tick1, capsys):
    check("accuracy", lambda predicted, labels: 100 * accuracy(predicted, labels))
    out, err = capsys.readouterr()
    hint, look, asked, gave = err.splitlines()
    assert out == "" and hint.startswith("✗ accuracy: This is a percentage")
    predicted, labels = eval(look.removeprefix("  Look at: "), {"accuracy": lambda *given: given})
    assert asked == "  Asked for: the share of these predictions that are right"
    assert gave == f"  Your function gave: {100 * accuracy(predicted, labels)}"


def test_long_inputs_are_shortened(tmp_path, monkeypatch, capsys):
    (tmp_path / "checks.py").write_text(
        "from labkit.checks import Case, Question, equals\n"
        "CASES = (Case((list(range(1000)),), equals(999)),)\n"
        "QUESTIONS = [Question('last', 'last', 1, {'other': 'No.'}, CASES)]"
    )
    monkeypatch.chdir(tmp_path)
    check("last", lambda numbers: numbers[0])
    look, gave = capsys.readouterr().err.removeprefix("✗ last: No.\n").splitlines()
    assert look == "  Look at: last([0, 1, 2, 3, 4, 5, 6, 7, ...]), shortened here"
    assert gave == "  Your function gave: 0"


def test_an_answer_that_keeps_something_between_calls_is_told_so(tick1, capsys):
    kept = []

    def remembers(predicted, labels):
        print("once")
        kept.extend(zip(predicted, labels, strict=True))
        return sum(p == label for p, label in kept) / len(kept) / 3

    check("accuracy", remembers)
    out, err = capsys.readouterr()
    assert "gives another result: does it keep something from call to call" in err
    assert out.count("once") == 4  # a case each: once more is not shown
    check("accuracy", lambda predicted, labels: float("nan"))
    assert "another result" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "answer", "words", "on"),
    [
        ("judgements", {1: "POS"}, "one judgement for each", False),  # a value, and no call
        ("accuracy", 0.7, "accuracy should be a function", False),
        ("accuracy", lambda predicted, labels: 1 / 0, "ZeroDivisionError: division by zero", False),
        ("accuracy", lambda predicted: 0.7, "given 2, in this order: predicted, labels.", False),
        ("accuracy", lambda predicted, labels: "0.7", "a str where a float is asked for", False),
        ("accuracy", lambda predicted, labels: iter(labels), "list_iterator", False),
        ("accuracy", lambda predicted, labels: 10**5000, "cannot be written down", False),
        # What the function gave is shown short and escaped.
        ("accuracy", lambda *given: [0.5, None], "gave: [0.5, None]\n", False),
        ("accuracy", lambda *given: "<b>\x1b[31m\n", "gave: '<b>\\x1b[31m\\n'\n", False),
        ("accuracy", lambda *given: [*range(500)], "gave: [0, 1, 2, 3, 4, 5, 6, 7, ...]\n", False),
        ("accuracy", lambda *given: ["x" * 90] * 90, "...\n", False),
        # Of what is not answered: how the cells below can go on.
        ("accuracy", ..., "accuracy gives None", True),
        ("accuracy", lambda predicted, labels: None, "accuracy gives None", True),
        ("judgements", ..., "give judgements a value", False),  # nothing below needs them
        ("acuracy", accuracy, "did you mean 'accuracy'?", False),
        ("classify_by_count", accuracy, "did you mean 'classify-by-count'?", False),
        ("zzz", accuracy, "it has judgements, ten-words", False),
        (accuracy, 0.7, "in quotation marks, not function: the names are judgements", False),
        ([0.5], 0.7, "in quotation marks, not list: the names are judgements", False),
    ],
)
def test_whatever_goes_wrong_is_a_hint(tick1, capsys, name, answer, words, on):
    check(name, answer)
    out, err = capsys.readouterr()
    assert out == "" and words in err and "Traceback" not in err
    gave = err.partition("gave: ")[2]
    assert len(gave) <= 201 and (len(gave) == 201) == gave.endswith("...\n")
    assert ('accuracy = labkit.stuck("accuracy")' in err) == ("labkit.stuck" in err) == on


def test_an_answer_that_changes_its_inputs_harms_no_later_check(tick1, capsys):
    for _ in range(2):
        check("accuracy", lambda predicted, labels: predicted.clear() or 1.0)
        assert "accuracy: Your function changes what it is given" in capsys.readouterr().err
    check("accuracy", accuracy)
    assert capsys.readouterr().out.startswith("✓ accuracy\n")


def test_an_answer_may_print_and_warn(tick1, capsys):
    # nbgrader counts any text on the error stream as a failed check.
    check("accuracy", lambda *given: print("slow", file=sys.stderr) or accuracy(*given))
    out, err = capsys.readouterr()
    assert err == "" and out.startswith("slow\n") and "\n✓ accuracy\n" in out


def test_a_notebook_away_from_its_checks_or_with_others(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for text, words in (
        (None, "check needs the file checks.py"),
        ("", "cannot be used (AttributeError"),
        ("QUESTIONS = [", "cannot be used (SyntaxError"),
    ):
        if text is not None:
            (tmp_path / "checks.py").write_text(text)
        check("accuracy", accuracy)
        out, err = capsys.readouterr()
        assert out == "" and words in err and tmp_path.name in err


def test_python_may_work_in_another_folder_than_the_notebook_s_or_in_one_that_is_gone(
    tick1, tmp_path, monkeypatch, capsys
):
    """As VS Code has it where it is told so, or after a cell of the student's own."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    monkeypatch.setenv("JPY_SESSION_NAME", str(TICK1 / "my copy.ipynb"))
    check("accuracy", accuracy)
    assert capsys.readouterr().out.startswith("✓ accuracy")
    assert labkit.stuck("accuracy")(["POS"], ["POS"]) == 1
    capsys.readouterr()
    (gone / "checks.py").write_text("QUESTIONS = []")  # a tick's own folder is its own
    check("accuracy", accuracy)
    assert capsys.readouterr().out == ""
    (gone / "checks.py").unlink()
    gone.rmdir()
    check("accuracy", accuracy)
    assert "has been deleted" in capsys.readouterr().err


def test_what_cannot_be_given_is_said(tick1, tmp_path, monkeypatch):
    for name, words in (
        ("judgements", "no version of judgements to give: nothing below needs it"),
        ("acuracy", "did you mean 'accuracy'"),
        (len, "in quotation marks, not"),
    ):
        with pytest.raises(ValueError, match=words):
            labkit.stuck(name)
    (tmp_path / "checks.py").write_bytes((TICK1 / "checks.py").read_bytes())
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match="stuck.py is not in"):
        labkit.stuck("accuracy")
