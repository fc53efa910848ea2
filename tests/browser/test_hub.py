"""A class on a hub, whole, in Chromium: two students and an instructor, from release to marks.

JupyterHub, its proxy, students' servers and the grading service are the real
ones, and everything is done by mouse and keyboard. With LABKIT_SCREENSHOTS=FOLDER the README's
picture is written there.
"""

import csv
import re
import zipfile
from contextlib import suppress
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

pytest.importorskip("jupyterhub", reason="JupyterHub is not installed (the extra hub)")

from labkit.instructor.hub import accounts
from labkit.instructor.hub.course import read_course
from tests.browser.accessibility import unreadable, violations
from tests.browser.driving import picture
from tests.instructor.hub.live import closed_copy, needs_hub, open_folder, running, without_users
from tests.superuser import is_root

pytestmark = [needs_hub, pytest.mark.slow]

TICK = "tick1-lexicon-classifier"
INSTRUCTOR, ADA, BEN = "ina-w", "ada-w", "ben-w"

#: What is typed into the cells of two questions: right, one of two right, and right again.
READ_LEXICON = """def read_lexicon(lines):
    return {line.split("\\t")[0]: float(line.split("\\t")[1]) for line in lines}"""
TIES_NEGATIVE = """def classify_by_count(tokens, lexicon):
    balance = sum((lexicon.get(t, 0) > 0) - (lexicon.get(t, 0) < 0) for t in tokens)
    return "POS" if balance > 0 else "NEG\""""
TIES_POSITIVE = TIES_NEGATIVE.replace("> 0 else", ">= 0 else")


@pytest.fixture(scope="module")
def hub(chromium):
    """A hub with a class of two; for root, everybody is a Unix user."""
    with without_users(INSTRUCTOR, ADA, BEN), open_folder() as folder:
        roster, lab = folder / "class.csv", closed_copy(folder / "lab")
        roster.write_text(f"student,name\n{ADA},Ada Lovelace\n{BEN},Ben Ng\n")
        more = {"one_user": not is_root, "lab": lab, "roster": roster}
        with running(folder / "course", instructors=(INSTRUCTOR,), **more) as hub:
            yield hub


class Person:
    """Somebody at a browser of their own."""

    def __init__(self, browser, hub, name):
        self.hub, self.name, self.password = hub, name, ""
        self.context = browser.new_context(viewport={"width": 1366, "height": 768})
        self.context.set_default_timeout(90_000)
        self.page = self.context.new_page()
        # On a loaded machine JupyterLab's own saving may meet that of Ctrl+S, and the later one asks.
        overwrite = self.page.get_by_role("button", name="Overwrite")
        self.page.add_locator_handler(overwrite, lambda button: button.click())

    def go(self, path):
        """Open an address of the hub."""
        return self.page.goto(self.at(path))

    def visit(self, path="/"):
        """Open an address of the hub, and sign in on its own page on the way."""
        self.go(path)
        assert unreadable(self.page) == []
        form = self.page.locator("#login-main")
        expect(form).to_contain_text("Sentiment and significance")
        expect(form).to_contain_text("your identifier on the list" if is_root else "any name")
        self.page.get_by_label("Username").fill(self.name)
        password = self.password or self.hub.password(self.name)
        self.page.locator("#password_input").fill(password)
        self.page.get_by_role("button", name="Sign in").click()

    def at(self, path):
        """Return the address of a path: each server, and the service, has an origin of its own."""
        return self.hub.browser().origin(path) + path

    def cell(self, text, kind="CodeCell"):
        """Scroll to the cell that has a text in it: those out of sight are not in the page."""
        cell = self.page.locator(f".jp-NotebookPanel:visible .jp-{kind}", has_text=text).first
        scroller = self.page.locator(".jp-NotebookPanel:visible .jp-WindowedPanel-outer").first
        for number in range(400):
            if number % 80 == 0:  # from the top, also again: a loaded machine is slow to draw
                scroller.evaluate("it => { it.scrollTop = 0; }")
            if cell.count() and cell.is_visible():
                cell.scroll_into_view_if_needed()
                return cell
            scroller.evaluate("it => it.scrollBy(0, 350)")
            self.page.wait_for_timeout(60)
        raise AssertionError(f"no cell with {text!r}")

    def answer(self, text, verdict):
        """Type an answer over what is in the cell of a function, run it and its check."""
        self.cell(text.partition("(")[0] + "(").locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        for number, line in enumerate(text.split("\n")):
            if number:
                self.page.keyboard.press("Enter")
                self.page.keyboard.press("Home")
                self.page.keyboard.press("Shift+End")
            self.page.keyboard.insert_text(line)
        self.page.keyboard.press("Shift+Enter")
        self.page.keyboard.press("Shift+Enter")
        question = re.match(r"def (\w+)", text)[1].replace("_", "-")
        card = self.cell(f'check("{question}"').get_by_role("status")
        expect(card).to_have_attribute("aria-label", f"{question}: {verdict}", timeout=60_000)


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
    expect(ina.page.get_by_text(f"Done: released · {TICK}")).to_be_visible(timeout=60_000)


