"""The pages for people who mark, in the browser: whatever students write, nothing acts or fetches."""

import pytest

from labkit.cli import main
from tests.grading.review.class_of import class_of, fill
from tests.grading.tiny import NAME

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
        if command == "rubric":
            assert main([command, options[0], str(out), *tick, *options[1:]]) == 0
        else:
            assert main([command, str(out), *tick, *options]) == 0
        if "share" in options:  # so that the page of agreement has something to show
            for marker, items in (("eva", "clear"), ("fay", "none")):
                fill(out, marker, items, HOSTILE[:60])
        assert (out / place).is_file()
    return out


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.long)])
@pytest.mark.parametrize("place", PAGES)
def test_nothing_on_a_page_acts(pages, browser, place, width):
    context = browser.new_context(viewport={"width": width, "height": 800})
    page, visited = context.new_page(), []
    page.on("request", lambda request: visited.append(request.url))
    page.on("dialog", lambda dialog: visited.append(dialog.message))
    page.goto((pages / place).as_uri())
    assert "word59" in page.content()
    for link in page.locator("main a").all():
        assert not (link.get_attribute("href") or "").startswith("javascript")
    assert page.evaluate("window.hit") is None
    assert (
        page.evaluate("document.querySelectorAll('script, svg, iframe, img[src^=http]').length")
        == 0
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("h1").is_visible()
    assert [url for url in visited if not url.startswith(("file:", "data:"))] == []
    context.close()
