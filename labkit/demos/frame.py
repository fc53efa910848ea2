"""The frame of a demonstration: controls, a readout, a picture, and a caption.

Whatever the demonstration, its state is the values of its controls and nothing
else: the same settings give the same readout and the same picture, so that a
lecture can be repeated, and "Reset" only has to set the controls back.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from ipywidgets import HTML, Button, HBox, Label, Layout, VBox, Widget
from traitlets import TraitError

from labkit.arguments import as_option
from labkit.demos.controls import BUTTON, CELL
from labkit.demos.words import read, render

Controls = dict[str, Any]  # setting -> widget
Numbers = dict[str, Any]  # what a demonstration's readout and picture show

_LABEL = Layout(width="88px")


class Demonstration(VBox):
    """A widget that shows one idea, and follows its controls.

    Its readout, filled in with the numbers, and its caption are templates of its name.

    Parameters
    ----------
    name : str
        Of the function that makes it.
    controls : dict
        Setting -> widget. Those with a value are the settings.
    initial : dict
        Settings to begin with, in place of the controls' own.
    numbers, picture : callable
        One takes the settings as keyword arguments and gives a dict of what to
        show; the other takes that dict and gives the picture, as SVG or HTML.
    limit : callable, optional
        Takes the controls; sets the limits that depend on controls before them.
    rows : dict, optional
        Label -> what stands beside each other: names of controls, or words.

    Examples
    --------
    >>> from labkit.demos import ties
    >>> demo = ties(ties=20)
    >>> demo.set(plus=3, alpha=0.01)
    >>> demo.settings
    {'plus': 3, 'minus': 11, 'ties': 20, 'alpha': 0.01}
    """

    def __init__(
        self,
        name: str,
        controls: Controls,
        initial: Mapping[str, object],
        numbers: Callable[..., Numbers],
        picture: Callable[[Numbers], str],
        *,
        limit: Callable[[Controls], None] | None = None,
        rows: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.controls = controls
        self._name, self._numbers, self._picture = name, numbers, picture
        self._limit = limit or (lambda controls: None)
        self._quiet = False
        self.readout, self.picture = _html("labkit-readout"), _html("labkit-picture")
        self.caption = _html("labkit-caption", render(f"captions/{name}.html"))
        self.reset = Button(description="Reset", tooltip="Set all controls back", layout=BUTTON)
        self.reset.on_click(lambda button: self.set(**self._initial))
        self._begin(initial)
        panel = VBox([*self._arranged(rows or {}), self.readout])
        panel.layout = Layout(flex="1 1 300px", min_width="280px", max_width="330px")
        shown = VBox([self.picture, self.caption])
        shown.layout = Layout(flex="1 1 600px", max_width="800px", min_width="300px")
        row = HBox([panel, shown], layout=Layout(flex_flow="row wrap", grid_gap="12px"))
        style = HTML(f"<style>\n{read('demo.css')}</style>", layout=Layout(display="contents"))
        super().__init__([style, row])
        self.add_class("labkit-demo")
        self.add_class(f"labkit-demo-{name}")
        self._show()

    def __repr__(self) -> str:
        """Tell the settings; a widget's own repr spells out its children, with the whole picture."""
        settings = ", ".join(f"{name}={value!r}" for name, value in self.settings.items())
        return f"Demonstration({settings})"

    @property
    def settings(self) -> dict[str, Any]:
        """The values of the controls."""
        return {name: widget.value for name, widget in self._settable().items()}

    def set(self, **settings: object) -> None:
        """Set several controls, and show the result once."""
        with self._silence():
            for name, value in settings.items():
                self.controls[name].value = value
                self._limit(self.controls)
        self._show()

    def _arranged(self, rows: Mapping[str, Sequence[str]]) -> Iterator[Widget]:
        """Put the controls below each other, but for `rows`, and the buttons in a row of their own."""
        grouped = {name for names in rows.values() for name in names}
        for name, widget in self._settable().items():
            if name not in grouped:
                yield widget
        for label, names in rows.items():
            cells = (self.controls.get(name) or Label(name, layout=CELL) for name in names)
            yield HBox([Label(label, layout=_LABEL), *cells])
        yield HBox([*(w for w in self.controls.values() if isinstance(w, Button)), self.reset])

    def _settable(self) -> Controls:
        return {name: w for name, w in self.controls.items() if w.has_trait("value")}

    def _begin(self, initial: Mapping[str, object]) -> None:
        settable = self._settable()
        for name in initial:
            as_option(name, "every setting", list(settable))
        for name, widget in settable.items():
            self._limit(self.controls)
            if name in initial:
                _set_first(name, widget, initial[name])
        self._limit(self.controls)
        self._initial = self.settings
        for widget in settable.values():
            widget.observe(self._changed, "value")

    @contextmanager
    def _silence(self) -> Iterator[None]:
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False

    def _changed(self, change: object) -> None:
        if not self._quiet:
            self._show()

    def _show(self) -> None:
        # An error in here would end in a log that nobody reads during a lecture.
        try:
            with self._silence():
                self._limit(self.controls)
            numbers = self._numbers(**self.settings)
            readout = render(f"readouts/{self._name}.html", **numbers)
            picture = self._picture(numbers)
        except Exception as error:  # of whatever kind
            kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            readout, picture = render("error.html", message=f"{kind}{error}"), ""
        self.readout.value = f'<div aria-live="polite">{readout}</div>'
        self.picture.value = picture


def _html(name: str, value: str = "") -> HTML:
    widget = HTML(value)
    widget.add_class(name)
    return widget


def _set_first(name: str, widget: Any, value: object) -> None:
    """Set a control to what the caller wants, or say what it takes."""
    with suppress(TraitError):
        widget.value = value
    if widget.value != value or isinstance(value, bool) != isinstance(widget.value, bool):
        raise ValueError(f"{name} must be {_range(widget)}, not {value!r}")


def _range(widget: Any) -> str:
    if widget.has_trait("options"):
        options = (option[1] if isinstance(option, tuple) else option for option in widget.options)
        return "one of " + ", ".join(map(repr, options))
    if widget.has_trait("max"):
        return f"a number from {widget.min:g} to {widget.max:g}"
    return f"a value such as {widget.value!r}"
