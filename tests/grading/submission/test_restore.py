"""A submission gets back its form, whatever was done to its cells, and keeps the student's work."""

import json
import random
from copy import deepcopy

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from labkit.grading.submission.cells import grade_id
from labkit.grading.submission.restore import read, restored, tick_of
from tests.grading.tiny import NAME, answered, cell_of, graded, make_tick


@pytest.fixture(scope="module")
def tick(tmp_path_factory):
    return make_tick(tmp_path_factory.mktemp("ticks"))


@pytest.fixture
def notebook(tick):
    return answered(tick)


@pytest.fixture
def put_right(tick):
    def put_right(notebook):
        taken = nbformat.reads(read(nbformat.writes(notebook).encode()), as_version=4)
        return restored(taken, tick.notebook())

    return put_right


def sources(notebook):
    return [cell.source for cell in notebook.cells]


def test_an_honest_submission_stays_as_it_is(tick, notebook, put_right):
    found, repairs = put_right(notebook)
    assert repairs == []
    assert sources(found) == sources(notebook)
    for cell, original in zip(found.cells, tick.notebook().cells, strict=True):
        assert cell.metadata.get("nbgrader") == original.metadata.get("nbgrader")


def test_locked_cells_and_points_come_from_what_was_given_out(tick, notebook, put_right):
    check = cell_of(notebook, "double-check")
    check.source = "print(6)"
    check.metadata.nbgrader.points = 100
    cell_of(notebook, "double").metadata.nbgrader.update(points=50, grade=True, locked=True)
    cell_of(notebook, "essay").metadata.nbgrader.solution = False
    found, repairs = put_right(notebook)
    assert repairs == ["the locked cell double-check was changed"]
    for name in ("double", "double-check", "essay"):
        assert (
            cell_of(found, name).metadata.nbgrader
            == cell_of(tick.notebook(), name).metadata.nbgrader
        )
    assert cell_of(found, "double-check").source == "print(double(3))"
    assert cell_of(found, "essay").source == "Because."


def test_deleted_cells_come_back_in_their_place(tick, notebook, put_right):
    notebook.cells = [c for c in notebook.cells if grade_id(c) not in ("double", "triple-check")]
    found, repairs = put_right(notebook)
    assert repairs == ["the cell double was missing", "the cell triple-check was missing"]
    assert [grade_id(c) for c in found.cells] == [grade_id(c) for c in tick.notebook().cells]
    stub = cell_of(found, "double").source
    assert "your code here" in stub and "2 * n" not in stub  # not the solution


def test_with_all_cells_deleted_all_graded_ones_come_back(tick, notebook, put_right):
    notebook.cells = []
    found, repairs = put_right(notebook)
    assert {grade_id(c) for c in found.cells} == tick.grade_ids and len(repairs) == 5


def test_of_duplicated_cells_the_last_is_graded_and_none_is_lost(notebook, put_right):
    first = deepcopy(cell_of(notebook, "double"))
    first.source, first.id = "def helper(n):\n    return n", "first"
    notebook.cells.insert(2, first)
    found, repairs = put_right(notebook)
    assert repairs == ["the cell double was there more than once, or renamed"]
    assert cell_of(found, "double").source == "def double(n):\n    return 2 * n"
    position = sources(found).index(first.source)
    assert found.cells[position].metadata == {}
    assert position < sources(found).index("def double(n):\n    return 2 * n")


def test_a_renamed_cell_is_known_by_its_id(notebook, put_right):
    cell_of(notebook, "double-check").metadata.nbgrader.grade_id = "mine"
    cell_of(notebook, "triple-check").metadata = {}
    found, repairs = put_right(notebook)
    assert [grade_id(c) for c in found.cells if grade_id(c)] == [
        "double", "double-check", "triple", "triple-check", "essay",
    ]  # fmt: skip
    assert repairs == []


@pytest.mark.parametrize("seed", range(20))
def test_reordered_cells_are_put_back(tick, notebook, put_right, seed):
    expected = sources(notebook)
    random.Random(seed).shuffle(notebook.cells)
    found, repairs = put_right(notebook)
    assert sources(found) == expected
    assert repairs in ([], ["cells were in another order"])


