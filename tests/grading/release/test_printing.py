"""Printing with a browser: stand-ins for it that work, fail and hang."""

import pytest

from labkit.grading.release import printing
from labkit.grading.release.printing import find_browser, print_page


@pytest.fixture
def browser(tmp_path):
    """Make a browser of a few lines of shell; `$paper` is where it is to print to."""

    def made(code):
        path = tmp_path / "chromium"
        find = 'for word; do case "$word" in --print-to-pdf=*) paper="${word#*=}";; esac; done\n'
        path.write_text(f"#!/bin/sh\n{find}{code}\n")
        path.chmod(0o755)
        return str(path)

    return made


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "a lecture.html"
    path.write_text("<p>One</p>")
    return path


def test_a_pdf_is_moved_to_its_place(browser, page, tmp_path):
    paper = tmp_path / "one.pdf"
    print_page(page, paper, browser('printf "%%PDF-1.7 of %s" "$(eval echo \\${$#})" > "$paper"'))
    assert paper.read_text().startswith("%PDF") and "a%20lecture.html" in paper.read_text()


@pytest.mark.parametrize(
    "code, why",
    [
        ("echo starting >&2; echo no display >&2; exit 1", "no display"),
        ("exit 0", "it does not say why"),
        ('echo "<html>" > "$paper"', "it does not say why"),
    ],
)
def test_what_did_not_print_is_said_and_leaves_nothing(browser, page, tmp_path, code, why):
    with pytest.raises(OSError, match=f"could not print a lecture.html: {why}"):
        print_page(page, tmp_path / "one.pdf", browser(code))
    assert not (tmp_path / "one.pdf").exists()


def test_a_browser_that_hangs_is_given_up(browser, page, tmp_path, monkeypatch):
    monkeypatch.setattr(printing, "SECONDS", 0.3)
    with pytest.raises(OSError, match=r"did not print a lecture.html in 0.3 s"):
        print_page(page, tmp_path / "one.pdf", browser("exec sleep 30"))


def test_the_browser_is_the_first_that_is_there(browser, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_browser() is None
    made = browser("exit 0")
    assert find_browser() == made
