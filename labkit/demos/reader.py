"""Reviews to read in a notebook."""

import html
from collections.abc import Sequence

from IPython.display import HTML

from labkit.arguments import as_texts

_COLUMN = "max-width: 42em; font-size: 1.1em; line-height: 1.5; white-space: pre-line"


def read_reviews(texts: Sequence[str]) -> HTML:
    """Show texts for reading, numbered from 1; a click on a number opens or closes its text.

    Parameters
    ----------
    texts : sequence of str
        At least one.

    Returns
    -------
    IPython.display.HTML
        Shown by a notebook as it stands, the first text open: it needs no script and no kernel.

    See Also
    --------
    labkit.load_reviews : Reviews to show.

    Examples
    --------
    >>> read_reviews(["A good film.", "A dull one."]).data.count("<summary>")
    2
    """
    shown = as_texts(texts, "texts", least=1)
    return HTML(  # type: ignore[no-untyped-call]
        "\n".join(
            f"<details{' open' if number == 1 else ''}><summary>Review {number}</summary>"
            f"<p dir='auto' style='{_COLUMN}'>{html.escape(text.strip()) or '(no text)'}</p></details>"
            for number, text in enumerate(shown, 1)
        )
    )