def test_a_students_own_cells_stay_behind_their_neighbour(notebook, put_right):
    own = [new_code_cell("mine = 1"), new_markdown_cell("My thoughts.")]
    own[0].metadata = {"tags": ["skip-execution"], "nbgrader": {"grade": True, "points": 5}}
    notebook.cells[4:4] = own
    notebook.cells.insert(0, new_code_cell("first = 1"))
    found, repairs = put_right(notebook)
    texts = sources(found)
    assert repairs == []
    assert texts[0] == "first = 1"
    behind = texts.index("print(double(3))")
    assert texts[behind + 1 : behind + 3] == ["mine = 1", "My thoughts."]
    assert found.cells[behind + 1].metadata == {}
    # Also if their neighbour has to move.
    notebook.cells = notebook.cells[:4] + notebook.cells[7:] + notebook.cells[4:7]
    found, repairs = put_right(notebook)
    assert repairs == ["cells were in another order"]
    assert sources(found) == texts


def test_types_kernels_and_ids_are_put_right(tick, notebook, put_right):
    position = notebook.cells.index(cell_of(notebook, "double"))
    wrong = new_markdown_cell("def double(n):\n    return 2 * n", metadata=graded("double"))
    notebook.cells[position] = wrong
    notebook.metadata = {"kernelspec": {"name": "julia", "display_name": "J", "language": "j"}}
    notebook.cells.append(new_code_cell("x", id="x-1"))
    found, repairs = put_right(notebook)
    assert repairs == ["the cell double was of another type"]
    assert cell_of(found, "double").cell_type == "code"
    assert found.metadata.kernelspec.name == "python3"
    assert [cell.id for cell in found.cells] == [f"cell-{i}" for i in range(len(found.cells))]
    nbformat.validate(found)


def test_what_was_handed_in_is_not_changed(tick, notebook, put_right):
    taken = nbformat.reads(read(nbformat.writes(notebook).encode()), as_version=4)
    before, released = deepcopy(taken), tick.notebook()
    restored(taken, released)
    assert (taken, released) == (before, tick.notebook())


def test_a_written_answer_in_a_cell_below_its_own_is_one_that_a_person_reads(tick, put_right):
    notebook = answered(tick, essay=None)
    notebook.cells += [new_markdown_cell("First."), new_markdown_cell("Second.")]
    found, repairs = put_right(notebook)
    assert cell_of(found, "essay").source == "First.\n\nSecond."
    assert repairs == [
        "the answer essay was in another cell beside its own",
        "the cell essay was in 2 parts",
    ]
    assert len(found.cells) == len(tick.notebook().cells)


def test_lines_are_joined_as_they_were(notebook, put_right):
    notebook.cells[1].source = "a = 1\n\nb = '''\n x'''"
    assert put_right(notebook)[0].cells[1].source == notebook.cells[1].source


def test_a_notebook_tells_which_tick_it_is(tick, notebook):
    text = read(nbformat.writes(notebook).encode())
    assert tick_of(text, {NAME: tick}) == NAME
    notebook.cells = [c for c in notebook.cells if grade_id(c) in (None, "double", "essay")]
    assert tick_of(read(nbformat.writes(notebook).encode()), {NAME: tick}) == ""


# --- metadata and ids that a program has lost


def strip(notebook, *, ids=True, names=True):
    """Lose what a program may lose."""
    for number, cell in enumerate(notebook.cells):
        if names:
            cell.metadata = {}
        if ids:
            cell.id = f"c{number:04}"


def answers(found):
    return {n: cell_of(found, n).source for n in ("double", "triple", "essay")}


@pytest.fixture
def expected(notebook):
    return answers(notebook)


def test_without_names_and_ids_every_answer_is_found_again(tick, notebook, put_right, expected):
    strip(notebook)
    taken = read(nbformat.writes(notebook).encode())
    assert tick_of(taken, {NAME: tick}) == NAME
    found, repairs = put_right(notebook)
    assert answers(found) == expected
    assert [grade_id(c) for c in found.cells] == [grade_id(c) for c in tick.notebook().cells]
    (told,) = repairs
    assert told.startswith("cells had lost their names and were found by what they say: ")
    assert {"double", "triple", "essay", "double-check", "triple-check"} == set(
        told.partition("say: ")[2].split(", ")
    )


