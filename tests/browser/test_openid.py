"""Signing in by a university's OpenID, in Chromium, on a hub that really runs."""

import pytest
from playwright.sync_api import expect

pytest.importorskip("jupyterhub", reason="JupyterHub is not installed (the extra hub)")

from tests.browser.accessibility import violations
from tests.instructor.hub.live import closed_copy, needs_hub, open_folder, running
from tests.instructor.hub.provider import CLIENT, SECRET, provider
from tests.superuser import is_root

pytestmark = [needs_hub, pytest.mark.slow]


@pytest.fixture
def hub(chromium):
    """A hub without passwords, whose class is Ada, and Ina teaches."""
    with provider() as issuer, open_folder() as folder:
        (folder / "class.csv").write_text("student,email\nada-o,al123@uni.example\n")
        (folder / "secret").write_text(SECRET)
        (folder / "secret").chmod(0o600)
        given = {"issuer": issuer, "client_id": CLIENT, "client_secret": folder / "secret"}
        signing_in = "\n".join(["[signing_in]", *(f'{key} = "{given[key]}"' for key in given), ""])
        more = {"more": signing_in, "one_user": not is_root, "roster": folder / "class.csv"}
        lab = closed_copy(folder / "lab")
        with running(folder / "course", instructors=("ina-o",), lab=lab, **more) as hub:
            yield hub


def sign_in(browser, hub, name):
    """Open the hub, say at the university who one is, and return the page that comes then."""
    page = browser.new_context().new_page()
    page.goto(f"{hub.url}/")
    expect(page).to_have_title("University")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button").click()
    return page


def test_people_sign_in_at_their_university(browser, hub):
    ada = sign_in(browser, hub, "AL123@uni.example")
    expect(ada.get_by_text("No tick has been released yet.")).to_be_visible()
    expect(ada.get_by_role("link", name="Change password")).to_have_count(0)
    assert violations(ada) == []
    ina = sign_in(browser, hub, "Ina-O")
    expect(ina.get_by_role("heading", name="Ticks")).to_be_visible()
    # A code is taken from the browser alone that began.
    assert hub.browser().get("/hub/oauth_callback?code=made-up&state=made-up")[0] == 400
    for stranger in ("cyd", "ada o", "labkit", "root"):
        page = sign_in(browser, hub, stranger)
        said = f"403 : {stranger} is not on the list of the class"
        expect(page.get_by_role("heading", name=said)).to_be_visible()
        page.goto(f"{hub.url}/hub/home")
        expect(page).to_have_title("University")
