"""``labkit requests``, from the command line to the page."""

import pytest

from labkit.cli import main
from tests.instructor.grading.review.class_of import class_of
from tests.instructor.grading.tiny import NAME


@pytest.mark.slow
def test_the_page_is_made(tmp_path, capsys):
    asked = "Regrade request: triple: it <b>is</b> right\n\nRegrade request: none: what?"
    lab, out = class_of(tmp_path, {"ann": "Because.", "bob": None}, own=[asked], tables=False)
    assert main(["requests", str(out), "--source", str(lab), "--tick", NAME]) == 0
    assert f"4 requests: {out}" in capsys.readouterr().out
    page = (out / "requests.html").read_text()
    assert "it &lt;b&gt;is&lt;/b&gt; right" in page and "This is the square." in page
