"""The frame of a demonstration: controls, a readout, a picture, and a caption.

Whatever the demonstration, its state is the values of its controls and nothing
else: the same settings give the same readout and the same picture, so that a
lecture can be repeated, and "Reset" only has to set the controls back.
"""

import gc
import html
import io
import re
from contextlib import contextmanager

import matplotlib as mpl
import numpy as np
from ipywidgets import (
    HTML,
    BoundedIntText,
    Button,
    FloatSlider,
    HBox,
    IntSlider,
    Label,
    Layout,
    SelectionSlider,
    ToggleButtons,
    VBox,
)
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from traitlets import TraitError

from labkit import plots

# On a page of 1280 pixels the picture is 720 wide or wider: type of 13 points is
# at least 17 pixels there. Text stays text, so that a browser can find and read it.
STYLE = {**plots.STYLE, "font.size": 13, "svg.fonttype": "none"}
SIZE, TALL = (7.6, 4.3), (7.6, 4.8)
MARGINS = {"left": 0.15, "right": 0.98, "bottom": 0.15, "top": 0.97}

CSS = """<style>
.labkit-demo { --jp-widgets-font-size: 18px; --jp-widgets-inline-height: 36px;
  --jp-widgets-label-color: black; --jp-widgets-readout-color: black;
  color: black; background: white; max-width: 1180px; padding: 4px; }
.labkit-demo .widget-label { font-size: 18px; }
.labkit-demo .widget-inline-hbox .widget-label { width: auto; min-width: 90px; }
.labkit-demo .labkit-long.widget-inline-hbox .widget-label { min-width: 1em; }
.labkit-demo .widget-inline-hbox .widget-readout { min-width: 56px;
  max-width: none; flex: 0 0 auto; overflow: visible; }
.labkit-demo .widget-toggle-buttons { margin: 2px 0; }
.labkit-demo .widget-toggle-button { padding: 0 8px; }
.labkit-demo .widget-toggle-button.mod-active { background: #0072B2; color: white; }
.labkit-demo .widget-html-content { font-size: 18px; line-height: 1.35;
  color: black; }
.labkit-demo .labkit-readout .widget-html-content { font-size: 20px; }
.labkit-demo .labkit-readout p, .labkit-demo .labkit-caption p { margin: 0 0 0.3em 0; }
.labkit-demo .labkit-readout b { font-size: 24px; }
.labkit-demo .labkit-table { border-collapse: collapse; margin-bottom: 0.3em; }
.labkit-demo .labkit-table th, .labkit-demo .labkit-table td { padding: 0 0.7em 0 0;
  text-align: left; }
.labkit-demo textarea { font-size: 18px !important; line-height: 1.35 !important; }
.labkit-demo .labkit-picture .widget-html-content { font-size: 20px; }
.labkit-demo .labkit-picture p { margin: 0; }
.labkit-demo mark { background: #FFE9B3; border-bottom: 3px solid #D55E00; color: black; }
.labkit-demo ol { margin: 0.3em 0; padding-left: 1.4em; }
.labkit-demo .labkit-error { border-left: 6px solid #D55E00; padding-left: 8px; }
.labkit-demo svg { display: block; width: 100%; height: auto; }
.labkit-demo .labkit-points { fill: black; font: 13px "DejaVu Sans", sans-serif;
  text-anchor: end; }
.labkit-demo .labkit-point :first-child { fill-opacity: 0.55; stroke: transparent;
  stroke-width: 5px; pointer-events: all; }
.labkit-demo .labkit-point.different :first-child { fill: #0072B2; }
.labkit-demo .labkit-point.same :first-child { fill: #D55E00; }
.labkit-demo .labkit-point text { display: none; pointer-events: none; }
.labkit-demo .labkit-point:hover text { display: inline; }
.labkit-demo .labkit-point:hover :first-child { stroke: black; stroke-width: 2px; }
.labkit-demo :focus-visible { outline: 3px solid black; outline-offset: 1px; }
</style>"""


