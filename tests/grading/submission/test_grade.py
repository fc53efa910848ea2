"""One submission becomes a record, whatever is in it, and is told nothing of hidden inputs."""

from dataclasses import replace
from datetime import timedelta

import nbformat
import pytest

from labkit.checks import Case, Hint, Question, equals
from labkit.checks.marking import CellError, Mark, Report, Status
from labkit.checks.outcomes import Failure, FailureKind
from labkit.grading.notebook.confinement import Limits
from labkit.grading.submission import grade
from labkit.grading.submission.grade import Job, as_told, grade_one, ungraded
from labkit.grading.submission.restore import read
from tests.grading.tiny import NAME, NOON, answered, make_tick

ASKED = Question(
    "double",
    "double",
    2,
    {"other": "Compute it by hand.", "KeyError": "Not every key is there."},
    (Case((3,), equals(6)), Case((5,), equals(10), hidden=True)),
)
OF_ANOTHER_KIND = (
    "The result is of another kind than the question asks for: plain Python "
    "(numbers, strings, lists, dictionaries)."
)


def raised(exception):
    return Failure(FailureKind.RAISED, exception, "(3, 17)")


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(
    ("failure", "key", "text"),
    [
        (raised("ValueError"), "raised", "Your code stopped with ValueError in one of the cases."),
        (raised("Input17"), "raised", "Your code stopped with an exception in one of the cases."),
        (raised("print"), "raised", "Your code stopped with an exception in one of the cases."),
        (
            raised("KeyError"),
            "KeyError",
            "Your code stopped with KeyError in one of the cases. Not every key is there.",
        ),
        (Failure(FailureKind.NOT_PLAIN, "", "an Input17"), "wrong_type", OF_ANOTHER_KIND),
    ],
)
def test_what_the_code_says_of_a_failure_is_not_repeated(hidden, failure, key, text):
    case = ASKED.cases[hidden]
    (hint,) = replace(ASKED, cases=(case,)).judge([failure])
    assert as_told(hint, ASKED) == Hint(key, text)


def test_a_failure_of_any_words_is_told_by_its_kind():
    hint = Hint("raised", "The words may change: 17.", raised("ValueError"))
    assert as_told(hint, ASKED).text == "Your code stopped with ValueError in one of the cases."


@pytest.mark.parametrize(
    "hint",
    [
        Hint("other", "Compute it by hand."),
        # These words are the course's own, whatever they begin with.
        Hint("slow", "Your code stopped with a result that is too late."),
        Hint("wrong_type", "The result is a list; think of a set."),
        Hint("lost", "No answer came back.", Failure(FailureKind.LOST)),
        Hint("unanswered", "Not answered yet.", Failure(FailureKind.UNANSWERED)),
    ],
)
def test_other_hints_are_told_as_they_are(hint):
    assert as_told(hint, ASKED) == Hint(hint.key, hint.text)


# --- records


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    tick = make_tick(tmp_path_factory.mktemp("ticks"))
    return Job("a file", "ann", tick, NOON, read(nbformat.writes(answered(tick)).encode()))


@pytest.fixture
def played(monkeypatch):
    """Play the run of a notebook: a list of reports to give, which takes down what ran."""
    ran = []

    def play(*reports):
        left = list(reports)

        def mark(notebook, questions, files, limits, *, unsafe):
            ran.append(" ".join(cell.source for cell in notebook.cells))
            return left.pop(0)

        monkeypatch.setattr(grade, "mark", mark)
        return ran

    return play


def report(*hints, errors=()):
    marks = [Mark("double", 4 - bool(hint), 4, 2, 2, hint) for hint in hints]
    return Report(marks, list(errors), ["essay"], Status.TIMED_OUT, 3.0, True)


def test_a_record_says_what_the_run_did(job, played):
    played(
        report(Hint("raised", "It says 17.", raised("E")), errors=[CellError(3, "E", "x" * 999)])
    )
    made = grade_one(job)
    assert (made.student, made.tick, made.file, made.submitted) == ("ann", NAME, "a file", NOON)
    assert (made.status, made.reason, made.confined) == (Status.TIMED_OUT, "", True)
    assert made.marks[0].points == 2 and "17" not in repr(made.marks)
    assert [len(error) for error in made.errors] == [300]
    assert made.written == {"essay": True} and made.repairs == ()
    assert made.fingerprint == job.fingerprint
    assert made.notebook["nbformat"] == 4 and made.seconds >= 0


def test_a_submission_that_breaks_the_grader_is_a_record(job, monkeypatch):
    def breaks(*arguments, **options):
        raise RuntimeError("no luck")

    monkeypatch.setattr(grade, "mark", breaks)
    made = grade_one(job)
    assert made.ended == "could not be graded: RuntimeError: no luck"
    assert (made.marks, made.fingerprint) == ((), job.fingerprint)
    assert grade_one(replace(job, notebook="{")).status is Status.FAILED
    assert ungraded(job, "no luck").ended == "could not be graded: no luck"


@pytest.mark.parametrize(
    "first",
    [
        report(None, errors=[CellError(2, "NameError", "name 'math' is not defined")]),
        report(None, Hint("raised", "Some words.", raised("NameError"))),
    ],
)
def test_a_missing_name_has_the_whole_notebook_run(job, played, first):
    ran = played(first, report(None))
    made = grade_one(job)
    assert made.errors == () and len(ran) == 2
    assert "import math" not in ran[0] and "import math" in ran[1]


@pytest.mark.parametrize(
    "first",
    [
        report(None),
        report(
            Hint("other", "Not every NameError is one."), errors=[CellError(2, "E", "NameError")]
        ),
        report(Hint("lost", "NameError", Failure(FailureKind.LOST))),
    ],
)
def test_otherwise_it_runs_once(job, played, first):
    ran = played(first)
    grade_one(job)
    assert len(ran) == 1


def test_an_answer_that_was_not_written_is_known(job, played):
    played(report(None))
    text = read(nbformat.writes(answered(job.tick, essay=None)).encode())
    assert grade_one(replace(job, notebook=text)).written == {"essay": False}


def test_the_fingerprint_changes_with_all_that_marks_depend_on(job, monkeypatch):
    others = [
        replace(job, notebook="{}"),
        replace(job, tick=replace(job.tick, hidden="# other")),
        replace(job, tick=replace(job.tick, checks="# other")),
        replace(job, limits=Limits(cell_seconds=59)),
        replace(job, unsafe=True),
        replace(job, files=(("helpers.py", b"a = 1"),)),
        replace(job, files=(("helpers.py", b"a = 2"),)),
        replace(job, files=(("data.csv", b"a = 1"),)),
    ]
    prints = {job.fingerprint, *(other.fingerprint for other in others)}
    assert len(prints) == 1 + len(others)
    same = replace(job, file="b", student="bob", submitted=NOON + timedelta(days=1))
    assert same.fingerprint == job.fingerprint
    monkeypatch.setattr(grade, "code_digest", lambda: "another labkit")
    assert job.fingerprint not in prints
