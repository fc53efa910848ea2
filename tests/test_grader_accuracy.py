"""The grader's own accuracy, on the last week's tick; `make grader-accuracy` does all."""

import pytest

from labkit.checks.questions import load_questions
from tests.grader_accuracy import grader_accuracy, load_mutants
from tests.instructor.grading.tiny import UNSAFE
from tests.ticks import COURSE

TICK = COURSE[-1]


@pytest.mark.long  # tests of the mutants ask the same, but for the whole grader
def test_every_answer_of_the_last_week_is_judged_as_it_should_be():
    ((name, trials),) = grader_accuracy(TICK.name, unsafe=UNSAFE)
    assert {trial.mutant.question for trial in trials} == {*load_questions(TICK)}
    assert name == TICK.name and len(trials) > 40
    assert [str(trial.mutant) for trial in trials if trial.misjudged] == []
    wrong = [trial for trial in trials if trial.mutant.key]
    assert [str(t.mutant) for t in wrong if t.key != t.mutant.key] == []
    some = [trial.earned > 0 for trial in wrong if trial.share]
    assert 3 * sum(some) < len(some)  # of those right in some cases, two of three earn nothing


def test_answers_and_changes_of_the_solution_are_read_and_checked(tmp_path):
    tick, file = COURSE[0], tmp_path / "answers.txt"
    text = "[accuracy]\nwrong, hidden k: a - b\n    x = 1\n\n    y = 2\n"
    text += "wrong c: / len -> * len ;; sum( -> 1 + \\n sum(\nright: d\n"
    file.write_text(text)
    hidden, changed, right = load_mutants(tick, file)
    assert (hidden.key, hidden.note, hidden.hidden) == ("k", "a - b", True)
    assert hidden.code == "x = 1\n\ny = 2\n"
    assert "return 1 + \n sum(agreements) * len" in changed.code
    assert (right.key, right.hidden, right.question) == (None, False, "accuracy")
    for bad, message in [
        ("[claim]", r"cannot read the header '\[claim\]'"),
        ("wrong c: nowhere -> x\n", "'nowhere' must occur once, not 0 times"),
        ("wrong c: agreements -> x\n", "'agreements' must occur once, not 3 times"),
    ]:
        file.write_text(text + bad)
        with pytest.raises(ValueError, match=message):
            load_mutants(tick, file)
    assert load_mutants(tick, tmp_path / "none.txt") == []
