"""``labkit rubric`` on a class that has been graded: from a rubric to marks, pages and the log."""

import json
import re
import shlex
import shutil

import pytest

from labkit.cli import main
from labkit.instructor.grading.marks.audit import entries, me
from labkit.instructor.grading.marks.gradebook import enter_manual, manual_marks
from labkit.instructor.grading.marks.marks import Manual
from labkit.instructor.grading.marks.settings import GradingSettings
from labkit.instructor.grading.review.markers import find_differing
from tests.instructor.grading.review.class_of import RUBRIC, class_of, fill
from tests.instructor.grading.tiny import NAME

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


def points(out):
    rows = json.loads((out / "grades.json").read_text())
    return {row["student"]: row["earned"]["essay"] for row in rows}


def change_rubric(out):
    path = out / "review" / NAME / "rubric.toml"
    path.write_text(RUBRIC.replace("points = 1 ", "points = 0.75 ", 1))


def test_one_marker_marks_and_the_rubric_changes_for_all(graded, capsys):
    out, rubric = graded
    for student, *options in (("ann", "clear,see", "--comment", "<b>Hm"), ("bob", "none")):
        assert rubric("mark", "--student", student, "--marker", "eva", "--items", *options) == 0
    assert "ann, essay: 1.5 points" in capsys.readouterr().out
    assert rubric("apply") == 1  # nobody is there to be asked
    assert points(out) == dict.fromkeys(ESSAYS)
    assert rubric("apply", "--yes") == 0
    printed = capsys.readouterr().out
    assert "ann, essay: – -> 1.5 (eva)" in printed and "2 marks to enter" in printed
    assert points(out) == {"ann": 1.5, "bob": 0.5, "cat": None, "dan": None}
    page = (out / "feedback" / "ann" / NAME / f"{NAME}.html").read_text()
    assert "Says it clearly (+1). See the notes of lecture 3. &lt;b&gt;Hm" in page
    change_rubric(out)
    assert rubric("apply", "--yes", "--why", "too generous") == 0
    assert points(out) == {"ann": 1.25, "bob": 0.5, "cat": None, "dan": None}
    assert "1 marks to enter, 1 as they are, 2 answers to be read" in capsys.readouterr().out
    log = [line for line in entries(out) if line["what"] == "mark by rubric"]
    assert [line["why"] for line in log] == ["", "", "too generous"]
    assert log[-1]["before"] == 1.5 and log[-1]["after"] == 1.25
    assert rubric("apply") == 0
    assert "0 marks to enter, 2 as they are" in capsys.readouterr().out


@pytest.mark.parametrize("step", ["review.enter.enter_manual", "marks.publish.publish_again"])
def test_a_run_that_was_ended_is_completed_by_the_next(graded, monkeypatch, step):
    out, rubric = graded

    def end(*given):
        raise KeyboardInterrupt

    rubric("mark", "--student", "ann", "--items", "clear", "--marker", "eva")
    for wanted in (1.5, 1.25):
        with monkeypatch.context() as patch:
            patch.setattr(f"labkit.instructor.grading.{step}", end)
            assert rubric("apply", "--yes") == 130
        assert points(out)["ann"] != wanted
        assert rubric("apply", "--yes") == 0
        assert points(out)["ann"] == wanted
        change_rubric(out)


def test_what_was_entered_in_formgrader_stays(graded, capsys):
    out, rubric = graded
    rubric("mark", "--student", "ann", "--items", "clear", "--marker", "eva")
    enter_manual(out, {("ann", NAME): Manual({"essay": 0.1}, {"essay": "My own."})})
    assert rubric("apply", "--yes") == 0
    assert "ann, essay: 0.1 -> 1.5 (eva)  - left: somebody" in capsys.readouterr().out
    assert manual_marks(out)["ann", NAME].points == {"essay": 0.1}
    assert rubric("apply", "--yes", "--overwrite") == 0
    assert "left:" not in capsys.readouterr().out and points(out)["ann"] == 1.5


