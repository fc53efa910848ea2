"""An explore cell in JupyterLab: the student's own function draws, and the keyboard moves it."""

import pytest
from playwright.sync_api import expect

from tests.browser.driving import run_notebook
from tests.ticks import TICKS, notebook

pytestmark = pytest.mark.slow

FOLDER = "ticks/tick1-lexicon-classifier"
RIGHT = """def accuracy(predicted, labels):
    return sum(p == label for p, label in zip(predicted, labels)) / len(labels)"""
CELLS = [
    "import labkit\nfrom labkit import check",
    """from threading import current_thread
from matplotlib import pyplot as plt
def picture(right):
    n = int(10 * right)  # 2 of 0.29999999999999993
    share = accuracy(["POS"] * n + ["NEG"] * (10 - n), ["POS"] * 10)
    plt.barh(["right"], [share])
    print("accuracy", share, "by", current_thread().name)""",
]
EXPLORE = ['check("accuracy", accuracy)', 'labkit.explore("accuracy", picture, right=(0, 1, 0.1))']
FIRST = 'Run check("accuracy", accuracy) until its card says right'


def test_a_key_moves_the_picture_of_a_right_function(context, lab):
    name = f"{FOLDER}/explored.ipynb"
    with run_notebook(context, lab, name, [*CELLS, RIGHT, *EXPLORE]) as page:
        drawn = page.locator(".jupyter-widgets.widget-output")
        expect(drawn).to_contain_text("accuracy 0.0")
        expect(drawn.locator("img")).to_have_count(1)
        page.locator(".jupyter-widgets [role=slider]").focus()
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        # Matplotlib has one set of figures for all threads: two at once draw over each other.
        expect(drawn).to_contain_text("accuracy 0.3 by MainThread")
        expect(drawn.locator("img")).to_have_count(1)
        page.set_viewport_size({"width": 390, "height": 2000})
        expect(page.locator(".widget-readout")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    "answer",
    ["accuracy = lambda predicted, labels: 0.5", "accuracy = ...", ""],
    ids=["wrong", "unanswered", "missing"],
)
def test_until_the_check_has_passed_a_sentence_names_it(context, lab, answer):
    # The cell of a missing function ends in an error; the student goes on.
    cells = [*CELLS, answer, EXPLORE[0] if answer else "pass", EXPLORE[1]]
    with run_notebook(context, lab, f"{FOLDER}/explored-{bool(answer)}.ipynb", cells) as page:
        drawn = page.locator(".jupyter-widgets.widget-output")
        expect(drawn).to_contain_text(FIRST)
        expect(drawn.locator("img")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("tick", TICKS, ids=lambda tick: tick.name)
def test_the_cell_of_each_tick_moves_a_picture_of_right_answers(context, lab, tick):
    cells = [cell for cell in notebook(tick).cells if cell.cell_type == "code"]
    (last,) = [i for i, cell in enumerate(cells) if "explore" in cell.metadata.get("tags", [])]
    sources = [cell.source for cell in cells[: last + 1]]
    with run_notebook(context, lab, f"ticks/{tick.name}/explored.ipynb", sources) as page:
        moved = page.locator(".jupyter-widgets.widget-interact")
        expect(moved.locator("img")).to_have_count(1, timeout=400_000)
        shown = moved.locator("img").get_attribute("src")
        control = moved.locator("[role=slider], select").first
        if control.get_attribute("role"):
            control.focus()
            page.keyboard.press("ArrowRight")
        else:
            control.select_option(index=1)
        expect(moved.locator("img")).not_to_have_attribute("src", shown)
        expect(page.locator("[data-mime-type='application/vnd.jupyter.error']")).to_have_count(0)
