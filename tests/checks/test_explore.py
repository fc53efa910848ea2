"""What stands below an explore cell: the student's own picture, or the check to run first."""

from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from tests.checks.test_feedback import ONE
from tests.checks.tricks import course

DRAWN = "import labkit\ndef picture(size): print('the last of', size, 'is', last(range(size)))"
EXPLORE = "labkit.explore('last', picture, size=(2, 9))"
CHECK = "labkit.check('last', last)"
FIRST = 'draws this. Run check("last", last) until its card says right'


def shown(folder, *cells):
    """Run cells beside a small tick, and return what each explore cell shows in its widget."""
    (course(folder) / "checks.py").write_text(ONE)
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in (DRAWN, *cells)])
    place = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=120, resources=place).execute()
    widgets = notebook.metadata["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    return [
        "".join(output["text"] for output in state["state"]["outputs"])
        for state in widgets.values()
        if state["model_name"] == "OutputModel"
    ]


def test_a_picture_is_drawn_by_what_passed_its_check_in_this_kernel(tmp_path):
    right, wrong = "last = lambda numbers: numbers[-1]", "last = lambda numbers: numbers[0]"
    missing, unchecked, drawn, failed, other = shown(
        *(tmp_path, EXPLORE, right, EXPLORE, CHECK, EXPLORE),
        *(wrong, CHECK, EXPLORE, right, CHECK, wrong, EXPLORE),
    )
    assert drawn == "the last of 5 is 4\n"
    assert all(FIRST in text for text in (missing, unchecked, failed, other))


def test_an_error_of_the_picture_is_one_sentence_that_names_the_check(tmp_path):
    raises = "last = lambda numbers: numbers[-1] if len(numbers) > 5 else {}['a']"
    assert shown(tmp_path, raises, CHECK, EXPLORE) == [
        "The picture ended in KeyError: 'a'. Run check(\"last\", last) again.\n"
    ]
