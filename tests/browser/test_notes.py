"""The notes of each demonstration, played in its deck: what they say to do can be done, and what they say next is seen.

The paragraph that begins with "**Show**" is what is played. In it, bold names a control by its words on
the screen, or by the first of them, and "to" a value may follow; "**bar**" is one in the picture. Figures
and quoted words from there to the next action are then on the screen.
"""

import re
from contextlib import ExitStack
from decimal import Decimal
from functools import cache

import pytest
from playwright.sync_api import expect

from tests.browser.decks import show, write_page
from tests.browser.driving import offline_page
from tests.notebooks.test_lectures import LECTURES, is_demonstration, is_notes, slides

pytestmark = pytest.mark.slow

#: Lecture, number of a slide, and its notes.
NOTES = [
    (name, number, notes.source)
    for name in LECTURES
    for number, slide in enumerate(slides(name), start=1)
    for notes in filter(is_notes, slide)
    if any(map(is_demonstration, slide))
]
SCRIPT = re.compile(r"\*\*Show\*\* \(\d min\)\. (.+)(?:\n\n(?:(?!\*\*).)+)*\n\n\*\*Ask\.\*\* .+")
ACTION = re.compile(
    r"\*\*(?P<name>[^*]+)\*\*(?: from (?P<before>\S+))?(?: (?:up |down )?to [*`]*(?P<value>\S+?)[*`]*(?=[.,:;]?(?:\s|$)))?"
    r"(?P<often> a few times)?"
)
#: What is clicked in a picture, and where it is.
IN_PICTURE = {"bar": "[data-values]", "pair": ".target"}
NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
#: A figure with what belongs to it, or quoted words.
CLAIM = re.compile(
    rf'(?P<figure>{NUMBER})(?P<rest>[⁰¹²³⁴-⁹]*(?: %| × 10[⁻⁰¹²³⁴-⁹]+)?)|"(?P<words>[^"]+)"'
)
#: What is read and what is seen of a demonstration.
SEEN = """box => [box.querySelector(".labkit-readout").innerText,
  ...[...box.querySelectorAll(".labkit-picture svg")].flatMap((svg) =>
    [svg.getAttribute("aria-label"), ...[...svg.querySelectorAll("text")].map((text) => text.textContent)])].join("\\n")"""
#: What somebody is told to do, in words that do not lead to a control.
OVERLOOKED = re.compile(r"\b(?:Press|Set|Move|Choose|Tick|Click|Change|Drag)\b(?![^.:;]*$)")


def read(notes):
    """Return the actions of the notes, each with the words up to the next; the first words have none."""
    found = SCRIPT.fullmatch(notes)
    assert found, "notes are the paragraph to play, others without bold words, and the question"
    script = found[1]
    actions = list(ACTION.finditer(script))
    ends = [0, *(action.end() for action in actions)]
    starts = [*(action.start() for action in actions), len(script)]
    words = [script[end:start] for end, start in zip(ends, starts, strict=True)]
    assert actions and not any(map(OVERLOOKED.search, words)), "each action names a control in bold"
    return list(zip([None, *actions], words, strict=True))


def is_seen(claim, seen):
    """Tell whether a claim of the notes stands on the screen: only per cents may be rounded."""
    if claim["words"] or "×" in claim["rest"] or claim["rest"][:1].strip(" "):
        return (claim["words"] or claim[0]) in seen
    figure = Decimal(claim["figure"].replace(",", ""))
    if claim["rest"]:
        found = map(Decimal, re.findall(rf"({NUMBER}) %", seen))
        return figure in [round(each, -figure.as_tuple().exponent) for each in found]
    return figure in (Decimal(each.replace(",", "")) for each in re.findall(NUMBER, seen))


def named(box, name):
    """Return the control, or the one of a choice, of which the screen has these words or begins with them."""
    candidates = box.locator("button, label, legend")
    texts = [text.strip() for text in candidates.all_text_contents()]
    exact = [i for i, text in enumerate(texts) if text == name]
    fitting = exact or [i for i, text in enumerate(texts) if text.startswith(f"{name} ")]
    assert len(fitting) == 1, f"{len(fitting)} controls are called {name!r}, of {texts}"
    return candidates.nth(fitting[0]), texts[fitting[0]]


