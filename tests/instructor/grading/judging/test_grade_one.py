"""One submission becomes a record, whatever is in it."""

import re
import resource
from dataclasses import replace
from datetime import timedelta

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_output

import labkit
from labkit.checks.marking import CARRIED, Status
from labkit.checks.outcomes import Failure, FailureKind, Returned, write_reply
from labkit.instructor.grading.judging import grade_one as grade
from labkit.instructor.grading.judging.grade_one import Job, grade_one, limits_of
from labkit.instructor.grading.judging.restore import restored
from labkit.instructor.grading.sandbox.bubblewrap import Limits
from labkit.instructor.grading.sandbox.run import Ran
from labkit.instructor.grading.submissions.notebook_file import read
from tests.instructor.grading.tiny import NOON, UNSAFE, answered, changed, job_of


@pytest.fixture(scope="module")
def job(tick):
    return job_of(tick, read(nbformat.writes(answered(tick)).encode()), file="a file")


@pytest.fixture
def played(monkeypatch):
    """Play the run of a notebook: what one of its cells prints; takes down what ran."""
    ran = {}

    def play(*outputs, answers=(None, None), hidden=(None, None), status=Status.RAN, at=1, **how):
        def run(notebook, files, limits, *, then, **more):
            hidden_cases, again = then
            ran.update(more, files=files, then=list(hidden_cases(answers)))
            ran["again"] = list(again(answers, hidden))
            notebook.cells[at].outputs = [*outputs]
            missed = how.get("missed", frozenset())
            later = hidden, how.get("again", (None, None))
            return Ran(status, True, answers, later, (missed, missed), how.get("longest"))

        monkeypatch.setattr(grade, "run", run)
        monkeypatch.setattr(Job, "in_child", lambda job, function: function(job))
        return ran

    return play


def right(factor):
    """Right replies on the visible cases and on the hidden ones."""
    large = {2: 770077, 3: 880088}[factor]
    rounds = (3, 5), (large, factor)
    return [write_reply([Returned(factor * n) for n in inputs]) for inputs in rounds]


def failed(kind, *words):
    return write_reply([Failure(kind, *words)] * 2)


def handed_in(job, notebook, **more):
    return changed(job, notebook=read(nbformat.writes(notebook).encode()), **more)


def error(name):
    return new_output("error", ename=name, evalue="x" * 999, traceback=[])


def test_a_record_says_what_the_run_did_and_tells_nothing_of_it(job, played):
    visible, hidden = zip(right(2), [failed(FailureKind.RAISED, "E", "17")] * 2, strict=True)
    ran = played(error("E"), answers=visible, hidden=hidden, status=Status.TIMED_OUT)
    made = grade_one(job)
    assert (made.student, made.submitted, made.fingerprint) == ("ann", NOON, job.fingerprint)
    assert (made.status, made.reason, made.confined) == (Status.TIMED_OUT, "", True)
    assert [mark.points for mark in made.marks] == [2, 0] and "17" not in repr(made.marks)
    assert made.written == {"essay": True} and made.repairs == ()
    assert [len(error) for error in made.errors] == [300]
    assert [output["ename"] for outputs in made.run for output in outputs] == ["E"]
    assert not any(cell.get("outputs") for cell in made.notebook["cells"])
    asked = [*ran["ask"], *ran["then"]]
    assert [("770077" in words, "880088" in words) for words in asked] == [
        (False, False), (False, False), (True, False), (False, True),
    ]  # fmt: skip


def test_the_points_of_a_version_that_a_notebook_takes_stay_open(job, played):
    visible, hidden = zip(right(2), right(3), strict=True)
    played(answers=visible, hidden=hidden)
    own = 'double = labkit.stuck("double")'
    made = grade_one(handed_in(job, answered(job.tick, own=own, essay=None)))
    double, triple = made.marks
    assert (double.passed, double.points, double.hint.key) == (0, 0, "stuck")
    assert (triple.points, triple.hint, made.written) == (1, None, {"essay": False})
    assert made.repairs == ("cell 8 takes the course's version of double",)


