"""Run notebooks as they are to be committed: ``python -m tests.notebooks.stored NOTEBOOK...``.

A demonstration is stored with its picture as Chromium draws it.
"""

import shutil
import sys
from pathlib import Path

import nbformat

from labkit import demos
from labkit.demos import program
from labkit.demos.demonstration import KIND
from labkit.instructor.grading.release.running import run

SVG = "image/svg+xml"

#: An SVG needs its letters as XML has them; a page's own have names. A picture of words becomes one.
DRAWN = """picture => {
  const svg = picture.querySelector("svg[role=img]"), write = (node) => new XMLSerializer().serializeToString(node);
  if (svg) return write(svg);
  const { width, height } = picture.firstElementChild.getBoundingClientRect();
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}"><defs></defs>`
    + `<foreignObject width="100%" height="100%" style="font:16px sans-serif">${write(picture.firstElementChild)}</foreignObject></svg>`;
}"""


def drawn(page, name, settings):
    """Return a demonstration's picture as a browser draws it."""
    data = program.data_of(name, getattr(demos, name)(**settings).data)
    script = program.as_script(name).replace("</", "<\\/")
    style = f"<style>body {{ width: 48rem; font: 16px sans-serif }} {program.style()}</style>"
    page.set_content(
        f"<!doctype html><meta charset='utf-8'>{style}{program.place(name, settings)}{data}"
        f"<script>{script}</script>"
    )
    picture = page.locator(".labkit-picture")
    picture.locator("> *").first.wait_for(state="attached")
    return program.as_image(picture.evaluate(DRAWN))


def store(path):
    """Run a notebook, and write it; a browser is started only for one that has demonstrations."""
    notebook = run(path)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    if shown := [output.data for output in outputs if KIND in output.get("data", {})]:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            page = chromium.new_page()
            for data in shown:
                data[SVG] = drawn(page, **data[KIND])
            chromium.close()
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(name, flush=True)
        store(Path(name))