def act(box, name, before, value, often):
    """Do what a lecturer does who reads an action."""
    if name in IN_PICTURE:
        return box.locator(".labkit-picture").locator(IN_PICTURE[name]).first.click()
    control, words = named(box, name)
    for folded in control.locator("xpath=ancestor::details[not(@open)]").all():
        folded.locator("summary").click()
    if control.evaluate("one => one.tagName") == "LEGEND":
        return control.locator("xpath=..").get_by_label(value, exact=True).check()
    if not value:
        kind = control.evaluate("one => one.control?.type")
        assert kind in (None, "checkbox", "radio"), f"{name}: to what?"
        return [control.click() for _ in range(3 if often else 1)]
    typed = box.get_by_label(f"{words}, typed", exact=True)
    field = typed if typed.count() else box.get_by_label(words, exact=True)
    kind = field.evaluate("field => field.type")
    if before:
        assert field.input_value() == before
    if kind == "select-one":
        return field.select_option(label=value)
    if kind == "text":
        field.fill(value)
        return field.press("Enter")
    field.press("Home")
    for _ in range(int(field.get_attribute("max"))):
        if field.get_attribute("aria-valuetext") == value:
            return None
        field.press("ArrowRight")
    assert field.get_attribute("aria-valuetext") == value


@pytest.fixture(scope="module")
def decks(browser, tmp_path_factory):
    """Open the deck of a lecture, each in a page of its own."""
    folder = tmp_path_factory.mktemp("decks")
    with ExitStack() as pages:

        @cache
        def opened(name):
            looks = {"width": 1366, "height": 768}
            page = pages.enter_context(offline_page(browser, viewport=looks))
            page.goto(write_page(LECTURES[name], folder / f"{name}.html", deck=True))
            page.locator("section.present").wait_for()
            return page

        yield opened


@pytest.mark.parametrize(
    ("name", "number", "notes"),
    [
        pytest.param(*n, id=f"{n[0]}-{n[1]}", marks=[pytest.mark.long] * (n[0] != "yeh"))
        for n in NOTES
    ],
)
def test_what_the_notes_do_can_be_done_and_what_they_say_is_seen(decks, name, number, notes):
    page = decks(name)
    page.evaluate("document.activeElement.blur()")  # digits would be typed into its field
    show(page, number)
    box, missing = page.locator("section.present .labkit-demo"), []
    expect(box.locator(".labkit-picture svg").first).to_be_visible()
    for action, words in read(notes):
        if action:
            before = box.evaluate(SEEN)
            act(box, **action.groupdict())
            changed = f"([box, before]) => ({SEEN})(box) !== before"
            page.wait_for_function(changed, arg=[box.element_handle(), before])
        seen = box.evaluate(SEEN).replace("\N{NO-BREAK SPACE}", " ")
        wrong = [claim[0] for claim in CLAIM.finditer(words) if not is_seen(claim, seen)]
        missing += [(action and action[0], wrong, seen)] * bool(wrong)
    assert missing == []


@pytest.mark.parametrize(
    "script", ["Look.", "Press **+1**. Then *Reset*. Set k to 6.", "**+1**. Move it."]
)
def test_an_action_that_names_no_control_is_told(script):
    with pytest.raises(AssertionError, match="each action names a control"):
        read(f"**Show** (3 min). {script}\n\n**Ask.** Why? *So.*")


#: What notes say, and whether it is on the screen.
CLAIMS = {
    "0.00222": {"p = 0.00222": True, "p = 0.002223": False, "10.00222": False},
    "1,000": {"14 of 1,000": True, "1": False},
    "63 %": {"Power: 63.1 %": True, "62.4 %": False, "63": False},
    "5": {"Rejected: 15": False, "at most 5, or": True},
    "6 × 10⁻⁷": {"p = 6 × 10⁻⁷": True, "p = 6 × 10⁻⁸": False},
    '"is rejected"': {"it is rejected": True, "is not rejected": False},
}


@pytest.mark.parametrize("said", CLAIMS)
def test_a_figure_is_seen_with_its_digits(said):
    assert {seen: is_seen(CLAIM.fullmatch(said), seen) for seen in CLAIMS[said]} == CLAIMS[said]
