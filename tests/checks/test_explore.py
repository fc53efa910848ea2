"""What stands below an explore cell: the student's own picture, or the check to run first."""

import os

from jupyter_client.manager import run_kernel

from tests.checks.test_feedback import ONE
from tests.checks.tricks import course

DRAWN = """import labkit
from matplotlib import pyplot as plt
def picture(size):
    plt.plot([1])
    print("the last of", size, "is", last(range(size)))"""
EXPLORE = "labkit.explore('last', picture, size=(2, 9))"
CHECK = "labkit.check('last', last)"
FIRST = 'draws this. Run check("last", last) until its card says right'


def shown(folder, *cells, watched=True):
    """Run cells beside a small tick in a kernel of its own, and return what each explore cell shows."""
    (course(folder) / "checks.py").write_text(ONE)
    env = os.environ | ({"JPY_SESSION_NAME": str(folder / "tick.ipynb")} if watched else {})
    printed = []

    def keep(message):
        if message["msg_type"] == "stream":
            printed[-1] += message["content"]["text"]
        if "image/png" in message["content"].get("data", {}):
            printed[-1] += "(a figure)"

    with run_kernel(env=env, cwd=str(folder)) as client:
        for cell in (DRAWN, *cells):
            printed.append("")
            client.execute_interactive(cell, timeout=120, output_hook=keep)
    return [text for cell, text in zip(cells, printed[1:], strict=True) if cell == EXPLORE]


def test_a_picture_is_drawn_by_what_passed_its_check_in_this_kernel(tmp_path):
    right, wrong = "last = lambda numbers: numbers[-1]", "last = lambda numbers: numbers[0]"
    missing, unchecked, drawn, failed, other = shown(
        *(tmp_path, EXPLORE, right, EXPLORE, CHECK, EXPLORE),
        *(wrong, CHECK, EXPLORE, right, CHECK, wrong, EXPLORE),
    )
    assert drawn == "the last of 5 is 4\n(a figure)"
    assert all(FIRST in text for text in (missing, unchecked, failed, other))


def test_an_error_of_the_picture_is_one_sentence_that_names_the_check_and_no_figure(tmp_path):
    raises = "last = lambda numbers: numbers[-1] if len(numbers) > 5 else {}['a']"
    assert shown(tmp_path, raises, CHECK, EXPLORE) == [
        "The picture ended in KeyError: 'a'. Run check(\"last\", last) again.\n"
    ]


def test_where_nobody_watches_nothing_is_shown(tmp_path):
    right = "last = lambda numbers: numbers[-1]"
    assert shown(tmp_path, right, CHECK, EXPLORE, watched=False) == [""]
