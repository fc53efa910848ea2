"""Run notebooks as they are to be committed: ``python -m tests.notebooks.stored NOTEBOOK...``.

A demonstration is stored as Chromium shows it: with its picture, and in the metadata its readout.
"""

import shutil
import sys
from pathlib import Path

import nbformat

from labkit.demos import program
from labkit.demos.data import data_for
from labkit.demos.demonstration import KIND
from labkit.instructor.grading.release.running import run

SVG = "image/svg+xml"


def shown(page, name, settings):
    """Return the picture of a demonstration, and the lines of its readout, as a browser shows them."""
    data = program.data_of(name, data_for(name, settings))
    script = program.as_script(name).replace("</", "<\\/")
    style = f"<style>body {{ width: 48rem; font: 16px sans-serif }} {program.style()}</style>"
    page.set_content(
        f"<!doctype html><meta charset='utf-8'>{style}{program.place(name, settings)}{data}"
        f"<script>{script}</script>"
    )
    lines = page.locator(".labkit-readout p").all_text_contents()
    if page.locator(".labkit-error").count():
        raise ValueError(" ".join(lines))
    svg = page.locator(".labkit-picture svg[role=img]")
    # An SVG needs its letters as XML has them; a page's own have names. It takes its style with it.
    image = svg.evaluate("svg => new XMLSerializer().serializeToString(svg)")
    picture = f"<style>{program.read('picture.css')}</style>"
    return image.replace("<defs>", f"{picture}<defs>", 1), lines


def store(path):
    """Run a notebook, and write it; a browser is started only for one that has demonstrations."""
    notebook = run(path)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    if demonstrations := [each for each in outputs if KIND in each.get("data", {})]:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            page = chromium.new_page()
            for output in demonstrations:
                output.data[SVG], lines = shown(page, **output.data[KIND])
                output.metadata[KIND] = {"readout": lines}
            chromium.close()
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(name, flush=True)
        store(Path(name))
