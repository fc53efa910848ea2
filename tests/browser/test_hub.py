"""A class on a hub, whole, in Chromium: two students and an instructor, from release to marks.

JupyterHub, its proxy, students' servers, nbgrader's exchange and the grading service are the real
ones, and everything is done by mouse and keyboard. With LABKIT_SCREENSHOTS=FOLDER pictures of what
each sees are written there.
"""

import csv
import os
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

pytest.importorskip("jupyterhub", reason="JupyterHub is not installed (the extra hub)")

from tests.browser.accessibility import violations
from tests.hub.live import needs_hub, open_folder, running

pytestmark = [needs_hub, pytest.mark.slow]

TICK = "tick1-lexicon-classifier"
INSTRUCTOR, ADA, BEN = "ina", "ada", "ben"

#: What is typed into the cells of two questions: right, one of two right, and right again.
READ_LEXICON = """def read_lexicon(lines):
    return {line.split("\\t")[0]: float(line.split("\\t")[1]) for line in lines}"""
TIES_NEGATIVE = """def classify_by_count(tokens, lexicon):
    balance = sum((lexicon.get(t, 0) > 0) - (lexicon.get(t, 0) < 0) for t in tokens)
    return "POS" if balance > 0 else "NEG\""""
TIES_POSITIVE = TIES_NEGATIVE.replace("> 0 else", ">= 0 else")


@pytest.fixture
def hub(chromium):
    """A hub whose people have accounts and passwords."""
    with (
        open_folder() as folder,
        running(folder / "course", dummy=False, one_user=True, instructors=(INSTRUCTOR,)) as hub,
    ):
        printed = hub.labkit("users", "--add", INSTRUCTOR, ADA, BEN).stdout
        hub.passwords = dict(line.split(",", 1) for line in printed.split())
        yield hub


class Person:
    """Somebody at a browser of their own."""

    def __init__(self, browser, hub, name):
        self.hub, self.name = hub, name
        self.context = browser.new_context(
            viewport={"width": 1366, "height": 768}, accept_downloads=True
        )
        self.page = self.context.new_page()

    def visit(self, path="/"):
        """Open an address of the hub, and sign in on its own page on the way."""
        self.page.goto(f"{self.hub.url}{path}")
        self.page.get_by_label("Username").fill(self.name)
        self.page.locator("#password_input").fill(self.hub.passwords[self.name])
        self.page.get_by_role("button", name="Sign in").click()

    def lab(self):
        """Wait until JupyterLab shows *Start here*."""
        expect(self.page.get_by_role("heading", name="Start here")).to_be_visible(timeout=120_000)

    def picture(self, name):
        """Take a picture, if asked to."""
        if folder := os.environ.get("LABKIT_SCREENSHOTS"):
            for wide, width, height in (("-wide", 1920, 1080), ("", 1366, 768)):
                self.page.set_viewport_size({"width": width, "height": height})
                self.page.wait_for_timeout(700)
                self.page.screenshot(path=Path(folder) / f"hub-{name}{wide}.png")

    def assignments(self):
        """Open the list of assignments from the menu, or look at it anew."""
        tab = self.page.get_by_role("tab", name="Assignments")
        if tab.count():
            tab.click()
            self.page.locator("#refresh_assignments_list").click()
        else:
            self.page.get_by_role("menuitem", name="Nbgrader").click()
            self.page.get_by_role("menuitem", name="Assignment List").click()
        return self.page.locator("#nbgrader-assignment-list")

    def press(self, what, where):
        """Press a button of the list of assignments."""
        part = self.assignments().locator(f"#{where}_assignments_list")
        row = part.locator(".list_item", has_text=TICK).first
        row.get_by_role("button", name=what, exact=True).click()
        return row

    def cell(self, text):
        """Scroll to the code cell that has a text in it: those out of sight are not in the page."""
        cell = self.page.locator(".jp-NotebookPanel:visible .jp-CodeCell", has_text=text).first
        scroller = self.page.locator(".jp-NotebookPanel:visible .jp-WindowedPanel-outer").first
        scroller.evaluate("it => { it.scrollTop = 0; }")
        for _ in range(80):
            if cell.count() and cell.is_visible():
                cell.scroll_into_view_if_needed()
                return cell
            scroller.evaluate("it => it.scrollBy(0, 350)")
            self.page.wait_for_timeout(60)
        raise AssertionError(f"no cell with {text!r}")

    def answer(self, question, text):
        """Type an answer over what is in the cell of a function, run it and its check."""
        name = re.match(r"def (\w+)", text)[1]
        self.cell(f"def {name}(").locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        for number, line in enumerate(text.split("\n")):
            if number:
                self.page.keyboard.press("Enter")
                self.page.keyboard.press("Home")
                self.page.keyboard.press("Shift+End")
            self.page.keyboard.insert_text(line)
        self.page.keyboard.press("Shift+Enter")
        self.page.keyboard.press("Shift+Enter")
        return self.cell(f'check("{question}"').get_by_role("status")


