"""A paragraph that stands in a notebook, for a check to read."""

import os
from pathlib import Path

import nbformat


def written_answer(name: str) -> str:
    """Read an answer in words from the saved file of the notebook that this runs in.

    So a text is written once, in the cell that a person marks, and a check can read it there.

    Parameters
    ----------
    name : str
        The cell's nbgrader name.

    Returns
    -------
    str
        The cell's text; "" if the notebook was not saved or has no such cell.

    See Also
    --------
    review_claims : Reads a paragraph for claims that are not supported.

    Examples
    --------
    >>> written_answer("no-such-answer")
    ''
    """
    # JupyterLab tells a kernel its notebook; elsewhere it has the name of its folder.
    for path in (Path(os.environ.get("JPY_SESSION_NAME", "")), Path(f"{Path.cwd().name}.ipynb")):
        if path.suffix == ".ipynb" and path.is_file():
            try:
                cells = nbformat.read(path, as_version=4).cells
            except Exception:  # nbformat's errors on other files are of many kinds
                continue
            named = [c for c in cells if c.metadata.get("nbgrader", {}).get("grade_id") == name]
            return str(named[0].source).strip() if named else ""
    return ""
