"""Tick 2: its class challenge can be asked for, and the course's versions are right."""

import ast

import nbformat
import pytest

from labkit.checks.feedback import load_versions
from labkit.checks.questions import course_folder, load_module
from labkit.grading.judging.tick import load_ticks
from labkit.grading.marks.predictions import predict_one
from labkit.grading.submissions.notebook_file import read
from tests.grading.tiny import UNSAFE, job_of
from tests.notebooks.test_mutants import questions
from tests.ticks import TICKS, notebook

LEXICON, BAYES = TICKS[:2]


def source(cell_id):
    return next(cell.source for cell in notebook(BAYES).cells if cell.id == cell_id)


def test_the_challenge_takes_what_it_will_be_asked_with():
    (function,) = ast.parse(source("challenge")).body
    question, inputs, gold = load_module(course_folder(BAYES) / "hidden.py").shared_task()
    assert function.name == question
    assert {len(function.args.args)} == {len(case) for case in inputs}
    assert len(inputs) == len(gold) == 1000


@pytest.mark.long
def test_a_student_s_challenge_predicts_and_an_untouched_one_does_not():
    tick = load_ticks(BAYES.parent, BAYES.name)[BAYES.name]
    book = notebook(BAYES)
    untouched = predict_one(job(tick, book))
    assert set(untouched.classes) <= {None} and untouched.reason
    cell = next(cell for cell in book.cells if cell.id == "challenge")
    cell.source = cell.source.replace("classify(tokens,", "classify(sorted(set(tokens)),")
    found = predict_one(job(tick, book))
    right = sum(p == g for p, g in zip(found.classes, tick.shared_task.gold, strict=True))
    assert set(found.classes) == {"POS", "NEG"} and right > 650


def job(tick, book):
    return job_of(tick, read(nbformat.writes(book).encode()), unsafe=UNSAFE)


#: The lexicon of the lab is the only one that its classifier knows.
OWN_LEXICON = ("classify-by-count", "classify-by-magnitude", "tune-strong-weight")


@pytest.mark.parametrize("tick", [LEXICON, BAYES], ids=lambda tick: tick.name)
def test_the_course_s_versions_are_right(tick):
    versions = load_versions(tick, [])
    assert len(versions) >= 5
    for name, function in versions.items():
        for case in questions(tick, True)[name].cases:
            if name not in OWN_LEXICON:
                assert case.judge(function(*(case.inputs or ()))) is None, name


def test_the_course_s_lexicon_classifiers_are_right_about_words_of_the_lexicon():
    versions = load_versions(LEXICON, [])
    classify, weigh, tune = (versions[name] for name in OWN_LEXICON)
    tokens = ["brilliant", "dull", "bad"]
    assert (classify(tokens, {}), weigh(tokens, {}, 3), weigh([], {}, 3)) == ("NEG", "NEG", "POS")
    assert tune([tokens[:2], ["bad"]], ["POS", "NEG"], {}, [3, 2]) == 2
