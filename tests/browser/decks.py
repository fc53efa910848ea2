"""A short lecture that shows what a deck must do, and what is asked of a slide."""

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from labkit import demos
from labkit.demos.demonstration import KIND
from labkit.grading.release.lectures import make_page

#: The headings of the short lecture's slides.
HEADINGS = ("A small lecture", "A question", "Shuffled", "A table beside", "A figure", "Last")

#: What is wrong with the slide that is shown: parts without room, and letters under 2.5 % of the height
#: (those of a figure are drawn: they are of 13 points).
FAULTS = """() => {
  const slide = document.querySelector("section.present"), found = [];
  const said = (node) => `${node.tagName}.${node.className?.baseVal ?? node.className}: ${node.textContent.trim().slice(0, 30)}`;
  if (slide.classList.contains("tall")) found.push(`scrolls: ${slide.querySelector(".body").scrollHeight}`);
  for (const node of slide.querySelectorAll(":not(svg *, math *, .notes, .notes *)")) {
    const box = node.getBoundingClientRect();
    if (!node.checkVisibility({ visibilityProperty: true }) || box.width <= 1 || box.height <= 1) continue;
    if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1) found.push(`outside: ${said(node)}`);
  }
  for (const figure of slide.querySelectorAll(".figure svg")) {
    const { a, d } = figure.getScreenCTM(), share = (1300 * Math.min(a, d)) / innerHeight;
    if (share < 2.48) found.push(`${share.toFixed(2)} %: ${said(figure)}`);
  }
  const foot = document.querySelector("#around").getBoundingClientRect();
  const texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
    if (parent.closest(".notes, .number, math, sub, sup, script, style, title, option")) continue;
    const lines = document.createRange();
    lines.selectNodeContents(text);
    const under = [...lines.getClientRects()].some((line) => line.right > foot.left && line.bottom > foot.top + 2);
    if (under) found.push(`under the page's number: ${text.data.trim().slice(0, 30)}`);
    const drawn = parent.closest("svg") ? Math.hypot(parent.getScreenCTM().a, parent.getScreenCTM().b) : 1;
    const share = (100 * drawn * parseFloat(getComputedStyle(parent).fontSize)) / innerHeight;
    if (share < 2.48) found.push(`${share.toFixed(2)} %: ${text.data.trim().slice(0, 30)}`);
  }
  return found;
}"""

#: The share of a slide that neither text, nor a control, nor a picture covers.
EMPTY = """() => {
  const slide = document.querySelector("section.present"), cell = 4;
  const wide = Math.ceil(innerWidth / cell), grid = new Uint8Array(wide * Math.ceil(innerHeight / cell));
  const cover = ({ left, top, right, bottom }) => {
    for (let y = Math.floor(top / cell); y < Math.min(bottom, innerHeight) / cell; y += 1)
      grid.fill(1, y * wide + Math.floor(left / cell), y * wide + Math.min(wide, Math.ceil(right / cell)));
  };
  const texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT), lines = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.data.trim() || !text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    lines.selectNodeContents(text);
    for (const line of lines.getClientRects()) cover(line);
  }
  for (const part of slide.querySelectorAll("input, button, select, .labkit-readout, .labkit-choice span, .labkit-picture > svg"))
    if (part.checkVisibility()) cover(part.getBoundingClientRect());
  return 1 - grid.reduce((sum, each) => sum + each, 0) / grid.length;
}"""


def demonstration(name, **settings):
    """A cell with a demonstration, as it is stored."""
    shown = getattr(demos, name)(**settings)
    data = {KIND: {"name": name, "settings": settings}, "text/plain": shown.readout()}
    return new_code_cell(f"demos.{name}()", outputs=[new_output("execute_result", data)])


def small_lecture(path):
    """Write a lecture of six slides: an answer, a demonstration, a table, a figure, notes."""
    table = "<table><tr><th>system</th><th>p</th></tr><tr><td>one</td><td>0.04</td></tr></table>"
    figure = '<svg viewBox="0 0 400 300"><path d="M0 0L400 300" stroke="red"/></svg>'
    cells = [
        new_markdown_cell("# A *small* lecture\n\nOne question.\n\n- a point"),
        new_markdown_cell("**Say** (2 min). Say *hello*.", metadata={"tags": ["notes"]}),
        new_markdown_cell("## A question\n\n$$s_d^2 = s_1^2 + s_2^2$$\n\nDoes it hold?"),
        new_markdown_cell("It holds.", metadata={"tags": ["answer"]}),
        new_markdown_cell("## Shuffled\n\n**Predict.** How often?"),
        demonstration("shuffling"),
        new_markdown_cell("One in seven.", metadata={"tags": ["answer"]}),
        new_markdown_cell("## A table beside\n\nText.", metadata={"labkit": {"layout": "beside"}}),
        new_code_cell("x", outputs=[new_output("display_data", {"text/html": table})]),
        new_markdown_cell("## A figure\n\nText."),
        *(
            new_code_cell("x", outputs=[new_output("display_data", {"text/html": html})])
            for html in (figure, table)
        ),
        new_markdown_cell("## Last\n\n1. one\n2. two"),
    ]
    nbformat.write(new_notebook(cells=cells), path)
    return path


def write_page(notebook, path, *, deck):
    """Write a lecture as a page, and give its address."""
    path.write_text(make_page(notebook, deck=deck)[0], encoding="utf8")
    return path.as_uri()


def show(page, number):
    """Go to a slide by its number, with the keys."""
    for digit in str(number):
        page.keyboard.press(digit)
    page.keyboard.press("Enter")
    page.wait_for_function(
        "number => document.querySelector('#number').textContent.startsWith(`${number} /`)",
        arg=number,
    )
    page.wait_for_timeout(60)  # pictures follow the size of their places
