"""A new tick: it passes what every tick must pass, and a wrong name leaves nothing behind."""

import csv
import re
import shutil
import subprocess
import sys
from unittest.mock import Mock

import nbformat
import pytest

from labkit.checks.plan import FILE, Planned, read_plan
from labkit.checks.questions import load_module, load_questions, tick_order
from labkit.instructor.grading.judging.tick import load_ticks
from labkit.instructor.grading.release import new_tick as making
from labkit.instructor.grading.release.new_tick import new_tick
from tests.instructor.grading.release.changed_templates import (
    ask_eight_questions,
    leave_one_question,
)
from tests.instructor.grading.release.small_lab import edit
from tests.instructor.grading.tiny import write
from tests.ticks import ROOT, TICKS

LAST = "tick8-confidence-against-gain"


@pytest.fixture
def ran(monkeypatch):
    paths = []
    monkeypatch.setattr(making, "_run", paths.append)
    return paths


@pytest.fixture
def lab(tmp_path):
    """A repository with two empty ticks, a lecture and the templates."""
    notebooks = tmp_path / "notebooks"
    for name in ("tick1-one", "tick3-three"):
        for folder in ("ticks", "ticks/.course"):
            (notebooks / folder / name).mkdir(parents=True)
    write(notebooks / "lectures" / "significance-testing.ipynb", "")
    write(
        notebooks / FILE,
        "# Of a test.\n[tick1-one]\n\n# The last.\n[ \"tick3-three\" ]\ntitle = 'Three'\n",
    )
    shutil.copytree(ROOT / "notebooks" / "new-tick", notebooks / "new-tick")
    (tmp_path / "tests" / "mutants").mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize(("name", "made", "before", "heading"), [
    ("word-lengths", "tick4-word-lengths", ["tick3-three"], "4 · Word lengths"), ("tick2-two", "tick2-two", ["tick1-one"], "2 · Two"),
    ("tick3b-x-2", "tick3b-x-2", ["tick3-three"], "3b · X 2"), ("ticks", "tick4-ticks", ["tick3-three"], "4 · Ticks"),
])  # fmt: skip
def test_a_name_is_given_its_place(lab, ran, name, made, before, heading):
    folder, samples = new_tick(name, lab)
    assert folder == lab / "notebooks" / "ticks" / made
    assert [path.stem for path in ran] == [made, *before, "start-here"]
    course = lab / "notebooks" / "ticks" / ".course" / made
    asked, versions = load_questions(folder, hidden=True), load_module(course / "stuck.py")
    assert re.findall(r"(?m)^\[(.*)\]$", samples.read_text("utf8")) == [*asked]
    assert samples == lab / "tests" / "mutants" / f"{made}.txt"
    for question in asked.values():
        answer = getattr(versions, question.answer)
        assert all(case.judge(answer(*case.inputs)) is None for case in question.cases)
    cells = nbformat.read(folder / f"{made}.ipynb", as_version=4).cells
    assert cells[0].source.startswith(f"# Tick {heading}\n")
    marks = {cell.id: cell.metadata.nbgrader for cell in cells if "nbgrader" in cell.metadata}
    assert [*marks] == [each.grade_id for each in marks.values()] and marks["written"].points == 2
    kinds = {(m.schema_version, m.grade, m.locked, m.solution, m.task) for m in marks.values()}
    assert kinds == {(3, False, False, True, False), (3, True, True, False, False), (3, True, False, True, False)}  # fmt: skip
    plan = read_plan(lab / "notebooks" / "ticks")
    assert [*plan] == sorted(["tick1-one", "tick3-three", made], key=tick_order)
    assert plan[made] == Planned(heading.partition(" · ")[2], "significance-testing")
    texts = [path.read_text(encoding="utf8") for path in (*folder.glob("*.*"), *course.glob("*.*"))]
    assert {path.name for path in folder.iterdir()} == {f"{made}.ipynb", "teaching.md"}
    assert all(text.endswith("\n") and "{{" not in text for text in texts)


def test_the_first_tick_follows_none_and_the_tenth_the_ninth(lab, ran):
    shutil.rmtree(lab / "notebooks" / "ticks" / ".course" / "tick1-one")
    new_tick("tick1-first", lab, title="What {{ follows }}?")
    assert [path.stem for path in ran] == ["tick1-first", "start-here"]
    title = nbformat.read(ran[0], as_version=4).cells[0].source
    assert title.startswith("# Tick 1 · What {{ follows }}?\n")
    new_tick("tick9-last", lab)
    new_tick("more", lab)
    assert [path.stem for path in ran][-3:] == ["tick10-more", "tick9-last", "start-here"]
    with pytest.raises(
        FileExistsError, match="a tick10 already, tick10-more: .* as in 'tick10b-x'"
    ):
        new_tick("tick10-x", lab)


