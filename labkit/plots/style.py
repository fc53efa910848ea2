"""How a figure looks: its colours and style, and what a page shows of it.

Figures are transparent and their ink is black. Jupyter notes that, and lays them on light paper
where its theme is dark.
"""

import base64
import html
import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import matplotlib.pyplot as plt
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.typing import RcKeyType

from labkit.text import shorten, with_power, write_number

BLUE, ORANGE, GREEN, VERMILION = "#0072B2", "#E69F00", "#009E73", "#D55E00"
INK, PAPER = "black", "white"

#: A shape, a colour and a hatching for each of eight kinds: the first ones are far apart in grey, too.
SHAPES = "osD^vP*X"
COLOURS = [BLUE, ORANGE, INK, VERMILION, GREEN, "#CC79A7", "#56B4E9", "#F0E442"]
HATCHES = ["", "//", "..", "xx", "\\\\", "--", "oo", "||"]

#: Matplotlib's settings for every figure.
STYLE: dict[RcKeyType, Any] = {
    "figure.figsize": (7.5, 4.2),
    "figure.dpi": 110,
    "font.size": 13,
    "axes.prop_cycle": cycler(color=[BLUE, ORANGE, GREEN, VERMILION]),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "lines.linewidth": 2,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "legend.facecolor": PAPER,
    "legend.framealpha": 0.8,
    "text.color": INK,
    "hatch.color": PAPER,
}


@contextmanager
def settings(changed: Mapping[RcKeyType, Any]) -> Iterator[None]:
    """Draw with some settings of Matplotlib's, and then put these back.

    plt.rc_context restores all settings, also the one by which the first figure of a session
    tells Jupyter to show figures: no later one would show.
    """
    before = {name: plt.rcParams[name] for name in changed}
    plt.rcParams.update(changed)
    try:
        yield
    finally:
        plt.rcParams.update(before)


#: Decorates a function that draws in the lab's style, and leaves the user's own settings as they were.
styled = settings(STYLE)


def written(name: object) -> str:
    """Return a name for a figure: long ones lose their middle, and a dollar begins no formula."""
    text = shorten(name, 36).replace("$", r"\$")
    return f" {text}" if text.startswith("_") else text  # else it would be in no legend


def written_number(value: float) -> str:
    """Return a number for a figure, with a real minus and a real power."""
    return with_power(write_number(value)).replace("-", "−")


def write_powers(*axes: Axis) -> None:
    """Write the numbers of logarithmic axes as text: a formula would have a font of its own."""
    for axis in axes:
        axis.set_major_formatter(lambda value, _: with_power(f"{value:,g}"))


def slanted(degrees: float) -> dict[str, Any]:
    """Return how names below an axis are turned, so that each ends at its tick in every font."""
    side = "center" if degrees == 90 else "top"
    return {"rotation": degrees, "rotation_mode": "anchor", "ha": "right", "va": side}


def marked_line(ax: Axes, place: float, text: str, *, left: bool) -> None:
    """Draw a vertical line at `place` with words beside its top, on the right or the left."""
    ax.axvline(place, color=INK, linestyle=":")
    side = "right" if left else "left"
    ax.text(place, 0.97, f" {text} ", transform=ax.get_xaxis_transform(), ha=side, va="top")


def new_axes(
    size: tuple[float, float] | None = None,
    layout: Literal["constrained", "compressed"] = "constrained",
) -> Axes:
    """Return the Axes of a new figure, of a size in inches or of the usual one."""
    return plt.subplots(figsize=size, layout=layout)[1]


#: By itself as wide as other figures, where there is room; a page's style sheet may say otherwise.
_LOOK = (
    'stroke-linejoin="round" stroke-linecap="butt" fill="currentColor" '
    'width="825" style="max-width: 100%; height: auto"'
)


