"""Pages made of what hypothesis hands in, in Chromium; and pages that do act, which must be seen."""

import pytest

from tests.fuzz.__main__ import fuzz
from tests.fuzz.tries import Watch, without_policy

pytestmark = [pytest.mark.slow, pytest.mark.long]

ACTS = [
    "<script>window.HIT=1</script>",
    "<img src=x onerror='window.HIT=1'>",
    "<a href='javascript:window.HIT=1'>x</a>",
    "<img src=http://elsewhere.invalid/x.png>",
    "<meta http-equiv=refresh content='0;url=http://elsewhere.invalid/'>",
]


def test_no_page_acts_in_a_browser(tmp_path, context):
    counts = fuzz(200, 2, Watch(context), tmp_path)
    assert counts["pages"] > 200


@pytest.mark.parametrize("html", ACTS)
def test_the_watch_sees_a_page_that_acts(context, html):
    assert Watch(context).show(without_policy(f"<p>text</p>{html}"))
    assert not Watch(context).show("<p>text</p><a href='https://a.example/'>x</a>")
