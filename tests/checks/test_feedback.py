"""check answers at once: a tick mark, or a hint and never a traceback."""

import json
import os
import re
import shutil
import sys

import nbformat
import pytest
from jupyter_client.manager import start_new_kernel
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import labkit
from labkit import check
from labkit.checks import feedback
from labkit.checks.progress import record
from labkit.checks.questions import course_folder
from tests.checks.tricks import course
from tests.ticks import ROOT

TICK1 = ROOT / "notebooks" / "ticks" / "tick1-lexicon-classifier"


@pytest.fixture
def tick1(monkeypatch):
    """The student is in the folder of tick 1."""
    monkeypatch.chdir(TICK1)
    monkeypatch.setattr(feedback, "_earned", {})
    monkeypatch.setenv("LABKIT_PROGRESS", "")
    yield
    feedback.gave_up.clear()


def accuracy(predicted, labels):
    return sum(map(str.__eq__, predicted, labels)) / len(labels)


def test_a_right_answer_gets_a_tick_mark_and_a_wrong_one_what_was_expected(tick1, capsys):
    assert check("accuracy", accuracy) is None
    out, err = capsys.readouterr()
    first, here, ahead = out.splitlines()
    assert first.startswith("✓ accuracy") and (ahead, err) == ("  next: per-class-accuracy", "")
    assert re.fullmatch(r"  (\d) of \1 points? · \1 of \d+ so far", here)
    check("accuracy", lambda predicted, labels: 100 * accuracy(predicted, labels))
    hint, call, expected, yours, stuck, *_ = capsys.readouterr().out.splitlines()
    assert hint.startswith("✗ accuracy: This is a percentage")
    predicted, labels = eval(call.removeprefix("  call: "), {"accuracy": lambda *given: given})
    share = accuracy(predicted, labels)
    assert (expected, yours) == (f"  expected: {share:.6f}", f"  yours: {100 * share:.6f}")
    assert stuck.endswith(': accuracy = labkit.stuck("accuracy")')