def test_an_answer_earns_what_an_earlier_mistake_would_cost_and_only_points_are_told(job, played):
    wrong = [write_reply([Returned(value)] * 2) for value in (7, 770077)]
    all_right = f"[{', '.join(reply.strip('[]') for reply in right(3))}]"
    records = []
    for again in (None, wrong[0], all_right):
        ran = played(answers=[wrong[0]] * 2, hidden=[wrong[1]] * 2, again=(None, again))
        records.append(grade_one(job).marks)
    assert ran["again"][0] is None and "'triple', ['double'], ''" in ran["again"][1]
    alone, no_better, carried = records
    assert [mark.points for mark in alone] == [0, 0] and no_better == alone
    assert carried[0] == alone[0] and (carried[1].passed, carried[1].points) == (0, 1)
    assert carried[1].told == f"{alone[1].told} {CARRIED.format('1 point')}"
    # What is right is not asked again, and nothing is that has nothing wrong before it.
    for factors in ((2, 3), (2, 4), (4, 3)):
        replies = [right(3) if n == 3 else right(2) for n in factors]
        visible, hidden = zip(*replies, strict=True)
        ran = played(answers=visible, hidden=hidden)
        grade_one(job)
        assert ran["again"] == [None, None]


def test_a_run_has_the_files_and_keeps_each_answer_behind_its_check_which_is_not_run(job, played):
    ran, handed_in = played(), answered(job.tick)
    handed_in.cells += map(new_code_cell, ["print(double(3))", "import math", "import math as m"])
    notebook = restored(handed_in, job.tick.notebook())[0]
    notebook.cells.append(new_code_cell('check("double", double)', metadata={"given": True}))
    double, own = "def double(n):\n    return 2 * n", 'check("triple", triple)'  # a student's
    for place, source in {3: 'check("double", double)\n', 4: own, 5: "check(triple)"}.items():
        notebook.cells[place].source = source
    job = changed(job, files={"a.py": b"b", ".course/checks.py": b"own", "a.csv": b"own"})
    job = replace(job, tick=replace(job.tick, beside=(("a.csv", b"\xff"),)))
    grade.run_answers(notebook, list(job.tick.questions.values()), job, carry=True)
    # No answer names what is set up, and a check that was changed runs.
    sources = [cell.source for cell in notebook.cells]
    # Copies of cells that were given out are given, too.
    copies = ["", "", "import math as m", ""]
    answers = ["# Tiny", "", double, "", own, "check(triple)", "Because."]
    assert sources == answers + copies
    written = nbformat.reads(ran["files"].pop("written-answers.json").decode(), as_version=4)
    assert [cell.source for cell in written.cells] == ["Because."] and not ran["unsafe"]
    checks = job.tick.checks.encode()
    assert ran["files"] == {"a.py": b"b", ".course/checks.py": checks, "a.csv": b"\xff"}
    kept = {cell: words.partition(".__dict__, ")[2] for cell, words in ran["after"].items()}
    assert kept == {"cell-3": "'double', 'double')", "cell-5": "'triple', 'triple')"}


def addresses(job) -> tuple[int, int]:
    return resource.getrlimit(resource.RLIMIT_AS)


@pytest.mark.slow
def test_a_submission_that_breaks_the_grader_or_takes_too_long_is_a_record(job, monkeypatch):
    assert job.in_child(addresses) == addresses(job)  # no bound that the kernel would inherit
    made = grade_one(replace(job, limits=Limits(total=0.01)))
    # On a busy machine the time by the clock, which is five times as long, may be over first.
    ended = r"could not be graded: working on this notebook took longer than 0\.0(1 s of processor time|5 s)"
    assert re.fullmatch(ended, made.ended)

    def breaks(*arguments, **options):
        raise RuntimeError(f"no luck in {labkit.__file__}{'!' * 300}")

    monkeypatch.setattr(Job, "in_child", breaks)
    made = grade_one(job)
    assert made.reason.strip("!") == "RuntimeError: no luck in …/labkit/__init__.py"
    assert len(made.reason) == 300 and (made.marks, made.fingerprint) == ((), job.fingerprint)


STOPPED = "The cell that makes double has not run to its end: cell 3."


