"""JupyterLab as `make lab` starts it, on a new student pack, and a browser."""

import shutil
from contextlib import ExitStack
from functools import cache

import pytest

from labkit.demos import program
from labkit.demos.program import NAMES
from labkit.instructor.grading.release.pack import release
from tests.browser.driving import BROWSERS, ROOT, not_here, offline_page, running_lab
from tests.browser.modules import HALL, write_page


@pytest.fixture(scope="session")
def chromium():
    found = [path for name in BROWSERS if (path := shutil.which(name))]
    if not found:
        not_here("Chromium is not installed")
    return found[0]


@pytest.fixture(scope="package")
def browser(chromium):
    from playwright.sync_api import sync_playwright

    # As few ways as possible for the browser itself to speak to the world.
    quiet = (
        "--no-sandbox --disable-gpu --disable-background-networking "
        "--disable-component-update --disable-sync --no-first-run"
    )
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=quiet.split())
        yield running
        running.close()


@pytest.fixture(scope="package")
def context(browser):
    # One for all tests, so that JupyterLab's code is fetched once.
    return browser.new_context(viewport={"width": 1280, "height": 800})


@pytest.fixture(scope="package")
def functions(browser):
    """A page whose scripts know all that the demonstrations are made of."""
    page = browser.new_page()
    page.add_script_tag(content=program.join(*NAMES))
    return page


@pytest.fixture(scope="module")
def opened(browser):
    """Open demonstrations on a screen, offline; what they ask for or complain about is an error."""
    with ExitStack() as pages:

        @cache
        def open_page(*names, screen=HALL, deck=False, **settings):
            looks = {"width": screen[0], "height": screen[1]}
            page = pages.enter_context(offline_page(browser, viewport=looks))
            page.set_content(write_page(*names, deck=deck, **settings))
            drawn = "one => one.querySelector('.labkit-picture > *, .labkit-error')"
            page.wait_for_function(f"[...document.querySelectorAll('.labkit-demo')].every({drawn})")
            return page

        yield open_page


@pytest.fixture(scope="session")
def lab(chromium, tmp_path_factory):
    """JupyterLab on a new student pack."""
    with running_lab(release(tmp_path_factory.mktemp("lab"), ROOT)[0]) as lab:
        yield lab