def test_with_ids_alone_the_tick_is_known(tick, notebook, put_right, expected):
    strip(notebook, ids=False)
    assert tick_of(read(nbformat.writes(notebook).encode()), {NAME: tick}) == NAME
    found, repairs = put_right(notebook)
    assert (answers(found), repairs) == (expected, [])


def test_the_id_of_colab_is_an_id(tick, notebook, put_right, expected):
    content = json.loads(nbformat.writes(notebook))
    for cell in content["cells"]:
        cell["metadata"] = {"id": cell.pop("id"), "colab": {"base_uri": "https://x.test"}}
    content["nbformat_minor"] = 0
    text = read(json.dumps(content).encode())
    assert tick_of(text, {NAME: tick}) == NAME
    assert answers(restored(nbformat.reads(text, 4), tick.notebook())[0]) == expected


@pytest.mark.parametrize("seed", range(10))
def test_without_names_and_in_any_order_code_is_found(notebook, put_right, expected, seed):
    strip(notebook)
    random.Random(seed).shuffle(notebook.cells)
    found, _ = put_right(notebook)
    assert cell_of(found, "double").source == expected["double"]
    assert cell_of(found, "triple").source == expected["triple"]


@pytest.mark.parametrize("kind", ["raw", "markdown"])
def test_without_names_and_of_another_type_code_is_found(notebook, put_right, expected, kind):
    strip(notebook)
    (position,) = [i for i, c in enumerate(notebook.cells) if c.source == expected["double"]]
    make = {"raw": nbformat.v4.new_raw_cell, "markdown": new_markdown_cell}[kind]
    notebook.cells[position] = make(expected["double"])
    found, repairs = put_right(notebook)
    assert cell_of(found, "double").source == expected["double"]
    assert cell_of(found, "double").cell_type == "code"
    assert "the cell double was of another type" in repairs


def test_of_several_without_names_the_last_with_a_function_of_the_name_counts(
    tick, notebook, put_right
):
    strip(notebook)
    stub = cell_of(tick.notebook(), "double").source
    notebook.cells += [
        new_code_cell("def double(n):\n    return n + n"),
        new_code_cell("double = 3"),  # a trial behind it is no function
        new_code_cell(stub),
    ]
    found, _ = put_right(notebook)
    assert cell_of(found, "double").source == "def double(n):\n    return n + n"


@pytest.mark.parametrize("named", [True, False])
def test_an_answer_in_the_cell_of_another_is_not_undone_by_its_own(notebook, put_right, named):
    texts = [cell_of(notebook, name).source for name in ("double", "triple")]
    notebook.cells.remove(cell_of(notebook, "triple"))
    cell_of(notebook, "double").source = "\n\n".join(texts)
    if not named:
        strip(notebook)
    found, repairs = put_right(notebook)
    assert cell_of(found, "double").source == "\n\n".join(texts)
    assert cell_of(found, "triple").source == "# The answer is in another cell."
    assert "the cell triple was missing: its answer is in another cell" in repairs


def test_an_answer_joined_to_a_locked_cell_is_kept_behind_it(notebook, put_right, expected):
    check = cell_of(notebook, "double-check")
    check.source += "\n\n" + expected["triple"]
    notebook.cells.remove(cell_of(notebook, "triple"))
    found, _ = put_right(notebook)
    place = found.cells.index(cell_of(found, "double-check"))
    assert cell_of(found, "double-check").source == "print(double(3))"
    assert expected["triple"] in found.cells[place + 1].source
    assert found.cells[place + 1].metadata == {}
    assert cell_of(found, "triple").source == "# The answer is in another cell."


def test_everything_in_one_cell(tick, notebook, put_right, expected):
    notebook.cells = [
        new_code_cell("\n\n".join(c.source for c in notebook.cells if c.cell_type == "code"))
    ]
    assert tick_of(read(nbformat.writes(notebook).encode()), {NAME: tick}) == ""  # too little
    notebook.cells.append(new_markdown_cell(expected["essay"]))
    found, _ = put_right(notebook)
    assert expected["triple"] in cell_of(found, "double").source
    assert "..." not in "".join(sources(found))