@pytest.mark.parametrize(("own", "words"), [
    (None, STOPPED), ("print(double)", STOPPED), ("import nowhere.inside\nimport beside", STOPPED),
    ("double = None", "double gives None"),  # another cell has made it since
])  # fmt: skip
def test_told_are_the_cell_that_stopped_and_missing_packages(job, played, own, words):
    notebook = answered(job.tick, double="return return", own=own)
    unanswered = failed(FailureKind.UNANSWERED)
    played(error("SyntaxError"), answers=[unanswered] * 2, hidden=[unanswered] * 2, at=2)
    double, triple = grade_one(handed_in(job, notebook, files={"beside.py": b""})).marks
    assert double.hint.text.startswith(words) and triple.hint.text.startswith("triple gives None")
    absent = "Your notebook imports nowhere, which the lab does not have"
    for mark in (double, triple):
        assert mark.told.startswith(mark.hint.text)
        assert (absent in mark.told) is ("nowhere" in str(own)) is (mark.told != mark.hint.text)


UNANSWERED = failed(FailureKind.UNANSWERED)
LOST = "No answer came back: the code ran too long, or Python stopped."


@pytest.mark.parametrize(("answer", "how", "words"), [
    (None, {}, LOST), (None, {"longest": 6}, f"{LOST} Most of the time went to cell 7."),
    (None, {"longest": 8}, f"{LOST} Most of the time went to the question triple."),
    (UNANSWERED, {"missed": {2}, "longest": 1}, f"{STOPPED} Most of the time went to cell 2."),
    (UNANSWERED, {"missed": {1}, "longest": 1}, "double gives None: either it is not written yet"),
])  # fmt: skip
def test_a_lost_answer_is_called_lost_with_what_took_the_time(job, played, answer, how, words):
    played(answers=[answer] * 2, status=Status.TIMED_OUT, **how)
    double, _ = grade_one(job).marks
    assert double.told == double.hint.text and double.told.startswith(words)
    assert (double.hint.key == "lost") is ("not written" not in words)


def test_what_was_slow_or_lost_in_a_visible_case_costs_no_such_time_in_hidden_ones(job, played):
    ran = played(answers=[failed(FailureKind.SLOW), None])
    grade_one(job)
    (double, triple) = ran["then"]
    assert "seconds=[1.0, 1.0]" in double and triple is None
    ran = played(answers=[right(2)[0], failed(FailureKind.RAISED)])
    grade_one(job)
    assert all("seconds=[10, 10]" in words for words in ran["then"])


def test_the_fingerprint_changes_with_all_that_marks_depend_on(job, monkeypatch):
    others = [
        changed(job, notebook="{}"), replace(job, limits=Limits(cell_seconds=19)),
        *(replace(job, tick=replace(job.tick, **{part: "# other"})) for part in ("hidden", "checks")),
        *(changed(job, files={"helpers.py": text}) for text in (b"a = 1", b"a = 2")),
        changed(job, files={"data.csv": b"a = 1"}), replace(job, unsafe=True),
    ]  # fmt: skip
    prints = {job.fingerprint, *(other.fingerprint for other in others)}
    assert len(prints) == 9 and len(grade.code_digest()) == 64
    same = changed(job, file="b", student="bob", submitted=NOON + timedelta(days=1))
    assert same.fingerprint == job.fingerprint
    monkeypatch.setattr(grade, "code_digest", lambda: "another labkit")
    assert job.fingerprint not in prints


@pytest.mark.slow
def test_a_mess_is_judged_right(job):
    mess = [
        {
            "double": "import twice\n    return sum([twice.of(n)])",
            "own": "sum = globals = vars = 0",
        },
        {"own": "def double(n):\n    return 0\ndel triple\n%reset -f"},
    ]
    job, files = replace(job, unsafe=UNSAFE), {"twice.py": b"def of(n): return n + n"}
    jobs = [handed_in(job, answered(job.tick, **each), files=files) for each in mess]
    found = [grade.grade_one(job) for job in jobs]
    assert [[mark.points for mark in made.marks] for made in found] == [[2, 1]] * 2, found


def test_a_tick_says_its_limits_and_an_instructor_has_the_last_word(job):
    bounded = replace(job.tick, checks=job.tick.checks + '\nLIMITS = {"total": 40, "memory": 9}\n')
    assert limits_of(bounded) == Limits(total=40, memory=9)
    assert limits_of(bounded, 90) == Limits(total=90, memory=9)
    with pytest.raises(TypeError, match="seconds"):
        limits_of(replace(job.tick, checks='LIMITS = {"seconds": 1}'))
