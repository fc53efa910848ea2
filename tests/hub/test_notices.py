"""What a student is told of a version that does not count."""

import html
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from labkit.hub.notices import notice, with_left_out, with_marked
from labkit.hub.versions import HandedIn

DUE = datetime(2026, 11, 20, 17, tzinfo=UTC)
FIRST = HandedIn("ada", "t", DUE - timedelta(hours=1), "a")


def test_what_came_too_late_says_which_version_counts():
    page = notice(HandedIn("ada", "t", DUE + timedelta(hours=1), "b"), FIRST, DUE)
    assert "20 November 2026, 18:00:00 UTC" in page and "20 November 2026, 17:00 UTC" in page
    assert "What counts is the version of 20 November 2026, 16:00:00 UTC" in page


def test_a_reason_is_shown_as_text_and_nothing_in_it_acts_or_hides():
    page = notice(HandedIn("ada", "t", DUE, "b", "<script>\u202e</script>"), None, None)
    assert "<script" not in page and "&lt;script&gt;⟨202E⟩" in page
    assert "please submit again" in page and "default-src 'none'" in html.unescape(page)


def test_who_could_do_nothing_better_is_sent_to_the_instructor():
    version = HandedIn("ada", "t", DUE, "a", "ada is not in the roster")
    page = notice(version, version, None)
    assert "ask your instructor" in page
    assert "submit again" not in page and "What counts" not in page


def test_a_page_says_which_files_were_left_out_and_is_else_as_it_was():
    assert with_left_out("<main>x</main>", FIRST) == "<main>x</main>"
    some = HandedIn("ada", "t", DUE, "b", left_out=("a & b: not a plain file",))
    page = with_left_out("<main>x</main></body>", some)
    assert page.startswith("<main>x<div") and page.endswith("</main></body>")
    assert "a &amp; b: not a plain file" in page


def test_of_several_notebooks_a_page_says_which_it_is_about():
    """It is given back by the name of each, and one was marked."""
    one = replace(FIRST, notebooks=("t",))
    assert with_marked("<main>x</main>", one, "t") == "<main>x</main>"
    some = replace(FIRST, notebooks=("a<b>", "t", "t-Copy1"))
    page = with_marked("<main>x</main></body>", some, "t")
    assert page.startswith("<main>x<div") and page.endswith("</main></body>")
    told = " ".join(re.sub("</?bdi>", "", page).split())
    assert "What was marked is t.ipynb, and not a&lt;b&gt;.ipynb, t-Copy1.ipynb. One" in told