def test_a_written_answer_that_was_split_is_put_together(notebook, put_right):
    position = notebook.cells.index(cell_of(notebook, "essay"))
    first = deepcopy(notebook.cells[position])
    first.source, first.id = "First of all.", "first"
    notebook.cells.insert(position, first)
    found, repairs = put_right(notebook)
    assert cell_of(found, "essay").source == "First of all.\n\nBecause."
    assert repairs == ["the cell essay was in 2 parts"]
    strip(notebook)
    found, repairs = put_right(notebook)
    assert cell_of(found, "essay").source == "First of all.\n\nBecause."


def test_of_copies_the_last_with_an_answer_counts(tick, notebook, put_right, expected):
    for name in ("double", "essay"):
        copy = deepcopy(cell_of(tick.notebook(), name))
        copy.id = f"copy-of-{name}"
        notebook.cells.append(copy)  # the stub once more, behind the answer
    assert answers(put_right(notebook)[0]) == expected


OLD, NEW = "def double(n):\n    return n * n", "def double(n):\n    return 2 * n"


@pytest.mark.parametrize(
    ("cells", "counts"),
    [
        # an old version kept below the check, or at the end
        ([(NEW, None), (None, None), (OLD, None)], NEW),
        ([(NEW, 4), (None, 5), (OLD, None)], NEW),
        ([(NEW, 4), (None, 5), (OLD, 6)], NEW),
        ([(NEW, 4), (None, 5), (OLD, 3)], NEW),
        # a new one below it, and the check run once more
        ([(OLD, 4), (None, 7), (NEW, 6)], NEW),
        ([(OLD, 4), (None, 5), (NEW, 6)], OLD),
        # two above it: the lower one, or the one that was run last
        ([(OLD, None), (NEW, None), (None, None)], NEW),
        ([(NEW, 5), (OLD, 4), (None, 6)], NEW),
        # none above it
        ([(None, None), (OLD, None), (NEW, None)], NEW),
    ],
)
def test_of_several_answers_the_one_that_was_checked_counts(notebook, put_right, cells, counts):
    """So the mark is what the student's own check said of it."""
    answer, check = (cell_of(notebook, name) for name in ("double", "double-check"))
    place = notebook.cells.index(answer)
    notebook.cells.remove(check)
    made = []
    for number, (source, run) in enumerate(cells):
        cell = deepcopy(check if source is None else answer)
        cell.source, cell.execution_count = source or cell.source, run
        cell.id = f"copy-{number}"
        made.append(cell)
    notebook.cells[place : place + 1] = made
    found, repairs = put_right(notebook)
    assert cell_of(found, "double").source == counts
    assert "the cell double was there more than once, or renamed" in repairs
    assert not any("labkit" in cell.metadata for cell in found.cells)
    assert sorted(sources(found)).count(OLD) == 1


def test_another_notebook_is_no_tick(tick):
    cells = [new_code_cell(f"def f{n}():\n    return {n}") for n in range(9)]
    other = nbformat.v4.new_notebook(cells=[*cells, new_markdown_cell("Because.")])
    assert tick_of(read(nbformat.writes(other).encode()), {NAME: tick}) == ""


def test_a_text_too_long_to_show_is_cut_and_said(notebook, put_right):
    cell_of(notebook, "essay").source = "a" * 50_000
    notebook.cells[0].source = "b" * 50_000
    notebook.cells.append(new_markdown_cell("c" * 50_000))
    found, repairs = put_right(notebook)
    assert repairs == ["a text of more than 30,000 characters was cut"] * 3
    assert max(map(len, sources(found))) < 30_100


def test_what_reading_put_right_is_told(tick, notebook):
    text = nbformat.writes(notebook)
    taken = nbformat.reads(read(text.encode("utf-16")), as_version=4)
    assert restored(taken, tick.notebook())[1] == ["the file was in UTF-16 and not in UTF-8"]
