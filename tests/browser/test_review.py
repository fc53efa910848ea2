"""The pages for people who mark, in the browser: whatever students write, nothing acts or fetches."""

import pytest

from labkit.cli import main
from tests.browser.accessibility import violations
from tests.browser.driving import offline_page
from tests.instructor.grading.review.class_of import class_of, fill
from tests.instructor.grading.tiny import NAME

pytestmark = pytest.mark.slow

WORDS = " ".join(f"word{i}" for i in range(60))
HOSTILE = f"""<script>window.hit = 1</script><img src=x onerror="window.hit = 2">
[Table 1](javascript:window.hit=3) ![picture](https://elsewhere.example/a.png)
<style>body {{ display: none }}</style><svg onload="window.hit = 4"></svg></pre></div></main>

$$\\href{{javascript:window.hit=5}}{{x}}$$ {"wide" * 100} {WORDS}

Regrade request: double: <script>window.hit = 6</script> </pre> {"long" * 100}
Regrade request: essay: <b>x"""
PAGES = {
    "similarity.html": ["similarity"],
    "requests.html": ["requests"],
    f"review/{NAME}/markers/eva/answers.html": ["rubric", "share", "--marker", "eva", "--marker", "fay", "--second", "1"],
    f"review/{NAME}/agreement.html": ["rubric", "agreement"],
}  # fmt: skip


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("review")
    lab, out = class_of(folder, {"ann": HOSTILE, "bob": HOSTILE + "."}, own=[HOSTILE], tables=False)
    for place, (command, *options) in PAGES.items():
        tick = ["--tick", NAME, "--source", str(lab)]
        words = [command, options.pop(0)] if command == "rubric" else [command]
        assert main([*words, str(out), *tick, *options]) == 0
        if "eva" in options:  # so that the page of agreement has something to show
            for marker, items in (("eva", "clear"), ("fay", "none")):
                fill(out, marker, items, HOSTILE[:60])
        assert (out / place).is_file()
    return out


@pytest.mark.parametrize("place", PAGES)
def test_nothing_on_a_page_acts_or_keeps_anybody_out(pages, browser, place):
    with offline_page(browser, viewport={"width": 390, "height": 800}) as page:
        page.goto((pages / place).as_uri())
        assert "word59" in page.content()
        assert page.locator("main a[href^=javascript]").count() == 0
        assert page.evaluate("window.hit") is None
        assert page.locator("script, svg, iframe, img[src^=http]").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.locator("h1").is_visible()
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            assert violations(page) == []
