"""The tick that is attacked: its questions."""

from labkit.checks import Case, Question, equals, says


def question(name, points, *cases):
    hints = {"other": "Compute it by hand.", "names": "Is it POS or NEG?"}
    return Question(name, name, points, hints, tuple(Case(*case) for case in cases))


QUESTIONS = [
    question("target", 3, (([4, 1],), equals(6))),
    question("double", 2, ((3,), equals(6))),
    question("label", 2, ((2,), says("POS", "other"))),
]
