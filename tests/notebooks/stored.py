"""Run notebooks as they are to be committed: ``python -m tests.notebooks.stored NOTEBOOK...``.

A widget is a window on a running kernel. JupyterLab prefers it to all other forms of an output, and
where the kernel is gone writes "model not found" in its place; what is stored here are the forms
beside it: of a demonstration, its picture and numbers.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

WIDGET = "application/vnd.jupyter.widget-view+json"


def without_widgets(notebook):
    """Leave out the widgets of outputs that have another form to show, and their states."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "text/html" in output.get("data", {}):
                output.data.pop(WIDGET, None)
    notebook.metadata.pop("widgets", None)
    return notebook


def store(path):
    """Run a notebook from top to bottom in its folder, and write it."""
    notebook = nbformat.read(path, as_version=4)
    told = notebook.metadata.copy()  # but for the version of the Python that happens to run it
    there = {"metadata": {"path": str(path.parent)}}
    NotebookClient(
        notebook, timeout=600, record_timing=False, coalesce_streams=True, resources=there
    ).execute()
    notebook.metadata = told
    nbformat.write(without_widgets(notebook), path)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(name, flush=True)
        store(Path(name))