def test_several_markers_with_a_third_decision(graded, capsys):
    out, rubric = graded
    two = ("--marker", "eva", "--marker", "fay")
    assert rubric("share", *two, "--second", "1") == 0
    assert "   4 answers for eva: " in capsys.readouterr().out
    folder = out / "review" / NAME / "markers"
    for path in folder.glob("*/*"):
        # Ids are random letters: a name may stand in one.
        assert not {*ESSAYS} & {*re.findall(r"\w+", path.read_text())}
        assert "Three." in path.read_text()
    assert fill(out, "eva", "clear") == fill(out, "fay", "clear true") == 4
    assert rubric("apply", "--yes") == 0
    assert points(out) == dict.fromkeys(ESSAYS)
    assert "4 on which markers differ" in capsys.readouterr().out
    assert rubric("agreement") == 0
    printed = capsys.readouterr().out
    assert "essay, points: 0 of 4 the same, kappa -1.00" in printed
    assert "essay, clear: 4 of 4 the same, all the same" in printed
    assert "4 answers on which two markers differ" in printed
    page = (out / "review" / NAME / "agreement.html").read_text()
    words = "<p>Says it clearly (+1). Is true (+1).</p>"
    assert all(shown in page for shown in ("One.", "fay: 2 of 2 points", words, ">-1<"))
    assert fill(out, "third", "true long", "Decided.") == 4
    assert rubric("share", *two) == 0  # changes nothing
    assert rubric("apply", "--yes") == 0
    assert points(out) == dict.fromkeys(ESSAYS, 1.0)
    assert "Decided." in manual_marks(out)["dan", NAME].comments["essay"]


def test_without_a_verb_it_says_what_to_type_next(made, graded, capsys, monkeypatch):
    out, _ = graded
    monkeypatch.chdir(out.parent)
    GradingSettings(source=str(made[0])).save(out)
    (out / "review" / NAME / "rubric.toml").unlink()

    def follow(*options):
        """Type what it says, with more options; give what it said, and the verb."""
        assert main(["rubric"]) == 0
        said, _, line = capsys.readouterr().out.partition("\n")
        words = shlex.split(line)
        if words[:1] == ["labkit"]:
            assert main([*words[1:], *options]) == 0
            capsys.readouterr()
        return said, *words

    assert follow()[1:4] == ("labkit", "rubric", "start")
    (out / "review" / NAME / "rubric.toml").write_text(RUBRIC)
    assert follow("--marker", "eva", "--second", "1")[:4] == (
        f"{NAME}: 4 answers have no marker yet; --marker once for each", "labkit", "rubric", "share"
    )  # fmt: skip
    for marker, items in ((me(), "clear"), ("eva", "true")):
        assert f"marks/review/{NAME}/markers/{marker}/worksheet.csv" in follow()
        fill(out, marker, items)
    fill(out, "eva", "true see long")
    assert find_differing(out, made[0] / "notebooks" / "ticks") == {(NAME, who) for who in ESSAYS}
    assert follow()[0] == f"{NAME}: markers differ on 4 answers"
    assert follow()[-1] == f"marks/review/{NAME}/markers/third/worksheet.csv"
    fill(out, "third", "Clear")
    assert find_differing(out, made[0] / "notebooks" / "ticks") == set()
    assert follow("--yes")[:4] == (f"{NAME}: 4 marks to enter", "labkit", "rubric", "apply")
    assert follow() == (f"{NAME}: all marks are entered",)
    assert main(["rubric", "--marks", "none"]) == 2
    assert "marks must be the folder that labkit grade wrote marks into" in capsys.readouterr().err


def test_start_writes_a_rubric_once(graded, capsys):
    out, rubric = graded
    path = out / "review" / NAME / "rubric.toml"
    assert rubric("start") == 2 and "already" in capsys.readouterr().err
    path.unlink()
    assert rubric("agreement") == 2 and "labkit rubric start" in capsys.readouterr().err
    assert rubric("start") == 0 and "[essay]" in path.read_text()


@pytest.mark.parametrize(
    ("student", "items", "more", "says"),
    [
        ("zoe", "clear", (), "student must be one student of the class, not 'zoe'"),
        ("ann", "clear", ("--question", "double"), "student must be .*not 'ann', who has 0"),
        ("ann", "", (), "items must be names of the rubric, or none"),
        ("ann", "clear", ("--adjust", "nan"), "adjust must be a finite number"),
    ],
)
def test_a_mistake_is_named(graded, capsys, student, items, more, says):
    assert graded[1]("mark", "--student", student, "--items", items, *more) == 2
    assert re.search(says, capsys.readouterr().err)


def test_a_folder_that_is_not_there_is_not_made(made, tmp_path, capsys):
    there = [str(tmp_path / "none"), "--tick", NAME, "--source", str(made[0])]
    assert main(["rubric", "apply", *there]) == 2
    assert "marks must be the folder that labkit grade wrote marks into" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
