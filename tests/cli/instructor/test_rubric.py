"""``labkit rubric`` on a class that has been graded: from a rubric to marks, pages and the log."""

import csv
import json
import re
import shutil

import pytest

from labkit.cli import main
from labkit.grading.results.audit import entries
from labkit.grading.results.gradebook import enter_manual, manual_marks
from labkit.grading.results.marks import Manual
from tests.grading.review.class_of import RUBRIC, class_of
from tests.grading.tiny import NAME

ESSAYS = {"ann": "One.", "bob": "Two.", "cat": "Three.", "dan": "Four."}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """One class for all tests: to make its gradebook takes a second."""
    with pytest.MonkeyPatch.context() as patch:
        # For a new gradebook nbgrader asks a program that takes seconds.
        patch.setattr("nbgrader.api.get_alembic_version", lambda: "0")
        return class_of(tmp_path_factory.mktemp("class"), ESSAYS)


@pytest.fixture
def graded(made, tmp_path):
    """A folder of marks, and a way to give the command on it."""
    lab, out = made[0], tmp_path / "marks"
    shutil.copytree(made[1], out)

    def rubric(does, *options):
        return main(["rubric", does, str(out), "--tick", NAME, "--source", str(lab), *options])

    return out, rubric


def fill(out, marker, items, comment=""):
    """Write the same into every line of a worksheet."""
    path = out / "review" / NAME / "markers" / marker / "worksheet.csv"
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row |= {"items": items, "comment": comment}
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return len(rows)


def points(out):
    return {
        row["student"]: row["earned"]["essay"]
        for row in json.loads((out / "grades.json").read_text())
    }


def test_one_marker_marks_and_the_rubric_changes_for_all(graded, capsys):
    out, rubric = graded
    mine = ("--marker", "eva")
    assert rubric("mark", "--student", "ann", "--items", "clear", "--comment", "<b>Hm", *mine) == 0
    assert rubric("mark", "--student", "bob", "--items", "none", *mine) == 0
    assert "ann, essay: 1.5 points" in capsys.readouterr().out
    assert rubric("apply") == 1  # nobody is there to be asked
    assert points(out) == dict.fromkeys(ESSAYS)
    assert rubric("apply", "--yes") == 0
    said = capsys.readouterr().out
    assert "ann, essay: – -> 1.5 (eva)" in said and "2 marks to enter" in said
    assert points(out) == {"ann": 1.5, "bob": 0.5, "cat": None, "dan": None}
    page = (out / "feedback" / "ann" / NAME / f"{NAME}.html").read_text()
    assert "Says it clearly (+1). &lt;b&gt;Hm" in page

    path = out / "review" / NAME / "rubric.toml"
    path.write_text(RUBRIC.replace("points = 1\n", "points = 0.75\n", 1))
    assert rubric("apply", "--yes", "--why", "too generous") == 0
    assert points(out) == {"ann": 1.25, "bob": 0.5, "cat": None, "dan": None}
    assert "1 marks to enter, 1 as they are, 2 answers to be read" in capsys.readouterr().out
    log = [(line["what"], line["why"]) for line in entries(out)]
    assert log.count(("mark by rubric", "")) == 2
    assert log[-2:] == [("rubric", "too generous"), ("mark by rubric", "too generous")]
    assert entries(out)[-1]["before"] == 1.5 and entries(out)[-1]["after"] == 1.25
    assert rubric("apply") == 0
    assert "0 marks to enter, 2 as they are" in capsys.readouterr().out


def test_a_run_that_was_ended_is_completed_by_the_next(graded, monkeypatch):
    out, rubric = graded
    rubric("mark", "--student", "ann", "--items", "clear", "--marker", "eva")

    def end(*given):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("labkit.grading.review.entering.write_whole", end)
        assert rubric("apply", "--yes") == 130
    assert rubric("apply") == 0  # nothing is left to be asked
    assert points(out)["ann"] == 1.5
    path = out / "review" / NAME / "rubric.toml"
    path.write_text(RUBRIC.replace("points = 1\n", "points = 0.75\n", 1))
    assert rubric("apply", "--yes") == 0
    assert points(out)["ann"] == 1.25


def test_what_was_entered_in_formgrader_stays(graded, capsys):
    out, rubric = graded
    rubric("mark", "--student", "ann", "--items", "clear", "--marker", "eva")
    enter_manual(out, {("ann", NAME): Manual({"essay": 0.1}, {"essay": "My own."})})
    assert rubric("apply", "--yes") == 0
    assert "left: somebody entered it in Formgrader" in capsys.readouterr().out
    assert manual_marks(out)["ann", NAME].points == {"essay": 0.1}
    assert rubric("apply", "--yes", "--overwrite") == 0
    assert manual_marks(out)["ann", NAME].points == {"essay": 1.5}
    assert points(out)["ann"] == 1.5


def test_several_markers_with_a_third_decision(graded, capsys):
    out, rubric = graded
    assert rubric("share", "--marker", "eva", "--marker", "fay", "--second", "1") == 0
    folder = out / "review" / NAME / "markers"
    for marker in ("eva", "fay"):
        for name in ("worksheet.csv", "answers.html"):
            text = (folder / marker / name).read_text()
            # Ids are random letters: a name may stand in one.
            assert not {*ESSAYS} & {*re.findall(r"\w+", text)}
    assert "Three." in (folder / "eva" / "answers.html").read_text()
    assert fill(out, "eva", "clear") == fill(out, "fay", "clear true") == 4
    assert rubric("apply", "--yes") == 0
    assert points(out) == dict.fromkeys(ESSAYS)
    assert "4 on which markers differ" in capsys.readouterr().out
    assert rubric("agreement") == 0
    said = capsys.readouterr().out
    assert "essay, points: 0 of 4 the same" in said and "essay, clear: 4 of 4 the same, all" in said
    assert "One." in (out / "review" / NAME / "agreement.html").read_text()
    assert fill(out, "third", "true long", "Decided.") == 4
    assert rubric("share", "--marker", "eva", "--marker", "fay") == 0  # changes nothing
    assert rubric("apply", "--yes") == 0
    assert points(out) == dict.fromkeys(ESSAYS, 1.0)
    assert "Decided." in manual_marks(out)["dan", NAME].comments["essay"]


def test_start_writes_a_rubric_once(graded, capsys):
    out, rubric = graded
    path = out / "review" / NAME / "rubric.toml"
    assert rubric("start") == 2 and "already" in capsys.readouterr().err
    path.unlink()
    assert rubric("agreement") == 2 and "labkit rubric start" in capsys.readouterr().err
    assert rubric("start") == 0 and "[essay]" in path.read_text()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--student", "zoe", "--items", "clear"], "student must be"),
        (["--student", "ann", "--items", "cleer"], "did you mean 'clear'"),
        (["--student", "ann", "--items", "clear", "--marker", "../x"], "marker's name"),
        (["--student", "ann", "--items", "clear", "--adjust", "nan"], "--adjust"),
    ],
)
def test_a_mistake_is_named(graded, capsys, options, says):
    assert graded[1]("mark", *options) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("does", [["share", "--marker", "eva"], ["agreement"], ["apply"]])
def test_a_folder_that_is_not_there_is_not_made(made, tmp_path, capsys, does):
    there = [str(tmp_path / "none"), "--tick", NAME, "--source", str(made[0])]
    assert main(["rubric", does[0], *there, *does[1:]]) == 2
    assert "there is no folder records" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
