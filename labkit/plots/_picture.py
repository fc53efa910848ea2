"""A figure as a page shows it: sharp at every size, in the page's ink, and put into words."""

import base64
import html
import io
import re
from dataclasses import dataclass

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from labkit import arguments
from labkit.plots._style import PAPER, settings

#: Inches: type of 13 points is then 3.5 % of the height of a slide that the figure fills.
SLIDE = (6.2, 3.5)

#: By itself as wide as other figures, where there is room; a page's style sheet may say otherwise.
_ROOM = 'width="825" style="max-width: 100%; height: auto"'
#: Black and white as drawn -> as the page has them: its text, and what is behind the figure.
_INKS = {
    "#000000": "currentColor",
    "#ffffff": "var(--labkit-paper, var(--jp-layout-color0, #ffffff))",
}


@dataclass(frozen=True, repr=False)
class Picture:
    """A figure to end a cell with: an image with words for those who do not see it.

    Parameters
    ----------
    svg, alt : str
        The image, and what it shows.

    See Also
    --------
    picture : Makes it of a figure.

    Examples
    --------
    >>> Picture("<svg></svg>", "Nothing.")
    Picture: Nothing.
    """

    svg: str
    alt: str

    def __repr__(self) -> str:
        """Return what the picture shows."""
        return f"Picture: {self.alt}"

    def _repr_html_(self) -> str:
        # Within the page, so that its ink is the page's; an image from elsewhere has its own.
        return f'<div class="labkit-plot">{self.svg}</div>'


def picture(ax: Axes, alt: str, *, size: tuple[float, float] = SLIDE) -> Picture:
    """Return a figure as an image that is sharp at every size, with words for what it shows.

    HTML pages, Voila and JupyterLab show it alike: in the colour of the page's text, and with
    the words read out where nobody sees it. To be the last line of a cell.

    Parameters
    ----------
    ax : Axes
        Of the figure, which is closed: it would be shown a second time.
    alt : str
        What the figure shows, in a sentence or two with its main numbers.
    size : (float, float)
        Width and height in inches. The smaller, the larger its type.

    Returns
    -------
    Picture
        What a notebook shows.

    See Also
    --------
    Picture : What is given.

    Examples
    --------
    >>> from labkit import plots
    >>> plots.picture(plots.binomial(50, 19), "31 coins of 50: 19 or fewer in both tails.")
    Picture: 31 coins of 50: 19 or fewer in both tails.
    """
    if not arguments.as_text(alt, "alt").strip():
        raise ValueError("alt must be a sentence that says what the figure shows, not empty")
    figure = ax.get_figure(root=True)
    if figure is None:
        raise ValueError("ax must be the axes of a figure, not without one")
    figure.set_size_inches(size)
    file = io.StringIO()
    # Letters are drawn, not written: the page's machine may lack the font that they were set in.
    with settings({"svg.fonttype": "path", "svg.hashsalt": "labkit"}):
        # The points of thousands of pairs are an image within; 220 dots an inch are sharp.
        figure.savefig(file, format="svg", dpi=220, metadata={"Date": None, "Creator": None})
    plain = io.BytesIO()
    figure.savefig(plain, format="png", dpi=90, facecolor=PAPER, metadata={"Software": None})
    plt.close(figure)
    return Picture(_on_a_page(file.getvalue(), plain.getvalue(), alt), alt)


def _on_a_page(svg: str, plain: bytes, alt: str) -> str:
    """Return the image as a part of a page: its ink, its paper, its width.

    A viewer that takes drawings out of what others wrote (JupyterLab, of a notebook that has not
    been run; GitHub) leaves the plain image: a browser shows the first member of a `switch` alone.
    """
    svg = svg[svg.index("<svg") :]
    # A style sheet would be the whole page's; what it says is said of the image below.
    svg = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", svg, flags=re.DOTALL)
    # In Markdown a page's own markup ends at an empty line, and what is set in is code.
    svg = re.sub(r"\s*\n\s*", "\n", svg)
    for colour, name in _INKS.items():
        svg = re.sub(rf"\b(fill|stroke): ?{colour}\b", rf"\1: {name}", svg)
    # A letter has no colour of its own where it is black, and then the page's is meant.
    svg = re.sub(r'(<svg [^>]*?)width="[^"]*" height="[^"]*"', r"\1", svg, count=1)
    # Nothing refers to the names of parts, and a page has several figures.
    used = set(re.findall(r"#([\w-]+)", svg))
    svg = re.sub(r' id="([\w-]+)"', lambda m: m[0] if m[1] in used else "", svg)
    joined = 'stroke-linejoin="round" stroke-linecap="butt" fill="currentColor"'
    said = f'role="img" aria-label="{html.escape(alt)}" {joined} {_ROOM}'
    data = f"data:image/png;base64,{base64.b64encode(plain).decode()}"
    other = f'<foreignObject><img alt="{html.escape(alt)}" src="{data}"></foreignObject>'
    opened = svg.replace("<svg", f"<svg {said}", 1).replace(">", "><switch><g>", 1)
    return opened.replace("</svg>", f"</g>{other}</switch></svg>")
