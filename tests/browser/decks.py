"""A small lecture that shows what a lecture page must do, and whatever asks a page of slides."""

import base64

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

WIDGETS = """
import ipywidgets as w
slider, number = w.IntSlider(description="n", value=5), w.IntText(description="k", value=3)
words, choice = w.Textarea(description="words"), w.Dropdown(options=["one", "two", "three"])
tick, button = w.Checkbox(description="tick"), w.Button(description="count")
shown = w.HTML("pressed 0 times")
times = [0]

def press(button):
    times[0] += 1
    shown.value = f"pressed {times[0]} times"

button.on_click(press)
w.VBox([slider, number, words, choice, tick, button, shown])
"""
SQUARE = "from IPython.display import Image, display\ndisplay(Image({png!r}, format='png'))"

#: The headings of the small lecture's slides.
HEADINGS = (
    *("A small lecture", "Widgets", "A formula", "Printed"),
    *("Slow", "Failed", "After the failure", "Beside", "Last"),
)


def small_lecture(path):
    """Write a lecture of nine slides: widgets, a formula, a slow cell and one that fails."""
    cells = [
        new_markdown_cell("\n# A *small* lecture\n\nOne question.\n\n- a point\n\n*A source.*"),
        new_markdown_cell("Say *hello* to all.", metadata={"tags": ["notes"]}),
        new_markdown_cell("## Widgets\n\nA line above them."),
        new_code_cell(WIDGETS),
        new_markdown_cell("\n## A formula\n\n$$s_d^2 = s_1^2 + s_2^2$$\n\nand $r_{12}$ in a line."),
        new_markdown_cell("## Printed"),
        new_code_cell("print('p = 0.1234567890 ' * 12)", outputs=saved("p = 0.1234567890 " * 12)),
        new_markdown_cell("## Slow"),
        new_code_cell(
            "import time\ntime.sleep(3)\nprint('made anew')",
            outputs=[*saved("as it was saved"), photo()],
        ),
        new_markdown_cell("## Failed"),
        new_code_cell("1 / 0"),
        new_markdown_cell("## After the failure"),
        new_code_cell("print('still computed')"),
        new_markdown_cell("## Beside\n\nText.", metadata={"labkit": {"layout": "beside"}}),
        new_code_cell(f"print('a row of the right\\n' * 3)\n{SQUARE.format(png=png())}"),
        new_markdown_cell("## Last\n\n1. one\n2. two"),
    ]
    nbformat.write(new_notebook(cells=cells, metadata=KERNEL), path)
    return path


KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def saved(text):
    return [nbformat.v4.new_output("stream", name="stdout", text=text)]


def photo():
    data = {"image/jpeg": base64.b64encode(png("jpeg")).decode(), "text/plain": "<Image object>"}
    return nbformat.v4.new_output("display_data", data)


def png(kind="png", side=40):
    """A grey square."""
    import io

    from PIL import Image

    file = io.BytesIO()
    Image.new("L", (side, side), 128).save(file, kind)
    return file.getvalue()


#: What a slide on the page is like: sizes in px, and whatever is not as it should be.
SLIDE = """() => {
  const slide = document.querySelector('#lecture > .slide.shown');
  const body = slide.querySelector('.body');
  const seen = [...slide.querySelectorAll('*')].filter(node =>
    !node.ownerSVGElement && !node.closest('mjx-container *, .notes, .saved') &&
    node.getClientRects().length && node.checkVisibility());
  const [right, bottom] = [slide.clientWidth, slide.clientHeight];
  const outside = seen.filter(node => {
    const box = node.getBoundingClientRect();
    const hidden = box.width <= 1 || box.height <= 1;
    return !hidden && (box.right > right + 1 || box.bottom > bottom + 1 || box.left < -1 || box.top < -1);
  });
  const cut = seen.filter(node =>
    ['hidden', 'auto', 'scroll'].includes(getComputedStyle(node).overflowX) && !node.matches('textarea, input, select') &&
    node.scrollWidth > node.clientWidth + 2 && node.clientWidth > 1);
  const cutBelow = seen.filter(node =>
    ['hidden', 'auto', 'scroll'].includes(getComputedStyle(node).overflowY) && !node.matches('textarea, input, select') &&
    node.scrollHeight > node.clientHeight + 2 && node.clientHeight > 1);
  // Lines of one text node that break between two characters of a number.
  const broken = [];
  const walker = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (parent.closest('svg, style, script, .notes, mjx-container, .saved') || !parent.checkVisibility()) continue;
    for (const found of text.data.matchAll(/[-+\u2212]?[0-9]+(?:[.,][0-9]+)*(?:e[-+]?[0-9]+)?/g)) {
      const range = new Range();
      range.setStart(text, found.index);
      range.setEnd(text, found.index + found[0].length);
      const tops = new Set([...range.getClientRects()].filter(box => box.width).map(box => Math.round(box.top)));
      if (tops.size > 1) broken.push(found[0]);
    }
  }
  const said = node => `${node.tagName}.${node.className}: ${(node.textContent || '').trim().slice(0, 40)}`;
  const texts = [...slide.querySelectorAll('.text :is(p, li)')].map(node => parseFloat(getComputedStyle(node).fontSize));
  // Pictures are drawn with letters of 13 points, which grow with them.
  const letters = [...slide.querySelectorAll('.output svg')].filter(svg => svg.viewBox.baseVal?.width > 200 && !svg.closest('mjx-container'))
    .map(svg => [svg.getBoundingClientRect(), svg.viewBox.baseVal])
    .map(([box, own]) => 13 * Math.min(box.width / own.width, box.height / own.height));
  const parts = [...slide.querySelectorAll('.output[data-ran], .text')].filter(node => node.getClientRects().length);
  const boxes = parts.map(node => [said(node), node.getBoundingClientRect()]);
  const over = boxes.flatMap(([one, a], place) => boxes.slice(place + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
    .map(([other]) => `${one} / ${other}`));
  return {
    heading: slide.dataset.title, state: slide.dataset.state,
    faults: [...outside.map(node => 'outside: ' + said(node)), ...cut.map(node => 'cut: ' + said(node)),
             ...cutBelow.map(node => 'cut below: ' + said(node)), ...broken.map(number => 'broken: ' + number),
             ...over.map(pair => 'over each other: ' + pair),
             ...(body.scrollHeight > body.clientHeight + 1 ? ['too high by ' + (body.scrollHeight - body.clientHeight)] : []),
             ...(body.scrollWidth > body.clientWidth + 1 ? ['too wide by ' + (body.scrollWidth - body.clientWidth)] : [])],
    text: texts.length ? Math.min(...texts) : null,
    letters: letters.length ? Math.min(...letters) : null,
    demonstrations: slide.querySelectorAll('.labkit-demo').length,
  };
}"""


def heading(page):
    """The heading of the slide that is shown."""
    return page.locator("#lecture > .slide.shown > :is(h1, h2)").inner_text()


def show(page, number):
    """Go to a slide by its number, with the keys."""
    for digit in str(number):
        page.keyboard.press(digit)
    page.keyboard.press("Enter")
    page.wait_for_function(f"location.hash === '#{number}'")


def settle(page):
    """Wait until the sizes on the slide have been found."""
    page.wait_for_timeout(70)
    page.wait_for_function("!document.querySelector('#lecture').dataset.fitting", timeout=20_000)
