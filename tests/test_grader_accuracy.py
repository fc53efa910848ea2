"""The grader's own accuracy, on the last tick; `make grader-accuracy` does all."""

import pytest

from labkit.checks.questions import load_questions
from tests import grader_accuracy as module
from tests.grader_accuracy import (
    Mutant,
    Trial,
    confusion_table,
    grader_accuracy,
    load_mutants,
    main,
)
from tests.grading.tiny import UNSAFE
from tests.ticks import ROOT, TICKS

TICK = TICKS[-1]


@pytest.fixture(scope="module")
def trials():
    return grader_accuracy(ROOT, TICK.name, unsafe=UNSAFE)


@pytest.mark.slow
@pytest.mark.long  # tests of the mutants ask the same, but for the whole grader
def test_no_right_answer_is_rejected_and_no_wrong_one_accepted(trials):
    assert [str(trial.mutant) for trial in trials[TICK.name] if trial.misjudged] == []


@pytest.mark.slow
@pytest.mark.long
def test_every_answer_was_tried(trials):
    written = [
        mutant
        for name in load_questions(TICK)
        for mutant in load_mutants(ROOT / "tests" / "mutants" / TICK.name / f"{name}.py", TICK)
    ]
    assert {str(trial.mutant) for trial in trials[TICK.name]} == set(map(str, written))
    assert len(written) > 40


@pytest.mark.slow
@pytest.mark.long
def test_hints_are_as_meant(trials):
    wrong = [trial for trial in trials[TICK.name] if trial.mutant.key]
    assert [str(t.mutant) for t in wrong if t.key != t.mutant.key] == []


@pytest.mark.slow
@pytest.mark.long
def test_of_the_wrong_answers_that_are_right_in_some_cases_most_earn_nothing(trials):
    some = [t for t in trials[TICK.name] if t.mutant.key and t.share]
    assert 4 * sum(t.earned > 0 for t in some) < len(some)


@pytest.mark.parametrize(
    ("code", "renamed"),
    [
        ("def f(n):\n    return f(n - 1)", "def f__3(n):\n    return f__3(n - 1)"),
        ("f = lambda f_of: g.f(f=f_of)", "f__3 = lambda f_of: g.f(f=f_of)"),
        ("from g import f", "from g import f as f__3"),
        ("class f:\n    pass", "class f__3:\n    pass"),
        ("def g():\n    global f\n    f = 'f'", "def g():\n    global f__3\n    f__3 = 'f'"),
    ],
)
def test_an_answer_calls_itself_by_its_new_name(code, renamed):
    assert module._renamed(code, "f", "f__3") == renamed


def test_the_table_counts():
    def trial(key, share, hint=None):
        return Trial(Mutant(TICK, "q", key, "", ""), share, hint, max(0, 2 * share - 1))

    right = [trial(None, 1), trial(None, 1), trial(None, 0.5, "other")]
    wrong = [trial("k", 1), trial("k", 0.75, "k"), trial("k", 0.5, "k"), trial("k", 0, "other")]
    last = confusion_table({"tick9": right + wrong}).splitlines()[-1]
    assert last.replace("|", "").split() == ["all", "2", "1", "1", "1", "2", "2", "2", "of", "4"]
    assert [t.misjudged for t in right + wrong] == [False, False, True, True, False, False, False]


def test_the_command_fails_if_it_misjudged(monkeypatch, capsys):
    right = Trial(Mutant(TICK, "q", None, "in other words", ""), 1, None, 1)
    wrong = Trial(Mutant(TICK, "q", "k", "another belief", ""), 1, None, 1)
    found = {TICK.name: [right]}
    monkeypatch.setattr(module, "grader_accuracy", lambda *_, **__: found)
    assert main([]) == 0
    found[TICK.name].append(wrong)
    assert main([]) == 1
    assert f"misjudged: {TICK.name}/q: another belief" in capsys.readouterr().out


def test_it_needs_the_lab_s_tests(tmp_path):
    with pytest.raises(FileNotFoundError, match="tests/mutants"):
        grader_accuracy(tmp_path)


def test_headers_are_checked(tmp_path):
    (tmp_path / "q.py").write_text("# %% wrong: no belief\nx = 1\n")
    with pytest.raises(ValueError, match="cannot read the header"):
        load_mutants(tmp_path / "q.py", tmp_path)


def test_some_wrong_answers_only_the_hidden_cases_find(tmp_path):
    headers = "# %% wrong, hidden: k - a\n# %% hidden: k - b\n# %% wrong: k - c\n# %% right: d\n"
    (tmp_path / "q.py").write_text(headers)
    found = load_mutants(tmp_path / "q.py", tmp_path)
    assert [(m.key, m.note, m.hidden) for m in found] == [
        ("k", "a", True),
        ("k", "b", True),
        ("k", "c", False),
        (None, "d", False),
    ]
