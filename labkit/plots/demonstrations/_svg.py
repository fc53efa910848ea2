"""A Figure as SVG text, made quickly: a page shows it anew while a slider moves."""

import gc
import html
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from matplotlib.figure import Figure

from labkit.plots._style import STYLE, settings


def as_svg(
    draw: Callable[[], Figure], alt: str, over: Callable[[Figure], str] | None = None
) -> str:
    """Draw in the lab's style; return SVG as wide as there is room, which says what it shows.

    `over` returns SVG to lay over the Figure. Text stays text, for a browser to find and read.
    """
    file = io.StringIO()
    with settings({**STYLE, "svg.fonttype": "none"}), _collected_young():
        figure = draw()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        extra = over(figure) if over else ""
        del figure
    svg = file.getvalue().replace("</svg>", f"{extra}</svg>")
    svg = svg[svg.index("<svg") :]
    # On a page, what is black is as the page writes: light in a dark theme.
    svg = re.sub(r"(fill|stroke): ?#000000", r"\1: currentColor", svg)
    svg = re.sub(r'(<svg [^>]*?)width="[^"]*" height="[^"]*"', r"\1", svg, count=1)
    return svg.replace("<svg", f'<svg role="img" aria-label="{html.escape(alt)}"', 1)


@contextmanager
def _collected_young() -> Iterator[None]:
    """Collect the garbage of a drawing at once, and only that.

    A Figure is full of reference cycles. Left alone, the collector meets them when they are old,
    and goes through all there is: every few drawings would take a fifth of a second longer.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect(0)
        if enabled:
            gc.enable()
