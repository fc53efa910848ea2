"""The card at the end of a tick names the next one: its stored output has to follow."""

from pathlib import Path
from typing import TypeAlias

import nbformat
from nbformat import NotebookNode

from labkit.checks.card import Card, links
from labkit.checks.questions import load_questions

#: Words, and where they lead.
Links: TypeAlias = tuple[tuple[str, str], ...]


def last_links(tick: Path) -> Links:
    """Give what the last card of a tick leads to, as things stand."""
    return links(tick)


def renew_last_card(tick: Path, before: Links) -> bool:
    """Write the links of today into the stored card at a tick's end.

    The other outputs stay as they are, so that nothing needs to run anew.

    Parameters
    ----------
    tick : Path
        The tick's folder.
    before : tuple
        What `last_links` gave when the card was stored.

    Returns
    -------
    bool
        Whether the card is true now; if not, the notebook has to run anew.
    """
    after = last_links(tick)
    if after == before:
        return True
    path = tick / f"{tick.name}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    questions = load_questions(tick)
    passed = dict.fromkeys(questions, True)
    for question in questions.values():
        old, new = (Card(question, True, questions, passed, each) for each in (before, after))
        for output in _outputs(notebook):
            if output.get("data", {}).get("text/plain") == f"✓ {old.text()}":
                output["data"] |= {"text/plain": f"✓ {new.text()}", "text/html": new.html()}
                nbformat.write(notebook, path)
                return True
    return False


def _outputs(notebook: NotebookNode) -> list[NotebookNode]:
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]
