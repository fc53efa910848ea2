"""Questions: outcomes become hints, and the ticks' own questions are well formed."""

from dataclasses import replace

import pytest

from labkit.checks import Case, Hint, Question, equals
from labkit.checks.outcomes import Failure, FailureKind, Returned
from labkit.checks.questions import is_right, load_questions, most_telling, tick_folder, tick_order
from tests.checks.tricks import course

HINTS = {"square": "A square.", "KeyError": "Not every key is there.", "other": "By hand."}
CASES = (Case((3,), equals(6, square=9)), Case((5,), equals(10, square=25)))
ASKED = Question("double", "double", 2, HINTS, CASES)
POWER = {"hints": HINTS | {"TypeError": "A power?"}, "parameters": ("number", "base")}
MASKED, CALLED = {"masked": True}, "'int' object is not callable"
NOT_PLAIN, OUTSIDE = FailureKind.NOT_PLAIN, FailureKind.OUTSIDE
VALUE = {"cases": (Case(None, equals(6)), CASES[1])}
UNANSWERED, SLOW = FailureKind.UNANSWERED, Failure(FailureKind.SLOW)


def raised(exception, message=""):
    return Failure(FailureKind.RAISED, exception, message)


@pytest.mark.parametrize(
    ("changes", "outcome", "key", "words"),
    [
        ({}, Returned(7), "other", "By hand."),
        ({}, raised("KeyError", "'a'"), "KeyError", "stopped with KeyError: 'a'. Not every key"),
        ({}, raised("TypeError", "no."), "raised", "Your code stopped with TypeError: no."),
        ({}, raised("PermissionError", "Off."), "PermissionError", "with PermissionError: Off."),
        ({}, raised("AssertionError"), "raised", "Your code stopped with AssertionError."),
        ({}, raised("NameError", "n"), "raised", "NameError: n. Is it spelt as"),
        ({}, raised("TypeError", CALLED), "raised", "has a variable taken a function's name"),
        (POWER, raised("TypeError", "^"), "TypeError", "stopped with TypeError: ^. A power?"),
        (POWER, raised("TypeError", CALLED), "TypeError", "has a variable taken a function's"),
        ({}, Failure(NOT_PLAIN, "", "a set"), "wrong_type", "The result is a set; the"),
        ({}, Failure(FailureKind.NOT_CALLABLE), "not_callable", "double should be a function"),
        ({}, Failure(FailureKind.ARGUMENTS), "arguments", "It is given 1, in this order."),
        (POWER, Failure(FailureKind.ARGUMENTS), "arguments", "in this order: number, base."),
        ({}, Failure(UNANSWERED), "unanswered", "double gives None"),
        ({}, Failure(OUTSIDE, "", "n"), "outside", "double uses n of the notebook, where"),
        ({}, Failure(FailureKind.CHANGED), "changed", "Your function changes what it is given"),
        ({}, Failure(FailureKind.LOST), "lost", "No answer came back"),
        (VALUE, Failure(UNANSWERED), "unanswered", "yet: give double a value"),
        ({}, SLOW, "slow", "when its time was up. Does each loop come to an end"),
        # A masked question repeats nothing of what the code says.
        (MASKED, raised("KeyError", "17"), "KeyError", "stopped with an error. Not every key"),
        (MASKED, raised("TypeError", "17"), "raised", "Your code stopped with an error."),
        (MASKED, raised("Input17", CALLED), "raised", "Your code stopped with an error."),
        (MASKED, Failure(NOT_PLAIN, "", "an Input17"), "wrong_type", "is of another kind; the"),
        (MASKED, Failure(OUTSIDE, "", "input17"), "outside", "double uses a variable of the"),
        (MASKED, Failure(FailureKind.LOST), "lost", "No answer came back"),
    ],
)
def test_outcomes_become_hints(changes, outcome, key, words):
    first, second = replace(ASKED, **changes).judge([outcome, Returned(10)])
    assert second is None
    assert first.key == key and words in first.text
    assert "17" not in repr(first)
    assert ("power" in first.text) == ("^" in repr(outcome))


def test_every_hint_needs_words_and_every_case_an_outcome():
    with pytest.raises(ValueError):
        ASKED.judge([Returned(6)])
    with pytest.raises(KeyError, match="doubel"):
        replace(ASKED, cases=(Case((3,), equals(6, doubel=9)),)).judge([Returned(9)])


def test_an_answer_that_always_gives_the_same_is_told_so():
    asked = replace(ASKED, cases=(*CASES, Case((11,), equals(3))))
    hints = asked.judge([Returned(3)] * 3)
    assert [hint and hint.key for hint in hints] == ["constant", "constant", None]
    assert hints[0].text.startswith("Your function gives the same in every case here")
    assert hints[0].text.endswith("? By hand.")
    for other in (Returned(8), Returned(True), SLOW):
        assert "constant" not in {hint.key for hint in ASKED.judge([Returned(1), other])}
    (hint,) = replace(ASKED, cases=CASES[:1]).judge([Returned(7)])
    assert hint.key == "other"


@pytest.mark.parametrize(
    ("results", "keys"),
    [
        ((9, 25), ["square", "square"]),
        ((9, 10), ["other", None]),  # the second case knows the mistake, and does not show it
        ((9, 7), ["other", "other"]),
        ((36, 25), ["fourth", "other"]),
        ((4, 25), ["half", "half"]),  # which is the square there, too
        ((4, 10), ["half", None]),  # and nothing there
    ],
)
def test_a_mistake_is_named_if_all_cases_that_know_it_show_it(results, keys):
    first = Case((3,), equals(6, square=9, fourth=36, half=4))
    second = Case((5,), equals(10, square=25, half=25) if keys[1] else equals(10, square=25))
    hints = HINTS | {"fourth": "Twice squared.", "half": "Half."}
    hidden = Case((7,), equals(14, square=49), "seven")
    asked = replace(ASKED, cases=(first, second, hidden), hints=hints)
    *visible, last = asked.judge([*map(Returned, results), Returned(14)])
    assert [hint and hint.key for hint in visible] == keys and last is None


