"""A new tick: it passes what every tick must pass, and a wrong name leaves nothing behind."""

import re
import shutil
import subprocess
import sys
from unittest.mock import Mock

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.checks.questions import course_folder, load_module, load_questions
from labkit.instructor.grading.base.clearing import cleared
from labkit.instructor.grading.release import new_tick as making
from labkit.instructor.grading.release.leaks import read_secrets, refuse_leaks
from labkit.instructor.grading.release.new_tick import new_tick
from tests.instructor.grading.tiny import write
from tests.ticks import ROOT

LAST = "tick8-confidence-against-gain"
#: What is asked of every tick; what of the others is meant has its name in it.
OF_TICKS = "mutants", "every_question", "generic", "prose", "imports", "stored"
TESTS = [f"tests/notebooks/test_{name}.py" for name in OF_TICKS]
TESTS += ["tests/checks/test_feedback.py", "tests/instructor/grading/release/test_pack.py"]


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
    assert load_module(course / "checks.py").LECTURE == "significance-testing"
    texts = [path.read_text(encoding="utf8") for path in (*folder.glob("*.*"), *course.glob("*.*"))]
    assert {path.name for path in folder.iterdir()} == {f"{made}.ipynb", "teaching.md"}
    assert all(text.endswith("\n") and "{{" not in text for text in texts)


def test_the_first_tick_follows_none_and_nothing_follows_the_ninth(lab, ran):
    shutil.rmtree(lab / "notebooks" / "ticks" / ".course" / "tick1-one")
    new_tick("tick1-first", lab, title="What {{ follows }}?")
    assert [path.stem for path in ran] == ["tick1-first", "start-here"]
    title = nbformat.read(ran[0], as_version=4).cells[0].source
    assert title.startswith("# Tick 1 · What {{ follows }}?\n")
    new_tick("tick9-last", lab)
    with pytest.raises(ValueError, match="not 'tick10-more'; .* as in 'tick9b-word-lengths'"):
        new_tick("more", lab)


@pytest.mark.parametrize(("name", "options", "error", "message"), [
    ("tick1-one", {}, FileExistsError, "there is a tick1 already, tick1-one"), ("tick3-other", {}, FileExistsError, "as in 'tick3b-other'"),
    ("tick9-taken", {}, FileExistsError, r"tick9-taken\.txt exists: choose another name"), ("tick10-x", {}, ValueError, "a place is one digit"),
    ("tick0-x", {}, ValueError, "name must be words in small letters"), ("tick9", {}, ValueError, "not 'tick9'"),
    ("../x", {}, ValueError, "not 'tick4-../x'"), ("tick9-ä", {}, ValueError, "not 'tick9-ä'"),
    ("x", {"lecture": "none"}, ValueError, "lecture must be one of significance-tes"), ("stopped", {}, KeyboardInterrupt, None),
])  # fmt: skip
def test_what_will_not_do_or_is_stopped_leaves_nothing(lab, monkeypatch, name, options, error, message):  # fmt: skip
    (lab / "tests" / "mutants" / "tick9-taken.txt").touch()
    before = {*lab.rglob("*")}
    monkeypatch.setattr(making, "_run", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(error, match=message):
        new_tick(name, lab, **options)
    assert {*lab.rglob("*")} == before


@pytest.mark.slow
def test_an_answer_that_fails_is_named(tmp_path):
    nbformat.write(new_notebook(cells=[new_code_cell("{}['where']")]), tmp_path / "x.ipynb")
    with pytest.raises(ValueError, match=r"x.ipynb does not run .*: KeyError: 'where'"):
        making._run(tmp_path / "x.ipynb")


@pytest.mark.long
def test_a_new_tick_passes_what_every_tick_must_pass(tmp_path):
    """In a copy of the repository with the last of its ticks only."""
    lab = tmp_path / "lab"
    others = shutil.ignore_patterns(".[!c]*", "__pycache__", "tick[1-7]*")
    shutil.copytree(ROOT, lab, ignore=others)
    (lab / "tests" / "mutants" / f"{LAST}.txt").write_text("")
    tick, _ = new_tick("text-lengths", lab, title="How long is a review?")
    assert tick.name == "tick9-text-lengths"
    stored = tick / f"{tick.name}.ipynb"
    notebook = nbformat.read(stored, as_version=4)
    start = (lab / "notebooks" / "start-here.ipynb").read_text(encoding="utf8")
    assert f"[Tick 9 · How long is a review?](ticks/{tick.name}/{tick.name}.ipynb)" in start
    # What students get of it gives no answer away.
    secrets = {text: origin for text, origin in read_secrets(lab).items() if tick.name in origin}
    pack, course = tmp_path / "pack", course_folder(tick)
    shutil.copytree(course, pack, ignore=shutil.ignore_patterns("hidden.py", "__pycache__"))
    nbformat.write(cleared(notebook), pack / stored.name)
    refuse_leaks(pack, secrets)

    # It passes the tests of all ticks, but for those of the whole pack; as stored, it runs again.
    meant = f"({tick.name} or start-here) and not (secret or released or pasted or untouched)"
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider"]
    command += [*TESTS, str(stored), "-k", meant]
    done = subprocess.run(command, cwd=lab, capture_output=True, text=True)
    assert done.returncode == 0 and "skipped" not in done.stdout, done.stdout
    n_cells = sum(cell.cell_type == "code" for cell in notebook.cells)
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > 30 + n_cells
    subprocess.run([sys.executable, "-m", "ruff", "check", str(course)], cwd=lab, check=True)