@pytest.fixture
def people(browser, hub):
    found = {name: Person(browser, hub, name) for name in (INSTRUCTOR, ADA, BEN)}
    yield found
    for person in found.values():
        person.context.close()


def release_by_a_click(ina):
    """Sign in on the way to the class page, and release a tick there."""
    ina.visit("/services/labkit/")
    expect(ina.page.get_by_role("heading", name="Ticks")).to_be_visible()
    ina.page.once("dialog", lambda dialog: dialog.accept())
    ina.page.get_by_role("button", name=f"Release {TICK}").click()
    expect(ina.page.get_by_text(f"{TICK} is released")).to_be_visible(timeout=60_000)


def fetch_and_open(student):
    """Fetch the tick in the list of assignments, and open its notebook from there."""
    student.press("Fetch", "released")
    fetched = student.page.locator("#fetched_assignments_list .list_item", has_text=TICK).first
    expect(fetched.get_by_role("button", name="Submit")).to_be_visible()
    student.picture(f"assignments-{student.name}")
    fetched.locator(".assignment-notebooks-link").click()
    student.page.locator("#fetched_assignments_list .nested_list_item a", has_text=TICK).click()
    expect(
        student.page.get_by_role("heading", name="Tick 1 · A lexicon classifier")
    ).to_be_visible()
    expect(student.page.get_by_text("| Idle")).to_be_visible(timeout=60_000)
    student.cell("from labkit import check").locator(".cm-content").click()
    student.page.keyboard.press("Shift+Enter")


def solve(student, **answers):
    """Answer questions in the notebook, and leave it to JupyterLab to save it."""
    page = student.page
    for question, (text, verdict) in answers.items():
        question = question.replace("_", "-")
        card = student.answer(question, text)
        expect(card).to_have_attribute("aria-label", f"{question}: {verdict}", timeout=60_000)
    expect(page.locator(".lm-TabBar-tab.jp-mod-dirty", has_text=TICK)).to_have_count(0)
    page.wait_for_timeout(500)


def hand_in_and_read_feedback(student, versions):
    """Press *Submit*, wait for the feedback of this version, and give the text of its page."""
    page = student.page
    student.press("Submit", "fetched")
    submitted = page.locator("#submitted_assignments_list .nested_list_item")
    expect(submitted).to_have_count(versions)
    ready = submitted.last.get_by_text("(feedback available to fetch)")
    for _ in range(60):
        student.assignments()
        page.wait_for_timeout(2000)
        if ready.count():
            break
    student.press("Fetch Feedback", "submitted")
    seen = submitted.last.get_by_text("(view feedback)")
    expect(seen).to_be_visible()
    when = submitted.last.inner_text().partition("(")[0].strip()
    seen.click()
    expect(page.locator(".jp-BreadCrumbs")).to_contain_text(when)
    page.locator(".jp-DirListing-item", has_text=f"{TICK}.html").dblclick()
    frame = page.frame_locator(".jp-HTMLViewer:visible iframe")
    expect(frame.get_by_role("heading").first).to_be_visible()
    student.picture(f"feedback-{student.name}-{versions}")
    text = frame.locator("body").inner_text()
    page.get_by_role("tab", name=f"{TICK}.html").get_by_title("Close").click()
    return text


