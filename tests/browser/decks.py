"""A short lecture that shows what a deck must do, and what is asked of a slide."""

import re

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from playwright.sync_api import expect

from labkit.demos.demonstration import KIND
from labkit.instructor.grading.release.lectures import make_page
from tests.demos.oracles import readout

#: The headings of the short lecture's slides.
HEADINGS = ("A small lecture", "A question", "Shuffled", "A table beside", "A figure", "Last")

#: What is wrong with the slide that is shown: parts without room, or under the number of the page.
FAULTS = """() => {
  const slide = document.querySelector("section.present"), found = [];
  const said = (node) => `${node.tagName}.${node.className?.baseVal ?? node.className}: ${node.textContent.trim().slice(0, 30)}`;
  if (slide.classList.contains("tall")) found.push(`scrolls: ${slide.querySelector(".body").scrollHeight}`);
  for (const node of slide.querySelectorAll(":not(svg *, math *, .notes, .notes *)")) {
    const box = node.getBoundingClientRect();
    if (!node.checkVisibility({ visibilityProperty: true }) || box.width <= 1 || box.height <= 1) continue;
    if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1) found.push(`outside: ${said(node)}`);
  }
  const foot = document.querySelector("#around").getBoundingClientRect();
  const texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
    if (parent.closest(".notes, .number, math, sub, sup, script, style, title, option")) continue;
    const lines = document.createRange();
    lines.selectNodeContents(text);
    const under = foot.width > 0 && [...lines.getClientRects()].some((line) => line.right > foot.left && line.bottom > foot.top + 2);
    if (under) found.push(`under the page's number: ${text.data.trim().slice(0, 30)}`);
  }
  return found;
}"""


#: Letters of the slide that is shown under 3 % of the screen's height, answers and folded fields among them, and
#: numbers in bold under 6 %. A plot's letters are drawn: they are of 13 points. Indices, exponents and the parts of a
#: fraction within a line are read with what they belong to; the number of the page is for the speaker.
SMALL = """() => {
  const slide = document.querySelector("section.present"), found = [];
  for (const details of slide.querySelectorAll("details")) details.open = true;
  const measure = (node, pixels, least, words) => {
    const share = (100 * pixels) / innerHeight;
    if (node.checkVisibility() && share < least - 0.005) found.push(`${share.toFixed(2)} %: ${words.trim().slice(0, 30)}`);
  };
  const size = (node) => parseFloat(getComputedStyle(node).fontSize);
  for (const plot of slide.querySelectorAll(".figure svg")) {
    const { a, d } = plot.getScreenCTM();
    measure(plot, 13 * Math.min(a, d), 3, "plot");
  }
  for (const field of slide.querySelectorAll("input[type=text], select")) measure(field, size(field), 3, field.id);
  for (const number of slide.querySelectorAll(".labkit-readout b")) measure(number, size(number), 6, number.textContent);
  const texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest(".notes, .number, script, style, title, option, annotation, sub, sup, mfrac")) continue;
    if (parent.closest(":is(msub, msup, msubsup, munder, mover, munderover) > :not(:first-child)")) continue;
    const { a, b } = parent.closest("svg") ? parent.getScreenCTM() : { a: 1, b: 0 };
    measure(parent, Math.hypot(a, b) * size(parent), parent.matches(".large") ? 6 : 3, text.data);
  }
  return found;
}"""


def demonstration(name, **settings):
    """A cell with a demonstration, as it is stored."""
    data = {KIND: {"name": name, "settings": settings}, "text/plain": f"demos.{name}()"}
    metadata = {KIND: {"readout": readout(name, **settings)}}
    shown = new_output("execute_result", data, metadata=metadata)
    return new_code_cell(f"demos.{name}()", outputs=[shown])


def small_lecture(path):
    """Write a lecture of six slides: an answer, a demonstration, a table, a figure, notes."""

    def words(text, **metadata):
        return new_markdown_cell(text, metadata=metadata)

    def shown(html):
        return new_code_cell("x", outputs=[new_output("display_data", {"text/html": html})])

    table = "<table><tr><th>system</th><th>p</th></tr><tr><td>one</td><td>0.04</td></tr></table>"
    figure = '<svg viewBox="0 0 400 300"><path d="M0 0L400 300" stroke="red"/></svg>'
    cells = [
        words("# A *small* lecture\n\nOne question.\n\n- a point"),
        words("**Say** (2 min). Say *hello*.", tags=["notes"]),
        words("## A question\n\n$$s_d^2 = s_1^2 + s_2^2$$\n\nDoes it hold?"),
        words("It holds.", tags=["answer"]),
        words("## Shuffled\n\n**Predict.** How often?"),
        demonstration("shuffling"),
        words("One in seven.", tags=["answer"]),
        words("## A table beside\n\nText.", labkit={"layout": "beside"}),
        shown(table),
        *(words("## A figure\n\nText."), shown(figure), shown(table)),
        words("## Last\n\n1. one\n2. two"),
    ]
    nbformat.write(new_notebook(cells=cells), path)
    return path


def write_page(notebook, path, *, deck):
    """Write a lecture as a page, and give its address."""
    path.write_text(make_page(notebook, deck=deck)[0], encoding="utf8")
    return path.as_uri()


def show(page, number):
    """Go to a slide by its number, with the keys."""
    page.keyboard.type(str(number))
    page.keyboard.press("Enter")
    expect(page.locator("#number")).to_have_text(re.compile(f"^{number} /"))
    page.wait_for_timeout(60)  # pictures follow the size of their places