def fetch_and_open(student, go=Person.visit):
    """Open a tick by the link on one's own page: it starts the server, and fetches the tick."""
    go(student, "/services/labkit/me")
    student.page.get_by_role("link", name=f"Open {TICK}").click()
    heading = student.page.get_by_role("heading", name="Tick 1 · A lexicon classifier")
    expect(heading).to_be_visible(timeout=300_000)
    expect(student.page.get_by_text("| Idle")).to_be_visible(timeout=60_000)
    too_early = student.cell('check("read-lexicon"')
    too_early.locator(".cm-content").click()
    student.page.keyboard.press("Shift+Enter")
    expect(too_early.get_by_text("Then run its first cell")).to_be_visible(timeout=60_000)
    student.cell("from labkit import check").locator(".cm-content").click()
    student.page.keyboard.press("Shift+Enter")


def solve(student, *answers):
    """Answer questions in the notebook, and save it."""
    for text, verdict in answers:
        student.answer(text, verdict)
        save(student, text)


def save(student, text):
    """Press Ctrl+S, and wait until the file has a text in one of its cells.

    The tab's own mark does not tell: JupyterLab takes it away also where somebody typed while it
    saved by itself what was there before.
    """
    home = accounts.home(read_course(student.hub.folder), student.name)
    path = home / "notebooks" / "ticks" / TICK / f"{TICK}.ipynb"
    student.page.keyboard.press("Control+S")
    for _ in range(600):
        with suppress(ValueError):  # while it is written, there is half of it
            if any(text in cell.source for cell in nbformat.read(path, as_version=4).cells):
                return
        student.page.wait_for_timeout(100)
    raise AssertionError(f"{path} has no cell with {text!r}")


def hand_in_and_read_feedback(student, versions):
    """Hand in from the notebook, wait for the marks of this version, and give the text of their page."""
    with student.page.expect_popup() as opened:
        student.page.get_by_role("button", name="Submit").click()
    submit_and_read_receipt(mine := opened.value, versions)
    mine.get_by_role("link", name="My ticks").click()
    link = mine.get_by_role("link", name=f"{TICK}: ")
    for _ in range(60):
        mine.goto(student.at("/services/labkit/me"))
        if link.count():
            break
        mine.wait_for_timeout(2000)
    assert versions == 1 or f"{versions} versions" in mine.locator("main").inner_text()
    for width in (1366, 390):  # the points of a phone are in sight, too
        mine.set_viewport_size({"width": width, "height": 768})
        assert violations(mine) == []
        box = link.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
    link.click()
    expect(mine.get_by_role("heading").first).to_be_visible()
    assert unreadable(mine) == []
    text = mine.locator("body").inner_text()
    mine.close()
    return text


def submit_and_read_receipt(page, version):
    """Press *Submit* on the page with the button, and read what is said then."""
    assert violations(page) == []
    page.get_by_role("button", name=f"Submit {TICK}").click()
    expect(page.get_by_role("heading", name=f"You have handed in {TICK}")).to_be_visible()
    assert violations(page) == []
    told = page.locator("dd").all_inner_texts()
    assert re.search(r"\d\d:\d\d", told[0]) and told[1] == str(version)


def points(page):
    """The points on a page of feedback."""
    return float(re.search(r"([\d.]+) of \d+", page)[1])


