"""The student pack: complete, and nothing in it gives an answer away."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import labkit
from labkit import check
from labkit.checks import feedback, my_words
from labkit.checks.marking import Status
from labkit.checks.plan import FILE
from labkit.checks.progress import VARIABLE
from labkit.checks.questions import course_folder, load_questions
from labkit.instructor.grading.judging.grade_one import grade_one
from labkit.instructor.grading.judging.tick import load_tick
from labkit.instructor.grading.release.pack import NAME, TOP_LEVEL, find_mentions, release
from labkit.instructor.grading.release.readme import MARKS
from labkit.instructor.grading.submissions.notebook_file import read
from labkit.server import LARGEST_HANDED_IN
from tests.instructor.grading.release.small_lab import ONE, SOLUTION_LINE, edit, small_lab
from tests.instructor.grading.tiny import UNSAFE, job_of, put, write, write_tick
from tests.project import elsewhere
from tests.ticks import ROOT, TICKS, nbgrader, notebook, solution_cells

named = pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)
#: What stands in the place of a function, of a value, of what is read from a cell of text.
STUBS = {"code": ["# your code here", "# in place of the dots", "written_answer("], "markdown": ["Write your answer here"]}  # fmt: skip


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    """The folder of the pack of the lab as it is; its zip file is beside it."""
    return release(tmp_path_factory.mktemp("out"), ROOT)[0]


def released(pack, tick):
    return pack / "notebooks" / "ticks" / tick.name / f"{tick.name}.ipynb"


def squeezed(text):
    return "".join(text.split())


def secret_lines(tick):
    """What students must not see, collected here without labkit: long lines without white space."""
    lines = (course_folder(tick) / "hidden.py").read_text(encoding="utf8").splitlines()
    lines = [line for line in lines if "import" not in line]
    for code in solution_cells(tick).values():
        lines += code.partition("### BEGIN SOLUTION")[2].splitlines()[:-1]
    for cell in notebook(tick).cells:
        if cell.cell_type == "markdown" and nbgrader(cell):
            lines += cell.source.splitlines()
    return [line for line in map(squeezed, lines) if len(line) > 25]


def test_the_pack_holds_what_students_run_and_nothing_else(pack):
    assert {path.name for path in pack.iterdir()} == {*TOP_LEVEL, "README.md", "notebooks"}
    assert (pack / "README.md").read_text() == (ROOT / "notebooks/README.md").read_text()
    files = {str(path.relative_to(pack)) for path in pack.rglob("*")}
    assert "labkit/corpora.py" in files
    # Beside a tick's notebook lies nothing, and of the course's own only what a check needs.
    beside = {f"{t.name}/{t.name}.ipynb" for t in TICKS}
    beside |= {f".course/{t.name}/{file}" for t in TICKS for file in ("checks.py", "stuck.py")}
    found = {str(p.relative_to(pack / "notebooks")) for p in pack.glob("notebooks/**/*") if p.is_file()}  # fmt: skip
    expected = {
        *("start-here.ipynb", FILE),
        *(f".course/{n}" for n in ("checks.py", "pack-id", "startup.py")),
    }
    expected |= {f"ticks/{name}" for name in beside}
    assert {name for name in found if not name.startswith("lectures/")} == expected
    assert "labkit/instructor" not in files
    unwanted = r"hidden\.py|teaching\.md|\.pyc|__pycache__|\.ipynb_checkpoints|/test_.*\.py|\.git"
    assert [file for file in files if re.search(unwanted, file)] == []
    with zipfile.ZipFile(pack.parent / f"{NAME}.zip") as archive:
        zipped = {i.filename: archive.read(i) for i in archive.infolist() if not i.is_dir()}
    paths = [pack / file for file in files if (pack / file).is_file()]
    assert zipped == {f"{NAME}/{p.relative_to(pack)}": p.read_bytes() for p in paths}
    for lecture in sorted(ROOT.glob("notebooks/lectures/*.ipynb")):  # without a speaker's notes
        cells = nbformat.read(lecture, as_version=4).cells
        kept = [c.source for c in cells if "notes" not in c.metadata.get("tags", [])]
        shipped = nbformat.read(pack / lecture.relative_to(ROOT), as_version=4).cells
        assert len(kept) < len(cells) and kept == [cell.source for cell in shipped]


@named
def test_no_secret_is_in_the_pack(pack, tick):
    kinds = {".ipynb", ".py", ".md", ".yml", ".toml", ".txt"}
    texts = (p.read_text(encoding="utf8") for p in pack.rglob("*") if p.suffix in kinds)
    text = squeezed("".join(texts).replace('\\"', '"').replace("\\n", "\n"))
    lines = secret_lines(tick)
    assert lines
    # The course's versions call the library as hidden cases do: these lines tell no case.
    versions = squeezed((course_folder(released(pack, tick).parent) / "stuck.py").read_text("utf8"))
    calls = {line for line in lines if line in versions and not re.search(r"[\d\"']", line)}
    assert [line for line in lines if line in text and line not in calls] == []


@named
def test_released_notebook_is_cleared_and_locked_and_else_unchanged(pack, tick):
    cells = nbformat.read(released(pack, tick), as_version=4).cells
    for before, cell in zip(notebook(tick).cells, cells, strict=True):
        assert not cell.get("outputs")
        if nbgrader(cell).get("solution"):
            assert "BEGIN SOLUTION" not in cell.source
            assert sum(stub in cell.source for stub in STUBS[cell.cell_type]) == 1
        else:
            assert cell.source == before.source
        if cell.source.startswith("check("):
            assert nbgrader(cell).locked
            assert cell.metadata.deletable is False and cell.metadata.editable is False


def test_an_earlier_pack_is_replaced_only_on_request(tmp_path):
    source = small_lab(tmp_path / "lab")
    with pytest.raises(FileNotFoundError, match=r"source must be the lab's own .* no notebooks/t"):
        release(tmp_path / "new" / "out", tmp_path)
    with pytest.raises(FileNotFoundError, match="has no notebooks/lectures"):
        release(tmp_path / "new" / "out", source.lab, lectures=True)
    shown = new_output("stream", name="stdout", text=SOLUTION_LINE)
    edit(source.notebook, lambda cells: cells[1].update(outputs=[shown]))
    folder, archive = release(tmp_path / "new" / "out", source.lab)
    assert all(SOLUTION_LINE not in p.read_text("utf8") for p in folder.rglob("*.ipynb"))
    (folder / "old.txt").write_text("of the earlier pack")
    archive.write_text("of the earlier pack")
    (folder.parent / "mine.txt").write_text("not of the pack")
    for place in (folder, archive):  # the other alone is one, too
        aside = place.rename(place.with_name("aside"))
        with pytest.raises(FileExistsError, match=r"labkit-lab exists already; give --replace"):
            release(tmp_path / "new" / "out", source.lab)
        aside.rename(place)
    again = release(tmp_path / "new" / "out", source.lab, replace=True)
    assert again == (folder, archive) and not (folder / "old.txt").exists()
    assert zipfile.is_zipfile(archive) and (folder.parent / "mine.txt").exists()


def test_each_pack_counts_its_own_points_also_after_it_was_moved(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "notes"))
    source = small_lab(tmp_path / "lab").lab

    def so_far(pack, *answered):
        monkeypatch.chdir(pack / "notebooks" / "ticks" / ONE.name)
        monkeypatch.setattr(feedback, "_earned", {})  # as in a new kernel
        for question, answer in answered:
            check(question, answer)
        check("judgements", {})
        return re.findall(r"· (\d+) of 10 so far", capsys.readouterr().out)[-1]

    words = dict.fromkeys("abcde", "positive") | dict.fromkeys("fghij", "negative")
    first, second = (release(tmp_path / name, source)[0] for name in ("first", "second"))
    assert so_far(first, ("accuracy", labkit.metrics.accuracy)) == "0"  # which is switched off
    own = lambda predicted, labels: sum(map(str.__eq__, predicted, labels)) / len(labels)  # noqa: E731
    assert so_far(first, ("accuracy", own), ("ten-words", words)) == "1"
    assert my_words() == words
    assert so_far(second) == "0" and my_words() != words
    moved = first.rename(tmp_path / "elsewhere")
    assert so_far(moved) == "1" and my_words() == words


@pytest.mark.long
@named
def test_solutions_pasted_into_the_released_notebook_get_full_marks(pack, tick):
    solutions = solution_cells(tick)
    handed_in = nbformat.read(released(pack, tick), as_version=4)
    for cell in handed_in.cells:
        if cell.cell_type == "code" and nbgrader(cell).get("solution"):
            cell.source = solutions[nbgrader(cell).grade_id]
    read_back = read(nbformat.writes(handed_in).encode())
    record = grade_one(job_of(load_tick(tick), read_back, unsafe=UNSAFE))
    assert (record.status, record.errors, record.repairs) == (Status.RAN, (), ())
    assert [mark for mark in record.marks if mark.hint] == []
    checks = [nbgrader(c) for c in notebook(tick).cells if c.cell_type == "code"]
    points = {c.grade_id.removesuffix("-check"): c.points for c in checks if c.get("grade")}
    # A question without points helps with an answer that a person reads.
    assert {mark.question: mark.points for mark in record.marks if mark.out_of} == points
    marks = [nbgrader(c) for c in notebook(tick).cells if c.cell_type == "markdown"]
    assert record.written == {m.grade_id: False for m in marks if m.get("grade")}


@pytest.mark.slow
def test_the_pack_needs_nothing_that_students_do_not_have(pack, tmp_path):
    def run(*command):
        command = [sys.executable, *command]
        return elsewhere.run(command, tmp_path, [pack], cwd=released(pack, ONE).parent)

    lesson = run("-c", f"{elsewhere.LESSON}import nbgrader")  # which fails, and nothing before it
    assert re.fullmatch(r"Traceback (?s:.*) 'nbgrader' for students\n", lesson.stderr)
    labkit, data, table, shown, test_sets, answer, *_ = lesson.stdout.splitlines()
    assert (labkit, data) == (f"{pack}/labkit/__init__.py", f"{pack}/data")
    assert (table, answer.split(":")[0]) == ("(21, 24)", "✓ accuracy")
    assert (shown, test_sets) == ("demos.shuffling()", "IMDB Rotten Tomatoes")

    checked = run("-m", "labkit", "check", released(pack, ONE).name)
    assert checked.stderr == "" and checked.returncode == 1
    for name in (name for name, asked in load_questions(ONE).items() if asked.points):
        assert re.search(rf"✗ {name} .*(Not answered|not written) yet", checked.stdout), name
    assert "invalid choice: 'release'" in run("-m", "labkit", "release", "elsewhere").stderr


def test_a_pack_has_the_ticks_of_the_plan_with_their_titles_and_data(tmp_path):
    source = small_lab(tmp_path / "lab")
    notebooks = source.lab / "notebooks"
    write_tick(notebooks / "ticks", "tick1-other")
    (source.tick / "kinds").mkdir()
    files = {"reviews.csv": b"a,1\r\n\xff", "kinds/one.txt": b"", "teaching.md": b"For me."}
    files |= {".ipynb_checkpoints/a.ipynb": b"", "__pycache__/a.pyc": b""}
    put(source.tick, files)
    write(notebooks / "lectures" / "one.ipynb", new_notebook())
    (notebooks / "README.md").write_text(f"Before\n{MARKS[0]}\nold\n{MARKS[1]}\nAfter")
    edit(source.notebook, lambda cells: cells.append(new_markdown_cell(
        "Chosen here (as in tick 2), and not (tick 1 says so). Tick 3, too.")))  # fmt: skip
    (notebooks / FILE).write_text(f"[{ONE.name}]\ntitle = 'Word *lists*'\nlecture = 'one'\n")
    folder, _ = release(tmp_path / "out", source.lab)
    found = {p.relative_to(folder / "notebooks/ticks").as_posix() for p in folder.glob("notebooks/ticks/**/*") if p.is_file()}  # fmt: skip
    own = (f"{ONE.name}.ipynb", "reviews.csv", "kinds/one.txt")
    assert found == {f".course/{ONE.name}/checks.py", *(f"{ONE.name}/{name}" for name in own)}
    assert (released(folder, ONE).parent / "reviews.csv").read_bytes() == files["reviews.csv"]
    cells = nbformat.read(released(folder, ONE), as_version=4).cells
    assert cells[0].source.startswith("# Tick 1 · Word *lists*\n")
    assert cells[-1].source == "Chosen here, and not (tick 1 says so). Tick 3, too."
    before, table, after = (folder / "README.md").read_text().partition("| 1 · Word *lists* |")
    assert before.startswith(f"Before\n{MARKS[0]}\n| tick |") and table and "\nAfter" in after
    mentions = find_mentions(folder)
    assert f"notebooks/ticks/{ONE.name}/{ONE.name}.ipynb: Tick 3, too." in mentions


@pytest.mark.parametrize(("plan", "message"), [
    (f"[{ONE.name}]\n[tick2-gone]\n", r"not for tick2-gone: make them, or take them out of ticks\.toml"), ("", "there must be a tick in"),
    (f"[{ONE.name}]\nlecture = 'no'\n", f"ticks.toml: the lecture of {ONE.name} must be a notebook: no .*/no.ipynb"),
])  # fmt: skip
def test_a_plan_that_names_what_is_not_there_makes_no_pack(tmp_path, plan, message):
    source = small_lab(tmp_path / "lab")
    (source.lab / "notebooks" / FILE).write_text(plan)
    with pytest.raises(FileNotFoundError, match=message):
        release(tmp_path / "out", source.lab)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("name", "content", "message"), [
    ("a.csv", f"x, {SOLUTION_LINE}", f"ticks/{ONE.name}/a.csv would give an answer away"),
    ("Copy.ipynb", nbformat.writes(new_notebook(cells=[new_code_cell("### BEGIN SOLUTION\n1\n### END SOLUTION")])), "Copy.ipynb: a solution region was not cleared"), ("hidden.py", "", r"hidden\.py: hidden cases"),
    ("large.bin", "0" * (LARGEST_HANDED_IN + 1), "large.bin have 50 MB, where 50 may lie beside"),
])  # fmt: skip
def test_a_file_beside_a_notebook_that_students_must_not_have_is_named(tmp_path, name, content, message):  # fmt: skip
    source = small_lab(tmp_path / "lab")
    (source.tick / name).write_text(content)
    with pytest.raises(ValueError, match=message):
        release(tmp_path / "out", source.lab)


@pytest.mark.slow
def test_pip_finds_all_that_the_documents_have_it_install(pack):
    project = tomllib.loads((pack / "pyproject.toml").read_text("utf8"))["project"]
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    for document in (pack / "README.md", ROOT / "README.md", ROOT / "environment.yml"):
        text = document.read_text("utf8")
        (line,) = re.findall(r'(?m)pip (install (?:-.* "\.\[.*\]"|\.))(?:`|$)', text)
        command = [sys.executable, "-m", "pip", *shlex.split(line), "--dry-run"]
        done = subprocess.run(command, cwd=document.parent, env=os.environ | offline, capture_output=True, text=True)  # fmt: skip
        assert "Would install labkit" in done.stdout, done.stderr
        asked = {extra for found in re.findall(r"\[(.*)\]", line) for extra in found.split(",")}
        assert asked <= {*project["optional-dependencies"]}