class Demonstration(VBox):
    """A widget that shows one idea, and follows its controls.

    Parameters
    ----------
    name : str
        Of the function that makes it.
    controls : dict
        Setting -> widget. Those with a value are the settings; limits of a
        control may depend on the controls before it.
    initial : dict
        Settings to begin with, in place of the controls' own.
    numbers : callable
        Takes the settings as keyword arguments; gives a dict of what to show.
    say : callable
        Takes that dict; gives the readout, as HTML.
    picture : callable
        Takes that dict; gives the picture, as HTML.
    caption : str
        HTML: what to notice, and the source.
    limit : callable, optional
        Takes the controls; sets the limits that depend on other controls.
    rows : dict, optional
        Label -> what stands beside each other: names of controls, or words.

    Attributes
    ----------
    controls : dict
    readout, picture, caption : HTML
    reset : Button
    """

    def __init__(
        self,
        name,
        controls,
        initial,
        *,
        numbers,
        say,
        picture,
        caption,
        limit=None,
        rows=None,
    ):
        self.controls = controls
        self._numbers, self._say, self._picture = numbers, say, picture
        self._limit = limit or (lambda controls: None)
        self._quiet = False
        self.readout, self.picture = _html("labkit-readout"), _html("labkit-picture")
        self.caption = _html("labkit-caption", caption)
        self.reset = Button(description="Reset", tooltip="Set all controls back", layout=_BUTTON)
        self.reset.on_click(lambda button: self.set(**self._initial))
        self._begin(initial)
        panel = VBox([*self._arranged(rows or {}), self.readout])
        panel.layout = Layout(flex="1 1 300px", min_width="280px", max_width="330px")
        shown = VBox([self.picture, self.caption])
        shown.layout = Layout(flex="1 1 600px", max_width="800px", min_width="300px")
        row = HBox([panel, shown], layout=Layout(flex_flow="row wrap", grid_gap="12px"))
        super().__init__([HTML(CSS, layout=Layout(display="contents")), row])
        self.add_class("labkit-demo")
        self.add_class(f"labkit-demo-{name}")
        self._show()

    # A widget's repr spells out its children, with the whole picture.
    def __repr__(self):
        settings = ", ".join(f"{name}={value!r}" for name, value in self.settings.items())
        return f"Demonstration({settings})"

    @property
    def settings(self):
        """The values of the controls."""
        return {name: widget.value for name, widget in self._settable().items()}

    def set(self, **settings):
        """Set several controls, and show the result once."""
        with self._silence():
            for name, value in settings.items():
                self.controls[name].value = value
                self._limit(self.controls)
        self._show()

    def _arranged(self, rows):
        """The controls, one below the other but for `rows`, and the buttons in a row of their own."""
        grouped = {name for names in rows.values() for name in names}
        for name, widget in self._settable().items():
            if name not in grouped:
                yield widget
        for label, names in rows.items():
            cells = (self.controls.get(name) or Label(name, layout=_CELL) for name in names)
            yield HBox([Label(label, layout=_LABEL), *cells])
        yield HBox([*(w for w in self.controls.values() if isinstance(w, Button)), self.reset])

    def _settable(self):
        return {name: w for name, w in self.controls.items() if w.has_trait("value")}

    def _begin(self, initial):
        settable = self._settable()
        unknown = [name for name in initial if name not in settable]
        if unknown:
            raise ValueError(f"{unknown[0]}: no such setting; expected {', '.join(settable)}")
        for name, widget in settable.items():
            self._limit(self.controls)
            if name in initial:
                _set_first(name, widget, initial[name])
        self._limit(self.controls)
        self._initial = self.settings
        for widget in settable.values():
            widget.observe(self._changed, "value")

    @contextmanager
    def _silence(self):
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False

    def _changed(self, change):
        if not self._quiet:
            self._show()

    def _show(self):
        # An error in here would end in a log that nobody reads during a lecture.
        try:
            with self._silence():
                self._limit(self.controls)
            numbers = self._numbers(**self.settings)
            readout, picture = self._say(numbers), self._picture(numbers)
        except Exception as error:  # of whatever kind
            kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            message = html.escape(f"{kind}{error}")
            readout = f'<p role="alert" class="labkit-error">This does not work: {message}</p>'
            picture = ""
        self.readout.value = f'<div aria-live="polite">{readout}</div>'
        self.picture.value = picture


def _html(name, value=""):
    widget = HTML(value)
    widget.add_class(name)
    return widget


def _set_first(name, widget, value):
    """Set a control to what the caller wants, or say what it takes."""
    try:
        widget.value = value
    except TraitError:
        pass
    if widget.value != value or isinstance(value, bool) != isinstance(widget.value, bool):
        raise ValueError(f"{name}: expected {_range(widget)}; got {value!r}")


def _range(widget):
    if widget.has_trait("options"):
        options = (option[1] if isinstance(option, tuple) else option for option in widget.options)
        return "one of " + ", ".join(map(repr, options))
    if widget.has_trait("max"):
        return f"a number from {widget.min:g} to {widget.max:g}"
    return f"a value such as {widget.value!r}"


def whole(label, value, low, high, step=1):
    """A slider of whole numbers."""
    return IntSlider(value, low, high, step, description=label, layout=_WIDE)


def fraction(label, value, low=0.0, high=1.0, step=0.01, digits=2):
    """A slider of numbers with decimals."""
    style = f".{digits}f"
    return FloatSlider(
        value, min=low, max=high, step=step, readout_format=style, description=label, layout=_WIDE
    )


def field(label, value, low, high):
    """A field for a whole number; narrow, without a label, for a row of them."""
    layout = _WIDE if label else _CELL
    return BoundedIntText(value, low, high, description=label, layout=layout)