def test_a_week_of_a_class(hub, people, tmp_path):
    ina, ada, ben = people.values()
    release_by_a_click(ina)
    if is_root:  # else all sign in with one password
        make_accounts(ina, ada, ben)
        make_a_new_password(ina, ben)
    fetch_and_open(ada)
    solve(ada, (READ_LEXICON, "right"), (TIES_NEGATIVE, "not yet right"))
    write_an_answer(ada, "It does not see that 'not good' is bad.")
    first = hand_in_and_read_feedback(ada, 1)
    assert "Here the two sides are equal" in first
    ada.page.get_by_role("tab", name=f"{TICK}.ipynb").click()  # it is still open
    solve(ada, (TIES_POSITIVE, "right"))
    second = hand_in_and_read_feedback(ada, 2)
    assert points(second) > points(first) > 0
    sees_nothing_of_others(ben, ada)
    sees_the_class(ina, points(second))
    read_in_formgrader(ina, 1.5)
    sees(ada, f"{points(second) + 1.5:g} of ")
    set_deadlines(ina, "2026-11-20T17:00", of_ada="2126-11-20T17:00")
    fetch_and_open(ben, Person.go)
    solve(ben, (READ_LEXICON, "right"))
    mine = ben.context.new_page()
    mine.goto(ben.at("/services/labkit/me"))
    mine.get_by_role("link", name=f"Submit {TICK}").click()
    submit_and_read_receipt(mine, 1)
    sees(ben, "d late")
    sees(ada, "your extension", f"{points(second) + 1.5:g} of ")
    exports(ina, tmp_path, points(second) + 1.5)


def write_an_answer(student, text):
    """Type over the place for an answer in words."""
    place = student.cell("Write your answer here", "MarkdownCell")
    place.dblclick()
    place.locator(".cm-content").click()
    student.page.keyboard.press("Control+A")
    student.page.keyboard.insert_text(text)
    student.page.keyboard.press("Shift+Enter")
    save(student, text)


def read_in_formgrader(ina, points):
    """Follow the class page to the answer that waits for a reader, and give it points."""
    page = ina.page
    page.get_by_role("link", name="to read").first.click()
    page.get_by_role("link", name=TICK).first.click(timeout=300_000)
    page.get_by_role("link", name="Submission #1").click()
    field = page.locator("input.score[id$='what-goes-wrong']")
    # Before the grades are loaded, Formgrader does not store what is typed.
    page.wait_for_function("() => window.formgrader?.grades?.loaded")
    field.fill(f"{points:g}")
    with page.expect_response(lambda got: got.request.method == "PUT"):
        field.press("Tab")
    ina.go("/services/labkit/")


def sees(student, *words):
    """Open a student's own page until it says some words."""
    page = student.context.new_page()
    for _ in range(60):
        page.goto(student.at("/services/labkit/me"))
        text = page.locator("main").inner_text()
        if all(word in text for word in words):
            return page.close()
        page.wait_for_timeout(1000)
    raise AssertionError(text)


def make_accounts(ina, *students):
    """Make accounts for the list of the class, and hand the first passwords out."""
    with ina.page.expect_download() as started:
        ina.page.get_by_role("button", name="Make accounts").click()
    with Path(started.value.path()).open(newline="") as file:
        first = {row["student"]: row["first password"] for row in csv.DictReader(file)}
    for student in students:
        student.password = first[student.name]


def make_a_new_password(ina, student):
    """Give a student who has forgotten the first password another one."""
    ina.page.get_by_label("Student", exact=True).fill(student.name)
    ina.page.get_by_role("button", name="Make a new first password").click()
    before, student.password = student.password, ina.page.locator(".password").inner_text()
    assert student.password != before
    ina.go("/services/labkit/")


def set_deadlines(ina, deadline, of_ada):
    """Give a tick a deadline, and a student a longer one."""
    ina.go("/services/labkit/")
    deadlines = ina.page.get_by_role("region", name="Deadlines")
    deadlines.get_by_label("A lexicon classifier").fill(deadline)
    deadlines.get_by_role("button", name="A lexicon classifier").click()
    expect(ina.page.get_by_text("Done: deadline")).to_be_visible()
    ina.page.get_by_label("Student", exact=True).fill(ADA)
    ina.page.get_by_label("Own deadline").fill(of_ada)
    ina.page.get_by_role("button", name="Give an extension").click()
    expect(ina.page.get_by_text("Done: extension")).to_be_visible()