NAMED = {"hints": HINTS | {"types": "Twice.", "ties": "Equal."}, "name": "classify"}


@pytest.mark.parametrize(
    ("cases", "keys"),
    [  # the mistakes that each case knows, and whether it is wrong
        ([("types", True)], ["types"]),
        ([("types", True), ("ties", True)], ["types", "ties"]),  # two mistakes
        (
            [("types", True), ("", True), ("", True), ("", False)],
            ["other"] * 3 + [None],
        ),  # one of three: a coincidence
        ([("types", True), ("types", True), ("", True), ("", True)], ["types"] * 2 + ["other"] * 2),
        ([("types", True)] * 2 + [("", True)] * 3 + [("", False)], ["other"] * 5 + [None]),
        ([("types", True), ("types", False)], ["other", None]),
        ([("types ties", True), ("types", False)], ["ties", None]),
    ],
)
def test_a_mistake_that_explains_few_of_the_wrong_classes_is_not_named(cases, keys):
    made = tuple(
        Case((i,), equals("POS", **dict.fromkeys(known.split(), "NEG")))
        for i, (known, _) in enumerate(cases)
    )
    hints = replace(ASKED, cases=made, **NAMED).judge(
        [Returned("NEG" if wrong else "POS") for _, wrong in cases]
    )
    assert [hint and hint.key for hint in hints] == keys


@pytest.mark.parametrize(
    ("results", "keys"),
    [
        ((0.4, 0.3), ["rounded", "rounded"]),  # of one digit: in one case that says nothing
        ((0.4, 1 / 3), ["other", None]),
        ((0.4, 0.5), ["other", "other"]),
        ((0.42, 0.5), ["rounded", "other"]),
        ((5 / 12, 0.333), [None, "rounded"]),
        ((0.40, SLOW), ["other", "slow"]),
        ((0.8, 0.7), ["twice", "twice"]),
        ((0.8, 1 / 3), ["twice", None]),
    ],
)
def test_rounded_is_what_all_cases_are(results, keys):
    first = Case((3,), equals(5 / 12, twice=0.8))
    asked = replace(
        ASKED,
        hints=HINTS | {"twice": "Twice."},
        cases=(first, Case((5,), equals(1 / 3, **{"twice": 0.7} if keys[1] == "twice" else {}))),
    )
    outcomes = [one if one is SLOW else Returned(one) for one in results]
    hints = asked.judge(outcomes)
    assert [hint and hint.key for hint in hints] == keys


def test_a_mistake_that_all_cases_show_is_not_called_rounded():
    """As kappa, which is 0.4 in two cases where the correlation is 0.408 and -0.408."""
    cases = tuple(Case((r,), equals(r, kappa=round(r, 1))) for r in (0.408, -0.408))
    hints = replace(ASKED, cases=cases, hints=HINTS | {"kappa": "Kappa."}).judge(
        [Returned(0.4), Returned(-0.4)]
    )
    assert [hint.key for hint in hints] == ["kappa", "kappa"]


def test_the_most_telling_hint_names_a_misconception_and_a_doubt_is_right():
    doubt = replace(ASKED, cases=(Case(None, lambda value: Hint("?", "Look.", doubt=True)),))
    hints = doubt.judge([Returned(1)])
    assert is_right(hints[0]) and hints[0].text == "Look." and most_telling(hints) is None
    vague, named = Hint("other", "Hm."), Hint("square", "A square.")
    assert most_telling([None, None]) is None
    assert most_telling([None, vague, named, named]) == (2, named)
    assert most_telling([None, vague, Hint("wrong_type", "A str.")]) == (1, vague)


def test_ticks_stand_in_the_order_of_their_numbers():
    names = ["tick1-z", "tick2-b", "tick2b-a", "tick9-a", "tick10-a", "tick10-a-2", "tick10-a-10"]
    assert sorted(sorted(names), key=tick_order) == names
    assert sorted(["week²", "2", "", "week"], key=tick_order) == ["", "2", "week", "week²"]


CHECKS = """from labkit.checks import Case, Question, equals
CASES = (Case((1,), equals(2)),)
QUESTIONS = [Question(name, name, 1, {}, CASES) for name in ("double", "triple")]
"""
HIDDEN = """from labkit.checks import Case, equals
CASES = {"double": [Case((4,), equals(8), "even")]}"""


def test_hidden_cases_come_after_the_visible_ones(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no .course/checks.py"):
        load_questions(tmp_path)
    (course(tmp_path) / "checks.py").write_text(CHECKS)
    assert {len(q.cases) for q in load_questions(tmp_path).values()} == {1}
    with pytest.raises(FileNotFoundError, match="hidden.py"):
        load_questions(tmp_path, hidden=True)
    (course(tmp_path) / "hidden.py").write_text(HIDDEN)
    questions = load_questions(tmp_path, hidden=True)
    inputs = {name: [case.inputs for case in q.cases] for name, q in questions.items()}
    assert inputs == {"double": [(1,), (4,)], "triple": [(1,)]}
    (course(tmp_path) / "hidden.py").write_text("CASES = {'doubel': []}")
    with pytest.raises(ValueError, match=r"hidden.py: .*'doubel'; did you mean 'double'"):
        load_questions(tmp_path, hidden=True)


def test_where_no_folder_has_checks_it_is_the_one_in_which_python_works(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JPY_SESSION_NAME", str(tmp_path / "other" / "tick.ipynb"))
    assert tick_folder() == tmp_path
