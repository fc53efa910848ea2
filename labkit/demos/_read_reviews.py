"""Reviews to read in a notebook."""

import html
from collections.abc import Sequence

from ipywidgets import HTML, Tab

from labkit.arguments import as_texts


class _Reader(Tab):
    def __repr__(self) -> str:
        """Count the texts; a widget's own repr spells out its children, and so would repeat them."""
        return f"read_reviews({len(self.children)} texts)"


def read_reviews(texts: Sequence[str]) -> Tab:
    """Show texts for reading, one tab each, numbered from 1.

    Parameters
    ----------
    texts : sequence of str
        At least one.

    Returns
    -------
    ipywidgets.Tab
        A tab a text, the first one open.

    See Also
    --------
    labkit.load_reviews : Reviews to show.

    Examples
    --------
    >>> read_reviews(["A good film.", "A dull one."])
    read_reviews(2 texts)
    """
    texts = as_texts(texts, "texts", least=1)
    column = "max-width: 42em; font-size: 1.1em; line-height: 1.5; white-space: pre-line"
    return _Reader(
        [
            HTML(f"<p dir='auto' style='{column}'>{html.escape(text.strip()) or '(no text)'}</p>")
            for text in texts
        ],
        titles=[f"Review {number}" for number in range(1, len(texts) + 1)],
        selected_index=0,
    )
