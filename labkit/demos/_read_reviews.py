"""Reviews to read in a notebook."""

import html

from ipywidgets import HTML, Tab


class _Reader(Tab):
    # A widget's repr spells out its children; a reader's would repeat the texts.
    def __repr__(self):
        return f"read_reviews({len(self.children)} texts)"


def read_reviews(texts):
    """Show texts for reading, one tab each, numbered from 1.

    Parameters
    ----------
    texts : sequence of str

    Returns
    -------
    ipywidgets.Tab

    Raises
    ------
    ValueError
        If `texts` is one string or empty.

    Examples
    --------
    >>> read_reviews(["A good film.", "A dull one."])
    read_reviews(2 texts)
    """
    if isinstance(texts, str) or not len(texts):
        raise ValueError("texts: expected a sequence of at least one string")
    column = "max-width: 42em; font-size: 1.1em; line-height: 1.5"
    return _Reader(
        [HTML(f"<p style='{column}'>{html.escape(text)}</p>") for text in texts],
        titles=[f"Review {number}" for number in range(1, len(texts) + 1)],
        selected_index=0,
    )