@dataclass(frozen=True)
class Picture:
    """A figure to end a cell with: an image with words for those who do not see it.

    Parameters
    ----------
    svg, alt : str
        The image, its letters drawn, and what it shows.
    lettered : str
        The image with text for letters, for a page that has a font for them: a slide, a handout.

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
    lettered: str = ""

    def __repr__(self) -> str:
        """Return what the picture shows."""
        return f"Picture: {self.alt}"

    def _repr_html_(self) -> str:
        # Within the page, so that its ink is the page's; an image from elsewhere has its own.
        return f'<div class="labkit-plot">{self.svg}</div>'

    def _repr_svg_(self) -> str | None:
        # Beside HTML, which notebooks prefer: there, a viewer that takes drawings out of what others
        # wrote would leave their text.
        return self.lettered or None


def picture(ax: Axes, alt: str, *, size: tuple[float, float] = (5.9, 3.6)) -> Picture:
    """Return a figure as an image that is sharp at every size, with words for what it shows.

    HTML pages and JupyterLab show it alike: in the colour of the page's text, and with
    the words read out where nobody sees it. To be the last line of a cell.

    Parameters
    ----------
    ax : Axes
        Of the figure, which is closed: it would be shown a second time.
    alt : str
        What the figure shows, in a sentence or two with its main numbers.
    size : (float, float), default (5.9, 3.6)
        Width and height in inches. A slide gives a figure at least so much room that type of 13
        points, that of all figures, is 3 % of its height: beside words there is room for 5.9
        inches, beside a table for 4.4, alone for 7.4. The smaller, the larger its type.

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
    if not alt.strip():
        raise ValueError("alt must be a sentence that says what the figure shows, not empty")
    figure = ax.get_figure(root=True)
    assert figure is not None
    figure.set_size_inches(size)
    drawn, lettered = (_as_svg(figure, letters, alt) for letters in ("path", "none"))
    plain = io.BytesIO()
    figure.savefig(plain, format="png", dpi=90, facecolor=PAPER, metadata={"Software": None})
    plt.close(figure)
    # A viewer that takes drawings out of what others wrote (JupyterLab, of a notebook that has not been
    # run; GitHub) leaves the plain image: a browser shows the first member of a `switch` alone.
    data = f"data:image/png;base64,{base64.b64encode(plain.getvalue()).decode()}"
    other = f'<foreignObject><img alt="{html.escape(alt)}" src="{data}"></foreignObject>'
    drawn = drawn.replace(">", "><switch><g>", 1).replace("</svg>", f"</g>{other}</switch></svg>")
    return Picture(drawn, alt, lettered)


def _as_svg(figure: Figure, letters: str, alt: str) -> str:
    """Return the image as a part of a page: its ink, its paper, its width, its font where it is text."""
    file = io.StringIO()
    # The same names of parts each time.
    with settings({"svg.hashsalt": "labkit", "svg.fonttype": letters}):
        # The points of thousands of pairs are an image within; 220 dots an inch are sharp.
        figure.savefig(file, format="svg", dpi=220, metadata={"Date": None, "Creator": None})
    # Of the file, its head, sizes and comments go, and the fonts of all but formulas, which were set
    # letter by letter. A style sheet would be the whole page's; what it says is said of the image below.
    svg = re.sub(
        r"^.*?(?=<svg)|<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->"
        r'| (?:width|height)="[\d.]+pt"|; font-family: [^;"]*sans-serif',
        "",
        file.getvalue(),
        flags=re.DOTALL,
    )
    svg = svg.replace("<text", '<text xml:space="preserve"')  # a space keeps words from a line
    # In Markdown a page's own markup ends at an empty line, and what is set in is code.
    svg = re.sub(r"\s*\n\s*", "\n", svg)
    # Black and white as drawn become the page's: its text, and what is behind the figure. A letter
    # has no colour of its own where it is black, and then the page's is meant.
    svg = svg.replace("#000000", "currentColor")
    svg = svg.replace("#ffffff", "var(--labkit-paper, var(--jp-layout-color0, #ffffff))")
    # Nothing refers to the names of parts, and a page has several figures.
    used = set(re.findall(r"#([\w-]+)", svg))
    svg = re.sub(r' id="([\w-]+)"', lambda m: m[0] if m[1] in used else "", svg)
    return svg.replace("<svg", f'<svg role="img" aria-label="{html.escape(alt)}" {_LOOK}', 1)
