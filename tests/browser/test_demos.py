"""The demonstrations in a real JupyterLab: each opens, moves, and agrees with its Python at both ends.

With LABKIT_SCREENSHOTS=FOLDER the documents' pictures of three are written there.
"""

import ast
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from labkit import demos
from labkit.grading.release.lectures import COUNTERS
from tests.browser.accessibility import violations
from tests.browser.driving import run_notebook
from tests.browser.modules import NAMES
from tests.demos.drawn import said

#: Demonstration -> settings that Python gives it, other than its own.
MOVES = {
    "binomial_tails": {"k": 7, "tails": "one tail"},
    "bootstrap": {"resamples": 1000},
    "confidence_vs_gain": {"size": 2000},
    "correlation": {"both": 20},
    "error_types": {"experiments": 40},
    "report_check": {"paragraph": "Honest", "reveal": True},
    "shuffling": {"shuffles": 1000},
    "sign_flips": {"shuffles": 40},
    "smoothing": {"omega": 0.5},
    "ties": {"plus": 7},
}
PICTURES = "shuffling", "bootstrap", "confidence_vs_gain"
pytestmark = pytest.mark.slow
each = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def page(context, lab):
    """A notebook with all demonstrations, run; its last cell tells what they say, and its last but one moves them."""
    cells = ["from labkit import demos\nshown = {}"]
    cells += [f"shown[{name!r}] = demos.{name}(); shown[{name!r}]" for name in NAMES]
    cells += [f"for name, move in {MOVES!r}.items():\n    shown[name].settings = move"]
    cells += ["print([demo.readout() for demo in shown.values()])"]
    with run_notebook(context, lab, "demonstrations.ipynb", cells) as page:
        expect(page.locator(".labkit-demo")).to_have_count(len(NAMES), timeout=120_000)
        expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
        yield page


def readout(page, name):
    return page.locator(f".labkit-demo-{name} .labkit-readout")


def as_shown(lines):
    """A pattern for a readout's lines in a page, where paragraphs part them."""
    words = " ".join(lines).split()
    return re.compile(r"\s*" + r"\s*".join(map(re.escape, words)) + r"\s*$")


def said_by_python(page):
    """Run the last cell, and read the readouts that it prints."""
    cell = page.locator(".jp-CodeCell").last
    before = cell.locator(".jp-InputPrompt").inner_text()
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    expect(cell.locator(".jp-InputPrompt")).to_have_text(re.compile(r"\[\d+\]"))
    expect(cell.locator(".jp-InputPrompt")).not_to_have_text(before)
    return dict(
        zip(
            NAMES, ast.literal_eval(cell.locator(".jp-OutputArea-output").inner_text()), strict=True
        )
    )


def test_every_demonstration_has_a_move():
    assert sorted(MOVES) == sorted(NAMES)


@each
def test_it_shows_what_python_says_when_python_moves_it(page, name):
    page.locator(f".labkit-demo-{name}").scroll_into_view_if_needed()  # before, it has no width
    twin = getattr(demos, name)(**MOVES[name])
    words = said(name, twin.readout(), twin.settings)
    expect(readout(page, name)).to_have_text(as_shown(words))
    expect(page.locator(f".labkit-demo-{name} .labkit-error")).to_have_count(0)
    picture = page.locator(f".labkit-demo-{name} .labkit-picture")
    expect(picture.locator("svg[aria-label], .labkit-report").first).to_be_visible()
    folder = os.environ.get("LABKIT_SCREENSHOTS")
    if folder and name in PICTURES:
        path = Path(folder) / f"demo-{name.replace('_', '-')}.png"
        page.locator(f".labkit-demo-{name} .labkit-inside").screenshot(path=path)


@each
def test_axe_finds_nothing_serious(page, name):
    page.locator(f".labkit-demo-{name}").scroll_into_view_if_needed()
    assert violations(page, f".labkit-demo-{name}") == []


def test_what_is_clicked_python_knows(page):
    for name in NAMES:
        box = page.locator(f".labkit-demo-{name}")
        box.get_by_role("button", name="Set all controls back").click()
        more = box.get_by_role("button", name=re.compile(r"^10 more"))
        if more.count():
            more.click()
    known = said_by_python(page)
    assert known["ties"] == demos.ties().readout()
    assert known["shuffling"] == demos.shuffling(shuffles=10).readout()
    for name, text in known.items():
        settings = getattr(demos, name)().settings
        settings |= dict.fromkeys(COUNTERS & settings.keys(), 10)
        expect(readout(page, name)).to_have_text(as_shown(said(name, text, settings)))


def test_the_report_check_reads_ones_own_words(page):
    box = page.locator(".labkit-demo-report_check")
    box.get_by_label("own", exact=True).check()
    box.get_by_label("Show objections").check()
    box.get_by_label("your own paragraph").fill(
        "The magnitude lexicon outperforms the simple lexicon."
    )
    expect(readout(page, "report_check")).to_have_text(re.compile("1 objection"))
    expect(box.locator("mark")).to_have_text(re.compile("outperforms the simple lexicon"))
    assert said_by_python(page)["report_check"].startswith("1 objection\n")
