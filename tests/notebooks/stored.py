"""Run notebooks as they are to be committed: ``python -m tests.notebooks.stored NOTEBOOK...``.

A widget is a window on a running kernel. JupyterLab prefers it to all other forms of an output, and
where the kernel is gone writes "model not found" in its place; what is stored here are the forms
beside it: of a demonstration its readout, and its picture as Chromium draws it.
"""

import shutil
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from labkit import demos
from labkit.demos import program
from labkit.demos.demonstration import KIND

WIDGET = "application/vnd.jupyter.widget-view+json"
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


def without_widgets(notebook, page=None):
    """Leave out the widgets of outputs that have another form to show; draw the demonstrations."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if {"text/html", KIND} & set(data):
                data.pop(WIDGET, None)
            if KIND in data and page:
                data[SVG] = drawn(page, **data[KIND])
    notebook.metadata.pop("widgets", None)
    return notebook


def run(path):
    """Return a notebook after a run from top to bottom in its folder."""
    notebook = nbformat.read(path, as_version=4)
    told = notebook.metadata.copy()  # but for the version of the Python that happens to run it
    there = {"metadata": {"path": str(path.parent)}}
    NotebookClient(
        notebook, timeout=600, record_timing=False, coalesce_streams=True, resources=there
    ).execute()
    notebook.metadata = told
    return notebook


def store(path):
    """Run a notebook, and write it; a browser is started only for one that has demonstrations."""
    notebook = run(path)
    if KIND not in str([cell.get("outputs") for cell in notebook.cells]):
        nbformat.write(without_widgets(notebook), path)
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        nbformat.write(without_widgets(notebook, chromium.new_page()), path)
        chromium.close()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(name, flush=True)
        store(Path(name))