def points(page):
    """The points on a page of feedback."""
    return float(re.search(r"([\d.]+) of \d+", page)[1])


def test_a_tick_is_fetched_handed_in_and_marked(people):
    """The smaller of the two: as much as there is time for wherever the slow tests run."""
    ina, ada, _ = people.values()
    release_by_a_click(ina)
    ada.visit()
    ada.lab()
    fetch_and_open(ada)
    solve(ada, read_lexicon=(READ_LEXICON, "right"))
    assert points(hand_in_and_read_feedback(ada, 1)) == 1
    expect(ina.page.get_by_role("link", name=f"{ADA}, {TICK}")).to_contain_text("1 of ")


@pytest.mark.long
def test_a_class_from_release_to_marks(hub, people, tmp_path):
    ina, ada, ben = people.values()
    release_by_a_click(ina)
    ada.visit()
    ada.lab()
    ada.picture("start-here")
    fetch_and_open(ada)
    solve(
        ada,
        read_lexicon=(READ_LEXICON, "right"),
        classify_by_count=(TIES_NEGATIVE, "not yet right"),
    )
    ada.picture("solving")
    first = hand_in_and_read_feedback(ada, 1)
    assert "where the two sides come out equal" in first
    open_again(ada)
    solve(ada, classify_by_count=(TIES_POSITIVE, "right"))
    second = hand_in_and_read_feedback(ada, 2)
    assert points(second) > points(first) > 0
    sees_nothing_of_others(ben, ada)
    sees_the_class(ina, points(second))
    exports(ina, tmp_path, points(second))


def open_again(student):
    """Come back to the notebook, which is still open."""
    student.page.get_by_role("tab", name=f"{TICK}.ipynb").click()


def sees_nothing_of_others(ben, ada):
    """Another student finds the tick, and nothing of what the first one did with it."""
    ben.visit()
    ben.lab()
    listed = ben.assignments()
    expect(listed.locator("#released_assignments_list .list_item", has_text=TICK)).to_have_count(1)
    expect(listed.locator("#submitted_assignments_list .list_item")).to_have_count(0)
    for path in (f"/user/{ada.name}/lab", f"/user/{ada.name}/files/notebooks/start-here.ipynb"):
        assert ben.page.goto(f"{ben.hub.url}{path}").status in (403, 404), path
    assert ben.page.goto(f"{ben.hub.url}/services/labkit/").status == 403
    assert ada.name not in ben.page.locator("body").inner_text()


def sees_the_class(ina, earned):
    """The page that has been open all the while shows who has done what, by itself."""
    page = ina.page
    expect(page.get_by_text("2 of 2 have signed in, 2 at work now")).to_be_visible()
    link = page.get_by_role("link", name=f"{ADA}, {TICK}")
    expect(link).to_have_text(re.compile(f"{earned:g} of "))
    expect(
        page.locator(f"section[aria-labelledby='{TICK}'] tr", has_text="classify-by-count")
    ).to_contain_text("2 of 2")
    assert violations(page) == []
    ina.picture("class")
    page.get_by_role("link", name="Formgrader").first.click()
    expect(page.get_by_role("link", name=TICK)).to_be_visible(timeout=120_000)
    ina.picture("formgrader")
    page.goto(f"{ina.hub.url}/services/labkit/")


def exports(ina, folder, earned):
    """Marks leave as a table, and as what a learning platform takes in."""
    with ina.page.expect_download() as started:
        ina.page.get_by_role("link", name="grades.csv").click()
    started.value.save_as(folder / "grades.csv")
    with (folder / "grades.csv").open(newline="") as file:
        (row,) = [row for row in csv.DictReader(file) if row["student"] == ADA]
    assert (row["tick"], float(row["points"])) == (TICK, earned)
    ina.page.get_by_label("Platform", exact=True).select_option("gradescope")
    with ina.page.expect_download() as started:
        ina.page.get_by_role("button", name="Fill it in").click()
    started.value.save_as(folder / "marks.zip")
    with zipfile.ZipFile(folder / "marks.zip") as packed:
        assert "read-me.txt" in packed.namelist()