ONE = """from labkit.checks import Case, Hint, Question, equals
CASES = (Case((list(range(1000)),), equals(999)),)
READ = Case(None, lambda value: Hint("maybe", "Is it?", doubt=value == "perhaps") if value else None)
QUESTIONS = [
    Question("last", "last", 1, {"other": "No."}, CASES, meaning="It ends."),
    Question("read", "read", 1, {"other": "No."}, (READ,)),
    Question("form", "a_form", 0, {"other": "No."}, (READ,), provisional=True),
]"""


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A tick of three questions: a function, a text, and a table of which a program sees the form."""
    (course(tmp_path) / "checks.py").write_text(ONE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LABKIT_PROGRESS", str(tmp_path / "notes"))
    monkeypatch.setattr(feedback, "_earned", {})
    return tmp_path


def test_a_card_shortens_long_inputs_says_what_is_right_and_what_is_doubtful(small, capsys):
    check("last", lambda numbers: numbers[0])
    assert capsys.readouterr().out.splitlines()[1:4] == [
        *("  call: last([0, 1, 2, 3, 4, 5, ...])", "  expected: 999", "  yours: 0"),
    ]
    check("last", max)
    check("read", "perhaps")
    first, second = capsys.readouterr().out.split("✓ ")[1:]
    assert first.startswith("last: It ends.\n  1 of 1 point")
    assert second.startswith("read: Is it?\n  1 of 1 point · 2 of 2 so far")
    check("read", "surely")
    assert capsys.readouterr().out.startswith("✗ read: Is it?\n  0 of 1 point · 1 of 2")


SHARES = """from labkit.checks import Case, Question, equals
CASES = (Case((0.123456789,), equals({"a": [2 / 3, (1e-30 / 7,)]})),)
QUESTIONS = [Question("shares", "shares", 1, {"other": "No."}, CASES)]"""


@pytest.mark.parametrize(
    ("value", "expected", "yours"),
    [
        (1 / 3, "{'a': [0.666667, (1.42857e-31,)]}", "{'a': [0.333333, (1.42857e-31,)]}"),
        # What differs is seen, how small it ever is.
        (0.6666667, "{'a': [0.6666666666666666, (1.4285714285714286e-31,)]}",
         "{'a': [0.6666667, (1.4285714285714286e-31,)]}"),
    ],
)  # fmt: skip
def test_numbers_on_a_card_are_rounded_and_those_of_a_call_are_not(
    small, capsys, value, expected, yours
):
    (course(small) / "checks.py").write_text(SHARES)
    check("shares", lambda share: {"a": [value, (1e-30 / 7,)]})
    assert capsys.readouterr().out.splitlines()[1:4] == [
        *("  call: shares(0.123456789)", f"  expected: {expected}", f"  yours: {yours}"),
    ]


def test_what_has_a_star_is_counted_apart(small, monkeypatch, capsys):
    cells = [new_markdown_cell("## ★ 1 · More\n\nWords."), new_code_cell('x\ncheck("read", read)')]
    cells += [new_markdown_cell("### 1.1 · Still more"), new_code_cell("check('form', a_form)")]
    cells += [new_markdown_cell("## 2 · Last"), new_code_cell('check("last", last)')]
    nbformat.write(new_notebook(cells=cells), small / f"{small.name}.ipynb")
    for name in ("no.ipynb", "odd.ipynb"):  # it is not there, or is none
        (small / "odd.ipynb").write_text("[]")
        monkeypatch.setenv("JPY_SESSION_NAME", str(small / name))
        check("last", max)
        last = capsys.readouterr().out
        assert "1 of 1 point · 1 of 1 so far, and 0 of 1 for the ★" in last
        assert "1 of 1 point, and 0 of 1 for the ★; for those who want more: read, form" in last


def test_points_survive_a_restart_of_the_kernel(small, monkeypatch, capsys):
    check("last", max)
    monkeypatch.setattr(feedback, "_earned", {})
    check("read", "surely")
    assert "1 of 2 so far" in capsys.readouterr().out.split("✗")[1]
    check("last", min)
    record(small, {"gone": 7})  # of a question that the tick no longer has
    monkeypatch.setattr(feedback, "_earned", {})
    check("read", "perhaps")
    assert "1 of 2 so far" in capsys.readouterr().out.split("✓ ")[-1]


def test_who_takes_the_course_s_version_later_has_the_points_no_more(tick1, capsys):
    check("accuracy", accuracy)
    for so_far in ("1", "0"):
        check("judgements", {})
        assert f" · {so_far} of " in capsys.readouterr().out.split("judgements")[1]
        labkit.stuck("accuracy")
        assert "the course's answer to accuracy" in capsys.readouterr().out


def test_words_that_are_right_are_noted_and_earn_nothing_before_they_are_read(small):
    for answer, noted in (({"zany": 1}, {"form": None}), ({}, {"form": 0, "a_form": {}})):
        check("form", answer)
        (note,) = small.glob(f"notes/*/{small.name}.json")
        assert json.loads(note.read_text()) == noted


@pytest.mark.slow
@pytest.mark.parametrize("watched", [True, False])
def test_what_hangs_in_one_call_has_said_what_helps_and_restarting_does(small, watched):
    """Nothing else helps: neither a signal nor a thread comes to its turn."""
    env = os.environ | ({"JPY_SESSION_NAME": str(small / "tick.ipynb")} if watched else {})
    manager, client = start_new_kernel(env=env, cwd=str(small))

    def run(answer):
        source = f"from labkit import check\nlast = lambda numbers: {answer}\ncheck('last', last)"
        request, content = client.execute(source), {}
        while content.get("execution_state") != "idle":
            message = client.get_iopub_msg(timeout=60)
            if message["parent_header"].get("msg_id") != request:
                continue
            content = message["content"]
            if "data" in content:
                yield content["data"]["text/plain"]

    try:
        *said, card = run("max(numbers)")
        assert len(said) == watched and card.startswith("✓ last")
        if watched:
            said = run("__import__('time').sleep(60)")
            assert "Interrupt Kernel" in next(said)
            manager.interrupt_kernel()
            assert [*said] == ["last: stopped"]
            assert "Restart Kernel" in next(run("sum(range(10**12))"))
            manager.interrupt_kernel()
            manager.restart_kernel()  # as JupyterLab does
            client.wait_for_ready(timeout=60)
            assert [*run("max(numbers)")][-1].startswith("✓ last")
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_twenty_lines_of_an_answer_are_shown_and_the_others_counted(small, capsys):
    for prints, last in ((999, "... 979 more lines"), (20, "✓ last: It ends.")):
        check("last", lambda numbers, n=prints: [*map(print, numbers[:n])] and max(numbers))
        lines = capsys.readouterr().out.splitlines()
        assert lines[:21] == [*map(str, range(20)), last]
    for length, end in ((9_999, ""), (10_000, " ..."), (1_000_000, " ...")):
        check("last", lambda numbers, n=length: print("a" * n) or max(numbers))
        assert capsys.readouterr().out.startswith("a" * min(length, 10_000) + f"{end}\n")


def test_a_second_cell_that_makes_the_answer_is_named(small, monkeypatch, capsys):
    monkeypatch.setenv("JPY_SESSION_NAME", str(small / "tick.ipynb"))
    for second, said in ("def last(n):\n  return 2", True), ("last = stuck('last')", False):
        cells = [new_code_cell("def last(n):\n  return 1"), new_code_cell(second)]
        nbformat.write(new_notebook(cells=cells), small / "tick.ipynb")
        check("last", lambda numbers: 1)
        assert ("Two cells of the notebook make last" in capsys.readouterr().out) == said


@pytest.mark.parametrize(
    ("name", "answer", "words"),
    [
        ("judgements", {1: "POS"}, "reviews 1, 2, 3 and 4"),  # a value, and no call
        ("accuracy", lambda predicted: 0.7, "given 2, in this order: predicted, labels."),
        # What the function gave is shown short and escaped.
        ("accuracy", lambda *given: [0.5, None], "yours: [0.5, None]\n"),
        ("accuracy", lambda *given: "<b>\x1b[31m\n", "yours: '<b>\\x1b[31m\\n'\n"),
        ("accuracy", lambda *given: [*range(500)], "yours: [0, 1, 2, 3, 4, 5, ...]\n"),
        ("accuracy", lambda *given: [["x" * 90] * 9] * 9, "..."),
        ("classify_by_count", accuracy, "did you mean 'classify-by-count'?"),
        ("zzz", accuracy, "it has judgements, ten-words"),
        (accuracy, 0.7, "it has judgements, ten-words"),
        ("accuracy", lambda *given: exit(), "exit() ends Python"),
        ("accuracy", lambda *given: input("?"), "do without input()"),
    ],
)
def test_whatever_goes_wrong_is_a_hint(tick1, capsys, name, answer, words):
    check(name, answer)
    out, err = capsys.readouterr()
    assert err == "" and words in out and "Traceback" not in out
    gave = out.partition("yours: ")[2].partition("\n")[0]
    assert len(gave) <= 200


def test_an_answer_may_change_its_inputs_print_and_warn_without_harm(tick1, capsys):
    for _ in range(2):
        check("accuracy", lambda predicted, labels: predicted.clear() or 1.0)
        assert "accuracy: Your function changes what it is given" in capsys.readouterr().out
    check("accuracy", lambda *given: print("slow", file=sys.stderr) or accuracy(*given))
    out, err = capsys.readouterr()
    assert err == "" and "slow\n✓ accuracy" in out


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
    (course(gone) / "checks.py").write_text("QUESTIONS = []")  # a tick's own folder is its own
    check("accuracy", accuracy)
    assert "no question 'accuracy'" in capsys.readouterr().out
    shutil.rmtree(gone)
    check("accuracy", accuracy)
    assert "Copy the notebook back" in capsys.readouterr().out


def test_what_cannot_be_given_is_said(tick1, tmp_path, monkeypatch):
    said = {"judgements": "no version of judgements: no other question needs it"}
    for name, words in (said | {"acuracy": "did you mean 'accuracy'", len: "it has jud"}).items():
        with pytest.raises(ValueError, match=words):
            labkit.stuck(name)
    shutil.copy(course_folder(TICK1) / "checks.py", course(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match="there is no .course/stuck.py"):
        labkit.stuck("accuracy")


def test_what_is_open_is_listed_whatever_a_notebook_s_file_holds():
    text = {"cell_type": "markdown", "source": "mine", "metadata": {"nbgrader": {"grade": True}}}
    essay = text | {"metadata": {"nbgrader": {"grade": True, "points": 2, "grade_id": "essay"}}}
    odd = [{}, {"cell_type": "markdown"}, text, text | {"metadata": {"nbgrader": None}}, essay]
    left = feedback._left([], odd, ["1"])
    assert left == ("2 more for the text essay, which a person reads", feedback._HAND_IN)
