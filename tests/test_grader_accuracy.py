"""The grader's own accuracy, on the last tick; `make grader-accuracy` does all."""

import pytest

from labkit.checks.questions import load_questions
from tests import grader_accuracy as module
from tests.grader_accuracy import Mutant, Trial, load_mutants, main
from tests.grading.tiny import UNSAFE
from tests.ticks import TICKS

TICK = TICKS[-1]


@pytest.mark.slow
@pytest.mark.long  # tests of the mutants ask the same, but for the whole grader
def test_every_answer_of_the_last_tick_is_judged_as_it_should_be():
    ((name, trials),) = module.grader_accuracy(TICK.name, unsafe=UNSAFE)
    assert {trial.mutant.question for trial in trials} == {*load_questions(TICK)}
    assert name == TICK.name and len(trials) > 40
    assert [str(trial.mutant) for trial in trials if trial.misjudged] == []
    wrong = [trial for trial in trials if trial.mutant.key]
    assert [str(t.mutant) for t in wrong if t.key != t.mutant.key] == []
    some = [trial.earned > 0 for trial in wrong if trial.share]
    assert 4 * sum(some) < len(some)  # of those right in some cases, most earn nothing


def trial(key, share, hint=None):
    return Trial(Mutant(TICK, "q", key, "a belief", ""), share, hint, max(0, 2 * share - 1))


def test_the_command_counts_and_fails_if_it_misjudged(monkeypatch, capsys):
    trials = [trial(None, 1), trial("k", 0.75, "k"), trial("k", 0.5, "k"), trial("k", 0, "other")]
    monkeypatch.setattr(module, "grader_accuracy", lambda *_, **__: [("tick9", trials)])
    assert main([]) == 0 and "misjudged" not in capsys.readouterr().out
    trials += [trial(None, 0.5, "other"), trial("k", 1)]
    assert main([]) == 1
    said = capsys.readouterr().out
    assert said.count(f"misjudged: {TICK.name}/q: a belief\n") == 2
    counted = "1 of 2 right answers accepted; of 4 wrong ones 1 earn all points, 1 some, and 2 meet"
    assert counted in said


def test_answers_and_changes_of_the_solution_are_read_and_checked(tmp_path):
    tick, file = TICKS[0], tmp_path / "answers.txt"
    head = "[accuracy]\nwrong, hidden k: a - b\n    x = 1\n\n    y = 2\n"
    file.write_text(f"{head}wrong c: / len -> * len ;; sum( -> 1 + \\n sum(\nright: d\n[claim]")
    with pytest.raises(ValueError, match=r"cannot read the header '\[claim\]'"):
        load_mutants(tick, file)
    file.write_text(file.read_text().replace("[claim]", ""))
    hidden, changed, right = load_mutants(tick, file)
    assert (hidden.key, hidden.note, hidden.hidden) == ("k", "a - b", True)
    assert (
        hidden.code == "x = 1\n\ny = 2\n" and "return 1 + \n sum(agreements) * len" in changed.code
    )
    assert (right.key, right.hidden, right.question) == (None, False, "accuracy")
    for often, old in [(0, "nowhere"), (3, "agreements")]:
        file.write_text(f"[accuracy]\nwrong c: {old} -> x\n")
        with pytest.raises(ValueError, match=f"'{old}' must occur once, not {often} times"):
            load_mutants(tick, file)
    assert load_mutants(tick, tmp_path / "none.txt") == []
