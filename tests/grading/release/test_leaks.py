"""Nothing in the student pack gives an answer away, and what would is found."""

import copy
import re
import shutil

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_output

from labkit.grading.release.leaks import Leak, Secret, refuse_leaks
from labkit.grading.release.pack import release
from tests.grading.release.small_lab import ONE, SOLUTION_LINE, edit, small_lab
from tests.ticks import nbgrader


@pytest.fixture
def source(tmp_path):
    return small_lab(tmp_path / "lab")


def solution_in_a_text_cell(source):
    edit(source.notebook, lambda cells: cells.append(new_markdown_cell(f"Try `{SOLUTION_LINE}`.")))


def solution_laid_out_otherwise(source):
    code = SOLUTION_LINE.replace(" ", "").replace("float(", "float(\n    ")
    edit(source.notebook, lambda cells: cells.append(new_markdown_cell(code)))


def solution_outside_its_region(source):
    def change(cells):
        (cell,) = [c for c in cells if c.get("id") == "read-lexicon"]
        cell.source += f"\n# {SOLUTION_LINE}"

    edit(source.notebook, change)


def solution_in_a_module(source):
    (source.lab / "labkit" / "secret.py").write_text(f"    {SOLUTION_LINE}\n")


def solution_in_the_data_folder(source):
    (source.lab / "data" / "notes.txt").write_text(SOLUTION_LINE)


def solution_in_another_notebook(source):
    other = nbformat.v4.new_notebook(cells=[new_markdown_cell(SOLUTION_LINE)])
    nbformat.write(other, source.lab / "notebooks" / "start-here.ipynb")


def hidden_case_in_the_checks(source):
    (line,) = re.findall(r".*INVENTED = .*", (source.tick / "hidden.py").read_text(encoding="utf8"))
    with (source.tick / "checks.py").open("a", encoding="utf8") as file:
        file.write(f"\n{line}\n")


def rubric_in_the_readme(source):
    (cell,) = [
        c
        for c in nbformat.read(source.notebook, as_version=4).cells
        if c.cell_type == "markdown" and nbgrader(c)
    ]
    (source.lab / "notebooks" / "README.md").write_text(cell.source.splitlines()[1])


def region_that_never_ends(source):
    def change(cells):
        (cell,) = [c for c in cells if c.get("id") == "read-lexicon"]
        cell.source = cell.source.replace("    ### END SOLUTION", "")

    edit(source.notebook, change)


def region_in_a_cell_without_metadata(source):
    def change(cells):
        (cell,) = [c for c in cells if c.get("id") == "read-lexicon"]
        del cell.metadata["nbgrader"]

    edit(source.notebook, change)


def question_asked_twice(source):
    def change(cells):
        again = copy.deepcopy(next(cell for cell in cells if nbgrader(cell)))
        again.id = "again"
        cells.append(again)

    edit(source.notebook, change)


def hidden_file_in_the_package(source):
    shutil.copy2(source.tick / "hidden.py", source.lab / "labkit" / "hidden.py")


@pytest.mark.parametrize(
    ("spoil", "file"),
    [
        (solution_in_a_text_cell, f"{ONE.name}.ipynb"),
        (solution_laid_out_otherwise, f"{ONE.name}.ipynb"),
        (solution_outside_its_region, f"{ONE.name}.ipynb"),
        (solution_in_a_module, "labkit/secret.py"),
        (solution_in_the_data_folder, "data/notes.txt"),
        (solution_in_another_notebook, "notebooks/start-here.ipynb"),
        (hidden_case_in_the_checks, "checks.py"),
        (rubric_in_the_readme, "README.md"),
        (region_that_never_ends, f"{ONE.name}.ipynb"),
        (region_in_a_cell_without_metadata, f"{ONE.name}.ipynb"),
        (question_asked_twice, f"{ONE.name}.ipynb"),
        (hidden_file_in_the_package, "labkit/hidden.py"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_leak_is_refused_and_nothing_is_written(source, tmp_path, spoil, file):
    spoil(source)
    with pytest.raises(ValueError, match=re.escape(file)):
        release(tmp_path / "out", source.lab)
    assert not (tmp_path / "out").exists()


def test_an_output_that_shows_a_solution_is_found(tmp_path):
    # release clears outputs; the search does not count on it.
    cell = nbformat.v4.new_code_cell("show()")
    cell.outputs = [
        new_output("execute_result", data={"text/plain": SOLUTION_LINE}, execution_count=1)
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "tick.ipynb")
    secret = Secret(SOLUTION_LINE.replace(" ", ""), "the tick")
    with pytest.raises(Leak, match="tick.ipynb would give an answer away.* from the tick"):
        refuse_leaks(tmp_path, [secret])
    cell.outputs = []
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "tick.ipynb")
    refuse_leaks(tmp_path, [secret])


def test_the_courses_versions_may_call_the_library_as_hidden_cases_do(tmp_path):
    call = Secret("returnsign_test(plus,minus,ties).pvalue", "tick4/hidden.py")
    case = Secret('Case((["awful","nice","awful"],3),says("NEG"))', "tick4/hidden.py")
    (tmp_path / "stuck.py").write_text("    return sign_test(plus, minus, ties).pvalue\n")
    refuse_leaks(tmp_path, [call, case])
    (tmp_path / "checks.py").write_text("    return sign_test(plus, minus, ties).pvalue\n")
    with pytest.raises(Leak, match=r"checks\.py"):
        refuse_leaks(tmp_path, [call])
    (tmp_path / "stuck.py").write_text('Case((["awful", "nice", "awful"], 3), says("NEG"))')
    with pytest.raises(Leak, match=r"stuck\.py"):
        refuse_leaks(tmp_path, [case])


def test_a_leak_leaves_the_earlier_pack_as_it_is(source, tmp_path):
    folder, archive = release(tmp_path / "out", source.lab)
    before = archive.read_bytes()
    solution_in_a_text_cell(source)
    with pytest.raises(Leak):
        release(tmp_path / "out", source.lab, replace=True)
    assert folder.is_dir() and archive.read_bytes() == before