def sees_nothing_of_others(ben, ada):
    """Another student finds the tick, and nothing of what the first one did with it."""
    ben.visit()
    ben.page.get_by_role("link", name="JupyterLab").click()
    expect(ben.page.get_by_role("heading", name="Start here")).to_be_visible(timeout=300_000)
    expect(ben.page.get_by_role("menuitem", name="Nbgrader")).to_have_count(0)
    ben.go("/services/labkit/me")
    expect(ben.page.get_by_role("listitem")).to_contain_text(
        [f"{TICK}\n– of "], use_inner_text=True
    )
    expect(ben.page.get_by_text("Handed in: not yet")).to_be_visible()
    for path in (f"/user/{ada.name}/lab", f"/user/{ada.name}/files/notebooks/start-here.ipynb"):
        assert ben.go(path).status in (403, 404), path
    assert ben.go("/services/labkit/").status == 403
    assert ada.name not in ben.page.locator("body").inner_text()
    assert ben.go("/hub/change-password").status == 200
    assert unreadable(ben.page) == []


def sees_the_class(ina, earned):
    """The page that has been open all the while shows who has done what, by itself."""
    page = ina.page
    expect(page.get_by_text("2 of 2 have signed in, 2 at work now")).to_be_visible()
    link = page.get_by_role("link", name=re.compile(f"^{ADA}, {TICK}: [0-9]"))
    expect(link).to_have_text(re.compile(f"{earned:g} of "))
    questions = page.locator(f"section[aria-labelledby='{TICK}'] tr")
    expect(questions.filter(has_text="classify-by-count")).to_contain_text("2 of 2")
    assert violations(page) == []
    picture(page, "hub-class")
    page.get_by_role("link", name="Formgrader").first.click()
    expect(page.get_by_role("link", name=TICK)).to_be_visible(timeout=300_000)
    ina.go("/services/labkit/")


def exports(ina, folder, earned):
    """Marks leave as a table, and as what a learning platform takes in."""
    with ina.page.expect_download() as started:
        ina.page.get_by_role("link", name="grades.csv").click()
    started.value.save_as(folder / "grades.csv")
    with (folder / "grades.csv").open(newline="") as file:
        (row,) = [row for row in csv.DictReader(file) if row["student"] == ADA]
    assert (row["tick"], float(row["points"])) == (TICK, earned)
    ina.page.get_by_label("Platform", exact=True).select_option("canvas")
    gradebook = f"Student,ID,SIS Login ID,Section,{TICK} (7)\n{ADA},1,{ADA},A,\n".encode()
    given = {"name": "gradebook.csv", "mimeType": "text/csv", "buffer": gradebook}
    ina.page.get_by_label("Canvas's gradebook").set_input_files(given)
    with ina.page.expect_download() as started:
        ina.page.get_by_role("button", name="Fill it in").click()
    started.value.save_as(folder / "marks.zip")
    with zipfile.ZipFile(folder / "marks.zip") as packed:
        assert "read-me.txt" in packed.namelist()


#: What a student's server could send to anybody who opens it.
READ = """url => new Promise(done => {
    const there = window.open(url);
    setTimeout(() => {
        try { done(there.document.body.innerText); } catch (error) { done(error.name); }
    }, 4000);
})"""
RELEASE = """url => {
    document.cookie = "_xsrf=tossed; domain=lab.localhost; path=/";
    document.cookie = "_xsrf=tossed; domain=lab.localhost; path=/services/labkit/";
    document.body.innerHTML = '<form method="post"><input name="_xsrf" value="tossed">' +
        '<input name="tick" value="tick3"></form>';
    document.forms[0].action = url;
    document.forms[0].submit();
}"""


def test_a_page_of_a_student_s_server_does_nothing_in_the_name_of_who_opens_it(people):
    ina, *_ = people.values()
    ina.visit("/services/labkit/")
    expect(ina.page.get_by_role("heading", name="Ticks")).to_be_visible()
    assert "Fill it in" in ina.page.evaluate(READ, ina.page.url)
    theirs = ina.context.new_page()
    for path in ("/services/labkit/", f"/user/{ADA}/"):  # on the hub's own origin there is neither
        assert theirs.goto(ina.hub.url + path).status == 404
    theirs.route(ina.at(f"/user/{ADA}/"), lambda route: route.fulfill(body="<p>Hello</p>"))
    theirs.goto(ina.at(f"/user/{ADA}/"))
    others = map(ina.at, ("/hub/home", "/hub/token", f"/user/{BEN}/lab"))
    for url in (ina.page.url, *others):
        assert theirs.evaluate(READ, url) == "SecurityError", url
    with theirs.expect_response(lambda got: got.request.method == "POST") as answer:
        theirs.evaluate(RELEASE, ina.at("/services/labkit/release"))
    assert answer.value.status == 403
    ina.page.reload()
    expect(ina.page.get_by_role("button", name="Release tick3")).to_be_visible()