@pytest.mark.parametrize(("name", "options", "error", "message"), [
    ("tick1-one", {}, FileExistsError, "there is a tick1 already, tick1-one"), ("tick3-other", {}, FileExistsError, "as in 'tick3b-other'"),
    ("tick9-taken", {}, FileExistsError, r"tick9-taken\.txt exists: choose another name"), ("tick04-x", {}, ValueError, "a place is a number from 1"),
    ("tick0-x", {}, ValueError, "name must be words in small letters"), ("tick9", {}, ValueError, "not 'tick9'"),
    ("../x", {}, ValueError, "not 'tick4-../x'"), ("tick9-ä", {}, ValueError, "not 'tick9-ä'"),
    ("x", {"lecture": "none"}, ValueError, "lecture must be one of significance-tes"), ("stopped", {}, KeyboardInterrupt, None),
])  # fmt: skip
def test_what_will_not_do_or_is_stopped_leaves_nothing(lab, monkeypatch, name, options, error, message):  # fmt: skip
    (lab / "tests" / "mutants" / "tick9-taken.txt").touch()
    before, plan = {*lab.rglob("*")}, (lab / "notebooks" / FILE).read_text("utf8")
    monkeypatch.setattr(making, "_run", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(error, match=message):
        new_tick(name, lab, **options)
    assert {*lab.rglob("*")} == before and (lab / "notebooks" / FILE).read_text("utf8") == plan


@pytest.fixture
def whole(tmp_path, monkeypatch):
    """A copy of the repository, with a Python that finds the copy's labkit."""
    whole = tmp_path / "lab"
    shutil.copytree(ROOT, whole, ignore=shutil.ignore_patterns(".[!c]*", "__pycache__"))
    (whole / ".venv").symlink_to(sys.prefix)
    monkeypatch.setenv("PYTHONPATH", str(whole))
    return whole


def typed(whole, line):
    """Return what a command prints that is typed in a repository's folder; it must succeed."""
    done = subprocess.run(line, shell=True, cwd=whole, capture_output=True, text=True)
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout


def what_it_prints(text):
    return re.findall(r"(?m)^ +(\.venv/bin/.*)$", text)


def boxes(name, heading):
    """Return what a section of a document has in its boxes, in order: lines to type, and Python."""
    section = (ROOT / name).read_text("utf8").partition(f"## {heading}\n")[2].partition("\n#")[0]
    found = re.findall(r"(?m)^ {4}(.*)$|^```python\n((?:.*\n)*?)```$", section)
    return [line for line, _ in found if line], [code for _, code in found if code]


@pytest.mark.slow
@pytest.mark.usefixtures("sandbox")
def test_the_evening_of_the_guide_is_typed(whole):
    (first, data, *stored, release, make, copy, grade), (code,) = boxes("docs/authoring.md", "A course of your own, in an evening")  # fmt: skip
    name = "tick1b-word-lengths"
    tick = whole / "notebooks" / "ticks" / name
    printed = typed(whole, first)
    assert what_it_prints(printed) == stored and len(stored) == 3
    typed(whole, f"{printed.rpartition(': ')[2].strip()} --dry-run")  # make lint test
    typed(whole, data)

    def read_data(cells):
        (setup,) = (cell for cell in cells if cell.id == "setup")
        setup.source += f"\n{code}"

    edit(tick / f"{name}.ipynb", read_data)
    plan = whole / "notebooks" / FILE
    text, out = plan.read_text("utf8"), "tick3-laws-of-language"
    plan.write_text(re.sub(rf"\[{out}\]\n(.+\n)*", "", text), "utf8")
    *made, tests = stored
    for line in made:
        typed(whole, line)
    passed = typed(whole, tests)
    notebook = nbformat.read(tick / f"{name}.ipynb", as_version=4)
    n_cells = sum(cell.cell_type == "code" for cell in notebook.cells)
    assert "2 reviews of our own" in str(notebook.cells)
    assert "skipped" not in passed and int(re.search(r"(\d+) passed", passed)[1]) > 30 + n_cells
    start = (whole / "notebooks" / "start-here.ipynb").read_text(encoding="utf8")
    assert f"[Tick 1b · How long is a word?](ticks/{name}/{name}.ipynb)" in start
    said = typed(whole, release)
    pack = whole / "student-pack" / "labkit-lab"
    given = {path.name for path in pack.glob("notebooks/ticks/*/")} - {".course"}
    assert given == {path.name for path in TICKS} - {out} | {name} and out not in start
    assert (pack / "notebooks" / "ticks" / name / "own.csv").read_bytes() == (
        tick / "own.csv"
    ).read_bytes()
    readme = (pack / "README.md").read_text("utf8")
    assert "| 1b · How long is a word? | one |" in readme and "| 3 · " not in readme
    assert "still names a tick" not in said
    for line in (make, copy, grade):
        typed(whole, line)
    (row,) = csv.DictReader((whole / "marks" / "grades.csv").read_text("utf-8-sig").splitlines())
    assert (row["tick"], row["points"], row["waiting"]) == (name, "6", "written"), row
    for check in ("check", "format --check"):
        typed(whole, f".venv/bin/python -m ruff {check} notebooks/ticks/.course/{name}")


@pytest.mark.long
def test_a_lab_of_eleven_ticks_passes_what_is_asked_of_all_ticks(whole):
    """The new ones are as they are made, of one question, and of eight."""
    templates = whole / "notebooks" / "new-tick"
    kept = {path: path.read_text("utf8") for path in templates.iterdir()}
    for name, changed in (
        ("four", None),
        ("one", leave_one_question),
        ("eight", ask_eight_questions),
    ):
        for path, text in kept.items():
            path.write_text(text, "utf8")
        if changed:
            changed(templates)
        for line in what_it_prints(typed(whole, f".venv/bin/labkit new-tick of-{name}")):
            typed(whole, line)
    new = ["tick9-of-four", "tick10-of-one", "tick11-of-eight"]
    assert [*load_ticks(whole / "notebooks" / "ticks")][8:] == new
    # Beside all that is quick, what is slow is asked of the new ones.
    rooms = (
        "tests/notebooks tests/checks/test_code.py tests/instructor/grading/release/test_pack.py"
    )
    typed(whole, f".venv/bin/python -m pytest -q notebooks/ticks/{LAST} {rooms}")
    named = f"-m 'slow or not slow' -k '{' or '.join(new)}'"
    typed(whole, f".venv/bin/python -m pytest -q {named} notebooks/ticks {rooms}")
