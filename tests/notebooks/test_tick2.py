"""Tick 2: its class challenge can be asked for, and what a student writes there predicts."""

import ast

import nbformat
import pytest

from labkit.checks.questions import course_folder, load_module
from labkit.instructor.grading.judging.tick import load_ticks
from labkit.instructor.grading.marks.predictions import predict_one
from labkit.instructor.grading.submissions.notebook_file import read
from tests.instructor.grading.tiny import UNSAFE, job_of
from tests.ticks import COURSE, notebook

BAYES = COURSE[1]


@pytest.fixture
def book():
    return notebook(BAYES)


@pytest.fixture
def challenge(book):
    return next(cell for cell in book.cells if cell.id == "challenge")


def test_the_challenge_takes_what_it_will_be_asked_with(challenge):
    (function,) = ast.parse(challenge.source).body
    question, inputs, gold = load_module(course_folder(BAYES) / "hidden.py").shared_task()
    assert function.name == question
    assert {len(function.args.args)} == {len(case) for case in inputs}
    assert len(inputs) == len(gold) == 1000


@pytest.mark.long
def test_a_student_s_challenge_predicts_and_an_untouched_one_does_not(book, challenge):
    tick = load_ticks(BAYES.parent, BAYES.name)[BAYES.name]

    def predicted():
        return predict_one(job_of(tick, read(nbformat.writes(book).encode()), unsafe=UNSAFE))

    untouched = predicted()
    assert set(untouched.classes) <= {None} and untouched.reason
    challenge.source = challenge.source.replace("classify(tokens,", "classify(sorted(set(tokens)),")
    found = predicted().classes
    right = sum(p == g for p, g in zip(found, tick.shared_task.gold, strict=True))
    assert set(found) == {"POS", "NEG"} and right > 650
