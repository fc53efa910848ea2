"""JupyterLab as `make lab` starts it, on a new student pack, and a browser."""

import shutil

import pytest

from labkit.grading.release.pack import release
from tests.browser.driving import BROWSERS, ROOT, not_here, running_lab, watched_page


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


@pytest.fixture(scope="module")
def student_page(context, lab):
    """A page for the tests that share one open notebook: to open it takes most of their time."""
    with watched_page(context) as page:
        yield page


@pytest.fixture
def page(context, lab):
    with watched_page(context) as page:
        yield page


@pytest.fixture(scope="session")
def pack(chromium, tmp_path_factory):
    """The folder of a new student pack."""
    return release(tmp_path_factory.mktemp("lab"), ROOT)[0]


@pytest.fixture(scope="session")
def lab(pack):
    with running_lab(pack, "lab") as lab:
        yield lab
