"""A notebook as it is stored: run from top to bottom, without what only a running kernel can show."""

import os
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from labkit.checks.progress import VARIABLE
from labkit.demos.demonstration import KIND

WIDGET = "application/vnd.jupyter.widget-view+json"


def run(path: Path) -> NotebookNode:
    """Return a notebook after a run in its folder, with the metadata that it had.

    Those of a run would name the version of the Python that happens to be here. One that does not run
    from top to bottom is a ValueError.
    """
    notebook = nbformat.read(path, as_version=4)
    metadata = notebook.metadata.copy()
    client = NotebookClient(
        notebook,
        timeout=600,
        coalesce_streams=True,
        record_timing=False,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],  # it would warn of its sockets
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        # An author's own points are nobody's output.
        client.execute(env={**os.environ, VARIABLE: ""})
    except CellExecutionError as error:
        raise ValueError(
            f"{path.name} does not run from top to bottom: {error.ename}: {error.evalue}"
        ) from None
    notebook.metadata = metadata
    return without_widgets(notebook)


def without_widgets(notebook: NotebookNode) -> NotebookNode:
    """Leave out the widgets of outputs that have another form to show.

    JupyterLab prefers a widget to all other forms, and where its kernel is gone writes "model not
    found" in its place.
    """
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if {"text/html", KIND} & output.get("data", {}).keys():
                output.data.pop(WIDGET, None)
    notebook.metadata.pop("widgets", None)
    return notebook