# No lists that drop down: a notebook takes the keys that would choose from them.
def choice(name, options, label=""):
    """Buttons side by side, one of them pressed; at first the first one."""
    options = list(options)
    return ToggleButtons(
        options=options,
        description=label,
        tooltips=[f"{name}: {option}" for option in options],
        style={"button_width": "auto"},
        layout=_WIDE,
    )


def scale(label, options, value):
    """A slider through options, each with a name of its own if it is a pair of name and value."""
    slider = SelectionSlider(options=list(options), value=value, description=label, layout=_WIDE)
    if len(label) == 1:  # leave the room to the names
        slider.add_class("labkit-long")
    return slider


def counter(label, most, things):
    """A slider that counts, and two buttons that let it count on: by one, and by a thousand."""
    slider = whole(label, 0, 0, most)
    buttons = []
    for steps, words in ((1, "One more"), (1000, "A thousand")):
        button = Button(description=words, tooltip=f"{steps:,} more {things}", layout=_BUTTON)
        button.on_click(lambda _, steps=steps: setattr(slider, "value", slider.value + steps))
        buttons.append(button)
    return slider, *buttons


_WIDE = Layout(width="auto")
_LABEL = Layout(width="88px")
_CELL = Layout(width="70px", min_width="0")
_BUTTON = Layout(width="auto", flex="0 0 auto")
LEVELS = 0.001, 0.01, 0.05, 0.1


def draw(panels, alt, size=SIZE, over=None, **margins):
    """Draw with `panels(figure)` in the lab's style; gives the picture as SVG text.

    Parameters
    ----------
    panels : callable
        Takes a Figure.
    alt : str
        What the picture shows, for those who cannot see it.
    size : (float, float)
        In inches.
    over : callable, optional
        Takes the Figure; gives SVG to lay over the drawing.
    **margins
        Of ``Figure.subplots_adjust``. They are fixed: axes that jump while a
        slider moves are hard to watch, and a fitting layout takes twice as long.

    Returns
    -------
    str
    """
    with mpl.rc_context(STYLE), _collected_young():
        figure = Figure(figsize=size)
        panels(figure)
        figure.subplots_adjust(**{**MARGINS, **margins})
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        extra = over(figure) if over else ""
        del figure
    svg = file.getvalue().replace("</svg>", f"{extra}</svg>")
    svg = re.sub(r'(<svg [^>]*?)width="[^"]*" height="[^"]*"', r"\1", svg[svg.index("<svg") :], 1)
    return svg.replace("<svg", f'<svg role="img" aria-label="{html.escape(alt)}"', 1)


@contextmanager
def _collected_young():
    """Collect the garbage of a drawing at once, and only that.

    A Figure is full of reference cycles. Left to itself, the collector meets
    them after they have grown old, and then goes through everything there is:
    every few drawings would take a fifth of a second longer.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect(0)
        if enabled:
            gc.enable()


def show_p(p):
    """A p-value in three digits."""
    return f"{p:.3g}" if p >= 1e-4 or p == 0 else f"{p:.2e}"


def bars(ax, places, heights, filled, width=0.9, base=0.0):
    """Draw bars, blue or, where `filled`, vermilion and hatched; they are one path, which is quick."""
    places, heights, filled = np.asarray(places), np.asarray(heights), np.asarray(filled)
    width = width if len(places) < 60 else 1.0  # gaps of less than a pixel would flicker
    step = places[1] - places[0] if len(places) > 1 else 1
    sides = np.array([-0.5, -0.5, 0.5, 0.5]) * width * step
    base = np.broadcast_to(base, places.shape)
    ends = np.stack([base, base + heights, base + heights, base], axis=-1)
    corners = np.stack([places[:, None] + sides, ends], axis=-1)
    seen = abs(heights) > abs(heights).max(initial=0) / 2000  # the others are less than a pixel
    for which, colour, hatch in ((~filled, plots.BLUE, None), (filled, plots.VERMILION, "//")):
        which = which & seen
        if which.any():
            look = {"facecolor": colour, "edgecolor": "white" if hatch else colour, "linewidth": 0}
            drawn = PolyCollection(corners[which], hatch=hatch, **look)
            drawn.sticky_edges.y.append(0)  # no margin below the bars
            ax.add_collection(drawn)
    ax.update_datalim(corners.reshape(-1, 2))
    ax.autoscale_view()


def mark(ax, place, text, colour="black", height=0.97, line=":"):
    """Draw a vertical line with words beside it, on the side where there is room."""
    low, high = ax.get_xlim()
    left = place > (low + high) / 2
    ax.axvline(place, color=colour, linestyle=line, linewidth=2)
    ax.annotate(
        text,
        (place, height),
        xycoords=("data", "axes fraction"),
        xytext=(-6 if left else 6, 0),
        textcoords="offset points",
        ha="right" if left else "left",
        va="top",
        color=colour,
    )


def signed(value, digits):
    """A difference with its sign, a true minus among them."""
    return f"{value:+.{digits}f}".replace("-", "−")
