"""Reviews to read in a notebook."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

from labkit.arguments import as_texts

_COLUMN = "max-width: 42em; font-size: 1.1em; line-height: 1.5; white-space: pre-line"


@dataclass(frozen=True, repr=False)
class Reader:
    """Texts that open one below the other; plain HTML, which needs no script and no kernel."""

    texts: tuple[str, ...]

    def __repr__(self) -> str:
        """Count the texts, which the page shows already."""
        return f"read_reviews({len(self.texts)} texts)"

    def _repr_html_(self) -> str:
        """Write each text behind its number, the first one open."""
        return "\n".join(
            f"<details{' open' if number == 1 else ''}><summary>Review {number}</summary>"
            f"<p dir='auto' style='{_COLUMN}'>{html.escape(text.strip()) or '(no text)'}</p></details>"
            for number, text in enumerate(self.texts, 1)
        )


def read_reviews(texts: Sequence[str]) -> Reader:
    """Show texts for reading, numbered from 1; a click on a number opens or closes its text.

    Parameters
    ----------
    texts : sequence of str
        At least one.

    Returns
    -------
    Reader
        Shown by a notebook as it stands, the first text open.

    See Also
    --------
    labkit.load_reviews : Reviews to show.

    Examples
    --------
    >>> read_reviews(["A good film.", "A dull one."])
    read_reviews(2 texts)
    """
    return Reader(tuple(as_texts(texts, "texts", least=1)))
