"""The instructors' page in Chromium: it keeps itself up to date without a flicker, and everybody can read it.

With LABKIT_SCREENSHOTS=FOLDER its picture is written there.
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

pytest.importorskip("jupyterhub", reason="JupyterHub is not installed (the extra hub)")

from labkit.grading.results.late import Policy
from labkit.hub import summary
from labkit.hub.course import Course
from tests.browser.accessibility import violations
from tests.hub.class_page import NOON, PREFIX, TICK1, TICK2, TICK4, page_of, row

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    patch.setattr(summary, "EVERY", 300)
    folder = tmp_path_factory.mktemp("course")
    course = Course(folder, "Significance in NLP", "nlp", late=Policy({TICK1: NOON}))
    with page_of(course, patch.setenv) as served:
        yield served
    patch.undo()


@pytest.fixture
def page(browser, served):
    """The page, as an instructor who is signed in sees it."""
    before = served.seen
    headers = {"Authorization": "token teacher"}
    context = browser.new_context(
        extra_http_headers=headers, viewport={"width": 1280, "height": 900}
    )
    errors = []
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: said.type == "error" and errors.append(said.text))
    page.goto(f"{served.origin}{PREFIX}")
    yield page
    context.close()
    served.seen, served.notices = before, ()
    # What the server was made to answer in a test is told on the console, too.
    assert not [text for text in errors if "Failed to load resource" not in text], errors


def picture(page, name):
    if folder := os.environ.get("LABKIT_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def handed_in(served, student, tick, **changes):
    served.seen = replace(served.seen, marked=(*served.seen.marked, row(student, tick, **changes)))


def test_new_marks_appear_by_themselves_and_nothing_else_changes(page, served):
    # From the very first look on, which used to replace all that the page came with.
    page.add_init_script(
        """document.addEventListener("DOMContentLoaded", () =>
        new MutationObserver(found => { window.changed = (window.changed || 0) + found.length; })
        .observe(document.querySelector("main"), {subtree: true, childList: true,
                                                  characterData: true, attributes: true}))"""
    )
    page.reload()
    link = page.get_by_role("link", name=f"dora, {TICK1}")
    link.focus()
    page.evaluate("window.kept = [...document.querySelectorAll('tr, h1, h2, svg')]")
    page.wait_for_timeout(1500)
    assert page.evaluate("window.changed || 0") == 0  # several looks, and nothing was touched
    handed_in(served, "cleo", TICK1, points=3.0)
    expect(page.get_by_role("link", name=f"cleo, {TICK1}")).to_have_text(f"cleo, {TICK1}: 3 of 9")
    assert page.evaluate("window.kept.every(each => each.isConnected)")
    expect(link).to_be_focused()


def test_rows_come_and_go_in_their_places(page, served):
    names = page.locator(".students tbody th")
    expect(names).to_have_count(4)
    served.seen = replace(served.seen, fetched=served.seen.fetched | {("bella", TICK2)})
    expect(names).to_have_count(5)
    assert [name.split()[0] for name in names.all_inner_texts()][1:] == [
        "bella",
        "ben",
        "cleo",
        "dora",
    ]
    served.seen = replace(served.seen, fetched=frozenset())
    expect(names).to_have_count(4)


def test_a_server_that_does_not_answer_is_said_and_forgotten(page, served):
    stale = page.locator("#stale")
    expect(stale).to_be_hidden()
    page.route("**/live", lambda route: route.abort())
    expect(stale).to_contain_text("The server does not answer.")
    page.unroute("**/live")
    expect(stale).to_be_hidden()


def test_whoever_is_signed_out_is_told(page):
    page.route("**/live", lambda route: route.fulfill(status=403))
    expect(page.locator("#stale")).to_contain_text("You are signed out")
    expect(page.get_by_role("link", name="Load this page again")).to_be_visible()


def test_a_tick_is_released_by_a_click_after_a_question(page, served):
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    button = page.get_by_role("button", name=f"Release {TICK4}")
    button.click()
    assert asked == [f"Release {TICK4} to all students now?"] and not served.released
    page.once("dialog", lambda dialog: dialog.accept())
    button.click()
    expect(page.get_by_text(f"{TICK4} is released")).to_be_visible()
    expect(button).to_have_count(0)
    assert served.released == [TICK4]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_everybody_can_read_it(page, served, scheme, width):
    served.notices = ("The last round of marking failed, and is tried again: no room on the disk",)
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    expect(page.get_by_text("no room on the disk")).to_be_visible()
    picture(page, f"class-page-{scheme}-{width}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []


def test_the_keyboard_reaches_what_can_be_done(page):
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.textContent.trim().slice(0, 30)"))
    assert {"Formgrader", "grades.csv", f"Release {TICK4}"[:30]} <= reached


def test_without_a_program_of_its_own_it_is_loaded_anew(browser, served):
    context = browser.new_context(
        extra_http_headers={"Authorization": "token teacher"}, java_script_enabled=False
    )
    page = context.new_page()
    page.goto(f"{served.origin}{PREFIX}")
    expect(page.get_by_role("heading", name="Significance in NLP")).to_be_visible()
    assert page.locator("noscript meta[http-equiv=refresh]").count() or "refresh" in page.content()
    context.close()
