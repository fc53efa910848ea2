"""The instructors' page in Chromium: it keeps itself up to date without a flicker, and everybody can read it."""

import re
import shutil
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

pytest.importorskip("jupyterhub", reason="JupyterHub is not installed (the extra hub)")

from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.grading.marks.marks import rows
from labkit.instructor.hub import service
from labkit.instructor.hub.class_state import ClassState
from tests.browser.accessibility import violations
from tests.browser.driving import is_error, watched_page
from tests.instructor.grading.tiny import NAME, record
from tests.instructor.hub.room import PREFIX, Room, served

pytestmark = pytest.mark.slow

ROSTER = "student,name\nada,Ada Lovelace\nben,\ncleo,\ndora,\n"


@pytest.fixture(scope="module")
def at(tmp_path_factory):
    """The address of a class's page, and the class."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "EVERY", 300)
        room = Room(tmp_path_factory.mktemp("course"), patch.setattr, ROSTER)
        state = room.state()
        with served(state, patch.setenv) as address:
            yield f"{address}{PREFIX}", state, room


@pytest.fixture
def state(at) -> ClassState:
    _, state, room = at
    shutil.rmtree(room.course.versions)
    state.loop.rows = marked(room, "dora", "ada")
    state.loop.trouble = []
    state.versions.keep(("ben", NAME), b"x")
    return state


def marked(room, *names):
    (room.course.marks / "grades.csv").touch()
    records = [record(name, points={"double": 2 * (name != "ada")}) for name in names]
    return rows(records, {NAME: room.tick}, Policy(), {})


@contextmanager
def signed_in(browser, address, name, **options):
    """A page as somebody who is signed in sees it."""

    def wrong(told):  # what the server is made to answer in a test is told on the console, too
        return is_error(told) and "Failed to load resource" not in told.text

    headers = {"Authorization": f"token of-{name}"}
    context = browser.new_context(extra_http_headers=headers, **options)
    with watched_page(context, wrong=wrong) as page:
        page.goto(address)
        yield page
    context.close()


@pytest.fixture
def page(browser, at, state):
    with signed_in(browser, at[0], "ines", viewport={"width": 1280, "height": 900}) as page:
        yield page


def test_new_marks_appear_by_themselves_and_nothing_else_changes(page, state, at):
    # From the very first look on, which used to replace all that the page came with.
    page.add_init_script(
        """document.addEventListener("DOMContentLoaded", () =>
        new MutationObserver(found => { window.changed = (window.changed || 0) + found.length; })
        .observe(document.querySelector("main"), {subtree: true, childList: true,
                                                  characterData: true, attributes: true}))"""
    )
    page.reload()
    link = page.get_by_role("link", name=f"dora, {NAME}: 2.5")
    link.focus()
    page.wait_for_timeout(1500)
    assert page.evaluate("window.changed || 0") == 0  # several looks, and nothing was touched
    state.loop.rows = [*state.loop.rows, *marked(at[2], "cleo")]
    cleo = page.get_by_role("link", name=f"cleo, {NAME}: 2.5")
    expect(cleo).to_have_text(f"cleo, {NAME}: 2.5 of 5")
    state.versions.begin(("bella", NAME))  # a row comes, in its place, and goes
    names = page.locator(".students tbody th")
    shown = [re.compile(f"{name}$") for name in ("ada", "bella", "ben", "cleo", "dora")]
    expect(names).to_have_text(shown)
    shutil.rmtree(state.versions.folder / "bella")
    expect(names).to_have_count(4)
    expect(link).to_be_focused()


def test_what_somebody_types_or_marks_stays_while_marks_come_in(page, state, at):
    def more(name):
        state.loop.rows = [*state.loop.rows, *marked(at[2], name)]
        return page.get_by_role("link", name=f"{name}, {NAME}: 2.5")

    reason, search = page.get_by_label("Reason"), page.get_by_label("Name, identifier")
    reason.fill("ill since Monday")
    page.get_by_label("Student", exact=True).fill("ada")
    expect(more("cleo")).to_be_visible()
    expect(reason).to_have_value("ill since Monday")
    search.focus()
    search.press_sequentially("d")
    ben = more("ben")
    expect(page.get_by_text("4 with an answer")).to_be_visible()
    expect(search).to_have_value("d")
    expect(search).to_be_focused()
    expect(ben).to_have_count(0)  # the part that somebody types in waits
    search.press("Enter")
    expect(page.locator(".students tbody th")).to_have_text(
        [re.compile("ada$"), re.compile("dora$")]
    )
    page.wait_for_timeout(1000)  # some looks, which find the same students
    expect(page.locator(".students tbody th")).to_have_count(2)


def test_an_instructor_gives_a_deadline_and_an_extension_and_sees_both(page, state):
    page.get_by_role("textbox", name=state.ticks[NAME].title).fill("2126-12-01T17:00")
    page.get_by_role("button", name=f"Save the deadline of {state.ticks[NAME].title}").click()
    expect(page.get_by_text("Done: deadline: Sun 01 Dec 2126 17:00")).to_be_visible()
    page.get_by_label("Student", exact=True).fill("Ada Lovelace")
    page.get_by_label("Own deadline").fill("2126-12-08T17:00")
    page.get_by_role("button", name="Give an extension").click()
    row = page.get_by_role("row", name="Ada Lovelace ada")
    expect(row.filter(has_text="until Sun 08 Dec 2126")).to_be_visible()
    page.get_by_role("button", name="Take back the extension of ada").click()
    expect(page.get_by_text("Done: extension taken back")).to_be_visible()
    expect(page.get_by_role("link", name="Sign out")).to_be_visible()


def test_a_server_that_does_not_answer_and_a_sign_out_are_said(page):
    stale = page.locator("#stale")
    expect(stale).to_be_hidden()
    page.route("**/live", lambda route: route.abort())
    expect(stale).to_contain_text("The server does not answer.")
    page.unroute("**/live")
    expect(stale).to_be_hidden()
    page.route("**/live", lambda route: route.fulfill(status=403))
    expect(stale).to_contain_text("You are signed out")
    expect(page.get_by_role("link", name="Load this page again")).to_be_visible()


def test_a_tick_is_released_by_a_click_after_a_question(page, state):
    shutil.rmtree(state.course.release / NAME)
    page.reload()
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    button = page.get_by_role("button", name=f"Release {NAME}")
    button.click()
    assert asked == [f"Release {NAME} to all students now?"] and not state.released
    page.once("dialog", lambda dialog: dialog.accept())
    button.click()
    expect(page.get_by_text(f"Done: released · {NAME}")).to_be_visible()
    expect(button).to_have_count(0)
    assert state.released == [NAME]


@pytest.mark.parametrize("width", [1280, 360])
def test_everybody_can_read_it_and_a_student_s_own_page(browser, at, state, width):
    state.loop.trouble = ["Marking failed: no room on the disk"]
    looks = {"viewport": {"width": width, "height": 800}}
    for name, place, shown in (("ines", "", "no room on the disk"), ("ada", "me", "0.5 of 5")):
        with signed_in(browser, at[0] + place, name, **looks) as page:
            expect(page.get_by_text(shown)).to_be_visible()
            expect(page.get_by_role("link", name=f"Open {NAME}")).to_have_count(int(name == "ada"))
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert violations(page) == []
