"""The class as a shared task: predictions of confined code, under pseudonyms."""

import nbformat
import pytest

from labkit.checks.marking import Status
from labkit.checks.outcomes import Failure, FailureKind, Returned, write_reply
from labkit.instructor.grading.marks import grade_class, predictions
from labkit.instructor.grading.marks.predictions import (
    Predictions,
    collect_predictions,
    predict_one,
)
from labkit.instructor.grading.sandbox.bubblewrap import SandboxUnavailable
from labkit.instructor.grading.sandbox.run import Ran
from labkit.instructor.grading.submissions.notebook_file import read
from tests.instructor.grading.tiny import NAME, UNSAFE, answered, job_of, make_tick, write

GOLD = ["POS", "NEG"] * 125
CLASSES = {"ann": GOLD, "bob": ["POS"] * 250, "cat": []}


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A class whose classifiers are asked without a kernel."""

    def ask(jobs, number, work):
        names = [job.submission.student for job in jobs]
        return [Predictions(name, CLASSES[name], "it says None") for name in names]

    monkeypatch.setattr(predictions, "run_here", ask)
    monkeypatch.setattr(grade_class, "available", lambda: None)
    tick = make_tick(tmp_path / "ticks")
    for student in CLASSES:
        write(tmp_path / "class" / f"{student}_{NAME}.ipynb", answered(tick))
    for broken in (f"dan_{NAME}", f"ann_{NAME} (1)", "eve_notes"):
        write(tmp_path / "class" / f"{broken}.ipynb", "{")
    write(tmp_path / "groups.csv", "group,student\nmon/day,ann\n,bob\n")
    return tmp_path


def collect(folder, **options):
    """Collect, and return what was found and the lines of each file."""
    usual = {"key": folder / "key", "groups": folder / "groups.csv"}
    options = usual | {"jobs": 1, "replace": False, "unsafe": False} | options
    out = folder / "out"
    found = collect_predictions(folder / "class", out, NAME, ticks=folder / "ticks", **options)
    return found, {str(p.relative_to(out)): p.read_text().split() for p in out.glob("**/*.txt")}


def test_each_complete_system_is_a_file_and_the_others_are_named(course):
    found, first = collect(course)
    assert (found.systems, found.reviews) == (2, 250)
    assert (
        sorted(found.left_out) == ["cat", "dan", "eve"] and found.left_out["cat"] == "it says None"
    )
    begins = {name[:4]: lines for name, lines in first.items()}
    assert begins == {"gold": GOLD, "mon_": GOLD, "no-g": CLASSES["bob"]} and len(first) == 3
    assert not [name for name in first if "ann" in name or "bob" in name]
    # Pseudonyms are the same with the same key, and others with another.
    write(course / "out" / "old.txt", "x")
    assert collect(course, replace=True)[1] == first
    _, other = collect(course, replace=True, key=course / "other-key", groups=None)
    assert other.keys() & first.keys() == {"gold.txt"}
    assert all(name.startswith("no-group/") for name in other.keys() - first.keys())


def test_what_will_not_do_is_named(course, monkeypatch):
    with pytest.raises(ValueError, match="key must be a file outside of"):
        collect(course, key=course / "out" / "key")
    with pytest.raises(ValueError, match="groups must be a table with the columns student and"):
        collect(course, groups=write(course / "bad.csv", "a,b\n1,2\n"))
    (course / "class").rename(course / "kept")
    write(course / "class" / "ann_tick9.ipynb", "{")
    with pytest.raises(ValueError, match=f"submissions must have some of {NAME}, and .*class has"):
        collect(course)
    assert not (course / "out").exists()
    write(course / "out" / "old.txt", "x")
    with pytest.raises(FileExistsError, match="--replace"):
        collect(course)
    hidden = course / "ticks" / ".course" / NAME / "hidden.py"
    hidden.write_text(hidden.read_text().partition("def shared_task")[0])
    with pytest.raises(ValueError, match="tick must be one that asks for a classifier"):
        collect(course, replace=True)
    assert (course / "out" / "old.txt").exists()
    monkeypatch.setattr(grade_class, "available", lambda: "None here.")
    with pytest.raises(SandboxUnavailable, match=r"None here\. --unsafe runs"):
        collect(course, replace=True)


LOOKING_UP = """
import glob, sys
# A path may be empty: "/**" would be every file of the machine, and of all its processes.
found = any(glob.glob(f"{path}/*movie*/**/*.csv", recursive=True) for path in sys.path if path)
"""


def predicted(tick, answer, **options):
    notebook = read(nbformat.writes(answered(tick, double=answer, **options)).encode())
    return predict_one(job_of(tick, notebook, unsafe=UNSAFE))


@pytest.mark.parametrize(("outcomes", "reason"), [
    ([Failure(FailureKind.RAISED, "ValueError", "9")] * 50, "it came to no class: raised ValueError"),
    ([Returned("NEG")] * 49 + [Returned(["POS"])], "it says something else than POS or NEG"), ([Returned("NEG")] * 50, ""),
])  # fmt: skip
def test_all_reviews_are_asked_for_or_it_is_said_why(tick, monkeypatch, outcomes, reason):
    def run_answers(notebook, questions, job):
        assert [len(question.cases) for question in questions] == [100, 100, 50]
        last = questions[2]
        assert (last.name, last.points, last.cases[49].inputs) == ("double", 2, (249,))
        assert job.limits.reviews is False
        parts = [[Returned("POS")] * 100] * 2 + [outcomes]
        return Ran(Status.RAN, True, tuple(map(write_reply, parts)))

    monkeypatch.setattr(predictions, "run_answers", run_answers)
    monkeypatch.setattr(predictions.Job, "in_child", lambda job, function: function(job))
    classes = [] if reason else ["POS"] * 200 + ["NEG"] * 50
    assert predicted(tick, "return n") == Predictions("ann", classes, reason)
    broken = predict_one(job_of(tick, "{"))
    assert broken.classes == [] and broken.reason.startswith("JSONDecodeError: ")


@pytest.mark.slow
@pytest.mark.usefixtures("sandbox")
def test_predictions_are_the_kernels_in_whose_reach_the_reviews_are_not(tick):
    answer = "return 'POS' if found or n % 2 == 0 else 'NEG'"
    assert predicted(tick, answer, own=LOOKING_UP) == Predictions("ann", GOLD)
    none = predicted(tick, "return 1 / 0 if n > 100 else 'POS'")
    assert none.reason.endswith("to no class: raised ZeroDivisionError") and not none.classes
