"""People who listen, enlarge or have no mouse can use what we draw: axe-core calls nothing serious."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output
from playwright.sync_api import expect

from labkit.checks.marking import Status
from labkit.grading.judging.render import make_harmless
from labkit.grading.marks.late import Policy
from labkit.grading.marks.marks import rows
from labkit.grading.marks.pages import feedback_page, summary_page
from tests.browser.accessibility import violations
from tests.browser.driving import watched_page
from tests.browser.test_review import PAGES, pages  # noqa: F401 (a fixture)
from tests.grading.golden import run
from tests.grading.golden_classes import moodle, write_course
from tests.grading.tiny import NAME, answered, make_tick, record

pytestmark = pytest.mark.slow

#: What a student may well write and print.
WRITTEN = """# My answer

I think **so**, see [the paper](https://example.org/paper) and `code`; $x^2$.

| system | accuracy |
|---|---|
| A | 0.7 |

1. first
2. second
"""
TABLE = "<table><thead><tr><th></th><th>a</th></tr></thead><tr><th>0</th><td>1</td></tr></table>"
PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)


#: Of IPython, in colours of 256 that hardly any paper suits; and code that is longer than its frame.
TRACEBACK = [
    "\x1b[38;5;196m---------\x1b[39m",
    "\x1b[48;5;228m\x1b[38;5;28;01mreturn\x1b[39m\x1b[92mx\x1b[0m",
]
LONG = "\n".join(f"value_{number} = {number}  # a step" for number in range(120))


@pytest.fixture
def tab(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def test_a_page_that_keeps_people_out_is_noticed(tab):
    tab.set_content(
        "<html lang=en><title>x</title><main><h1>x</h1><img src='data:,'><input>"
        "<p style='color:#ccc; background:#fff'>faint</p><div id=other><button></button></div>"
    )
    found = violations(tab)
    assert {line.split(":")[0] for line in found} == {
        "critical button-name",
        "critical image-alt",
        "critical label",
        "serious color-contrast",
    }
    assert len(violations(tab, exclude=["#other"])) == 3
    assert [line.split(":")[0] for line in violations(tab, "#other")] == ["critical button-name"]


@pytest.fixture(scope="module")
def class_rows(tmp_path_factory):
    """A class of three: one with everything, one who is late and stopped, one with nothing done."""
    tick = make_tick(tmp_path_factory.mktemp("ticks"))
    notebook = answered(tick, essay=WRITTEN, own=f"# mine\nprint(f'{{1}}')  # and more\n{LONG}")
    notebook.cells[-1].outputs = [
        new_output("stream", text="\x1b[31mred\x1b[32mgreen\x1b[33myellow\x1b[34mblue\n" * 80),
        new_output("stream", name="stderr", text="a warning\n"),
        new_output("display_data", data={"text/html": TABLE, "text/plain": "0 1"}),
        new_output("display_data", data={"image/png": PICTURE, "text/plain": "<Figure>"}),
        new_output("error", ename="ValueError", evalue="x", traceback=TRACEBACK),
    ]
    made = json.loads(json.dumps(make_harmless(notebook)))
    told = {"errors": ("cell 3: ValueError",), "repairs": ("a check cell was put back",)}
    found = [
        record("ann", notebook=made, **told),
        record("bob", notebook=made, status=Status.TIMED_OUT, reason="it ran too long"),
        record("cem", notebook=json.loads(json.dumps(make_harmless(tick.notebook())))),
    ]
    return rows(found, {NAME: tick}, Policy(), {})


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_pages_of_a_class(tab, class_rows, scheme):
    tab.emulate_media(color_scheme=scheme)
    runs = [feedback_page(row, ran=True) for row in class_rows]
    for html in (*map(feedback_page, class_rows), *runs, summary_page(class_rows)):
        tab.set_content(html)
        assert violations(tab) == []


@pytest.mark.long
def test_pages_of_a_class_with_all_the_mess_there_is(tab, sandbox, tmp_path):
    write_course(tmp_path)
    grade, *_ = moodle(tmp_path)
    run(grade, tmp_path)
    made = sorted((tmp_path / "out").rglob("*.html"))
    assert len(made) > 50
    for path in made:
        tab.goto(path.as_uri())
        assert (path.name, violations(tab)) == (path.name, [])


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", PAGES)
def test_pages_for_people_who_mark(tab, pages, place, scheme):  # noqa: F811
    tab.emulate_media(color_scheme=scheme)
    tab.goto((pages / place).as_uri())
    assert violations(tab) == []


#: Cells whose outputs are looked at: cards, tables, figures, what is read. Demonstrations are in
#: test_demos, which asks axe-core about each of them.
CELLS = [
    "from labkit import check, demos, plots",
    "demos.read_reviews(['A good film.', 'A bad film.'])",
    "def accuracy(predicted, labels):\n"
    "    return sum(p == q for p, q in zip(predicted, labels)) / len(labels)",
    "check('accuracy', accuracy)",
    "check('accuracy', lambda predicted, labels: 50.0)",
    "import labkit\naccuracy = labkit.stuck('accuracy')",
    "from labkit.report import significance_triangle\n"
    "scores = {'A': [1, 0] * 20, 'B': [1, 1] * 20, 'C': [0, 0, 0, 1] * 10}\n"
    "significance_triangle(scores)",
    "labkit.sign_test(8, 2)",
    "ax = plots.binomial(20, 5)",
    "labkit.load_scores_table().iloc[:3, :4]",
    "print('That was', 'all')",
]

#: Drawn by JupyterLab: the frame in which an output can be scrolled; and a figure's image, for
#: which it has no alternative text. The sentence before a figure says what it shows, and its
#: numbers are printed below.
JUPYTERLAB_S = [".jp-OutputPrompt", ".jp-OutputArea-promptOverlay", ".jp-RenderedImage img"]
SHOWN = [".jp-OutputArea-output"]


@pytest.fixture(scope="module")
def outputs(context, lab):
    """A notebook of tick 1 in JupyterLab with all that we show in one, when all of it is there."""
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)"}
    cells = [new_code_cell(source) for source in CELLS]
    notebook = new_notebook(cells=cells, metadata={"kernelspec": kernel})
    place = "ticks/tick1-lexicon-classifier/everything.ipynb"
    nbformat.write(notebook, lab.notebooks / place)
    with watched_page(context) as page:
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(lab.url(place))
        expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        expect(page.get_by_text("That was all")).to_be_attached(timeout=90_000)
        yield page


@pytest.mark.long
def test_all_that_we_show_in_a_notebook(outputs):
    expect(outputs.get_by_role("status").filter(has_text="accuracy")).to_have_count(2)
    assert violations(outputs, *SHOWN, exclude=JUPYTERLAB_S) == []
